/* Games changed at any place, as in a program with a board: a walk gives the place of a step. */
#include "plytest.h"

static plypack_game *read_pgn(const char *pgn) {
    plypack_game *game = NULL;
    size_t issues = 0;
    OK(plypack_game_new(&game, NULL));
    OK(plypack_game_read_pgn(game, pgn, strlen(pgn), &issues, NULL));
    return game;
}

static void is_pgn(const plypack_game *game, const char *expected, int line) {
    char text[512];
    size_t len = 0;
    OK(plypack_game_pgn(game, text, sizeof(text), &len, NULL));
    if (strcmp(text, expected) != 0) {
        plytest_failed = 1;
        fprintf(stderr, "%s:%d: %s", __FILE__, line, text);
    }
}

#define PGN_IS(game, expected) is_pgn((game), (expected), __LINE__)

/* The place of the first move with this SAN, and the position after it; 0 and the start of the game for an empty text. */
static size_t place_of(const plypack_game *game, const char *san, plypack_position **after) {
    plypack_walk *walk = NULL;
    plypack_step step = {{PLYPACK_TOKEN_NONE, 0, {NULL, 0}}, 0, 0, 0, 0, 0};
    int found = *san == 0;
    OK(plypack_walk_new(game, &walk, NULL));
    while (!found && OK(plypack_walk_next(walk, &step, NULL)) && step.token.kind != PLYPACK_TOKEN_NONE) {
        if (step.token.kind == PLYPACK_TOKEN_MOVE) {
            char text[PLYPACK_MOVE_CAPACITY];
            size_t len = 0;
            OK(plypack_walk_san(walk, text, sizeof(text), &len, NULL));
            found = strcmp(text, san) == 0;
        }
    }
    CHECK(found);
    OK(plypack_position_clone(plypack_walk_position(walk), after, NULL));
    plypack_walk_free(walk);
    return step.place;
}

static size_t place(const plypack_game *game, const char *san) {
    plypack_position *after = NULL;
    size_t found = place_of(game, san, &after);
    plypack_position_free(after);
    return found;
}

/* The user selects one move and plays another one on the board. */
static size_t play(plypack_game *game, const char *selected, const char *san) {
    plypack_position *position = NULL;
    size_t at = place_of(game, selected, &position), new_place = 0;
    uint16_t move = 0;
    OK(plypack_position_move_from_san(position, san, strlen(san), &move, NULL));
    OK(plypack_game_add_move_at(game, at, move, &new_place, NULL));
    CHECK(new_place == place(game, san));
    plypack_position_free(position);
    return new_place;
}

/* The moves of a line from the standard start. */
static void line(const char *uci, uint16_t *moves, size_t count) {
    plypack_position *position = NULL;
    OK(plypack_position_new(&position, NULL));
    for (size_t i = 0; i < count; i++) {
        OK(plypack_position_move_from_uci(position, uci + 5 * i, 4, &moves[i], NULL));
        OK(plypack_position_play(position, moves[i], NULL));
    }
    plypack_position_free(position);
}

static void a_session(void) {
    plypack_game *game = NULL;
    size_t at = 0;
    OK(plypack_game_new(&game, NULL));
    OK(plypack_game_set_tag(game, TEXT("White"), TEXT("A"), NULL));
    CHECK(play(game, "", "e4") == 1);
    play(game, "e4", "e5");
    play(game, "", "d4"); /* another move: a variation */
    play(game, "d4", "d5");
    play(game, "", "e4"); /* the same move: found */
    PGN_IS(game, "[White \"A\"]\n\n1. e4 (1. d4 d5) 1... e5\n");
    OK(plypack_game_add_comment_at(game, 0, PLYPACK_TOKEN_COMMENT, TEXT("start"), &at, NULL));
    OK(plypack_game_add_nag_at(game, place(game, "d5"), 6, &at, NULL));
    OK(plypack_game_add_comment_at(game, place(game, "d5"), PLYPACK_TOKEN_COMMENT, TEXT("no"), &at, NULL));
    OK(plypack_game_set_comment_at(game, at, PLYPACK_TOKEN_COMMENT, TEXT("yes"), NULL));
    PGN_IS(game, "[White \"A\"]\n\n{start} 1. e4 (1. d4 d5 $6 {yes}) 1... e5\n");
    OK(plypack_game_promote_variation_at(game, place(game, "d5"), &at, NULL));
    CHECK(at == place(game, "d5"));
    OK(plypack_game_remove_note_at(game, at + 1, NULL));
    OK(plypack_game_set_tag(game, TEXT("Result"), TEXT("0-1"), NULL));
    PGN_IS(game, "[White \"A\"]\n[Result \"0-1\"]\n\n{start} 1. d4 (1. e4 e5) 1... d5 {yes} 0-1\n");
    OK(plypack_game_remove_variation_at(game, place(game, "e5"), &at, NULL));
    CHECK(at == 0);
    OK(plypack_game_remove_moves_at(game, place(game, "d5"), SIZE_MAX, &at, NULL));
    CHECK(at == place(game, "d4"));
    OK(plypack_game_remove_tag(game, TEXT("White"), NULL));
    GIVES(PLYPACK_NOT_FOUND, plypack_game_remove_tag(game, TEXT("White"), NULL));
    PGN_IS(game, "[Result \"0-1\"]\n\n{start} 1. d4 0-1\n");
    plypack_game_free(game);
}

