/* Searching: which games get to a position, and what is played there. A part of plypack.hpp. GPL-3.0-or-later. */
#ifndef PLYPACK_SEARCH_HPP
#define PLYPACK_SEARCH_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "file.hpp"

namespace plypack {

/** A field of a game whose text is a condition of a search. */
enum class text_field : std::uint32_t {
    player = PLYPACK_FIELD_PLAYER,
    white = PLYPACK_FIELD_WHITE,
    black = PLYPACK_FIELD_BLACK,
    event = PLYPACK_FIELD_EVENT,
    site = PLYPACK_FIELD_SITE,
    eco = PLYPACK_FIELD_ECO,
    result = PLYPACK_FIELD_RESULT,
};

/** A field of a game whose number is a condition of a search. */
enum class number_field : std::uint32_t {
    date = PLYPACK_FIELD_DATE,
    rating = PLYPACK_FIELD_RATING,
    plies = PLYPACK_FIELD_PLIES,
};

/** What is searched for, and in which games. */
class query {
public:
    /** Searches for nothing yet: conditions for `list`. */
    query() : handle_(detail::make<plypack_query>(plypack_query_new)) {}
    /** Searches for a position, by whatever moves it comes about. */
    explicit query(const position &position) : query() {
        detail::call(plypack_query_set_position, get(), position.get());
    }
    /** Searches for men on squares, as in the first field of a FEN; digits are squares that do not matter. */
    static query pattern(std::string_view board) {
        query made;
        detail::call(plypack_query_set_pattern, made.get(), board.data(), board.size());
        return made;
    }
    /** Searches for exactly these men, on any squares, for either colour: `KRPKR`. */
    static query material(std::string_view men) {
        query made;
        detail::call(plypack_query_set_material, made.get(), men.data(), men.size());
        return made;
    }
    plypack_query *get() const noexcept { return handle_.get(); }

    /** Searches only games with this text in a field. */
    void where(text_field field, std::string_view text) {
        detail::call(plypack_query_set_text, get(), std::uint32_t(field), text.data(), text.size());
    }
    /** Searches only games with a number from `first` to `last` in a field. */
    void where(number_field field, std::uint32_t first, std::uint32_t last) {
        detail::call(plypack_query_set_range, get(), std::uint32_t(field), first, last);
    }
    /** Whether variations are looked at too, in games whose main line does not get there. Off at first. */
    void variations(bool on) { detail::call(plypack_query_set_variations, get(), std::uint32_t{on}); }
    /** Whether a position index is used where the file has one. On at first; the answers are the same. */
    void index(bool on) { detail::call(plypack_query_set_index, get(), std::uint32_t{on}); }

private:
    detail::handle<plypack_query> handle_;
};

/** A move order that leads to what was searched for, and the number of games that came so. */
struct order {
    std::vector<std::uint16_t> moves;
    std::uint64_t games;
};

/** Hears of a game that gets there. */
using hit_function = std::function<void(const plypack_hit &)>;

namespace detail {

/* The callbacks of a search; they share one user pointer. */
class listener : public catcher {
public:
    explicit listener(const corruption_function &damage, const hit_function *hit = nullptr) : damage_(damage), hit_(hit) {}

    static constexpr plypack_progress_callback no_progress = nullptr;

