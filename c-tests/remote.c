/* A remote file: opening it and reading its games takes few calls of the read callback. */
#include "plytest.h"

enum { GAMES = 2000, COMMENT = 300 };

/* A file in memory that counts its reads. */
typedef struct far_file {
    plytest_bytes bytes;
    unsigned reads;
    uint64_t read_bytes;
} far_file;

static int32_t far_size(void *user, uint64_t *size) { return plytest_size(&((far_file *)user)->bytes, size); }

static int32_t far_read(void *user, uint64_t offset, uint8_t *buffer, size_t len) {
    far_file *file = (far_file *)user;
    file->reads++;
    file->read_bytes += len;
    return plytest_read(&file->bytes, offset, buffer, len);
}

/* Games with incompressible comments: several blocks, each much larger than 64 KiB. */
static plytest_bytes games(void) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
    char *pgn = (char *)malloc(GAMES * (COMMENT + 64));
    size_t at = 0, game, i;
    uint32_t state = 1;
    plytest_bytes bytes;
    CHECK(pgn != NULL);
    for (game = 0; game < GAMES; game++) {
        at += (size_t)sprintf(pgn + at, "[White \"%u\"]\n\n1. e4 {", (unsigned)game);
        for (i = 0; i < COMMENT; i++) {
            state = state * 1664525 + 1013904223;
            pgn[at++] = letters[state >> 26];
        }
        at += (size_t)sprintf(pgn + at, "} *\n\n");
    }
    bytes = plytest_pack_bytes(pgn, at);
    free(pgn);
    CHECK(bytes.len > 6 * 65536);
    return bytes;
}

/* The reads of opening; the count then restarts at 0 for games. */
static unsigned opened(far_file *file, uint32_t flags, plypack_reader **reader) {
    unsigned reads;
    file->reads = 0;
    file->read_bytes = 0;
    OK(plypack_reader_open_callbacks(far_size, far_read, file, flags, reader, NULL));
    reads = file->reads;
    CHECK(file->read_bytes <= 100000);
    file->read_bytes = 0;
    file->reads = 0;
    return reads;
}

static void few_reads(far_file *file) {
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_tag tag;
    OK(plypack_game_new(&game, NULL));
    CHECK(opened(file, PLYPACK_OPEN_REMOTE | PLYPACK_OPEN_TRUSTED, &reader) <= 2);
    CHECK(plypack_reader_number_end(reader) == GAMES && file->reads == 0);
    OK(plypack_reader_read_game(reader, 7, game, NULL));
    CHECK(file->reads == 1 && file->read_bytes <= 1200000);
    OK(plypack_game_find_tag(game, TEXT("White"), &tag, NULL));
    CHECK(plytest_is(tag.value, "7"));
    OK(plypack_reader_read_game(reader, 8, game, NULL));
    CHECK(file->reads == 1);
    plypack_reader_free(reader);
    plypack_game_free(game);
}

/* Bytes after the committed end are ignored; a file without its end cannot be opened. */
static void other_ends(far_file *file) {
    plypack_reader *reader = NULL;
    plypack_refreshed refreshed = PLYPACK_REFRESHED_RENUMBERED;
    size_t len = file->bytes.len;
    CHECK(opened(file, PLYPACK_OPEN_REMOTE, &reader) <= 2);
    CHECK(plytest_append(&file->bytes, (const uint8_t *)"an append", 9) == 0);
    OK(plypack_reader_refresh(reader, &refreshed, NULL));
    CHECK(refreshed == PLYPACK_REFRESHED_SAME && plypack_reader_game_count(reader) == GAMES && file->reads == 1);
    plypack_reader_free(reader);
    reader = NULL;
    file->bytes.len = len - 3;
    GIVES(PLYPACK_TRUNCATED,
          plypack_reader_open_callbacks(far_size, far_read, file, PLYPACK_OPEN_REMOTE, &reader, NULL));
    CHECK(reader == NULL);
    OK(plypack_reader_open_callbacks(far_size, far_read, file, PLYPACK_OPEN_REMOTE | PLYPACK_OPEN_ACCEPT_DAMAGE, &reader, NULL));
    CHECK(plypack_reader_number_end(reader) == GAMES && plypack_reader_errors(reader).len > 0);
    plypack_reader_free(reader);
    file->bytes.len = len;
}

/* PLYPACK_OPEN_REMOTE is only for callbacks. */
static void other_files(far_file *file, char **argv) {
    plypack_reader *reader = NULL;
    plytest_bytes bytes = file->bytes;
    char path[512];
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_open_memory(bytes.data, bytes.len, PLYPACK_OPEN_REMOTE, &reader, NULL));
    plytest_path(path, sizeof(path), argv, "none");
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_open(path, PLYPACK_OPEN_REMOTE, &reader, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_open_callbacks(far_size, far_read, file, 32, &reader, NULL));
    CHECK(reader == NULL);
}

int main(int argc, char **argv) {
    far_file file = {{NULL, 0}, 0, 0};
    CHECK(argc == 2);
    file.bytes = games();
    few_reads(&file);
    other_ends(&file);
    other_files(&file, argv);
    free(file.bytes.data);
    return plytest_failed;
}
