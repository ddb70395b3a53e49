/* Positions for a display: pieces, legal moves, the end of the game; the parts of moves; walks that lend positions. */
#include "plytest.h"

static plypack_position *from(const char *fen) {
    plypack_position *position = NULL;
    OK(plypack_position_from_fen(fen, strlen(fen), &position, NULL));
    return position;
}

static int has_fen(const plypack_position *position, const char *fen) {
    char text[PLYPACK_FEN_CAPACITY];
    size_t len = 0;
    OK(plypack_position_fen(position, text, sizeof(text), &len, NULL));
    return strcmp(text, fen) == 0;
}

static void squares(void) {
    plypack_position *position = from("r3k2r/8/8/3pP3/8/8/8/RN2K2R w KQkq d6 5 17");
    plypack_bytes board = plypack_position_board(position);
    uint32_t square, pieces = 0;
    CHECK(board.len == 64 && plypack_position_turn(position) == PLYPACK_WHITE);
    for (square = 0; square < 64; square++) {
        pieces += board.data[square] != PLYPACK_PIECE_NONE;
    }
    CHECK(pieces == 9);
    CHECK(board.data[PLYPACK_SQUARE(1, 0)] == PLYPACK_PIECE_WHITE_KNIGHT);
    CHECK(board.data[PLYPACK_SQUARE(4, 7)] == PLYPACK_PIECE_BLACK_KING);
    CHECK(board.data[PLYPACK_SQUARE(3, 4)] == PLYPACK_PIECE_BLACK_PAWN);
    CHECK(plypack_position_state(position).castling_rooks == (1 | (uint64_t)1 << 7 | (uint64_t)1 << 56 | (uint64_t)1 << 63));
    CHECK(plypack_position_state(position).en_passant == PLYPACK_SQUARE(3, 5));
    CHECK(plypack_position_state(position).halfmove_clock == 5 && plypack_position_state(position).fullmove_number == 17);
    CHECK(!plypack_position_state(position).is_chess960 && !plypack_position_state(position).is_check);
    plypack_position_free(position);
}

