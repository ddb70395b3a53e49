/* A file with deleted games: their numbers are not reused, and nothing else of them is visible. */
#include "plytest.h"

enum { NUMBERS = 21, DELETED = 2 };

static plypack_error *error;

static int is_deleted(uint64_t number) { return number == 1 || number == 3; }

static void numbers(const plypack_reader *reader) {
    uint64_t games = 0, deleted = 0, unfinished = 9, version = 0, number;
    plypack_game *game = NULL;
    plypack_status status;
    uint16_t moves[4096];
    size_t count = 0;
    CHECK(plypack_reader_number_end(reader) == NUMBERS && plypack_reader_game_count(reader) == NUMBERS - DELETED);
    OK(plypack_reader_info(reader, PLYPACK_INFO_GAMES, &games, error));
    OK(plypack_reader_info(reader, PLYPACK_INFO_DELETED, &deleted, error));
    OK(plypack_reader_info(reader, PLYPACK_INFO_BYTES_UNFINISHED, &unfinished, error));
    OK(plypack_reader_info(reader, PLYPACK_INFO_FORMAT_VERSION, &version, error));
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_reader_info(reader, PLYPACK_INFO_IMPORT_PROFILES + 1, &games, error));
    CHECK(games == NUMBERS - DELETED && deleted == DELETED && unfinished == 0 && version == PLYPACK_FORMAT_VERSION);
    OK(plypack_game_new(&game, error));
    for (number = 0; number < NUMBERS + 2; number++) {
        plypack_status expected = is_deleted(number) ? PLYPACK_NOT_FOUND : PLYPACK_OK;
        if (number >= NUMBERS) expected = PLYPACK_OUT_OF_RANGE;
        GIVES(expected, plypack_reader_read_game(reader, number, game, error));
        CHECK(expected != PLYPACK_NOT_FOUND || strstr(plypack_error_message(error), "deleted") != NULL);
        GIVES(expected, plypack_reader_read_tags(reader, number, game, error));
        GIVES(expected, plypack_reader_read_moves(reader, number, moves, 4096, &count, error));
    }
    count = 0;
    for (number = 0; (status = plypack_reader_next_game(reader, &number, game, error)) == PLYPACK_OK; number++) {
        CHECK(!is_deleted(number));
        count++;
    }
    CHECK(number == NUMBERS && count == NUMBERS - DELETED && status == PLYPACK_OUT_OF_RANGE);
    plypack_game_free(game);
}

static void exported(const plypack_reader *reader) {
    const uint64_t wanted[2] = {0, 1}, beyond[2] = {0, NUMBERS};
    plypack_exported done = {sizeof done, 0, 9, 9, 9, 9};
    plytest_bytes text = {NULL, 0};
    OK(plypack_reader_export_pgn(reader, 0, NUMBERS, NULL, 1, plytest_append, &text, NULL, &done, error));
    CHECK(done.games == NUMBERS - DELETED && done.corrupt == 0);
    free(text.data);
    text.data = NULL;
    text.len = 0;
    GIVES(PLYPACK_NOT_FOUND, plypack_reader_export_games(reader, wanted, 2, NULL, 1, plytest_append, &text, NULL, &done, error));
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_reader_export_games(reader, beyond, 2, NULL, 1, plytest_append, &text, NULL, &done, error));
    CHECK(text.len == 0);
    OK(plypack_reader_export_games(reader, wanted, 1, NULL, 1, plytest_append, &text, NULL, &done, error));
    CHECK(text.len > 0 && done.games == 1);
    free(text.data);
}

/* A scan returns every number, a list only the numbers of existing games. */
static void scanned_and_listed(const plypack_reader *reader) {
    static uint16_t moves[20000];
    size_t offsets[NUMBERS + 1], count = 0, games = 0, next = 0, i;
    uint64_t first = 0, seen = 0;
    plypack_scan *scan = NULL;
    plypack_query *query = NULL;
    plypack_hits *hits = NULL;
    plypack_hit_array list;
    OK(plypack_scan_new(reader, PLYPACK_SCAN_MOVES, &scan, error));
    do {
        OK(plypack_scan_next(scan, NULL, moves, 20000, offsets, NUMBERS + 1, &count, &first, &games, error));
        for (i = 0; i < games; i++) CHECK(!is_deleted(first + i) || offsets[i] == offsets[i + 1]);
        seen += games;
    } while (games > 0);
    CHECK(seen == NUMBERS);
    plypack_scan_free(scan);
    OK(plypack_query_new(&query, error));
    OK(plypack_query_list(query, &reader, 1, NULL, &hits, error));
    list = plypack_hits_view(hits);
    CHECK(list.len == NUMBERS - DELETED);
    for (i = 0; i < list.len; i++, next++) {
        while (is_deleted(next)) next++;
        CHECK(list.data[i].game == next);
    }
    plypack_hits_free(hits);
    plypack_query_free(query);
}

/* Bytes after the committed end are not part of the file, and not damage. */
static void unfinished(const char *sample, char **argv) {
    plypack_reader *reader = NULL;
    plypack_writer *writer = NULL;
    plypack_refreshed refreshed = PLYPACK_REFRESHED_RENUMBERED;
    uint64_t bytes = 0, written = 9;
    char path[512];
    int byte;
    FILE *from = fopen(sample, "rb"), *to = fopen(plytest_path(path, sizeof(path), argv, "unfinished"), "wb");
    CHECK(from != NULL && to != NULL);
    while ((byte = getc(from)) != EOF) putc(byte, to);
    CHECK(fwrite("PLYB and so", 1, 10, to) == 10 && fclose(to) == 0 && fclose(from) == 0);
    OK(plypack_reader_open(path, 0, &reader, error));
    OK(plypack_reader_info(reader, PLYPACK_INFO_BYTES_UNFINISHED, &bytes, error));
    OK(plypack_reader_info(reader, PLYPACK_INFO_BEING_WRITTEN, &written, error));
    CHECK(bytes == 10 && written == 0 && plypack_reader_errors(reader).len == 0);
    CHECK(plypack_reader_number_end(reader) == NUMBERS && plypack_reader_game_count(reader) == NUMBERS - DELETED);
    OK(plypack_reader_refresh(reader, &refreshed, error));
    CHECK(refreshed == PLYPACK_REFRESHED_SAME);
    CHECK(plypack_reader_number_end(reader) == NUMBERS && plypack_reader_game_count(reader) == NUMBERS - DELETED);
    plypack_reader_free(reader);
    OK(plypack_writer_append(path, NULL, &writer, error));
    CHECK(plypack_writer_rolled_back_bytes(writer) == 10 && plypack_writer_number_end(writer) == NUMBERS);
    plypack_writer_free(writer);
}

int main(int argc, char **argv) {
    const char *samples = getenv("PLYPACK_SAMPLES");
    plypack_reader *reader = NULL;
    uint64_t corrupt = 9;
    char sample[512];
    CHECK(argc == 2 && samples != NULL && strlen(samples) < 400);
    error = plypack_error_new();
    sprintf(sample, "%s/kept/0.10-edited.plypack", samples);
    OK(plypack_reader_open(sample, 0, &reader, error));
    OK(plypack_reader_verify(reader, 0, 1, NULL, &corrupt, error));
    CHECK(corrupt == 0);
    numbers(reader);
    exported(reader);
    scanned_and_listed(reader);
    plypack_reader_free(reader);
    unfinished(sample, argv);
    plypack_error_free(error);
    return plytest_failed;
}
