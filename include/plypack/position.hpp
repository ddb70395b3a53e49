/* Positions, moves and their codecs. A part of plypack.hpp. GPL-3.0-or-later. */
#ifndef PLYPACK_POSITION_HPP
#define PLYPACK_POSITION_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base.hpp"

namespace plypack {

/** A chess position, of Chess960 too. */
class position {
public:
    /** The standard starting position. */
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
    /** Plays a move; on failure the position is unchanged. */
    void play(std::uint16_t move) { detail::call(plypack_position_play, get(), move); }
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
            codecs.emplace_back(plypack_codec_at(i));
        }
        return codecs;
    }

    constexpr std::uint32_t number() const noexcept { return number_; }
    /** Empty for a number that is no codec. */
    std::string_view name() const noexcept {
        const char *name = plypack_codec_name(number_);
        return name == nullptr ? std::string_view() : std::string_view(name);
    }
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
    /** All moves of code in a self-delimiting codec; see `plypack_codec_decode_all`. */
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

} // namespace plypack

#endif
