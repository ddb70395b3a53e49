/* Writing and reading files. A part of plypack.hpp. MIT OR Apache-2.0. */
#ifndef PLYPACK_FILE_HPP
#define PLYPACK_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game.hpp"

namespace plypack {

/** The tags `ECO` and `Opening` that imported or scanned games get by their moves: `none` sets no tags; `add` sets tags that are missing, empty, `?`
 * or `-`; `replace` also replaces other values. */
enum class opening_tags : std::uint32_t { none, add, replace };

/** Options of a writer; an empty option stands for the default. */
struct writer_options {
    /** The codec of the main lines. */
    std::optional<plypack::codec> codec = std::nullopt;
    /** The compression level of zstd for everything but the moves, 1 to 22. */
    std::optional<std::int32_t> level = std::nullopt;
    /** The opening tags of added PGN. `repair_file` and `recode_file` accept only `none`. */
    opening_tags classify = opening_tags::none;

    /** Returns the C struct. */
    plypack_options make() const noexcept {
        plypack_options c = PLYPACK_OPTIONS_INIT;
        if (codec) c.codec = codec->number();
        if (level) c.level = *level;
        c.classify = static_cast<std::uint32_t>(classify);
        return c;
    }
};

/** Receives the next bytes of a file. If it throws, the call that writes throws the same exception. */
using write_function = std::function<void(bytes_view)>;
/** Writes the next bytes of a PGN text to a buffer of this capacity, and returns their number; 0 at the end.
 * `writer::add_pgn_from` calls it on another thread, one call at a time. If it throws, `add_pgn_from` throws the same
 * exception. */
using pgn_function = std::function<std::size_t(char *, std::size_t)>;

/** Counts of an import. */
struct import_counts {
    /** Games added. */
    std::uint64_t games;
    /** Plies of their main lines. */
    std::uint64_t plies;
    /** Parts of the text that could not be parsed and are kept verbatim (issues). */
    std::uint64_t issues;
    /** Games with issues. */
    std::uint64_t games_with_issues;
    /** Games with issues whose main line could not be parsed to its end. */
    std::uint64_t games_cut_short;
    /** Duplicates that were left out; see `writer::skip_duplicates`. The other counts exclude them. */
    std::uint64_t duplicates;
};

namespace detail {

/* A function that receives a file. */
class write_sink : public catcher {
public:
    explicit write_sink(write_function function) : function_(std::move(function)) {}
    static std::int32_t run(void *user, const std::uint8_t *data, std::size_t len) noexcept {
        auto *self = static_cast<write_sink *>(user);
        return self->attempt([&] { self->function_(bytes_view(data, len)); });
    }

private:
    write_function function_;
};

/* A function that supplies a PGN text. */
class pgn_source : public catcher {
public:
    explicit pgn_source(const pgn_function &function) : function_(function) {}
    static std::int32_t run(void *user, std::uint8_t *buffer, std::size_t capacity, std::size_t *len) noexcept {
        auto *self = static_cast<pgn_source *>(user);
        return self->attempt([&] { *len = self->function_(reinterpret_cast<char *>(buffer), capacity); });
    }

private:
    const pgn_function &function_;
};

} // namespace detail

/** The state of a file. Equal states mean equal files. A program that stores game numbers should store the state with them. */
class state {
public:
    explicit state(const plypack_state &c) noexcept : c_(c) {}
    /** Returns the C object. */
    const plypack_state &get() const noexcept { return c_; }
    /** Returns whether game numbers name the same games in both states. */
    bool has_numbers_of(const state &other) const noexcept {
        return std::memcmp(c_.file_id, other.c_.file_id, sizeof c_.file_id) == 0;
    }
    friend bool operator==(const state &a, const state &b) noexcept {
        return a.has_numbers_of(b) && a.c_.sequence == b.c_.sequence && a.c_.footer_checksum == b.c_.footer_checksum;
    }
    friend bool operator!=(const state &a, const state &b) noexcept { return !(a == b); }

private:
    plypack_state c_;
};

/** The result of `reader::refresh`. */
enum class refreshed : std::uint32_t {
    /** The state of the file is the same. */
    same = PLYPACK_REFRESHED_SAME,
    /** Games were added or edited, or an index was written; numbers name the same games. */
    continued = PLYPACK_REFRESHED_CONTINUED,
    /** The file was compacted or replaced; numbers that the program stored are no longer valid. */
    renumbered = PLYPACK_REFRESHED_RENUMBERED,
};

class reader;

/** A file that is being written. Readers see no changes before `finish`. `abort` discards everything that the writer wrote, and so
 * does the destructor of a writer without either call. */
class writer {
public:
    /** Creates a file; `finish` replaces an existing file. */
    static writer create(std::string_view path, const writer_options &options = {}) {
        const std::string c_path = detail::c_path(path);
        const plypack_options c = options.make();
        return writer(detail::make<plypack_writer>(plypack_writer_create, c_path.c_str(), &c));
    }
    /** Opens a file for appending games. Removes the bytes that a killed writer left at its end; see `rolled_back_bytes`. */
    static writer append(std::string_view path, const writer_options &options = {}) {
        const std::string c_path = detail::c_path(path);
        const plypack_options c = options.make();
        return writer(detail::make<plypack_writer>(plypack_writer_append, c_path.c_str(), &c));
    }
    /** Creates a file in memory; see `bytes`. */
    static writer memory(const writer_options &options = {}) {
        const plypack_options c = options.make();
        return writer(detail::make<plypack_writer>(plypack_writer_create_memory, &c));
    }
    /** Creates a file that `finish` passes to a function, from its first byte to its last. */
    static writer to(write_function write, const writer_options &options = {}) {
        auto sink = std::make_unique<detail::write_sink>(std::move(write));
        plypack_writer *made = nullptr;
        const plypack_options c = options.make();
        sink->call(plypack_writer_create_callback, sink->run, sink.get(), &c, &made);
        return writer(detail::handle<plypack_writer>(made), std::move(sink));
    }
    plypack_writer *get() const noexcept { return handle_.get(); }

