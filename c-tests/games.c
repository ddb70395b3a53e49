/* Games built piece by piece, written as PGN, and read again. */
#include "plytest.h"

static void add_san(plypack_game *game, const char *san) {
    OK(plypack_game_add_san(game, san, strlen(san), NULL));
}

static plypack_game *built(void) {
    plypack_game *game = NULL;
    uint16_t e5 = 1 << 12 | 52 << 6 | 36;
    OK(plypack_game_new(&game, NULL));
    OK(plypack_game_add_tag(game, TEXT("White"), TEXT("a \"b\" \\c"), NULL));
    OK(plypack_game_add_comment(game, PLYPACK_TOKEN_COMMENT, TEXT("before"), NULL));
    OK(plypack_game_add_uci(game, TEXT("e2e4"), NULL));
    OK(plypack_game_add_nag(game, 1, NULL));
    OK(plypack_game_begin_variation(game, NULL));
    add_san(game, "d4");
    add_san(game, "d5");
    OK(plypack_game_begin_variation(game, NULL));
    add_san(game, "Nf6");
    OK(plypack_game_end_variation(game, NULL));
    OK(plypack_game_end_variation(game, NULL));
    OK(plypack_game_add_move(game, e5, NULL));
    add_san(game, "Nf3");
    OK(plypack_game_add_comment(game, PLYPACK_TOKEN_LINE_COMMENT, TEXT(" line"), NULL));
    OK(plypack_game_add_comment(game, PLYPACK_TOKEN_ESCAPE, TEXT("escape"), NULL));
    add_san(game, "Nc6");
    OK(plypack_game_set_termination(game, PLYPACK_TERMINATION_DRAW, NULL));
    return game;
}

static const char EXPECTED[] =
    "[White \"a \\\"b\\\" \\\\c\"]\n\n{before} 1. e4 $1 (1. d4 d5 (1... Nf6)) 1... e5 2. Nf3 ; line\n%escape\n"
    "2... Nc6 1/2-1/2\n";

static void through_pgn(const plypack_game *game) {
    char text[512], again[512];
    size_t size = 0, len = 0, issues = 9;
    plypack_game *copy = NULL;
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_game_pgn(game, NULL, 0, &size, NULL));
    size++;
    CHECK(size == sizeof(EXPECTED));
    OK(plypack_game_pgn(game, text, size, &len, NULL));
    CHECK(len == size - 1 && strcmp(text, EXPECTED) == 0);
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_game_pgn(game, again, size - 1, &len, NULL));
    OK(plypack_game_new(&copy, NULL));
    OK(plypack_game_read_pgn(copy, text, len, &issues, NULL));
    CHECK(issues == 0);
    OK(plypack_game_pgn(copy, again, sizeof(again), &len, NULL));
    CHECK(strcmp(again, EXPECTED) == 0);
    /* A game that was read can be continued at its end. */
    add_san(copy, "Bb5");
    OK(plypack_game_add_comment(copy, PLYPACK_TOKEN_COMMENT, TEXT("Spanish"), NULL));
    OK(plypack_game_pgn(copy, again, sizeof(again), &len, NULL));
    CHECK(strstr(again, "2... Nc6 3. Bb5 {Spanish} 1/2-1/2") != NULL);
    plypack_game_free(copy);
}

static void through_a_file(const plypack_game *game) {
    char text[512];
    size_t len = 0;
    plypack_bytes view;
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_game *copy = NULL;
    OK(plypack_game_new(&copy, NULL));
    OK(plypack_writer_create_memory(NULL, &writer, NULL));
    OK(plypack_writer_add(writer, game, NULL));
    OK(plypack_writer_add(writer, game, NULL));
    OK(plypack_writer_finish(writer, NULL));
    view = plypack_writer_bytes(writer);
    OK(plypack_reader_open_memory(view.data, view.len, 0, &reader, NULL));
    plypack_writer_free(writer);
    OK(plypack_reader_read_game(reader, 1, copy, NULL));
    plypack_reader_free(reader);
    OK(plypack_game_pgn(copy, text, sizeof(text), &len, NULL));
    CHECK(strcmp(text, EXPECTED) == 0);
    plypack_game_free(copy);
}

