/* Failures: status, message, offset; outputs stay untouched; callbacks can stop the work. */
#include "plytest.h"

#include <sys/wait.h>
#include <unistd.h>

static const char PGN[] = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 {why?} *\n\n[Event \"b\"]\n\n1. d4 x *\n\n[Event \"c\"]\n\n1. c4 *\n";

static plypack_error *error;

static void messages(void) {
    plypack_position *position = NULL;
    plypack_options options = PLYPACK_OPTIONS_INIT;
    plypack_writer *writer = NULL;
    plypack_exported exported = PLYPACK_EXPORTED_INIT;
    uint32_t codec = 77;
    GIVES(PLYPACK_ILLEGAL_POSITION, plypack_position_from_fen(TEXT("8/8 w"), &position, error));
    CHECK(position == NULL);
    CHECK(strstr(plypack_error_message(error), "8/8 w") != NULL && plypack_error_offset(error) == PLYPACK_NO_OFFSET);
    GIVES(PLYPACK_UNKNOWN_CODEC, plypack_codec_from_name(TEXT("morse"), &codec, error));
    CHECK(codec == 77 && strstr(plypack_error_message(error), "morse") != NULL);
    OK(plypack_codec_from_name(TEXT("byte"), &codec, error));
    CHECK(codec == PLYPACK_CODEC_BYTE);
    CHECK(strcmp(plypack_error_message(error), "") == 0);
    CHECK(plypack_codec_name(99) == NULL);
    options.codec = 99;
    GIVES(PLYPACK_UNKNOWN_CODEC, plypack_writer_create_memory(&options, &writer, error));
    OK(plypack_codec_from_name(TEXT("slots"), &options.codec, error));
    GIVES(PLYPACK_UNSUPPORTED_CODEC, plypack_writer_create_memory(&options, &writer, error));
    CHECK(strstr(plypack_error_message(error), "`slots` is a line codec") != NULL);
    options.codec = 0;
    options.level = -1;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_writer_create_memory(&options, &writer, error));
    options.level = 23;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_writer_create_memory(&options, &writer, error));
    options.level = 22;
    options.classify = 3;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_writer_create_memory(&options, &writer, error));
    options.classify = 2;
    options.reserved = 1;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_writer_create_memory(&options, &writer, error));
    options.reserved = 0;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_file_recode("a.plypack", "b.plypack", &options, 1, NULL, &exported, error));
    CHECK(strstr(plypack_error_message(error), "classify") != NULL);
    options.size = 0;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_writer_create_memory(&options, &writer, error));
    CHECK(writer == NULL);
}

static void buffers(void) {
    plypack_position *position = NULL;
    char text[4] = "abc";
    uint16_t moves[2] = {7, 7};
    size_t len = 42;
    OK(plypack_position_new(&position, error));
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_position_fen(position, text, sizeof(text), &len, error));
    CHECK(len == strlen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_position_legal_moves(position, moves, 2, &len, error));
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_position_move_to_uci(position, 1 << 12 | 12 << 6 | 28, text, 4, &len, error));
    GIVES(PLYPACK_ILLEGAL_MOVE, plypack_position_move_to_san(position, 12 << 6 | 28, text, 4, &len, error));
    CHECK(strcmp(text, "abc") == 0 && moves[0] == 7);
    plypack_position_free(position);
}

static void no_files(char **argv) {
    char path[512];
    plypack_reader *reader = NULL;
    plypack_writer *writer = NULL;
    GIVES(PLYPACK_IO, plypack_reader_open(plytest_path(path, sizeof(path), argv, "missing"), 0, &reader, error));
    CHECK(strstr(plypack_error_message(error), "missing") != NULL);
    GIVES(PLYPACK_IO, plypack_reader_open(argv[1], 0, &reader, error));
    GIVES(PLYPACK_IO, plypack_writer_append(path, NULL, &writer, error));
    GIVES(PLYPACK_IO, plypack_writer_create(argv[1], NULL, &writer, error));
    GIVES(PLYPACK_NOT_PLYPACK, plypack_reader_open_memory((const uint8_t *)PGN, sizeof(PGN), 0, &reader, error));
    GIVES(PLYPACK_TRUNCATED, plypack_reader_open_memory((const uint8_t *)PGN, 0, 0, &reader, error));
    CHECK(strcmp(plypack_error_message(error), "the file is empty") == 0);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_open(path, PLYPACK_OPEN_BORROWED, &reader, error));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_open(path, 16, &reader, error));
    CHECK(strstr(plypack_error_message(error), "0x10") != NULL);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_open_memory((const uint8_t *)PGN, 0, PLYPACK_OPEN_UNMAPPED, &reader, error));
    CHECK(reader == NULL && writer == NULL);
}