    /** Adds a game. Checks every move. */
    void add(const game &game) { call(plypack_writer_add, game.get()); }
    /** Adds the games in `numbers` of a file, in that order. If both files have the same codec, other than `tight`, the call
     * copies moves without playing them. If the call throws, exactly the games before the failure are added. */
    void copy_games(const reader &from, view<const std::uint64_t> numbers, const callbacks &callbacks = {});
    /** Deletes a game. Other games keep their numbers; reading this game then throws `status::not_found`. `seen` is the state
     * that the file had when the program read the game or found its number. Throws `status::changed` if another writer has
     * edited the game since, or if the number now names another game. Without `seen`, deletes the game that has the number
     * now. */
    void delete_game(std::uint64_t number, const std::optional<state> &seen = {}) {
        call(plypack_writer_delete, number, seen ? &seen->get() : nullptr);
    }
    /** Replaces game `number`, which may be deleted, with a copy of `game`. `seen` is as in `delete_game`. */
    void replace_game(std::uint64_t number, const game &game, const std::optional<state> &seen = {}) {
        call(plypack_writer_replace, number, game.get(), seen ? &seen->get() : nullptr);
    }
    /** Restores a game as it was first written. `seen` is as in `delete_game`. */
    void restore_game(std::uint64_t number, const std::optional<state> &seen = {}) {
        call(plypack_writer_restore, number, seen ? &seen->get() : nullptr);
    }
    /** Makes `add_pgn`, `add_pgn_file` and `add_pgn_from` leave out exact duplicates (`query::duplicates`) of games that are
     * added after this call, and of games in the file that the writer appends to; `import_counts::duplicates` counts them.
     * Reads the file with `threads` threads (0: one per core). Passes games that cannot be read to `callbacks.corruption`;
     * without it the call throws. */
    void skip_duplicates(const callbacks &callbacks = {}, std::uint32_t threads = 0) {
        detail::c_callbacks reports(callbacks);
        reports.call(plypack_writer_skip_duplicates, get(), threads, reports.get());
    }
    /** Sets the language of the piece letters in PGN that is added after this call: with `de`, `Sf3` is a move. */
    void set_language(std::string_view code) { call(plypack_writer_set_language, code.data(), code.size()); }
    /** Adds all games of a PGN text with `threads` threads (0: one per core). The text may be compressed with gzip, bzip2, xz or zstd,
     * or be a zip archive. If the call throws, exactly the games before the failure are added; `number_end` shows how many. */
    import_counts add_pgn(std::string_view pgn, const callbacks &callbacks = {}, std::uint32_t threads = 0) {
        return import(callbacks, detail::catcher(), plypack_writer_add_pgn, pgn.data(), pgn.size(), threads);
    }
    /** Like `add_pgn`, but reads a PGN file, or a SCID 4 database by its index (`.si4`). */
    import_counts add_pgn_file(std::string_view path, const callbacks &callbacks = {}, std::uint32_t threads = 0) {
        const std::string c_path = detail::c_path(path);
        return import(callbacks, detail::catcher(), plypack_writer_add_pgn_file, c_path.c_str(), threads);
    }
    /** Like `add_pgn`, but reads a text that a function supplies in pieces. The total of the progress is 0 (unknown). */
    import_counts add_pgn_from(const pgn_function &read, const callbacks &callbacks = {}, std::uint32_t threads = 0) {
        detail::pgn_source source(read);
        return import(callbacks, source, plypack_writer_add_pgn_callback, source.run, &source, threads);
    }
    /** Returns one past the highest game number: the number of the next game. */
    std::uint64_t number_end() const noexcept { return plypack_writer_number_end(get()); }
    /** Returns the number of bytes that `append` found at the end of the file because a killed writer left them. */
    std::uint64_t rolled_back_bytes() const noexcept { return plypack_writer_rolled_back_bytes(get()); }
    /** Completes the file, flushes it to the storage device, and puts a created file in its place. The destructor does not do
     * this. */
    void finish() { call(plypack_writer_finish); }
    /** Discards everything that this writer wrote: a new file is not created, and a file opened for appending is left as it was. */
    void abort() { call(plypack_writer_abort); }
    /** Returns the finished file of `memory`, valid until the writer is destroyed; empty for other writers. */
    bytes_view bytes() const & noexcept {
        const auto c = plypack_writer_bytes(get());
        return {c.data, c.len};
    }
    /** As above for a temporary object; returns a copy. */
    std::vector<std::uint8_t> bytes() && { return {bytes().begin(), bytes().end()}; }

private:
    explicit writer(detail::handle<plypack_writer> handle, std::unique_ptr<detail::write_sink> sink = {}) noexcept
        : sink_(std::move(sink)), handle_(std::move(handle)) {}

