/* Reads training data for an engine: every move of every game with a result, with the position in which it was made.
 *
 *   training [--packed] FILE.plypack > POSITIONS
 *
 * A line is `FEN | MOVE | RESULT`: the move in UCI notation, the result 1.0, 0.5 or 0.0 from White's point of view. --packed
 * writes games instead, for programs with a board of their own: the number of plies, the result times two, and the packed moves
 * (spec/moves.md), each of 16 bits, low byte first; games that start elsewhere than from the standard position are left out. */
#include <plypack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Twice the result for White; -1 without one. */
static int doubled_result(plypack_termination termination) {
    switch (termination) {
        case PLYPACK_TERMINATION_WHITE_WINS: return 2;
        case PLYPACK_TERMINATION_DRAW: return 1;
        case PLYPACK_TERMINATION_BLACK_WINS: return 0;
        default: return -1;
    }
}

/* The lines of one game. */
static plypack_status write_positions(const plypack_game *game, const plypack_moves *moves, int result, plypack_error *error) {
    static const char *const results[3] = {"0.0", "0.5", "1.0"};
    char fen[PLYPACK_FEN_CAPACITY], uci[PLYPACK_MOVE_CAPACITY];
    plypack_position *position = NULL;
    size_t len = 0;
    plypack_status status = plypack_game_position(game, 0, &position, error);
    for (size_t ply = 0; status == PLYPACK_OK && ply < moves->len; ply++) {
        status = plypack_position_fen(position, fen, sizeof(fen), &len, error);
        if (status == PLYPACK_OK) {
            status = plypack_position_move_to_uci(position, moves->data[ply], uci, sizeof(uci), &len, error);
        }
        if (status == PLYPACK_OK && moves->data[ply] != PLYPACK_NULL_MOVE) printf("%s | %s | %s\n", fen, uci, results[result]);
        if (status == PLYPACK_OK) status = plypack_position_play(position, moves->data[ply], error);
    }
    plypack_position_free(position);
    return status;
}

static void write_number(uint16_t number) {
    putchar(number & 0xff);
    putchar(number >> 8);
}

static plypack_status write_packed(const plypack_game *game, const plypack_moves *moves, int result, plypack_error *error) {
    plypack_start start = PLYPACK_START_STANDARD;
    plypack_status status = plypack_game_start(game, &start, error);
    if (status != PLYPACK_OK || start != PLYPACK_START_STANDARD || moves->len > UINT16_MAX) return status;
    write_number((uint16_t)moves->len);
    write_number((uint16_t)result);
    for (size_t ply = 0; ply < moves->len; ply++) write_number(moves->data[ply]);
    return PLYPACK_OK;
}

static plypack_status write_game(const plypack_game *game, int packed, plypack_error *error) {
    plypack_moves moves = {NULL, 0};
    plypack_termination termination = PLYPACK_TERMINATION_ABSENT;
    plypack_status status = plypack_game_moves(game, &moves, error);
    if (status == PLYPACK_OK) status = plypack_game_termination(game, &termination, error);
    int result = doubled_result(termination);
    if (status != PLYPACK_OK || result < 0) return status;
    return (packed ? write_packed : write_positions)(game, &moves, result, error);
}

static plypack_status write_all(const char *path, int packed, plypack_error *error) {
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    uint64_t count = 0;
    plypack_status status = plypack_reader_open(path, &reader, error);
    if (status == PLYPACK_OK) status = plypack_game_new(&game, error);
    if (status == PLYPACK_OK) status = plypack_reader_game_count(reader, &count, error);
    for (uint64_t number = 0; status == PLYPACK_OK && number < count; number++) {
        status = plypack_reader_read_game(reader, number, game, error);
        if (status == PLYPACK_OK) status = write_game(game, packed, error);
    }
    plypack_game_free(game);
    plypack_reader_free(reader);
    return status;
}

int main(int argc, char **argv) {
    int packed = argc == 3 && strcmp(argv[1], "--packed") == 0;
    if (argc != 2 + packed) {
        fprintf(stderr, "usage: training [--packed] FILE.plypack\n");
        return 2;
    }
    plypack_error *error = plypack_error_new();
    plypack_status status = write_all(argv[1 + packed], packed, error);
    if (status != PLYPACK_OK) fprintf(stderr, "%s: %s\n", plypack_status_name(status), plypack_error_message(error));
    plypack_error_free(error);
    return status == PLYPACK_OK && fflush(stdout) == 0 ? 0 : 1;
}
