/* Searches: hits in an array and by callback, the tree, move orders, conditions, names, several files, corrupt files,
 * the index, and stopping. */
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
    uint64_t count = 0, corrupt = 9;
    OK(plypack_query_count(query, &reader, 1, NULL, &count, &corrupt, NULL));
    CHECK(corrupt == 0);
    return (size_t)count;
}

/* The games that `query` lists, as digits. */
static const char *listed(const plypack_reader *reader, const plypack_query *query) {
    static char text[16];
    plypack_hits *found = NULL;
    plypack_hit_array view;
    size_t i;
    OK(plypack_query_list(query, &reader, 1, NULL, &found, NULL));
    view = plypack_hits_view(found);
    for (i = 0; i < view.len && i < 15; i++) {
        CHECK(view.data[i].ply == 0 && view.data[i].file == 0);
        text[i] = (char)('0' + view.data[i].game);
    }
    text[i] = 0;
    plypack_hits_free(found);
    return text;
}

static plypack_query *query_after(const char *const *moves, size_t count) {
    plypack_position *position = NULL;
    plypack_query *query = NULL;
    size_t i;
    OK(plypack_position_new(&position, NULL));
    for (i = 0; i < count; i++) {
        OK(plytest_play(position, moves[i], 4, NULL));
    }
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_set_position(query, position, NULL));
    plypack_position_free(position);
    return query;
}

static void hits(const plypack_reader *reader, plypack_query *query) {
    calls all;
    plypack_callbacks callbacks = PLYPACK_CALLBACKS_INIT;
    uint64_t corrupt = 9;
    plypack_hits *found = NULL;
    plypack_hit_array view;
    memset(&all, 0, sizeof(all));
    callbacks.user = &all;
    callbacks.progress = on_progress;
    OK(plypack_query_set_threads(query, 2, NULL));
    OK(plypack_query_find_each(query, &reader, 1, on_hits, &all, &callbacks, &corrupt, NULL));
    CHECK(all.count == 3 && all.games[0] == 0 && all.games[2] == 2 && all.plies[1] == 4 && all.progress == 4 && corrupt == 0);
    OK(plypack_query_set_threads(query, 1, NULL));
    OK(plypack_query_find(query, &reader, 1, &callbacks, &found, NULL));
    view = plypack_hits_view(found);
    CHECK(view.len == 3 && view.data[1].game == 1 && view.data[1].ply == 4);
    plypack_hits_free(found);
    CHECK(count_hits(reader, query) == 3);
    all.answer = 1;
    GIVES(PLYPACK_CANCELLED, plypack_query_find(query, &reader, 1, &callbacks, &found, NULL));
    GIVES(PLYPACK_CANCELLED, plypack_query_find_each(query, &reader, 1, on_hits, &all, NULL, &corrupt, NULL));
    OK(plypack_query_set_max_hits(query, 2, NULL));
    /* Stopping at the last requested hit still counts as stopped. */
    GIVES(PLYPACK_CANCELLED, plypack_query_find_each(query, &reader, 1, on_hits, &all, NULL, &corrupt, NULL));
    OK(plypack_query_find(query, &reader, 1, NULL, &found, NULL));
    view = plypack_hits_view(found);
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
    plypack_branch_array view;
    plypack_branch branch;
    OK(plypack_query_tree(query, &reader, 1, NULL, &tree, NULL));
    view = plypack_tree_view(tree);
    CHECK(view.len == 2 && view.corrupt == 0);
    branch = view.data[0];
    CHECK(branch.next_move == (1 << 6 | 18) && branch.ends == 0 && branch.games == 2 && branch.white == 1 && branch.black == 1);
    CHECK(branch.rating_sum == 2400 && branch.rated == 1 && branch.last_year == 2001 && branch.draws == 0);
    CHECK(branch.moves.len == 1 && branch.moves.data[0] == branch.next_move);
    branch = view.data[1];
    CHECK(branch.ends == 1 && branch.games == 1 && branch.other == 1 && branch.moves.len == 0);
    plypack_tree_free(tree);
}

