/* Files: read, recovered, written, and added to. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <unistd.h>

#include "adapter.h"

/* The first error counts. Damage of the index or of unused bytes is no error of a reader of games. */
static int32_t note(void *user, const plypack_corruption *corruption) {
    (void)user;
    if (now.file_error == PLYPACK_OK && !corruption->in_index && !corruption->unused) {
        now.file_error = corruption->error.status;
        now.file_error_offset = corruption->error.offset;
    }
    return 0;
}

/* Checks the file, first its structure. */
static plypack_status check(const plypack_reader *reader) {
    uint64_t corrupt = 0;
    plypack_callbacks callbacks = {sizeof callbacks, NULL, NULL, note, NULL};
    plypack_error_array errors = plypack_reader_errors(reader);
    if (errors.len > 0) {
        now.file_error = errors.data[0].status;
        now.file_error_offset = errors.data[0].offset;
        return PLYPACK_OK;
    }
    return plypack_reader_verify(reader, 0, 1, &callbacks, &corrupt, now.error);
}

/* All games that can be read; with `deleted_too` a null for each that was deleted. */
static plypack_status put_games(const plypack_reader *reader, plypack_game *game, int deleted_too) {
    uint64_t count = plypack_reader_number_end(reader);
    const char *comma = "";
    fputs("\"games\":[", now.out);
    for (uint64_t i = 0; i < count; i++) {
        plypack_status status = plypack_reader_read_game(reader, i, game, NULL);
        if (status == PLYPACK_OK || (status == PLYPACK_NOT_FOUND && deleted_too)) {
            fputs(comma, now.out);
            if (status == PLYPACK_OK) {
                MUST(put_game(game));
            } else {
                fputs("null", now.out);
            }
            comma = ",";
        }
    }
    fputs("]", now.out);
    return PLYPACK_OK;
}

static plypack_status put_file(const uint8_t *file, size_t len, int corrupt_too) {
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    MUST(plypack_reader_open_memory(file, len, PLYPACK_OPEN_ACCEPT_DAMAGE, &reader, now.error));
    plypack_status status = corrupt_too ? PLYPACK_OK : check(reader);
    if (status == PLYPACK_OK && now.file_error == PLYPACK_OK) {
        status = plypack_game_new(&game, now.error);
        status = status == PLYPACK_OK ? put_games(reader, game, !corrupt_too) : status;
    }
    plypack_game_free(game);
    plypack_reader_free(reader);
    return status;
}

static plypack_status put_input(int corrupt_too) {
    bytes file = input();
    plypack_status status = put_file((const uint8_t *)file.data, file.len, corrupt_too);
    free(file.data);
    return status;
}

plypack_status read_file(void) {
    return put_input(0);
}

plypack_status recover_file(void) {
    return put_input(1);
}

/* The tags of one game; null for a deleted one. */
static plypack_status put_tags_of(const plypack_reader *reader, uint64_t number, plypack_game *game) {
    plypack_status status = plypack_reader_read_tags(reader, number, game, now.error);
    if (status == PLYPACK_NOT_FOUND) {
        fputs("null", now.out);
        return PLYPACK_OK;
    }
    return status == PLYPACK_OK ? put_tags(game) : status;
}

static plypack_status put_all_tags(const plypack_reader *reader) {
    plypack_game *game = NULL;
    MUST(plypack_game_new(&game, now.error));
    uint64_t count = plypack_reader_number_end(reader);
    plypack_status status = PLYPACK_OK;
    fputs("\"tags\":[", now.out);
    for (uint64_t i = 0; i < count && status == PLYPACK_OK; i++) {
        fputs(i ? "," : "", now.out);
        status = put_tags_of(reader, i, game);
    }
    fputs("]", now.out);
    plypack_game_free(game);
    return status;
}

plypack_status read_tags(void) {
    bytes file = input();
    plypack_reader *reader = NULL;
    plypack_status status = plypack_reader_open_memory((const uint8_t *)file.data, file.len, 0, &reader, now.error);
    if (status == PLYPACK_OK) {
        status = put_all_tags(reader);
    }
    plypack_reader_free(reader);
    free(file.data);
    return status;
}

/* Writing */

static plypack_status add_games(plypack_writer *writer) {
    plypack_game *game = NULL;
    MUST(plypack_game_new(&game, now.error));
    plypack_status status = PLYPACK_OK;
    for (json shown = json_first(member("games")); shown && status == PLYPACK_OK; shown = json_next(shown)) {
        status = build_game(game, shown);
        status = status == PLYPACK_OK ? plypack_writer_add(writer, game, now.error) : status;
    }
    plypack_game_free(game);
    return status == PLYPACK_OK ? plypack_writer_finish(writer, now.error) : status;
}

static plypack_status put_output(const plypack_writer *writer) {
    const plypack_bytes file = plypack_writer_bytes(writer);
    fputs("\"output\":\"", now.out);
    put_hex(file.data, file.len);
    fputs("\"", now.out);
    return PLYPACK_OK;
}

/* The options with the codec of the request. */
static plypack_status set_codec(plypack_options *options) {
    bytes name = text_of(member("codec"));
    plypack_status status = plypack_codec_from_name(name.data, name.len, &options->codec, now.error);
    free(name.data);
    return status;
}

plypack_status write_file(void) {
    plypack_options options = PLYPACK_OPTIONS_INIT;
    plypack_writer *writer = NULL;
    plypack_status status = set_codec(&options);
    status = status == PLYPACK_OK ? plypack_writer_create_memory(&options, &writer, now.error) : status;
    status = status == PLYPACK_OK ? add_games(writer) : status;
    status = status == PLYPACK_OK ? put_output(writer) : status;
    plypack_writer_free(writer);
    return status;
}

static plypack_status append_to(const char *path) {
    plypack_writer *writer = NULL;
    MUST(plypack_writer_append(path, NULL, &writer, now.error));
    plypack_status status = add_games(writer);
    plypack_writer_free(writer);
    return status;
}

static void put_file_bytes(const char *path) {
    FILE *file = fopen(path, "rb");
    fputs("\"output\":\"", now.out);
    for (int byte; file && (byte = getc(file)) != EOF;) {
        fprintf(now.out, "%02x", (unsigned)byte);
    }
    fputs("\"", now.out);
    if (file) {
        fclose(file);
    }
}

plypack_status append_file(void) {
    char path[64];
    snprintf(path, sizeof path, "/tmp/plypack-adapter-%ld", (long)getpid());
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
    bytes file = input();
    int written = descriptor >= 0 && write(descriptor, file.data, file.len) == (ssize_t)file.len && close(descriptor) == 0;
    free(file.data);
    if (!written) {
        perror(path);
        exit(1);
    }
    plypack_status status = append_to(path);
    if (status == PLYPACK_OK) {
        put_file_bytes(path);
    }
    unlink(path);
    return status;
}

/* PGN, by way of a file. */
static plypack_status put_imported(plypack_writer *writer) {
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    bytes pgn = input();
    plypack_status status = plypack_writer_add_pgn(writer, pgn.data, pgn.len, 1, NULL, &imported, now.error);
    free(pgn.data);
    MUST(status);
    MUST(plypack_writer_finish(writer, now.error));
    const plypack_bytes file = plypack_writer_bytes(writer);
    return put_file(file.data, file.len, 0);
}

plypack_status import_pgn(void) {
    plypack_writer *writer = NULL;
    MUST(plypack_writer_create_memory(NULL, &writer, now.error));
    plypack_status status = put_imported(writer);
    plypack_writer_free(writer);
    return status;
}
