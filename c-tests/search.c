/* Searches: hits by callback and into an array, the tree, move orders, conditions, the index, and stopping. */
#include "plytest.h"

static const char PGN[] =
    "[White \"Anna\"]\n[Result \"1-0\"]\n[WhiteElo \"2400\"]\n[Date \"2001.??.??\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 1-0\n\n"
    "[White \"Boris\"]\n[Result \"0-1\"]\n\n1. c4 e6 2. d4 d5 3. Nc3 0-1\n\n"
    "[White \"Anna\"]\n\n1. d4 e6 2. c4 d5 *\n\n"
    "1. e4 (1. d4 d5 2. c4 e6) 1... e5 *\n";

typedef struct calls {
    uint64_t games[8];
    uint32_t plies[8];
    size_t count;
    uint64_t progress;
    int32_t answer;
} calls;

static int32_t on_hits(void *user, const plypack_hit *hits, size_t count) {
    calls *all = (calls *)user;
    size_t i;
    for (i = 0; i < count && all->count < 8; i++, all->count++) {
        all->games[all->count] = hits[i].game;
        all->plies[all->count] = hits[i].ply;
    }
    return all->answer;
}

static int32_t on_progress(void *user, uint64_t done, uint64_t total) {
    ((calls *)user)->progress = done;
    CHECK(done <= total);
    return ((calls *)user)->answer;
}

static size_t count_hits(const plypack_reader *reader, const plypack_query *query) {
    uint64_t count = 0;
    OK(plypack_reader_count_hits(reader, query, &count, NULL));
    return (size_t)count;
}

static plypack_query *query_after(const char *const *moves, size_t count) {
    plypack_position *position = NULL;
    plypack_query *query = NULL;
    size_t i;
    OK(plypack_position_new(&position, NULL));
    for (i = 0; i < count; i++) {
        OK(plypack_position_play_uci(position, moves[i], 4, NULL));
    }
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_set_position(query, position, NULL));
    plypack_position_free(position);
    return query;
}

static void hits(const plypack_reader *reader, plypack_query *query) {
    calls all;
    plypack_hits *found = NULL;
    plypack_hit_array view;
    memset(&all, 0, sizeof(all));
    OK(plypack_query_set_threads(query, 2, NULL));
    OK(plypack_query_set_callbacks(query, on_progress, NULL, &all, NULL));
    OK(plypack_reader_find_each(reader, query, on_hits, &all, NULL));
    CHECK(all.count == 3 && all.games[0] == 0 && all.games[2] == 2 && all.plies[1] == 4 && all.progress == 4);
    OK(plypack_query_set_threads(query, 1, NULL));
    OK(plypack_reader_find(reader, query, &found, NULL));
    OK(plypack_hits_view(found, &view, NULL));
    CHECK(view.len == 3 && view.data[1].game == 1 && view.data[1].ply == 4);
    plypack_hits_free(found);
    CHECK(count_hits(reader, query) == 3);
    all.answer = 1;
    GIVES(PLYPACK_CANCELLED, plypack_reader_find(reader, query, &found, NULL));
    OK(plypack_query_set_callbacks(query, NULL, NULL, NULL, NULL));
    GIVES(PLYPACK_CANCELLED, plypack_reader_find_each(reader, query, on_hits, &all, NULL));
    OK(plypack_query_set_max_hits(query, 2, NULL));
    OK(plypack_reader_find(reader, query, &found, NULL));
    OK(plypack_hits_view(found, &view, NULL));
    CHECK(view.len == 2 && view.data[1].game == 1);
    plypack_hits_free(found);
    OK(plypack_query_set_max_hits(query, UINT64_MAX, NULL));
    OK(plypack_query_set_index(query, 0, NULL));
    CHECK(count_hits(reader, query) == 3);
    OK(plypack_query_set_index(query, 1, NULL));
    OK(plypack_query_set_variations(query, 1, NULL));
    CHECK(count_hits(reader, query) == 4);
    OK(plypack_query_set_variations(query, 0, NULL));
}

static void tree(const plypack_reader *reader, const plypack_query *query) {
    plypack_tree *tree = NULL;
    plypack_branch branch;
    size_t count = 0;
    OK(plypack_reader_tree(reader, query, &tree, NULL));
    OK(plypack_tree_branch_count(tree, &count, NULL));
    CHECK(count == 2);
    OK(plypack_tree_branch(tree, 0, &branch, NULL));
    CHECK(branch.next_move == (1 << 6 | 18) && branch.ends == 0 && branch.games == 2 && branch.white == 1 && branch.black == 1);
    CHECK(branch.rating_sum == 2400 && branch.rated == 1 && branch.last_year == 2001 && branch.draws == 0);
    OK(plypack_tree_branch(tree, 1, &branch, NULL));
    CHECK(branch.ends == 1 && branch.games == 1 && branch.other == 1);
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_tree_branch(tree, 2, &branch, NULL));
    plypack_tree_free(tree);
}

