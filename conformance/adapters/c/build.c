/* Games from what the vectors show of them. The C interface makes what comes from PGN; other games of the vectors are skipped
 * here. */
#include <limits.h>

#include "adapter.h"

static plypack_status lacks(const char *what) {
    now.lacks = what;
    return PLYPACK_INVALID_ARGUMENT;
}

static plypack_status add_tag(plypack_game *game, json tag) {
    json value = json_next(json_first(tag));
    bytes first = text_of(json_first(tag)), raw = value ? text_of(value) : (bytes){NULL, 0};
    plypack_status status =
        value ? plypack_game_add_escaped_tag(game, first.data, first.len, raw.data, raw.len, now.error)
              : plypack_game_add_tag_line(game, first.data, first.len, now.error);
    free(first.data);
    free(raw.data);
    return status == PLYPACK_INVALID_ARGUMENT ? lacks("tags that cannot stand in PGN so") : status;
}

static int is_empty_line(json tag) {
    json value = json_first(tag);
    return !json_next(value) && value[0] == '"' && value[1] == '"';
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
    if (kind == PLYPACK_TOKEN_RAW) {
        return plypack_game_add_raw(game, text.data, text.len, now.error);
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
    default: {
        bytes text = text_of(argument);
        plypack_status status = add_text(game, kind, text);
        free(text.data);
        return status;
    }
    }
}

/* Returns whether a text member says this. */
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

static plypack_status set_unparsed(plypack_game *game, json shown) {
    bytes text = text_of(json_member(shown, "rest"));
    plypack_status status = plypack_game_set_unparsed(game, text.data, text.len, now.error);
    free(text.data);
    return status;
}

/* Returns whether a game that could not be parsed has more than tags and text: PGN has no such game. */
static int is_odd(json shown) {
    int continued = *json_member(shown, "continued") == 't', unreadable = says(shown, "start", "unreadable");
    int has_movetext = json_first(json_member(shown, "moves")) || json_first(json_member(shown, "tokens")) ||
                       !says(shown, "termination", markers[PLYPACK_TERMINATION_ABSENT]);
    return (continued && (unreadable || json_first(json_member(shown, "tags")))) ||
           ((continued || unreadable) && has_movetext);
}

plypack_status build_game(plypack_game *game, json shown) {
    if (is_odd(shown)) {
        return lacks("games that no PGN has");
    }
    MUST(plypack_game_clear(game, now.error));
    if (*json_member(shown, "continued") == 't') {
        MUST(plypack_game_set_continuation(game, now.error));
    }
    if (says(shown, "start", "unreadable")) {
        MUST(plypack_game_set_unreadable_start(game, now.error));
    }
    for (json tag = json_first(json_member(shown, "tags")); tag; tag = json_next(tag)) {
        /* plypack_game_add_tag_line: other tags come before an empty line. */
        if (is_empty_line(tag) && json_next(tag)) {
            return lacks("an empty line between tags");
        }
        MUST(add_tag(game, tag));
    }
    json moves = json_first(json_member(shown, "moves"));
    for (json token = json_first(json_member(shown, "tokens")); token; token = json_next(token)) {
        MUST(add_token(game, token, &moves));
    }
    MUST(add_moves(game, &moves, ULONG_MAX));
    MUST(set_termination(game, shown));
    return set_unparsed(game, shown);
}
