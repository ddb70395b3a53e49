/* Searches: the games that reach a position, and the moves played there. A part of plypack.hpp. MIT OR Apache-2.0. */
#ifndef PLYPACK_SEARCH_HPP
#define PLYPACK_SEARCH_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "file.hpp"

namespace plypack {

/** A field of a game that holds a name, for `query::names`. */
enum class text_field : std::uint32_t {
    player = PLYPACK_FIELD_PLAYER,
    white = PLYPACK_FIELD_WHITE,
    black = PLYPACK_FIELD_BLACK,
    event = PLYPACK_FIELD_EVENT,
    site = PLYPACK_FIELD_SITE,
};

/** A field of a game with a number, for conditions of a search. */
enum class number_field : std::uint32_t {
    date = PLYPACK_FIELD_DATE,
    rating = PLYPACK_FIELD_RATING,
    plies = PLYPACK_FIELD_PLIES,
    white_rating = PLYPACK_FIELD_WHITE_RATING,
    black_rating = PLYPACK_FIELD_BLACK_RATING,
    average_rating = PLYPACK_FIELD_AVERAGE_RATING,
    any_rating = PLYPACK_FIELD_ANY_RATING,
};

/** The rule by which a group combines its conditions. */
enum class condition_group : std::uint32_t {
    all = PLYPACK_GROUP_ALL,
    any = PLYPACK_GROUP_ANY,
    none = PLYPACK_GROUP_NONE,
};

/** The position of the text in a name. */
enum class name_match : std::uint32_t { contains = 0, begins = 1 };

/** Called with a game that matches. If it throws, the search stops and throws the same exception. */
using hit_function = std::function<void(const plypack_hit &)>;

/** The files of a search: one reader, or several, which must live as long as the search runs. */
class searched_files {
public:
    searched_files(const reader &one) : readers_{one.get()} {}
    searched_files(std::initializer_list<std::reference_wrapper<const reader>> several) {
        for (const reader &one : several) readers_.push_back(one.get());
    }
    searched_files(const std::vector<reader> &several) {
        for (const reader &one : several) readers_.push_back(one.get());
    }

    const plypack_reader *const *data() const noexcept { return readers_.data(); }
    std::size_t size() const noexcept { return readers_.size(); }

private:
    std::vector<const plypack_reader *> readers_;
};

/** The games that a search found, in the order of the files and games: a contiguous range of `plypack_hit`. */
class hit_list {
public:
    using value_type = plypack_hit;
    using iterator = const plypack_hit *;
    using const_iterator = iterator;

    /** Takes ownership of a C handle. */
    explicit hit_list(detail::handle<plypack_hits> handle) noexcept : handle_(std::move(handle)) {}

    const plypack_hit *data() const noexcept { return plypack_hits_view(handle_.get()).data; }
    std::size_t size() const noexcept { return plypack_hits_view(handle_.get()).len; }
    bool empty() const noexcept { return size() == 0; }
    iterator begin() const noexcept { return data(); }
    iterator end() const noexcept { return data() + size(); }
    const plypack_hit &operator[](std::size_t index) const noexcept { return data()[index]; }
    /** Returns the number of games that the search left out because it could not read them. */
    std::uint64_t corrupt() const noexcept { return plypack_hits_view(handle_.get()).corrupt; }

private:
    detail::handle<plypack_hits> handle_;
};

/** The numbers of a column of a `game_rows`, one for each row: a contiguous range. */
class column_view {
public:
    explicit column_view(plypack_numbers numbers) noexcept : numbers_(numbers) {}

    const std::uint32_t *data() const noexcept { return numbers_.data; }
    std::size_t size() const noexcept { return numbers_.len; }
    const std::uint32_t *begin() const noexcept { return data(); }
    const std::uint32_t *end() const noexcept { return data() + size(); }
    std::uint32_t operator[](std::size_t row) const noexcept { return data()[row]; }

private:
    plypack_numbers numbers_;
};

/** Columns, order and part of a list; see `plypack_query_rows`. */
struct rows_options {
    /** The names of the columns, separated by commas. */
    std::string_view columns = {};
    /** The columns by which rows are sorted, separated by commas; `-` before a name means descending. */
    std::string_view order = {};
    /** The number of rows to skip. */
    std::uint64_t first = 0;
    /** The maximum number of rows after the skipped rows. */
    std::uint64_t count = UINT64_MAX;
};

/** Rows of a list of games, in columns of numbers; see `plypack_query_rows`. */
class game_rows {
public:
    /** Takes ownership of a C handle. */
    explicit game_rows(detail::handle<plypack_rows> handle) noexcept : handle_(std::move(handle)) {}

