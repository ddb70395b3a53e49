/* Long calls: the progress rises to its total, and each progress call can stop the work. */
#include <unistd.h>

#include "arrow_abi.h"
#include "plytest.h"

/* Games of three blocks. */
enum { GAMES = 20000 };

typedef struct steps {
    unsigned calls;
    /* The number of the progress call that stops the work; 0 for none. */
    unsigned stop_at;
    uint64_t done;
    uint64_t total;
} steps;

static int32_t on_progress(void *user, uint64_t done, uint64_t total) {
    steps *seen = (steps *)user;
    CHECK(done >= seen->done && (seen->calls == 0 || total == seen->total) && (total == 0 || done <= total));
    seen->calls++;
    seen->done = done;
    seen->total = total;
    return seen->calls == seen->stop_at;
}

static char path[1024], folder[1024];
static plypack_reader *reader;

static plypack_status verify(const plypack_callbacks *callbacks) {
    uint64_t corrupt = 1;
    plypack_status status = plypack_reader_verify(reader, 0, 1, callbacks, &corrupt, NULL);
    CHECK(corrupt == (status == PLYPACK_OK ? 0u : 1u));
    return status;
}

static plypack_status edits(const plypack_callbacks *callbacks) {
    plypack_edits *found = NULL;
    plypack_status status = plypack_reader_edits(reader, callbacks, &found, NULL);
    CHECK((found != NULL) == (status == PLYPACK_OK));
    plypack_edits_free(found);
    return status;
}

static plypack_status index_again(const plypack_callbacks *callbacks) {
    uint64_t games = 0;
    return plypack_file_index(path, NULL, 1, callbacks, &games, NULL);
}

static plypack_status find_paths(const plypack_callbacks *callbacks) {
    const char *const given[1] = {folder};
    plypack_paths *found = NULL;
    plypack_status status = plypack_paths_find(given, 1, callbacks, &found, NULL);
    CHECK((found != NULL) == (status == PLYPACK_OK));
    plypack_paths_free(found);
    return status;
}

/* Reads a table. After a stopped batch, the next call continues, and no row is lost. */
static plypack_status read_table(const plypack_callbacks *callbacks, const char *player) {
    struct ArrowArrayStream stream;
    struct ArrowArray batch;
    plypack_scan *scan = NULL;
    plypack_query *query = NULL;
    plypack_status status = PLYPACK_OK;
    int64_t rows = 0;
    int failed = 0;
    OK(plypack_scan_new(reader, PLYPACK_SCAN_GAMES, &scan, NULL));
    OK(plypack_scan_set_columns(scan, TEXT("white"), NULL));
    OK(plypack_query_new(&query, NULL));
    if (player != NULL) OK(plypack_query_add(query, TEXT("player"), player, strlen(player), NULL));
    OK(plypack_scan_set_query(scan, query, NULL));
    OK(plypack_scan_stream(scan, callbacks, &stream, NULL));
    do {
        batch.release = NULL;
        failed = stream.get_next(&stream, &batch) != 0;
        if (failed) {
            CHECK(status == PLYPACK_OK && strstr(stream.get_last_error(&stream), "callback") != NULL);
            status = PLYPACK_CANCELLED;
        } else if (batch.release != NULL) {
            rows += batch.length;
            batch.release(&batch);
        }
    } while (failed || rows < GAMES - 2);
    batch.release = NULL;
    CHECK(stream.get_next(&stream, &batch) == 0 && batch.release == NULL);
    CHECK(rows == GAMES - 2);
    stream.release(&stream);
    plypack_query_free(query);
    plypack_scan_free(scan);
    return status;
}

static plypack_status read_all(const plypack_callbacks *callbacks) {
    return read_table(callbacks, NULL);
}

static plypack_status read_found(const plypack_callbacks *callbacks) {
    return read_table(callbacks, "A");
}

/* Stops the work at each progress call, if there are few. */
static void check(plypack_status (*work)(const plypack_callbacks *callbacks), int has_total) {
    steps seen = {0, 0, 0, 0};
    plypack_callbacks callbacks = PLYPACK_CALLBACKS_INIT;
    unsigned calls, at;
    callbacks.user = &seen;
    callbacks.progress = on_progress;
    OK(work(&callbacks));
    CHECK(seen.calls > 1 && seen.done > 0 && seen.total == (has_total ? seen.done : 0));
    calls = seen.calls;
    for (at = 1; at <= calls; at += 1 + calls / 20) {
        memset(&seen, 0, sizeof seen);
        seen.stop_at = at;
        GIVES(PLYPACK_CANCELLED, work(&callbacks));
        CHECK(seen.calls >= at);
    }
}

/* Three blocks, an index, and edits of four writers. */
static void make_file(void) {
    static const char GAME[] = "[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    const size_t len = sizeof GAME - 1;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_writer *writer = NULL;
    uint64_t games = 0;
    char *text = (char *)malloc(GAMES * len);
    size_t i;
    CHECK(text != NULL);
    if (text == NULL) return;
    for (i = 0; i < GAMES; i++) memcpy(text + i * len, GAME, len);
    OK(plypack_writer_create(path, NULL, &writer, NULL));
    OK(plypack_writer_add_pgn(writer, text, GAMES * len, 1, NULL, &imported, NULL));
    OK(plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
    free(text);
    for (i = 0; i < 4; i++) {
        OK(plypack_writer_append(path, NULL, &writer, NULL));
        OK(plypack_writer_delete(writer, i / 2 * 9000, NULL, NULL));
        if (i == 1) OK(plypack_writer_restore(writer, 0, NULL, NULL));
        if (i == 3) OK(plypack_writer_delete(writer, 3, NULL, NULL));
        OK(plypack_writer_finish(writer, NULL));
        plypack_writer_free(writer);
    }
    OK(plypack_file_index(path, NULL, 1, NULL, &games, NULL));
    OK(plypack_reader_open(path, 0, &reader, NULL));
    CHECK(plypack_reader_game_count(reader) == GAMES - 2);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    plytest_path(path, sizeof path, argv, "long.plypack");
    snprintf(folder, sizeof folder, "%s", argv[1]);
    make_file();
    check(verify, 1);
    check(edits, 1);
    check(index_again, 1);
    check(find_paths, 0);
    check(read_all, 1);
    check(read_found, 1);
    plypack_reader_free(reader);
    CHECK(unlink(path) == 0);
    return plytest_failed;
}
