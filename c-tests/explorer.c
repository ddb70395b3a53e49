/* The opening explorer, with answers in the format of Lichess's. */
#include "plytest.h"

#define HEAD "[Event \"Casual Blitz game\"]\n[Date \"2024.03.09\"]\n[White \"Anna\"]\n[Black \"Carl\"]\n[WhiteElo \"2400\"]\n"
static const char PGN[] = HEAD "[Result \"1-0\"]\n\n1. e4 c5 1-0\n\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n";

static plypack_error *error;

static int32_t count(void *user, uint64_t done, uint64_t total) {
    *(uint64_t *)user = done;
    return total != 4;
}

static int begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static void answers(const plypack_explorer *explorer) {
    char text[4096];
    size_t len = 0, needed = 0;
    OK(plypack_explorer_get(explorer, TEXT("/lichess?play=e2e4"), NULL, text, sizeof text, &len, error));
    CHECK(len == strlen(text));
    CHECK(begins(text, "{\"white\":2,\"draws\":0,\"black\":0,\"moves\":[{\"uci\":\"c7c5\",\"san\":\"c5\","));
    CHECK(strstr(text, "\"mode\":\"casual\"") && strstr(text, "\"month\":\"2024-03\""));
    GIVES(PLYPACK_BUFFER_TOO_SMALL,
          plypack_explorer_get(explorer, TEXT("/lichess?play=e2e4"), NULL, text, len, &needed, error));
    CHECK(needed == len);
    OK(plypack_explorer_get(explorer, TEXT("/masters?since=2025"), NULL, text, sizeof text, &len, error));
    CHECK(begins(text, "{\"white\":0,\"draws\":0,\"black\":0,\"moves\":[],\"topGames\":[]"));
    OK(plypack_explorer_get(explorer, TEXT("/player?player=anna&color=white"), NULL, text, sizeof text, &len, error));
    CHECK(begins(text, "{\"white\":2,"));
    OK(plypack_explorer_get(explorer, TEXT("/masters/pgn/_0000001"), NULL, text, sizeof text, &len, error));
    CHECK(strstr(text, "1. d4 d5 1/2-1/2") != NULL);
    GIVES(PLYPACK_NOT_FOUND, plypack_explorer_get(explorer, TEXT("/other"), NULL, text, sizeof text, &len, error));
    GIVES(PLYPACK_ILLEGAL_MOVE,
          plypack_explorer_get(explorer, TEXT("/lichess?play=e2e5"), NULL, text, sizeof text, &len, error));
    GIVES(PLYPACK_INVALID_ARGUMENT,
          plypack_explorer_get(explorer, TEXT("/player?color=white"), NULL, text, sizeof text, &len, error));
}

static void openings(void) {
    plypack_position *position = NULL;
    plypack_opening opening;
    uint16_t move = 0;
    OK(plypack_position_new(&position, error));
    opening = plypack_position_opening(position);
    CHECK(opening.eco.len == 0 && opening.name.len == 0);
    OK(plypack_position_move_from_uci(position, TEXT("e2e4"), &move, error));
    OK(plypack_position_play(position, move, error));
    opening = plypack_position_opening(position);
    CHECK(opening.eco.len == 3 && memcmp(opening.eco.data, "B00", 3) == 0);
    CHECK(opening.name.len == 16 && memcmp(opening.name.data, "King's Pawn Game", 16) == 0);
    plypack_position_free(position);
}

int main(void) {
    plytest_bytes bytes = plytest_pack(PGN);
    plypack_reader *reader = NULL;
    const plypack_reader *readers[2];
    plypack_explorer *explorer = NULL;
    uint64_t done = 0;
    plypack_callbacks callbacks = PLYPACK_CALLBACKS_INIT;
    error = plypack_error_new();
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, error));
    readers[0] = readers[1] = reader;
    callbacks.user = &done;
    callbacks.progress = count;
    OK(plypack_explorer_new(readers, 2, &callbacks, &explorer, error));
    CHECK(done == 4);
    GIVES(PLYPACK_CANCELLED, plypack_explorer_new(readers, 1, &callbacks, &explorer, error));
    plypack_reader_free(reader);
    answers(explorer);
    openings();
    plypack_explorer_free(explorer);
    free(bytes.data);
    plypack_error_free(error);
    return plytest_failed;
}
