/* The C interface behind the conformance protocol: see ../../PROTOCOL.md. Reads codes and files; JSON by hand, as the runner
 * writes it: the strings that these operations take hold no escapes. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <plypack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *request; /* the line that is answered */
static FILE *out;     /* what the answer holds, beside id and result */
static plypack_error *error;

#define MUST(call)                        \
    do {                                  \
        plypack_status status_ = (call);  \
        if (status_ != PLYPACK_OK) {      \
            return status_;               \
        }                                 \
    } while (0)

static void *room(size_t size) {
    void *memory = malloc(size + 1);
    if (!memory) {
        abort();
    }
    return memory;
}

/* What is asked */

/* Where the value of a member begins. */
static char *member(const char *name) {
    char key[32];
    snprintf(key, sizeof(key), "\"%s\": ", name);
    char *found = strstr(request, key);
    if (!found) {
        fprintf(stderr, "no %s\n", name);
        exit(1);
    }
    return found + strlen(key);
}

/* A string, up to its quote; in place, as no member is read twice. */
static char *text_member(const char *name) {
    char *text = member(name) + 1;
    size_t len = strcspn(text, "\"");
    char *copy = room(len);
    memcpy(copy, text, len);
    copy[len] = 0;
    return copy;
}

static uint8_t *input(size_t *len) {
    const char *text = member("input") + 1;
    *len = strcspn(text, "\"") / 2;
    uint8_t *bytes = room(*len);
    for (size_t i = 0; i < *len; i++) {
        unsigned byte = 0;
        sscanf(text + 2 * i, "%2x", &byte);
        bytes[i] = (uint8_t)byte;
    }
    return bytes;
}

static plypack_status codec_and_start(uint32_t *codec, plypack_position **start) {
    char *name = codec ? text_member("codec") : NULL, *fen = text_member("fen");
    plypack_status status = codec ? plypack_codec_from_name(name, strlen(name), codec, error) : PLYPACK_OK;
    if (status == PLYPACK_OK) {
        status = plypack_position_from_fen(fen, strlen(fen), start, error);
    }
    free(name);
    free(fen);
    return status;
}

/* What is answered */

/* Plain ASCII as it is, all else as bytes in hex. */
static void put_text(plypack_text text) {
    int plain = 1;
    for (size_t i = 0; i < text.len; i++) {
        plain &= text.data[i] >= ' ' && text.data[i] <= '~' && text.data[i] != '"' && text.data[i] != '\\';
    }
    fputs(plain ? "\"" : "{\"hex\":\"", out);
    for (size_t i = 0; i < text.len; i++) {
        fprintf(out, plain ? "%c" : "%02x", (unsigned char)text.data[i]);
    }
    fputs(plain ? "\"" : "\"}", out);
}

static void put_hex(const uint8_t *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) {
        fprintf(out, "%02x", bytes[i]);
    }
}

/* Plays a move and writes it. */
static plypack_status put_move(plypack_position *position, uint16_t word) {
    char text[PLYPACK_MOVE_CAPACITY];
    size_t len;
    MUST(plypack_position_move_to_uci(position, word, text, sizeof(text), &len, error));
    fprintf(out, "\"%s\"", text);
    return plypack_position_play(position, word, error);
}

static plypack_status put_moves(const plypack_position *start, const uint16_t *moves, size_t count) {
    plypack_position *position = NULL;
    MUST(plypack_position_clone(start, &position, error));
    plypack_status status = PLYPACK_OK;
    fputs("\"moves\":[", out);
    for (size_t i = 0; i < count && status == PLYPACK_OK; i++) {
        fputs(i ? "," : "", out);
        status = put_move(position, moves[i]);
    }
    fputs("]", out);
    plypack_position_free(position);
    return status;
}

/* Codes */