static int32_t count_corruption(void *user, const plypack_corruption *corruption) {
    *(uint64_t *)user += corruption->count;
    CHECK(corruption->error.message.len > 0 && corruption->error.status != PLYPACK_OK);
    return 0;
}

static int32_t stop(void *user, const plypack_corruption *corruption) {
    (void)user, (void)corruption;
    return 1;
}

static int32_t stop_progress(void *user, uint64_t done, uint64_t total) {
    (void)user;
    CHECK(done <= total);
    return 1;
}

static int32_t stop_issue(void *user, const plypack_issue *issue) {
    (void)user, (void)issue;
    return -1;
}

static int32_t fail_write(void *user, const uint8_t *data, size_t len) {
    (void)user, (void)data, (void)len;
    return 5;
}

static int32_t fail_size(void *user, uint64_t *size) {
    (void)user, (void)size;
    return 6;
}

/* In a longer struct of a later version, members that this library does not know become zero. In a struct of an earlier
 * version, missing members are not written. An even shorter struct is refused. */
static void sizes_of_structs(const char *from, const char *to) {
    struct {
        plypack_exported known;
        uint64_t later;
    } longer = {{sizeof longer, 9, 9, 9, 9, 9}, 7};
    plypack_exported exported = {offsetof(plypack_exported, incomplete) - 1, 9, 9, 9, 9, 9};
    plypack_callbacks callbacks = {0, NULL, NULL, count_corruption, NULL};
    OK(plypack_file_repair(from, to, NULL, 1, NULL, &longer.known, error));
    CHECK(longer.known.size == sizeof longer.known && longer.known.games != 9 && longer.later == 0);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_file_repair(from, to, NULL, 1, NULL, &exported, error));
    CHECK(exported.games == 9 && strstr(plypack_error_message(error), "exported->size") != NULL);
    exported.size++;
    /* The output of a damaged file replaces no other file. */
    CHECK(remove(to) == 0);
    OK(plypack_file_repair(from, to, NULL, 1, NULL, &exported, error));
    CHECK(exported.games != 9 && exported.corrupt != 9 && exported.incomplete == 9 && exported.ends_in_comment == 9);
    exported.size = sizeof exported;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_file_repair(from, to, NULL, 1, &callbacks, &exported, error));
}

