/* Tables: streams of the Arrow C interface, consumed through its bare structs: values, nulls, release callbacks, many
 * streams at once. */
#include "arrow_abi.h"
#include "plytest.h"

#include <pthread.h>

enum { GAMES = 300, THREADS = 4 };

/* Game n has n % 4 of the moves e4, d5, exd5, and a White whose name is its number. */
static plypack_reader *make_reader(plypack_error *error) {
    static const char *moves[3] = {"e4", "d5", "exd5"};
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_bytes bytes = {NULL, 0};
    int number, ply;
    OK(plypack_writer_create_memory(NULL, &writer, error));
    for (number = 0; number < GAMES; number++) {
        char name[16];
        int len = snprintf(name, sizeof(name), "%d", number);
        OK(plypack_game_new(&game, error));
        OK(plypack_game_add_tag(game, "White", 5, name, (size_t)len, error));
        for (ply = 0; ply < number % 4; ply++) OK(plypack_game_add_san(game, moves[ply], strlen(moves[ply]), error));
        OK(plypack_writer_add(writer, game, error));
        plypack_game_free(game);
    }
    OK(plypack_writer_finish(writer, error));
    bytes = plypack_writer_bytes(writer);
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, error));
    plypack_writer_free(writer);
    return reader;
}

static plypack_scan *make_scan(const plypack_reader *reader, uint32_t table, const char *columns, plypack_error *error) {
    plypack_scan *scan = NULL;
    OK(plypack_scan_new(reader, table, &scan, error));
    OK(plypack_scan_set_columns(scan, columns, strlen(columns), error));
    return scan;
}

/* Bit `row` of a validity bitmap; all rows are valid without one. */
static int is_valid(const struct ArrowArray *array, int64_t row) {
    const unsigned char *bits = (const unsigned char *)array->buffers[0];
    int64_t at = row + array->offset;
    return bits == NULL || (bits[at / 8] >> (at % 8) & 1);
}

/* Checks the columns white, ply_count, moves16, eco of batches from game `first` on; returns the number of rows. */
static int64_t check_batches(struct ArrowArrayStream *stream, int64_t first) {
    int64_t rows = 0;
    for (;;) {
        struct ArrowArray batch;
        int64_t row;
        CHECK(stream->get_next(stream, &batch) == 0);
        if (batch.release == NULL) return rows;
        CHECK(batch.n_children == 4 && batch.offset == 0);
        for (row = 0; row < batch.length; row++, rows++) {
            const struct ArrowArray *white = batch.children[0], *plies = batch.children[1], *moves = batch.children[2];
            const int32_t *text = (const int32_t *)white->buffers[1] + white->offset;
            const int32_t *lists = (const int32_t *)moves->buffers[1] + moves->offset;
            char name[16];
            int len = snprintf(name, sizeof(name), "%d", (int)(first + rows));
            CHECK(text[row + 1] - text[row] == len);
            CHECK(memcmp((const char *)white->buffers[2] + text[row], name, (size_t)len) == 0);
            CHECK(((const int32_t *)plies->buffers[1])[row + plies->offset] == (first + rows) % 4);
            CHECK(lists[row + 1] - lists[row] == (first + rows) % 4);
            CHECK(!is_valid(batch.children[3], row));
        }
        batch.release(&batch);
        CHECK(batch.release == NULL);
    }
}

static void check_schema(struct ArrowArrayStream *stream) {
    static const char *names[4] = {"white", "ply_count", "moves16", "eco"}, *formats[4] = {"u", "i", "+l", "u"};
    struct ArrowSchema schema;
    int column;
    CHECK(stream->get_schema(stream, &schema) == 0);
    CHECK(strcmp(schema.format, "+s") == 0 && schema.n_children == 4);
    for (column = 0; column < 4; column++) {
        CHECK(strcmp(schema.children[column]->name, names[column]) == 0);
        CHECK(strcmp(schema.children[column]->format, formats[column]) == 0);
    }
    CHECK(strcmp(schema.children[2]->children[0]->name, "element") == 0);
    schema.release(&schema);
    CHECK(schema.release == NULL);
}

static const char COLUMNS[] = "white, ply_count, moves16, eco";

