/* plypack.hpp: searches of every kind on files of several blocks, with an index, edits and games after the index. The
 * results equal the results of plain loops over the games. */
#include <vector>

#include "arrow_abi.h"
#include "loops.h"
#include "plypack.hpp"

static loop_file files[LOOP_FILES];

using hits = std::vector<plypack_hit>;

static plypack::query make_query(const loop_target *target, int condition, bool index) {
    const auto text = target == nullptr ? "" : target->text;
    auto query = target == nullptr                 ? plypack::query()
                 : target->kind == LOOP_PATTERN    ? plypack::query::pattern(text)
                 : target->kind == LOOP_MATERIAL   ? plypack::query::material(text)
                 : target->kind == LOOP_BOARD      ? plypack::query::fen(text)
                                                   : plypack::query(plypack::position(text));
    if (condition == 1) query.where("white", "anna");
    if (condition == 2) query.where("result", "1-0");
    query.index(index);
    return query;
}

static hits looped(const loop_file *of, std::size_t count, const loop_target *target, int condition) {
    hits found(LOOP_FILES * LOOP_GAMES);
    found.resize(loop_hits(of, count, target, condition, found.data()));
    return found;
}

static bool same(const hits &one, const plypack::hit_list &other) {
    return loop_same_hits(one.data(), one.size(), other.data(), other.size());
}

static void check_query(const loop_file *of, const plypack::searched_files &readers, const plypack::query &query, const hits &wanted,
                        bool has_tree) {
    CHECK(same(wanted, query.find(readers)) && query.count(readers) == wanted.size());
    hits each;
    query.find_each(readers, [&](const plypack_hit &hit) { each.push_back(hit); });
    CHECK(loop_same_hits(each.data(), each.size(), wanted.data(), wanted.size()));
    std::uint64_t games = 0;
    for (const plypack::move_order &order : query.transpositions(readers)) {
        CHECK(!order.start.empty() || order.games == loop_order(of, wanted.data(), wanted.size(), order.moves.data(), order.moves.size()));
        games += order.games;
    }
    CHECK(games == wanted.size());
    if (!has_tree) return;
    games = 0;
    for (const plypack_branch &branch : query.tree(readers)) {
        const auto known = loop_branch(of, wanted.data(), wanted.size(), &branch.next_move, branch.ends ? 0 : 1);
        CHECK(loop_same_branch(&branch, &known));
        games += branch.games;
    }
    CHECK(games == wanted.size());
    games = 0;
    for (const plypack::continuation &line : query.continuations(readers, LOOP_DEPTH)) {
        const auto known = loop_branch(of, wanted.data(), wanted.size(), line.moves.data(), line.moves.size());
        CHECK(line.moves.size() <= LOOP_DEPTH && loop_same_branch(&line.branch, &known));
        games += line.moves.size() == 1 ? line.branch.games : 0;
    }
    CHECK(games == loop_played_on(of, wanted.data(), wanted.size()));
}

static void check_searches(const loop_file *of, std::size_t count, const plypack::searched_files &readers) {
    for (int condition = 0; condition < LOOP_CONDITIONS; condition++) {
        const auto listed = looped(of, count, nullptr, condition);
        const auto query = make_query(nullptr, condition, true);
        CHECK(same(listed, query.list(readers)));
        const auto names = query.names(readers, plypack::text_field::player, "");
        CHECK(names.size() == 4);
        for (const plypack::name_count &name : names) CHECK(name.games == loop_name(of, listed.data(), listed.size(), name.name.c_str()));
        for (int target = 0; target < LOOP_TARGETS; target++) {
            const auto wanted = looped(of, count, &LOOP_TARGET[target], condition);
            CHECK(wanted.size() > 1);
            for (const bool index : {false, true}) {
                check_query(of, readers, make_query(&LOOP_TARGET[target], condition, index), wanted, target < LOOP_WHOLE);
            }
        }
    }
}