static plypack_status decode(void) {
    uint32_t codec = 0;
    plypack_position *start = NULL;
    size_t len, plies = strtoul(member("plies"), NULL, 10);
    MUST(codec_and_start(&codec, &start));
    uint8_t *code = input(&len);
    uint16_t *moves = room(plies * sizeof(*moves));
    plypack_status status = plypack_codec_decode(codec, start, code, len, plies, moves, plies, error);
    if (status == PLYPACK_OK) {
        status = put_moves(start, moves, plies);
    }
    free(moves);
    free(code);
    plypack_position_free(start);
    return status;
}

/* The move words of the member `moves`. `failed` is the ply that is wrong. */
static plypack_status read_moves(const plypack_position *start, uint16_t *moves, size_t *count, size_t *failed) {
    plypack_position *position = NULL;
    MUST(plypack_position_clone(start, &position, error));
    plypack_status status = PLYPACK_OK;
    const char *end = strchr(member("moves"), ']');
    *count = 0;
    for (const char *at = strchr(member("moves"), '"'); at && at < end && status == PLYPACK_OK; ) {
        size_t len = strcspn(at + 1, "\"");
        *failed = *count;
        status = plypack_position_move_from_uci(position, at + 1, len, &moves[*count], error);
        if (status == PLYPACK_OK) {
            status = plypack_position_play(position, moves[(*count)++], error);
        }
        at = strchr(at + len + 2, '"');
    }
    plypack_position_free(position);
    return status;
}

static plypack_status encode_moves(uint32_t codec, const plypack_position *start, const uint16_t *moves, size_t count) {
    size_t bound = 0, len = 0;
    MUST(plypack_codec_encode_bound(codec, count, &bound, error));
    uint8_t *code = room(bound);
    plypack_status status = plypack_codec_encode(codec, start, moves, count, code, bound, &len, error);
    put_hex(code, status == PLYPACK_OK ? len : 0);
    free(code);
    return status;
}

static size_t failed_ply = SIZE_MAX;

static plypack_status encode(void) {
    uint32_t codec = 0;
    plypack_position *start = NULL;
    size_t count = 0, failed = 0;
    MUST(codec_and_start(&codec, &start));
    uint16_t *moves = room(strlen(request) * sizeof(*moves));
    plypack_status status = read_moves(start, moves, &count, &failed);
    if (status != PLYPACK_OK) {
        failed_ply = failed;
    } else {
        fputs("\"output\":\"", out);
        status = encode_moves(codec, start, moves, count);
        fputs("\"", out);
    }
    free(moves);
    plypack_position_free(start);
    return status;
}

static uint16_t *legal_moves(const plypack_position *start, size_t *count) {
    if (plypack_position_legal_move_count(start, count, error) != PLYPACK_OK) {
        abort();
    }
    uint16_t *moves = room((*count + 1) * sizeof(*moves));
    plypack_position_legal_moves(start, moves, *count, count, error);
    return moves;
}

static plypack_status order(void) {
    plypack_position *start = NULL;
    MUST(codec_and_start(NULL, &start));
    size_t count = 0;
    uint16_t *moves = legal_moves(start, &count);
    plypack_status status = PLYPACK_OK;
    fputs("\"moves\":[", out);
    for (size_t i = 0; i < count && status == PLYPACK_OK; i++) {
        plypack_position *position = NULL;
        fputs(i ? "," : "", out);
        status = plypack_position_clone(start, &position, error);
        status = status == PLYPACK_OK ? put_move(position, moves[i]) : status;
        plypack_position_free(position);
    }
    fputs("]", out);
    free(moves);
    plypack_position_free(start);
    return status;
}

/* Files */

static const char *const STARTS[] = {"standard", "fen", "unreadable"};
static const char *const MARKERS[] = {"", "*", "1-0", "0-1", "1/2-1/2"};
static const char *const TOKENS[] = {"none", "plies", "move", "nag", "comment", "line_comment", "escape", "begin", "end", "raw"};

