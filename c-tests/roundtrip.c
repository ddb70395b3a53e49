/* PGN text packed into a file in memory, at a path and through callbacks, and unpacked unchanged. */
#include "plytest.h"

static const char PGN[] =
    "[Event \"Say \\\"hi\\\" \\\\o/\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
    "{Start} 1. e4 e5 2. Nf3 (2. f4 $5 exf4 {King's gambit} (2... d5 3. exd5) 3. Nf3) 2... Nc6 $1 3. Bb5 a6 1-0\n\n"
    "[Event \"960\"]\n[FEN \"1r2k1r1/6p1/8/8/8/8/8/1R2K1R1 w GBgb - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O Kf7 *\n\n"
    "[Event \"odd\"]\n\n1. d4 d5 2. Ke4 hm 1/2-1/2\n";

typedef struct issues {
    int count;
    uint64_t game, done;
} issues;

static int32_t on_progress(void *user, uint64_t done, uint64_t total) {
    CHECK(total == sizeof(PGN) - 1 && done <= total);
    ((issues *)user)->done = done;
    return 0;
}

static int32_t on_issue(void *user, const plypack_issue *issue) {
    issues *seen = (issues *)user;
    seen->count += 1;
    seen->game = issue->game;
    CHECK(issue->line == 12 || issue->line == 15 || issue->line > 0);
    CHECK(plytest_is(issue->reason, "illegal move") && issue->text.len > 0);
    return 0;
}

static void first_game(const plypack_reader *reader, plypack_game *game) {
    static const char uci[] = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";
    char text[256];
    size_t len = 0, count = 0, plies = 0;
    uint16_t packed[8];
    plypack_moves moves;
    plypack_tag tag;
    plypack_start start;
    plypack_termination termination;
    OK(plypack_reader_read_game(reader, 0, game, NULL));
    count = plypack_game_tag_count(game);
    CHECK(count == 4);
    OK(plypack_game_tag_at(game, 0, &tag, NULL));
    CHECK(tag.kind == PLYPACK_TAG_PAIR && plytest_is(tag.name, "Event") && plytest_is(tag.value, "Say \"hi\" \\o/"));
    CHECK(plytest_is(tag.escaped, "Say \\\"hi\\\" \\\\o/"));
    OK(plypack_game_find_tag(game, TEXT("Black"), &tag, NULL));
    CHECK(plytest_is(tag.value, "B") && plytest_is(tag.escaped, "B"));
    start = plypack_game_start(game);
    termination = plypack_game_termination(game);
    CHECK(start == PLYPACK_START_STANDARD && termination == PLYPACK_TERMINATION_WHITE_WINS);
    CHECK(PLYPACK_LINE_CAPACITY(plypack_game_moves(game).len) <= sizeof(text));
    OK(plypack_game_uci_line(game, text, sizeof(text), &len, NULL));
    CHECK(len == strlen(uci) && strcmp(text, uci) == 0);
    OK(plypack_game_san_line(game, text, sizeof(text), &len, NULL));
    CHECK(strcmp(text, "e4 e5 Nf3 Nc6 Bb5 a6") == 0);
    moves = plypack_game_moves(game);
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_reader_read_moves(reader, 0, NULL, 0, &plies, NULL));
    OK(plypack_reader_read_moves(reader, 0, packed, 8, &count, NULL));
    CHECK(moves.len == 6 && plies == 6 && count == 6 && memcmp(packed, moves.data, 6 * sizeof(*packed)) == 0);
}

