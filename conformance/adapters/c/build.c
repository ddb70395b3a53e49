/* Games from what the vectors show of them. The C interface makes what a PGN editor needs; raw lines, text that could not be
 * read and what follows from it only come from PGN, and are skipped here. */
#include <limits.h>

#include "adapter.h"

static plypack_status lacks(const char *what) {
    now.lacks = what;
    return PLYPACK_INVALID_ARGUMENT;
}

static plypack_status add_pair(plypack_game *game, bytes name, bytes raw) {
    bytes value = {allocate(raw.len), 0};
    for (size_t i = 0; i < raw.len; i++) { /* without backslashes */
        i += raw.data[i] == '\\' && i + 1 < raw.len;
        value.data[value.len++] = raw.data[i];
    }
    plypack_status status = plypack_game_add_tag(game, name.data, name.len, value.data, value.len, now.error);
    free(value.data);
    return status;
}

/* Whether the tag that was added last is shown with this raw value. */
static int is_last_raw(const plypack_game *game, bytes raw) {
    size_t count = 0;
    plypack_tag tag;
    return plypack_game_tag_count(game, &count, NULL) == PLYPACK_OK &&
           plypack_game_tag(game, count - 1, &tag, NULL) == PLYPACK_OK && tag.raw.len == raw.len &&
           !memcmp(tag.raw.data, raw.data, raw.len);
}

static plypack_status add_tag(plypack_game *game, json pair) {
    json value = json_next(json_first(pair));
    if (!value) {
        return lacks("raw lines between tags");
    }
    bytes name = text_of(json_first(pair)), raw = text_of(value);
    plypack_status status = add_pair(game, name, raw);
    if (status == PLYPACK_INVALID_ARGUMENT || (status == PLYPACK_OK && !is_last_raw(game, raw))) {
        status = lacks("tags that cannot stand in PGN so");
    }
    free(name.data);
    free(raw.data);
    return status;
}

/* Adds moves of the main line, `count` at most; `next` is the first that is left. */
static plypack_status add_moves(plypack_game *game, json *next, unsigned long count) {
    for (; *next && count > 0; count--, *next = json_next(*next)) {
        bytes uci = text_of(*next);
        plypack_status status = plypack_game_add_uci(game, uci.data, uci.len, now.error);
        free(uci.data);
        MUST(status);
    }
    return PLYPACK_OK;
}

static plypack_status add_text(plypack_game *game, uint32_t kind, bytes text) {
    if (kind == PLYPACK_TOKEN_MOVE) {
        return plypack_game_add_uci(game, text.data, text.len, now.error);
    }
    plypack_status status = plypack_game_add_comment(game, kind, text.data, text.len, now.error);
    return status == PLYPACK_INVALID_ARGUMENT ? lacks("comments that cannot stand in PGN so") : status;
}

static plypack_status add_token(plypack_game *game, json token, json *moves) {
    bytes name = text_of(json_first(token));
    uint32_t kind = (uint32_t)number_of(name.data, token_names, TOKEN_NAMES);
    free(name.data);
    json argument = json_next(json_first(token));
    switch (kind) {
    case PLYPACK_TOKEN_PLIES:
        return add_moves(game, moves, strtoul(argument, NULL, 10));
    case PLYPACK_TOKEN_NAG:
        return plypack_game_add_nag(game, (uint32_t)strtoul(argument, NULL, 10), now.error);
    case PLYPACK_TOKEN_BEGIN:
        return plypack_game_begin_variation(game, now.error);
    case PLYPACK_TOKEN_END:
        return plypack_game_end_variation(game, now.error);
    case PLYPACK_TOKEN_RAW:
        return lacks("text in a variation that could not be read");
    default: {
        bytes text = text_of(argument);
        plypack_status status = add_text(game, kind, text);
        free(text.data);
        return status;
    }
    }
}

/* Whether a text member says this. */
static int says(json shown, const char *name, const char *wanted) {
    bytes text = text_of(json_member(shown, name));
    int same = !strcmp(text.data, wanted);
    free(text.data);
    return same;
}

static plypack_status set_termination(plypack_game *game, json shown) {
    bytes marker = text_of(json_member(shown, "termination"));
    uint32_t number = (uint32_t)number_of(marker.data, markers, MARKERS);
    free(marker.data);
    return plypack_game_set_termination(game, number, now.error);
}

plypack_status build_game(plypack_game *game, json shown) {
    if (says(shown, "start", "unreadable") || !says(shown, "rest", "") || *json_member(shown, "continued") == 't') {
        return lacks("games that could not be read whole");
    }
    MUST(plypack_game_clear(game, now.error));
    for (json tag = json_first(json_member(shown, "tags")); tag; tag = json_next(tag)) {
        MUST(add_tag(game, tag));
    }
    MUST(plypack_game_start_from_tags(game, now.error));
    json moves = json_first(json_member(shown, "moves"));
    for (json token = json_first(json_member(shown, "tokens")); token; token = json_next(token)) {
        MUST(add_token(game, token, &moves));
    }
    MUST(add_moves(game, &moves, ULONG_MAX));
    return set_termination(game, shown);
}
