/* Writes training data for an engine: the moves of all games that have a result, each with the position before it.
 *
 *   training [--packed] FILE.plypack > POSITIONS
 *
 * A line is `FEN | MOVE | RESULT`: the move in UCI notation, and the result 1.0, 0.5 or 0.0 for White. --packed writes
 * games instead, for programs with their own board: the number of plies, the result times two, and the packed moves
 * (spec/moves.md). All are numbers of 16 bits, low byte first. Games with a custom start are left out. */
#include <plypack.h>
#include <stdio.h>
#include <string.h>

/* Sizes of a batch. A game of more than BATCH_PLIES plies ends the program with PLYPACK_BUFFER_TOO_SMALL. */
enum { BATCH_GAMES = 1000, BATCH_PLIES = 200000 };

/* Returns twice the result for White; -1 without a result. */
static int doubled_result(plypack_termination termination) {
    switch (termination) {
        case PLYPACK_TERMINATION_WHITE_WINS: return 2;
        case PLYPACK_TERMINATION_DRAW: return 1;
        case PLYPACK_TERMINATION_BLACK_WINS: return 0;
        default: return -1;
    }
}

/* The file, a scan of its moves, and the objects that the loop reuses. */
typedef struct input {
    plypack_reader *reader;
    plypack_scan *scan;
    plypack_game *game;
    plypack_error *error;
    int packed;
} input;

/* Writes the lines of one game, from its starting position on. */
static plypack_status write_positions(const input *source, const uint16_t *moves, size_t plies, int result) {
    static const char *const results[3] = {"0.0", "0.5", "1.0"};
    char fen[PLYPACK_FEN_CAPACITY], uci[PLYPACK_MOVE_CAPACITY];
    plypack_position *position = NULL;
    size_t len = 0;
    plypack_status status = plypack_game_position_at(source->game, 0, &position, source->error);
    for (size_t ply = 0; status == PLYPACK_OK && ply < plies; ply++) {
        status = plypack_position_fen(position, fen, sizeof(fen), &len, source->error);
        if (status == PLYPACK_OK) {
            status = plypack_position_move_to_uci(position, moves[ply], uci, sizeof(uci), &len, source->error);
        }
        if (status == PLYPACK_OK && moves[ply] != PLYPACK_NULL_MOVE) printf("%s | %s | %s\n", fen, uci, results[result]);
        if (status == PLYPACK_OK) status = plypack_position_play(position, moves[ply], source->error);
    }
    plypack_position_free(position);
    return status;
}

static void write_number(uint16_t number) {
    putchar(number & 0xff);
    putchar(number >> 8);
}

static plypack_status write_packed(const input *source, const uint16_t *moves, size_t plies, int result) {
    if (plypack_game_start(source->game) != PLYPACK_START_STANDARD || plies > UINT16_MAX) return PLYPACK_OK;
    write_number((uint16_t)plies);
    write_number((uint16_t)result);
    for (size_t ply = 0; ply < plies; ply++) write_number(moves[ply]);
    return PLYPACK_OK;
}

/* Writes a game whose moves the scan has read; its start and result come with its tags. Skips deleted games. */
static plypack_status write_game(const input *source, uint64_t number, const uint16_t *moves, size_t plies) {
    plypack_status status = plypack_reader_read_tags(source->reader, number, source->game, source->error);
    int result = doubled_result(plypack_game_termination(source->game));
    if (status == PLYPACK_NOT_FOUND) return PLYPACK_OK;
    if (status != PLYPACK_OK || result < 0) return status;
    return (source->packed ? write_packed : write_positions)(source, moves, plies, result);
}

/* Writes all games, a batch at a time. */
static plypack_status write_all(const input *source) {
    static uint16_t moves[BATCH_PLIES];
    static size_t offsets[BATCH_GAMES + 1];
    for (;;) {
        uint64_t first = 0;
        size_t count = 0, games = 0;
        plypack_status status = plypack_scan_next(source->scan, NULL, moves, BATCH_PLIES, offsets, BATCH_GAMES + 1, &count,
                                                  &first, &games, source->error);
        if (status != PLYPACK_OK || games == 0) return status;
        for (size_t i = 0; status == PLYPACK_OK && i < games; i++) {
            status = write_game(source, first + i, moves + offsets[i], offsets[i + 1] - offsets[i]);
        }
        if (status != PLYPACK_OK) return status;
    }
}

static plypack_status run(const char *path, input *source) {
    plypack_status status = plypack_reader_open(path, 0, &source->reader, source->error);
    if (status == PLYPACK_OK) status = plypack_scan_new(source->reader, PLYPACK_SCAN_MOVES, &source->scan, source->error);
    if (status == PLYPACK_OK) status = plypack_game_new(&source->game, source->error);
    if (status == PLYPACK_OK) status = write_all(source);
    if (status != PLYPACK_OK) fprintf(stderr, "%s: %s\n", plypack_status_name(status), plypack_error_message(source->error));
    plypack_game_free(source->game);
    plypack_scan_free(source->scan);
    plypack_reader_free(source->reader);
    return status;
}

int main(int argc, char **argv) {
    input source = {NULL, NULL, NULL, NULL, argc == 3 && strcmp(argv[1], "--packed") == 0};
    if (argc != 2 + source.packed) {
        fprintf(stderr, "usage: training [--packed] FILE.plypack\n");
        return 2;
    }
    source.error = plypack_error_new();
    plypack_status status = run(argv[1 + source.packed], &source);
    plypack_error_free(source.error);
    return status == PLYPACK_OK && fflush(stdout) == 0 ? 0 : 1;
}
