/* Works on games through libplypack, for the comparison with other software (`run`):
 *
 *   games JOB FILE
 *
 * pack     parses and checks every game of a PGN file on one thread, and packs it into memory
 * read     reads every game of a plypack file: tags, moves, annotations
 * san      the same, and the main line as SAN
 * uci      the same, and the main line in UCI notation
 * steps    the same, and visits every move with its position
 * each     the same, with the SAN of each move by itself
 * fen      the same, and the FEN after every move
 *
 * It prints the number of games and plies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <plypack.h>

static plypack_error *error;
static unsigned long long games, plies, bytes;

static void check(plypack_status status) {
    if (status != PLYPACK_OK) {
        fprintf(stderr, "%s: %s\n", plypack_status_name(status), plypack_error_message(error));
        exit(1);
    }
}

static void pack(const char *path) {
    plypack_writer *writer = NULL;
    plypack_imported done = {.size = sizeof(done)};
    check(plypack_writer_create_memory(NULL, &writer, error));
    check(plypack_writer_add_pgn_file(writer, path, 1, NULL, &done, error));
    check(plypack_writer_finish(writer, error));
    games = done.games;
    plies = done.plies;
    plypack_writer_free(writer);
}

/* Returns memory for a text of this length. The next call reuses it. */
static char *buffer_of(size_t size) {
    static char *buffer;
    static size_t capacity;
    if (size > capacity) {
        buffer = realloc(buffer, capacity = size * 2);
        if (buffer == NULL) {
            perror("realloc");
            exit(1);
        }
    }
    return buffer;
}

static void san(const plypack_game *game) {
    size_t bound = PLYPACK_LINE_CAPACITY(plypack_game_moves(game).len), len = 0;
    check(plypack_game_san_line(game, buffer_of(bound), bound, &len, error));
    bytes += len;
}

static void uci(const plypack_game *game) {
    size_t bound = PLYPACK_LINE_CAPACITY(plypack_game_moves(game).len), len = 0;
    check(plypack_game_uci_line(game, buffer_of(bound), bound, &len, error));
    bytes += len;
}

/* Calls `visit`, if there is one, after every move of the main line and the variations. All games share one walk. */
static void walk_with(const plypack_game *game, plypack_status (*visit)(const plypack_walk *)) {
    static plypack_walk *walk;
    plypack_step step;
    check(walk == NULL ? plypack_walk_new(game, &walk, error) : plypack_walk_restart(walk, game, error));
    for (;;) {
        check(plypack_walk_next(walk, &step, error));
        if (step.token.kind == PLYPACK_TOKEN_NONE) return;
        bytes += step.token.number;
        if (step.token.kind == PLYPACK_TOKEN_MOVE && visit != NULL) check(visit(walk));
    }
}

static void steps(const plypack_game *game) {
    walk_with(game, NULL);
}

static plypack_status each_san(const plypack_walk *walk) {
    char text[PLYPACK_MOVE_CAPACITY];
    size_t len = 0;
    return plypack_walk_san(walk, text, sizeof(text), &len, error);
}

static void each(const plypack_game *game) {
    walk_with(game, each_san);
}

static plypack_status each_fen(const plypack_walk *walk) {
    char text[PLYPACK_FEN_CAPACITY];
    size_t len = 0;
    return plypack_position_fen(plypack_walk_position(walk), text, sizeof(text), &len, error);
}

static void fen(const plypack_game *game) {
    walk_with(game, each_fen);
}

static void nothing(const plypack_game *game) {
    (void)game;
}

static const struct job {
    const char *name;
    void (*run)(const plypack_game *);
} jobs[] = {{"read", nothing}, {"san", san}, {"uci", uci}, {"steps", steps}, {"each", each}, {"fen", fen}};

static void read_games(const char *path, void (*run)(const plypack_game *)) {
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    check(plypack_reader_open(path, 0, &reader, error));
    check(plypack_game_new(&game, error));
    const uint64_t count = plypack_reader_number_end(reader);
    for (; games < count; games++) {
        check(plypack_reader_read_game(reader, games, game, error));
        plies += plypack_game_moves(game).len;
        run(game);
    }
    plypack_game_free(game);
    plypack_reader_free(reader);
}

static int run(const char *name, const char *path) {
    if (strcmp(name, "pack") == 0) {
        pack(path);
        return 1;
    }
    for (size_t i = 0; i < sizeof(jobs) / sizeof(jobs[0]); i++) {
        if (strcmp(name, jobs[i].name) == 0) {
            read_games(path, jobs[i].run);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    error = plypack_error_new();
    if (argc != 3 || !run(argv[1], argv[2])) {
        fprintf(stderr, "usage: games pack FILE.pgn | games read|san|uci|steps|each|fen FILE.plypack\n");
        return 2;
    }
    plypack_error_free(error);
    printf("%llu games, %llu plies (%llu)\n", games, plies, bytes);
    return 0;
}
