/* A program whose functions have names of zstd and of the Rust standard library, like a program that is linked with
 * another zstd. The library must use the functions that it was built with, and never these. */
#include "plypack.h"

#include <stdio.h>
#include <string.h>

static int called;

#define OWN(name) \
    size_t name(void); \
    size_t name(void) { \
        called++; \
        return 1; \
    }

OWN(ZSTD_isError)
OWN(ZSTD_compress)
OWN(ZSTD_compressStream2)
OWN(ZSTD_decompress)
OWN(ZSTD_decompressStream)
OWN(ZSTD_createCCtx)
OWN(ZSTD_createDCtx)
OWN(HUF_isError)
OWN(FSE_isError)
OWN(XXH64)
OWN(ZSTD_XXH64)
OWN(rust_panic)
OWN(__rust_alloc)

int main(void) {
    static const char pgn[] = "[White \"A\"]\n\n1. e4 e5 2. Nf3 {a comment} *\n";
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_tag tag;
    plypack_imported done = {.size = sizeof(done)};
    plypack_bytes file = {NULL, 0};
    plypack_status status = plypack_writer_create_memory(NULL, &writer, NULL);
    if (status == PLYPACK_OK) status = plypack_writer_add_pgn(writer, pgn, sizeof(pgn) - 1, 1, NULL, &done, NULL);
    if (status == PLYPACK_OK) status = plypack_writer_finish(writer, NULL);
    if (status == PLYPACK_OK) file = plypack_writer_bytes(writer);
    if (status == PLYPACK_OK) status = plypack_reader_open_memory(file.data, file.len, 0, &reader, NULL);
    if (status == PLYPACK_OK) status = plypack_game_new(&game, NULL);
    if (status == PLYPACK_OK) status = plypack_reader_read_game(reader, 0, game, NULL);
    if (status == PLYPACK_OK) status = plypack_game_find_tag(game, "White", 5, &tag, NULL);
    if (status != PLYPACK_OK) fprintf(stderr, "%s\n", plypack_status_name(status));
    plypack_game_free(game);
    plypack_reader_free(reader);
    plypack_writer_free(writer);
    if (called != 0) fprintf(stderr, "the library called %d functions of the program\n", called);
    return status == PLYPACK_OK && called == 0 && ZSTD_isError() == 1 ? 0 : 1;
}
