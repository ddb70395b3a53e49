/* Speed of the C interface on the games of a file, in nanoseconds of processor time for each ply of the main lines.
 *
 *   bench FILE.plypack [GAMES [ROUNDS]]
 *
 * Uses the first GAMES games (20000 unless given). A figure is the best of ROUNDS (5) for each portion of games, except
 * "first pass", which can be measured only once and includes the work that the reader does once per block. `cargo bench
 * -p plypack-c` builds this program with the optimised library and runs it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plypack.h"

#define PORTION 500

/* A game with the data that the operations need, made before the measurement. */
typedef struct bench_game {
    plypack_game *game;
    plypack_position *start;
    plypack_moves moves;
    uint8_t *code;
    size_t code_len;
} bench_game;

/* Buffers, large enough for all games so far. */
static struct {
    uint16_t *moves;
    size_t plies;
    uint8_t *code;
    size_t bytes;
    char *text;
    size_t chars;
} buffers;

static plypack_error *error;

static void check(plypack_status status) {
    if (status != PLYPACK_OK) {
        fprintf(stderr, "%s: %s\n", plypack_status_name(status), plypack_error_message(error));
        exit(1);
    }
}

static void *grown(void *memory, size_t *capacity, size_t needed, size_t size) {
    if (needed > *capacity) {
        memory = realloc(memory, needed * size);
        *capacity = needed;
    }
    if (memory == NULL) {
        perror("realloc");
        exit(1);
    }
    return memory;
}

static double now(void) {
    return (double)clock() * (1e9 / CLOCKS_PER_SEC);
}

/* Operations on one game */

static void walk(const bench_game *sample) {
    plypack_walk *walk = NULL;
    plypack_step step;
    check(plypack_walk_new(sample->game, &walk, error));
    do {
        check(plypack_walk_next(walk, &step, error));
    } while (step.token.kind != PLYPACK_TOKEN_NONE);
    plypack_walk_free(walk);
}

/* One walk object for all games, and the SAN of every move. */
static void walk_san(const bench_game *sample) {
    static plypack_walk *walk = NULL;
    plypack_step step;
    char text[PLYPACK_MOVE_CAPACITY];
    size_t len = 0;
    if (walk == NULL) {
        check(plypack_walk_new(sample->game, &walk, error));
    }
    check(plypack_walk_restart(walk, sample->game, error));
    for (;;) {
        check(plypack_walk_next(walk, &step, error));
        if (step.token.kind == PLYPACK_TOKEN_NONE) {
            return;
        }
        if (step.token.kind == PLYPACK_TOKEN_MOVE) {
            check(plypack_walk_san(walk, text, sizeof(text), &len, error));
        }
    }
}

/* A FEN at every step. */
static void walk_fen(const bench_game *sample) {
    plypack_walk *walk = NULL;
    plypack_step step;
    char text[PLYPACK_FEN_CAPACITY];
    size_t len = 0;
    check(plypack_walk_new(sample->game, &walk, error));
    do {
        check(plypack_walk_next(walk, &step, error));
        check(plypack_position_fen(plypack_walk_position(walk), text, sizeof(text), &len, error));
    } while (step.token.kind != PLYPACK_TOKEN_NONE);
    plypack_walk_free(walk);
}

static void pgn(const bench_game *sample) {
    size_t len = 0;
    check(plypack_game_pgn(sample->game, buffers.text, buffers.chars, &len, error));
}

static void san_line(const bench_game *sample) {
    size_t len = 0;
    check(plypack_game_san_line(sample->game, buffers.text, buffers.chars, &len, error));
}

static void uci_line(const bench_game *sample) {
    size_t len = 0;
    check(plypack_game_uci_line(sample->game, buffers.text, buffers.chars, &len, error));
}

static void scid_record(const bench_game *sample) {
    size_t len = 0;
    plypack_status status = plypack_game_scid_record(sample->game, buffers.code, buffers.bytes, &len, error);
    /* SCID cannot hold every game. */
    if (status != PLYPACK_LIMIT_EXCEEDED) check(status);
}

