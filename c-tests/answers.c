/* Searches and tables of every kind on files of several blocks, with an index, edits and games after the index. The
 * results equal the results of plain loops over the games: with the index and without, for each file and for both, and
 * for tables in parts of any size. */
#include "arrow_abi.h"
#include "loops.h"

enum { ROWS = LOOP_FILES * LOOP_GAMES * (LOOP_PLIES + 1), COLUMNS = 9 };

static loop_file files[LOOP_FILES];
static plypack_hit wanted[LOOP_FILES * LOOP_GAMES];
static uint64_t compared;

static plypack_query *make_query(const loop_target *target, int condition, uint32_t index) {
    plypack_query *query = NULL;
    OK(plypack_query_new(&query, NULL));
    if (target != NULL) {
        size_t len = strlen(target->text);
        OK(target->kind == LOOP_PATTERN    ? plypack_query_set_pattern(query, target->text, len, NULL)
           : target->kind == LOOP_MATERIAL ? plypack_query_set_material(query, target->text, len, NULL)
                                           : plypack_query_set_fen(query, target->text, len, NULL));
    }
    if (condition == 1) OK(plypack_query_add(query, TEXT("white"), TEXT("anna"), NULL));
    if (condition == 2) OK(plypack_query_add(query, TEXT("result"), TEXT("1-0"), NULL));
    OK(plypack_query_set_index(query, index, NULL));
    return query;
}

typedef struct hit_buffer {
    plypack_hit hits[LOOP_FILES * LOOP_GAMES];
    size_t count;
} hit_buffer;

static int32_t keep_hits(void *user, const plypack_hit *hits, size_t count) {
    hit_buffer *kept = (hit_buffer *)user;
    memcpy(kept->hits + kept->count, hits, count * sizeof(*hits));
    kept->count += count;
    return 0;
}

static void is_found(plypack_hits *found, size_t count) {
    plypack_hit_array view = plypack_hits_view(found);
    CHECK(loop_same_hits(view.data, view.len, wanted, count));
    compared += count;
    plypack_hits_free(found);
}

static void check_hits(const plypack_reader *const *readers, size_t reader_count, const plypack_query *query,
                       size_t count) {
    static hit_buffer each;
    plypack_hits *found = NULL;
    uint64_t counted = 0, corrupt = 0;
    OK(plypack_query_find(query, readers, reader_count, NULL, &found, NULL));
    is_found(found, count);
    each.count = 0;
    OK(plypack_query_find_each(query, readers, reader_count, keep_hits, &each, NULL, &corrupt, NULL));
    CHECK(loop_same_hits(each.hits, each.count, wanted, count));
    OK(plypack_query_count(query, readers, reader_count, NULL, &counted, &corrupt, NULL));
    CHECK(counted == count && corrupt == 0);
}

static void check_tree(const loop_file *of, const plypack_reader *const *readers, size_t reader_count, const plypack_query *query,
                       size_t count) {
    plypack_tree *tree = NULL;
    plypack_branch_array branches;
    plypack_branch looped;
    size_t i;
    uint64_t games = 0;
    OK(plypack_query_tree(query, readers, reader_count, NULL, &tree, NULL));
    branches = plypack_tree_view(tree);
    for (i = 0; i < branches.len; i++) {
        const plypack_branch *branch = &branches.data[i];
        looped = loop_branch(of, wanted, count, &branch->next_move, branch->ends ? 0 : 1);
        CHECK(loop_same_branch(branch, &looped) && branch->moves.len == (branch->ends ? 0u : 1u));
        games += branch->games;
    }
    CHECK(games == count && i > 2);
    compared += i;
    plypack_tree_free(tree);
    OK(plypack_query_continuations(query, readers, reader_count, LOOP_DEPTH, NULL, &tree, NULL));
    games = 0;
    branches = plypack_tree_view(tree);
    for (i = 0; i < branches.len; i++) {
        const plypack_moves line = branches.data[i].moves;
        looped = loop_branch(of, wanted, count, line.data, line.len);
        CHECK(line.len <= LOOP_DEPTH && loop_same_branch(&branches.data[i], &looped));
        games += line.len == 1 ? branches.data[i].games : 0;
    }
    CHECK(games == loop_played_on(of, wanted, count));
    compared += i;
    plypack_tree_free(tree);
}

