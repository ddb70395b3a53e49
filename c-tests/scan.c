/* Scans: the moves of many games at once, from several threads, with damage. */
#include "plytest.h"

#include <pthread.h>

enum { THREADS = 4, GAMES = 300, MOVES = 64, OFFSETS = 8 };

static plypack_reader *reader;
static plypack_scan *scan;

/* The games that a thread has read: how often each, and whether its moves were right. */
typedef struct seen {
    unsigned char games[GAMES];
    int wrong;
} seen;

/* Game n has n % 4 of the moves e4, d5, exd5. */
static int is_right(uint64_t game, const uint16_t *moves, size_t count) {
    static const uint16_t line[3] = {12 << 6 | 28 | 1 << 12, 51 << 6 | 35 | 1 << 12, 28 << 6 | 35 | 4 << 12};
    return count == game % 4 && memcmp(moves, line, count * sizeof(moves[0])) == 0;
}

static void *work(void *argument) {
    seen *mine = (seen *)argument;
    plypack_error *error = plypack_error_new();
    uint16_t moves[MOVES];
    size_t offsets[OFFSETS], count = 0, games = 1, i;
    uint64_t first = 0;
    while (games > 0) {
        mine->wrong += plypack_scan_next(scan, NULL, moves, MOVES, offsets, OFFSETS, &count, &first, &games, error) != PLYPACK_OK;
        mine->wrong += games > OFFSETS - 1 || count > MOVES || offsets[0] != 0 || offsets[games] != count;
        for (i = 0; i < games; i++) {
            mine->games[first + i]++;
            mine->wrong += !is_right(first + i, moves + offsets[i], offsets[i + 1] - offsets[i]);
        }
    }
    plypack_error_free(error);
    return NULL;
}

static void threads(void) {
    pthread_t started[THREADS];
    seen all[THREADS];
    int i, game;
    memset(all, 0, sizeof(all));
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&started[i], NULL, work, &all[i]) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_join(started[i], NULL) == 0);
        CHECK(all[i].wrong == 0);
    }
    for (game = 0; game < GAMES; game++) {
        CHECK(all[0].games[game] + all[1].games[game] + all[2].games[game] + all[3].games[game] == 1);
    }
}

static void parts(void) {
    uint16_t moves[MOVES];
    size_t offsets[OFFSETS], count = 9, games = 9;
    uint64_t first = 9;
    OK(plypack_scan_set_games(scan, 7, 3, NULL));
    OK(plypack_scan_next(scan, NULL, moves, MOVES, offsets, OFFSETS, &count, &first, &games, NULL));
    CHECK(first == 7 && games == 3 && count == 3 + 0 + 1 && offsets[1] == 3 && offsets[2] == 3);
    OK(plypack_scan_next(scan, NULL, moves, MOVES, offsets, OFFSETS, &count, &first, &games, NULL));
    CHECK(games == 0 && count == 0);
    OK(plypack_scan_set_games(scan, 7, 1, NULL));
    GIVES(PLYPACK_BUFFER_TOO_SMALL,
          plypack_scan_next(scan, NULL, moves, 2, offsets, OFFSETS, &count, &first, &games, NULL));
    CHECK(count == 3 && games == 0);
    OK(plypack_scan_next(scan, NULL, moves, count, offsets, 2, &count, &first, &games, NULL));
    CHECK(first == 7 && games == 1 && is_right(7, moves, count));
    OK(plypack_scan_set_games(scan, 7, 1, NULL));
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_scan_next(scan, NULL, moves, 3, offsets, 1, &count, &first, &games, NULL));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_scan_set_games(scan, 0, GAMES + 1, NULL));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_scan_set_games(scan, 1, UINT64_MAX, NULL));
}

static int32_t count_corruption(void *user, const plypack_corruption *corruption) {
    *(uint64_t *)user += corruption->count;
    return 0;
}

/* Each scan of a corrupt block's games returns an error, or no moves. */
static void damage(plytest_bytes bytes) {
    uint16_t moves[MOVES];
    size_t offsets[OFFSETS], count, games;
    uint64_t first, reported = 0;
    plypack_reader *corrupt = NULL;
    plypack_scan *all = NULL;
    plypack_callbacks callbacks = {sizeof callbacks, NULL, NULL, count_corruption, NULL};
    plypack_status status = PLYPACK_OK;
    size_t at;
    for (at = 40; at < bytes.len && status != PLYPACK_CHECKSUM_SECTION; at++) {
        plypack_scan_free(all);
        plypack_reader_free(corrupt);
        all = NULL, corrupt = NULL;
        bytes.data[at - 1] ^= at > 40 ? 1 : 0;
        bytes.data[at] ^= 1;
        if (plypack_reader_open_memory(bytes.data, bytes.len, 0, &corrupt, NULL) == PLYPACK_OK) {
            OK(plypack_scan_new(corrupt, PLYPACK_SCAN_MOVES, &all, NULL));
            status = plypack_scan_next(all, NULL, moves, MOVES, offsets, OFFSETS, &count, &first, &games, NULL);
        }
    }
    CHECK(status == PLYPACK_CHECKSUM_SECTION);
    callbacks.user = &reported;
    OK(plypack_scan_next(all, &callbacks, moves, MOVES, offsets, OFFSETS, &count, &first, &games, NULL));
    CHECK(games > 0 && reported == games && count == 0 && offsets[games] == 0);
    CHECK(plypack_scan_corrupt_count(all) == games);
    plypack_scan_free(all);
    plypack_reader_free(corrupt);
    bytes.data[at - 1] ^= 1;
}

int main(void) {
    static const char *const lines[4] = {"*", "1. e4 *", "1. e4 d5 *", "1. e4 d5 2. exd5 *"};
    char *pgn = (char *)malloc(GAMES * 64);
    size_t at = 0;
    plytest_bytes bytes;
    int i;
    for (i = 0; i < GAMES; i++) {
        at += (size_t)sprintf(pgn + at, "[White \"Player %d\"]\n\n%s\n\n", i, lines[i % 4]);
    }
    bytes = plytest_pack(pgn);
    OK(plypack_reader_open_memory(bytes.data, bytes.len, PLYPACK_OPEN_BORROWED, &reader, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_scan_new(reader, 5, &scan, NULL));
    OK(plypack_scan_new(reader, PLYPACK_SCAN_MOVES, &scan, NULL));
    threads();
    OK(plypack_scan_set_games(scan, 0, GAMES, NULL));
    threads();
    parts();
    OK(plypack_scan_set_games(scan, 0, GAMES, NULL));
    plypack_reader_free(reader); /* The scan keeps the file open. */
    threads();
    plypack_scan_free(scan);
    damage(bytes);
    free(bytes.data);
    free(pgn);
    return plytest_failed;
}