static void play(const bench_game *sample) {
    plypack_position *position = NULL;
    check(plypack_position_clone(sample->start, &position, error));
    for (size_t ply = 0; ply < sample->moves.len; ply++) {
        check(plypack_position_play(position, sample->moves.data[ply], error));
    }
    plypack_position_free(position);
}

static void encode(const bench_game *sample) {
    size_t len = 0;
    check(plypack_codec_encode(PLYPACK_CODEC_BYTE, sample->start, sample->moves.data, sample->moves.len, buffers.code,
                               buffers.bytes, &len, error));
}

static void decode(const bench_game *sample) {
    check(plypack_codec_decode(PLYPACK_CODEC_BYTE, sample->start, sample->code, sample->code_len, sample->moves.len,
                               buffers.moves, buffers.plies, error));
}

/* The number of moves is not known in advance. */
static void scan(const bench_game *sample) {
    size_t count = 0;
    check(plypack_codec_decode_all(PLYPACK_CODEC_BYTE, sample->start, sample->code, sample->code_len, buffers.moves,
                                   buffers.plies, &count, error));
}

static struct operation {
    const char *name;
    void (*run)(const bench_game *);
    double time;
} operations[] = {
    {"walk_next", walk, 0},        {"walk_next, walk_san", walk_san, 0}, {"walk_next, position_fen", walk_fen, 0},
    {"game_pgn", pgn, 0},          {"game_san_line", san_line, 0},   {"game_uci_line", uci_line, 0},
    {"position_play", play, 0},    {"codec_encode byte", encode, 0}, {"codec_decode byte", decode, 0},
    {"codec_decode_all byte", scan, 0}, {"game_scid_record", scid_record, 0},
};
#define OPERATIONS (sizeof(operations) / sizeof(operations[0]))

/* Samples */

static void reserve(const bench_game *sample) {
    size_t bytes = 0, chars = 0, plies = sample->moves.len;
    check(plypack_codec_encode_bound(PLYPACK_CODEC_BYTE, plies, &bytes, error));
    size_t pgn_chars = 0;
    chars = PLYPACK_LINE_CAPACITY(plies);
    if (plypack_game_pgn(sample->game, NULL, 0, &pgn_chars, error) != PLYPACK_BUFFER_TOO_SMALL) exit(1);
    chars = pgn_chars >= chars ? pgn_chars + 1 : chars;
    size_t record_bytes = 0;
    plypack_status status = plypack_game_scid_record(sample->game, NULL, 0, &record_bytes, error);
    if (status != PLYPACK_BUFFER_TOO_SMALL && status != PLYPACK_LIMIT_EXCEEDED) check(status);
    buffers.code = grown(buffers.code, &buffers.bytes, (bytes > record_bytes ? bytes : record_bytes) + 1, sizeof(uint8_t));
    buffers.text = grown(buffers.text, &buffers.chars, chars, sizeof(char));
    /* `decode_all` can return as many moves as there are bytes. */
    buffers.moves = grown(buffers.moves, &buffers.plies, bytes + plies + 1, sizeof(uint16_t));
}

static void fill(bench_game *sample, const plypack_reader *reader, uint64_t number) {
    check(plypack_game_new(&sample->game, error));
    check(plypack_reader_read_game(reader, number, sample->game, error));
    check(plypack_game_position_at(sample->game, 0, &sample->start, error));
    sample->moves = plypack_game_moves(sample->game);
    reserve(sample);
    check(plypack_codec_encode(PLYPACK_CODEC_BYTE, sample->start, sample->moves.data, sample->moves.len, buffers.code,
                               buffers.bytes, &sample->code_len, error));
    size_t capacity = 0;
    sample->code = grown(NULL, &capacity, sample->code_len + 1, 1);
    memcpy(sample->code, buffers.code, sample->code_len);
}