static plypack_status put_tags(const plypack_game *game) {
    size_t count = 0;
    MUST(plypack_game_tag_count(game, &count, error));
    fputs("\"tags\":[", out);
    for (size_t i = 0; i < count; i++) {
        plypack_tag tag;
        MUST(plypack_game_tag(game, i, &tag, error));
        fputs(i ? ",[" : "[", out);
        if (tag.kind == PLYPACK_TAG_PAIR) {
            put_text(tag.name);
            fputs(",", out);
        }
        put_text(tag.raw);
        fputs("]", out);
    }
    fputs("],", out);
    return PLYPACK_OK;
}

/* The position before the next move of a variation: that of the walk. */
static plypack_status put_tokens(const plypack_game *game) {
    size_t count = 0;
    plypack_walk *walk = NULL;
    plypack_step step = {0};
    MUST(plypack_game_token_count(game, &count, error));
    MUST(plypack_walk_new(game, &walk, error));
    fputs("\"tokens\":[", out);
    for (size_t i = 0; i < count; i++) {
        plypack_token token;
        MUST(plypack_game_token(game, i, &token, error));
        for (uint32_t n = token.kind == PLYPACK_TOKEN_PLIES ? token.number : 1; n > 0; n--) {
            MUST(plypack_walk_next(walk, &step, error));
        }
        fprintf(out, "%s[\"%s\"", i ? "," : "", TOKENS[token.kind]);
        if (token.kind == PLYPACK_TOKEN_MOVE) {
            plypack_position *before = NULL;
            MUST(plypack_walk_before(walk, &before, error));
            fputs(",", out);
            MUST(put_move(before, (uint16_t)token.number));
            plypack_position_free(before);
        } else if (token.kind == PLYPACK_TOKEN_PLIES || token.kind == PLYPACK_TOKEN_NAG) {
            fprintf(out, ",%" PRIu32, token.number);
        } else if (token.kind != PLYPACK_TOKEN_BEGIN && token.kind != PLYPACK_TOKEN_END) {
            fputs(",", out);
            put_text(token.text);
        }
        fputs("]", out);
    }
    plypack_walk_free(walk);
    fputs("],", out);
    return PLYPACK_OK;
}

static plypack_status put_game(const plypack_game *game) {
    plypack_start start = 0;
    plypack_termination termination = 0;
    plypack_text rest;
    plypack_moves moves;
    plypack_position *position = NULL;
    uint32_t continued = 0;
    MUST(plypack_game_start(game, &start, error));
    MUST(plypack_game_termination(game, &termination, error));
    MUST(plypack_game_rest(game, &rest, error));
    MUST(plypack_game_is_continuation(game, &continued, error));
    MUST(plypack_game_moves(game, &moves, error));
    fputs("{", out);
    MUST(put_tags(game));
    if (start != PLYPACK_START_UNREADABLE) {
        MUST(plypack_game_position(game, 0, &position, error));
        MUST(put_moves(position, moves.data, moves.len));
        plypack_position_free(position);
    } else {
        fputs("\"moves\":[]", out);
    }
    fputs(",", out);
    MUST(put_tokens(game));
    fprintf(out, "\"start\":\"%s\",\"termination\":\"%s\",\"rest\":", STARTS[start], MARKERS[termination]);
    put_text(rest);
    fprintf(out, ",\"continued\":%s}", continued ? "true" : "false");
    return PLYPACK_OK;
}

/* The first fault of a file. */
typedef struct {
    plypack_status status;
    uint64_t offset;
} place;

static place first_fault;

static int32_t note(void *user, const plypack_damage *damage) {
    (void)user;
    if (first_fault.status == PLYPACK_OK) {
        first_fault.status = damage->fault.status;
        first_fault.offset = damage->fault.offset;
    }
    return 0;
}

/* Finds what is wrong with the file, first with its frame. */
static plypack_status check(const plypack_reader *reader) {
    size_t count = 0;
    uint64_t damaged = 0;
    MUST(plypack_reader_fault_count(reader, &count, error));
    if (count > 0) {
        plypack_fault fault;
        MUST(plypack_reader_fault(reader, 0, &fault, error));
        first_fault.status = fault.status;
        first_fault.offset = fault.offset;
        return PLYPACK_OK;
    }
    return plypack_reader_verify(reader, 1, NULL, note, NULL, &damaged, error);
}

