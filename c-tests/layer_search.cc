/* plypack.hpp: searches, their conditions and callbacks, and the index. */
#include <algorithm>
#include <initializer_list>

#include "arrow_abi.h"
#include "plypack.hpp"
#include "plytest.h"

static const char PGN[] =
    "[White \"Anna\"]\n[Result \"1-0\"]\n[WhiteElo \"2400\"]\n[Date \"2001.??.??\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 1-0\n\n"
    "[White \"Boris\"]\n[Result \"0-1\"]\n\n1. c4 e6 2. d4 d5 3. Nc3 0-1\n\n"
    "[White \"Anna\"]\n\n1. d4 e6 2. c4 d5 *\n\n"
    "1. e4 (1. d4 d5 2. c4 e6) 1... e5 *\n";

static plypack::position after(std::initializer_list<const char *> moves) {
    plypack::position position;
    for (const char *move : moves) position.play(position.move_from_san(move));
    return position;
}

static const plypack::position &queens_gambit() {
    static const plypack::position position = after({"c4", "d5", "d4", "e6"});
    return position;
}

static void hits(const plypack::reader &reader) {
    plypack::query query(queens_gambit());
    query.threads(1);
    const auto hits = query.find(reader);
    CHECK(hits.size() == 3 && hits[0].game == 0 && hits[1].game == 1 && hits[2].game == 2);
    CHECK(std::all_of(hits.begin(), hits.end(), [](const plypack_hit &hit) { return hit.ply == 4; }));
    CHECK(query.count(reader) == 3);
    query.max_hits(2);
    CHECK(query.find(reader).size() == 2 && query.count(reader) == 3);
    query.max_hits(9);
    query.index(false);
    CHECK(query.count(reader) == 3);
    query.variations(true);
    std::uint64_t last = 0;
    query.find_each(reader, [&](const plypack_hit &hit) { last = hit.game; });
    CHECK(last == 3 && query.find(reader).size() == 4);
}

static void tree_and_orders(const plypack::reader &reader) {
    const plypack::query query(queens_gambit());
    const auto branches = query.tree(reader);
    CHECK(branches.size() == 2 && branches[1].ends == 1 && branches[1].games == 1);
    CHECK(queens_gambit().move_to_san(branches[0].next_move) == "Nc3" && branches[0].games == 2 && branches[0].white == 1);
    const auto lines = query.continuations(reader, 2);
    CHECK(lines.size() == 1 || lines[1].moves.size() <= 2);
    CHECK(lines[0].moves == std::vector<std::uint16_t>{branches[0].next_move} && lines[0].branch.games == 2);
    const auto orders = query.transpositions(reader);
    CHECK(orders.size() == 3);
    for (const plypack::move_order &order : orders) {
        plypack::position position;
        for (const std::uint16_t move : order.moves) position.play(move);
        CHECK(order.games == 1 && order.moves.size() == 4 && order.start.empty());
        CHECK(position.fen().rfind("rnbqkbnr/ppp2ppp/4p3/3p4/2PP4", 0) == 0);
    }
}

/* The games that a query lists, as digits. */
static std::string listed(const plypack::searched_files &files, const plypack::query &query) {
    std::string text;
    for (const plypack_hit &hit : query.list(files)) text += char('0' + hit.game);
    return text;
}

static void conditions(const plypack::reader &reader) {
    plypack::query query;
    query.where("player", "anna");
    CHECK(listed(reader, query) == "02");
    query.add_range(plypack::number_field::date, 20010000, 20019999);
    CHECK(listed(reader, query) == "0");
    plypack::query grouped;
    grouped.begin_group(plypack::condition_group::any).where("tag", "White=boris");
    grouped.add_range(plypack::number_field::white_rating, 2400, 2400).end_group();
    CHECK(listed(reader, grouped) == "01");
    CHECK(plypack::query::pattern("8/8/4p3/3p4/8/8/8/8").count(reader) == 3);
    CHECK(plypack::query::material("KRPKR").find(reader).empty());
    CHECK(plypack::query::material("K.*vK.*").count(reader) == plypack::query::pattern("8/8/8/8/8/8/8/8").count(reader));
    CHECK(plypack::query::fen("rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR").count(reader) == 3);
    CHECK(listed(reader, plypack::query().where("white", "=ANNA")) == "02");
    CHECK(listed(reader, plypack::query().where("player", "/^(Anna|Boris)/")) == "012");
    CHECK(listed(reader, plypack::query().where("tag", "White~ánn").where("white-rating", "2400..2500")) == "0");
    CHECK(listed(reader, plypack::query().where("has", "variations")).size() == 1);
    CHECK(listed(reader, plypack::query().where("nag", "+=")).empty());
}