    template <class F, class... A> void call(F *function, const A &...arguments) {
        if (sink_) return sink_->call(function, get(), arguments...);
        detail::call(function, get(), arguments...);
    }

    template <class F, class... A>
    import_counts import(const callbacks &functions, const detail::catcher &source, F *function, const A &...arguments) {
        detail::c_callbacks reports(functions);
        plypack_imported c = PLYPACK_IMPORTED_INIT;
        try {
            call(function, arguments..., reports.get(), &c);
        } catch (const error &) {
            reports.rethrow();
            source.rethrow();
            throw;
        }
        return {c.games, c.plies, c.issues, c.games_with_issues, c.games_cut_short, c.duplicates};
    }

    std::unique_ptr<detail::write_sink> sink_;
    detail::handle<plypack_writer> handle_;
};

/** Counts of an export, a repair or a recoding. */
struct export_counts {
    /** Games written. */
    std::uint64_t games;
    /** Games that are lost or incomplete: the sum of the counts passed to `callbacks.corruption`. A game with two corrupt parts counts
     * twice. */
    std::uint64_t corrupt;
    /** Games that were written with a part missing or changed. */
    std::uint64_t incomplete;
    /** Games that could not be written. */
    std::uint64_t lost;
    /** True if the PGN text ends inside a comment; see `plypack_exported`. */
    bool ends_in_comment;

