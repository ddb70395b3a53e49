/* Games. A part of plypack.hpp. MIT OR Apache-2.0. */
#ifndef PLYPACK_GAME_HPP
#define PLYPACK_GAME_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "position.hpp"

namespace plypack {

/** The kind of a line in the tag section: the numbers of `plypack_tag_kind`. */
enum class tag_kind : std::uint32_t {
    pair = PLYPACK_TAG_PAIR,
    line = PLYPACK_TAG_LINE,
};

/** The position from which the moves of a game are played: the numbers of `plypack_start`. */
enum class start_kind : std::uint32_t {
    standard = PLYPACK_START_STANDARD,
    fen = PLYPACK_START_FEN,
    unreadable = PLYPACK_START_UNREADABLE,
};

/** The kind of a step in a walk: the numbers of `plypack_token_kind`. */
enum class token_kind : std::uint32_t {
    none = PLYPACK_TOKEN_NONE,
    plies = PLYPACK_TOKEN_PLIES,
    move = PLYPACK_TOKEN_MOVE,
    nag = PLYPACK_TOKEN_NAG,
    comment = PLYPACK_TOKEN_COMMENT,
    line_comment = PLYPACK_TOKEN_LINE_COMMENT,
    escape = PLYPACK_TOKEN_ESCAPE,
    begin = PLYPACK_TOKEN_BEGIN,
    end = PLYPACK_TOKEN_END,
    raw = PLYPACK_TOKEN_RAW,
};

/** The marker at the end of the movetext: the numbers of `plypack_termination`. */
enum class termination : std::uint32_t {
    absent = PLYPACK_TERMINATION_ABSENT,
    unknown = PLYPACK_TERMINATION_UNKNOWN,
    white_wins = PLYPACK_TERMINATION_WHITE_WINS,
    black_wins = PLYPACK_TERMINATION_BLACK_WINS,
    draw = PLYPACK_TERMINATION_DRAW,
};

/** A line in the tag section; see `plypack_tag`. */
struct tag_line {
    tag_kind kind;
    std::string_view name, value, escaped;
    explicit tag_line(const plypack_tag &c) noexcept
        : kind(tag_kind(c.kind)), name(detail::view_of(c.name)), value(detail::view_of(c.value)),
          escaped(detail::view_of(c.escaped)) {}
};

/** A step in a walk; see `plypack_step`. Its text is valid as long as the walk. */
struct step {
    token_kind kind;
    std::uint32_t number, depth, ply;
    std::size_t place;
    std::string_view text;
    /** The piece that moved and the piece that was captured: `PLYPACK_PIECE_...`. */
    std::uint8_t piece, captured;
    explicit step(const plypack_step &c) noexcept
        : kind(token_kind(c.token.kind)), number(c.token.number), depth(c.depth), ply(c.ply), place(c.place),
          text(detail::view_of(c.token.text)), piece(c.piece), captured(c.captured) {}
};

namespace detail {

template <> struct c_enum<tag_kind> { using type = plypack_tag_kind; };
template <> struct c_enum<start_kind> { using type = plypack_start; };
template <> struct c_enum<token_kind> { using type = plypack_token_kind; };
template <> struct c_enum<termination> { using type = plypack_termination; };

/* Returns the line at an index. */
struct tag_at {
    const plypack_game *game = nullptr;
    tag_line operator()(std::size_t index) const { return tag_line(get<plypack_tag>(plypack_game_tag_at, game, index)); }
};

class walk_source {
public:
    explicit walk_source(const plypack_game *game) : walk_(make<plypack_walk>(plypack_walk_new, game)) {}
    const step *next() {
        step_.emplace(get<plypack_step>(plypack_walk_next, walk_.get()));
        return step_->kind == token_kind::none ? nullptr : &*step_;
    }

private:
    handle<plypack_walk> walk_;
    std::optional<step> step_;
};

} // namespace detail

using tag_range = detail::indexed_range<detail::tag_at>;
using walk_range = detail::range<detail::walk_source, step>;

/** A game: tags, moves, annotations. Its texts and arrays are valid until the game is changed or destroyed. */
class game {
public:
    game() : handle_(detail::make<plypack_game>(plypack_game_new)) {}
    /** Creates the first game of a PGN text. Throws PLYPACK_INVALID_GAME if a part of the text cannot be parsed; `read_pgn`
     * keeps such parts. */
    explicit game(std::string_view pgn) : game() {
        if (read_pgn(pgn) > 0) {
            throw error(PLYPACK_INVALID_GAME, PLYPACK_NO_OFFSET, "a part of the PGN text cannot be parsed");
        }
    }
    /** Sets this to the first game of a PGN text. Returns the number of parts that cannot be parsed and are kept verbatim. */
    [[nodiscard]] std::size_t read_pgn(std::string_view pgn) {
        return detail::get<std::size_t>(plypack_game_read_pgn, get(), pgn.data(), pgn.size());
    }
    plypack_game *get() const noexcept { return handle_.get(); }