static void orders(const plypack_reader *reader, const plypack_query *query) {
    plypack_orders *orders = NULL;
    plypack_moves moves;
    uint64_t games = 0;
    size_t count = 0;
    OK(plypack_reader_transpositions(reader, query, &orders, NULL));
    OK(plypack_orders_count(orders, &count, NULL));
    CHECK(count == 3);
    OK(plypack_orders_at(orders, 0, &moves, &games, NULL));
    CHECK(moves.len == 4 && moves.data[0] == (1 << 12 | 10 << 6 | 26) && games == 1);
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_orders_at(orders, 3, &moves, &games, NULL));
    plypack_orders_free(orders);
}

static void conditions(const plypack_reader *reader, plypack_query *query) {
    plypack_hits *games = NULL;
    plypack_hit_array view;
    OK(plypack_query_set_text(query, PLYPACK_FIELD_PLAYER, TEXT("anna"), NULL));
    OK(plypack_reader_list(reader, query, &games, NULL));
    OK(plypack_hits_view(games, &view, NULL));
    CHECK(view.len == 2 && view.data[0].game == 0 && view.data[1].game == 2 && view.data[1].ply == 0);
    plypack_hits_free(games);
    OK(plypack_query_set_text(query, PLYPACK_FIELD_RESULT, TEXT("1-0"), NULL));
    OK(plypack_query_set_range(query, PLYPACK_FIELD_DATE, 20010000, 20019999, NULL));
    OK(plypack_query_set_range(query, PLYPACK_FIELD_RATING, 2300, 2500, NULL));
    CHECK(count_hits(reader, query) == 1);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_set_text(query, 99, TEXT("x"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_set_text(query, PLYPACK_FIELD_PLIES, TEXT("x"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_set_text(query, PLYPACK_FIELD_RESULT, TEXT("won"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_set_text(query, PLYPACK_FIELD_ECO, TEXT("B900"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_set_range(query, PLYPACK_FIELD_ECO, 1, 2, NULL));
}

static void other_targets(const plypack_reader *reader) {
    plypack_query *query = NULL;
    plypack_tree *tree = NULL;
    uint64_t count = 9;
    OK(plypack_query_new(&query, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_reader_count_hits(reader, query, &count, NULL));
    CHECK(count == 9);
    OK(plypack_query_set_pattern(query, TEXT("8/8/4p3/3p4/8/8/8/8"), NULL));
    CHECK(count_hits(reader, query) == 3);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_tree(reader, query, &tree, NULL));
    GIVES(PLYPACK_ILLEGAL_POSITION, plypack_query_set_pattern(query, TEXT("8/8"), NULL));
    OK(plypack_query_set_material(query, TEXT("KRPKR"), NULL));
    CHECK(count_hits(reader, query) == 0);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_set_material(query, TEXT("RK"), NULL));
    plypack_query_free(query);
}

static void search_all(const plypack_reader *reader) {
    static const char *const QUEENS_GAMBIT[] = {"d2d4", "d7d5", "c2c4", "e7e6"};
    plypack_query *query = query_after(QUEENS_GAMBIT, 4);
    hits(reader, query);
    tree(reader, query);
    orders(reader, query);
    conditions(reader, query);
    other_targets(reader);
    plypack_query_free(query);
}

int main(int argc, char **argv) {
    plytest_bytes bytes = plytest_pack(PGN);
    plypack_reader *reader = NULL;
    char path[1024];
    uint64_t games = 0;
    FILE *file;
    CHECK(argc == 2);
    OK(plypack_reader_open_memory(bytes.data, bytes.len, &reader, NULL));
    search_all(reader);
    plypack_reader_free(reader);

    file = fopen(plytest_path(path, sizeof(path), argv, "search.plypack"), "wb");
    CHECK(file != NULL && fwrite(bytes.data, 1, bytes.len, file) == bytes.len && fclose(file) == 0);
    OK(plypack_file_index(path, 1, NULL, &games, NULL));
    CHECK(games == 4);
    OK(plypack_reader_open_mapped(path, &reader, NULL));
    search_all(reader);
    plypack_reader_free(reader);
    free(bytes.data);
    return plytest_failed;
}
