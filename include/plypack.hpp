/* plypack for C++17 and later: a thin layer over plypack.h. GPL-3.0-or-later.
 *
 * - Objects own their C handle, and free it when they are destroyed. They move and do not copy; `position::clone` makes a
 *   copy. An object that was moved from can only be assigned to or destroyed.
 * - Failures are thrown as `plypack::error`. What a function throws that plypack was given comes out of the call.
 * - Texts are `std::string_view`, arrays are `plypack::view`. Those that come from an object are valid as long as
 *   plypack.h says: until the object is changed or destroyed. Text is bytes, usually but not always UTF-8.
 * - Moves are move words (spec/moves.md), made and shown by `position` and `game`.
 * - Threads: as plypack.h says, which counts a const member function as a const receiver.
 * - `get()` gives the C handle, for everything that is not here.
 * - A range belongs to the object that gave it, which must live and stay as it is during the loop.
 */
#ifndef PLYPACK_HPP
#define PLYPACK_HPP

#if !(__cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L))
#error "plypack.hpp needs C++17"
#endif

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plypack.h"

namespace plypack {

/** A failed call. The message, `what()`, is English, for people, and may change. */
class error : public std::runtime_error {
public:
    error(plypack_status status, std::uint64_t offset, const std::string &message)
        : std::runtime_error(message), status_(status), offset_(offset) {}

