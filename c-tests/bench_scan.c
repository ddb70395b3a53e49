/* Speed of reading a whole file, and of reading games of many blocks in turn.
 *
 *   bench_scan FILE.plypack [ROUNDS [CACHE]]
 *
 * Prints wall time and CPU time per ply for scans of all main lines, on one thread and on two: the first scan of a new
 * reader, which checks every move; the best of ROUNDS (5) later scans; and the best of as many scans of a reader that
 * trusts the file. Then prints the CPU time per game of `plypack_reader_read_game`, in turn from the first 5, 20 and
 * 100 blocks of 8192 games, with a cache of CACHE bytes (the library's default unless given). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "plypack.h"

enum { GAMES = 1000, MOVES = 200000, BLOCK = 8192, TURNS = 400, MAX_THREADS = 2 };

static const char *path;
static plypack_error *error;

static void check(plypack_status status) {
    if (status != PLYPACK_OK) {
        fprintf(stderr, "%s: %s\n", plypack_status_name(status), plypack_error_message(error));
        exit(1);
    }
}

/* Wall time, and CPU time of all threads of the process, in nanoseconds. */
struct duration {
    double wall, processor;
};

static double on_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static struct duration since(struct duration start) {
    return (struct duration){on_clock(CLOCK_MONOTONIC) - start.wall,
                             on_clock(CLOCK_PROCESS_CPUTIME_ID) - start.processor};
}

static struct duration now(void) {
    return since((struct duration){0, 0});
}

static plypack_reader *opened(uint32_t flags) {
    plypack_reader *reader = NULL;
    check(plypack_reader_open(path, flags, &reader, error));
    return reader;
}

struct worker {
    pthread_t thread;
    const plypack_scan *scan;
    uint16_t *moves;
    size_t plies;
};

static void *work(void *argument) {
    struct worker *self = argument;
    size_t offsets[GAMES + 1], count = 0, games = 1;
    uint64_t first = 0;
    plypack_error *mine = plypack_error_new();
    while (games > 0) {
        if (plypack_scan_next(self->scan, NULL, self->moves, MOVES, offsets, GAMES + 1, &count, &first, &games, mine) !=
            PLYPACK_OK) {
            fprintf(stderr, "%s\n", plypack_error_message(mine));
            exit(1);
        }
        self->plies += count;
    }
    plypack_error_free(mine);
    return NULL;
}

/* The time of a whole scan per ply. */
static struct duration scan(const plypack_reader *reader, unsigned threads) {
    static uint16_t moves[MAX_THREADS][MOVES];
    struct worker workers[MAX_THREADS];
    plypack_scan *all = NULL;
    size_t plies = 0;
    check(plypack_scan_new(reader, PLYPACK_SCAN_MOVES, &all, error));
    struct duration start = now();
    for (unsigned i = 0; i < threads; i++) {
        workers[i] = (struct worker){.scan = all, .moves = moves[i]};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            perror("pthread_create");
            exit(1);
        }
    }
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(workers[i].thread, NULL);
        plies += workers[i].plies;
    }
    struct duration time = since(start);
    plypack_scan_free(all);
    plies += plies == 0;
    return (struct duration){time.wall / (double)plies, time.processor / (double)plies};
}

static struct duration best_scan(const plypack_reader *reader, unsigned threads, unsigned rounds) {
    struct duration best = scan(reader, threads);
    for (unsigned round = 1; round < rounds; round++) {
        struct duration again = scan(reader, threads);
        best.wall = again.wall < best.wall ? again.wall : best.wall;
        best.processor = again.processor < best.processor ? again.processor : best.processor;
    }
    return best;
}

static void scans(unsigned threads, unsigned rounds) {
    plypack_reader *reader = opened(0), *trusting = opened(PLYPACK_OPEN_TRUSTED);
    struct duration first = scan(reader, threads), again = best_scan(reader, threads, rounds),
                    trusted = best_scan(trusting, threads, rounds);
    printf("scan, %u threads: first %.1f ns/ply, again %.1f, trusted %.1f; processors: %.1f, %.1f, %.1f\n", threads,
           first.wall, again.wall, trusted.wall, first.processor, again.processor, trusted.processor);
    plypack_reader_free(trusting);
    plypack_reader_free(reader);
}

/* Reads one game after another, each from the next block. */
static void round_robin(uint64_t blocks, size_t cache) {
    plypack_reader *reader = opened(0);
    plypack_game *game = NULL;
    uint64_t games = plypack_reader_number_end(reader), reads = 0;
    blocks = games / BLOCK < blocks ? games / BLOCK : blocks;
    check(plypack_game_new(&game, error));
    if (cache > 0) check(plypack_reader_set_cache(reader, cache, error));
    struct duration start = now();
    for (uint64_t turn = 0; turn < TURNS; turn++) {
        if (turn == 1) start = now(); /* The first time, each block must be read. */
        for (uint64_t block = 0; block < blocks; block++, reads += turn > 0) {
            check(plypack_reader_read_game(reader, block * BLOCK + turn, game, error));
        }
    }
    printf("%llu blocks in turn: %.1f us/game\n", (unsigned long long)blocks,
           reads == 0 ? 0 : since(start).processor / (double)reads / 1000);
    plypack_game_free(game);
    plypack_reader_free(reader);
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: %s FILE.plypack [ROUNDS [CACHE]]\n", argv[0]);
        return 2;
    }
    unsigned rounds = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 5;
    size_t cache = argc > 3 ? (size_t)strtoull(argv[3], NULL, 10) : 0;
    path = argv[1];
    error = plypack_error_new();
    scans(1, rounds);
    scans(2, rounds);
    round_robin(5, cache);
    round_robin(20, cache);
    round_robin(100, cache);
    plypack_error_free(error);
    return 0;
}