static void check_orders(const loop_file *of, const plypack_reader *const *readers, size_t reader_count, const plypack_query *query,
                         size_t count) {
    plypack_orders *orders = NULL;
    plypack_order_array view;
    size_t i;
    uint64_t games = 0;
    OK(plypack_query_transpositions(query, readers, reader_count, NULL, &orders, NULL));
    view = plypack_orders_view(orders);
    for (i = 0; i < view.len; i++) {
        const plypack_order order = view.data[i];
        CHECK(order.start.len > 0 || order.games == loop_order(of, wanted, count, order.moves.data, order.moves.len));
        games += order.games;
    }
    CHECK(games == count);
    compared += i;
    plypack_orders_free(orders);
}

static void check_names(const loop_file *of, const plypack_reader *const *readers, size_t reader_count, const plypack_query *query,
                        size_t count) {
    plypack_names *names = NULL;
    plypack_name_array view;
    char text[16];
    size_t i;
    OK(plypack_query_names(query, readers, reader_count, PLYPACK_FIELD_PLAYER, "", 0, 0, NULL, &names, NULL));
    view = plypack_names_view(names);
    CHECK(view.len == 4);
    for (i = 0; i < view.len; i++) {
        const plypack_name name = view.data[i];
        CHECK(snprintf(text, sizeof(text), "%.*s", (int)name.text.len, name.text.data) > 0);
        CHECK(name.games == loop_name(of, wanted, count, text));
    }
    compared += i;
    plypack_names_free(names);
}

/* All searches of the given files. */
static void check_searches(const loop_file *of, size_t file_count) {
    const plypack_reader *readers[LOOP_FILES];
    plypack_hits *found = NULL;
    size_t i, count;
    int target, condition;
    uint32_t index;
    for (i = 0; i < file_count; i++) readers[i] = of[i].reader;
    for (condition = 0; condition < LOOP_CONDITIONS; condition++) {
        plypack_query *query = make_query(NULL, condition, 1);
        count = loop_hits(of, file_count, NULL, condition, wanted);
        OK(plypack_query_list(query, readers, file_count, NULL, &found, NULL));
        is_found(found, count);
        if (condition != 1) check_names(of, readers, file_count, query, count);
        plypack_query_free(query);
        for (target = 0; target < LOOP_TARGETS; target++) {
            count = loop_hits(of, file_count, &LOOP_TARGET[target], condition, wanted);
            CHECK(count > 1);
            for (index = 0; index < 2; index++) {
                query = make_query(&LOOP_TARGET[target], condition, index);
                check_hits(readers, file_count, query, count);
                check_orders(of, readers, file_count, query, count);
                if (target < LOOP_WHOLE) check_tree(of, readers, file_count, query, count);
                plypack_query_free(query);
            }
        }
    }
}

/* Rows of numbers; NONE stands for null. */
#define NONE INT64_MIN

typedef struct rows {
    int64_t values[ROWS][COLUMNS];
    size_t count;
} rows;

static int64_t value_at(const struct ArrowArray *column, const char *format, int64_t row) {
    int64_t at = row + column->offset;
    const unsigned char *valid = (const unsigned char *)column->buffers[0];
    if (valid != NULL && (valid[at / 8] >> (at % 8) & 1) == 0) return NONE;
    switch (*format) {
    case 's':
        return ((const int16_t *)column->buffers[1])[at];
    case 'i':
        return ((const int32_t *)column->buffers[1])[at];
    default:
        CHECK(*format == 'l');
        return ((const int64_t *)column->buffers[1])[at];
    }
}

/* Adds the rows of a scan. */
static void read_rows(const plypack_scan *scan, rows *all) {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray batch;
    int64_t row, column;
    OK(plypack_scan_stream(scan, NULL, &stream, NULL));
    CHECK(stream.get_schema(&stream, &schema) == 0 && schema.n_children <= COLUMNS);
    while (stream.get_next(&stream, &batch) == 0 && batch.release != NULL) {
        for (row = 0; row < batch.length && all->count < ROWS; row++, all->count++) {
            for (column = 0; column < batch.n_children; column++) {
                all->values[all->count][column] = value_at(batch.children[column], schema.children[column]->format, row);
            }
        }
        batch.release(&batch);
    }
    schema.release(&schema);
    stream.release(&stream);
}

/* The parts of a scan: partitions of this number of bytes, or ranges of this number of games. */
typedef struct cut {
    uint64_t bytes, games;
} cut;