    explicit export_counts(const plypack_exported &c) noexcept
        : games(c.games), corrupt(c.corrupt), incomplete(c.incomplete), lost(c.lost),
          ends_in_comment(c.ends_in_comment != 0) {}
};

namespace detail {

template <class F>
export_counts rewrite(F *function, std::string_view from, std::string_view to, const writer_options &options,
                      const callbacks &functions, std::uint32_t threads) {
    const std::string old_path = c_path(from), new_path = c_path(to);
    c_callbacks reports(functions);
    const plypack_options c_options = options.make();
    plypack_exported c = PLYPACK_EXPORTED_INIT;
    reports.call(function, old_path.c_str(), new_path.c_str(), &c_options, threads, reports.get(), &c);
    return export_counts(c);
}

} // namespace detail

/** Writes all readable games of the file at `from` to a new file at `to`, with `threads` threads (0: one per core). Passes lost
 * games to `callbacks.corruption`, and counts them. Without options, the new file has the codec of the old file. */
inline export_counts repair_file(std::string_view from, std::string_view to, const writer_options &options = {},
                                 const callbacks &callbacks = {}, std::uint32_t threads = 0) {
    return detail::rewrite(plypack_file_repair, from, to, options, callbacks, threads);
}

/** Rewrites a damaged commit record of the file at `path`, and nothing else. Returns whether a record was damaged. */
inline bool repair_records(std::string_view path) {
    return detail::get<std::uint32_t>(plypack_file_repair_records, detail::c_path(path).c_str()) != 0;
}

/** Appends one game to a file, and returns its number. The game is then on the storage device. */
inline std::uint64_t append_game(std::string_view path, const game &game) {
    return detail::get<std::uint64_t>(plypack_file_append_game, detail::c_path(path).c_str(), game.get());
}
/** Replaces game `number` of a file. The change is then on the storage device. `seen` is as in `writer::delete_game`. */
inline void replace_game(std::string_view path, std::uint64_t number, const game &game,
                         const std::optional<state> &seen = {}) {
    detail::call(plypack_file_replace_game, detail::c_path(path).c_str(), number, game.get(),
                 seen ? &seen->get() : nullptr);
}
/** Like `repair_file`, but for an undamaged file, with another codec or level. The call throws for a game that cannot be read,
 * unless there is a `callbacks.corruption`. */
inline export_counts recode_file(std::string_view from, std::string_view to, const writer_options &options,
                                 const callbacks &callbacks = {}, std::uint32_t threads = 0) {
    return detail::rewrite(plypack_file_recode, from, to, options, callbacks, threads);
}

/** Adds a position index to the file at `path`, for the games without an index or, with the flag PLYPACK_INDEX_AGAIN, for all
 * games. `memory` is the number of bytes for games and positions; 0 means 512 MB. Returns the number of indexed games. */
inline std::uint64_t index_file(std::string_view path, const callbacks &callbacks = {}, std::uint32_t threads = 0,
                                std::uint32_t flags = 0, std::uint64_t memory = 0) {
    const std::string c_path = detail::c_path(path);
    detail::c_callbacks reports(callbacks);
    plypack_index_options options = PLYPACK_INDEX_OPTIONS_INIT;
    options.flags = flags;
    options.memory = memory;
    std::uint64_t games = 0;
    reports.call(plypack_file_index, c_path.c_str(), &options, threads, reports.get(), &games);
    return games;
}

/** Counts of a compaction. */
struct compact_counts {
    /** Games in the new file. */
    std::uint64_t games;
    /** Deleted games that were removed. */
    std::uint64_t deleted;
    /** Old versions of games that were removed. */
    std::uint64_t old_versions;
    /** Games with new numbers: all games after the first deleted one. */
    std::uint64_t renumbered;
    /** The old number of the first renumbered game. */
    std::uint64_t first_old;
    /** The new number of that game. The games after it have the numbers that follow. */
    std::uint64_t first_new;
    /** The size of the old file in bytes. */
    std::uint64_t bytes_before;
    /** The size of the new file in bytes. */
    std::uint64_t bytes_after;
};

/** Removes deleted games and old versions from the file at `path`; games after a deleted one get new numbers. Without `to`, the
 * new file replaces the old file; otherwise the call creates it at `to`. On failure nothing is changed, with the exception that
 * `plypack_file_compact` describes. */
inline compact_counts compact_file(std::string_view path, std::optional<std::string_view> to = std::nullopt,
                                   const callbacks &callbacks = {}, std::uint32_t threads = 0) {
    const std::string old_path = detail::c_path(path), new_path = to ? detail::c_path(*to) : std::string();
    const char *target = to ? new_path.c_str() : nullptr;
    detail::c_callbacks reports(callbacks);
    plypack_compacted c = PLYPACK_COMPACTED_INIT;
    reports.call(plypack_file_compact, old_path.c_str(), target, threads, reports.get(), &c);
    return {c.games, c.deleted, c.old_versions, c.renumbered, c.first_old, c.first_new, c.bytes_before, c.bytes_after};
}

/** Renames a player in all games of the file at `path`, and returns the number of games that changed. Both names are values of the tags
 * `White` and `Black` as they are stored (`tag_line::escaped`). Rewrites the file without reading moves; games keep their numbers. */
inline std::uint64_t rename_player(std::string_view path, std::string_view from, std::string_view to,
                                   const callbacks &callbacks = {}, std::uint32_t threads = 0) {
    const std::string c_path = detail::c_path(path);
    detail::c_callbacks reports(callbacks);
    std::uint64_t games = 0;
    reports.call(plypack_file_rename_player, c_path.c_str(), from.data(), from.size(), to.data(), to.size(), threads,
                 reports.get(), &games);
    return games;
}

/** The kind of an edit. */
enum class edit_kind : std::uint32_t {
    none = PLYPACK_EDIT_NONE,
    deleted = PLYPACK_EDIT_DELETED,
    restored = PLYPACK_EDIT_RESTORED,
    replaced = PLYPACK_EDIT_REPLACED,
};

/** An edit of a file. */
struct edit {
    /** The number of the commit with the edit; 0 is the commit that created the file. */
    std::uint64_t append;
    /** The number of the game. */
    std::uint64_t number;
    /** The kind of the edit. */
    edit_kind kind;
};

/** The edits of a file. */
struct edit_log {
    /** Sorted by commit, then by number. */
    std::vector<edit> edits;
    /** True if the list is complete. It is incomplete if an old footer is damaged, but no game is lost. */
    bool is_complete;
};

namespace detail {

class game_source {
public:
    game_source(const plypack_reader *reader, std::uint64_t first, std::uint64_t end, corruption_function corruption)
        : reader_(reader), next_(first), end_(end), corruption_(std::move(corruption)) {}
    const game *next() {
        while (next_ < end_) {
            const std::uint64_t number = next_++;
            try {
                call(plypack_reader_read_game, reader_, number, game_.get());
                return &game_;
            } catch (const error &failed) {
                if (failed.status() == PLYPACK_NOT_FOUND) continue; // It was deleted.
                if (!corruption_ || !is_corruption(failed)) throw;
                report(number, failed);
            }
        }
        return nullptr;
    }

private:
    static bool is_corruption(const error &failed) {
        return failed.kind() == PLYPACK_CLASS_MALFORMED || failed.kind() == PLYPACK_CLASS_UNSUPPORTED ||
               failed.kind() == PLYPACK_CLASS_LIMIT || failed.kind() == PLYPACK_CLASS_CHECKSUM;
    }
    void report(std::uint64_t number, const error &failed) {
        plypack_corruption found{};
        found.first = number;
        found.count = 1;
        found.error.status = plypack_status(failed.status());
        found.error.offset = failed.offset().value_or(PLYPACK_NO_OFFSET);
        found.error.message = {failed.message().data(), failed.message().size()};
        corruption_(found);
    }