static void several_files(const plypack::reader &reader) {
    const plypack::query query(queens_gambit());
    const auto hits = query.find({reader, reader});
    CHECK(hits.size() == 6 && hits[2].file == 0 && hits[3].file == 1 && hits[3].game == 0);
    CHECK(query.count(std::vector<plypack::reader>()) == 0);
    CHECK(query.tree({reader, reader})[0].games == 4);
    const auto names = plypack::query().names({reader, reader}, plypack::text_field::player, "N");
    CHECK(names.size() == 1 && names[0].name == "Anna" && names[0].games == 4);
    const auto none = plypack::query().names(reader, plypack::text_field::player, "N", plypack::name_match::begins);
    CHECK(none.empty());
    plypack::rows_options newest;
    newest.columns = "white,date,plies";
    newest.order = "-date,white";
    newest.count = 2;
    const auto rows = plypack::query().rows({reader, reader}, newest);
    CHECK(rows.size() == 2 && rows.total() == 2 * reader.game_count() && rows.corrupt() == 0);
    CHECK(rows.column(1).size() == 2 && rows.column(1)[0] >= rows.column(1)[1] && rows.column(3).size() == 0);
    CHECK(!rows.name(rows.column(0)[0]).empty() && rows.game(0).game == rows.game(1).game);
    CHECK(plypack::query().duplicates(reader).empty());
    const auto groups = plypack::query().duplicates({reader, reader}, plypack::duplicate_kind::also_near);
    CHECK(groups.size() == 4 && groups[3].size() == 2 && groups[3][0].game == 3 && groups[3][1].file == 1);
}

#if __cplusplus >= 202002L
#include <ranges>

/* The results work with the algorithms and views of C++20. */
static_assert(std::ranges::contiguous_range<plypack::hit_list> && std::ranges::sized_range<const plypack::hit_list>);
static void ranges(const plypack::reader &reader) {
    const plypack::query query(queens_gambit());
    const auto hits = query.find(reader);
    CHECK(std::ranges::count_if(hits, [](const plypack_hit &hit) { return hit.game > 0; }) == 2);
    const auto tree = query.tree(reader);
    CHECK(std::ranges::max_element(tree, {}, &plypack_branch::games) == tree.begin());
    for (const auto games : query.transpositions(reader) | std::views::transform(&plypack::move_order::games)) CHECK(games == 1);
}
#else
static void ranges(const plypack::reader &) {}
#endif

template <class F> static plypack_status status_of(F &&function) {
    try {
        function();
    } catch (const plypack::error &error) {
        return plypack_status(error.status());
    }
    return PLYPACK_OK;
}

/* An exception of a callback leaves the call that called it. */
template <class F> static int thrown_by(F &&function) {
    try {
        function();
    } catch (int thrown) {
        return thrown;
    }
    return 0;
}

static void failures(const plypack::reader &reader) {
    plypack::query query;
    CHECK(status_of([&] { query.find(reader); }) == PLYPACK_WRONG_STATE);
    CHECK(status_of([&] { query.where("elo", "x"); }) == PLYPACK_INVALID_ARGUMENT);
    CHECK(status_of([] { plypack::query().where("date", "2000..1990"); }) == PLYPACK_INVALID_ARGUMENT);
    CHECK(status_of([&] { query.end_group(); }) == PLYPACK_WRONG_STATE);
    CHECK(status_of([] { plypack::query::pattern("8/8"); }) == PLYPACK_INVALID_ARGUMENT);
    CHECK(status_of([] { plypack::query::material("RK"); }) == PLYPACK_INVALID_ARGUMENT);
    CHECK(status_of([&] { plypack::query::pattern("8/8/8/8/8/8/8/8").tree(reader); }) == PLYPACK_INVALID_ARGUMENT);
    CHECK(status_of([] { plypack::index_file("/nowhere/at/all"); }) == PLYPACK_IO);
    query = plypack::query(queens_gambit());
    CHECK(thrown_by([&] { query.find_each(reader, [](const plypack_hit &) { throw 7; }); }) == 7);
    plypack::callbacks callbacks;
    callbacks.progress = [](std::uint64_t, std::uint64_t) { throw 8; };
    CHECK(thrown_by([&] { query.count(reader, callbacks); }) == 8);
    CHECK(query.count(reader) == 3);
}

/* Games that cannot be searched end the search, or are reported. */
static void corruption(plypack::bytes_view file) {
    std::vector<std::uint8_t> bytes(file.begin(), file.end());
    bytes[(1536 + bytes.size()) / 2] ^= 1;
    const plypack::reader reader(bytes);
    const plypack::query query(queens_gambit());
    CHECK(status_of([&] { query.count(reader); }) != PLYPACK_OK);
    std::uint64_t lost = 0;
    plypack::callbacks callbacks;
    callbacks.corruption = [&](const plypack_corruption &found) { lost += found.count; };
    const plypack::match_count found = query.count(reader, callbacks);
    CHECK(lost > 0 && found < 3 && found.corrupt == lost);
    const std::uint64_t corrupt = lost;
    CHECK(query.tree(reader, callbacks).empty() == (found == 0) && lost == 2 * corrupt);
    CHECK(query.find(reader, callbacks).corrupt() == corrupt && query.tree(reader, callbacks).corrupt() == corrupt);
    CHECK(query.transpositions(reader, callbacks).corrupt() == corrupt && query.continuations(reader, 2, callbacks).corrupt() == corrupt);
    CHECK(query.find_each(reader, [](const plypack_hit &) {}, callbacks) == corrupt);
    CHECK(query.duplicates(reader, plypack::duplicate_kind::exact, callbacks).corrupt() == corrupt);
}

