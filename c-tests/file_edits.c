/* Deleting, replacing and restoring games of a file; the list of edits; compacting. */
#include "plytest.h"

static const char PGN[] = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 d5 *\n\n"
                          "[White \"C\"]\n\n1. c4 c5 *\n\n[White \"D\"]\n\n1. e4 c5 *\n";

static plypack_error *error;

static plypack_game *game_of(const char *pgn) {
    plypack_game *game = NULL;
    size_t issues = 0;
    OK(plypack_game_new(&game, error));
    OK(plypack_game_read_pgn(game, pgn, strlen(pgn), &issues, error));
    return game;
}

static void pack(const char *path) {
    plypack_writer *writer = NULL;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    uint64_t indexed = 0;
    OK(plypack_writer_create(path, NULL, &writer, error));
    OK(plypack_writer_add_pgn(writer, TEXT(PGN), 1, NULL, &imported, error));
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
    plypack_index_options options = PLYPACK_INDEX_OPTIONS_INIT;
    options.flags = PLYPACK_VERIFY_INDEX;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_file_index(path, &options, 1, NULL, &indexed, error));
    options.flags = 0;
    options.reserved = 1;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_file_index(path, &options, 1, NULL, &indexed, error));
    options.reserved = 0;
    options.size = 8;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_file_index(path, &options, 1, NULL, &indexed, error));
    OK(plypack_file_index(path, NULL, 1, NULL, &indexed, error));
    CHECK(indexed == 4);
}

static plytest_bytes bytes_of(const char *path) {
    plytest_bytes bytes = {NULL, 0};
    uint8_t buffer[4096];
    size_t len;
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    while ((len = fread(buffer, 1, sizeof(buffer), file)) > 0) CHECK(plytest_append(&bytes, buffer, len) == 0);
    CHECK(fclose(file) == 0);
    return bytes;
}

/* The file is unchanged. */
static void unchanged(const char *path, plytest_bytes before) {
    plytest_bytes now = bytes_of(path);
    CHECK(now.len == before.len && memcmp(now.data, before.data, now.len) == 0);
    free(now.data);
}

/* The first letters of the players of White by number, `-` for a deleted game. */
static void players_are(const plypack_reader *reader, const char *expected) {
    plypack_game *game = NULL;
    plypack_tag tag;
    uint64_t number;
    CHECK(plypack_reader_number_end(reader) == strlen(expected));
    OK(plypack_game_new(&game, error));
    for (number = 0; number < plypack_reader_number_end(reader); number++) {
        int is_deleted = expected[number] == '-';
        CHECK((plypack_reader_edit(reader, number) == PLYPACK_EDIT_DELETED) == is_deleted);
        if (GIVES(is_deleted ? PLYPACK_NOT_FOUND : PLYPACK_OK, plypack_reader_read_game(reader, number, game, error)) &&
            !is_deleted) {
            OK(plypack_game_find_tag(game, TEXT("White"), &tag, error));
            CHECK(tag.value.len == 1 && tag.value.data[0] == expected[number]);
        }
    }
    plypack_game_free(game);
}

/* Returns how many games reach the position after 1. e4. */
static uint64_t games_with_e4(const plypack_reader *reader) {
    plypack_position *position = NULL;
    plypack_query *query = NULL;
    uint64_t count = 0, corrupt = 0;
    OK(plypack_position_new(&position, error));
    OK(plytest_play(position, TEXT("e2e4"), error));
    OK(plypack_query_new(&query, error));
    OK(plypack_query_set_position(query, position, error));
    OK(plypack_query_count(query, &reader, 1, NULL, &count, &corrupt, error));
    plypack_query_free(query);
    plypack_position_free(position);
    return count;
}

static void edits_are(const plypack_reader *reader, const plypack_edit *expected, size_t count) {
    plypack_edits *edits = NULL;
    plypack_edit_array view;
    size_t i;
    OK(plypack_reader_edits(reader, NULL, &edits, error));
    view = plypack_edits_view(edits);
    CHECK(view.len == count && view.is_complete == 1);
    for (i = 0; i < count && i < view.len; i++) {
        const plypack_edit edit = view.data[i];
        CHECK(edit.append == expected[i].append && edit.number == expected[i].number && edit.kind == expected[i].kind);
    }
    plypack_edits_free(edits);
}