    const plypack_reader *reader_;
    std::uint64_t next_, end_;
    corruption_function corruption_;
    game game_;
};

} // namespace detail

using game_range = detail::range<detail::game_source, game>;

/** The main lines of some games: one element for each game. */
class move_batch {
public:
    /** Allocates space for `games` games and `plies` moves. The space grows if one game needs more. */
    explicit move_batch(std::size_t games = 1000, std::size_t plies = 100000) : moves_(plies), offsets_(games + 1) {}

    /** Returns the number of the first game. */
    std::uint64_t first() const noexcept { return first_; }
    /** Returns the number of games; 0 after the last game. */
    std::size_t size() const noexcept { return games_; }
    /** Returns the moves of game `first() + index`. */
    moves_view operator[](std::size_t index) const & noexcept {
        return {moves_.data() + offsets_[index], offsets_[index + 1] - offsets_[index]};
    }
    /** Returns the moves of all games of the batch. */
    moves_view moves() const & noexcept { return {moves_.data(), offsets_[games_]}; }
    moves_view operator[](std::size_t index) && = delete;
    moves_view moves() && = delete;

private:
    friend class scan;
    std::vector<std::uint16_t> moves_;
    std::vector<std::size_t> offsets_;
    std::uint64_t first_ = 0;
    std::size_t games_ = 0;
};

/** The main lines of many games: the fastest way to read every ply. Threads may share a scan, each with its own batch. */
class scan {
public:
    /** Takes ownership of a C handle. */
    explicit scan(detail::handle<plypack_scan> handle) noexcept : handle_(std::move(handle)) {}
    plypack_scan *get() const noexcept { return handle_.get(); }