/* One stream outlives its scan and its reader, another is released before its end, and another before it was read. */
static void check_lifetimes(plypack_error *error) {
    plypack_reader *reader = make_reader(error);
    plypack_scan *scan = make_scan(reader, PLYPACK_SCAN_GAMES, COLUMNS, error);
    struct ArrowArrayStream stream, early, unread;
    struct ArrowArray batch;
    struct ArrowSchema schema;
    OK(plypack_scan_set_batch_rows(scan, 7, error));
    OK(plypack_scan_stream(scan, NULL, &stream, error));
    check_schema(&stream);
    OK(plypack_scan_stream(scan, NULL, &early, error));
    OK(plypack_scan_stream(scan, NULL, &unread, error));
    plypack_scan_free(scan);
    plypack_reader_free(reader);
    CHECK(early.get_next(&early, &batch) == 0 && batch.length == 7);
    early.release(&early);
    CHECK(early.release == NULL);
    /* A batch belongs to its receiver. */
    CHECK(((const int32_t *)batch.children[1]->buffers[1])[batch.children[1]->offset + 3] == 3);
    batch.release(&batch);
    unread.release(&unread);
    CHECK(stream.get_schema(&stream, &schema) == 0 && schema.n_children == 4);
    schema.release(&schema);
    CHECK(check_batches(&stream, 0) == GAMES);
    stream.release(&stream);
}

typedef struct part {
    const plypack_scan *scan;
    int64_t rows;
} part;

static void *read_all(void *argument) {
    part *mine = (part *)argument;
    struct ArrowArrayStream stream;
    plypack_error *error = plypack_error_new();
    OK(plypack_scan_stream(mine->scan, NULL, &stream, error));
    mine->rows = check_batches(&stream, 100);
    stream.release(&stream);
    plypack_error_free(error);
    return NULL;
}

static void check_threads(const plypack_reader *reader, plypack_error *error) {
    plypack_scan *scan = make_scan(reader, PLYPACK_SCAN_GAMES, COLUMNS, error);
    pthread_t threads[THREADS];
    part parts[THREADS];
    int i;
    OK(plypack_scan_set_games(scan, 100, 150, error));
    for (i = 0; i < THREADS; i++) {
        parts[i].scan = scan;
        CHECK(pthread_create(&threads[i], NULL, read_all, &parts[i]) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(parts[i].rows == 150);
    }
    plypack_scan_free(scan);
}

static int64_t count_rows(const plypack_scan *scan, plypack_error *error) {
    struct ArrowArrayStream stream;
    int64_t rows = 0;
    OK(plypack_scan_stream(scan, NULL, &stream, error));
    for (;;) {
        struct ArrowArray batch;
        CHECK(stream.get_next(&stream, &batch) == 0);
        if (batch.release == NULL) break;
        rows += batch.length;
        batch.release(&batch);
    }
    stream.release(&stream);
    return rows;
}

/* Positions, a query, partitions. */
static void check_rows(const plypack_reader *reader, plypack_error *error) {
    plypack_scan *scan = make_scan(reader, PLYPACK_SCAN_PLIES, "position,move", error);
    plypack_position *position = NULL;
    plypack_query *query = NULL;
    plypack_game_range ranges[4];
    size_t count = 0;
    static const char after_e4[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    /* Each game has one more position than plies: 75 times 1 + 2 + 3 + 4. */
    CHECK(count_rows(scan, error) == 750);
    OK(plypack_scan_set_max_ply(scan, 1, error));
    CHECK(count_rows(scan, error) == 525);
    OK(plypack_position_new(&position, error));
    OK(plypack_scan_set_position(scan, plypack_position_key(position), error));
    CHECK(count_rows(scan, error) == GAMES);
    plypack_position_free(position);
    plypack_scan_free(scan);

    scan = make_scan(reader, PLYPACK_SCAN_TREE, "move,games", error);
    OK(plypack_query_new(&query, error));
    OK(plypack_query_set_fen(query, after_e4, strlen(after_e4), error));
    OK(plypack_scan_set_query(scan, query, error));
    plypack_query_free(query);
    /* d5, and the games that end there. */
    CHECK(count_rows(scan, error) == 2);
    CHECK(plypack_scan_partitions(scan, UINT64_MAX, NULL, 0, &count, error) == PLYPACK_BUFFER_TOO_SMALL && count == 1);
    OK(plypack_scan_partitions(scan, UINT64_MAX, ranges, 4, &count, error));
    CHECK(count == 1 && ranges[0].first == 0 && ranges[0].count == GAMES);
    plypack_scan_free(scan);
}

/* Compares the columns eco and opening with the tags that the games get. */
static void check_opening_tags_of(const plypack_reader *reader, uint32_t classify, plypack_error *error) {
    static const char *const NAMES[2] = {"ECO", "Opening"};
    plypack_scan *scan = make_scan(reader, PLYPACK_SCAN_GAMES, "eco,opening", error);
    struct ArrowArrayStream stream;
    struct ArrowArray batch;
    OK(plypack_scan_set_opening_tags(scan, classify, error));
    OK(plypack_scan_stream(scan, NULL, &stream, error));
    plypack_scan_free(scan);
    CHECK(stream.get_next(&stream, &batch) == 0 && batch.length == (int64_t)plypack_reader_number_end(reader));
    for (int64_t row = 0; row < batch.length; row++) {
        plypack_game *game = NULL;
        OK(plypack_game_new(&game, error));
        OK(plypack_reader_read_game(reader, (uint64_t)row, game, error));
        if (classify > 0) {
            uint32_t is_changed = 0;
            OK(plypack_game_set_opening_tags(game, classify - 1, &is_changed, error));
        }
        for (int column = 0; column < 2; column++) {
            const struct ArrowArray *values = batch.children[column];
            const int32_t *ends = (const int32_t *)values->buffers[1] + values->offset;
            const char *text = (const char *)values->buffers[2] + ends[row];
            plypack_tag tag;
            plypack_status found = plypack_game_find_tag(game, NAMES[column], strlen(NAMES[column]), &tag, NULL);
            CHECK(is_valid(values, row) == (found == PLYPACK_OK));
            if (found != PLYPACK_OK) continue;
            CHECK(ends[row + 1] - ends[row] == (int32_t)tag.value.len && memcmp(text, tag.value.data, tag.value.len) == 0);
        }
        plypack_game_free(game);
    }
    batch.release(&batch);
    stream.release(&stream);
}

static void check_opening_tags(const plypack_reader *games, plypack_error *error) {
    plytest_bytes bytes = plytest_pack("[ECO \"A00\"]\n[Opening \"Mine\"]\n\n1. d4 d5 2. c4 *\n\n"
                                       "[ECO \"?\"]\n\n1. c4 d5 2. d4 *\n\n1. e4 c5 *\n\n"
                                       "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n");
    plypack_reader *tagged = NULL;
    plypack_scan *scan = NULL;
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &tagged, error));
    for (uint32_t classify = 0; classify < 3; classify++) {
        check_opening_tags_of(games, classify, error);
        check_opening_tags_of(tagged, classify, error);
    }
    OK(plypack_scan_new(tagged, PLYPACK_SCAN_GAMES, &scan, error));
    CHECK(plypack_scan_set_opening_tags(scan, 3, error) == PLYPACK_INVALID_ARGUMENT);
    plypack_scan_free(scan);
    OK(plypack_scan_new(tagged, PLYPACK_SCAN_MOVES, &scan, error));
    CHECK(plypack_scan_set_opening_tags(scan, 1, error) == PLYPACK_WRONG_STATE);
    plypack_scan_free(scan);
    plypack_reader_free(tagged);
    free(bytes.data);
}