    /** Returns the lines in the tag section, with `size()`, access by index, and iterators for a `for` loop. */
    tag_range tags() const & noexcept { return {{get()}, plypack_game_tag_count(get())}; }
    /* Deleted, because the game would be gone before its tags. */
    tag_range tags() && = delete;
    /** Returns the value of the first tag of this name; empty if there is none. */
    std::optional<std::string_view> tag(std::string_view name) const & {
        plypack_tag c{};
        const auto status =
            detail::call_or(PLYPACK_NOT_FOUND, plypack_game_find_tag, get(), name.data(), name.size(), &c);
        return status == PLYPACK_OK ? std::optional(detail::view_of(c.value)) : std::nullopt;
    }
    /** As above for a temporary object; returns a copy. */
    std::optional<std::string> tag(std::string_view name) && {
        const auto value = tag(name);
        return value ? std::optional<std::string>(*value) : std::nullopt;
    }
    /** Returns the main line. */
    moves_view moves() const & noexcept {
        const plypack_moves c = plypack_game_moves(get());
        return {c.data, c.len};
    }
    /** As above for a temporary object; returns a copy. */
    std::vector<std::uint16_t> moves() && { return {moves().begin(), moves().end()}; }
    /** Returns moves, variations, comments and NAGs in the order of the movetext, for a `for` loop. */
    walk_range walk() const & {
        return walk_range([game = get()] { return std::make_shared<detail::walk_source>(game); });
    }
    /** As above for a temporary object, which the range keeps. */
    walk_range walk() && {
        const auto kept = std::make_shared<detail::handle<plypack_game>>(std::move(handle_));
        return walk_range([kept] { return std::make_shared<detail::walk_source>(kept->get()); });
    }
    start_kind start() const noexcept { return start_kind(plypack_game_start(get())); }
    plypack::termination termination() const noexcept {
        return plypack::termination(plypack_game_termination(get()));
    }
    /** Returns the position before ply `ply` of the main line, counted from 0. Takes time in proportion to `ply`. */
    plypack::position position(std::size_t ply = 0) const {
        return plypack::position(detail::make<plypack_position>(plypack_game_position_at, get(), ply));
    }
    /** Returns the unparsed tail of the movetext, verbatim. */
    std::string_view unparsed() const & noexcept { return detail::view_of(plypack_game_unparsed(get())); }
    /** As above for a temporary object; returns a copy. */
    std::string unparsed() && { return std::string(unparsed()); }
    /** Returns whether this game is the continuation of the game before it, whose text was too long and was cut. */
    bool is_continuation() const noexcept { return plypack_game_is_continuation(get()) != 0; }
    /** Returns the main line in UCI notation, with single spaces. */
    std::string uci_line() const { return line(plypack_game_uci_line); }
    /** Returns the main line in SAN, with single spaces and without move numbers. */
    std::string san_line() const { return line(plypack_game_san_line); }
    std::string pgn() const { return detail::fill<std::string>(4096, plypack_game_pgn, get()); }
    /** Returns the game as a SCID 4 record, without the tags that the SCID index stores; see `plypack_game_scid_record`. */
    std::vector<std::uint8_t> scid_record() const {
        return detail::fill<std::vector<std::uint8_t>>(1024, plypack_game_scid_record, get());
    }
    /** Reads a SCID 4 record and keeps the tags of this game; returns the number of parts that could not be read. */
    [[nodiscard]] std::size_t read_scid_record(bytes_view record) {
        return detail::get<std::size_t>(plypack_game_read_scid_record, get(), record.data(), record.size());
    }

