/* Positions, moves and their codecs. A part of plypack.hpp. MIT OR Apache-2.0. */
#ifndef PLYPACK_POSITION_HPP
#define PLYPACK_POSITION_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base.hpp"

namespace plypack {

/** The colors of the players: the numbers of `plypack_color`. */
enum class color : std::uint32_t {
    white = PLYPACK_WHITE,
    black = PLYPACK_BLACK,
};

/** The reason why a game ends in a position: the numbers of `plypack_ending`. */
enum class ending : std::uint32_t {
    none = PLYPACK_ENDING_NONE,
    checkmate = PLYPACK_ENDING_CHECKMATE,
    stalemate = PLYPACK_ENDING_STALEMATE,
    insufficient_material = PLYPACK_ENDING_INSUFFICIENT_MATERIAL,
};

namespace detail {

template <> struct c_enum<color> { using type = plypack_color; };
template <> struct c_enum<ending> { using type = plypack_ending; };

inline std::optional<std::uint8_t> square(std::uint8_t number) noexcept {
    return number == PLYPACK_NO_SQUARE ? std::nullopt : std::optional<std::uint8_t>(number);
}

} // namespace detail

/** A chess position, including positions of Chess960. */
class position {
public:
    /** Creates the standard starting position. */
    position() : handle_(detail::make<plypack_position>(plypack_position_new)) {}
    /** Creates a position from a FEN. */
    explicit position(std::string_view fen)
        : handle_(detail::make<plypack_position>(plypack_position_from_fen, fen.data(), fen.size())) {}
    /** Takes ownership of a C handle. */
    explicit position(detail::handle<plypack_position> handle) noexcept : handle_(std::move(handle)) {}

    [[nodiscard]] position clone() const { return position(detail::make<plypack_position>(plypack_position_clone, get())); }
    plypack_position *get() const noexcept { return handle_.get(); }

    std::string fen() const { return detail::fill<std::string>(PLYPACK_FEN_CAPACITY, plypack_position_fen, get()); }
    /** Returns the side to move. */
    color turn() const noexcept { return color(plypack_position_turn(get())); }
    /** Returns the pieces on all 64 squares; valid until the position is changed. */
    bytes_view board() const & noexcept {
        const auto c = plypack_position_board(get());
        return {c.data, c.len};
    }
    /** As above for a temporary object; returns a copy. */
    std::vector<std::uint8_t> board() && { return {board().begin(), board().end()}; }
    /** Returns the rooks with a castling right, as a set of squares: bit 0 is a1, bit 63 is h8. */
    std::uint64_t castling_rooks() const noexcept { return plypack_position_state(get()).castling_rooks; }
    /** Returns the square of the rook in this castling move; empty if there is none. */
    std::optional<std::uint8_t> castling_rook(std::uint16_t move) const noexcept {
        return detail::square(plypack_position_castling_rook(get(), move));
    }
    /** Returns the square on which a pawn can legally capture en passant; empty if there is none. */
    std::optional<std::uint8_t> en_passant() const noexcept {
        return detail::square(plypack_position_state(get()).en_passant);
    }
    std::uint32_t halfmove_clock() const noexcept { return plypack_position_state(get()).halfmove_clock; }
    std::uint32_t fullmove_number() const noexcept { return plypack_position_state(get()).fullmove_number; }
    bool is_chess960() const noexcept { return plypack_position_state(get()).is_chess960 != 0; }
    /** Returns a 64-bit key. Equal positions have equal keys, in all versions. */
    std::uint64_t key() const noexcept { return plypack_position_key(get()); }
    /** Returns the ECO code and the name of the opening to which the position belongs; both are empty if it has no opening
     * name. */
    std::pair<std::string_view, std::string_view> opening() const noexcept {
        const auto c = plypack_position_opening(get());
        return {detail::view_of(c.eco), detail::view_of(c.name)};
    }
    bool is_check() const noexcept { return plypack_position_state(get()).is_check != 0; }
    /** Returns the reason why the game ends in this position. */
    plypack::ending ending() const noexcept { return plypack::ending(plypack_position_ending(get())); }
    bool is_legal(std::uint16_t move) const noexcept { return plypack_position_is_legal(get(), move) != 0; }
    /** Returns the legal moves in canonical order, without the null move. */
    std::vector<std::uint16_t> legal_moves() const {
        return detail::fill<std::vector<std::uint16_t>>(256, plypack_position_legal_moves, get());
    }
    /** Returns the legal moves of the piece on a square. */
    std::vector<std::uint16_t> legal_moves_from(std::uint32_t square) const {
        std::vector<std::uint16_t> moves = legal_moves();
        const auto is_other = [square](std::uint16_t move) { return std::uint32_t(PLYPACK_MOVE_FROM(move)) != square; };
        moves.erase(std::remove_if(moves.begin(), moves.end(), is_other), moves.end());
        return moves;
    }
    /** Plays a move; on failure the position is unchanged. */
    void play(std::uint16_t move) { detail::call(plypack_position_play, get(), move); }
    /** Undoes the last move that was played on this object. */
    void undo() { detail::call(plypack_position_undo, get()); }
    /** Sets this to the position of a FEN. */
    void set_fen(std::string_view fen) { detail::call(plypack_position_set_fen, get(), fen.data(), fen.size()); }
    /** Reads a move in UCI notation. */
    std::uint16_t move_from_uci(std::string_view uci) const {
        return detail::get<std::uint16_t>(plypack_position_move_from_uci, get(), uci.data(), uci.size());
    }
    /** Reads a move in SAN. */
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

/** A move codec: one of the `PLYPACK_CODEC_` numbers, or the number of a line codec. */
class codec {
public:
    constexpr explicit codec(std::uint32_t number) noexcept : number_(number) {}
    static codec named(std::string_view name) {
        return codec(detail::get<std::uint32_t>(plypack_codec_from_name, name.data(), name.size()));
    }
    /** Returns all codecs that are built in. */
    static std::vector<codec> all() {
        std::vector<codec> codecs;
        for (std::uint32_t number = 0; number < 256; number++) {
            if (plypack_codec_name(number) != nullptr) codecs.emplace_back(number);
        }
        return codecs;
    }