static void edited(const char *path) {
    const plypack_edit first[2] = {{2, 1, PLYPACK_EDIT_DELETED}, {2, 2, PLYPACK_EDIT_REPLACED}};
    const plypack_edit all[4] = {first[0], first[1], {3, 0, PLYPACK_EDIT_DELETED}, {3, 1, PLYPACK_EDIT_RESTORED}};
    plypack_game *game = game_of("[White \"E\"]\n\n1. e4 e6 *\n"), *illegal = game_of("1. e4 *");
    plytest_bytes before = bytes_of(path);
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_refreshed refreshed = PLYPACK_REFRESHED_RENUMBERED;
    uint64_t deleted = 9;

    /* An aborted edit has no effect. */
    OK(plypack_writer_append(path, NULL, &writer, error));
    OK(plypack_writer_delete(writer, 0, NULL, error));
    OK(plypack_writer_replace(writer, 1, game, NULL, error));
    OK(plypack_writer_abort(writer, error));
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_delete(writer, 0, NULL, error));
    plypack_writer_free(writer);
    unchanged(path, before);
    free(before.data);

    OK(plypack_writer_append(path, NULL, &writer, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_writer_delete(writer, 4, NULL, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_writer_restore(writer, UINT64_MAX, NULL, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_writer_replace(writer, 4, game, NULL, error));
    OK(plypack_writer_delete(writer, 1, NULL, error));
    OK(plypack_writer_delete(writer, 1, NULL, error));
    OK(plypack_writer_replace(writer, 2, game, NULL, error));
    OK(plypack_reader_open(path, 0, &reader, error));
    players_are(reader, "ABCD");
    OK(plypack_writer_finish(writer, error));
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_restore(writer, 1, NULL, error));
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_replace(writer, 1, illegal, NULL, error));
    plypack_writer_free(writer);
    CHECK(games_with_e4(reader) == 2);
    OK(plypack_reader_refresh(reader, &refreshed, error));
    players_are(reader, "A-ED");
    CHECK(plypack_reader_edit(reader, 2) == PLYPACK_EDIT_REPLACED && plypack_reader_edit(reader, 1) == PLYPACK_EDIT_DELETED);
    CHECK(plypack_reader_edit(reader, 4) == PLYPACK_EDIT_NONE && plypack_reader_edit(reader, UINT64_MAX) == PLYPACK_EDIT_NONE);
    CHECK(games_with_e4(reader) == 3);
    edits_are(reader, first, 2);

    OK(plypack_writer_append(path, NULL, &writer, error));
    OK(plypack_writer_restore(writer, 1, NULL, error));
    OK(plypack_writer_delete(writer, 0, NULL, error));
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
    OK(plypack_reader_refresh(reader, &refreshed, error));
    players_are(reader, "-BED");
    CHECK(games_with_e4(reader) == 2);
    OK(plypack_reader_info(reader, PLYPACK_INFO_DELETED, &deleted, error));
    CHECK(deleted == 1);
    edits_are(reader, all, 4);
    plypack_reader_free(reader);
    plypack_game_free(game);
    plypack_game_free(illegal);
}

static int32_t stop(void *user, uint64_t done, uint64_t total) {
    CHECK(done <= total);
    (*(int *)user)++;
    return 1;
}

static void compacted(const char *path, const char *copy, const char *folder) {
    plypack_compacted done = {sizeof done, 9, 9, 9, 9, 9, 9, 9, 9};
    plytest_bytes before = bytes_of(path);
    plypack_reader *reader = NULL;
    plypack_callbacks callbacks;
    uint64_t indexed = 0;
    int calls = 0;
    memset(&callbacks, 0, sizeof(callbacks));
    callbacks.size = sizeof(callbacks);
    callbacks.progress = stop;
    callbacks.user = &calls;
    GIVES(PLYPACK_CANCELLED, plypack_file_compact(path, NULL, 1, &callbacks, &done, error));
    GIVES(PLYPACK_IO, plypack_file_compact(path, folder, 1, NULL, &done, error));
    GIVES(PLYPACK_IO, plypack_file_compact(copy, NULL, 1, NULL, &done, error));
    CHECK(calls == 1 && done.games == 9 && done.bytes_after == 9);
    unchanged(path, before);

    OK(plypack_file_compact(path, copy, 1, NULL, &done, error));
    unchanged(path, before);
    CHECK(done.games == 3 && done.deleted == 1 && done.old_versions == 1);
    CHECK(done.renumbered == 3 && done.first_old == 1 && done.first_new == 0);
    CHECK(done.bytes_before == before.len && done.bytes_after < before.len);
    OK(plypack_file_compact(path, NULL, 0, NULL, &done, error));
    free(before.data);
    before = bytes_of(path);
    CHECK(before.len == done.bytes_after);
    unchanged(copy, before);
    free(before.data);

    OK(plypack_reader_open(path, 0, &reader, error));
    players_are(reader, "BED");
    CHECK(games_with_e4(reader) == 2 && plypack_reader_edit(reader, 1) == PLYPACK_EDIT_NONE);
    OK(plypack_reader_info(reader, PLYPACK_INFO_BYTES_INDEX, &indexed, error));
    CHECK(indexed > 0);
    edits_are(reader, NULL, 0);
    plypack_reader_free(reader);
}

