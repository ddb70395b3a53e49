/* Files of several blocks with an index, edits and games after the index; their games, read by walks; and plain loops
 * over these games, whose answers searches and scans must give. For C and C++. */
#ifndef LOOPS_H
#define LOOPS_H

#include "plytest.h"

/* The first file has more blocks than a scan searches at a time (64), and no edits; in the second, games of all blocks
 * are edited. */
enum { LOOP_FILES = 2, LOOP_GAMES = 400, LOOP_PLIES = 24, LOOP_DEPTH = 3 };

/* A position, and its FEN without the move counters. */
typedef struct loop_position {
    uint64_t key;
    uint8_t board[64];
    char fen[PLYPACK_FEN_CAPACITY];
} loop_position;

typedef struct loop_game {
    int is_there;
    size_t plies;
    uint16_t moves[LOOP_PLIES];
    loop_position positions[LOOP_PLIES + 1];
    char white[16], black[16], result[8];
    uint32_t ratings[2], year;
} loop_game;

typedef struct loop_file {
    plypack_reader *reader;
    size_t count;
    loop_game *games;
} loop_file;

static uint32_t loop_below(uint64_t *state, uint32_t end) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % end;
}

static const char *const LOOP_PLAYERS[4] = {"Anna", "Boris", "Carla", "Dora"};
static const char *const LOOP_RESULTS[4] = {"1-0", "0-1", "1/2-1/2", "*"};
/* Beginnings of games; some lead to the same position. */
static const char *const LOOP_BEGINNINGS[6] = {
    "", "e4 ", "e4 e5 Nf3 Nc6 ", "Nf3 Nc6 e4 e5 ", "e4 Nc6 Nf3 e5 ", "e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 ",
};

static inline void loop_tag(plypack_game *game, const char *name, const char *value) {
    OK(plypack_game_add_tag(game, name, strlen(name), value, strlen(value), NULL));
}

/* A game with few different first moves, so that games reach the same positions. */
static inline plypack_game *loop_made_up(uint64_t *state) {
    plypack_game *game = NULL;
    plypack_position *position = NULL;
    const char *san = LOOP_BEGINNINGS[loop_below(state, 6)];
    const char *result = LOOP_RESULTS[loop_below(state, 4)];
    uint32_t more = loop_below(state, 3) * 7;
    size_t ply = 0;
    char text[16];
    OK(plypack_game_new(&game, NULL));
    OK(plypack_position_new(&position, NULL));
    loop_tag(game, "White", LOOP_PLAYERS[loop_below(state, 4)]);
    loop_tag(game, "Black", LOOP_PLAYERS[loop_below(state, 4)]);
    loop_tag(game, "Result", result);
    CHECK(snprintf(text, sizeof(text), "%u.01.02", 1990 + (unsigned)loop_below(state, 30)) > 0);
    loop_tag(game, "Date", text);
    CHECK(snprintf(text, sizeof(text), "%u", 1200 + (unsigned)loop_below(state, 1600)) > 0);
    loop_tag(game, loop_below(state, 2) ? "WhiteElo" : "BlackElo", text);
    if (loop_below(state, 10) == 0) {
        OK(plypack_position_set_fen(position, TEXT("8/8/4k3/8/3r4/8/1Q6/4K3 w - - 0 1"), NULL));
        OK(plypack_game_set_start(game, position, NULL));
        san = "";
    }
    for (;; ply++) {
        uint16_t moves[256], move = 0;
        size_t count = 0, len = strcspn(san, " ");
        OK(plypack_position_legal_moves(position, moves, 256, &count, NULL));
        if (count == 0 || (len == 0 && more == 0)) break;
        if (len > 0) {
            OK(plypack_position_move_from_san(position, san, len, &move, NULL));
            san += len + 1;
        } else {
            move = moves[loop_below(state, ply < 6 && count > 2 ? 2 : (uint32_t)count)];
            more--;
        }
        OK(plypack_game_add_move(game, move, NULL));
        OK(plypack_position_play(position, move, NULL));
    }
    plypack_position_free(position);
    return game;
}