enum { CUTS = 5 };
static const cut CUT[CUTS] = {{1, 0}, {4000, 0}, {1u << 30, 0}, {0, 7}, {0, 100}};

/* The rows of all parts, one after another. */
static void read_parts(plypack_scan *scan, const loop_file *file, const cut *how, rows *all) {
    plypack_game_range ranges[LOOP_GAMES];
    size_t count = 0, i;
    all->count = 0;
    if (how->games == 0) {
        OK(plypack_scan_partitions(scan, how->bytes, ranges, LOOP_GAMES, &count, NULL));
        CHECK(count > 4 || how->bytes > 1);
    } else {
        for (; count * how->games < file->count; count++) {
            ranges[count].first = count * how->games;
            ranges[count].count = file->count - ranges[count].first < how->games ? file->count - ranges[count].first : how->games;
        }
    }
    for (i = 0; i < count; i++) {
        OK(plypack_scan_set_games(scan, ranges[i].first, ranges[i].count, NULL));
        read_rows(scan, all);
    }
    OK(plypack_scan_set_games(scan, 0, file->count, NULL));
}

static plypack_scan *make_scan(const loop_file *file, uint32_t table, const char *columns, const loop_target *target, int condition,
                               uint32_t index) {
    plypack_scan *scan = NULL;
    plypack_query *query = make_query(target, condition, index);
    OK(plypack_scan_new(file->reader, table, &scan, NULL));
    OK(plypack_scan_set_columns(scan, columns, strlen(columns), NULL));
    OK(plypack_scan_set_query(scan, query, NULL));
    plypack_query_free(query);
    return scan;
}

static int same_rows(const rows *one, const rows *other) {
    return one->count == other->count && memcmp(one->values, other->values, one->count * sizeof(one->values[0])) == 0;
}

/* A whole scan and its parts have the expected rows. */
static void check_rows(plypack_scan *scan, const loop_file *file, const rows *known) {
    static rows found;
    int i;
    found.count = 0;
    read_rows(scan, &found);
    CHECK(same_rows(&found, known));
    for (i = 0; i < CUTS; i++) {
        read_parts(scan, file, &CUT[i], &found);
        CHECK(same_rows(&found, known));
        compared += found.count;
    }
    plypack_scan_free(scan);
}

static void add_row(rows *all, int64_t first, int64_t second) {
    memset(all->values[all->count], 0, sizeof(all->values[0]));
    all->values[all->count][0] = first;
    all->values[all->count++][1] = second;
}

/* Rows of the table `tree`, added up: the moves of the games in one position. */
static void check_sums(const rows *found, const loop_file *file, size_t count) {
    int64_t games = 0;
    size_t row, same;
    for (row = 0; row < found->count; row++) {
        int64_t move = found->values[row][0];
        uint16_t packed = (uint16_t)move;
        plypack_branch branch = loop_branch(file, wanted, count, &packed, move == NONE ? 0 : 1), sum;
        memset(&sum, 0, sizeof(sum));
        for (same = 0; same < found->count; same++) {
            const int64_t *values = found->values[same];
            if (values[0] != move) continue;
            sum.games += (uint64_t)values[1];
            sum.white += (uint64_t)values[2];
            sum.draws += (uint64_t)values[3];
            sum.black += (uint64_t)values[4];
            sum.other += (uint64_t)values[5];
            sum.rating_sum += (uint64_t)values[6];
            sum.rated += (uint64_t)values[7];
            if ((uint32_t)values[8] > sum.last_year) sum.last_year = (uint32_t)values[8];
        }
        CHECK(loop_same_branch(&sum, &branch));
        games += found->values[row][1];
    }
    CHECK(games == (int64_t)count);
    compared += found->count;
}

static void check_tree_rows(plypack_scan *scan, const loop_file *file, size_t count) {
    static rows found;
    int i;
    found.count = 0;
    read_rows(scan, &found);
    check_sums(&found, file, count);
    for (i = 0; i < CUTS; i++) {
        read_parts(scan, file, &CUT[i], &found);
        check_sums(&found, file, count);
    }
    plypack_scan_free(scan);
}

/* All occurrences of the position with this key. */
static void places_of(const loop_file *file, uint64_t key, rows *all) {
    size_t number, ply;
    for (number = 0; number < file->count; number++) {
        const loop_game *game = &file->games[number];
        for (ply = 0; game->is_there && ply <= game->plies; ply++) {
            if (game->positions[ply].key == key) add_row(all, (int64_t)number, (int64_t)ply);
        }
    }
}