    /** Returns the number of rows. */
    std::size_t size() const noexcept { return plypack_rows_hits(handle_.get()).len; }
    /** Returns the game of a row. */
    const plypack_hit &game(std::size_t row) const noexcept { return plypack_rows_hits(handle_.get()).data[row]; }
    /** Returns the number of rows of the complete list. */
    std::uint64_t total() const noexcept { return plypack_rows_total(handle_.get()); }
    /** Returns the column at an index in `columns`, valid as long as this object; empty if there is no column with this
     * index. */
    column_view column(std::size_t index) const & noexcept { return column_view(plypack_rows_column(handle_.get(), index)); }
    column_view column(std::size_t index) const && = delete;
    /** Returns the text that has this number in columns of texts, valid as long as this object. */
    std::string_view name(std::uint32_t number) const & noexcept { return detail::view_of(plypack_rows_name(handle_.get(), number)); }
    std::string_view name(std::uint32_t number) const && = delete;
    /** Returns the number of games that the list left out because it could not read them. */
    std::uint64_t corrupt() const noexcept { return plypack_rows_hits(handle_.get()).corrupt; }

private:
    detail::handle<plypack_rows> handle_;
};

/** Ordered results of a search, and the number of games that the search left out because it could not read them. */
template <class T>
class result_list : public std::vector<T> {
public:
    result_list(std::size_t size, std::uint64_t corrupt) : std::vector<T>(size), corrupt_(corrupt) {}
    result_list(std::vector<T> results, std::uint64_t corrupt) : std::vector<T>(std::move(results)), corrupt_(corrupt) {}

    /** Returns the number of games left out: always 0 without a corruption callback and without `PLYPACK_OPEN_ACCEPT_DAMAGE`,
     * because the search then throws. */
    std::uint64_t corrupt() const noexcept { return corrupt_; }

private:
    std::uint64_t corrupt_;
};

/** The number of games that match. */
struct match_count {
    std::uint64_t games = 0;
    /** The number of games that the search left out because it could not read them. */
    std::uint64_t corrupt = 0;

    operator std::uint64_t() const noexcept { return games; }
};

/** A move order that leads to a match. */
struct move_order {
    /** The moves from the start of the game. */
    std::vector<std::uint16_t> moves;
    /** The FEN of a custom start; empty for the standard start. */
    std::string start;
    /** The number of games with this move order. */
    std::uint64_t games;
};

/** A line that games played from a position on. */
struct continuation {
    /** The moves from the position on: at least one. */
    std::vector<std::uint16_t> moves;
    /** The games that played these moves, as a branch for the last move. */
    plypack_branch branch;
};

/** A name as it is written, and the number of games that have it. */
struct name_count {
    std::string name;
    std::uint64_t games;
};

/** The rule by which games are duplicates of each other; see `plypack_query_duplicates`. (`near` alone is a Windows macro.) */
enum class duplicate_kind : std::uint32_t {
    exact = PLYPACK_DUPLICATES_EXACT,
    also_near = PLYPACK_DUPLICATES_NEAR,
};

namespace detail {

/* A function that receives hits, with the callbacks of the search. */
class hit_sink : public c_callbacks {
public:
    hit_sink(callbacks functions, const hit_function &hit) : c_callbacks(std::move(functions)), hit_(hit) {}
    static std::int32_t run(void *user, const plypack_hit *hits, std::size_t count) noexcept {
        auto *self = static_cast<hit_sink *>(user);
        return self->attempt([&] {
            for (std::size_t i = 0; i < count; i++) self->hit_(hits[i]);
        });
    }

private:
    const hit_function &hit_;
};

/* Groups of hits, with the callbacks of the search. */
class group_sink : public c_callbacks {
public:
    group_sink(callbacks functions, std::vector<std::vector<plypack_hit>> &groups)
        : c_callbacks(std::move(functions)), groups_(groups) {}
    static std::int32_t run(void *user, const plypack_hit *hits, std::size_t count) noexcept {
        auto *self = static_cast<group_sink *>(user);
        return self->attempt([&] { self->groups_.emplace_back(hits, hits + count); });
    }

private:
    std::vector<std::vector<plypack_hit>> &groups_;
};

} // namespace detail

/** A search: its target, the conditions on games, and its limits. */
class query {
public:
    /** Selects all games, without a target: for `list` and `names`. */
    query() : handle_(detail::make<plypack_query>(plypack_query_new)) {}
    /** Searches for a position, reached by any moves. */
    explicit query(const position &position) : query() {
        detail::call(plypack_query_set_position, get(), position.get());
    }
    /** Searches for the position of a FEN. Missing fields at its end match anything; see `plypack_query_set_fen`. */
    static query fen(std::string_view fen) {
        query made;
        detail::call(plypack_query_set_fen, made.get(), fen.data(), fen.size());
        return made;
    }
    /** Searches for pieces on squares, as in the first field of a FEN; a digit is a number of squares with any content.
     * `plypack_query_set_pattern` describes all patterns. */
    static query pattern(std::string_view board) {
        query made;
        detail::call(plypack_query_set_pattern, made.get(), board.data(), board.size());
        return made;
    }
    /** Searches for these pieces, on any squares, of either color: `KRPKR`. `plypack_query_set_material` describes the
     * notation. */
    static query material(std::string_view pieces) {
        query made;
        detail::call(plypack_query_set_material, made.get(), pieces.data(), pieces.size());
        return made;
    }
    plypack_query *get() const noexcept { return handle_.get(); }