/* The walk as one line of text: tokens, depths and plies. */
static void walk_text(const plypack_game *game, char *out, size_t capacity) {
    plypack_walk *walk = NULL;
    plypack_step step;
    size_t at = 0;
    OK(plypack_walk_new(game, &walk, NULL));
    while (OK(plypack_walk_next(walk, &step, NULL)) && step.token.kind != PLYPACK_TOKEN_NONE) {
        char move[PLYPACK_MOVE_CAPACITY] = "";
        if (step.token.kind == PLYPACK_TOKEN_MOVE) {
            char again[PLYPACK_MOVE_CAPACITY];
            uint16_t packed = (uint16_t)step.token.number;
            size_t len = 0, len_again = 0;
            OK(plypack_walk_san(walk, move, sizeof(move), &len, NULL));
            CHECK(len == strlen(move));
            OK(plypack_position_move_to_san(plypack_walk_before(walk), packed, again, sizeof(again), &len_again, NULL));
            CHECK(strcmp(move, again) == 0 && len == len_again);
        }
        at += (size_t)snprintf(out + at, capacity - at, "%u%s%.*s@%u/%u ", (unsigned)step.token.kind, move,
                               (int)step.token.text.len, step.token.text.data, (unsigned)step.ply, (unsigned)step.depth);
    }
    plypack_walk_free(walk);
}

static void annotations(const plypack_game *game) {
    char text[1024];
    size_t count = 0;
    plypack_token token;
    count = plypack_game_token_count(game);
    OK(plypack_game_token_at(game, 0, &token, NULL));
    CHECK(count > 10 && token.kind == PLYPACK_TOKEN_COMMENT && plytest_is(token.text, "Start"));
    OK(plypack_game_token_at(game, 1, &token, NULL));
    CHECK(token.kind == PLYPACK_TOKEN_PLIES && token.number == 3 && token.text.len == 0);
    walk_text(game, text, sizeof(text));
    CHECK(strcmp(text, "4Start@0/0 2e4@1/0 2e5@2/0 2Nf3@3/0 7@2/1 2f4@3/1 3@3/1 2exf4@4/1 4King's gambit@4/1 "
                       "7@3/2 2d5@4/2 2exd5@5/2 8@5/2 2Nf3@5/1 8@5/1 2Nc6@4/0 3@4/0 2Bb5@5/0 2a6@6/0 ") == 0);
}

static void other_games(const plypack_reader *reader, plypack_game *game) {
    char text[128];
    size_t len = 0;
    plypack_start start;
    plypack_text rest;
    plypack_tag tag;
    uint32_t continued = 9;
    OK(plypack_reader_read_game(reader, 1, game, NULL));
    start = plypack_game_start(game);
    CHECK(start == PLYPACK_START_FEN);
    OK(plypack_game_uci_line(game, text, sizeof(text), &len, NULL));
    CHECK(strcmp(text, "e1b1 e8f7") == 0);
    OK(plypack_reader_read_game(reader, 2, game, NULL));
    rest = plypack_game_unparsed(game);
    CHECK(plytest_is(rest, "2. Ke4 hm 1/2-1/2"));
    continued = plypack_game_is_continuation(game);
    CHECK(continued == 0);
    OK(plypack_reader_read_tags(reader, 1, game, NULL));
    OK(plypack_game_tag_at(game, 0, &tag, NULL));
    CHECK(plytest_is(tag.value, "960"));
}

static void figures(const plypack_reader *reader) {
    uint64_t value = 0, total = 0, parts = 0;
    uint32_t field;
    CHECK(plypack_reader_number_end(reader) == 3);
    OK(plypack_reader_info(reader, PLYPACK_INFO_PLIES, &value, NULL));
    CHECK(value == 10);
    OK(plypack_reader_info(reader, PLYPACK_INFO_CODECS, &value, NULL));
    CHECK(value == 1u << PLYPACK_CODEC_BYTE);
    OK(plypack_reader_info(reader, PLYPACK_INFO_FORMAT_VERSION, &value, NULL));
    CHECK(value == PLYPACK_FORMAT_VERSION);
    OK(plypack_reader_info(reader, PLYPACK_INFO_BYTES, &total, NULL));
    for (field = PLYPACK_INFO_BYTES_MOVES; field <= PLYPACK_INFO_BYTES_OTHER; field++) {
        OK(plypack_reader_info(reader, field, &value, NULL));
        parts += value;
    }
    CHECK(total == parts && total > 0);
    CHECK(plypack_reader_errors(reader).len == 0);
}

