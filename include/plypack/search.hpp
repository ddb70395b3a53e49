/* Searching: which games reach a position, and what is played there. A part of plypack.hpp. GPL-3.0-or-later. */
#ifndef PLYPACK_SEARCH_HPP
#define PLYPACK_SEARCH_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "file.hpp"

namespace plypack {

/** Called with the number of games done and the number of all games. */
/** Called with a game that matches. */
using hit_function = std::function<void(const plypack_hit &)>;

namespace detail {

/* What a callback of a search threw on this thread, which is the one that searches. */
inline thread_local std::exception_ptr thrown;

/* Returns what a C callback returns: 0 to continue. */
template <class F> std::int32_t attempt(F &&function) noexcept {
    try {
        function();
        return 0;
    } catch (...) {
        thrown = std::current_exception();
        return 1;
    }
}

/* As `call`; what a callback threw goes before the error of the call. */
template <class F, class... A> void search(F *function, const A &...arguments) {
    try {
        call(function, arguments...);
    } catch (const error &) {
        if (const auto first = std::exchange(thrown, nullptr)) std::rethrow_exception(first);
        throw;
    }
}

/* The handle that a search makes. */
template <class T, class F> handle<T> search_handle(F *function, const plypack_reader *reader, const plypack_query *query) {
    T *made = nullptr;
    search(function, reader, query, &made);
    return handle<T>(made);
}

/* The callbacks of a query. */
struct query_callbacks {
    progress_function progress;
    corruption_function corruption;

    static std::int32_t on_progress(void *user, std::uint64_t done, std::uint64_t total) noexcept {
        const auto *self = static_cast<const query_callbacks *>(user);
        return attempt([&] {
            if (self->progress) self->progress(done, total);
        });
    }
    static std::int32_t on_corruption(void *user, const plypack_corruption *found) noexcept {
        const auto *self = static_cast<const query_callbacks *>(user);
        return attempt([&] {
            if (self->corruption) self->corruption(*found);
        });
    }
};

inline std::int32_t on_hits(void *user, const plypack_hit *hits, std::size_t count) noexcept {
    const auto *function = static_cast<const hit_function *>(user);
    return attempt([&] {
        for (const plypack_hit &hit : view<const plypack_hit>(hits, count)) (*function)(hit);
    });
}

} // namespace detail

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

/** What is searched for, in which games, and how. */
class query {
public:
    /** All games, without a target: for `list`. */
    query() : handle_(detail::make<plypack_query>(plypack_query_new)), callbacks_(new detail::query_callbacks) {
        const plypack_progress_callback progress = callbacks_->on_progress;
        const plypack_corruption_callback corruption = callbacks_->on_corruption;
        void *const user = callbacks_.get();
        detail::call(plypack_query_set_callbacks, get(), progress, corruption, user);
    }
    /** Searches for a position, by whatever moves it is reached. */
    explicit query(const position &position) : query() {
        detail::call(plypack_query_set_position, get(), position.get());
    }
    /** Searches for pieces on squares, as in the first field of a FEN; digits are squares that do not matter. */
    static query pattern(std::string_view board) {
        query made;
        detail::call(plypack_query_set_pattern, made.get(), board.data(), board.size());
        return made;
    }
    /** Searches for exactly these pieces, on any squares, for either colour: `KRPKR`. */
    static query material(std::string_view pieces) {
        query made;
        detail::call(plypack_query_set_material, made.get(), pieces.data(), pieces.size());
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
    /** Whether variations are searched too, in games whose main line does not match. Off by default. */
    void variations(bool on) { detail::call(plypack_query_set_variations, get(), std::uint32_t{on}); }
    /** Whether a position index is used where the file has one. On by default; the results are the same. */
    void index(bool on) { detail::call(plypack_query_set_index, get(), std::uint32_t{on}); }
    /** The number of threads that search (0: one for each core, the default). The results are the same. */
    void threads(std::uint32_t count) { detail::call(plypack_query_set_threads, get(), count); }
    /** After how many games `find`, `find_each` and `list` stop. */
    void max_hits(std::uint64_t count) { detail::call(plypack_query_set_max_hits, get(), count); }
    /** Called with the number of games done. */
    void on_progress(progress_function function) { callbacks_->progress = std::move(function); }
    /** Called with games that cannot be searched; they do not stop the search. */
    void on_corruption(corruption_function function) { callbacks_->corruption = std::move(function); }

private:
    detail::handle<plypack_query> handle_;
    std::unique_ptr<detail::query_callbacks> callbacks_;
};

/** A move order that leads to a match, and the number of games that have it. */
struct move_order {
    std::vector<std::uint16_t> moves;
    std::uint64_t games;
};

/** Calls `hit` with the games that match `query`, in order, while the search runs. */
inline void find_each(const reader &reader, const query &query, const hit_function &hit) {
    const plypack_hit_callback callback = detail::on_hits;
    void *const user = const_cast<hit_function *>(&hit);
    detail::search(plypack_reader_find_each, reader.get(), query.get(), callback, user);
}

/** All games that match `query`. */
inline std::vector<plypack_hit> find(const reader &reader, const query &query) {
    const auto hits = detail::search_handle<plypack_hits>(plypack_reader_find, reader.get(), query.get());
    const auto view = detail::get<plypack_hit_array>(plypack_hits_view, hits.get());
    return {view.data, view.data + view.len};
}

/** How many games match `query`. Faster than `find` where the file has an index. */
inline std::uint64_t count(const reader &reader, const query &query) {
    std::uint64_t count = 0;
    detail::search(plypack_reader_count_hits, reader.get(), query.get(), &count);
    return count;
}

/** The numbers of the games that meet the conditions of `query`; its target does not matter. */
inline std::vector<std::uint64_t> list(const reader &reader, const query &query) {
    const auto hits = detail::search_handle<plypack_hits>(plypack_reader_list, reader.get(), query.get());
    const auto array = detail::get<plypack_hit_array>(plypack_hits_view, hits.get());
    std::vector<std::uint64_t> games;
    for (const plypack_hit &hit : view<const plypack_hit>(array.data, array.len)) games.push_back(hit.game);
    return games;
}

/** The moves played next in the position of `query`: those of most games first. */
inline std::vector<plypack_branch> tree(const reader &reader, const query &query) {
    const auto tree = detail::search_handle<plypack_tree>(plypack_reader_tree, reader.get(), query.get());
    std::vector<plypack_branch> branches(detail::get<std::size_t>(plypack_tree_branch_count, tree.get()));
    for (std::size_t i = 0; i < branches.size(); i++) {
        branches[i] = detail::get<plypack_branch>(plypack_tree_branch, tree.get(), i);
    }
    return branches;
}

/** The distinct move orders up to the first match of each game: those of most games first. */
inline std::vector<move_order> transpositions(const reader &reader, const query &query) {
    const auto orders =
        detail::search_handle<plypack_orders>(plypack_reader_transpositions, reader.get(), query.get());
    std::vector<move_order> found(detail::get<std::size_t>(plypack_orders_count, orders.get()));
    for (std::size_t i = 0; i < found.size(); i++) {
        plypack_moves moves{};
        detail::call(plypack_orders_at, orders.get(), i, &moves, &found[i].games);
        found[i].moves.assign(moves.data, moves.data + moves.len);
    }
    return found;
}

} // namespace plypack

#endif