static void lines(const plypack_reader *reader, const plypack_query *query) {
    plypack_tree *tree = NULL;
    plypack_branch_array view;
    plypack_branch first;
    size_t i;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_continuations(query, &reader, 1, 0, NULL, &tree, NULL));
    OK(plypack_query_continuations(query, &reader, 1, 2, NULL, &tree, NULL));
    view = plypack_tree_view(tree);
    CHECK(view.len >= 1);
    first = view.data[0];
    CHECK(first.moves.len == 1 && first.moves.data[0] == (1 << 6 | 18) && first.next_move == first.moves.data[0] && first.games == 2);
    for (i = 1; i < view.len; i++) {
        const plypack_branch next = view.data[i];
        CHECK(next.moves.len >= 1 && next.moves.len <= 2 && next.ends == 0);
        CHECK(next.next_move == next.moves.data[next.moves.len - 1]);
        CHECK(next.moves.len == 1 || next.games <= first.games);
    }
    plypack_tree_free(tree);
}

static void orders(const plypack_reader *reader, const plypack_query *query) {
    plypack_orders *orders = NULL;
    plypack_order_array view;
    OK(plypack_query_transpositions(query, &reader, 1, NULL, &orders, NULL));
    view = plypack_orders_view(orders);
    CHECK(view.len == 3 && view.corrupt == 0);
    CHECK(view.data[0].moves.len == 4 && view.data[0].moves.data[0] == (1 << 12 | 10 << 6 | 26) && view.data[0].games == 1);
    CHECK(view.data[0].start.len == 0);
    plypack_orders_free(orders);
}