/* A byte in the middle of the only block is changed. */
static void corruption(plytest_bytes bytes, char **argv) {
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_exported exported = {sizeof exported, 9, 9, 9, 9, 9};
    plypack_callbacks callbacks = {sizeof callbacks, NULL, NULL, count_corruption, NULL};
    const plypack_callbacks stopping = {sizeof stopping, NULL, NULL, stop, NULL};
    const plypack_callbacks impatient = {sizeof impatient, NULL, stop_progress, NULL, NULL};
    uint64_t corrupt = 99, reported = 0;
    char old_path[512], new_path[512];
    FILE *file;
    size_t at = 0;
    OK(plypack_game_new(&game, error));
    bytes.data[40] ^= 1;
    for (at = 41; at < bytes.len; at++) { /* Finds a byte that makes the game unreadable, not the frame. */
        plypack_reader_free(reader);
        bytes.data[at - 1] ^= 1;
        bytes.data[at] ^= 1;
        OK(plypack_reader_open_memory(bytes.data, bytes.len, PLYPACK_OPEN_ACCEPT_DAMAGE, &reader, error));
        if (plypack_reader_read_game(reader, 0, game, error) == PLYPACK_CHECKSUM_SECTION) {
            break;
        }
    }
    CHECK(at < bytes.len && plypack_error_offset(error) < bytes.len);
    callbacks.user = &reported;
    OK(plypack_reader_verify(reader, 0, 1, &callbacks, &corrupt, error));
    CHECK(reported == corrupt && corrupt > 0);
    corrupt = 99;
    GIVES(PLYPACK_CANCELLED, plypack_reader_verify(reader, 0, 1, &stopping, &corrupt, error));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_verify(reader, 1, 1, NULL, &corrupt, error));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_verify(reader, PLYPACK_INDEX_AGAIN, 1, NULL, &corrupt, error));
    GIVES(PLYPACK_CANCELLED, plypack_reader_verify(reader, 0, 1, &impatient, &corrupt, error));
    CHECK(corrupt == 99);
    plypack_reader_free(reader);

    plytest_path(old_path, sizeof(old_path), argv, "corrupt");
    plytest_path(new_path, sizeof(new_path), argv, "repaired");
    file = fopen(old_path, "wb");
    CHECK(file != NULL && fwrite(bytes.data, 1, bytes.len, file) == bytes.len && fclose(file) == 0);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_file_repair(old_path, old_path, NULL, 1, NULL, &exported, error));
    CHECK(exported.games == 9);
    sizes_of_structs(old_path, new_path);
    /* The output of a damaged file replaces no other file. */
    exported.games = 9;
    GIVES(PLYPACK_WRONG_STATE, plypack_file_repair(old_path, new_path, NULL, 1, NULL, &exported, error));
    CHECK(exported.games == 9 && strstr(plypack_error_message(error), "not replaced") != NULL);
    OK(plypack_reader_open(new_path, 0, &reader, error));
    plypack_reader_free(reader);
    CHECK(remove(new_path) == 0);
    reported = 0;
    OK(plypack_file_repair(old_path, new_path, NULL, 1, &callbacks, &exported, error));
    CHECK(reported == exported.corrupt && reported > 0);
    OK(plypack_reader_open(new_path, 0, &reader, error));
    plypack_reader_free(reader);
    plypack_game_free(game);
    bytes.data[at] ^= 1;
}

/* Writing a game of which only the tags were read fails, because its moves would be lost. */
static void tags_alone(plytest_bytes bytes) {
    plypack_reader *reader = NULL;
    plypack_writer *writer = NULL;
    plypack_game *game = NULL;
    char text[512];
    size_t len = 0;
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, error));
    OK(plypack_game_new(&game, error));
    OK(plypack_writer_create_memory(NULL, &writer, error));
    OK(plypack_reader_read_tags(reader, 0, game, error));
    GIVES(PLYPACK_INVALID_GAME, plypack_game_pgn(game, text, sizeof text, &len, error));
    CHECK(strstr(plypack_error_message(error), "only the tags") != NULL);
    GIVES(PLYPACK_INVALID_GAME, plypack_writer_add(writer, game, error));
    OK(plypack_reader_read_game(reader, 0, game, error));
    OK(plypack_game_pgn(game, text, sizeof text, &len, error));
    OK(plypack_writer_add(writer, game, error));
    plypack_writer_free(writer);
    plypack_game_free(game);
    plypack_reader_free(reader);
}