    /** Restarts the scan with games `first` to `first + count - 1`. */
    void set_games(std::uint64_t first, std::uint64_t count) {
        detail::call(plypack_scan_set_games, get(), first, count);
    }
    /** Reads the next games into `batch`; returns false after the last game. A game that cannot be read has no moves, and the call
     * passes it to `corruption`; without `corruption` the call throws, and the next call continues. */
    [[nodiscard]] bool next(move_batch &batch, const corruption_function &corruption = {}) const {
        while (!read(batch, detail::c_callbacks({{}, corruption, {}}))) {
        }
        return batch.games_ > 0;
    }

private:
    /* Returns false if the batch had to grow. */
    bool read(move_batch &batch, const detail::c_callbacks &callbacks) const {
        std::size_t count = 0;
        batch.games_ = 0;
        batch.offsets_[0] = 0;
        const auto status = callbacks.call_or(PLYPACK_BUFFER_TOO_SMALL, plypack_scan_next, get(), callbacks.get(),
                                              batch.moves_.data(), batch.moves_.size(), batch.offsets_.data(),
                                              batch.offsets_.size(), &count, &batch.first_, &batch.games_);
        if (status == PLYPACK_OK) return true;
        batch.moves_.resize(count);
        if (batch.offsets_.size() < 2) batch.offsets_.resize(2);
        return false;
    }

    detail::handle<plypack_scan> handle_;
};

namespace detail {

inline std::vector<error> errors_of(plypack_error_array c) {
    std::vector<error> errors;
    for (std::size_t i = 0; i < c.len; i++) {
        errors.emplace_back(c.data[i].status, c.data[i].offset, std::string(view_of(c.data[i].message)));
    }
    return errors;
}

} // namespace detail

/** The files that paths lead to. */
struct found_files {
    /** The paths of the files. `std::vector<reader>(files.begin(), files.end())` opens the files, and searches accept such a
     * vector. */
    std::vector<std::string> files;
    /** An error for each path that led to no file; the message names the path. */
    std::vector<error> errors;
};

/** Finds the files that paths lead to. A folder leads to the files in it and below it whose names end in `.plypack`, sorted by name.
 * If several paths lead to a file, the call finds it once. */
[[nodiscard]] inline found_files find_files(const std::vector<std::string> &paths, const callbacks &callbacks = {}) {
    std::vector<std::string> checked;
    for (const std::string &path : paths) checked.push_back(detail::c_path(path));
    std::vector<const char *> c_paths;
    for (const std::string &path : checked) c_paths.push_back(path.c_str());
    detail::c_callbacks reports(callbacks);
    plypack_paths *raw = nullptr;
    reports.call(plypack_paths_find, c_paths.data(), c_paths.size(), reports.get(), &raw);
    const detail::handle<plypack_paths> c(raw);
    found_files found;
    const plypack_path_array files = plypack_paths_view(c.get());
    found.files.assign(files.data, files.data + files.len);
    found.errors = detail::errors_of(plypack_paths_errors(c.get()));
    return found;
}

/** An open file. Games are numbered from 0. `flags` is 0 or a sum of PLYPACK_OPEN_... numbers; without PLYPACK_OPEN_ACCEPT_DAMAGE,
 * opening a damaged file throws. The reader does not see games of an unfinished append; PLYPACK_INFO_BYTES_UNFINISHED is the number of
 * their bytes. */
class reader {
public:
    explicit reader(const std::string &path, std::uint32_t flags = 0)
        : handle_(detail::make<plypack_reader>(plypack_reader_open, detail::c_path(path).c_str(), flags)) {}
    /** Opens a file in memory. Copies the bytes unless `flags` has PLYPACK_OPEN_BORROWED. */
    explicit reader(bytes_view file, std::uint32_t flags = 0)
        : handle_(detail::make<plypack_reader>(plypack_reader_open_memory, file.data(), file.size(), flags)) {}
    /** Takes ownership of a C handle, for example from `plypack_reader_open_callbacks` for a file on a network. */
    explicit reader(detail::handle<plypack_reader> handle) noexcept : handle_(std::move(handle)) {}
    plypack_reader *get() const noexcept { return handle_.get(); }