static void empty(bench_game *sample) {
    plypack_position_free(sample->start);
    plypack_game_free(sample->game);
    free(sample->code);
}

/* Measuring */

/* Reads the main lines of all games with a reader; returns the plies. */
static uint64_t read_all(const plypack_reader *reader, uint64_t games) {
    uint64_t plies = 0;
    for (uint64_t number = 0; number < games; number++) {
        size_t count = 0;
        plypack_status status = plypack_reader_read_moves(reader, number, buffers.moves, buffers.plies, &count, error);
        if (status == PLYPACK_BUFFER_TOO_SMALL) {
            buffers.moves = grown(buffers.moves, &buffers.plies, count, sizeof(uint16_t));
            status = plypack_reader_read_moves(reader, number, buffers.moves, buffers.plies, &count, error);
        }
        check(status);
        plies += count;
    }
    return plies;
}

static double time_of(const struct operation *operation, const bench_game *samples, size_t count) {
    double start = now();
    for (size_t i = 0; i < count; i++) {
        operation->run(&samples[i]);
    }
    return now() - start;
}

static double best_of(unsigned rounds, const struct operation *operation, const bench_game *samples, size_t count) {
    double best = time_of(operation, samples, count);
    for (unsigned round = 1; round < rounds; round++) {
        double again = time_of(operation, samples, count);
        best = again < best ? again : best;
    }
    return best;
}

static void measure_portion(const plypack_reader *reader, uint64_t first, size_t count, unsigned rounds) {
    static bench_game samples[PORTION];
    memset(samples, 0, sizeof(samples));
    for (size_t i = 0; i < count; i++) {
        fill(&samples[i], reader, first + i);
    }
    for (size_t i = 0; i < OPERATIONS; i++) {
        operations[i].time += best_of(rounds, &operations[i], samples, count);
    }
    for (size_t i = 0; i < count; i++) {
        empty(&samples[i]);
    }
}

static void show(const char *name, double time, uint64_t plies) {
    printf("%-24s%10.1f ns/ply\n", name, plies == 0 ? 0.0 : time / (double)plies);
}

/* Returns the plies of the games. */
static uint64_t measure_reading(const plypack_reader *reader, uint64_t games, unsigned rounds) {
    double start = now(), best = 0;
    uint64_t plies = read_all(reader, games);
    double first = now() - start;
    for (unsigned round = 0; round < rounds; round++) {
        start = now();
        read_all(reader, games);
        double time = now() - start;
        best = round == 0 || time < best ? time : best;
    }
    printf("%llu games, %llu plies\n", (unsigned long long)games, (unsigned long long)plies);
    show("read_moves, first pass", first, plies);
    show("read_moves, again", best, plies);
    return plies;
}

static void measure(const plypack_reader *reader, uint64_t games, unsigned rounds) {
    uint64_t plies = measure_reading(reader, games, rounds);
    for (uint64_t first = 0; first < games; first += PORTION) {
        uint64_t left = games - first;
        measure_portion(reader, first, left < PORTION ? (size_t)left : PORTION, rounds);
    }
    for (size_t i = 0; i < OPERATIONS; i++) {
        show(operations[i].name, operations[i].time, plies);
    }
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: %s FILE.plypack [GAMES [ROUNDS]]\n", argv[0]);
        return 2;
    }
    plypack_reader *reader = NULL;
    uint64_t games = 0, wanted = argc > 2 ? strtoull(argv[2], NULL, 10) : 20000;
    unsigned rounds = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 5;
    error = plypack_error_new();
    check(plypack_reader_open(argv[1], 0, &reader, error));
    games = plypack_reader_number_end(reader);
    measure(reader, games < wanted ? games : wanted, rounds == 0 ? 1 : rounds);
    plypack_reader_free(reader);
    plypack_error_free(error);
    free(buffers.moves);
    free(buffers.code);
    free(buffers.text);
    return 0;
}
