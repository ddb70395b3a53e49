/* Codes of lines of moves, and the order of moves. */
#include "adapter.h"

/* The position of the request, and its codec unless that is NULL. */
static plypack_status codec_and_start(uint32_t *codec, plypack_position **start) {
    if (codec) {
        bytes name = text_of(member("codec"));
        plypack_status status = plypack_codec_from_name(name.data, name.len, codec, now.error);
        free(name.data);
        MUST(status);
    }
    bytes fen = text_of(member("fen"));
    plypack_status status = plypack_position_from_fen(fen.data, fen.len, start, now.error);
    free(fen.data);
    return status;
}

static plypack_status decode_from(uint32_t codec, const plypack_position *start) {
    size_t plies = strtoul(member("plies"), NULL, 10);
    bytes code = input();
    uint16_t *moves = allocate(plies * sizeof(*moves));
    plypack_status status =
        plypack_codec_decode(codec, start, (const uint8_t *)code.data, code.len, plies, moves, plies, now.error);
    if (status == PLYPACK_OK) {
        status = put_moves(start, moves, plies);
    }
    free(moves);
    free(code.data);
    return status;
}

/* The packed moves of the member `moves`; there is space for one more than it has. */
static plypack_status read_moves(const plypack_position *start, uint16_t *moves, size_t *count) {
    plypack_position *position = NULL;
    MUST(plypack_position_clone(start, &position, now.error));
    plypack_status status = PLYPACK_OK;
    *count = 0;
    for (json shown = json_first(member("moves")); shown && status == PLYPACK_OK; shown = json_next(shown)) {
        bytes uci = text_of(shown);
        now.failed_ply = *count;
        status = plypack_position_move_from_uci(position, uci.data, uci.len, &moves[*count], now.error);
        free(uci.data);
        if (status == PLYPACK_OK) {
            status = plypack_position_play(position, moves[(*count)++], now.error);
        }
    }
    now.failed_ply = status == PLYPACK_OK ? UINT64_MAX : now.failed_ply;
    plypack_position_free(position);
    return status;
}

static plypack_status put_code(uint32_t codec, const plypack_position *start, const uint16_t *moves, size_t count) {
    size_t bound = 0, len = 0;
    MUST(plypack_codec_encode_bound(codec, count, &bound, now.error));
    uint8_t *code = allocate(bound);
    plypack_status status = plypack_codec_encode(codec, start, moves, count, code, bound, &len, now.error);
    if (status == PLYPACK_OK) {
        put_hex(code, len);
    }
    free(code);
    return status;
}

static plypack_status encode_from(uint32_t codec, const plypack_position *start) {
    size_t count = 0;
    uint16_t *moves = allocate(strlen(now.request) * sizeof(*moves));
    plypack_status status = read_moves(start, moves, &count);
    if (status == PLYPACK_OK) {
        fputs("\"output\":\"", now.out);
        status = put_code(codec, start, moves, count);
        fputs("\"", now.out);
    }
    free(moves);
    return status;
}

/* Called with each legal move; `count` is how many came before. */
typedef plypack_status each_move(uint32_t codec, const plypack_position *start, uint16_t packed_move, size_t count);

static plypack_status with_legal_moves(uint32_t codec, const plypack_position *start, each_move *each, size_t *count) {
    plypack_status status = plypack_position_legal_moves(start, NULL, 0, count, now.error);
    uint16_t *moves = allocate(*count * sizeof(*moves));
    if (status == PLYPACK_BUFFER_TOO_SMALL) status = plypack_position_legal_moves(start, moves, *count, count, now.error);
    for (size_t i = 0; i < *count && status == PLYPACK_OK; i++) {
        status = each(codec, start, moves[i], i);
    }
    free(moves);
    return status;
}

/* The text of a move from a position that stays as it is. */
static plypack_status put_move_from(const plypack_position *start, uint16_t packed_move) {
    plypack_position *position = NULL;
    MUST(plypack_position_clone(start, &position, now.error));
    plypack_status status = put_move(position, packed_move);
    plypack_position_free(position);
    return status;
}

static plypack_status put_legal_move(uint32_t codec, const plypack_position *start, uint16_t packed_move, size_t count) {
    (void)codec;
    fputs(count ? "," : "", now.out);
    return put_move_from(start, packed_move);
}

static plypack_status put_row(uint32_t codec, const plypack_position *start, uint16_t packed_move, size_t count) {
    fputs(count ? ",[" : "[", now.out);
    MUST(put_move_from(start, packed_move));
    fputs(",\"", now.out);
    MUST(put_code(codec, start, &packed_move, 1));
    fputs("\"]", now.out);
    return PLYPACK_OK;
}

static int has_null_move(uint32_t codec, const plypack_position *start) {
    uint16_t null_move = PLYPACK_NULL_MOVE;
    uint8_t code[64];
    size_t len;
    return plypack_codec_encode(codec, start, &null_move, 1, code, sizeof(code), &len, NULL) == PLYPACK_OK;
}

static plypack_status put_table(uint32_t codec, const plypack_position *start) {
    size_t count = 0;
    fputs("\"table\":[", now.out);
    MUST(with_legal_moves(codec, start, put_row, &count));
    if (has_null_move(codec, start)) {
        MUST(put_row(codec, start, PLYPACK_NULL_MOVE, count));
    }
    fputs("]", now.out);
    return PLYPACK_OK;
}

static plypack_status put_order(uint32_t codec, const plypack_position *start) {
    size_t count = 0;
    fputs("\"moves\":[", now.out);
    MUST(with_legal_moves(codec, start, put_legal_move, &count));
    fputs("]", now.out);
    return PLYPACK_OK;
}

/* Runs a function with the start of the request, and its codec if it has one. */
static plypack_status from_start(plypack_status (*function)(uint32_t, const plypack_position *), int with_codec) {
    uint32_t codec = 0;
    plypack_position *start = NULL;
    MUST(codec_and_start(with_codec ? &codec : NULL, &start));
    plypack_status status = function(codec, start);
    plypack_position_free(start);
    return status;
}

plypack_status decode(void) {
    return from_start(decode_from, 1);
}

plypack_status encode(void) {
    return from_start(encode_from, 1);
}

plypack_status move_table(void) {
    return from_start(put_table, 1);
}

plypack_status order(void) {
    return from_start(put_order, 0);
}
