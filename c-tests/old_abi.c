/* A program for an old version: compiled with the header of that version, and linked with the current library. */
#include PLYPACK_HEADER

#include <stdio.h>
#include <string.h>

static int steps(void) {
    static const char pgn[] = "[White \"A\"]\n\n1. e4 (1. d4) e5 {x} 1-0\n";
    plypack_error *error = plypack_error_new();
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_bytes view;
    plypack_tag tag;
    plypack_token token;
    uint64_t value = 0;
    int failed = 1;
    if (plypack_abi_version() == PLYPACK_ABI_VERSION &&
        plypack_writer_create_memory(NULL, &writer, error) == PLYPACK_OK &&
        plypack_writer_add_pgn(writer, pgn, sizeof(pgn) - 1, 1, NULL, &imported, error) == PLYPACK_OK &&
        imported.games == 1 && plypack_writer_finish(writer, error) == PLYPACK_OK &&
        (view = plypack_writer_bytes(writer)).len > 0 &&
        plypack_reader_open_memory(view.data, view.len, 0, &reader, error) == PLYPACK_OK &&
        plypack_reader_info(reader, PLYPACK_INFO_PLIES, &value, error) == PLYPACK_OK && value == 2 &&
        plypack_game_new(&game, error) == PLYPACK_OK && plypack_reader_read_game(reader, 0, game, error) == PLYPACK_OK &&
        plypack_game_tag_at(game, 0, &tag, error) == PLYPACK_OK && tag.value.len == 1 && tag.value.data[0] == 'A' &&
        plypack_game_moves(game).len == 2 &&
        plypack_game_token_at(game, 2, &token, error) == PLYPACK_OK && token.kind == PLYPACK_TOKEN_MOVE &&
        plypack_game_token_at(game, 99, &token, error) == PLYPACK_OUT_OF_RANGE) {
        failed = 0;
    } else {
        fprintf(stderr, "%s\n", plypack_error_message(error));
    }
    plypack_game_free(game);
    plypack_reader_free(reader);
    plypack_writer_free(writer);
    plypack_error_free(error);
    return failed;
}

int main(void) {
    return steps();
}