    /** Adds a condition by its name and value: `where("white", "Carlsen")`, `where("date", "2018..2020")`; see `plypack_query_add`. All
     * conditions must hold; groups combine conditions in other ways. */
    query &where(std::string_view name, std::string_view value) {
        detail::call(plypack_query_add, get(), name.data(), name.size(), value.data(), value.size());
        return *this;
    }
    /** Adds a condition: the number in a field is known and lies between `first` and `last`, both included. */
    query &add_range(number_field field, std::uint32_t first, std::uint32_t last) {
        detail::call(plypack_query_add_range, get(), std::uint32_t(field), first, last);
        return *this;
    }
    /** Begins a group of conditions; the group is one condition of the group or query around it. */
    query &begin_group(condition_group kind) {
        detail::call(plypack_query_begin_group, get(), std::uint32_t(kind));
        return *this;
    }
    /** Ends the group that began last. */
    query &end_group() {
        detail::call(plypack_query_end_group, get());
        return *this;
    }
    /** Sets whether searches also search the variations of games whose main line does not match. Off by default. */
    void variations(bool on) { detail::call(plypack_query_set_variations, get(), std::uint32_t{on}); }
    /** Sets whether searches use the position index of a file that has one. On by default; the results do not depend on it. */
    void index(bool on) { detail::call(plypack_query_set_index, get(), std::uint32_t{on}); }
    /** Sets the number of threads of a search; 0, the default, means one per core. The results do not depend on it. */
    void threads(std::uint32_t count) { detail::call(plypack_query_set_threads, get(), count); }
    /** Sets the maximum number of games from `find`, `find_each` and `list`, and of names from `names`. By default there is no
     * limit. */
    void max_hits(std::uint64_t count) { detail::call(plypack_query_set_max_hits, get(), count); }