    static std::int32_t on_damage(void *user, const plypack_corruption *found) noexcept {
        auto *self = static_cast<listener *>(user);
        return self->attempt([&] {
            if (self->damage_) self->damage_(*found);
        });
    }
    static std::int32_t on_hits(void *user, const plypack_hit *hits, std::size_t count) noexcept {
        auto *self = static_cast<listener *>(user);
        return self->attempt([&] {
            for (const plypack_hit &hit : view<const plypack_hit>(hits, count)) (*self->hit_)(hit);
        });
    }

private:
    const corruption_function &damage_;
    const hit_function *hit_;
};

/* The handle that a search makes. */
template <class T, class F>
handle<T> search(F *function, const reader &reader, const query &query, const corruption_function &damage,
                 std::uint32_t threads) {
    listener heard(damage);
    T *made = nullptr;
    heard.call(function, reader.get(), query.get(), threads, heard.no_progress, heard.on_damage, &heard, &made);
    return handle<T>(made);
}

} // namespace detail

/* All searches: games that cannot be searched are told to `damage`; they use `threads` threads (0: one a core). */

/** Gives the games that get to what `query` says to `hit`, in the order of the games, while the search runs. */
inline void find_each(const reader &reader, const query &query, const hit_function &hit,
                      const corruption_function &damage = {}, std::uint32_t threads = 0) {
    detail::listener heard(damage, &hit);
    heard.call(plypack_reader_find, reader.get(), query.get(), threads, heard.on_hits, heard.no_progress,
               heard.on_damage, &heard);
}

/** All games that get to what `query` says. */
inline std::vector<plypack_hit> find(const reader &reader, const query &query, const corruption_function &damage = {},
                                     std::uint32_t threads = 0) {
    std::vector<plypack_hit> hits;
    find_each(reader, query, [&](const plypack_hit &hit) { hits.push_back(hit); }, damage, threads);
    return hits;
}

/** How many games get to what `query` says. Faster than `find` where the file has an index. */
inline std::size_t count(const reader &reader, const query &query, const corruption_function &damage = {},
                         std::uint32_t threads = 0) {
    detail::listener heard(damage);
    plypack_hit *const nowhere = nullptr;
    std::size_t count = 0;
    heard.call(plypack_reader_find_hits, reader.get(), query.get(), threads, heard.no_progress, heard.on_damage, &heard,
               nowhere, std::size_t{0}, &count);
    return count;
}

/** The numbers of the games that meet the conditions of `query`; what it searches for does not matter. */
inline std::vector<std::uint64_t> list(const reader &reader, const query &query, const corruption_function &damage = {}) {
    detail::listener heard(damage);
    std::vector<std::uint64_t> games(reader.size());
    std::size_t count = 0;
    heard.call(plypack_reader_list, reader.get(), query.get(), heard.no_progress, heard.on_damage, &heard, games.data(),
               games.size(), &count);
    games.resize(count);
    return games;
}

/** What was played next in the position that `query` says: the moves of most games first. */
inline std::vector<plypack_branch> tree(const reader &reader, const query &query, const corruption_function &damage = {},
                                        std::uint32_t threads = 0) {
    const auto tree = detail::search<plypack_tree>(plypack_reader_tree, reader, query, damage, threads);
    std::vector<plypack_branch> branches(detail::get<std::size_t>(plypack_tree_branch_count, tree.get()));
    for (std::size_t i = 0; i < branches.size(); i++) {
        branches[i] = detail::get<plypack_branch>(plypack_tree_branch, tree.get(), i);
    }
    return branches;
}

/** The distinct move orders by which games get to what `query` says: those of most games first. */
inline std::vector<order> transpositions(const reader &reader, const query &query, const corruption_function &damage = {},
                                         std::uint32_t threads = 0) {
    const auto orders = detail::search<plypack_orders>(plypack_reader_transpositions, reader, query, damage, threads);
    std::vector<order> found(detail::get<std::size_t>(plypack_orders_count, orders.get()));
    for (std::size_t i = 0; i < found.size(); i++) {
        plypack_moves moves{};
        detail::call(plypack_orders_at, orders.get(), i, &moves, &found[i].games);
        found[i].moves.assign(moves.data, moves.data + moves.len);
    }
    return found;
}

/** Adds a position index to the file at `path` for the games that have none, and gives their number. */
inline std::uint64_t add_index(const std::string &path, std::uint32_t threads = 0) {
    const plypack_progress_callback progress = nullptr;
    void *const user = nullptr;
    return detail::get<std::uint64_t>(plypack_file_index, path.c_str(), threads, progress, user);
}

} // namespace plypack

#endif
