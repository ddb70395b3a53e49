/* Damage is never silent: opening a truncated or corrupt file fails unless the program accepts damage. Also tests the
 * flags of opening, refresh, the cache, and the export of some games. */
#include "plytest.h"

enum { GAMES = 5 };

static const char PGN[] =
    "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. c4 c5 2. Nc3 *\n\n"
    "[White \"D\"]\n\n1. f4 *\n\n[White \"E\"]\n\n1. Nf3 d5 *\n";

static plypack_error *error;

static void write_file(const char *path, plytest_bytes bytes, size_t len) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes.data, 1, len, file) == len && fclose(file) == 0);
}

static int32_t count_corruption(void *user, const plypack_corruption *corruption) {
    *(uint64_t *)user += corruption->count;
    return 0;
}

static int32_t count_progress(void *user, uint64_t done, uint64_t total) {
    CHECK(done <= total && done > *(uint64_t *)user);
    *(uint64_t *)user = done;
    return 0;
}

/* A file without its last bytes: most games are readable, but no program may mistake them for all games. */
static void cut_end(plytest_bytes bytes, char **argv) {
    plypack_reader *reader = NULL;
    plypack_error_info info;
    char path[512], new_path[512];
    plypack_exported exported = PLYPACK_EXPORTED_INIT;
    plytest_path(path, sizeof(path), argv, "cut");
    plytest_path(new_path, sizeof(new_path), argv, "whole");
    write_file(path, bytes, bytes.len - 3);
    GIVES(PLYPACK_TRUNCATED, plypack_reader_open(path, 0, &reader, error));
    CHECK(reader == NULL && strstr(plypack_error_message(error), "lost its end") != NULL);
    CHECK(strstr(plypack_error_message(error), "PLYPACK_OPEN_ACCEPT_DAMAGE") != NULL);
    CHECK(strstr(plypack_error_message(error), "plypack_file_repair") != NULL);
    CHECK(strstr(plypack_error_message(error), path) != NULL);
    GIVES(PLYPACK_TRUNCATED, plypack_reader_open(path, PLYPACK_OPEN_UNMAPPED, &reader, error));
    GIVES(PLYPACK_TRUNCATED, plypack_reader_open_memory(bytes.data, bytes.len - 3, 0, &reader, error));
    OK(plypack_reader_open(path, PLYPACK_OPEN_ACCEPT_DAMAGE | PLYPACK_OPEN_UNMAPPED, &reader, error));
    CHECK(plypack_reader_errors(reader).len > 0 && plypack_reader_number_end(reader) == GAMES);
    info = plypack_reader_errors(reader).data[0];
    CHECK(info.message.len > 0 && info.status == PLYPACK_TRUNCATED);
    plypack_reader_free(reader);
    OK(plypack_file_repair(path, new_path, NULL, 1, NULL, &exported, error));
    CHECK(exported.games == GAMES);
    OK(plypack_reader_open(new_path, 0, &reader, error));
    plypack_reader_free(reader);
}

/* A program that ignores corruption gets an error. */
static void refused(const plypack_reader *reader) {
    plypack_exported exported = {sizeof exported, 9, 9, 9, 9, 9};
    uint64_t numbers[2] = {3, 0}, corrupt = 0;
    plytest_bytes text = {NULL, 0};
    plypack_status status = plypack_reader_export_pgn(reader, 0, GAMES, NULL, 1, plytest_append, &text, NULL, &exported, error);
    CHECK(PLYPACK_STATUS_CLASS(status) == PLYPACK_CLASS_CHECKSUM && exported.games == 9);
    CHECK(strstr(plypack_error_message(error), "games 0 to 4") != NULL);
    status = plypack_reader_export_games(reader, numbers, 2, NULL, 1, plytest_append, &text, NULL, &exported, error);
    CHECK(PLYPACK_STATUS_CLASS(status) == PLYPACK_CLASS_CHECKSUM && exported.games == 9);
    OK(plypack_reader_verify(reader, 0, 1, NULL, &corrupt, error));
    CHECK(corrupt > 0);
    free(text.data);
}

