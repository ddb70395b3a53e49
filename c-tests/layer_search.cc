/* plypack.hpp: searches, their conditions and callbacks, and the index. */
#include <algorithm>
#include <initializer_list>

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
    const auto hits = plypack::find(reader, query);
    CHECK(hits.size() == 3 && hits[0].game == 0 && hits[1].game == 1 && hits[2].game == 2);
    CHECK(std::all_of(hits.begin(), hits.end(), [](const plypack_hit &hit) { return hit.ply == 4; }));
    CHECK(plypack::count(reader, query) == 3);
    query.max_hits(2);
    CHECK(plypack::find(reader, query).size() == 2 && plypack::count(reader, query) == 3);
    query.max_hits(9);
    query.index(false);
    CHECK(plypack::count(reader, query) == 3);
    query.variations(true);
    std::uint64_t last = 0;
    plypack::find_each(reader, query, [&](const plypack_hit &hit) { last = hit.game; });
    CHECK(last == 3 && plypack::find(reader, query).size() == 4);
}

static void tree_and_orders(const plypack::reader &reader) {
    const plypack::query query(queens_gambit());
    const auto branches = plypack::tree(reader, query);
    CHECK(branches.size() == 2 && branches[1].ends == 1 && branches[1].games == 1);
    CHECK(queens_gambit().move_to_san(branches[0].next_move) == "Nc3" && branches[0].games == 2 && branches[0].white == 1);
    const auto orders = plypack::transpositions(reader, query);
    CHECK(orders.size() == 3);
    for (const plypack::move_order &order : orders) {
        plypack::position position;
        for (const std::uint16_t move : order.moves) position.play(move);
        CHECK(order.games == 1 && order.moves.size() == 4 && position.fen().rfind("rnbqkbnr/ppp2ppp/4p3/3p4/2PP4", 0) == 0);
    }
}

static void conditions(const plypack::reader &reader) {
    plypack::query query;
    query.where(plypack::text_field::player, "anna");
    CHECK(plypack::list(reader, query) == (std::vector<std::uint64_t>{0, 2}));
    query.where(plypack::number_field::date, 20010000, 20019999);
    CHECK(plypack::list(reader, query) == std::vector<std::uint64_t>{0});
    CHECK(plypack::count(reader, plypack::query::pattern("8/8/4p3/3p4/8/8/8/8")) == 3);
    CHECK(plypack::find(reader, plypack::query::material("KRPKR")).empty());
}

template <class F> static plypack_status status_of(F &&function) {
    try {
        function();
    } catch (const plypack::error &error) {
        return plypack_status(error.status());
    }
    return PLYPACK_OK;
}

static void failures(const plypack::reader &reader) {
    plypack::query query;
    CHECK(status_of([&] { plypack::find(reader, query); }) == PLYPACK_WRONG_STATE);
    CHECK(status_of([&] { query.where(static_cast<plypack::text_field>(99), "x"); }) == PLYPACK_INVALID_ARGUMENT);
    CHECK(status_of([] { plypack::query::pattern("8/8"); }) == PLYPACK_ILLEGAL_POSITION);
    CHECK(status_of([] { plypack::query::material("RK"); }) == PLYPACK_INVALID_ARGUMENT);
    CHECK(status_of([&] { plypack::tree(reader, plypack::query::pattern("8/8/8/8/8/8/8/8")); }) ==
          PLYPACK_INVALID_ARGUMENT);
    CHECK(status_of([] { plypack::index_file("/nowhere/at/all"); }) == PLYPACK_IO);
    int caught = 0;
    try {
        plypack::find_each(reader, plypack::query(queens_gambit()), [](const plypack_hit &) { throw 7; });
    } catch (int thrown) {
        caught = thrown;
    }
    CHECK(caught == 7);
    query = plypack::query(queens_gambit());
    query.on_progress([](std::uint64_t, std::uint64_t) { throw 8; });
    try {
        plypack::count(reader, query);
    } catch (int thrown) {
        caught = thrown;
    }
    CHECK(caught == 8);
}

/* Games that cannot be searched are reported, and do not stop the search. */
static void corruption(plypack::bytes_view file) {
    std::vector<std::uint8_t> bytes(file.begin(), file.end());
    bytes[bytes.size() / 2] ^= 1;
    const plypack::reader reader(bytes);
    plypack::query query(queens_gambit());
    std::uint64_t lost = 0;
    query.on_corruption([&](const plypack_corruption &found) { lost += found.count; });
    const std::uint64_t found = plypack::count(reader, query);
    CHECK(lost > 0 && found < 3);
    lost = 0;
    CHECK(plypack::tree(reader, query).empty() == (found == 0) && lost > 0);
}

static void search_all(const plypack::reader &reader) {
    hits(reader);
    tree_and_orders(reader);
    conditions(reader);
    failures(reader);
}

int main(int, char **argv) {
    const std::string path = std::string(argv[1]) + "/games.plypack";
    auto writer = plypack::writer::create(path);
    writer.add_pgn(PGN);
    writer.finish();
    search_all(plypack::reader(path));
    CHECK(plypack::index_file(path) == 4 && plypack::index_file(path) == 0);
    search_all(plypack::reader::mapped(path));

    auto memory = plypack::writer::memory();
    memory.add_pgn(PGN);
    memory.finish();
    corruption(memory.bytes());
    return plytest_failed;
}