    /** Returns a copy. */
    [[nodiscard]] game clone() const { return game(detail::make<plypack_game>(plypack_game_clone, get())); }
    void clear() { detail::call(plypack_game_clear, get()); }
    /** Adds a tag. The tags `FEN`, `Result` and `Variant` affect the game; see `plypack_game_add_tag`. */
    void add_tag(std::string_view name, std::string_view value) {
        detail::call(plypack_game_add_tag, get(), name.data(), name.size(), value.data(), value.size());
    }
    /** Adds a tag whose value has escapes, as in `tag.escaped`. */
    void add_escaped_tag(std::string_view name, std::string_view value) {
        detail::call(plypack_game_add_escaped_tag, get(), name.data(), name.size(), value.data(), value.size());
    }
    /** Adds a `%` or `;` line or a malformed tag, verbatim. */
    void add_tag_line(std::string_view line) { detail::call(plypack_game_add_tag_line, get(), line.data(), line.size()); }
    /** Replaces the first tag of this name, or adds a tag. */
    void set_tag(std::string_view name, std::string_view value) {
        detail::call(plypack_game_set_tag, get(), name.data(), name.size(), value.data(), value.size());
    }
    void set_tag_at(std::size_t index, std::string_view name, std::string_view value) {
        detail::call(plypack_game_set_tag_at, get(), index, name.data(), name.size(), value.data(), value.size());
    }
    /** Sets the tags `ECO` and `Opening` by the moves; with `replace`, also replaces existing values. Returns whether a tag
     * changed. */
    bool set_opening_tags(bool replace = false) {
        std::uint32_t is_changed = 0;
        detail::call(plypack_game_set_opening_tags, get(), replace ? 1U : 0U, &is_changed);
        return is_changed != 0;
    }
    /** Removes all tags of this name. Returns whether there was such a tag. */
    bool remove_tag(std::string_view name) {
        return detail::call_or(PLYPACK_NOT_FOUND, plypack_game_remove_tag, get(), name.data(), name.size()) == PLYPACK_OK;
    }
    void remove_tag_at(std::size_t index) { detail::call(plypack_game_remove_tag_at, get(), index); }
    /** Sets the starting position, with its tags. */
    void set_start(const plypack::position &start) { detail::call(plypack_game_set_start, get(), start.get()); }
    void add_move(std::uint16_t move) { detail::call(plypack_game_add_move, get(), move); }
    void add_uci(std::string_view uci) { detail::call(plypack_game_add_uci, get(), uci.data(), uci.size()); }
    void add_san(std::string_view san) { detail::call(plypack_game_add_san, get(), san.data(), san.size()); }
    void add_comment(std::string_view text, token_kind kind = token_kind::comment) {
        detail::call(plypack_game_add_comment, get(), std::uint32_t(kind), text.data(), text.size());
    }
    void add_nag(std::uint32_t nag) { detail::call(plypack_game_add_nag, get(), nag); }
    /** Begins a variation: until `end_variation`, additions form an alternative to the last move. */
    void begin_variation() { detail::call(plypack_game_begin_variation, get()); }
    void end_variation() { detail::call(plypack_game_end_variation, get()); }
    void set_termination(plypack::termination marker) {
        detail::call(plypack_game_set_termination, get(), std::uint32_t(marker));
    }

    /** Adds unparsed text to the open variation; see `plypack_game_add_raw`. */
    void add_raw(std::string_view text) { detail::call(plypack_game_add_raw, get(), text.data(), text.size()); }
    void set_unparsed(std::string_view text) { detail::call(plypack_game_set_unparsed, get(), text.data(), text.size()); }
    void set_unreadable_start() { detail::call(plypack_game_set_unreadable_start, get()); }
    void set_continuation() { detail::call(plypack_game_set_continuation, get()); }

    /* Changes at a place, which is `step.place`; 0 is before the first step. See the C functions of the same names. */