    constexpr std::uint32_t number() const noexcept { return number_; }
    /** Returns the name; empty if no codec has this number. */
    std::string_view name() const noexcept {
        const char *name = plypack_codec_name(number_);
        return name == nullptr ? std::string_view() : std::string_view(name);
    }
    /** Encodes moves that are played from `start`. For an illegal move, the offset of the error is the ply. */
    std::vector<std::uint8_t> encode(const position &start, moves_view moves) const {
        const auto bound = detail::get<std::size_t>(plypack_codec_encode_bound, number_, moves.size());
        return detail::fill<std::vector<std::uint8_t>>(bound, plypack_codec_encode, number_, start.get(), moves.data(),
                                                       moves.size());
    }
    /** Encodes one move. */
    std::vector<std::uint8_t> encode(const position &start, std::uint16_t move) const {
        return encode(start, moves_view(&move, 1));
    }
    /** Decodes exactly `plies` moves. Throws if bytes follow them in the code. */
    std::vector<std::uint16_t> decode(const position &start, bytes_view code, std::size_t plies) const {
        std::vector<std::uint16_t> moves(plies);
        detail::call(plypack_codec_decode, number_, start.get(), code.data(), code.size(), plies, moves.data(), plies);
        return moves;
    }
    /** Decodes all moves of the code; only for self-delimiting codecs, see `plypack_codec_decode_all`. */
    std::vector<std::uint16_t> decode_all(const position &start, bytes_view code) const {
        return detail::fill<std::vector<std::uint16_t>>(2 * code.size(), plypack_codec_decode_all, number_, start.get(),
                                                        code.data(), code.size());
    }

    friend constexpr bool operator==(codec a, codec b) noexcept { return a.number_ == b.number_; }
    friend constexpr bool operator!=(codec a, codec b) noexcept { return a.number_ != b.number_; }

private:
    std::uint32_t number_;
};

} // namespace plypack

#endif