static void lines_of_moves(void) {
    plypack_game *game = read_pgn("1. e4 {x} e5 2. f4 (2. Nf3 Nc6 (2... d6 3. d4)) *");
    uint16_t moves[2];
    size_t at = 0;
    line("d2d4 d7d5", moves, 2);
    OK(plypack_game_add_variation_at(game, place(game, "e4"), moves, 2, &at, NULL));
    CHECK(at == place(game, "d4"));
    PGN_IS(game, "1. e4 {x} (1. d4 d5) 1... e5 2. f4 (2. Nf3 Nc6 (2... d6 3. d4)) *\n");
    OK(plypack_game_promote_to_main_line_at(game, place(game, "d6"), &at, NULL));
    CHECK(at == place(game, "d6"));
    PGN_IS(game, "1. e4 {x} (1. d4 d5) 1... e5 2. Nf3 (2. f4) 2... d6 (2... Nc6) 3. d4 *\n");
    line("h2h3 a7a6", moves, 2);
    OK(plypack_game_insert_moves_at(game, 0, moves, 2, &at, NULL));
    CHECK(at == 1);
    OK(plypack_game_remove_moves_at(game, 1, 2, &at, NULL));
    CHECK(at == 0);
    line("e2e3", moves, 1);
    OK(plypack_game_replace_move_at(game, place(game, "e4"), moves[0], NULL));
    PGN_IS(game, "1. e3 {x} (1. d4 d5) 1... e5 2. Nf3 (2. f4) 2... d6 (2... Nc6) 3. d4 *\n");
    plypack_game_free(game);
}

/* Openings by the moves, with the games and answers of the command's tests of --classify. */
static void openings(void) {
    static const char *const PGNS[] = {
        "[White \"A\"]\n\n1. e4 c5 2. Nf3 1-0\n",
        "[White \"B\"]\n[ECO \"A00\"]\n[Opening \"Mine\"]\n\n1. d4 d5 2. c4 *\n",
        "[White \"C\"]\n[ECO \"?\"]\n\n1. c4 {good} 1... d5 2. d4 *\n",
        "[White \"D\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n",
    };
    static const char *const ADDED[] = {
        "[White \"A\"]\n[ECO \"B27\"]\n[Opening \"Sicilian Defense\"]\n\n1. e4 c5 2. Nf3 1-0\n",
        NULL,
        "[White \"C\"]\n[ECO \"D06\"]\n[Opening \"Queen's Gambit\"]\n\n1. c4 {good} 1... d5 2. d4 *\n",
        NULL,
    };
    for (size_t n = 0; n < 4; n++) {
        plypack_game *game = read_pgn(PGNS[n]);
        uint32_t is_changed = 77;
        OK(plypack_game_set_opening_tags(game, 0, &is_changed, NULL));
        CHECK(is_changed == (ADDED[n] ? 1 : 0));
        PGN_IS(game, ADDED[n] ? ADDED[n] : PGNS[n]);
        OK(plypack_game_set_opening_tags(game, 1, &is_changed, NULL));
        CHECK(is_changed == (n == 1 ? 1 : 0));
        if (n == 1) PGN_IS(game, "[White \"B\"]\n[ECO \"D06\"]\n[Opening \"Queen's Gambit\"]\n\n1. d4 d5 2. c4 *\n");
        GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_set_opening_tags(game, 2, &is_changed, NULL));
        plypack_game_free(game);
    }
}

/* A refused edit changes nothing. */
static void refusals(void) {
    static const char PGN[] = "[White \"A\"]\n\n1. e4 e5 (1... c5 zz) 2. Nf3 Ke4\n";
    plypack_game *game = read_pgn(PGN), *copy = NULL;
    uint16_t moves[2];
    size_t at = 77;
    line("h2h3 a7a6", moves, 2);
    GIVES(PLYPACK_ILLEGAL_MOVE, plypack_game_replace_move_at(game, 1, 0xFFF, NULL));
    GIVES(PLYPACK_ILLEGAL_MOVE, plypack_game_insert_moves_at(game, 0, moves, 1, &at, NULL));
    GIVES(PLYPACK_ILLEGAL_MOVE, plypack_game_remove_moves_at(game, 1, 1, &at, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_remove_moves_at(game, 0, 1, &at, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_remove_variation_at(game, 1, &at, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_add_comment_at(game, 0, PLYPACK_TOKEN_RAW, TEXT("x"), &at, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_add_comment_at(game, 0, PLYPACK_TOKEN_COMMENT, TEXT("}"), &at, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_remove_note_at(game, 1, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_add_variation_at(game, 1, NULL, 0, &at, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_game_add_move_at(game, place(game, "c5"), moves[0], &at, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_game_promote_variation_at(game, place(game, "c5"), &at, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_game_set_termination(game, PLYPACK_TERMINATION_DRAW, NULL));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_game_add_nag_at(game, 99, 1, &at, NULL));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_game_set_tag_at(game, 1, TEXT("A"), TEXT("B"), NULL));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_game_remove_tag_at(game, 1, NULL));
    CHECK(at == 77);
    PGN_IS(game, PGN);
    OK(plypack_game_clone(game, &copy, NULL));
    OK(plypack_game_set_unparsed(copy, NULL, 0, NULL));
    OK(plypack_game_set_tag_at(copy, 0, TEXT("Black"), TEXT("B"), NULL));
    OK(plypack_game_begin_variation(copy, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_game_add_nag_at(copy, 0, 1, &at, NULL));
    OK(plypack_game_end_variation(copy, NULL));
    OK(plypack_game_add_nag_at(copy, 0, 1, &at, NULL));
    PGN_IS(copy, "[Black \"B\"]\n\n$1 1. e4 e5 (1... c5 zz) 2. Nf3 ()\n");
    PGN_IS(game, PGN);
    plypack_game_free(copy);
    plypack_game_free(game);
}

int main(void) {
    a_session();
    lines_of_moves();
    openings();
    refusals();
    return plytest_failed;
}