/* Renaming a player: games keep their numbers and edits, and a call that fails or has nothing to do changes no byte. */
static void renamed(const char *path) {
    plytest_bytes before = bytes_of(path);
    plypack_callbacks callbacks;
    plypack_reader *reader = NULL;
    uint64_t games = 9;
    int calls = 0;
    memset(&callbacks, 0, sizeof(callbacks));
    callbacks.size = sizeof(callbacks);
    callbacks.progress = stop;
    callbacks.user = &calls;
    GIVES(PLYPACK_CANCELLED, plypack_file_rename_player(path, "B", 1, "X", 1, 1, &callbacks, &games, error));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_file_rename_player(path, "B", 1, "B", 1, 1, NULL, &games, error));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_file_rename_player(path, "B", 1, NULL, 0, 1, NULL, &games, error));
    GIVES(PLYPACK_IO, plypack_file_rename_player("no/such/file", "B", 1, "X", 1, 1, NULL, &games, error));
    CHECK(calls == 1 && games == 9);
    OK(plypack_file_rename_player(path, "b", 1, "X", 1, 1, NULL, &games, error));
    CHECK(games == 0);
    unchanged(path, before);
    free(before.data);
    OK(plypack_file_rename_player(path, "B", 1, "X", 1, 0, NULL, &games, error));
    CHECK(games == 1);
    OK(plypack_reader_open(path, 0, &reader, error));
    players_are(reader, "XED");
    CHECK(games_with_e4(reader) == 2);
    plypack_reader_free(reader);
    OK(plypack_file_rename_player(path, "X", 1, "B", 1, 0, NULL, &games, error));
}

static void edit(const char *path, uint64_t number, const plypack_game *by) {
    plypack_writer *writer = NULL;
    if (by != NULL) {
        OK(plypack_file_replace_game(path, number, by, NULL, error));
        return;
    }
    OK(plypack_writer_append(path, NULL, &writer, error));
    OK(plypack_writer_delete(writer, number, NULL, error));
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
}

/* An edit passes the state of the file that its caller saw, so that no edit changes the wrong game or a newer version
 * of a game. */
static void seen_states(const char *path) {
    plypack_refreshed refreshed = PLYPACK_REFRESHED_RENUMBERED;
    plypack_compacted done = {sizeof done, 0, 0, 0, 0, 0, 0, 0, 0};
    plypack_game *game = game_of("[White \"F\"]\n\n1. e4 e6 *\n");
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_state seen, now, wrong;
    uint64_t number = 9;
    pack(path);
    OK(plypack_reader_open(path, 0, &reader, error));
    OK(plypack_reader_state(reader, &seen, error));
    edit(path, 2, game);
    GIVES(PLYPACK_CHANGED, plypack_file_replace_game(path, 2, game, &seen, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_file_replace_game(path, 4, game, NULL, error));
    OK(plypack_writer_append(path, NULL, &writer, error));
    GIVES(PLYPACK_CHANGED, plypack_writer_replace(writer, 2, game, &seen, error));
    CHECK(strstr(plypack_error_message(error), "game 2 is not the one that was seen: it was replaced since") != NULL);
    GIVES(PLYPACK_CHANGED, plypack_writer_delete(writer, 2, &seen, error));
    GIVES(PLYPACK_CHANGED, plypack_writer_restore(writer, 2, &seen, error));
    wrong = seen;
    wrong.reserved = 1;
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_writer_delete(writer, 0, &wrong, error));
    wrong.reserved = 0;
    wrong.footer_checksum ^= 1;
    GIVES(PLYPACK_CHANGED, plypack_writer_delete(writer, 0, &wrong, error));
    OK(plypack_writer_replace(writer, 1, game, &seen, error));
    OK(plypack_writer_delete(writer, 1, &seen, error));
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
    OK(plypack_reader_refresh(reader, &refreshed, error));
    CHECK(refreshed == PLYPACK_REFRESHED_CONTINUED);
    players_are(reader, "A-FD");
    OK(plypack_reader_state(reader, &now, error));
    CHECK(memcmp(now.file_id, seen.file_id, sizeof now.file_id) == 0 && now.sequence == seen.sequence + 2);
    OK(plypack_file_compact(path, NULL, 1, NULL, &done, error));
    OK(plypack_writer_append(path, NULL, &writer, error));
    GIVES(PLYPACK_CHANGED, plypack_writer_replace(writer, 2, game, &now, error));
    OK(plypack_writer_abort(writer, error));
    plypack_writer_free(writer);
    OK(plypack_reader_refresh(reader, &refreshed, error));
    CHECK(refreshed == PLYPACK_REFRESHED_RENUMBERED);
    players_are(reader, "AFD");
    OK(plypack_file_append_game(path, game, &number, error));
    CHECK(number == 3);
    OK(plypack_reader_refresh(reader, &refreshed, error));
    CHECK(refreshed == PLYPACK_REFRESHED_CONTINUED);
    players_are(reader, "AFDF");
    GIVES(PLYPACK_IO, plypack_file_append_game("no/such/file", game, &number, error));
    CHECK(number == 3);
    plypack_reader_free(reader);
    plypack_game_free(game);
}

