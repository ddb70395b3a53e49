/* Several threads use one reader, one query, one game and one position at the same time. */
#include "plytest.h"

#include <pthread.h>

enum { THREADS = 4, GAMES = 120, ROUNDS = 2 };

static plypack_reader *reader;
static plypack_game *shared_game;
static plypack_position *shared_position;
static plypack_query *shared_query;

static int one_game(plypack_game *game, plypack_error *error, uint64_t number) {
    char expected[32];
    plypack_tag tag;
    int fine = plypack_reader_read_game(reader, number, game, error) == PLYPACK_OK;
    snprintf(expected, sizeof(expected), "Player %d", (int)number);
    fine = fine && plypack_game_find_tag(game, TEXT("White"), &tag, error) == PLYPACK_OK;
    fine = fine && plytest_is(tag.value, expected);
    fine = fine && plypack_game_moves(game).len == number % 3 + 1;
    return fine;
}

static int shared_objects(plypack_error *error) {
    char text[PLYPACK_FEN_CAPACITY];
    size_t len = 0;
    plypack_tag tag;
    int fine = plypack_position_fen(shared_position, text, sizeof(text), &len, error) == PLYPACK_OK;
    fine = fine && plypack_game_tag_at(shared_game, 0, &tag, error) == PLYPACK_OK && plytest_is(tag.value, "a\\b");
    return fine && plypack_game_san_line(shared_game, text, sizeof(text), &len, error) == PLYPACK_OK;
}

/* Every third game begins with 1. e4. Searches and verification start threads of their own. */
static int whole_file(plypack_error *error) {
    const plypack_reader *readers[1];
    plypack_hits *hits = NULL;
    uint64_t count = 0, corrupt = 1, i;
    plypack_hit_array view;
    int fine;
    readers[0] = reader;
    fine = plypack_query_find(shared_query, readers, 1, NULL, &hits, error) == PLYPACK_OK;
    view = plypack_hits_view(hits);
    fine = fine && view.len == GAMES / 3;
    for (i = 0; fine && i < view.len; i++) fine = view.data[i].game == i * 3 && view.data[i].ply == 1;
    plypack_hits_free(hits);
    fine = fine && plypack_query_count(shared_query, readers, 1, NULL, &count, &corrupt, error) == PLYPACK_OK && count == GAMES / 3;
    return fine && plypack_reader_verify(reader, 0, 2, NULL, &corrupt, error) == PLYPACK_OK && corrupt == 0;
}

static void *work(void *argument) {
    size_t *failures = (size_t *)argument;
    plypack_error *error = plypack_error_new();
    plypack_game *game = NULL;
    uint64_t number;
    int round;
    *failures += plypack_game_new(&game, error) != PLYPACK_OK;
    for (round = 0; round < ROUNDS; round++) {
        for (number = 0; number < GAMES; number++) {
            *failures += !one_game(game, error, (number * 7 + (uint64_t)round) % GAMES);
            *failures += !shared_objects(error);
        }
        *failures += !whole_file(error);
        *failures += plypack_reader_read_game(reader, GAMES, game, error) != PLYPACK_OUT_OF_RANGE;
    }
    plypack_game_free(game);
    plypack_error_free(error);
    return NULL;
}

int main(void) {
    static const char *const lines[3] = {"1. e4", "1. d4 d5", "1. c4 e5 2. Nc3"};
    char *pgn = (char *)malloc(GAMES * 64);
    pthread_t threads[THREADS];
    size_t failures[THREADS] = {0}, at = 0, issues = 0;
    plytest_bytes bytes;
    int i;
    for (i = 0; i < GAMES; i++) {
        at += (size_t)sprintf(pgn + at, "[White \"Player %d\"]\n\n%s *\n\n", i, lines[i % 3]);
    }
    bytes = plytest_pack(pgn);
    OK(plypack_reader_open_callbacks(plytest_size, plytest_read, &bytes, 0, &reader, NULL));
    OK(plypack_game_new(&shared_game, NULL));
    OK(plypack_game_read_pgn(shared_game, TEXT("[A \"a\\\\b\"]\n\n1. e4 e5 *"), &issues, NULL));
    OK(plypack_position_new(&shared_position, NULL));
    OK(plytest_play(shared_position, TEXT("e2e4"), NULL));
    OK(plypack_query_new(&shared_query, NULL));
    OK(plypack_query_set_position(shared_query, shared_position, NULL));
    OK(plypack_query_set_threads(shared_query, 2, NULL));
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, work, &failures[i]) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(failures[i] == 0);
    }
    plypack_query_free(shared_query);
    plypack_position_free(shared_position);
    plypack_game_free(shared_game);
    plypack_reader_free(reader);
    free(bytes.data);
    free(pgn);
    return plytest_failed;
}