static const char TREE[] = "move,games,white,draws,black,other,rating_sum,rated,last_year";

/* All tables of a file. */
static void check_tables(const loop_file *file) {
    static rows known;
    size_t i, count;
    int target, condition;
    uint32_t index;
    for (target = -1; target < LOOP_TARGETS; target++) {
        const loop_target *of = target < 0 ? NULL : &LOOP_TARGET[target];
        /* There are many parts, so conditions are combined with only two of the targets. */
        for (condition = 0; condition < (target < 2 ? LOOP_CONDITIONS : 1); condition++) {
            count = loop_hits(file, 1, of, condition, wanted);
            for (known.count = i = 0; i < count; i++) add_row(&known, (int64_t)wanted[i].game, of == NULL ? NONE : wanted[i].ply);
            for (index = 0; index < 2; index++) {
                check_rows(make_scan(file, PLYPACK_SCAN_GAMES, "game,first_match", of, condition, index), file, &known);
                if (of != NULL) check_rows(make_scan(file, PLYPACK_SCAN_PLIES, "game,ply", of, condition, index), file, &known);
                if (target >= 0 && target < LOOP_WHOLE) {
                    check_tree_rows(make_scan(file, PLYPACK_SCAN_TREE, TREE, of, condition, index), file, count);
                }
            }
        }
    }
    for (target = 0; target < LOOP_WHOLE; target++) {
        plypack_position *position = NULL;
        uint64_t key;
        OK(plypack_position_new(&position, NULL));
        OK(plypack_position_set_fen(position, LOOP_TARGET[target].text, strlen(LOOP_TARGET[target].text), NULL));
        key = plypack_position_key(position);
        plypack_position_free(position);
        known.count = 0;
        places_of(file, key, &known);
        count = loop_hits(file, 1, &LOOP_TARGET[target], 0, wanted);
        CHECK(known.count >= count && count > 10);
        for (index = 0; index < 2; index++) {
            plypack_scan *plies = make_scan(file, PLYPACK_SCAN_PLIES, "game,ply", NULL, 0, index);
            plypack_scan *tree = make_scan(file, PLYPACK_SCAN_TREE, TREE, NULL, 0, index);
            OK(plypack_scan_set_position(plies, key, NULL));
            OK(plypack_scan_set_position(tree, key, NULL));
            check_rows(plies, file, &known);
            check_tree_rows(tree, file, count);
        }
    }
}

/* The moves of a scan, in parts. */
static void check_moves(const loop_file *file) {
    uint16_t moves[64 * LOOP_PLIES];
    size_t offsets[65], move_count, games = 1, seen = 0, i;
    uint64_t first = 0, part;
    plypack_scan *scan = NULL;
    OK(plypack_scan_new(file->reader, PLYPACK_SCAN_MOVES, &scan, NULL));
    for (part = 0; part < file->count; part += 90) {
        OK(plypack_scan_set_games(scan, part, file->count - part < 90 ? file->count - part : 90, NULL));
        while (OK(plypack_scan_next(scan, NULL, moves, 64 * LOOP_PLIES, offsets, 65, &move_count, &first, &games, NULL)) && games > 0) {
            CHECK(first == seen);
            for (i = 0; i < games; i++, seen++) {
                const loop_game *game = &file->games[seen];
                CHECK(offsets[i + 1] - offsets[i] == game->plies);
                CHECK(memcmp(moves + offsets[i], game->moves, game->plies * sizeof(moves[0])) == 0);
            }
        }
    }
    CHECK(seen == file->count);
    plypack_scan_free(scan);
}

int main(int argc, char **argv) {
    plypack_scan *scan = NULL;
    int i;
    CHECK(argc == 2);
    loop_open_all(files, argv);
    for (i = 0; i < LOOP_FILES; i++) {
        check_searches(&files[i], 1);
        check_moves(&files[i]);
    }
    check_searches(files, LOOP_FILES);
    if (plypack_scan_new(files[0].reader, PLYPACK_SCAN_GAMES, &scan, NULL) == PLYPACK_UNSUPPORTED_FEATURE) {
        printf("SKIPPED tables: the library was built without Arrow\n");
    } else {
        plypack_scan_free(scan);
        for (i = 0; i < LOOP_FILES; i++) check_tables(&files[i]);
    }
    printf("%" PRIu64 " rows compared\n", compared);
    loop_close_all(files);
    return plytest_failed;
}