    /** Plays a move after a place: finds the move there, appends it to the line, or begins a variation. Returns the place of the
     * move. */
    std::size_t add_move_at(std::size_t place, std::uint16_t move) { return moved(plypack_game_add_move_at, place, move); }
    std::size_t insert_moves_at(std::size_t place, moves_view moves) {
        return moved(plypack_game_insert_moves_at, place, moves.data(), moves.size());
    }
    void replace_move_at(std::size_t place, std::uint16_t move) {
        detail::call(plypack_game_replace_move_at, get(), place, move);
    }
    /** Removes up to `count` moves, from the move at the place on. Returns the place of the move before them. */
    std::size_t remove_moves_at(std::size_t place, std::size_t count = SIZE_MAX) {
        return moved(plypack_game_remove_moves_at, place, count);
    }
    /** Adds a variation whose moves are an alternative to the move at the place. Returns the place of the variation's first
     * move. */
    std::size_t add_variation_at(std::size_t place, moves_view moves) {
        return moved(plypack_game_add_variation_at, place, moves.data(), moves.size());
    }
    std::size_t remove_variation_at(std::size_t place) { return moved(plypack_game_remove_variation_at, place); }
    std::size_t promote_variation_at(std::size_t place) { return moved(plypack_game_promote_variation_at, place); }
    std::size_t promote_to_main_line_at(std::size_t place) { return moved(plypack_game_promote_to_main_line_at, place); }
    std::size_t add_comment_at(std::size_t place, std::string_view text, token_kind kind = token_kind::comment) {
        return moved(plypack_game_add_comment_at, place, std::uint32_t(kind), text.data(), text.size());
    }
    void set_comment_at(std::size_t place, std::string_view text, token_kind kind = token_kind::comment) {
        detail::call(plypack_game_set_comment_at, get(), place, std::uint32_t(kind), text.data(), text.size());
    }
    std::size_t add_nag_at(std::size_t place, std::uint32_t nag) { return moved(plypack_game_add_nag_at, place, nag); }
    void remove_note_at(std::size_t place) { detail::call(plypack_game_remove_note_at, get(), place); }

private:
    explicit game(detail::handle<plypack_game> handle) noexcept : handle_(std::move(handle)) {}

    /* Returns the place that a C function writes. */
    template <class F, class... A> std::size_t moved(F *function, const A &...arguments) {
        return detail::get<std::size_t>(function, get(), arguments...);
    }
    template <class F> std::string line(F *write) const {
        return detail::fill<std::string>(PLYPACK_LINE_CAPACITY(plypack_game_moves(get()).len), write, get());
    }

    detail::handle<plypack_game> handle_;
};

/** A walk through a copy of a game: its steps and its position. `game::walk` gives only the steps. */
class walk {
public:
    explicit walk(const game &game) : handle_(detail::make<plypack_walk>(plypack_walk_new, game.get())) {}
    plypack_walk *get() const noexcept { return handle_.get(); }

    /** Restarts the walk with another game. */
    void restart(const game &game) { detail::call(plypack_walk_restart, get(), game.get()); }
    /** Returns the next step; empty at the end of the game. Its text is valid until the walk is restarted or destroyed. */
    [[nodiscard]] std::optional<step> next() {
        const step found(detail::get<plypack_step>(plypack_walk_next, get()));
        return found.kind == token_kind::none ? std::nullopt : std::optional<step>(found);
    }
    /** Returns the last move of the current line in SAN. */
    std::string san() const { return detail::fill<std::string>(PLYPACK_MOVE_CAPACITY, plypack_walk_san, get()); }
    /** Returns the last move of the current line in UCI notation. */
    std::string uci() const { return detail::fill<std::string>(PLYPACK_MOVE_CAPACITY, plypack_walk_uci, get()); }
    /** Returns the FEN of the position at the end of the current line. */
    std::string fen() const {
        return detail::fill<std::string>(PLYPACK_FEN_CAPACITY, plypack_position_fen, plypack_walk_position(get()));
    }
    /** Returns a copy of the position at the end of the current line. */
    plypack::position position() const {
        return plypack::position(detail::make<plypack_position>(plypack_position_clone, plypack_walk_position(get())));
    }
    /** Returns a copy of the position before the last move of the current line. */
    plypack::position before() const {
        return plypack::position(detail::make<plypack_position>(plypack_position_clone, plypack_walk_before(get())));
    }

private:
    detail::handle<plypack_walk> handle_;
};

} // namespace plypack

#endif