    plypack_status status() const noexcept { return status_; }
    /** The name of the status, for example "CHECKSUM_SECTION". */
    std::string_view status_name() const noexcept { return plypack_status_name(status_); }
    /** What kind of problem it is. */
    plypack_class kind() const noexcept { return plypack_status_class(status_); }
    std::string_view message() const noexcept { return what(); }
    /** The byte of the file, or what the C function says, where a place is known. */
    std::optional<std::uint64_t> offset() const noexcept {
        return offset_ == PLYPACK_NO_OFFSET ? std::nullopt : std::optional<std::uint64_t>(offset_);
    }

private:
    plypack_status status_;
    std::uint64_t offset_;
};

/** `size()` elements that lie somewhere else, as C++20's `std::span`. */
template <class T> class view {
public:
    view() noexcept = default;
    view(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    /** All of a vector, an array, or the like. */
    template <class C, class = decltype(static_cast<T *>(std::data(std::declval<const C &>())))>
    view(const C &container) noexcept : data_(std::data(container)), size_(std::size(container)) {}

    T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    T *begin() const noexcept { return data_; }
    T *end() const noexcept { return data_ + size_; }
    T &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

using moves_view = view<const std::uint16_t>;
using bytes_view = view<const std::uint8_t>;

/* What the classes below are made with. Not for programs. */
namespace detail {

struct free_handle {
    void operator()(plypack_error *handle) const noexcept { plypack_error_free(handle); }
    void operator()(plypack_game *handle) const noexcept { plypack_game_free(handle); }
    void operator()(plypack_options *handle) const noexcept { plypack_options_free(handle); }
    void operator()(plypack_position *handle) const noexcept { plypack_position_free(handle); }
    void operator()(plypack_reader *handle) const noexcept { plypack_reader_free(handle); }
    void operator()(plypack_walk *handle) const noexcept { plypack_walk_free(handle); }
    void operator()(plypack_writer *handle) const noexcept { plypack_writer_free(handle); }
};

template <class T> using handle = std::unique_ptr<T, free_handle>;

/* Calls a C function with these arguments and an error object; throws unless it succeeds, or its status is `allowed`. A
 * thread keeps one object for its next call; a call within a callback finds it taken, and makes its own. */
template <class F, class... A> plypack_status call_or(plypack_status allowed, F *function, const A &...arguments) {
    static thread_local handle<plypack_error> spare;
    handle<plypack_error> error = std::move(spare);
    if (!error) error.reset(plypack_error_new());
    const plypack_status status = function(arguments..., error.get());
    if (status != PLYPACK_OK && status != allowed) {
        throw plypack::error(status, plypack_error_offset(error.get()), plypack_error_message(error.get()));
    }
    spare = std::move(error);
    return status;
}

template <class F, class... A> void call(F *function, const A &...arguments) {
    call_or(PLYPACK_OK, function, arguments...);
}

/* The value that a C function writes; its address comes behind the arguments. */
template <class T, class F, class... A> T get(F *function, const A &...arguments) {
    T value{};
    call(function, arguments..., &value);
    return value;
}

/* The handle that a C function makes. */
template <class T, class F, class... A> handle<T> make(F *function, const A &...arguments) {
    return handle<T>(get<T *>(function, arguments...));
}

/* What a C function writes into a string or vector: buffer, capacity and length come behind the arguments. The capacity
 * of texts counts the NUL, the length does not. */
template <class C, class F, class... A> C fill(std::size_t capacity, F *function, const A &...arguments) {
    C buffer(capacity, {});
    std::size_t len = 0;
    call(function, arguments..., buffer.data(), capacity, &len);
    buffer.resize(len);
    return buffer;
}

inline std::string_view view_of(plypack_text text) noexcept { return {text.data, text.len}; }

/* A C++ function as C callback and user pointer. What it throws stops the work; `call` throws it again. */
template <class... Arguments> class callback {
public:
    explicit callback(std::function<void(Arguments...)> target) : target_(std::move(target)) {}

    static std::int32_t run(void *user, Arguments... arguments) noexcept {
        auto *self = static_cast<callback *>(user);
        try {
            self->target_(arguments...);
            return 0;
        } catch (...) {
            self->thrown_ = std::current_exception();
            return 1;
        }
    }
    /* As `detail::call`; what the target threw goes before the error of the call. */
    template <class F, class... A> void call(F *function, const A &...arguments) const {
        try {
            detail::call(function, arguments...);
        } catch (const error &) {
            if (thrown_) std::rethrow_exception(thrown_);
            throw;
        }
    }

private:
    std::function<void(Arguments...)> target_;
    std::exception_ptr thrown_;
};

/* A range for a `for` loop over what `Source` gives: `const Value *next()`, NULL at the end. */
template <class Source, class Value> class input_iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using pointer = const Value *;
    using reference = const Value &;

    input_iterator() = default;
    explicit input_iterator(std::shared_ptr<Source> source) : source_(std::move(source)) { ++*this; }
    reference operator*() const noexcept { return *value_; }
    pointer operator->() const noexcept { return value_; }
    input_iterator &operator++() {
        value_ = source_->next();
        return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const input_iterator &a, const input_iterator &b) noexcept { return a.value_ == b.value_; }
    friend bool operator!=(const input_iterator &a, const input_iterator &b) noexcept { return a.value_ != b.value_; }

private:
    std::shared_ptr<Source> source_;
    pointer value_ = nullptr;
};

/* What `begin` of the range makes: a new source each time. */
template <class Source, class Value> class range {
public:
    using iterator = input_iterator<Source, Value>;
    explicit range(std::function<std::shared_ptr<Source>()> make) : make_(std::move(make)) {}
    iterator begin() const { return iterator(make_()); }
    iterator end() const noexcept { return {}; }

private:
    std::function<std::shared_ptr<Source>()> make_;
};

} // namespace detail

/** A chess position, of Chess960 too. */
class position {
public:
    /** The usual starting position. */
    position() : handle_(detail::make<plypack_position>(plypack_position_new)) {}
    /** From a FEN. */
    explicit position(std::string_view fen)
        : handle_(detail::make<plypack_position>(plypack_position_from_fen, fen.data(), fen.size())) {}
    /** Takes over a C handle. */
    explicit position(detail::handle<plypack_position> handle) noexcept : handle_(std::move(handle)) {}

    position clone() const { return position(detail::make<plypack_position>(plypack_position_clone, get())); }
    plypack_position *get() const noexcept { return handle_.get(); }

    std::string fen() const { return detail::fill<std::string>(PLYPACK_FEN_CAPACITY, plypack_position_fen, get()); }
    /** The side to move. */
    plypack_color turn() const { return detail::get<plypack_color>(plypack_position_turn, get()); }
    /** The legal moves in canonical order, without the null move. */
    std::vector<std::uint16_t> legal_moves() const {
        const auto count = detail::get<std::size_t>(plypack_position_legal_move_count, get());
        return detail::fill<std::vector<std::uint16_t>>(count, plypack_position_legal_moves, get());
    }
    /** Plays a move; on failure the position stays. */
    void play(std::uint16_t move) { detail::call(plypack_position_play, get(), move); }
    /** The move that a text in UCI notation stands for. */
    std::uint16_t move_from_uci(std::string_view uci) const {
        return detail::get<std::uint16_t>(plypack_position_move_from_uci, get(), uci.data(), uci.size());
    }
    /** The move that a text in SAN stands for. */
    std::uint16_t move_from_san(std::string_view san) const {
        return detail::get<std::uint16_t>(plypack_position_move_from_san, get(), san.data(), san.size());
    }
    std::string move_to_uci(std::uint16_t move) const {
        return detail::fill<std::string>(PLYPACK_MOVE_CAPACITY, plypack_position_move_to_uci, get(), move);
    }
    std::string move_to_san(std::uint16_t move) const {
        return detail::fill<std::string>(PLYPACK_MOVE_CAPACITY, plypack_position_move_to_san, get(), move);
    }

private:
    detail::handle<plypack_position> handle_;
};

/** A move codec: one of the `PLYPACK_CODEC_` numbers. */
class codec {
public:
    constexpr codec(std::uint32_t number) noexcept : number_(number) {}
    static codec named(std::string_view name) {
        return detail::get<std::uint32_t>(plypack_codec_from_name, name.data(), name.size());
    }
    /** All codecs that are built in. */
    static std::vector<codec> all() {
        std::vector<codec> codecs;
        for (std::size_t i = 0; i < plypack_codec_count(); i++) {
            codecs.emplace_back(detail::get<std::uint32_t>(plypack_codec_at, i));
        }
        return codecs;
    }

    constexpr std::uint32_t number() const noexcept { return number_; }
    std::string_view name() const { return detail::view_of(detail::get<plypack_text>(plypack_codec_name, number_)); }
    /** The code of moves that are played from `start`. The offset of an illegal move is its ply. */
    std::vector<std::uint8_t> encode(const position &start, moves_view moves) const {
        const auto bound = detail::get<std::size_t>(plypack_codec_encode_bound, number_, moves.size());
        return detail::fill<std::vector<std::uint8_t>>(bound, plypack_codec_encode, number_, start.get(), moves.data(),
                                                       moves.size());
    }
    /** The code of one move. */
    std::vector<std::uint8_t> encode(const position &start, std::uint16_t move) const {
        return encode(start, moves_view(&move, 1));
    }
    /** Exactly `plies` moves, for which all of the code must be used up. */
    std::vector<std::uint16_t> decode(const position &start, bytes_view code, std::size_t plies) const {
        std::vector<std::uint16_t> moves(plies);
        detail::call(plypack_codec_decode, number_, start.get(), code.data(), code.size(), plies, moves.data(), plies);
        return moves;
    }
    /** All moves of a code that tells by itself where it ends; see `plypack_codec_decode_all`. */
    std::vector<std::uint16_t> decode_all(const position &start, bytes_view code) const {
        const auto bound = detail::get<std::size_t>(plypack_codec_decode_bound, number_, code.size());
        return detail::fill<std::vector<std::uint16_t>>(bound, plypack_codec_decode_all, number_, start.get(),
                                                        code.data(), code.size());
    }

    friend constexpr bool operator==(codec a, codec b) noexcept { return a.number_ == b.number_; }
    friend constexpr bool operator!=(codec a, codec b) noexcept { return a.number_ != b.number_; }

private:
    std::uint32_t number_;
};

/** A line of the tag section; see `plypack_tag`. */
struct tag {
    plypack_tag_kind kind;
    std::string_view name, value, raw;
    explicit tag(const plypack_tag &c) noexcept
        : kind(c.kind), name(detail::view_of(c.name)), value(detail::view_of(c.value)), raw(detail::view_of(c.raw)) {}
};

/** A step of a walk; see `plypack_step`. Its text is valid until the loop ends. */
struct step {
    plypack_token_kind kind;
    std::uint32_t number, depth, ply;
    std::string_view text;
    explicit step(const plypack_step &c) noexcept
        : kind(c.token.kind), number(c.token.number), depth(c.depth), ply(c.ply), text(detail::view_of(c.token.text)) {}
};

namespace detail {

class tag_source {
public:
    explicit tag_source(const plypack_game *game) noexcept : game_(game) {}
    const tag *next() {
        plypack_tag found{};
        if (call_or(PLYPACK_OUT_OF_RANGE, plypack_game_tag, game_, index_++, &found) != PLYPACK_OK) return nullptr;
        return &tag_.emplace(found);
    }

private:
    const plypack_game *game_;
    std::size_t index_ = 0;
    std::optional<tag> tag_;
};

class walk_source {
public:
    explicit walk_source(const plypack_game *game) : walk_(make<plypack_walk>(plypack_walk_new, game)) {}
    const step *next() {
        step_.emplace(get<plypack_step>(plypack_walk_next, walk_.get()));
        return step_->kind == PLYPACK_TOKEN_NONE ? nullptr : &*step_;
    }

private:
    handle<plypack_walk> walk_;
    std::optional<step> step_;
};

} // namespace detail

using tag_range = detail::range<detail::tag_source, tag>;
using walk_range = detail::range<detail::walk_source, step>;

/** A game: tags, moves, annotations. Views into it are valid until it is changed. */
class game {
public:
    game() : handle_(detail::make<plypack_game>(plypack_game_new)) {}
    /** The first game of a PGN text; `rest` has what could not be read. */
    explicit game(std::string_view pgn) : game() {
        detail::get<std::size_t>(plypack_game_read_pgn, get(), pgn.data(), pgn.size());
    }
    plypack_game *get() const noexcept { return handle_.get(); }

    /** The lines of the tag section, for a `for` loop. */
    tag_range tags() const {
        return tag_range([game = get()] { return std::make_shared<detail::tag_source>(game); });
    }
    /** The value of the first tag of this name. */
    std::optional<std::string_view> tag(std::string_view name) const {
        plypack_tag c{};
        const auto status =
            detail::call_or(PLYPACK_OUT_OF_RANGE, plypack_game_find_tag, get(), name.data(), name.size(), &c);
        return status == PLYPACK_OK ? std::optional(detail::view_of(c.value)) : std::nullopt;
    }
    /** The main line. */
    moves_view moves() const {
        const auto c = detail::get<plypack_moves>(plypack_game_moves, get());
        return {c.data, c.len};
    }
    /** Moves, variations, comments and NAGs in the order of the movetext, for a `for` loop. */
    walk_range walk() const {
        return walk_range([game = get()] { return std::make_shared<detail::walk_source>(game); });
    }
    plypack_start start() const { return detail::get<plypack_start>(plypack_game_start, get()); }
    plypack_termination termination() const {
        return detail::get<plypack_termination>(plypack_game_termination, get());
    }
    /** The position before ply `ply` of the main line, from 0. Takes time in proportion to `ply`. */
    plypack::position position(std::size_t ply = 0) const {
        return plypack::position(detail::make<plypack_position>(plypack_game_position, get(), ply));
    }
    /** Movetext that could not be read, as it was. */
    std::string_view rest() const { return detail::view_of(detail::get<plypack_text>(plypack_game_rest, get())); }
    /** The main line in UCI notation, with single spaces. */
    std::string uci_line() const { return text(plypack_game_line_bound, plypack_game_uci_line); }
    /** The main line in SAN, with single spaces and without move numbers. */
    std::string san_line() const { return text(plypack_game_line_bound, plypack_game_san_line); }
    std::string pgn() const { return text(plypack_game_pgn_size, plypack_game_pgn); }

    void clear() { detail::call(plypack_game_clear, get()); }
    void add_tag(std::string_view name, std::string_view value) {
        detail::call(plypack_game_add_tag, get(), name.data(), name.size(), value.data(), value.size());
    }
    /** Lets the moves start from the `FEN` tag. To be called between tags and moves. */
    void start_from_tags() { detail::call(plypack_game_start_from_tags, get()); }
    void add_move(std::uint16_t move) { detail::call(plypack_game_add_move, get(), move); }
    void add_uci(std::string_view uci) { detail::call(plypack_game_add_uci, get(), uci.data(), uci.size()); }
    void add_san(std::string_view san) { detail::call(plypack_game_add_san, get(), san.data(), san.size()); }
    void add_comment(std::string_view text, plypack_token_kind kind = PLYPACK_TOKEN_COMMENT) {
        detail::call(plypack_game_add_comment, get(), kind, text.data(), text.size());
    }
    void add_nag(std::uint32_t nag) { detail::call(plypack_game_add_nag, get(), nag); }
    /** What is added next goes instead of the last move, until `end_variation`. */
    void begin_variation() { detail::call(plypack_game_begin_variation, get()); }
    void end_variation() { detail::call(plypack_game_end_variation, get()); }
    void set_termination(plypack_termination marker) {
        detail::call(plypack_game_set_termination, get(), marker);
    }

private:
    template <class S, class F> std::string text(S *size, F *write) const {
        return detail::fill<std::string>(detail::get<std::size_t>(size, get()), write, get());
    }

    detail::handle<plypack_game> handle_;
};

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