    /** Returns one past the highest game number; counts deleted games. */
    std::uint64_t number_end() const noexcept { return plypack_reader_number_end(get()); }
    /** Returns the number of games, without deleted games. */
    std::uint64_t game_count() const noexcept { return plypack_reader_game_count(get()); }
    /** Updates the reader to the current file, and returns whether numbers still name the same games. No other thread may use the
     * reader during the call. */
    refreshed refresh() { return plypack::refreshed(detail::get<plypack_refreshed>(plypack_reader_refresh, get())); }
    /** Sets the approximate size of the block cache in bytes; the default is 64 MiB. */
    void set_cache(std::size_t bytes) { detail::call(plypack_reader_set_cache, get(), bytes); }
    /** Returns games `first` to `end - 1`, without deleted games, for a `for` loop. The loop reads each game into the same
     * object.
     *
     * For a game that cannot be read, the loop throws an error that names the game. With `corruption`, the loop passes such
     * games to it and continues. */
    game_range games(std::uint64_t first, std::uint64_t end, const corruption_function &corruption = {}) const & {
        return game_range([reader = get(), first, end, corruption] {
            return std::make_shared<detail::game_source>(reader, first, end, corruption);
        });
    }
    /* Deleted, because the reader would be gone during the loop. */
    game_range games(std::uint64_t first, std::uint64_t end, const corruption_function &corruption = {}) && = delete;
    /** Returns all games: `for (const plypack::game &game : reader)`. */
    game_range::iterator begin() const { return games(0, number_end()).begin(); }
    game_range::iterator end() const noexcept { return {}; }
    /** Returns the main lines of all games. */
    plypack::scan scan_moves() const {
        const std::uint32_t table = PLYPACK_SCAN_MOVES;
        return plypack::scan(detail::make<plypack_scan>(plypack_scan_new, get(), table));
    }