/* Sizes that no struct of any version has, and members that this library lacks. */
static void sizes_that_are_none(plytest_bytes bytes) {
    struct { plypack_callbacks known; uint64_t later[4]; } callbacks;
    const size_t no_sizes[3] = {1025, 1 << 20, SIZE_MAX};
    plypack_exported exported = {sizeof exported, 9, 9, 9, 9, 9};
    plypack_reader *reader = NULL;
    plytest_bytes text = {NULL, 0};
    size_t i;
    memset(&callbacks, 0, sizeof callbacks);
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, error));
    for (i = 0; i < 3; i++) {
        exported.size = no_sizes[i];
        GIVES(PLYPACK_INVALID_ARGUMENT,
              plypack_reader_export_pgn(reader, 0, 3, NULL, 1, plytest_append, &text, NULL, &exported, error));
        CHECK(strstr(plypack_error_message(error), "sizeof") != NULL && exported.games == 9);
    }
    exported.size = sizeof exported;
    callbacks.known.size = sizeof callbacks;
    OK(plypack_reader_export_pgn(reader, 0, 3, NULL, 1, plytest_append, &text, &callbacks.known, &exported, error));
    callbacks.later[3] = 1;
    GIVES(PLYPACK_INVALID_ARGUMENT,
          plypack_reader_export_pgn(reader, 0, 3, NULL, 1, plytest_append, &text, &callbacks.known, &exported, error));
    CHECK(strstr(plypack_error_message(error), "`callbacks` has members") != NULL);
    free(text.data);
    plypack_reader_free(reader);
}

