/* Tables without memory: in each run one allocation above 1 KiB fails, and the call reports it. A seed selects the
 * allocations.
 *
 * The header excepts Arrow's lists of columns: their failure, in a stream of many columns, may end the program. */
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "arrow_abi.h"
#include "plytest.h"

/* Sanitizers have allocators of their own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)
#include <errno.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Allocations of at most this size end the program, as the header says. */
#define SMALL 1024
/* The first allocations fail one after another, then this number of random allocations. */
enum { FIRST = 12, SAMPLES = 20, GAMES = 400 };

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static long calls, fault_at = -1;
static int is_counting;

/* The last fault of a process that ended. */
static struct {
    size_t size;
    int is_stream;
} *last;

static int fails(size_t size) {
    if (!is_counting || size <= SMALL || calls++ != fault_at) return 0;
    last->size = size;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return fails(size) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return fails(count * size) ? NULL : __libc_calloc(count, size); }

void *realloc(void *block, size_t size) { return fails(size) ? NULL : __libc_realloc(block, size); }

void *aligned_alloc(size_t alignment, size_t size) { return fails(size) ? NULL : __libc_memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = fails(size) ? NULL : __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *block = made;
    return 0;
}

static plypack_reader *reader;

typedef struct rows {
    const char *name;
    uint32_t number;
    /* NULL for all columns. */
    const char *columns;
    uint32_t classify;
    const char *fen;
    /* The number of columns, if it makes Arrow's lists of columns larger than 1 KiB. */
    size_t many;
} rows;

static plypack_status started(const rows *table, struct ArrowArrayStream *stream) {
    plypack_scan *scan = NULL;
    plypack_query *query = NULL;
    plypack_status status = plypack_scan_new(reader, table->number, &scan, NULL);
    if (status == PLYPACK_OK && table->columns != NULL) {
        status = plypack_scan_set_columns(scan, table->columns, strlen(table->columns), NULL);
    }
    if (status == PLYPACK_OK && table->fen != NULL) status = plypack_query_new(&query, NULL);
    if (status == PLYPACK_OK && table->fen != NULL) {
        status = plypack_query_set_fen(query, table->fen, strlen(table->fen), NULL);
    }
    if (status == PLYPACK_OK && table->fen != NULL) status = plypack_scan_set_query(scan, query, NULL);
    if (status == PLYPACK_OK) status = plypack_scan_set_opening_tags(scan, table->classify, NULL);
    if (status == PLYPACK_OK) status = plypack_scan_set_batch_rows(scan, 300, NULL);
    if (status == PLYPACK_OK) status = plypack_scan_stream(scan, NULL, stream, NULL);
    plypack_query_free(query);
    plypack_scan_free(scan);
    return status;
}

/* Reads a table. Returns whether the memory sufficed. */
static int is_read(const rows *table) {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    plypack_status status = started(table, &stream);
    int code, batches = 0;
    CHECK(status == PLYPACK_OK || status == PLYPACK_NO_MEMORY);
    if (status != PLYPACK_OK) return 0;
    last->is_stream = 1;
    code = stream.get_schema(&stream, &schema);
    if (code == 0) {
        CHECK(schema.n_children > 0);
        schema.release(&schema);
    }
    while (code == 0) {
        struct ArrowArray batch;
        code = stream.get_next(&stream, &batch);
        if (code == 0 && batch.release == NULL) break;
        if (code == 0) {
            batch.release(&batch);
            batches++;
        } else {
            CHECK(code == ENOMEM && stream.get_last_error(&stream) != NULL);
            /* A stream that lacked memory loses no row silently. */
            CHECK(stream.get_next(&stream, &batch) == ENOMEM);
        }
    }
    CHECK(code == 0 || code == ENOMEM);
    CHECK(code != 0 || batches > 0);
    stream.release(&stream);
    return code == 0;
}