static uint64_t codecs_of(const char *path) {
    plypack_reader *reader = NULL;
    uint64_t codecs = 0;
    OK(plypack_reader_open(path, 0, &reader, error));
    OK(plypack_reader_info(reader, PLYPACK_INFO_CODECS, &codecs, error));
    plypack_reader_free(reader);
    return codecs;
}

static void append(const char *path, const plypack_game *game, const plypack_options *options) {
    plypack_writer *writer = NULL;
    OK(plypack_writer_append(path, options, &writer, error));
    OK(plypack_writer_add(writer, game, error));
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
}

/* Appended games have the codec of the existing games, unless the caller chooses another. */
static void codecs_of_appends(const char *path) {
    const uint64_t coord16 = UINT64_C(1) << PLYPACK_CODEC_COORD16, byte = UINT64_C(1) << PLYPACK_CODEC_BYTE;
    plypack_options options = PLYPACK_OPTIONS_INIT;
    plypack_game *game = game_of("[White \"F\"]\n\n1. e4 e6 *\n");
    plypack_writer *writer = NULL;
    uint64_t number = 0;
    options.codec = PLYPACK_CODEC_COORD16;
    OK(plypack_writer_create(path, &options, &writer, error));
    OK(plypack_writer_add(writer, game, error));
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
    append(path, game, NULL);
    options.codec = 0;
    append(path, game, &options);
    options.level = 3;
    append(path, game, &options);
    OK(plypack_file_append_game(path, game, &number, error));
    CHECK(number == 4 && codecs_of(path) == coord16);
    options.codec = PLYPACK_CODEC_BYTE;
    append(path, game, &options);
    CHECK(codecs_of(path) == (coord16 | byte));
    plypack_game_free(game);
}

/* Compacting removes nothing from a corrupt file. */
static void corrupt_files_stay(const char *path) {
    plypack_compacted done = {sizeof done, 9, 9, 9, 9, 9, 9, 9, 9};
    plytest_bytes bytes = bytes_of(path);
    plypack_status status;
    FILE *file = fopen(path, "wb");
    bytes.data[1584] ^= 1;
    CHECK(file != NULL && fwrite(bytes.data, 1, bytes.len, file) == bytes.len && fclose(file) == 0);
    status = plypack_file_compact(path, NULL, 1, NULL, &done, error);
    CHECK(PLYPACK_STATUS_CLASS(status) == PLYPACK_CLASS_CHECKSUM && done.games == 9);
    CHECK(strstr(plypack_error_message(error), "repair it first") != NULL);
    unchanged(path, bytes);
    free(bytes.data);
}

int main(int argc, char **argv) {
    char path[512], copy[512];
    CHECK(argc == 2);
    error = plypack_error_new();
    plytest_path(path, sizeof(path), argv, "edited");
    plytest_path(copy, sizeof(copy), argv, "compacted");
    pack(path);
    edited(path);
    compacted(path, copy, argv[1]);
    renamed(path);
    seen_states(path);
    codecs_of_appends(path);
    corrupt_files_stay(copy);
    plypack_error_free(error);
    return plytest_failed;
}