static void wrong_numbers(plytest_bytes bytes) {
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_tag tag;
    plypack_token token;
    plypack_position *position = NULL;
    plypack_exported exported = PLYPACK_EXPORTED_INIT;
    plypack_export_options options = PLYPACK_EXPORT_OPTIONS_INIT;
    uint64_t value = 1;
    uint16_t moves[1] = {7};
    size_t count = 9, needed = 9;
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, error));
    OK(plypack_game_new(&game, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_reader_read_game(reader, 3, game, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_reader_read_tags(reader, UINT64_MAX, game, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_reader_read_moves(reader, 3, moves, 1, &count, error));
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_reader_read_moves(reader, 0, moves, 1, &needed, error));
    CHECK(needed == 3);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_info(reader, 1000000, &value, error));
    GIVES(PLYPACK_OUT_OF_RANGE,
          plypack_reader_export_pgn(reader, 1, UINT64_MAX, NULL, 1, plytest_append, NULL, NULL, &exported, error));
    GIVES(PLYPACK_IO, plypack_reader_export_pgn(reader, 0, 3, NULL, 1, fail_write, NULL, NULL, &exported, error));
    options.classify = 3;
    GIVES(PLYPACK_INVALID_ARGUMENT,
          plypack_reader_export_pgn(reader, 0, 3, &options, 1, fail_write, NULL, NULL, &exported, error));
    CHECK(strstr(plypack_error_message(error), "`options->classify`") != NULL);
    options.classify = 0;
    options.reserved = 1;
    GIVES(PLYPACK_INVALID_ARGUMENT,
          plypack_reader_export_games(reader, &value, 1, &options, 1, fail_write, NULL, NULL, &exported, error));
    OK(plypack_reader_read_game(reader, 0, game, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_game_tag_at(game, 1, &tag, error));
    GIVES(PLYPACK_NOT_FOUND, plypack_game_find_tag(game, TEXT("EVENT"), &tag, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_game_token_at(game, 99, &token, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_game_position_at(game, 4, &position, error));
    CHECK(moves[0] == 7 && count == 9 && value == 1 && position == NULL);
    plypack_game_free(game);
    plypack_reader_free(reader);
}

static void writers(void) {
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_imported imported = {sizeof imported, 9, 9, 9, 9, 9, 9};
    plypack_callbacks callbacks = {sizeof callbacks, NULL, NULL, NULL, stop_issue};
    OK(plypack_game_new(&game, error));
    OK(plypack_writer_create_callback(fail_write, NULL, NULL, &writer, error));
    OK(plypack_writer_add(writer, game, error));
    GIVES(PLYPACK_IO, plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
    writer = NULL;
    GIVES(PLYPACK_IO, plypack_reader_open_callbacks(fail_size, plytest_read, NULL, 0, &reader, error));
    CHECK(writer == NULL && reader == NULL);
    OK(plypack_writer_create_memory(NULL, &writer, error));
    GIVES(PLYPACK_IO, plypack_writer_add_pgn_file(writer, "/nowhere/at/all", 1, NULL, &imported, error));
    CHECK(imported.games == 9);
    GIVES(PLYPACK_CANCELLED, plypack_writer_add_pgn(writer, TEXT(PGN), 1, &callbacks, &imported, error));
    CHECK(imported.games == plypack_writer_number_end(writer) && imported.issues == 0);
    CHECK(plypack_writer_bytes(writer).len == 0);
    OK(plypack_writer_add(writer, game, error));
    OK(plypack_writer_finish(writer, error));
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_finish(writer, error));
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_abort(writer, error));
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_add(writer, game, error));
    CHECK(plypack_writer_number_end(writer) == imported.games + 1 && plypack_writer_bytes(writer).len > 0);
    plypack_writer_free(writer);
    plypack_game_free(game);
}

/* A file without games. */
static void make_empty(const char *path) {
    plypack_writer *writer = NULL;
    OK(plypack_writer_create(path, NULL, &writer, error));
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
}

/* A process that writes to the file until `end` is closed. It reports on `begun` that it has started. */
static void write_elsewhere(const char *path, int begun, int end) {
    plypack_writer *writer = NULL;
    char byte = 1;
    int failed = plypack_writer_create(path, NULL, &writer, NULL) != PLYPACK_OK;
    failed |= write(begun, &byte, 1) != 1 || read(end, &byte, 1) != 0;
    failed |= plypack_writer_finish(writer, NULL) != PLYPACK_OK;
    _exit(failed);
}

/* A writer in another process. */
static void locked_elsewhere(char **argv) {
    char path[512], byte;
    int begun[2], end[2], status = 1;
    pid_t other;
    uint64_t games = 9;
    plypack_writer *writer = NULL;
    plytest_path(path, sizeof(path), argv, "elsewhere");
    make_empty(path);
    CHECK(pipe(begun) == 0 && pipe(end) == 0);
    fflush(NULL);
    other = fork();
    if (other == 0) {
        close(end[1]);
        write_elsewhere(path, begun[1], end[0]);
    }
    close(begun[1]);
    close(end[0]);
    CHECK(other > 0 && read(begun[0], &byte, 1) == 1);
    GIVES(PLYPACK_LOCKED, plypack_writer_create(path, NULL, &writer, error));
    GIVES(PLYPACK_LOCKED, plypack_writer_append(path, NULL, &writer, error));
    GIVES(PLYPACK_LOCKED, plypack_file_index(path, NULL, 1, NULL, &games, error));
    CHECK(writer == NULL && games == 9 && strstr(plypack_error_message(error), "another process") != NULL);
    close(end[1]);
    CHECK(waitpid(other, &status, 0) == other && status == 0);
    close(begun[0]);
    OK(plypack_writer_append(path, NULL, &writer, error));
    CHECK(plypack_writer_number_end(writer) == 0);
    plypack_writer_free(writer);
}

/* A second writer in this process, before the first has finished. */
static void locked(char **argv) {
    char path[512];
    plypack_writer *first = NULL, *second = NULL;
    uint64_t games = 9;
    plytest_path(path, sizeof(path), argv, "locked");
    make_empty(path);
    OK(plypack_writer_create(path, NULL, &first, error));
    GIVES(PLYPACK_BUSY, plypack_writer_create(path, NULL, &second, error));
    GIVES(PLYPACK_BUSY, plypack_writer_append(path, NULL, &second, error));
    OK(plypack_writer_finish(first, error));
    OK(plypack_writer_append(path, NULL, &second, error));
    GIVES(PLYPACK_BUSY, plypack_file_index(path, NULL, 1, NULL, &games, error));
    CHECK(games == 9);
    plypack_writer_free(first);
    plypack_writer_free(second);
    OK(plypack_writer_append(path, NULL, &first, error));
    plypack_writer_free(first);
}

int main(int argc, char **argv) {
    plytest_bytes bytes = plytest_pack(PGN);
    CHECK(argc == 2);
    error = plypack_error_new();
    messages();
    buffers();
    no_files(argv);
    corruption(bytes, argv);
    tags_alone(bytes);
    sizes_that_are_none(bytes);
    wrong_numbers(bytes);
    writers();
    locked(argv);
    locked_elsewhere(argv);
    plypack_error_free(error);
    free(bytes.data);
    return plytest_failed;
}
