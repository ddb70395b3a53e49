/* Ownership and lifetimes: inputs can be freed right after the call, views are valid as long as the header says. */
#include "plytest.h"

/* A copy on the heap that ends exactly at the end of the text, so that tools detect any access after it. */
static char *heap_text(const char *text, size_t len) {
    char *copy = (char *)malloc(len);
    CHECK(copy != NULL);
    memcpy(copy, text, len);
    return copy;
}

static void inputs_are_copied(void) {
    plypack_game *game = NULL;
    plypack_tag tag;
    plypack_token token;
    char *name = heap_text("White", 5), *value = heap_text("say \"x\"", 7), *comment = heap_text("hm", 2);
    OK(plypack_game_new(&game, NULL));
    OK(plypack_game_add_tag(game, name, 5, value, 7, NULL));
    OK(plypack_game_add_comment(game, PLYPACK_TOKEN_COMMENT, comment, 2, NULL));
    free(name);
    free(value);
    free(comment);
    OK(plypack_game_tag_at(game, 0, &tag, NULL));
    OK(plypack_game_token_at(game, 0, &token, NULL));
    CHECK(plytest_is(tag.value, "say \"x\"") && plytest_is(token.text, "hm"));
    plypack_game_free(game);
}

static void objects_stand_alone(void) {
    plytest_bytes bytes = plytest_pack("[White \"A\"]\n\n1. e4 {x} e5 *\n\n[White \"B\"]\n\n1. d4 *\n");
    plypack_options options = PLYPACK_OPTIONS_INIT;
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_walk *walk = NULL;
    plypack_position *position = NULL;
    plypack_step step;
    plypack_moves moves;
    plypack_tag tag;
    options.codec = PLYPACK_CODEC_COORD16;
    OK(plypack_writer_create_memory(&options, &writer, NULL));
    options.codec = 99; /* The writer has copied them. */
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, NULL));
    free(bytes.data); /* So has the reader. */
    OK(plypack_game_new(&game, NULL));
    OK(plypack_reader_read_game(reader, 0, game, NULL));
    plypack_reader_free(reader); /* The game stays. */
    moves = plypack_game_moves(game);
    OK(plypack_game_find_tag(game, TEXT("White"), &tag, NULL));
    CHECK(moves.len == 2 && moves.data[0] != 0 && plytest_is(tag.value, "A"));
    OK(plypack_writer_add(writer, game, NULL));
    OK(plypack_walk_new(game, &walk, NULL));
    OK(plypack_game_position_at(game, 1, &position, NULL));
    plypack_game_free(game); /* The walk and the position stay, and the writer has what it needs. */
    OK(plypack_walk_next(walk, &step, NULL));
    OK(plypack_walk_next(walk, &step, NULL));
    CHECK(plytest_is(step.token.text, "x"));
    OK(plypack_walk_next(walk, &step, NULL));
    CHECK(step.token.kind == PLYPACK_TOKEN_MOVE && plytest_is(step.token.text, ""));
    OK(plypack_position_play(position, (uint16_t)step.token.number, NULL));
    OK(plypack_walk_next(walk, &step, NULL));
    OK(plypack_walk_next(walk, &step, NULL));
    CHECK(step.token.kind == PLYPACK_TOKEN_NONE);
    plypack_walk_free(walk);
    plypack_position_free(position);
    OK(plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
}

/* One game object for all games of a file: nothing of the previous game remains. */
static void games_are_used_again(void) {
    plytest_bytes bytes = plytest_pack("[White \"A\\\\\"]\n\n1. e4 {x} e5 1-0\n\n[Black \"B\"]\n\n*\n");
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_tag tag;
    plypack_moves moves;
    size_t tokens = 9;
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, NULL));
    OK(plypack_game_new(&game, NULL));
    OK(plypack_reader_read_game(reader, 0, game, NULL));
    OK(plypack_game_tag_at(game, 0, &tag, NULL));
    CHECK(plytest_is(tag.value, "A\\") && plytest_is(tag.escaped, "A\\\\"));
    OK(plypack_reader_read_game(reader, 1, game, NULL));
    OK(plypack_game_tag_at(game, 0, &tag, NULL));
    moves = plypack_game_moves(game);
    tokens = plypack_game_token_count(game);
    CHECK(plytest_is(tag.name, "Black") && plytest_is(tag.value, "B") && moves.len == 0 && tokens == 0);
    CHECK(moves.data != NULL);
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_reader_read_game(reader, 2, game, NULL));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_game_tag_at(game, 0, &tag, NULL));
    plypack_game_free(game);
    plypack_reader_free(reader);
    free(bytes.data);
}

/* A writer freed before it has finished leaves no file. */
static void unfinished_files(char **argv) {
    char path[512];
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plytest_path(path, sizeof(path), argv, "unfinished");
    OK(plypack_game_new(&game, NULL));
    OK(plypack_writer_create(path, NULL, &writer, NULL));
    OK(plypack_writer_add(writer, game, NULL));
    plypack_writer_free(writer);
    GIVES(PLYPACK_IO, plypack_reader_open(path, 0, &reader, NULL));
    plypack_game_free(game);
}

/* A callback that uses the writer of the running call gets an error. */
static int32_t reenter(void *user, const plypack_issue *issue) {
    plypack_writer *writer = *(plypack_writer **)user;
    (void)issue;
    CHECK(plypack_writer_number_end(writer) == 0);
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_finish(writer, NULL));
    return 0;
}

static void callbacks_cannot_reenter(void) {
    plypack_writer *writer = NULL;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_callbacks callbacks = {sizeof callbacks, &writer, NULL, NULL, reenter};
    OK(plypack_writer_create_memory(NULL, &writer, NULL));
    OK(plypack_writer_add_pgn(writer, TEXT("1. e4 Ke4 *\n"), 1, &callbacks, &imported, NULL));
    CHECK(imported.issues == 1);
    OK(plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    inputs_are_copied();
    objects_stand_alone();
    games_are_used_again();
    unfinished_files(argv);
    callbacks_cannot_reenter();
    return plytest_failed;
}