static plypack_status put_games(const plypack_reader *reader) {
    uint64_t count = 0;
    plypack_game *game = NULL;
    const char *comma = "";
    MUST(plypack_reader_game_count(reader, &count, error));
    MUST(plypack_game_new(&game, error));
    fputs("\"games\":[", out);
    for (uint64_t i = 0; i < count; i++) {
        if (plypack_reader_read_game(reader, i, game, NULL) == PLYPACK_OK) {
            fputs(comma, out);
            MUST(put_game(game));
            comma = ",";
        }
    }
    plypack_game_free(game);
    fputs("]", out);
    return PLYPACK_OK;
}

static plypack_status read_file(int damaged_too) {
    size_t len = 0;
    plypack_reader *reader = NULL;
    uint8_t *bytes = input(&len);
    plypack_status status = plypack_reader_open_memory(bytes, len, &reader, error);
    free(bytes);
    if (status == PLYPACK_OK && !damaged_too) {
        status = check(reader);
    }
    if (status == PLYPACK_OK && first_fault.status == PLYPACK_OK) {
        status = put_games(reader);
    }
    plypack_reader_free(reader);
    return status;
}

/* The conversation */

static const char *const CLASSES[] = {"ok", "caller", "malformed", "unsupported", "limit", "checksum", "io", "", "", "internal"};

static plypack_status operation(const char *op) {
    return !strcmp(op, "decode") ? decode() : !strcmp(op, "encode") ? encode() : !strcmp(op, "order") ? order() : read_file(!strcmp(op, "recover"));
}

static void greet(void) {
    printf("{\"hello\":1,\"name\":\"plypack-c\",\"version\":\"%s\",\"ops\":[\"decode\",\"encode\",\"order\",\"read\",\"recover\"],\"codecs\":[",
           plypack_version());
    for (size_t i = 0; i < plypack_codec_count(); i++) {
        uint32_t codec = 0;
        plypack_text name = {"", 0};
        plypack_codec_at(i, &codec, NULL);
        plypack_codec_name(codec, &name, NULL);
        printf("%s\"%.*s\"", i ? "," : "", (int)name.len, name.data);
    }
    puts("]}");
}

static void answer(const char *op) {
    char *outputs = NULL;
    size_t len = 0;
    failed_ply = SIZE_MAX;
    first_fault.status = PLYPACK_OK;
    out = open_memstream(&outputs, &len);
    place fault = {operation(op), plypack_error_offset(error)};
    fclose(out);
    if (first_fault.status != PLYPACK_OK) {
        fault = first_fault;
    } else if (failed_ply != SIZE_MAX) {
        fault.offset = failed_ply;
    }
    printf("{\"id\":%lu,\"result\":", strtoul(member("id"), NULL, 10));
    if (fault.status == PLYPACK_OK) {
        printf("\"valid\",%s}\n", outputs);
    } else {
        plypack_class kind = plypack_status_class(fault.status);
        printf("\"%s\",\"error\":{\"class\":\"%s\",\"code\":\"%s\"", kind == PLYPACK_CLASS_UNSUPPORTED ? "unsupported" : "invalid",
               CLASSES[kind], plypack_status_name(fault.status));
        if (fault.offset != PLYPACK_NO_OFFSET) {
            printf(",\"at\":%" PRIu64, fault.offset);
        }
        puts("}}");
    }
    free(outputs);
}

int main(void) {
    size_t capacity = 0;
    int more = 1;
    error = plypack_error_new();
    while (more && getline(&request, &capacity, stdin) > 0) {
        char *op = text_member("op");
        more = strcmp(op, "bye") != 0;
        if (!strcmp(op, "hello")) {
            greet();
        } else if (more) {
            answer(op);
        }
        fflush(stdout);
        free(op);
    }
    free(request);
    plypack_error_free(error);
    return 0;
}
