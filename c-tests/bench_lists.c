/* Speed of the lists that a program shows, and of appending a game.
 *
 *   bench_lists FILE.plypack [COPY.plypack]
 *
 * Prints for each list the processor time on one thread and the wall time on two, in milliseconds: the best of 9. With
 * COPY, a copy of the file that the program may change, also prints the median wall time of 41 appends of one game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plypack.h"

enum { ROUNDS = 9, PAGE = 50, APPENDS = 41 };

static plypack_error *error;

static void check(plypack_status status) {
    if (status != PLYPACK_OK) {
        fprintf(stderr, "%s: %s\n", plypack_status_name(status), plypack_error_message(error));
        exit(1);
    }
}

static double milliseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static plypack_rows_options sorted_by(const char *order, uint64_t count) {
    plypack_rows_options options = PLYPACK_ROWS_OPTIONS_INIT;
    options.columns = "white,black,event,site,round,eco,result,date,white-rating,black-rating,plies";
    options.columns_len = strlen(options.columns);
    options.order = order;
    options.order_len = strlen(order);
    options.count = count;
    return options;
}

/* The best time of a list on a clock. */
static double list(const plypack_reader *reader, const plypack_rows_options *options, uint32_t threads, clockid_t clock) {
    plypack_query *query = NULL;
    double best = 0;
    check(plypack_query_new(&query, error));
    check(plypack_query_set_threads(query, threads, error));
    for (int round = 0; round < ROUNDS; round++) {
        plypack_rows *rows = NULL;
        double start = milliseconds(clock);
        check(plypack_query_rows(query, &reader, 1, options, NULL, &rows, error));
        double time = milliseconds(clock) - start;
        best = round == 0 || time < best ? time : best;
        plypack_rows_free(rows);
    }
    plypack_query_free(query);
    return best;
}

static void show(const char *name, const plypack_reader *reader, plypack_rows_options options) {
    printf("%-32s%9.2f ms on one thread%9.2f ms on two\n", name, list(reader, &options, 1, CLOCK_PROCESS_CPUTIME_ID),
           list(reader, &options, 2, CLOCK_MONOTONIC));
}

static int compare(const void *a, const void *b) {
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

static void append(const plypack_reader *reader, const char *copy) {
    double times[APPENDS];
    plypack_game *game = NULL;
    uint64_t number = 0;
    check(plypack_game_new(&game, error));
    check(plypack_reader_next_game(reader, &number, game, error));
    for (int i = 0; i < APPENDS; i++) {
        double start = milliseconds(CLOCK_MONOTONIC);
        check(plypack_file_append_game(copy, game, &number, error));
        times[i] = milliseconds(CLOCK_MONOTONIC) - start;
    }
    qsort(times, APPENDS, sizeof(times[0]), compare);
    printf("%-32s%9.2f ms, flushed to the device\n", "append one game", times[APPENDS / 2]);
    plypack_game_free(game);
}

int main(int argc, char **argv) {
    plypack_reader *reader = NULL;
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s FILE.plypack [COPY.plypack]\n", argv[0]);
        return 2;
    }
    error = plypack_error_new();
    check(plypack_reader_open(argv[1], 0, &reader, error));
    printf("%llu games\n", (unsigned long long)plypack_reader_game_count(reader));
    show("11 columns, all rows", reader, sorted_by("", UINT64_MAX));
    show("11 columns, page", reader, sorted_by("", PAGE));
    show("11 columns, page by date", reader, sorted_by("-date", PAGE));
    show("11 columns, page by rating", reader, sorted_by("-average-rating", PAGE));
    show("11 columns, page by white", reader, sorted_by("white", PAGE));
    if (argc == 3) append(reader, argv[2]);
    plypack_reader_free(reader);
    plypack_error_free(error);
    return 0;
}