static void export_all(const plypack_reader *reader, plytest_bytes *text) {
    plypack_exported exported = {sizeof exported, 0, 9, 9, 9, 9};
    OK(plypack_reader_export_pgn(reader, 0, 3, NULL, 2, plytest_append, text, NULL, &exported, NULL));
    CHECK(exported.games == 3 && exported.corrupt == 0);
}

static void check_file(plypack_reader *reader) {
    plypack_game *game = NULL;
    uint64_t corrupt = 9;
    plytest_bytes text = {NULL, 0};
    OK(plypack_game_new(&game, NULL));
    first_game(reader, game);
    annotations(game);
    other_games(reader, game);
    figures(reader);
    OK(plypack_reader_verify(reader, 0, 2, NULL, &corrupt, NULL));
    CHECK(corrupt == 0);
    export_all(reader, &text);
    CHECK(text.len > 0 && strstr((char *)text.data, "2. f4 $5 exf4 {King's gambit} (2... d5") != NULL);
    free(text.data);
    plypack_game_free(game);
    plypack_reader_free(reader);
}

static void write_to(plypack_writer *writer) {
    issues seen = {0, 0, 0};
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_callbacks callbacks = {sizeof callbacks, &seen, on_progress, NULL, on_issue};
    OK(plypack_writer_add_pgn(writer, TEXT(PGN), 2, &callbacks, &imported, NULL));
    CHECK(imported.games == 3 && imported.plies == 10 && imported.games_with_issues == 1);
    CHECK(seen.count == 1 && imported.issues == 1 && seen.game == 2 && imported.games_cut_short == 1);
    CHECK(seen.done == sizeof(PGN) - 1 && plypack_writer_number_end(writer) == 3);
    OK(plypack_writer_finish(writer, NULL));
    CHECK(plypack_writer_number_end(writer) == 3);
}

/* The size of a regular file is known. */
static void write_from_file(const char *path) {
    issues seen = {0, 0, 0};
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_callbacks callbacks = {sizeof callbacks, &seen, on_progress, NULL, on_issue};
    plypack_writer *writer = NULL;
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(PGN, 1, sizeof(PGN) - 1, file) == sizeof(PGN) - 1 && fclose(file) == 0);
    OK(plypack_writer_create_memory(NULL, &writer, NULL));
    OK(plypack_writer_add_pgn_file(writer, path, 2, &callbacks, &imported, NULL));
    CHECK(imported.games == 3 && seen.done == sizeof(PGN) - 1);
    plypack_writer_free(writer);
}

static uint64_t games_at(const char *path) {
    plypack_reader *reader = NULL;
    uint64_t games = 0;
    if (OK(plypack_reader_open(path, 0, &reader, NULL))) {
        games = plypack_reader_number_end(reader);
    }
    plypack_reader_free(reader);
    return games;
}

static size_t size_of(const char *path) {
    FILE *file = fopen(path, "rb");
    long size = -1;
    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    size = ftell(file);
    fclose(file);
    return (size_t)size;
}

static int32_t stop_work(void *user, uint64_t done, uint64_t total) {
    (void)user;
    CHECK(done > 0 && done <= total);
    return 1;
}