/* The files of a folder, opened and searched as one. */
static void folder(const std::string &folder, const std::string &path) {
    const auto found = plypack::find_files({folder, path, "/nowhere/at/all"});
    CHECK(found.files == std::vector<std::string>{path} && found.errors.size() == 1);
    CHECK(found.errors[0].status() == PLYPACK_IO && found.errors[0].message().find("/nowhere/at/all") == 0);
    const std::vector<plypack::reader> readers(found.files.begin(), found.files.end());
    CHECK(plypack::query(queens_gambit()).find(readers).size() == 3);
    CHECK(plypack::find_files({}).files.empty());
}

static std::int64_t rows_of(const plypack::table_scan &scan) {
    ArrowArrayStream stream;
    std::int64_t rows = 0;
    scan.stream(&stream);
    for (;;) {
        ArrowArray batch;
        CHECK(stream.get_next(&stream, &batch) == 0);
        if (batch.release == nullptr) break;
        rows += batch.length;
        batch.release(&batch);
    }
    stream.release(&stream);
    return rows;
}

/* The nulls in the first column of the first batch. */
static std::int64_t nulls_of(const plypack::table_scan &scan) {
    ArrowArrayStream stream;
    ArrowArray batch;
    scan.stream(&stream);
    CHECK(stream.get_next(&stream, &batch) == 0 && batch.release != nullptr);
    const std::int64_t nulls = batch.children[0]->null_count;
    batch.release(&batch);
    stream.release(&stream);
    return nulls;
}

static void tables(const plypack::reader &reader) {
    /* Built without Arrow. */
    if (status_of([&] { plypack::table_scan(reader, PLYPACK_SCAN_GAMES); }) == PLYPACK_UNSUPPORTED_FEATURE) return;
    plypack::table_scan games(reader, PLYPACK_SCAN_GAMES);
    games.set_columns("game,white");
    games.set_batch_rows(2);
    ArrowArrayStream stream;
    ArrowSchema schema;
    games.stream(&stream);
    CHECK(stream.get_schema(&stream, &schema) == 0 && schema.n_children == 2);
    schema.release(&schema);
    stream.release(&stream);
    CHECK(rows_of(games) == 4 && games.corrupt() == 0);
    const auto parts = games.partitions(1 << 20);
    CHECK(parts.size() == 1 && parts[0].first == 0 && parts[0].count == 4);
    plypack::table_scan codes(reader, PLYPACK_SCAN_GAMES);
    codes.set_columns("eco");
    CHECK(nulls_of(codes) == 4);
    codes.set_opening_tags(plypack::opening_tags::add);
    CHECK(nulls_of(codes) == 0);
    codes.set_opening_tags(plypack::opening_tags::none);
    CHECK(nulls_of(codes) == 4);
    games.set_query(plypack::query(queens_gambit()));
    CHECK(rows_of(games) == 3);
    games.set_games(1, 3);
    CHECK(rows_of(games) == 2);
    plypack::table_scan plies(reader, PLYPACK_SCAN_PLIES);
    plies.set_file("games");
    plies.set_max_ply(1);
    CHECK(rows_of(plies) == 8);
    plies.set_position(plypack::position().key());
    CHECK(rows_of(plies) == 4);
    CHECK(status_of([&] { games.set_columns("nothing"); }) == PLYPACK_INVALID_ARGUMENT);
}

static void explorer(const plypack::reader &reader) {
    const plypack::explorer explorer(reader);
    CHECK(explorer.get("/masters?play=d2d4").rfind("{\"white\":", 0) == 0);
    CHECK(explorer.get("/lichess").find("\"recentGames\":[") != std::string::npos);
    CHECK(status_of([&] { explorer.get("/else"); }) == PLYPACK_NOT_FOUND);
    plypack::position position;
    CHECK(position.opening().first.empty());
    position.play(position.move_from_uci("e2e4"));
    CHECK(position.opening() == std::make_pair(std::string_view("B00"), std::string_view("King's Pawn Game")));
}

static void search_all(const plypack::reader &reader) {
    hits(reader);
    tree_and_orders(reader);
    conditions(reader);
    several_files(reader);
    ranges(reader);
    failures(reader);
    tables(reader);
    explorer(reader);
}

int main(int, char **argv) {
    const std::string path = std::string(argv[1]) + "/games.plypack";
    auto writer = plypack::writer::create(path);
    writer.add_pgn(PGN);
    writer.finish();
    search_all(plypack::reader(path));
    CHECK(plypack::index_file(path) == 4 && plypack::index_file(path) == 0);
    search_all(plypack::reader(path));
    folder(argv[1], path);

    auto memory = plypack::writer::memory();
    memory.add_pgn(PGN);
    memory.finish();
    corruption(memory.bytes());
    return plytest_failed;
}