static void positions(const plypack_game *game) {
    plypack_position *position = NULL;
    plypack_walk *walk = NULL;
    plypack_step step;
    char fen[PLYPACK_FEN_CAPACITY];
    size_t len = 0;
    OK(plypack_game_position_at(game, 2, &position, NULL));
    OK(plypack_position_fen(position, fen, sizeof(fen), &len, NULL));
    CHECK(strcmp(fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2") == 0);
    plypack_position_free(position);
    OK(plypack_walk_new(game, &walk, NULL));
    OK(plypack_walk_next(walk, &step, NULL));
    OK(plypack_walk_next(walk, &step, NULL));
    OK(plypack_position_fen(plypack_walk_position(walk), fen, sizeof(fen), &len, NULL));
    CHECK(strcmp(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1") == 0);
    plypack_walk_free(walk);
}

/* One game converted to a record of SCID and back. */
static void scid_records(void) {
    static const char text[] = "[White \"A\"]\n[Result \"1-0\"]\n[Annotator \"B\"]\n\n1. e4 e5 {a} (1... c5 $1) 2. Nf3 1-0\n";
    plypack_game *game = NULL, *read = NULL;
    uint8_t record[64], small[3];
    char before[512], after[512];
    size_t len = 0, issues = 9, before_len = 0, after_len = 0;
    OK(plypack_game_new(&game, NULL));
    OK(plypack_game_new(&read, NULL));
    OK(plypack_game_read_pgn(game, text, strlen(text), &issues, NULL));
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_game_scid_record(game, small, sizeof(small), &len, NULL));
    CHECK(len > sizeof(small) && len <= sizeof(record));
    OK(plypack_game_scid_record(game, record, sizeof(record), &len, NULL));
    OK(plypack_game_add_tag(read, TEXT("White"), TEXT("A"), NULL));
    OK(plypack_game_add_tag(read, TEXT("Result"), TEXT("1-0"), NULL));
    OK(plypack_game_add_san(read, TEXT("a3"), NULL));
    OK(plypack_game_read_scid_record(read, record, len, &issues, NULL));
    CHECK(issues == 0);
    OK(plypack_game_pgn(game, before, sizeof(before), &before_len, NULL));
    OK(plypack_game_pgn(read, after, sizeof(after), &after_len, NULL));
    CHECK(before_len == after_len && strcmp(before, after) == 0);
    OK(plypack_game_read_scid_record(read, record, 4, &issues, NULL));
    CHECK(issues == 1);
    OK(plypack_game_read_scid_record(read, NULL, 0, &issues, NULL));
    CHECK(issues == 1);
    plypack_game_free(game);
    plypack_game_free(read);
}

/* Tags with a meaning take effect at once, or are refused. */
static void starts(void) {
    plypack_game *game = NULL;
    plypack_position *position = NULL;
    plypack_tag tag;
    OK(plypack_game_new(&game, NULL));
    GIVES(PLYPACK_ILLEGAL_POSITION, plypack_game_add_tag(game, TEXT("FEN"), TEXT("nonsense"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_add_tag(game, TEXT("Variant"), TEXT("Atomic"), NULL));
    CHECK(plypack_game_tag_count(game) == 0);
    OK(plypack_game_add_tag(game, TEXT("FEN"), TEXT("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"), NULL));
    CHECK(plypack_game_start(game) == PLYPACK_START_FEN);
    GIVES(PLYPACK_ILLEGAL_MOVE, plypack_game_add_uci(game, TEXT("e2e4"), NULL));
    OK(plypack_game_add_uci(game, TEXT("e8d7"), NULL));
    GIVES(PLYPACK_ILLEGAL_MOVE, plypack_game_remove_tag(game, TEXT("FEN"), NULL));
    OK(plypack_game_set_tag(game, TEXT("FEN"), TEXT("4k3/8/8/8/8/8/8/4K3 b - - 0 7"), NULL));
    OK(plypack_game_add_tag(game, TEXT("Result"), TEXT("1-0"), NULL));
    CHECK(plypack_game_termination(game) == PLYPACK_TERMINATION_WHITE_WINS);
    OK(plypack_game_set_termination(game, PLYPACK_TERMINATION_DRAW, NULL));
    OK(plypack_game_find_tag(game, TEXT("Result"), &tag, NULL));
    CHECK(plytest_is(tag.value, "1-0") && plypack_game_termination(game) == PLYPACK_TERMINATION_DRAW);
    OK(plypack_game_clear(game, NULL));
    CHECK(plypack_game_tag_count(game) == 0);
    OK(plypack_position_from_fen(TEXT("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &position, NULL));
    OK(plypack_game_set_start(game, position, NULL));
    add_san(game, "O-O");
    OK(plypack_game_find_tag(game, TEXT("FEN"), &tag, NULL));
    CHECK(plytest_is(tag.value, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    plypack_position_free(position);
    plypack_game_free(game);
}

static void refusals(void) {
    plypack_game *game = NULL;
    plypack_writer *writer = NULL;
    size_t size = 77;
    OK(plypack_game_new(&game, NULL));
    OK(plypack_writer_create_memory(NULL, &writer, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_game_begin_variation(game, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_game_end_variation(game, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_add_tag(game, TEXT("White Elo"), TEXT("1"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_add_tag(game, TEXT("White"), TEXT("a\nb"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_add_comment(game, PLYPACK_TOKEN_COMMENT, TEXT("}"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_add_comment(game, PLYPACK_TOKEN_ESCAPE, TEXT("\n"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_add_comment(game, PLYPACK_TOKEN_RAW, TEXT("x"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_set_termination(game, 5, NULL));
    GIVES(PLYPACK_INVALID_MOVE_TEXT, plypack_game_add_san(game, TEXT("hm"), NULL));
    add_san(game, "e4");
    OK(plypack_game_begin_variation(game, NULL));
    GIVES(PLYPACK_INVALID_GAME, plypack_game_pgn(game, NULL, 0, &size, NULL));
    GIVES(PLYPACK_INVALID_GAME, plypack_writer_add(writer, game, NULL));
    CHECK(size == 77);
    OK(plypack_game_end_variation(game, NULL));
    OK(plypack_writer_add(writer, game, NULL));
    OK(plypack_game_read_pgn(game, TEXT("1. e4 Ke3"), &size, NULL));
    CHECK(size == 1);
    GIVES(PLYPACK_WRONG_STATE, plypack_game_add_san(game, TEXT("e5"), NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_game_read_pgn(game, TEXT("\n \n"), &size, NULL));
    plypack_writer_free(writer);
    plypack_game_free(game);
}

int main(void) {
    plypack_game *game = built();
    through_pgn(game);
    through_a_file(game);
    positions(game);
    plypack_game_free(game);
    starts();
    scid_records();
    refusals();
    return plytest_failed;
}