static void check_refusals(const plypack_reader *reader, plypack_error *error) {
    plypack_scan *scan = NULL, *moves = NULL;
    struct ArrowArrayStream stream;
    uint16_t packed[8];
    size_t offsets[8], count = 0, games = 0;
    uint64_t first = 0;
    CHECK(plypack_scan_new(reader, 5, &scan, error) == PLYPACK_INVALID_ARGUMENT);
    OK(plypack_scan_new(reader, PLYPACK_SCAN_GAMES, &scan, error));
    OK(plypack_scan_new(reader, PLYPACK_SCAN_MOVES, &moves, error));
    CHECK(plypack_scan_set_columns(scan, "white,wrong", 11, error) == PLYPACK_INVALID_ARGUMENT);
    CHECK(strstr(plypack_error_message(error), "wrong") != NULL);
    CHECK(plypack_scan_set_columns(scan, "", 0, error) == PLYPACK_INVALID_ARGUMENT);
    CHECK(plypack_scan_set_columns(moves, "white", 5, error) == PLYPACK_WRONG_STATE);
    CHECK(plypack_scan_set_position(scan, 1, error) == PLYPACK_INVALID_ARGUMENT);
    CHECK(plypack_scan_set_batch_rows(scan, 0, error) == PLYPACK_INVALID_ARGUMENT);
    CHECK(plypack_scan_set_games(scan, 1, GAMES, error) == PLYPACK_OUT_OF_RANGE);
    CHECK(plypack_scan_set_file(scan, "\xff", 1, error) == PLYPACK_INVALID_ARGUMENT);
    CHECK(plypack_scan_stream(moves, NULL, &stream, error) == PLYPACK_WRONG_STATE);
    CHECK(plypack_scan_next(scan, NULL, packed, 8, offsets, 8, &count, &first, &games, error) == PLYPACK_WRONG_STATE);
    plypack_scan_free(moves);
    plypack_scan_free(scan);
}

int main(void) {
    plypack_error *error = plypack_error_new();
    plypack_reader *reader = make_reader(error);
    plypack_scan *scan = NULL;
    if (plypack_scan_new(reader, PLYPACK_SCAN_GAMES, &scan, error) == PLYPACK_UNSUPPORTED_FEATURE) {
        printf("SKIPPED tables: the library was built without Arrow\n");
    } else {
        plypack_scan_free(scan);
        check_lifetimes(error);
        check_threads(reader, error);
        check_rows(reader, error);
        check_opening_tags(reader, error);
        check_refusals(reader, error);
    }
    plypack_reader_free(reader);
    plypack_error_free(error);
    return plytest_failed;
}