static void castling_of_chess960(void) {
    plypack_position *position = from("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
    uint16_t queen_side = PLYPACK_MOVE(4, 2, PLYPACK_MOVE_CASTLE_QUEEN_SIDE);
    CHECK(plypack_position_state(position).is_chess960);
    CHECK(plypack_position_castling_rook(position, queen_side) == 1);
    CHECK(plypack_position_castling_rook(position, PLYPACK_MOVE(4, 6, PLYPACK_MOVE_CASTLE_KING_SIDE)) == 6);
    CHECK(plypack_position_castling_rook(position, PLYPACK_MOVE(4, 12, PLYPACK_MOVE_QUIET)) == PLYPACK_NO_SQUARE);
    OK(plypack_position_play(position, queen_side, NULL));
    CHECK(plypack_position_state(position).castling_rooks == ((uint64_t)1 << 57 | (uint64_t)1 << 62));
    CHECK(plypack_position_castling_rook(position, queen_side) == PLYPACK_NO_SQUARE);
    plypack_position_free(position);
}

static void endings(void) {
    static const struct {
        const char *fen;
        plypack_ending ending;
        uint32_t is_check;
    } rows[] = {
        {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", PLYPACK_ENDING_CHECKMATE, 1},
        {"5k2/5P2/5K2/8/8/8/8/8 b - - 0 1", PLYPACK_ENDING_STALEMATE, 0},
        {"5k2/8/5K2/8/8/8/8/6B1 b - - 0 1", PLYPACK_ENDING_INSUFFICIENT_MATERIAL, 0},
        {"5k2/8/5K2/8/8/8/8/5R2 b - - 0 1", PLYPACK_ENDING_NONE, 0},
        {"5kR1/8/5K2/8/8/8/8/8 b - - 0 1", PLYPACK_ENDING_NONE, 1},
    };
    size_t i;
    for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        plypack_position *position = from(rows[i].fen);
        CHECK(plypack_position_ending(position) == rows[i].ending && plypack_position_state(position).is_check == rows[i].is_check);
        plypack_position_free(position);
    }
}

static void legal_moves(void) {
    plypack_position *position = from("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    uint16_t moves[64];
    size_t count = 0, total = 0, i;
    OK(plypack_position_legal_moves(position, moves, 64, &total, NULL));
    for (i = 0; i < total; i++) {
        CHECK(plypack_position_is_legal(position, moves[i]));
        count += PLYPACK_MOVE_FROM(moves[i]) == PLYPACK_SQUARE(0, 6);
    }
    CHECK(count == 8);
    count = 0;
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_position_legal_moves(position, moves, total - 1, &count, NULL));
    CHECK(count == total);
    CHECK(plypack_position_is_legal(position, PLYPACK_NULL_MOVE));
    /* A promotion without its flags. */
    CHECK(!plypack_position_is_legal(position, PLYPACK_MOVE(48, 56, PLYPACK_MOVE_QUIET)));
    plypack_position_free(position);
}

static void moves_taken_apart(void) {
    static const struct {
        unsigned flags;
        int is_capture, is_castling, promotion;
    } rows[] = {
        {PLYPACK_MOVE_QUIET, 0, 0, 0},
        {PLYPACK_MOVE_DOUBLE_PUSH, 0, 0, 0},
        {PLYPACK_MOVE_CASTLE_KING_SIDE, 0, 1, 0},
        {PLYPACK_MOVE_CASTLE_QUEEN_SIDE, 0, 1, 0},
        {PLYPACK_MOVE_CAPTURE, 1, 0, 0},
        {PLYPACK_MOVE_EN_PASSANT, 1, 0, 0},
        {PLYPACK_MOVE_PROMOTE_KNIGHT, 0, 0, PLYPACK_PIECE_WHITE_KNIGHT},
        {PLYPACK_MOVE_PROMOTE_BISHOP, 0, 0, PLYPACK_PIECE_WHITE_BISHOP},
        {PLYPACK_MOVE_PROMOTE_ROOK, 0, 0, PLYPACK_PIECE_WHITE_ROOK},
        {PLYPACK_MOVE_PROMOTE_QUEEN, 0, 0, PLYPACK_PIECE_WHITE_QUEEN},
        {PLYPACK_MOVE_CAPTURE_PROMOTE_KNIGHT, 1, 0, PLYPACK_PIECE_WHITE_KNIGHT},
        {PLYPACK_MOVE_CAPTURE_PROMOTE_BISHOP, 1, 0, PLYPACK_PIECE_WHITE_BISHOP},
        {PLYPACK_MOVE_CAPTURE_PROMOTE_ROOK, 1, 0, PLYPACK_PIECE_WHITE_ROOK},
        {PLYPACK_MOVE_CAPTURE_PROMOTE_QUEEN, 1, 0, PLYPACK_PIECE_WHITE_QUEEN},
    };
    size_t i;
    for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint16_t packed = PLYPACK_MOVE(63, 1, rows[i].flags);
        CHECK(PLYPACK_MOVE_FROM(packed) == 63 && PLYPACK_MOVE_TO(packed) == 1);
        CHECK((unsigned)PLYPACK_MOVE_FLAGS(packed) == rows[i].flags);
        CHECK(PLYPACK_MOVE_IS_CAPTURE(packed) == rows[i].is_capture);
        CHECK(PLYPACK_MOVE_IS_CASTLING(packed) == rows[i].is_castling);
        CHECK(PLYPACK_MOVE_PROMOTION(packed) == rows[i].promotion);
    }
    CHECK(PLYPACK_SQUARE_FILE(PLYPACK_SQUARE(6, 3)) == 6 && PLYPACK_SQUARE_RANK(PLYPACK_SQUARE(6, 3)) == 3);
    CHECK(PLYPACK_MOVE(0, 0, 0) == PLYPACK_NULL_MOVE);
}