    /** Returns the games that match. */
    hit_list find(const searched_files &files, const callbacks &callbacks = {}) const {
        return hit_list(made<plypack_hits>(plypack_query_find, files, callbacks));
    }
    /** Calls `hit` with the games that match, in order, while the search runs. Returns the number of games that the search left out
     * because it could not read them. */
    std::uint64_t find_each(const searched_files &files, const hit_function &hit, const callbacks &callbacks = {}) const {
        detail::hit_sink sink(callbacks, hit);
        const plypack_hit_callback on_hits = sink.run;
        void *const user = &sink;
        std::uint64_t corrupt = 0;
        sink.call(plypack_query_find_each, get(), files.data(), files.size(), on_hits, user, sink.get(), &corrupt);
        return corrupt;
    }
    /** Returns the number of games that match. Faster than `find` if the files have an index. */
    match_count count(const searched_files &files, const callbacks &callbacks = {}) const {
        match_count count;
        run(plypack_query_count, files, callbacks, &count.games, &count.corrupt);
        return count;
    }
    /** Returns the games that meet the conditions, as hits at ply 0. Ignores the target. */
    hit_list list(const searched_files &files, const callbacks &callbacks = {}) const {
        return hit_list(made<plypack_hits>(plypack_query_list, files, callbacks));
    }
    /** Returns all or some rows, in columns of numbers, for the games that meet the conditions and reach the target, if there
     * is one. */
    game_rows rows(const searched_files &files, const rows_options &options, const callbacks &callbacks = {}) const {
        plypack_rows_options c = PLYPACK_ROWS_OPTIONS_INIT;
        c.columns = options.columns.data();
        c.columns_len = options.columns.size();
        c.order = options.order.data();
        c.order_len = options.order.size();
        c.first = options.first;
        c.count = options.count;
        detail::c_callbacks reports(callbacks);
        plypack_rows *list = nullptr;
        reports.call(plypack_query_rows, get(), files.data(), files.size(), &c, reports.get(), &list);
        return game_rows(detail::handle<plypack_rows>(list));
    }
    /** Returns the moves played next in the position, the most played first. In each branch `moves` is empty: `next_move` is
     * the move. */
    result_list<plypack_branch> tree(const searched_files &files, const callbacks &callbacks = {}) const {
        const auto tree = made<plypack_tree>(plypack_query_tree, files, callbacks);
        const plypack_branch_array c = plypack_tree_view(tree.get());
        result_list<plypack_branch> branches(c.len, c.corrupt);
        for (std::size_t i = 0; i < c.len; i++) {
            branches[i] = c.data[i];
            branches[i].moves = {};
        }
        return branches;
    }
    /** Returns the lines of 1 to `depth` plies that games played from the position on, each followed by its own
     * continuations. */
    result_list<continuation> continuations(const searched_files &files, std::uint32_t depth, const callbacks &callbacks = {}) const {
        detail::c_callbacks reports(callbacks);
        plypack_tree *raw = nullptr;
        reports.call(plypack_query_continuations, get(), files.data(), files.size(), depth, reports.get(), &raw);
        const detail::handle<plypack_tree> tree(raw);
        const plypack_branch_array c = plypack_tree_view(raw);
        result_list<continuation> found(c.len, c.corrupt);
        for (std::size_t i = 0; i < c.len; i++) {
            const plypack_moves moves = c.data[i].moves;
            found[i].moves.assign(moves.data, moves.data + moves.len);
            found[i].branch = c.data[i];
            found[i].branch.moves = {};
        }
        return found;
    }
    /** Returns the distinct move orders up to the first match of each game, the most frequent first. */
    result_list<move_order> transpositions(const searched_files &files, const callbacks &callbacks = {}) const {
        const auto orders = made<plypack_orders>(plypack_query_transpositions, files, callbacks);
        const plypack_order_array c = plypack_orders_view(orders.get());
        result_list<move_order> found(c.len, c.corrupt);
        for (std::size_t i = 0; i < c.len; i++) {
            const plypack_order &order = c.data[i];
            found[i].moves.assign(order.moves.data, order.moves.data + order.moves.len);
            found[i].start = detail::view_of(order.start);
            found[i].games = order.games;
        }
        return found;
    }
    /** Returns the names in a field of the games that meet the conditions, the most frequent first, for example to complete
     * user input. Each spelling is a separate name; see `plypack_query_names`. */
    result_list<name_count> names(const searched_files &files, text_field field, std::string_view text,
                                  name_match match = name_match::contains, const callbacks &callbacks = {}) const {
        detail::c_callbacks reports(callbacks);
        plypack_names *raw = nullptr;
        reports.call(plypack_query_names, get(), files.data(), files.size(), std::uint32_t(field), text.data(), text.size(),
                  std::uint32_t(match), reports.get(), &raw);
        const detail::handle<plypack_names> names(raw);
        const plypack_name_array c = plypack_names_view(raw);
        result_list<name_count> found(c.len, c.corrupt);
        for (std::size_t i = 0; i < c.len; i++) {
            found[i] = {std::string(detail::view_of(c.data[i].text)), c.data[i].games};
        }
        return found;
    }
    /**
     * Returns groups of games that meet the conditions and are duplicates of each other. The groups are in the order of their
     * first games, and their games, hits at ply 0, in the order of the files and games.
     */
    result_list<std::vector<plypack_hit>> duplicates(const searched_files &files, duplicate_kind kind = duplicate_kind::exact,
                                                     const callbacks &callbacks = {}) const {
        std::vector<std::vector<plypack_hit>> groups;
        std::uint64_t corrupt = 0;
        detail::group_sink sink(callbacks, groups);
        const plypack_hit_callback on_group = sink.run;
        void *const user = &sink;
        sink.call(plypack_query_duplicates, get(), files.data(), files.size(), std::uint32_t(kind), on_group, user, sink.get(), &corrupt);
        return {std::move(groups), corrupt};
    }

private:
    template <class F, class... T>
    void run(F *function, const searched_files &files, const callbacks &callbacks, T *...outputs) const {
        detail::c_callbacks reports(callbacks);
        reports.call(function, get(), files.data(), files.size(), reports.get(), outputs...);
    }
    template <class T, class F>
    detail::handle<T> made(F *function, const searched_files &files, const callbacks &callbacks) const {
        T *output = nullptr;
        run(function, files, callbacks, &output);
        return detail::handle<T>(output);
    }

    detail::handle<plypack_query> handle_;
};

} // namespace plypack

#endif
