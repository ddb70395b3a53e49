/* Writing and reading files. A part of plypack.hpp. GPL-3.0-or-later. */
#ifndef PLYPACK_FILE_HPP
#define PLYPACK_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game.hpp"

namespace plypack {

/** Options of a writer; empty ones have plypack's defaults. */
struct options {
    /** The codec of the main lines. */
    std::optional<plypack::codec> codec = std::nullopt;
    /** The compression level of zstd for everything but the moves, 1 to 22. */
    std::optional<std::int32_t> level = std::nullopt;

    /** The C object. */
    detail::handle<plypack_options> make() const {
        auto made = detail::make<plypack_options>(plypack_options_new);
        if (codec) detail::call(plypack_options_set_codec, made.get(), codec->number());
        if (level) detail::call(plypack_options_set_level, made.get(), *level);
        return made;
    }
};

/** Called for a part of a PGN text that could not be parsed and is kept verbatim. */
using issue_function = std::function<void(const plypack_issue &)>;

/** A file that is being written. It is not valid before `finish`. */
class writer {
public:
    /** Creates a file, or truncates one that exists. */
    static writer create(const std::string &path, const options &options = {}) {
        return writer(detail::make<plypack_writer>(plypack_writer_create, path.c_str(), options.make().get()));
    }
    /** Appends to a file. */
    static writer append(const std::string &path, const options &options = {}) {
        return writer(detail::make<plypack_writer>(plypack_writer_append, path.c_str(), options.make().get()));
    }
    /** Creates a file in memory; see `bytes`. */
    static writer memory(const options &options = {}) {
        return writer(detail::make<plypack_writer>(plypack_writer_create_memory, options.make().get()));
    }
    plypack_writer *get() const noexcept { return handle_.get(); }

    void add(const game &game) { detail::call(plypack_writer_add, get(), game.get()); }
    /** Adds all games of a PGN text, plain or zstd, with `threads` threads (0: one per core). */
    plypack_imported add_pgn(std::string_view pgn, const issue_function &issue = {}, std::uint32_t threads = 0) {
        return import(issue, plypack_writer_add_pgn, get(), pgn.data(), pgn.size(), threads);
    }
    /** As `add_pgn`, for a file. */
    plypack_imported add_pgn_file(const std::string &path, const issue_function &issue = {},
                                  std::uint32_t threads = 0) {
        return import(issue, plypack_writer_add_pgn_file, get(), path.c_str(), threads);
    }
    /** The number of games in the file, those before an append included. */
    std::uint64_t size() const { return detail::get<std::uint64_t>(plypack_writer_game_count, get()); }
    /** Completes the file and flushes it to the storage device. The destructor does not. */
    void finish() { detail::call(plypack_writer_finish, get()); }
    /** The finished file, if it was written to memory; valid until the writer is destroyed. */
    bytes_view bytes() const {
        const auto c = detail::get<plypack_bytes>(plypack_writer_bytes, get());
        return {c.data, c.len};
    }

private:
    explicit writer(detail::handle<plypack_writer> handle) noexcept : handle_(std::move(handle)) {}

    template <class F, class... A> static plypack_imported import(const issue_function &issue, F *add, const A &...a) {
        plypack_imported imported{};
        detail::callback<const plypack_issue *> issues([&](const plypack_issue *found) {
            if (issue) issue(*found);
        });
        issues.call(add, a..., issues.run, &issues, &imported);
        return imported;
    }

    detail::handle<plypack_writer> handle_;
};

namespace detail {

class game_source {
public:
    game_source(const plypack_reader *reader, std::uint64_t first, std::uint64_t end)
        : reader_(reader), next_(first), end_(end) {}
    const game *next() {
        if (next_ >= end_) return nullptr;
        call(plypack_reader_read_game, reader_, next_++, game_.get());
        return &game_;
    }

private:
    const plypack_reader *reader_;
    std::uint64_t next_, end_;
    game game_;
};

} // namespace detail

using game_range = detail::range<detail::game_source, game>;

/** Called for games that are lost or can only be read in part. */
using corruption_function = std::function<void(const plypack_corruption &)>;

/** An open file. Games are numbered from 0. */
class reader {
public:
    explicit reader(const std::string &path)
        : handle_(detail::make<plypack_reader>(plypack_reader_open, path.c_str())) {}
    /** A file in memory; it is copied. */
    explicit reader(bytes_view file)
        : handle_(detail::make<plypack_reader>(plypack_reader_open_memory, file.data(), file.size())) {}
    /** Takes over a C handle. */
    explicit reader(detail::handle<plypack_reader> handle) noexcept : handle_(std::move(handle)) {}
    /** A memory-mapped file: the fastest to search. No program may truncate or overwrite it during the life of the reader. */
    static reader mapped(const std::string &path) {
        return reader(detail::make<plypack_reader>(plypack_reader_open_mapped, path.c_str()));
    }
    plypack_reader *get() const noexcept { return handle_.get(); }

    /** The number of games. */
    std::uint64_t size() const { return detail::get<std::uint64_t>(plypack_reader_game_count, get()); }
    /** Games `first` to before `end`, for a `for` loop. The next game is read into the same object. */
    game_range games(std::uint64_t first, std::uint64_t end) const {
        return game_range([reader = get(), first, end] {
            return std::make_shared<detail::game_source>(reader, first, end);
        });
    }
    /** All games: `for (const plypack::game &game : reader)`. */
    game_range::iterator begin() const { return games(0, size()).begin(); }
    game_range::iterator end() const noexcept { return {}; }

    game read(std::uint64_t number) const {
        game made;
        read(number, made);
        return made;
    }
    /** Reads into an existing game, which saves allocations. */
    void read(std::uint64_t number, game &game) const {
        detail::call(plypack_reader_read_game, get(), number, game.get());
    }
    /** As `read`, without moves and annotations: faster. */
    void read_tags(std::uint64_t number, game &game) const {
        detail::call(plypack_reader_read_tags, get(), number, game.get());
    }
    /** The main line of a game, without reading the rest. */
    std::vector<std::uint16_t> read_moves(std::uint64_t number) const {
        const auto plies = detail::get<std::size_t>(plypack_reader_ply_count, get(), number);
        return detail::fill<std::vector<std::uint16_t>>(plies, plypack_reader_read_moves, get(), number);
    }
    /** A figure about the file. */
    std::uint64_t info(plypack_info field) const {
        return detail::get<std::uint64_t>(plypack_reader_info, get(), field);
    }
    /** Errors in the structure of the file; empty unless its end is torn or corrupt. */
    std::vector<error> errors() const {
        const auto count = detail::get<std::size_t>(plypack_reader_error_count, get());
        std::vector<error> errors;
        for (std::size_t i = 0; i < count; i++) {
            const auto c = detail::get<plypack_error_info>(plypack_reader_error, get(), i);
            errors.emplace_back(c.status, c.offset, std::string(detail::view_of(c.message)));
        }
        return errors;
    }
    /** Reads and checks everything, with `threads` threads (0: one per core). Returns the number of corrupt games. */
    std::uint64_t verify(const corruption_function &corruption = {}, std::uint32_t threads = 0) const {
        std::uint64_t corrupt = 0;
        const plypack_progress_callback progress = nullptr;
        detail::callback<const plypack_corruption *> ranges([&](const plypack_corruption *found) {
            if (corruption) corruption(*found);
        });
        ranges.call(plypack_reader_verify, get(), threads, progress, ranges.run, &ranges, &corrupt);
        return corrupt;
    }

private:
    detail::handle<plypack_reader> handle_;
};

} // namespace plypack

#endif