static void undone(void) {
    static const char start[] = PLYPACK_STANDARD_FEN;
    static const char odd[] = "1r2k3/P7/8/8/8/8/8/4K2R w K - 3 9";
    plypack_position *position = NULL, *copy = NULL;
    uint64_t key;
    OK(plypack_position_new(&position, NULL));
    key = plypack_position_key(position);
    /* The key of the standard start in position indexes (spec/index.md). */
    CHECK(key == 0x8037d5c1d98fe233u);
    GIVES(PLYPACK_WRONG_STATE, plypack_position_undo(position, NULL));
    OK(plytest_play(position, TEXT("e2e4"), NULL));
    OK(plytest_play(position, TEXT("e7e5"), NULL));
    GIVES(PLYPACK_ILLEGAL_MOVE, plytest_play(position, TEXT("e1g1"), NULL));
    GIVES(PLYPACK_ILLEGAL_MOVE, plypack_position_play(position, PLYPACK_MOVE(0, 63, 0), NULL));
    OK(plypack_position_clone(position, &copy, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_position_undo(copy, NULL));
    OK(plypack_position_undo(position, NULL));
    CHECK(has_fen(position, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    OK(plypack_position_undo(position, NULL));
    CHECK(has_fen(position, start) && plypack_position_key(position) == key);
    GIVES(PLYPACK_WRONG_STATE, plypack_position_undo(position, NULL));
    OK(plypack_position_set_fen(position, TEXT(odd), NULL));
    OK(plytest_play(position, TEXT("a7b8q"), NULL));
    CHECK(plypack_position_state(position).is_check);
    GIVES(PLYPACK_ILLEGAL_POSITION, plypack_position_set_fen(position, TEXT("nonsense"), NULL));
    OK(plypack_position_undo(position, NULL));
    CHECK(has_fen(position, odd) && plypack_position_key(position) != key);
    OK(plytest_play(position, TEXT("e1g1"), NULL));
    OK(plypack_position_set_fen(position, TEXT(PLYPACK_STANDARD_FEN), NULL));
    CHECK(has_fen(position, start) && plypack_position_key(position) == key);
    GIVES(PLYPACK_WRONG_STATE, plypack_position_undo(position, NULL));
    plypack_position_free(copy);
    plypack_position_free(position);
}

static plypack_game *game_of(const char *pgn) {
    plypack_game *game = NULL;
    size_t issues = 9;
    OK(plypack_game_new(&game, NULL));
    OK(plypack_game_read_pgn(game, pgn, strlen(pgn), &issues, NULL));
    CHECK(issues == 0);
    return game;
}

/* SAN, UCI notation and FEN along a walk agree with the walk's positions. */
static void agree_along(plypack_walk *walk, const char *sans) {
    plypack_step step;
    char line[256] = "", san[PLYPACK_MOVE_CAPACITY], text[PLYPACK_FEN_CAPACITY], fen[PLYPACK_FEN_CAPACITY];
    size_t len = 0, at = 0;
    GIVES(PLYPACK_WRONG_STATE, plypack_walk_san(walk, san, sizeof(san), &len, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_walk_uci(walk, san, sizeof(san), &len, NULL));
    while (OK(plypack_walk_next(walk, &step, NULL)) && step.token.kind != PLYPACK_TOKEN_NONE) {
        const plypack_position *before = plypack_walk_before(walk), *position = plypack_walk_position(walk);
        uint16_t packed = (uint16_t)step.token.number;
        plypack_position *copy = NULL;
        OK(plypack_position_fen(position, fen, sizeof(fen), &len, NULL));
        if (step.token.kind != PLYPACK_TOKEN_MOVE) {
            CHECK(step.piece == PLYPACK_PIECE_NONE && step.captured == PLYPACK_PIECE_NONE);
            continue;
        }
        if (packed == PLYPACK_NULL_MOVE) CHECK(step.piece == PLYPACK_PIECE_NONE);
        else CHECK(step.piece == plypack_position_board(before).data[PLYPACK_MOVE_FROM(packed)]);
        CHECK((step.captured != PLYPACK_PIECE_NONE) == (PLYPACK_MOVE_IS_CAPTURE(packed) != 0));
        OK(plypack_walk_san(walk, san, sizeof(san), &len, NULL));
        at += (size_t)snprintf(line + at, sizeof(line) - at, "%s ", san);
        OK(plypack_position_move_to_san(before, packed, text, sizeof(text), &len, NULL));
        CHECK(strcmp(san, text) == 0);
        OK(plypack_position_move_to_uci(before, packed, text, sizeof(text), &len, NULL));
        OK(plypack_walk_uci(walk, san, sizeof(san), &len, NULL));
        CHECK(strcmp(san, text) == 0);
        OK(plypack_position_clone(before, &copy, NULL));
        OK(plypack_position_play(copy, packed, NULL));
        CHECK(has_fen(copy, fen) && plypack_position_key(copy) == plypack_position_key(position));
        plypack_position_free(copy);
    }
    CHECK(strcmp(line, sans) == 0);
}

/* Moved and captured pieces, with en passant and a promotion. */
static void pieces_of_moves(void) {
    static const uint8_t pieces[9][2] = {
        {PLYPACK_PIECE_WHITE_PAWN, PLYPACK_PIECE_NONE},        {PLYPACK_PIECE_BLACK_PAWN, PLYPACK_PIECE_NONE},
        {PLYPACK_PIECE_WHITE_PAWN, PLYPACK_PIECE_BLACK_PAWN},  {PLYPACK_PIECE_BLACK_PAWN, PLYPACK_PIECE_NONE},
        {PLYPACK_PIECE_WHITE_PAWN, PLYPACK_PIECE_BLACK_PAWN},  {PLYPACK_PIECE_BLACK_KNIGHT, PLYPACK_PIECE_NONE},
        {PLYPACK_PIECE_WHITE_PAWN, PLYPACK_PIECE_BLACK_PAWN},  {PLYPACK_PIECE_BLACK_ROOK, PLYPACK_PIECE_NONE},
        {PLYPACK_PIECE_WHITE_PAWN, PLYPACK_PIECE_BLACK_BISHOP},
    };
    plypack_game *game = game_of("1. e4 d5 2. exd5 c5 3. dxc6 Nf6 4. cxb7 Rg8 5. bxc8=Q *");
    plypack_walk *walk = NULL;
    plypack_step step;
    OK(plypack_walk_new(game, &walk, NULL));
    for (int i = 0; i < 9; i++) {
        OK(plypack_walk_next(walk, &step, NULL));
        CHECK(step.piece == pieces[i][0] && step.captured == pieces[i][1]);
    }
    OK(plypack_walk_restart(walk, game, NULL));
    agree_along(walk, "e4 d5 exd5 c5 dxc6 Nf6 cxb7 Rg8 bxc8=Q ");
    plypack_walk_free(walk);
    plypack_game_free(game);
}

static void walks(void) {
    plypack_game *game = game_of("{a} 1. f3 (1. Nf3 d5 (1... Nf6) 2. -- Nc6) 1... e5 2. g4 Qh4# 0-1");
    plypack_game *other = game_of("[FEN \"4k3/8/8/8/8/8/8/RK5R w HA - 0 1\"]\n\n1. O-O (1. O-O-O) 1... Ke7 *");
    plypack_walk *walk = NULL;
    plypack_step step;
    OK(plypack_walk_new(game, &walk, NULL));
    agree_along(walk, "f3 Nf3 d5 Nf6 -- Nc6 e5 g4 Qh4# ");
    OK(plypack_walk_restart(walk, other, NULL));
    plypack_game_free(other);
    agree_along(walk, "O-O O-O-O Ke7 ");
    /* In the middle of a variation. */
    OK(plypack_walk_restart(walk, game, NULL));
    for (int i = 0; i < 5; i++) {
        OK(plypack_walk_next(walk, &step, NULL));
    }
    CHECK(step.depth == 1);
    OK(plypack_walk_restart(walk, game, NULL));
    agree_along(walk, "f3 Nf3 d5 Nf6 -- Nc6 e5 g4 Qh4# ");
    plypack_walk_free(walk);
    plypack_game_free(game);
}

int main(void) {
    squares();
    castling_of_chess960();
    endings();
    legal_moves();
    moves_taken_apart();
    undone();
    walks();
    pieces_of_moves();
    return plytest_failed;
}