    /** Reads a game. */
    [[nodiscard]] game read(std::uint64_t number) const {
        game made;
        read(number, made);
        return made;
    }
    /** Reads into an existing game, which saves allocations. */
    void read(std::uint64_t number, game &game) const {
        detail::call(plypack_reader_read_game, get(), number, game.get());
    }
    /** Like `read`, but faster, because it reads neither moves nor annotations. */
    void read_tags(std::uint64_t number, game &game) const {
        detail::call(plypack_reader_read_tags, get(), number, game.get());
    }
    /** Reads only the main line of a game. */
    std::vector<std::uint16_t> read_moves(std::uint64_t number) const {
        return detail::fill<std::vector<std::uint16_t>>(256, plypack_reader_read_moves, get(), number);
    }
    /** Returns a figure about the file, one of the `PLYPACK_INFO_` numbers. */
    std::uint64_t info(plypack_info field) const {
        return detail::get<std::uint64_t>(plypack_reader_info, get(), field);
    }
    /** Returns whether a game was deleted. */
    bool is_deleted(std::uint64_t number) const noexcept { return plypack_reader_edit(get(), number) == PLYPACK_EDIT_DELETED; }
    /** Returns whether another game replaced this one. */
    bool is_replaced(std::uint64_t number) const noexcept { return plypack_reader_edit(get(), number) == PLYPACK_EDIT_REPLACED; }
    /** Returns the edits since the file was created or compacted. */
    edit_log edits(const callbacks &callbacks = {}) const {
        detail::c_callbacks reports(callbacks);
        plypack_edits *raw = nullptr;
        reports.call(plypack_reader_edits, get(), reports.get(), &raw);
        const detail::handle<plypack_edits> handle(raw);
        const plypack_edit_array c = plypack_edits_view(raw);
        edit_log log{{}, c.is_complete != 0};
        for (std::size_t i = 0; i < c.len; i++) {
            log.edits.push_back({c.data[i].append, c.data[i].number, edit_kind(c.data[i].kind)});
        }
        return log;
    }
    /** Returns the state of the file when it was opened or last refreshed; see `state`. */
    plypack::state state() const { return plypack::state(detail::get<plypack_state>(plypack_reader_state, get())); }
    /** Returns the errors in the structure of the file; empty unless the structure is damaged. */
    std::vector<error> errors() const { return detail::errors_of(plypack_reader_errors(get())); }
    /** Verifies the file with `threads` threads (0: one per core). Returns 0 for a valid file, otherwise the number of corrupt
     * games plus the number of errors in the structure. With the flag PLYPACK_VERIFY_INDEX, also verifies the position index.
     * See `plypack_reader_verify`. */
    [[nodiscard]] std::uint64_t verify(const callbacks &callbacks = {}, std::uint32_t threads = 0,
                                       std::uint32_t flags = 0) const {
        std::uint64_t corrupt = 0;
        detail::c_callbacks reports(callbacks);
        reports.call(plypack_reader_verify, get(), flags, threads, reports.get(), &corrupt);
        return corrupt;
    }
    /** Passes all games as PGN text to `write`, with `threads` threads (0: one per core) and the opening tags that `classify`
     * sets. Passes games that cannot be read to `callbacks.corruption` and leaves them out; without this callback the call
     * throws. */
    export_counts export_pgn(const write_function &write, const callbacks &callbacks = {}, std::uint32_t threads = 0,
                             opening_tags classify = opening_tags::none) const {
        return export_pgn(0, number_end(), write, callbacks, threads, classify);
    }
    /** Like `export_pgn`, but exports games `first` to `first + count - 1`. */
    export_counts export_pgn(std::uint64_t first, std::uint64_t count, const write_function &write,
                             const callbacks &callbacks = {}, std::uint32_t threads = 0,
                             opening_tags classify = opening_tags::none) const {
        return exported(write, callbacks, plypack_reader_export_pgn, first, count, threads, classify);
    }
    /** Like `export_pgn`, but exports the games in `numbers`, in that order. */
    export_counts export_games(view<const std::uint64_t> numbers, const write_function &write,
                               const callbacks &callbacks = {}, std::uint32_t threads = 0,
                               opening_tags classify = opening_tags::none) const {
        return exported(write, callbacks, plypack_reader_export_games, numbers.data(), numbers.size(), threads, classify);
    }
    /** Like `export_games`, but returns a string. */
    std::string pgn_of(view<const std::uint64_t> numbers, const callbacks &callbacks = {},
                       std::uint32_t threads = 0) const {
        std::string text;
        const auto append = [&](bytes_view bytes) {
            text.append(reinterpret_cast<const char *>(bytes.data()), bytes.size());
        };
        export_games(numbers, append, callbacks, threads);
        return text;
    }

private:
    template <class F, class G>
    export_counts exported(const write_function &write, const callbacks &functions, F *function, G games,
                           std::uint64_t count, std::uint32_t threads, opening_tags classify) const {
        detail::c_callbacks reports(functions);
        detail::write_sink sink(write);
        plypack_export_options options = PLYPACK_EXPORT_OPTIONS_INIT;
        options.classify = static_cast<std::uint32_t>(classify);
        plypack_exported c = PLYPACK_EXPORTED_INIT;
        try {
            reports.call(function, get(), games, count, &options, threads, sink.run, &sink, reports.get(), &c);
        } catch (const error &) {
            sink.rethrow();
            throw;
        }
        return export_counts(c);
    }

    detail::handle<plypack_reader> handle_;
};

inline void writer::copy_games(const reader &from, view<const std::uint64_t> numbers, const callbacks &callbacks) {
    detail::c_callbacks reports(callbacks);
    try {
        call(plypack_writer_copy_games, from.get(), numbers.data(), numbers.size(), reports.get());
    } catch (const error &) {
        reports.rethrow();
        throw;
    }
}

} // namespace plypack

#endif
