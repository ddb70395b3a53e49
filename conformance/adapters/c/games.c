/* Games as the vectors show them. */
#include "adapter.h"

static const char *const STARTS[] = {"standard", "fen", "unreadable"};

const char *const markers[MARKERS] = {"", "*", "1-0", "0-1", "1/2-1/2"};
const char *const token_names[TOKEN_NAMES] = {"none",   "plies", "move", "nag", "comment", "line_comment",
                                              "escape", "begin", "end",  "raw"};

void put_hex(const uint8_t *data, size_t len) {
    for (size_t i = 0; i < len; i++) {
        fprintf(now.out, "%02x", data[i]);
    }
}

/* Plain ASCII as it is, all else as bytes in hex. */
void put_text(plypack_text text) {
    int plain = 1;
    for (size_t i = 0; i < text.len; i++) {
        plain &= text.data[i] >= ' ' && text.data[i] <= '~' && text.data[i] != '"' && text.data[i] != '\\';
    }
    fputs(plain ? "\"" : "{\"hex\":\"", now.out);
    if (plain) {
        fwrite(text.data, 1, text.len, now.out);
    } else {
        put_hex((const uint8_t *)text.data, text.len);
    }
    fputs(plain ? "\"" : "\"}", now.out);
}

/* moves.3: each move has its own form of castling; UCI notation has one for the whole game (positions.3). */
static void canonical(uint16_t packed_move, char *text) {
    if (PLYPACK_MOVE_IS_CASTLING(packed_move) && text[0] == 'e' && (text[2] == 'a' || text[2] == 'h')) {
        text[2] = text[2] == 'a' ? 'c' : 'g';
    }
}

plypack_status put_move(plypack_position *position, uint16_t packed_move) {
    char text[PLYPACK_MOVE_CAPACITY];
    size_t len;
    MUST(plypack_position_move_to_uci(position, packed_move, text, sizeof(text), &len, now.error));
    canonical(packed_move, text);
    fprintf(now.out, "\"%s\"", text);
    return plypack_position_play(position, packed_move, now.error);
}

plypack_status put_moves(const plypack_position *start, const uint16_t *moves, size_t count) {
    plypack_position *position = NULL;
    MUST(plypack_position_clone(start, &position, now.error));
    plypack_status status = PLYPACK_OK;
    fputs("\"moves\":[", now.out);
    for (size_t i = 0; i < count && status == PLYPACK_OK; i++) {
        fputs(i ? "," : "", now.out);
        status = put_move(position, moves[i]);
    }
    fputs("]", now.out);
    plypack_position_free(position);
    return status;
}

plypack_status put_tags(const plypack_game *game) {
    size_t count = plypack_game_tag_count(game);
    fputs("[", now.out);
    for (size_t i = 0; i < count; i++) {
        plypack_tag tag;
        MUST(plypack_game_tag_at(game, i, &tag, now.error));
        fputs(i ? ",[" : "[", now.out);
        if (tag.kind == PLYPACK_TAG_PAIR) {
            put_text(tag.name);
            fputs(",", now.out);
        }
        put_text(tag.escaped);
        fputs("]", now.out);
    }
    fputs("]", now.out);
    return PLYPACK_OK;
}

/* Writes the argument of a token. */
static plypack_status put_argument(const plypack_walk *walk, const plypack_token *token) {
    if (token->kind == PLYPACK_TOKEN_MOVE) {
        char text[PLYPACK_MOVE_CAPACITY];
        size_t len = 0;
        MUST(plypack_walk_uci(walk, text, sizeof(text), &len, now.error));
        canonical((uint16_t)token->number, text);
        fprintf(now.out, ",\"%s\"", text);
        return PLYPACK_OK;
    }
    if (token->kind == PLYPACK_TOKEN_PLIES || token->kind == PLYPACK_TOKEN_NAG) {
        fprintf(now.out, ",%" PRIu32, token->number);
    } else if (token->kind != PLYPACK_TOKEN_BEGIN && token->kind != PLYPACK_TOKEN_END) {
        fputs(",", now.out);
        put_text(token->text);
    }
    return PLYPACK_OK;
}

/* The walk gives the positions of variations. */
static plypack_status put_tokens(const plypack_game *game, plypack_walk *walk) {
    size_t count = 0;
    plypack_step step;
    count = plypack_game_token_count(game);
    fputs("\"tokens\":[", now.out);
    for (size_t i = 0; i < count; i++) {
        plypack_token token;
        MUST(plypack_game_token_at(game, i, &token, now.error));
        for (uint32_t n = token.kind == PLYPACK_TOKEN_PLIES ? token.number : 1; n > 0; n--) {
            MUST(plypack_walk_next(walk, &step, now.error));
        }
        fprintf(now.out, "%s[\"%s\"", i ? "," : "", token_names[token.kind]);
        MUST(put_argument(walk, &token));
        fputs("]", now.out);
    }
    fputs("],", now.out);
    return PLYPACK_OK;
}

static plypack_status put_line(const plypack_game *game, plypack_start start) {
    plypack_moves moves;
    plypack_position *position = NULL;
    if (start == PLYPACK_START_UNREADABLE) {
        fputs("\"moves\":[]", now.out);
        return PLYPACK_OK;
    }
    moves = plypack_game_moves(game);
    MUST(plypack_game_position_at(game, 0, &position, now.error));
    plypack_status status = put_moves(position, moves.data, moves.len);
    plypack_position_free(position);
    return status;
}

plypack_status put_game(const plypack_game *game) {
    plypack_start start = 0;
    plypack_termination termination = 0;
    plypack_text rest;
    plypack_walk *walk = NULL;
    uint32_t continued = 0;
    start = plypack_game_start(game);
    termination = plypack_game_termination(game);
    rest = plypack_game_unparsed(game);
    continued = plypack_game_is_continuation(game);
    fputs("{\"tags\":", now.out);
    MUST(put_tags(game));
    fputs(",", now.out);
    MUST(put_line(game, start));
    fputs(",", now.out);
    MUST(plypack_walk_new(game, &walk, now.error));
    plypack_status status = put_tokens(game, walk);
    plypack_walk_free(walk);
    MUST(status);
    fprintf(now.out, "\"start\":\"%s\",\"termination\":\"%s\",\"rest\":", STARTS[start], markers[termination]);
    put_text(rest);
    fprintf(now.out, ",\"continued\":%s}", continued ? "true" : "false");
    return PLYPACK_OK;
}