static void accepted(const plypack_reader *reader, const plypack_callbacks *callbacks) {
    plypack_exported exported = PLYPACK_EXPORTED_INIT;
    plytest_bytes text = {NULL, 0};
    OK(plypack_reader_export_pgn(reader, 0, GAMES, NULL, 1, plytest_append, &text, callbacks, &exported, error));
    CHECK(exported.corrupt >= GAMES);
    free(text.data);
}

/* A flipped bit inside the block. */
static void corrupt_games(plytest_bytes bytes) {
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    uint64_t reported = 0;
    plypack_callbacks callbacks = {sizeof callbacks, NULL, NULL, count_corruption, NULL};
    size_t at;
    OK(plypack_game_new(&game, error));
    for (at = 40; at < bytes.len; at++) {
        bytes.data[at] ^= 4;
        if (plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, error) == PLYPACK_OK) {
            if (plypack_reader_read_game(reader, 0, game, error) == PLYPACK_CHECKSUM_SECTION) {
                break;
            }
            plypack_reader_free(reader);
            reader = NULL;
        }
        bytes.data[at] ^= 4;
    }
    CHECK(reader != NULL);
    refused(reader);
    callbacks.user = &reported;
    accepted(reader, &callbacks);
    CHECK(reported >= GAMES);
    plypack_reader_free(reader);
    OK(plypack_reader_open_memory(bytes.data, bytes.len, PLYPACK_OPEN_ACCEPT_DAMAGE, &reader, error));
    accepted(reader, NULL);
    plypack_reader_free(reader);
    plypack_game_free(game);
    bytes.data[at] ^= 4;
}

/* Reports of a verification, by kind. */
typedef struct {
    uint64_t structure, games, unused;
} reports;

static int32_t count_reports(void *user, const plypack_corruption *corruption) {
    reports *found = (reports *)user;
    CHECK(corruption->error.status != PLYPACK_OK && corruption->error.message.len > 0);
    CHECK(!corruption->unused || corruption->count == 0);
    found->unused += corruption->unused;
    found->structure += corruption->count == 0 && !corruption->unused;
    found->games += corruption->count;
    return 0;
}

/* Verifying reports one wrong byte anywhere, unless the file cannot be opened at all. */
static void every_byte_is_verified(plytest_bytes bytes) {
    plypack_callbacks callbacks = {sizeof callbacks, NULL, NULL, count_reports, NULL};
    reports all = {0, 0, 0};
    size_t at;
    callbacks.user = &all;
    for (at = 0; at < bytes.len; at++) {
        plypack_reader *reader = NULL;
        reports found = {0, 0, 0};
        uint64_t corrupt = 99;
        callbacks.user = &found;
        bytes.data[at] ^= 0x41;
        if (plypack_reader_open_memory(bytes.data, bytes.len, PLYPACK_OPEN_ACCEPT_DAMAGE, &reader, error) == PLYPACK_OK) {
            OK(plypack_reader_verify(reader, 0, 1, &callbacks, &corrupt, error));
            CHECK(corrupt == found.structure + found.games && corrupt + found.unused > 0);
            CHECK(found.structure == plypack_reader_errors(reader).len);
        }
        plypack_reader_free(reader);
        bytes.data[at] ^= 0x41;
        all.structure += found.structure;
        all.games += found.games;
        all.unused += found.unused;
    }
    CHECK(all.structure > 0 && all.games > 0 && all.unused > 0);
}

static void flags(plytest_bytes bytes) {
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_tag tag;
    OK(plypack_game_new(&game, error));
    OK(plypack_reader_open_memory(bytes.data, bytes.len, PLYPACK_OPEN_BORROWED | PLYPACK_OPEN_TRUSTED, &reader, error));
    OK(plypack_reader_set_cache(reader, 0, error));
    OK(plypack_reader_read_game(reader, 2, game, error));
    OK(plypack_game_find_tag(game, TEXT("White"), &tag, error));
    CHECK(plytest_is(tag.value, "C"));
    plypack_reader_free(reader);
    plypack_game_free(game);
}