/* The games and plies of the rows of a table. */
static hits rows_of(const plypack::table_scan &scan) {
    ArrowArrayStream stream;
    hits rows;
    scan.stream(&stream);
    for (;;) {
        ArrowArray batch;
        CHECK(stream.get_next(&stream, &batch) == 0);
        if (batch.release == nullptr) break;
        for (std::int64_t row = 0; row < batch.length; row++) {
            const auto *games = static_cast<const std::int64_t *>(batch.children[0]->buffers[1]);
            const auto *plies = static_cast<const std::int32_t *>(batch.children[1]->buffers[1]);
            plypack_hit hit{};
            hit.game = std::uint64_t(games[row + batch.children[0]->offset]);
            hit.ply = std::uint32_t(plies[row + batch.children[1]->offset]);
            rows.push_back(hit);
        }
        batch.release(&batch);
    }
    stream.release(&stream);
    return rows;
}

static void check_parts(const plypack::reader &reader, plypack::table_scan &scan, const hits &wanted) {
    const auto whole = rows_of(scan);
    CHECK(loop_same_hits(whole.data(), whole.size(), wanted.data(), wanted.size()));
    for (const std::uint64_t bytes : {1, 4000}) {
        hits rows;
        const auto parts = scan.partitions(bytes);
        CHECK(bytes > 1 || parts.size() > 4);
        for (const plypack_game_range &part : parts) {
            scan.set_games(part.first, part.count);
            for (const plypack_hit &row : rows_of(scan)) rows.push_back(row);
        }
        CHECK(loop_same_hits(rows.data(), rows.size(), wanted.data(), wanted.size()));
        scan.set_games(0, reader.number_end());
    }
}

/* All occurrences of the position of a target. */
static hits places_of(const loop_file &file, const loop_target &target) {
    hits places;
    for (std::size_t number = 0; number < file.count; number++) {
        const loop_game &game = file.games[number];
        for (std::size_t ply = 0; game.is_there && ply <= game.plies; ply++) {
            plypack_hit place{};
            place.game = number;
            place.ply = std::uint32_t(ply);
            if (loop_holds(&target, &game.positions[ply])) places.push_back(place);
        }
    }
    return places;
}

static void check_tables(const loop_file &file, const plypack::reader &reader) {
    for (int target = 0; target < LOOP_TARGETS; target++) {
        const auto wanted = looped(&file, 1, &LOOP_TARGET[target], 0);
        for (const bool index : {false, true}) {
            const auto query = make_query(&LOOP_TARGET[target], 0, index);
            plypack::table_scan games(reader, PLYPACK_SCAN_GAMES), plies(reader, PLYPACK_SCAN_PLIES);
            games.set_columns("game,first_match");
            games.set_query(query);
            check_parts(reader, games, wanted);
            plies.set_columns("game,ply");
            plies.set_query(query);
            check_parts(reader, plies, wanted);
        }
        if (target >= LOOP_WHOLE) continue;
        plypack::table_scan plies(reader, PLYPACK_SCAN_PLIES);
        plies.set_columns("game,ply");
        plies.set_position(plypack::position(LOOP_TARGET[target].text).key());
        check_parts(reader, plies, places_of(file, LOOP_TARGET[target]));
    }
}

static bool has_tables(const plypack::reader &reader) {
    try {
        plypack::table_scan(reader, PLYPACK_SCAN_GAMES);
    } catch (const plypack::error &error) {
        return error.status() != PLYPACK_UNSUPPORTED_FEATURE;
    }
    return true;
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    loop_open_all(files, argv);
    const std::string folder = argv[1];
    const std::vector<plypack::reader> readers = [&] {
        std::vector<plypack::reader> opened;
        for (const char *name : {"/blocks.plypack", "/edited.plypack"}) opened.emplace_back(folder + name);
        return opened;
    }();
    check_searches(files, LOOP_FILES, readers);
    for (std::size_t i = 0; i < LOOP_FILES; i++) {
        check_searches(&files[i], 1, readers[i]);
        if (has_tables(readers[i])) check_tables(files[i], readers[i]);
    }
    loop_close_all(files);
    return plytest_failed;
}