static int is_there(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

/* Another codec; stopping the work changes nothing. */
static void recoded(const char *from, const char *to) {
    plypack_exported exported = {sizeof exported, 0, 9, 9, 9, 9};
    plypack_callbacks stopping = {sizeof stopping, NULL, stop_work, NULL, NULL};
    plypack_options options = PLYPACK_OPTIONS_INIT;
    plypack_reader *reader = NULL;
    uint64_t codecs = 0, games = 9;
    size_t before;
    options.codec = PLYPACK_CODEC_TIGHT;
    OK(plypack_file_recode(from, to, &options, 2, NULL, &exported, NULL));
    CHECK(exported.games == 6 && exported.corrupt == 0 && games_at(to) == 6);
    OK(plypack_reader_open(to, 0, &reader, NULL));
    OK(plypack_reader_info(reader, PLYPACK_INFO_CODECS, &codecs, NULL));
    CHECK(codecs == 1u << PLYPACK_CODEC_TIGHT);
    plypack_reader_free(reader);

    before = size_of(to);
    GIVES(PLYPACK_CANCELLED, plypack_file_index(to, NULL, 1, &stopping, &games, NULL));
    CHECK(games == 9 && size_of(to) == before && games_at(to) == 6);
    OK(plypack_file_index(to, NULL, 0, NULL, &games, NULL));
    CHECK(games == 6 && size_of(to) > before && games_at(to) == 6);
    before = size_of(to);
    GIVES(PLYPACK_CANCELLED, plypack_file_recode(from, to, &options, 1, &stopping, &exported, NULL));
    CHECK(size_of(to) == before && games_at(to) == 6);
    OK(plypack_file_repair(from, to, &options, 1, NULL, &exported, NULL));
    before = size_of(to);
    GIVES(PLYPACK_CANCELLED, plypack_file_repair(from, to, &options, 1, &stopping, &exported, NULL));
    CHECK(size_of(to) == before && games_at(to) == 6);
}

/* A text without a readable game: an existing output file stays unchanged. */
static void nothing_saved(const char *text, const char *to) {
    plypack_exported exported = {sizeof exported, 9, 9, 9, 9, 9};
    const size_t before = size_of(to);
    GIVES(PLYPACK_NOT_PLYPACK, plypack_file_repair(text, to, NULL, 1, NULL, &exported, NULL));
    CHECK(size_of(to) == before && games_at(to) == 6 && exported.games == 9);
}

/* The first write of the next writer removes the bytes that a killed program left at the end of a file. */
static void rolled_back(const char *path) {
    plypack_writer *writer = NULL;
    const size_t before = size_of(path);
    FILE *file = fopen(path, "ab");
    CHECK(file != NULL && fwrite("PLYB and so on", 1, 14, file) == 14 && fclose(file) == 0);
    OK(plypack_writer_append(path, NULL, &writer, NULL));
    CHECK(plypack_writer_rolled_back_bytes(writer) == 14);
    CHECK(plypack_writer_number_end(writer) == 6 && size_of(path) == before + 14);
    OK(plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
    CHECK(size_of(path) == before + 14);
    OK(plypack_writer_append(path, NULL, &writer, NULL));
    CHECK(plypack_writer_rolled_back_bytes(writer) == 14);
    OK(plypack_writer_restore(writer, 0, NULL, NULL));
    OK(plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
    OK(plypack_writer_append(path, NULL, &writer, NULL));
    CHECK(plypack_writer_rolled_back_bytes(writer) == 0);
    OK(plypack_writer_finish(writer, NULL));
    CHECK(plypack_writer_rolled_back_bytes(writer) == 0 && plypack_writer_rolled_back_bytes(NULL) == 0);
    plypack_writer_free(writer);
}

/* Aborting or freeing a writer removes the bytes that it wrote. */
static void given_up(const char *old, const char *new_path) {
    plypack_writer *writer = NULL;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    const size_t before = size_of(old);
    OK(plypack_writer_append(old, NULL, &writer, NULL));
    OK(plypack_writer_add_pgn(writer, TEXT(PGN), 1, NULL, &imported, NULL));
    CHECK(plypack_writer_number_end(writer) == 9);
    OK(plypack_writer_abort(writer, NULL));
    CHECK(size_of(old) == before && games_at(old) == 6 && plypack_writer_number_end(writer) == 0);
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_abort(writer, NULL));
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
    OK(plypack_writer_append(old, NULL, &writer, NULL));
    OK(plypack_writer_add_pgn(writer, TEXT(PGN), 1, NULL, &imported, NULL));
    plypack_writer_free(writer);
    CHECK(size_of(old) == before && games_at(old) == 6);
    CHECK(remove(new_path) == 0);
    OK(plypack_writer_create(new_path, NULL, &writer, NULL));
    OK(plypack_writer_add_pgn(writer, TEXT(PGN), 1, NULL, &imported, NULL));
    CHECK(!is_there(new_path));
    OK(plypack_writer_abort(writer, NULL));
    plypack_writer_free(writer);
    CHECK(!is_there(new_path));
}

/* A PGN text in small pieces; the source fails `fail_at` bytes after its start. */
typedef struct pieces {
    const char *text;
    size_t len, at, fail_at;
} pieces;

static int32_t read_piece(void *user, uint8_t *buffer, size_t capacity, size_t *len) {
    pieces *from = (pieces *)user;
    *len = from->len - from->at < 7 ? from->len - from->at : 7;
    if (from->at >= from->fail_at) {
        return 3;
    }
    CHECK(capacity >= 7);
    memcpy(buffer, from->text + from->at, *len);
    from->at += *len;
    return 0;
}

static int32_t too_much(void *user, uint8_t *buffer, size_t capacity, size_t *len) {
    (void)user, (void)buffer;
    *len = capacity + 1;
    return 0;
}

static void from_callback(void) {
    pieces text = {PGN, sizeof(PGN) - 1, 0, sizeof(PGN)};
    plypack_writer *writer = NULL;
    plypack_imported imported = {sizeof imported, 9, 0, 0, 0, 0, 0};
    plytest_bytes expected = plytest_pack(PGN);
    plypack_bytes file;
    OK(plypack_writer_create_memory(NULL, &writer, NULL));
    GIVES(PLYPACK_IO, plypack_writer_add_pgn_callback(writer, too_much, NULL, 1, NULL, &imported, NULL));
    CHECK(imported.games == 0);
    OK(plypack_writer_add_pgn_callback(writer, read_piece, &text, 2, NULL, &imported, NULL));
    CHECK(imported.games == 3 && imported.plies == 10 && imported.games_with_issues == 1 && text.at == text.len);
    OK(plypack_writer_finish(writer, NULL));
    file = plypack_writer_bytes(writer);
    CHECK(file.len == expected.len && memcmp(file.data, expected.data, file.len) == 0);
    plypack_writer_free(writer);
    free(expected.data);

    text.at = 0;
    text.fail_at = 20;
    OK(plypack_writer_create_memory(NULL, &writer, NULL));
    GIVES(PLYPACK_IO, plypack_writer_add_pgn_callback(writer, read_piece, &text, 2, NULL, &imported, NULL));
    CHECK(plypack_writer_number_end(writer) == imported.games);
    plypack_writer_free(writer);
}

typedef struct stops {
    uint32_t left;
    uint64_t game;
} stops;

static int32_t stop_issue(void *user, const plypack_issue *issue) {
    stops *stop = (stops *)user;
    stop->game = issue->game;
    return --stop->left == 0;
}

static int32_t stop_progress(void *user, uint64_t done, uint64_t total) {
    stops *stop = (stops *)user;
    CHECK(total == 0 || done <= total);
    return --stop->left == 0;
}

/* Stops an import of many games with `threads` threads; returns the number of games in the file. */
static uint64_t games_before_stop(const char *text, size_t len, uint32_t threads, plypack_callbacks callbacks) {
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_imported imported = {sizeof imported, 9, 9, 9, 9, 9, 9};
    uint64_t games = 0;
    plypack_bytes file;
    OK(plypack_writer_create_memory(NULL, &writer, NULL));
    GIVES(PLYPACK_CANCELLED, plypack_writer_add_pgn(writer, text, len, threads, &callbacks, &imported, NULL));
    CHECK(imported.games == plypack_writer_number_end(writer) && imported.plies == 2 * imported.games);
    OK(plypack_writer_finish(writer, NULL));
    file = plypack_writer_bytes(writer);
    OK(plypack_reader_open_memory(file.data, file.len, 0, &reader, NULL));
    games = plypack_reader_number_end(reader);
    CHECK(games == imported.games);
    plypack_reader_free(reader);
    plypack_writer_free(writer);
    return games;
}

/* Every tenth game has an issue; the import ends before the game whose issue stops it, with one thread and several. */
static void stopped_imports(void) {
    static const char sound[] = "1. e4 e5 *\n\n", broken[] = "1. e4 e5 (1. Ke8) *\n\n";
    enum { GAMES = 10000 };
    char *text = (char *)malloc(GAMES * sizeof(broken));
    const uint32_t at[3] = {1, 500, 990};
    uint64_t first = 0;
    size_t len = 0, i;
    uint32_t threads;
    CHECK(text != NULL);
    for (i = 0; i < GAMES; i++) {
        const char *game = i % 10 == 3 ? broken : sound;
        memcpy(text + len, game, strlen(game));
        len += strlen(game);
    }
    for (threads = 1; threads <= 3; threads += 2) {
        uint64_t games;
        stops by_progress = {1, 0};
        plypack_callbacks progress = {sizeof progress, &by_progress, stop_progress, NULL, NULL};
        for (i = 0; i < 3; i++) {
            stops by_issue = {at[i], 0};
            plypack_callbacks issue = {sizeof issue, &by_issue, NULL, NULL, stop_issue};
            CHECK(games_before_stop(text, len, threads, issue) == by_issue.game);
            CHECK(by_issue.game == (at[i] - 1) * 10 + 3);
        }
        games = games_before_stop(text, len, threads, progress);
        CHECK(games > 0 && games < GAMES && (first == 0 || games == first));
        first = games;
    }
    free(text);
}

int main(int argc, char **argv) {
    char path[512], pgn_path[512], new_path[512];
    plypack_writer *writer = NULL;
    plypack_reader *reader = NULL;
    plypack_options options = PLYPACK_OPTIONS_INIT;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_bytes view;
    plytest_bytes bytes = {NULL, 0};
    FILE *pgn;
    CHECK(argc == 2);

    OK(plypack_writer_create_memory(NULL, &writer, NULL));
    write_to(writer);
    view = plypack_writer_bytes(writer);
    OK(plypack_reader_open_memory(view.data, view.len, 0, &reader, NULL));
    check_file(reader);

    write_from_file(plytest_path(path, sizeof(path), argv, "progress.pgn"));
    plytest_path(path, sizeof(path), argv, "games.plypack");
    options.level = 9;
    {
        plypack_writer *to_path = NULL;
        OK(plypack_writer_create(path, &options, &to_path, NULL));
        write_to(to_path);
        plypack_writer_free(to_path);
    }
    OK(plypack_reader_open(path, 0, &reader, NULL));
    check_file(reader);

    {
        plypack_writer *to_callback = NULL;
        OK(plypack_writer_create_callback(plytest_append, &bytes, &options, &to_callback, NULL));
        write_to(to_callback);
        plypack_writer_free(to_callback);
    }
    CHECK(bytes.len == view.len && memcmp(bytes.data, view.data, view.len) == 0);
    OK(plypack_reader_open_callbacks(plytest_size, plytest_read, &bytes, 0, &reader, NULL));
    check_file(reader);
    plypack_writer_free(writer);

    plytest_path(pgn_path, sizeof(pgn_path), argv, "games.pgn");
    pgn = fopen(pgn_path, "wb");
    CHECK(pgn != NULL && fwrite(PGN, 1, sizeof(PGN) - 1, pgn) == sizeof(PGN) - 1 && fclose(pgn) == 0);
    OK(plypack_writer_append(path, &options, &writer, NULL));
    OK(plypack_writer_add_pgn_file(writer, pgn_path, 0, NULL, &imported, NULL));
    OK(plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
    OK(plypack_reader_open(path, PLYPACK_OPEN_UNMAPPED, &reader, NULL));
    CHECK(plypack_reader_number_end(reader) == 6);
    plypack_reader_free(reader);
    recoded(path, plytest_path(pgn_path, sizeof(pgn_path), argv, "recoded.plypack"));
    nothing_saved(plytest_path(new_path, sizeof(new_path), argv, "progress.pgn"), pgn_path);
    given_up(path, pgn_path);
    rolled_back(path);
    free(bytes.data);
    from_callback();
    stopped_imports();
    return plytest_failed;
}
