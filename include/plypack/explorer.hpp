/* The opening explorer. A part of plypack.hpp. MIT OR Apache-2.0. */
#ifndef PLYPACK_EXPLORER_HPP
#define PLYPACK_EXPLORER_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include "search.hpp"

namespace plypack {

/** An explorer: answers requests like the opening explorer of Lichess. Several threads may use it at the same time. */
class explorer {
public:
    /** Reads the data that the filters need from all games of the files. The readers need not outlive this call. */
    explicit explorer(const searched_files &files, const callbacks &callbacks = {}) {
        detail::c_callbacks reports(callbacks);
        plypack_explorer *made = nullptr;
        reports.call(plypack_explorer_new, files.data(), files.size(), reports.get(), &made);
        handle_.reset(made);
    }
    plypack_explorer *get() const noexcept { return handle_.get(); }

    /** Returns JSON for the path and query of a URL such as `/lichess?play=e2e4`, and PGN for `/masters/pgn/ID`. */
    std::string get(std::string_view address) const {
        const plypack_callbacks *const none = nullptr;
        return detail::fill<std::string>(std::size_t{1} << 14, plypack_explorer_get, handle_.get(), address.data(),
                                         address.size(), none);
    }

private:
    detail::handle<plypack_explorer> handle_;
};

} // namespace plypack

#endif
