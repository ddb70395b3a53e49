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

/** How games are stored; what is empty takes plypack's usual value. */
struct options {
    /** The codec of the main lines. */
    std::optional<plypack::codec> codec = std::nullopt;
    /** zstd's level for everything but the moves, 1 to 22. */
    std::optional<std::int32_t> level = std::nullopt;

    /** The C object. */
    detail::handle<plypack_options> make() const {
        auto made = detail::make<plypack_options>(plypack_options_new);
        if (codec) detail::call(plypack_options_set_codec, made.get(), codec->number());
        if (level) detail::call(plypack_options_set_level, made.get(), *level);
        return made;
    }
};

/** Hears of something in a PGN text that could not be read, and was kept as it was. */
using issue_function = std::function<void(const plypack_issue &)>;

/** A file that is being written. Nothing of it counts before `finish`. */
class writer {
public:
    /** A new file, in place of one that is there. */
    static writer create(const std::string &path, const options &options = {}) {
        return writer(detail::make<plypack_writer>(plypack_writer_create, path.c_str(), options.make().get()));
    }
    /** More games at the end of a file. */
    static writer append(const std::string &path, const options &options = {}) {
        return writer(detail::make<plypack_writer>(plypack_writer_append, path.c_str(), options.make().get()));
    }
    /** A file in memory; see `bytes`. */
    static writer memory(const options &options = {}) {
        return writer(detail::make<plypack_writer>(plypack_writer_create_memory, options.make().get()));
    }
    plypack_writer *get() const noexcept { return handle_.get(); }

    void add(const game &game) { detail::call(plypack_writer_add, get(), game.get()); }
    /** Adds all games of a PGN text, plain or zstd, with `threads` threads (0: one a core). */
    plypack_imported add_pgn(std::string_view pgn, const issue_function &issue = {}, std::uint32_t threads = 0) {
        return import(issue, plypack_writer_add_pgn, get(), pgn.data(), pgn.size(), threads);
    }
    /** As `add_pgn`, for a file. */
    plypack_imported add_pgn_file(const std::string &path, const issue_function &issue = {},
                                  std::uint32_t threads = 0) {
        return import(issue, plypack_writer_add_pgn_file, get(), path.c_str(), threads);
    }
    /** The games in the file, with those that were there before. */
    std::uint64_t size() const { return detail::get<std::uint64_t>(plypack_writer_game_count, get()); }
    /** Completes the file and makes it last. The destructor does not. */
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
        detail::callback<const plypack_issue *> heard([&](const plypack_issue *found) {
            if (issue) issue(*found);
        });
        heard.call(add, a..., heard.run, &heard, &imported);
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

/** Hears of games that cannot be read, or not wholly. */
using damage_function = std::function<void(const plypack_damage &)>;

/** An open file. Games are numbered from 0. */
class reader {
public:
    explicit reader(const std::string &path)
        : handle_(detail::make<plypack_reader>(plypack_reader_open, path.c_str())) {}
    /** A file that lies in memory; it is copied. */
    explicit reader(bytes_view file)
        : handle_(detail::make<plypack_reader>(plypack_reader_open_memory, file.data(), file.size())) {}
    /** Takes over a C handle. */
    explicit reader(detail::handle<plypack_reader> handle) noexcept : handle_(std::move(handle)) {}
    /** A file as memory: the fastest way to search it. No program may shorten or overwrite it as long as the reader lives. */
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
    /** Reads into a game that is there, which saves making one. */
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
    /** What is wrong with the frame of the file; empty unless its end is torn or damaged. */
    std::vector<error> faults() const {
        const auto count = detail::get<std::size_t>(plypack_reader_fault_count, get());
        std::vector<error> faults;
        for (std::size_t i = 0; i < count; i++) {
            const auto c = detail::get<plypack_fault>(plypack_reader_fault, get(), i);
            faults.emplace_back(c.status, c.offset, std::string(detail::view_of(c.message)));
        }
        return faults;
    }
    /** Reads and checks everything, with `threads` threads (0: one a core). Gives the number of damaged games. */
    std::uint64_t verify(const damage_function &damage = {}, std::uint32_t threads = 0) const {
        std::uint64_t damaged = 0;
        const plypack_progress_callback progress = nullptr;
        detail::callback<const plypack_damage *> heard([&](const plypack_damage *found) {
            if (damage) damage(*found);
        });
        heard.call(plypack_reader_verify, get(), threads, progress, heard.run, &heard, &damaged);
        return damaged;
    }

private:
    detail::handle<plypack_reader> handle_;
};

} // namespace plypack

#endif