/* Writes block 0, or appends another one. Neighbors have different codecs: a writer merges small blocks of one codec. */
static inline void loop_append(const char *path, uint64_t *state, size_t block, size_t games) {
    plypack_writer *writer = NULL;
    plypack_options options = PLYPACK_OPTIONS_INIT;
    options.codec = block % 2 == 0 ? PLYPACK_CODEC_BYTE : PLYPACK_CODEC_COORD16;
    OK(block == 0 ? plypack_writer_create(path, &options, &writer, NULL) : plypack_writer_append(path, &options, &writer, NULL));
    for (; games > 0; games--) {
        plypack_game *game = loop_made_up(state);
        OK(plypack_writer_add(writer, game, NULL));
        plypack_game_free(game);
    }
    OK(plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
}

/* Deletes every 11th game, and replaces every 7th. */
static inline void loop_edit(const char *path, uint64_t *state, uint64_t games) {
    plypack_writer *writer = NULL;
    uint64_t number;
    OK(plypack_writer_append(path, NULL, &writer, NULL));
    for (number = 3; number < games; number++) {
        if (number % 11 == 3) {
            OK(plypack_writer_delete(writer, number, NULL, NULL));
        } else if (number % 7 == 5) {
            plypack_game *game = loop_made_up(state);
            OK(plypack_writer_replace(writer, number, game, NULL, NULL));
            plypack_game_free(game);
        }
    }
    OK(plypack_writer_finish(writer, NULL));
    plypack_writer_free(writer);
}

static inline void loop_text(const plypack_game *game, const char *name, char *text, size_t capacity) {
    plypack_tag tag;
    text[0] = 0;
    if (plypack_game_find_tag(game, name, strlen(name), &tag, NULL) == PLYPACK_OK) {
        CHECK(snprintf(text, capacity, "%.*s", (int)tag.value.len, tag.value.data) < (int)capacity);
    }
}

static inline uint32_t loop_number(const plypack_game *game, const char *name) {
    char text[16];
    loop_text(game, name, text, sizeof(text));
    return (uint32_t)strtoul(text, NULL, 10);
}

static inline void loop_keep_position(loop_position *kept, const plypack_position *position) {
    size_t len = 0;
    int spaces;
    kept->key = plypack_position_key(position);
    memcpy(kept->board, plypack_position_board(position).data, 64);
    OK(plypack_position_fen(position, kept->fen, sizeof(kept->fen), &len, NULL));
    for (spaces = 0; spaces < 2; len--) spaces += kept->fen[len - 1] == ' ';
    kept->fen[len] = 0;
}

static inline void loop_read(const plypack_reader *reader, uint64_t number, plypack_game *game, plypack_walk *walk, loop_game *kept) {
    plypack_step step;
    plypack_status status = plypack_reader_read_game(reader, number, game, NULL);
    CHECK(status == PLYPACK_OK || (status == PLYPACK_NOT_FOUND && plypack_reader_edit(reader, number) == PLYPACK_EDIT_DELETED));
    kept->is_there = status == PLYPACK_OK;
    if (!kept->is_there) return;
    OK(plypack_walk_restart(walk, game, NULL));
    loop_keep_position(&kept->positions[0], plypack_walk_position(walk));
    while (OK(plypack_walk_next(walk, &step, NULL)) && step.token.kind == PLYPACK_TOKEN_MOVE) {
        kept->moves[kept->plies++] = (uint16_t)step.token.number;
        loop_keep_position(&kept->positions[kept->plies], plypack_walk_position(walk));
    }
    loop_text(game, "White", kept->white, sizeof(kept->white));
    loop_text(game, "Black", kept->black, sizeof(kept->black));
    loop_text(game, "Result", kept->result, sizeof(kept->result));
    kept->ratings[0] = loop_number(game, "WhiteElo");
    kept->ratings[1] = loop_number(game, "BlackElo");
    kept->year = loop_number(game, "Date");
}

/* Makes a file of blocks, and reads its games. */
static inline loop_file loop_open(char **argv, const char *name, uint64_t state, size_t blocks, size_t games, int is_edited) {
    loop_file file = {NULL, 0, NULL};
    plypack_game *game = NULL;
    plypack_walk *walk = NULL;
    char path[1024];
    uint64_t indexed = 0, bytes = 0;
    size_t i;
    plytest_path(path, sizeof(path), argv, name);
    for (i = 0; i < blocks; i++) loop_append(path, &state, i, games);
    OK(plypack_file_index(path, NULL, 1, NULL, &indexed, NULL));
    CHECK(indexed == blocks * games);
    if (is_edited) loop_edit(path, &state, indexed);
    loop_append(path, &state, blocks, 20);
    OK(plypack_reader_open(path, 0, &file.reader, NULL));
    OK(plypack_reader_info(file.reader, PLYPACK_INFO_BYTES_INDEX, &bytes, NULL));
    file.count = (size_t)plypack_reader_number_end(file.reader);
    CHECK(bytes > 0 && file.count == indexed + 20 && file.count <= LOOP_GAMES);
    file.games = (loop_game *)calloc(file.count, sizeof(loop_game));
    OK(plypack_game_new(&game, NULL));
    OK(plypack_walk_new(game, &walk, NULL));
    for (i = 0; i < file.count; i++) loop_read(file.reader, i, game, walk, &file.games[i]);
    plypack_walk_free(walk);
    plypack_game_free(game);
    return file;
}

static inline void loop_open_all(loop_file *files, char **argv) {
    files[0] = loop_open(argv, "blocks.plypack", 5, 70, 4, 0);
    files[1] = loop_open(argv, "edited.plypack", 6, 5, 60, 1);
}

static inline void loop_close_all(loop_file *files) {
    int i;
    for (i = 0; i < LOOP_FILES; i++) {
        plypack_reader_free(files[i].reader);
        free(files[i].games);
    }
}

/* A question about positions, and the check of a position. */
typedef enum loop_kind { LOOP_FEN, LOOP_BOARD, LOOP_PATTERN, LOOP_MATERIAL } loop_kind;

typedef struct loop_target {
    loop_kind kind;
    const char *text;
} loop_target;

#define LOOP_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define LOOP_AFTER_E4 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
#define LOOP_OPEN_GAME "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"

enum { LOOP_TARGETS = 6, LOOP_WHOLE = 3 };

/* The first LOOP_WHOLE targets are complete positions. */
static const loop_target LOOP_TARGET[LOOP_TARGETS] = {
    {LOOP_FEN, LOOP_START},
    {LOOP_FEN, LOOP_AFTER_E4},
    {LOOP_FEN, LOOP_OPEN_GAME},
    {LOOP_BOARD, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"},
    {LOOP_PATTERN, "8/8/8/4p3/4P3/8/8/8"},
    {LOOP_MATERIAL, "KQKR"},
};

/* Returns the number of pieces of a kind. */
static inline int loop_pieces(const loop_position *position, uint8_t piece) {
    int i, found = 0;
    for (i = 0; i < 64; i++) found += position->board[i] == piece;
    return found;
}

static inline int loop_holds(const loop_target *target, const loop_position *position) {
    switch (target->kind) {
    case LOOP_FEN:
        return strcmp(target->text, position->fen) == 0;
    case LOOP_BOARD:
        return strncmp(target->text, position->fen, strlen(target->text)) == 0;
    case LOOP_PATTERN:
        return position->board[28] == PLYPACK_PIECE_WHITE_PAWN && position->board[36] == PLYPACK_PIECE_BLACK_PAWN;
    default:
        return loop_pieces(position, 0) == 60 &&
               ((loop_pieces(position, PLYPACK_PIECE_WHITE_QUEEN) == 1 && loop_pieces(position, PLYPACK_PIECE_BLACK_ROOK) == 1) ||
                (loop_pieces(position, PLYPACK_PIECE_BLACK_QUEEN) == 1 && loop_pieces(position, PLYPACK_PIECE_WHITE_ROOK) == 1));
    }
}

/* The plies to the first match of a game; -1 without one. */
static inline int loop_first_match(const loop_target *target, const loop_game *game) {
    size_t ply;
    for (ply = 0; game->is_there && ply <= game->plies; ply++) {
        if (loop_holds(target, &game->positions[ply])) return (int)ply;
    }
    return -1;
}

/* A condition on games: 0 is no condition, 1 the name of White and 2 the result. */
enum { LOOP_CONDITIONS = 3 };

static inline int loop_meets(int condition, const loop_game *game) {
    return game->is_there && (condition != 1 || strcmp(game->white, "Anna") == 0) && (condition != 2 || strcmp(game->result, "1-0") == 0);
}

/* Writes the matches of the files in order and returns their number. Without a target, all games match at ply 0. */
static inline size_t loop_hits(const loop_file *files, size_t count, const loop_target *target, int condition, plypack_hit *hits) {
    size_t file, number, found = 0;
    for (file = 0; file < count; file++) {
        for (number = 0; number < files[file].count; number++) {
            const loop_game *game = &files[file].games[number];
            int ply = target == NULL ? 0 : loop_first_match(target, game);
            if (ply < 0 || !loop_meets(condition, game)) continue;
            hits[found].game = number;
            hits[found].file = (uint32_t)file;
            hits[found++].ply = (uint32_t)ply;
        }
    }
    return found;
}

static inline int loop_same_hits(const plypack_hit *one, size_t one_len, const plypack_hit *other, size_t other_len) {
    size_t i;
    for (i = 0; i < one_len && i < other_len; i++) {
        if (one[i].game != other[i].game || one[i].file != other[i].file || one[i].ply != other[i].ply) return 0;
    }
    return one_len == other_len;
}

/* Adds a game to the branch of the move after `ply`, or of the end. */
static inline void loop_count(plypack_branch *branch, const loop_game *game, size_t ply) {
    int is_white = strstr(game->positions[ply].fen, " w ") != NULL;
    uint32_t rating = game->ratings[is_white ? 0 : 1];
    branch->games++;
    branch->white += strcmp(game->result, "1-0") == 0;
    branch->draws += strcmp(game->result, "1/2-1/2") == 0;
    branch->black += strcmp(game->result, "0-1") == 0;
    branch->other += strcmp(game->result, "*") == 0;
    branch->rating_sum += rating;
    branch->rated += rating > 0;
    if (game->year > branch->last_year) branch->last_year = game->year;
}

/* The branch of the matching games that continue with the moves `line`: its move is the last of the `len` moves; `len`
 * is 0 for the games that end in the position. */
static inline plypack_branch loop_branch(const loop_file *files, const plypack_hit *hits, size_t count, const uint16_t *line, size_t len) {
    plypack_branch branch;
    size_t i;
    memset(&branch, 0, sizeof(branch));
    for (i = 0; i < count; i++) {
        const loop_game *game = &files[hits[i].file].games[hits[i].game];
        size_t left = game->plies - hits[i].ply;
        if (len == 0 ? left > 0 : left < len || memcmp(game->moves + hits[i].ply, line, len * sizeof(*line)) != 0) continue;
        loop_count(&branch, game, hits[i].ply + (len == 0 ? 0 : len - 1));
    }
    return branch;
}

static inline int loop_same_branch(const plypack_branch *one, const plypack_branch *other) {
    return one->games == other->games && one->white == other->white && one->draws == other->draws && one->black == other->black &&
           one->other == other->other && one->rating_sum == other->rating_sum && one->rated == other->rated &&
           one->last_year == other->last_year;
}

/* The number of matching games, except games that end in the position. */
static inline uint64_t loop_played_on(const loop_file *files, const plypack_hit *hits, size_t count) {
    return count - loop_branch(files, hits, count, NULL, 0).games;
}

/* Returns the number of games that reach their first match from the standard start by these moves. */
static inline uint64_t loop_order(const loop_file *files, const plypack_hit *hits, size_t count, const uint16_t *moves, size_t len) {
    uint64_t found = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const loop_game *game = &files[hits[i].file].games[hits[i].game];
        found += strcmp(game->positions[0].fen, LOOP_START) == 0 && hits[i].ply == len &&
                 (len == 0 || memcmp(game->moves, moves, len * sizeof(*moves)) == 0);
    }
    return found;
}

/* Returns the number of these games with a player of this name. */
static inline uint64_t loop_name(const loop_file *files, const plypack_hit *hits, size_t count, const char *name) {
    uint64_t found = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const loop_game *game = &files[hits[i].file].games[hits[i].game];
        found += strcmp(game->white, name) == 0 || strcmp(game->black, name) == 0;
    }
    return found;
}

#endif
