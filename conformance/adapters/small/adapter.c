/* A small adapter in C with libplypack (include/README.md): the step `positions` of ../../ROADMAP.md, and the lines of every codec;
 * ../c shows all operations. Copy it: this file is CC0; libplypack is MIT OR Apache-2.0. */
#include <plypack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLIES = 1 << 16, MAX_CODE = 1 << 20 };
static uint16_t moves[MAX_PLIES];
static uint8_t code[MAX_CODE];
static char output[MAX_CODE * 2 + 64];
static plypack_error *error;
static long failed_ply; /* the index of a move that cannot be encoded, or -1 */

/* Returns where the value of a member of the request begins, behind its quote; the requests with which we deal have no escapes in texts. */
static const char *member(const char *request, const char *name) {
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *found = strstr(request, key);
    if (!found) {
        return "";
    }
    found += strlen(key) + strspn(found + strlen(key), " [");
    return found + (*found == '"');
}

static size_t length(const char *text) {
    return strcspn(text, "\"");
}

/* Adds a text to the output at `at`; the new end. */
static char *put(char *at, const char *text) {
    return at + sprintf(at, "%s", text);
}

static char *put_hex(char *at, size_t len) {
    for (size_t i = 0; i < len; i++) {
        at += sprintf(at, "%02x", code[i]);
    }
    return at;
}

/* Adds a move of the position as text. */
static plypack_status put_move(char **at, const plypack_position *position, uint16_t move) {
    char text[PLYPACK_MOVE_CAPACITY];
    size_t len = 0;
    plypack_status status = plypack_position_move_to_uci(position, move, text, sizeof text, &len, error);
    /* Canonical UCI text (moves.3) has e1g1 where UCI notation of a game with other rooks has e1h1. */
    if (PLYPACK_MOVE_IS_CASTLING(move) && text[0] == 'e' && (text[2] == 'a' || text[2] == 'h')) text[2] = text[2] == 'a' ? 'c' : 'g';
    *at += sprintf(*at, "\"%s\"", status == PLYPACK_OK ? text : "");
    return status;
}

static plypack_status order(const char *request, uint32_t codec, plypack_position *position) {
    (void)request, (void)codec;
    size_t count = 0;
    plypack_status status = plypack_position_legal_moves(position, moves, MAX_PLIES, &count, error);
    char *at = put(output, "\"moves\":[");
    for (size_t i = 0; i < count && status == PLYPACK_OK; i++) {
        at = put(at, i ? "," : "");
        status = put_move(&at, position, moves[i]);
    }
    put(at, "]");
    return status;
}

static plypack_status decode(const char *request, uint32_t codec, plypack_position *position) {
    size_t plies = strtoul(member(request, "plies"), NULL, 10), len = length(member(request, "input")) / 2;
    for (size_t i = 0; i < len; i++) {
        sscanf(member(request, "input") + 2 * i, "%2hhx", &code[i]);
    }
    plypack_status status = plypack_codec_decode(codec, position, code, len, plies, moves, MAX_PLIES, error);
    char *at = put(output, "\"moves\":[");
    for (size_t i = 0; i < plies && status == PLYPACK_OK; i++) {
        at = put(at, i ? "," : "");
        status = put_move(&at, position, moves[i]);
        status = status == PLYPACK_OK ? plypack_position_play(position, moves[i], error) : status;
    }
    put(at, "]");
    return status;
}

/* The moves of the request, played from a copy of the position. */
static plypack_status read_moves(const char *request, const plypack_position *start, size_t *count) {
    plypack_position *position = NULL;
    plypack_status status = plypack_position_clone(start, &position, error);
    const char *text = member(request, "moves");
    for (*count = 0; *text != ']' && status == PLYPACK_OK; text += strspn(text, "\", ")) {
        failed_ply = (long)*count;
        status = plypack_position_move_from_uci(position, text, length(text), &moves[*count], error);
        status = status == PLYPACK_OK ? plypack_position_play(position, moves[(*count)++], error) : status;
        text += length(text);
    }
    failed_ply = status == PLYPACK_OK ? -1 : failed_ply;
    plypack_position_free(position);
    return status;
}

static plypack_status encode(const char *request, uint32_t codec, plypack_position *position) {
    size_t count = 0, len = 0;
    plypack_status status = read_moves(request, position, &count);
    if (status == PLYPACK_OK) {
        status = plypack_codec_encode(codec, position, moves, count, code, MAX_CODE, &len, error);
    }
    put(put_hex(put(output, "\"output\":\""), len), "\"");
    return status;
}

static void answer(const char *request) {
    static const char *const CLASSES[] = {"ok", "caller", "malformed", "unsupported", "limit", "checksum", "io", "", "", "internal"};
    const char *op = member(request, "op"), *fen = member(request, "fen"), *name = member(request, "codec");
    plypack_position *position = NULL;
    uint32_t codec = 0;
    failed_ply = -1;
    plypack_status status = plypack_position_from_fen(fen, length(fen), &position, error);
    status = status == PLYPACK_OK && *name ? plypack_codec_from_name(name, length(name), &codec, error) : status;
    if (status == PLYPACK_OK) {
        status = (*op == 'o' ? order : *op == 'd' ? decode : encode)(request, codec, position);
    }
    plypack_position_free(position);
    printf("{\"id\":%lu,\"result\":", strtoul(member(request, "id"), NULL, 10));
    if (status == PLYPACK_OK) {
        printf("\"valid\",%s}\n", output);
        return;
    }
    printf("\"invalid\",\"error\":{\"class\":\"%s\",\"code\":\"%s\"", CLASSES[PLYPACK_STATUS_CLASS(status)], plypack_status_name(status));
    uint64_t at = failed_ply >= 0 ? (uint64_t)failed_ply : plypack_error_offset(error);
    printf(at == PLYPACK_NO_OFFSET ? "}}\n" : ",\"at\":%lu}}\n", (unsigned long)at);
}

static void greet(void) {
    printf("{\"hello\":1,\"name\":\"small-c\",\"version\":\"%s\",\"ops\":[\"order\",\"decode\",\"encode\"],\"codecs\":[", plypack_version());
    for (uint32_t codec = 0, count = 0; codec < 256; codec++) {
        if (plypack_codec_name(codec) != NULL) printf("%s\"%s\"", count++ > 0 ? "," : "", plypack_codec_name(codec));
    }
    puts("]}");
}

int main(void) {
    static char request[1 << 22];
    error = plypack_error_new();
    while (fgets(request, sizeof request, stdin) && *member(request, "op") != 'b') {
        *member(request, "op") == 'h' ? greet() : answer(request);
        fflush(stdout);
    }
    plypack_error_free(error);
    return 0;
}