/* Several conditions on one field, groups, and refused conditions. */
static void conditions(const plypack_reader *reader, plypack_query *query) {
    OK(plypack_query_add(query, TEXT("player"), TEXT("anna"), NULL));
    CHECK(strcmp(listed(reader, query), "02") == 0);
    OK(plypack_query_add(query, TEXT("result"), TEXT("1-0"), NULL));
    OK(plypack_query_add_range(query, PLYPACK_FIELD_DATE, 20010000, 20019999, NULL));
    OK(plypack_query_add_range(query, PLYPACK_FIELD_RATING, 2300, 2500, NULL));
    OK(plypack_query_add_range(query, PLYPACK_FIELD_WHITE_RATING, 2400, 2400, NULL));
    CHECK(count_hits(reader, query) == 1);
    OK(plypack_query_add(query, TEXT("player"), TEXT("boris"), NULL));
    CHECK(count_hits(reader, query) == 0);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add(query, TEXT("elo"), TEXT("x"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add(query, TEXT("plies"), TEXT("x"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add(query, TEXT("result"), TEXT("won"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add(query, TEXT("eco"), TEXT("B900"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add_range(query, PLYPACK_FIELD_WHITE, 1, 2, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add(query, TEXT("has"), TEXT("clocks"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_begin_group(query, PLYPACK_FIELD_DATE, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add(query, TEXT("date"), TEXT("2000..1990"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add_range(query, PLYPACK_FIELD_DATE, 1990, 1995, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add_range(query, PLYPACK_FIELD_RATING, 2500, 2400, NULL));
}

/* Texts in other forms, players and their ratings, comments, and positions with only some fields. */
static void forms(const plypack_reader *reader) {
    plypack_query *query = NULL;
    const struct {
        const char *name, *value, *games;
    } texts[] = {
        {"player", "ÁNNA", "02"},     {"white", "=aNNa", "02"},      {"white", "=ann", ""},      {"white", "/^An+a$/", "02"},
        {"white", "/^an+a/", ""},     {"white", "/^an+a/i", "02"},   {"comment", "there", ""},   {"tag", "White", "012"},
        {"tag", "White~nn", "02"},    {"tag", "White=ann", ""},      {"not", "player=anna", "13"}, {"player", "\xC1nna", "02"},
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        OK(plypack_query_new(&query, NULL));
        OK(plypack_query_add(query, texts[i].name, strlen(texts[i].name), texts[i].value, strlen(texts[i].value), NULL));
        CHECK(strcmp(listed(reader, query), texts[i].games) == 0);
        plypack_query_free(query);
    }
    OK(plypack_query_new(&query, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add(query, TEXT("white"), TEXT("/(/"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add(query, TEXT("nag"), TEXT("!!!"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_add(query, TEXT("\xFF"), TEXT("x"), NULL));
    GIVES(PLYPACK_ILLEGAL_POSITION, plypack_query_set_fen(query, TEXT("8/8"), NULL));
    /* A player with a rating: a group for each color. */
    OK(plypack_query_begin_group(query, PLYPACK_GROUP_ANY, NULL));
    OK(plypack_query_begin_group(query, PLYPACK_GROUP_ALL, NULL));
    OK(plypack_query_add(query, TEXT("white"), TEXT("anna"), NULL));
    OK(plypack_query_add(query, TEXT("white-rating"), TEXT("2400"), NULL));
    OK(plypack_query_end_group(query, NULL));
    OK(plypack_query_begin_group(query, PLYPACK_GROUP_ALL, NULL));
    OK(plypack_query_add(query, TEXT("black"), TEXT("anna"), NULL));
    OK(plypack_query_add(query, TEXT("black-rating"), TEXT("2400"), NULL));
    OK(plypack_query_end_group(query, NULL));
    OK(plypack_query_end_group(query, NULL));
    CHECK(strcmp(listed(reader, query), "0") == 0);
    plypack_query_free(query);
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_add_range(query, PLYPACK_FIELD_ANY_RATING, 2400, 2500, NULL));
    CHECK(listed(reader, query)[0] == '0');
    OK(plypack_query_set_fen(query, TEXT("rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR"), NULL));
    CHECK(count_hits(reader, query) >= 1);
    plypack_query_free(query);
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_add(query, TEXT("has"), TEXT("variations"), NULL));
    CHECK(strcmp(listed(reader, query), "3") == 0);
    OK(plypack_query_set_fen(query, TEXT("8/8/8/8/8/8/8/K1k5"), NULL));
    OK(plypack_query_add(query, TEXT("has"), TEXT("nags"), NULL));
    OK(plypack_query_add(query, TEXT("nag"), TEXT("+="), NULL));
    CHECK(count_hits(reader, query) == 0);
    plypack_query_free(query);
}

static void groups(const plypack_reader *reader) {
    plypack_query *query = NULL;
    plypack_hits *found = NULL;
    size_t i;
    OK(plypack_query_new(&query, NULL));
    CHECK(strcmp(listed(reader, query), "0123") == 0);
    OK(plypack_query_begin_group(query, PLYPACK_GROUP_ANY, NULL));
    OK(plypack_query_add(query, TEXT("white"), TEXT("BORIS"), NULL));
    OK(plypack_query_begin_group(query, PLYPACK_GROUP_ALL, NULL));
    OK(plypack_query_add(query, TEXT("tag"), TEXT("White=anna"), NULL));
    OK(plypack_query_add_range(query, PLYPACK_FIELD_PLIES, 5, 9, NULL));
    OK(plypack_query_end_group(query, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_query_list(query, &reader, 1, NULL, &found, NULL));
    OK(plypack_query_end_group(query, NULL));
    CHECK(strcmp(listed(reader, query), "01") == 0);
    OK(plypack_query_begin_group(query, PLYPACK_GROUP_NONE, NULL));
    OK(plypack_query_add(query, TEXT("tag"), TEXT("WhiteElo=2400"), NULL));
    OK(plypack_query_add(query, TEXT("tag"), TEXT("White=Ann"), NULL));
    OK(plypack_query_end_group(query, NULL));
    CHECK(strcmp(listed(reader, query), "1") == 0);
    GIVES(PLYPACK_WRONG_STATE, plypack_query_end_group(query, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_begin_group(query, 3, NULL));
    for (i = 0; i < 30; i++) {
        OK(plypack_query_begin_group(query, PLYPACK_GROUP_NONE, NULL));
    }
    GIVES(PLYPACK_LIMIT_EXCEEDED, plypack_query_begin_group(query, PLYPACK_GROUP_NONE, NULL));
    for (i = 0; i < 30; i++) {
        OK(plypack_query_end_group(query, NULL));
    }
    CHECK(strcmp(listed(reader, query), "") == 0);
    plypack_query_free(query);
}

static void names(const plypack_reader *reader) {
    const plypack_reader *const twice[2] = {reader, reader};
    plypack_query *query = NULL;
    plypack_names *names = NULL;
    plypack_name_array view;
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_names(query, twice, 2, PLYPACK_FIELD_PLAYER, TEXT("N"), 0, NULL, &names, NULL));
    view = plypack_names_view(names);
    CHECK(view.len == 1 && view.corrupt == 0 && view.data[0].games == 4 && plytest_is(view.data[0].text, "Anna"));
    plypack_names_free(names);
    OK(plypack_query_names(query, &reader, 1, PLYPACK_FIELD_WHITE, TEXT("N"), 1, NULL, &names, NULL));
    CHECK(plypack_names_view(names).len == 0);
    plypack_names_free(names);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_names(query, &reader, 1, PLYPACK_FIELD_PLIES, "", 0, 0, NULL, &names, NULL));
    plypack_query_free(query);
}

/* Names are listed as written: a text finds all spellings of a player, each with its own number of games. */
static void spellings(void) {
    plytest_bytes bytes = plytest_pack("[White \"Müller, Jörg\"]\n\n1. e4 *\n\n[White \"Mueller, Joerg\"]\n\n1. d4 *\n\n"
                                       "[Black \"Müller, Jörg\"]\n\n1. c4 *\n");
    plypack_reader *reader = NULL;
    const plypack_reader *readers[1];
    plypack_query *query = NULL;
    plypack_names *names = NULL;
    plypack_name_array view;
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, NULL));
    readers[0] = reader;
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_names(query, readers, 1, PLYPACK_FIELD_PLAYER, TEXT("joerg mueller"), 0, NULL, &names, NULL));
    view = plypack_names_view(names);
    CHECK(view.len == 2);
    CHECK(plytest_is(view.data[0].text, "Müller, Jörg") && view.data[0].games == 2);
    CHECK(plytest_is(view.data[1].text, "Mueller, Joerg") && view.data[1].games == 1);
    plypack_names_free(names);
    plypack_query_free(query);
    plypack_reader_free(reader);
    free(bytes.data);
}

/* Options for these columns in this order. */
static plypack_rows_options of_columns(const char *columns, const char *order) {
    plypack_rows_options options = PLYPACK_ROWS_OPTIONS_INIT;
    options.columns = columns;
    options.columns_len = strlen(columns);
    options.order = order;
    options.order_len = strlen(order);
    return options;
}

/* Rows in columns: a text has the same number in all columns and files. */
static void rows(const plypack_reader *reader) {
    const plypack_reader *const twice[2] = {reader, reader};
    plypack_rows_options options = of_columns("white, black, plies,average-rating", "-average-rating,white");
    plypack_query *query = NULL;
    plypack_rows *list = NULL;
    plypack_numbers column;
    plypack_text name;
    size_t i;
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_rows(query, twice, 2, &options, NULL, &list, NULL));
    CHECK(plypack_rows_total(list) == 8 && plypack_rows_hits(list).len == 8 && plypack_rows_hits(list).corrupt == 0);
    CHECK(plypack_rows_column(list, 4).data == NULL);
    column = plypack_rows_column(list, 3);
    for (i = 1; i < column.len; i++) {
        CHECK(column.data[i] <= column.data[i - 1]);
    }
    /* The same game of both files has the same numbers. */
    for (i = 0; i < 64; i++) {
        const plypack_hit *hits = plypack_rows_hits(list).data;
        size_t row = i / 8, other = i % 8;
        if (hits[row].game == hits[other].game) {
            CHECK(plypack_rows_column(list, 0).data[row] == plypack_rows_column(list, 0).data[other]);
            CHECK(row == other || (hits[row].file != hits[other].file && (row < other) == (hits[row].file == 0)));
        }
    }
    CHECK(plypack_rows_name(list, 0).len == 0 && plypack_rows_name(list, UINT32_MAX).len == 0);
    plypack_rows_free(list);

    options = of_columns("white", "");
    options.first = 1;
    options.count = 2;
    OK(plypack_query_add(query, TEXT("white"), TEXT("Anna"), NULL));
    OK(plypack_query_rows(query, twice, 2, &options, NULL, &list, NULL));
    CHECK(plypack_rows_total(list) == 4 && plypack_rows_hits(list).len == 2);
    column = plypack_rows_column(list, 0);
    name = plypack_rows_name(list, column.data[0]);
    CHECK(column.len == 2 && column.data[0] == column.data[1] && name.len == 4 && memcmp(name.data, "Anna", 4) == 0);
    plypack_rows_free(list);

    options = of_columns("white,elo", "");
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_rows(query, twice, 2, &options, NULL, &list, NULL));
    options = of_columns("white", "--date");
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_rows(query, twice, 2, &options, NULL, &list, NULL));
    plypack_query_free(query);
}

/* The games of all groups, as `file.game`, with a point after each group. */
static int32_t on_group(void *user, const plypack_hit *games, size_t count) {
    char *text = (char *)user;
    size_t i, len = strlen(text);
    if (len > 40) {
        return 1;
    }
    for (i = 0; i < count; i++) {
        CHECK(games[i].ply == 0);
        text[len++] = (char)('0' + games[i].file);
        text[len++] = (char)('0' + games[i].game);
    }
    text[len++] = '.';
    text[len] = 0;
    return 0;
}

static void duplicates(const plypack_reader *reader) {
    const plypack_reader *const twice[2] = {reader, reader};
    plypack_query *query = NULL;
    char text[64] = "";
    uint64_t corrupt = 9;
    size_t i;
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_duplicates(query, &reader, 1, PLYPACK_DUPLICATES_EXACT, on_group, text, NULL, &corrupt, NULL));
    CHECK(strcmp(text, "") == 0);
    OK(plypack_query_duplicates(query, twice, 2, PLYPACK_DUPLICATES_NEAR, on_group, text, NULL, &corrupt, NULL));
    CHECK(strcmp(text, "0010.0111.0212.0313.") == 0);
    text[0] = 0;
    OK(plypack_query_add(query, TEXT("player"), TEXT("Anna"), NULL));
    OK(plypack_query_duplicates(query, twice, 2, PLYPACK_DUPLICATES_EXACT, on_group, text, NULL, &corrupt, NULL));
    CHECK(strcmp(text, "0010.0212.") == 0);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_duplicates(query, twice, 2, 2, on_group, text, NULL, &corrupt, NULL));
    GIVES(PLYPACK_NULL_POINTER, plypack_query_duplicates(query, twice, 2, PLYPACK_DUPLICATES_EXACT, NULL, text, NULL, &corrupt, NULL));
    for (i = 0; i < 41; i++) {
        text[i] = 'x';
    }
    text[41] = 0;
    GIVES(PLYPACK_CANCELLED, plypack_query_duplicates(query, twice, 2, PLYPACK_DUPLICATES_EXACT, on_group, text, NULL, &corrupt, NULL));
    plypack_query_free(query);
}

static void several_files(const plypack_reader *reader, const plypack_query *query) {
    const plypack_reader *const twice[2] = {reader, reader};
    plypack_hits *found = NULL;
    plypack_hit_array view;
    plypack_tree *tree = NULL;
    plypack_branch_array branches;
    uint64_t count = 0, corrupt = 9;
    OK(plypack_query_find(query, twice, 2, NULL, &found, NULL));
    view = plypack_hits_view(found);
    CHECK(view.len == 6 && view.data[2].file == 0 && view.data[3].file == 1 && view.data[3].game == 0 && view.data[5].game == 2);
    plypack_hits_free(found);
    OK(plypack_query_count(query, NULL, 0, NULL, &count, &corrupt, NULL));
    CHECK(count == 0);
    OK(plypack_query_tree(query, twice, 2, NULL, &tree, NULL));
    branches = plypack_tree_view(tree);
    CHECK(branches.len == 2 && branches.data[0].games == 4 && branches.data[0].rating_sum == 4800);
    plypack_tree_free(tree);
}

typedef struct found_corrupt {
    uint64_t games;
    uint32_t file;
    int32_t answer;
} found_corrupt;

static int32_t on_corruption(void *user, const plypack_corruption *corruption) {
    found_corrupt *found = (found_corrupt *)user;
    found->games += corruption->count;
    found->file = corruption->file;
    return found->answer;
}

/* A search that would leave out games fails, unless the caller accepts that. */
static void corruption(const plypack_reader *reader, plytest_bytes bytes, const plypack_query *query) {
    plypack_callbacks callbacks = PLYPACK_CALLBACKS_INIT;
    const plypack_reader *readers[2] = {reader, NULL};
    plypack_reader *damaged = NULL;
    plypack_error *error = plypack_error_new();
    found_corrupt found = {0, 9, 0};
    plypack_status status;
    uint64_t count = 9, corrupt = 9;
    bytes.data[(1536 + bytes.len) / 2] ^= 1;
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &damaged, NULL));
    bytes.data[(1536 + bytes.len) / 2] ^= 1;
    readers[1] = damaged;
    status = plypack_query_count(query, readers, 2, NULL, &count, &corrupt, error);
    CHECK(status != PLYPACK_OK && count == 9 && PLYPACK_STATUS_CLASS(status) != PLYPACK_CLASS_INTERNAL);
    CHECK(strstr(plypack_error_message(error), "of file 1") != NULL);
    callbacks.user = &found;
    callbacks.corruption = on_corruption;
    OK(plypack_query_count(query, readers, 2, &callbacks, &count, &corrupt, error));
    CHECK(count == 3 && corrupt == 4 && found.games == 4 && found.file == 1);
    found.answer = 1;
    GIVES(PLYPACK_CANCELLED, plypack_query_count(query, readers, 2, &callbacks, &count, &corrupt, NULL));
    plypack_reader_free(damaged);
    plypack_error_free(error);
}

static int32_t no_groups(void *user, const plypack_hit *games, size_t count) {
    (void)user, (void)games, (void)count;
    return 0;
}

/* Every search returns the number of games left out: 4 games are in a damaged block. */
static void accepted_damage(plytest_bytes bytes, const plypack_query *query) {
    const plypack_reader *readers[1];
    plypack_reader *reader = NULL;
    plypack_hits *found = NULL, *listed_hits = NULL;
    plypack_tree *tree = NULL, *lines = NULL;
    plypack_orders *orders = NULL;
    plypack_names *names = NULL;
    uint64_t count = 9, corrupt[3] = {9, 9, 9};
    calls all;
    memset(&all, 0, sizeof(all));
    bytes.data[(1536 + bytes.len) / 2] ^= 1;
    OK(plypack_reader_open_memory(bytes.data, bytes.len, PLYPACK_OPEN_ACCEPT_DAMAGE, &reader, NULL));
    bytes.data[(1536 + bytes.len) / 2] ^= 1;
    readers[0] = reader;
    OK(plypack_query_find(query, readers, 1, NULL, &found, NULL));
    OK(plypack_query_find_each(query, readers, 1, on_hits, &all, NULL, &corrupt[0], NULL));
    OK(plypack_query_count(query, readers, 1, NULL, &count, &corrupt[1], NULL));
    OK(plypack_query_tree(query, readers, 1, NULL, &tree, NULL));
    OK(plypack_query_continuations(query, readers, 1, 2, NULL, &lines, NULL));
    OK(plypack_query_transpositions(query, readers, 1, NULL, &orders, NULL));
    CHECK(count == 0 && all.count == 0 && plypack_hits_view(found).len == 0 && plypack_tree_view(tree).len == 0);
    CHECK(corrupt[0] == 4 && corrupt[1] == 4 && plypack_hits_view(found).corrupt == 4);
    CHECK(plypack_tree_view(tree).corrupt == 4 && plypack_tree_view(lines).corrupt == 4);
    CHECK(plypack_orders_view(orders).corrupt == 4);
    OK(plypack_query_list(query, readers, 1, NULL, &listed_hits, NULL));
    OK(plypack_query_names(query, readers, 1, PLYPACK_FIELD_EVENT, "", 0, 0, NULL, &names, NULL));
    OK(plypack_query_duplicates(query, readers, 1, PLYPACK_DUPLICATES_NEAR, no_groups, NULL, NULL, &corrupt[2], NULL));
    CHECK(plypack_hits_view(listed_hits).len + plypack_hits_view(listed_hits).corrupt == 4);
    CHECK(plypack_names_view(names).corrupt <= 4 && corrupt[2] == 4);
    plypack_names_free(names);
    plypack_hits_free(listed_hits);
    plypack_orders_free(orders);
    plypack_tree_free(lines);
    plypack_tree_free(tree);
    plypack_hits_free(found);
    plypack_reader_free(reader);
}

static void other_targets(const plypack_reader *reader) {
    plypack_query *query = NULL;
    plypack_tree *tree = NULL;
    uint64_t count = 9, corrupt = 9;
    OK(plypack_query_new(&query, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_query_count(query, &reader, 1, NULL, &count, &corrupt, NULL));
    CHECK(count == 9);
    OK(plypack_query_set_pattern(query, TEXT("8/8/4p3/3p4/8/8/8/8"), NULL));
    CHECK(count_hits(reader, query) == 3);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_tree(query, &reader, 1, NULL, &tree, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_set_pattern(query, TEXT("8/8"), NULL));
    OK(plypack_query_set_material(query, TEXT("KRPKR"), NULL));
    CHECK(count_hits(reader, query) == 0);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_query_set_material(query, TEXT("RK"), NULL));
    plypack_query_free(query);
}

static void search_all(const plypack_reader *reader, plytest_bytes bytes) {
    static const char *const QUEENS_GAMBIT[] = {"d2d4", "d7d5", "c2c4", "e7e6"};
    plypack_query *query = query_after(QUEENS_GAMBIT, 4);
    hits(reader, query);
    tree(reader, query);
    lines(reader, query);
    orders(reader, query);
    several_files(reader, query);
    corruption(reader, bytes, query);
    accepted_damage(bytes, query);
    conditions(reader, query);
    forms(reader);
    groups(reader);
    names(reader);
    rows(reader);
    duplicates(reader);
    other_targets(reader);
    plypack_query_free(query);
}

static void append_a_game(const char *path) {
    plypack_writer *writer = NULL;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    OK(plypack_writer_append(path, NULL, &writer, NULL));
    OK(plypack_writer_add_pgn(writer, TEXT("1. d4 *"), 1, NULL, &imported, NULL));
    OK(plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
}

static int32_t refresh(void *reader, uint64_t done, uint64_t total) {
    plypack_refreshed refreshed;
    (void)done, (void)total;
    OK(plypack_reader_refresh(reader, &refreshed, NULL));
    return 0;
}

/* A callback must not change the reader of a running search. A callback that does it anyway breaks nothing: the search
 * continues with the old state of the file. */
static void refreshed_meanwhile(plypack_reader *reader, const char *path) {
    plypack_callbacks callbacks = {sizeof callbacks, NULL, refresh, NULL, NULL};
    plypack_query *query = query_after(NULL, 0);
    plypack_hits *found = NULL;
    uint64_t games = plypack_reader_number_end(reader);
    const plypack_reader *readers[1];
    readers[0] = reader;
    callbacks.user = reader;
    append_a_game(path);
    OK(plypack_query_set_index(query, 0, NULL));
    OK(plypack_query_list(query, readers, 1, &callbacks, &found, NULL));
    CHECK(plypack_hits_view(found).len == games);
    CHECK(plypack_reader_number_end(reader) == games + 1);
    plypack_hits_free(found);
    plypack_query_free(query);
}

int main(int argc, char **argv) {
    plytest_bytes bytes = plytest_pack(PGN);
    plypack_reader *reader = NULL;
    char path[1024];
    uint64_t games = 0;
    FILE *file;
    CHECK(argc == 2);
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, NULL));
    search_all(reader, bytes);
    plypack_reader_free(reader);

    file = fopen(plytest_path(path, sizeof(path), argv, "search.plypack"), "wb");
    CHECK(file != NULL && fwrite(bytes.data, 1, bytes.len, file) == bytes.len && fclose(file) == 0);
    OK(plypack_file_index(path, NULL, 1, NULL, &games, NULL));
    CHECK(games == 4);
    OK(plypack_reader_open(path, 0, &reader, NULL));
    search_all(reader, bytes);
    spellings();
    refreshed_meanwhile(reader, path);
    plypack_reader_free(reader);
    free(bytes.data);
    return plytest_failed;
}
