/* Tables of games, plies and positions, as Arrow streams. A part of plypack.hpp. MIT OR Apache-2.0. */
#ifndef PLYPACK_TABLES_HPP
#define PLYPACK_TABLES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "search.hpp"

namespace plypack {

/** A table of a file, for whatever reads Arrow: DuckDB, Arrow C++, nanoarrow. `tables.md` of the specification has the columns. */
class table_scan {
public:
    /** `table` is PLYPACK_SCAN_GAMES, PLYPACK_SCAN_PLIES or PLYPACK_SCAN_TREE. The file stays open as long as the scan or a stream. */
    table_scan(const reader &reader, std::uint32_t table)
        : handle_(detail::make<plypack_scan>(plypack_scan_new, reader.get(), table)) {}
    plypack_scan *get() const noexcept { return handle_.get(); }

    /** The names of the columns, with commas between them; only what they need is read. */
    void set_columns(std::string_view names) {
        detail::call(plypack_scan_set_columns, get(), names.data(), names.size());
    }
    /** The games that a query selects; see `plypack_scan_set_query`. */
    void set_query(const query &query) { detail::call(plypack_scan_set_query, get(), query.get()); }
    /** `count` games from `first` on. */
    void set_games(std::uint64_t first, std::uint64_t count) {
        detail::call(plypack_scan_set_games, get(), first, count);
    }
    /** Rows of PLIES and TREE with this key only: `position.key()`. */
    void set_position(std::uint64_t key) { detail::call(plypack_scan_set_position, get(), key); }
    /** Rows of PLIES and TREE up to this ply of a game. */
    void set_max_ply(std::uint32_t max_ply) { detail::call(plypack_scan_set_max_ply, get(), max_ply); }
    /** The text of the column `file`. */
    void set_file(std::string_view name) { detail::call(plypack_scan_set_file, get(), name.data(), name.size()); }
    /** Rows of a batch at most. */
    void set_batch_rows(std::size_t rows) { detail::call(plypack_scan_set_batch_rows, get(), rows); }

    /** Ranges of games for `set_games` of as many scans, each of whole blocks with about so many bytes of the file. */
    std::vector<plypack_game_range> partitions(std::uint64_t target_bytes) const {
        std::vector<plypack_game_range> ranges;
        std::size_t count = 0;
        const auto status = plypack_scan_partitions(get(), target_bytes, nullptr, 0, &count, nullptr);
        if (status == PLYPACK_OK) return ranges;
        ranges.resize(count);
        detail::call(plypack_scan_partitions, get(), target_bytes, ranges.data(), ranges.size(), &count);
        return ranges;
    }
    /** Starts reading; `stream` is written, and its `release` must be called. It may outlive the scan and the reader. The progress of
     * `callbacks` is called by each `get_next`. */
    void stream(ArrowArrayStream *stream, const plypack_callbacks *callbacks = nullptr) const {
        detail::call(plypack_scan_stream, get(), callbacks, stream);
    }
    /** How many games the streams have left out because they cannot be read, with PLYPACK_OPEN_ACCEPT_DAMAGE. */
    std::uint64_t corrupt() const noexcept { return plypack_scan_corrupt_count(get()); }

private:
    detail::handle<plypack_scan> handle_;
};

} // namespace plypack

#endif