/* Reads a table in a child process. Returns whether the memory sufficed. */
static int is_read_with_fault(const rows *table, long at) {
    int status = 0;
    pid_t child;
    fflush(NULL);
    last->is_stream = 0;
    child = fork();
    if (child == 0) {
        int is_whole;
        plytest_failed = 0;
        /* In the excepted case, Rust prints a stack trace. */
        if (table->many > 0) CHECK(freopen("/dev/null", "w", stderr) != NULL);
        fault_at = at, calls = 0, is_counting = 1;
        is_whole = is_read(table);
        is_counting = 0;
        /* Cached parts may be missing. */
        CHECK(calls > at);
        fflush(NULL); _exit(plytest_failed ? 2 : !is_whole);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status) && last->is_stream && last->size <= table->many * 160) return 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        printf("%s: allocation %ld, of %lu bytes, ends the program\n", table->name, at, (unsigned long)last->size);
        plytest_failed = 1;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void with_faults(const rows *table) {
    uint64_t chance = 20260101 + table->number;
    long all, at;
    int failures = 0, samples;
    calls = 0, fault_at = -1, is_counting = 1;
    CHECK(is_read(table));
    is_counting = 0, all = calls;
    for (at = 0; at < all && at < FIRST; at++) failures += !is_read_with_fault(table, at);
    for (samples = 0; all > FIRST && samples < SAMPLES; samples++) {
        chance = chance * 6364136223846793005u + 1442695040888963407u;
        failures += !is_read_with_fault(table, FIRST + (long)((chance >> 33) % (uint64_t)(all - FIRST)));
    }
    printf("%s: %ld allocations above 1 KiB, %d runs without memory\n", table->name, all, failures);
    CHECK(failures > 0);
}

/* Games with different ratings, clocks, evaluations and tags. */
static plytest_bytes packed(void) {
    plytest_bytes text = {NULL, 0}, file;
    for (int number = 0; number < GAMES; number++) {
        char game[512];
        int len = snprintf(game, sizeof game,
                           "[Event \"Tournament %d\"]\n[White \"Player %d\"]\n[Black \"Player %d\"]\n[WhiteElo \"%d\"]\n"
                           "[UTCDate \"2020.01.%02d\"]\n[UTCTime \"12:00:%02d\"]\n[TimeControl \"180+2\"]\n[Note%d \"x\"]\n\n"
                           "1. e4 {[%%clk 0:03:00] [%%eval 0.2]} c5 {[%%clk 0:02:%02d]} 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 1-0\n\n",
                           number % 90, number, number + 1, 1500 + number, number % 28 + 1, number % 60, number % 7, number % 60);
        CHECK(len > 0 && len < (int)sizeof game && plytest_append(&text, (const uint8_t *)game, (size_t)len) == 0);
    }
    file = plytest_pack_bytes((const char *)text.data, text.len);
    free(text.data);
    return file;
}

int main(void) {
    static const char AFTER_D6[] = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
    static const rows TABLES[] = {
        {"games", PLYPACK_SCAN_GAMES, NULL, 0, NULL, 31},
        {"games with openings", PLYPACK_SCAN_GAMES, "white,eco,opening,Note3,moves16", 2, NULL, 0},
        {"games with a position", PLYPACK_SCAN_GAMES, "game,first_match,tags,pgn", 0, AFTER_D6, 0},
        {"games with clocks", PLYPACK_SCAN_GAMES, "day,white_rating,utc_timestamp,moves,clocks_white,evals", 0, NULL, 0},
        {"plies", PLYPACK_SCAN_PLIES, NULL, 0, NULL, 10},
        {"texts of plies", PLYPACK_SCAN_PLIES, "ply,uci,san,fen,clock", 0, NULL, 0},
        {"tree", PLYPACK_SCAN_TREE, NULL, 0, NULL, 10},
    };
    plytest_bytes file = packed();
    plypack_scan *scan = NULL;
    const char *skipped = NULL;
    last = mmap(NULL, sizeof *last, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(last != MAP_FAILED);
    OK(plypack_reader_open_memory(file.data, file.len, 0, &reader, NULL));
    if (plypack_scan_new(reader, PLYPACK_SCAN_GAMES, &scan, NULL) == PLYPACK_UNSUPPORTED_FEATURE) {
        skipped = "the library was built without Arrow";
    } else {
        /* Parts that the library builds once and keeps: the table of openings, and the checked games of each block. */
        is_counting = 1;
        CHECK(is_read(&TABLES[1]));
        is_counting = 0;
        if (calls == 0) skipped = "a tool replaces the allocator";
    }
    plypack_scan_free(scan);
    for (size_t i = 0; skipped == NULL && i < sizeof TABLES / sizeof TABLES[0]; i++) with_faults(&TABLES[i]);
    plypack_reader_free(reader);
    free(file.data);
    if (skipped == NULL || plytest_failed) return plytest_failed;
    printf("no_memory: %s\n", skipped);
    return 77;
}
#else
int main(void) {
    printf("no_memory: needs glibc without a sanitizer\n");
    return 77;
}
#endif