static void some_games(plytest_bytes bytes) {
    static const char expected[] =
        "[White \"E\"]\n\n1. Nf3 d5 *\n\n[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n\n"
        "[White \"E\"]\n\n1. Nf3 d5 *\n";
    const uint64_t numbers[4] = {4, 0, 1, 4}, wrong[2] = {0, 5};
    uint64_t done = 0;
    plypack_callbacks callbacks = {sizeof callbacks, NULL, count_progress, NULL, NULL};
    plypack_exported exported = {sizeof exported, 0, 9, 9, 9, 9};
    plypack_reader *reader = NULL;
    plytest_bytes text = {NULL, 0};
    callbacks.user = &done;
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, error));
    GIVES(PLYPACK_OUT_OF_RANGE,
          plypack_reader_export_games(reader, wrong, 2, NULL, 1, plytest_append, &text, &callbacks, &exported, error));
    CHECK(text.len == 0 && exported.corrupt == 9 && done == 0);
    OK(plypack_reader_export_games(reader, numbers, 4, NULL, 2, plytest_append, &text, &callbacks, &exported, error));
    CHECK(exported.games == 4 && exported.corrupt == 0 && done == 4);
    CHECK(text.len == sizeof(expected) - 1 && memcmp(text.data, expected, text.len) == 0);
    OK(plypack_reader_export_games(reader, NULL, 0, NULL, 1, plytest_append, &text, NULL, &exported, error));
    CHECK(exported.games == 0 && text.len == sizeof(expected) - 1);
    done = 0;
    OK(plypack_reader_export_pgn(reader, 0, GAMES, NULL, 1, plytest_append, &text, &callbacks, &exported, error));
    CHECK(done == GAMES);
    plypack_reader_free(reader);
    free(text.data);
}

/* An open reader sees appended games after a refresh, and keeps its games if the file is damaged. */
static void refresh(plytest_bytes bytes, char **argv, uint32_t open_flags) {
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    plypack_refreshed refreshed = PLYPACK_REFRESHED_RENUMBERED;
    char path[512];
    uint32_t is_changed;
    FILE *file;
    OK(plypack_game_new(&game, error));
    write_file(plytest_path(path, sizeof(path), argv, "growing"), bytes, bytes.len);
    OK(plypack_reader_open(path, open_flags, &reader, error));
    OK(plypack_reader_refresh(reader, &refreshed, error));
    CHECK(refreshed == PLYPACK_REFRESHED_SAME);
    OK(plypack_writer_append(path, NULL, &writer, error));
    OK(plypack_writer_add(writer, game, error));
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
    CHECK(plypack_reader_number_end(reader) == GAMES);
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_reader_read_game(reader, GAMES, game, error));
    OK(plypack_reader_refresh(reader, &refreshed, error));
    CHECK(refreshed == PLYPACK_REFRESHED_CONTINUED && plypack_reader_number_end(reader) == GAMES + 1);
    OK(plypack_reader_read_game(reader, GAMES, game, error));
    file = fopen(path, "ab");
    CHECK(file != NULL && fwrite(bytes.data, 1, 9, file) == 9 && fclose(file) == 0);
    OK(plypack_reader_refresh(reader, &refreshed, error));
    CHECK(plypack_reader_number_end(reader) == GAMES + 1);
    file = fopen(path, "rb+");
    CHECK(file != NULL && fseek(file, 512, SEEK_SET) == 0 && fwrite("damage", 1, 6, file) == 6 && fclose(file) == 0);
    GIVES(PLYPACK_CHECKSUM_HEADER, plypack_reader_refresh(reader, &refreshed, error));
    CHECK(plypack_reader_number_end(reader) == GAMES + 1);
    OK(plypack_file_repair_records(path, &is_changed, error));
    CHECK(is_changed == 1);
    OK(plypack_file_repair_records(path, &is_changed, error));
    CHECK(is_changed == 0);
    OK(plypack_reader_refresh(reader, &refreshed, error));
    CHECK(plypack_reader_number_end(reader) == GAMES + 1);
    OK(plypack_reader_read_game(reader, 0, game, error));
    plypack_reader_free(reader);
    plypack_game_free(game);
}

int main(int argc, char **argv) {
    plytest_bytes bytes = plytest_pack(PGN);
    CHECK(argc == 2);
    error = plypack_error_new();
    cut_end(bytes, argv);
    corrupt_games(bytes);
    every_byte_is_verified(bytes);
    flags(bytes);
    some_games(bytes);
    refresh(bytes, argv, 0);
    refresh(bytes, argv, PLYPACK_OPEN_UNMAPPED);
    plypack_error_free(error);
    free(bytes.data);
    return plytest_failed;
}
