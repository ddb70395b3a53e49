/* Codecs and positions without any file. */
#include "plytest.h"

static const char *const TARRASCH = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 Re1 Nd6 Nxe5 Be7 Nxc6 dxc6 Qh5 O-O";
static const uint8_t CODE[18] = {0xC0, 0xC0, 0x1F, 0x13, 0x59, 0x81, 0x50, 0x14, 0x09,
                                 0x1C, 0x34, 0x1F, 0x17, 0x44, 0x16, 0xB3, 0x77, 0x09};

/* Reads moves in SAN, separated by spaces, and plays them. */
static size_t read_line(plypack_position *position, const char *line, uint16_t *moves) {
    size_t count = 0;
    while (*line != 0) {
        size_t len = strcspn(line, " ");
        OK(plypack_position_move_from_san(position, line, len, &moves[count], NULL));
        OK(plypack_position_play(position, moves[count++], NULL));
        line += len + strspn(line + len, " ");
    }
    return count;
}

static void worked_example(void) {
    plypack_position *start = NULL, *end = NULL;
    uint16_t moves[18], decoded[18];
    uint8_t code[256];
    size_t bound = 0, written = 0, count = 0, used = 0;
    OK(plypack_position_new(&start, NULL));
    OK(plypack_position_clone(start, &end, NULL));
    CHECK(read_line(end, TARRASCH, moves) == 18);

    OK(plypack_codec_encode_bound(PLYPACK_CODEC_BYTE, 18, &bound, NULL));
    CHECK(bound >= 18 && bound <= sizeof(code));
    OK(plypack_codec_encode(PLYPACK_CODEC_BYTE, start, moves, 18, code, sizeof(code), &written, NULL));
    CHECK(written == 18 && memcmp(code, CODE, 18) == 0);
    OK(plypack_codec_decode(PLYPACK_CODEC_BYTE, start, code, 18, 18, decoded, 18, NULL));
    CHECK(memcmp(decoded, moves, sizeof(moves)) == 0);
    memset(decoded, 0, sizeof(decoded));
    OK(plypack_codec_decode_all(PLYPACK_CODEC_BYTE, start, code, 18, decoded, 18, &count, NULL));
    CHECK(count == 18 && memcmp(decoded, moves, sizeof(moves)) == 0);
    OK(plypack_codec_decode_prefix(PLYPACK_CODEC_BYTE, start, code, 18, 5, decoded, 5, &used, NULL));
    CHECK(used == 5);

    OK(plypack_codec_encode(PLYPACK_CODEC_COORD16, start, moves, 18, code, sizeof(code), &written, NULL));
    CHECK(written == 36 && code[0] == (moves[0] & 255) && code[1] == moves[0] >> 8);
    OK(plypack_codec_decode_all(PLYPACK_CODEC_COORD16, start, code, 36, decoded, 18, &count, NULL));
    CHECK(count == 18 && memcmp(decoded, moves, sizeof(moves)) == 0);
    plypack_position_free(start);
    plypack_position_free(end);
}

/* Encoding move by move gives the bytes of the whole line. */
static void single_moves(void) {
    plypack_position *position = NULL;
    size_t at;
    OK(plypack_position_new(&position, NULL));
    for (at = 0; at < sizeof(CODE); at++) {
        uint16_t move = 0;
        uint8_t code[8];
        size_t used = 0, written = 0;
        OK(plypack_codec_decode_prefix(PLYPACK_CODEC_BYTE, position, CODE + at, sizeof(CODE) - at, 1, &move, 1, &used, NULL));
        OK(plypack_codec_encode(PLYPACK_CODEC_BYTE, position, &move, 1, code, sizeof(code), &written, NULL));
        CHECK(used == 1 && written == 1 && code[0] == CODE[at]);
        OK(plypack_position_play(position, move, NULL));
    }
    plypack_position_free(position);
}

static void chess960(void) {
    static const char fen[] = "1r2k1r1/6p1/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
    plypack_position *position = NULL;
    uint16_t from_rook = 0, from_san = 1, moves[64];
    char text[PLYPACK_FEN_CAPACITY];
    size_t len = 0, count = 0, listed = 0, i, found = 0;
    OK(plypack_position_from_fen(TEXT(fen), &position, NULL));
    OK(plypack_position_move_from_uci(position, TEXT("e1g1"), &from_rook, NULL));
    OK(plypack_position_move_from_san(position, TEXT("O-O"), &from_san, NULL));
    CHECK(from_rook == from_san && from_rook == (2 << 12 | 4 << 6 | 6));
    OK(plypack_position_move_to_uci(position, from_san, text, sizeof(text), &len, NULL));
    CHECK(len == 4 && strcmp(text, "e1g1") == 0);
    OK(plypack_position_move_from_san(position, TEXT("O-O-O"), &from_san, NULL));
    OK(plypack_position_move_to_uci(position, from_san, text, PLYPACK_MOVE_CAPACITY, &len, NULL));
    CHECK(strcmp(text, "e1b1") == 0);
    OK(plypack_position_move_to_san(position, from_san, text, PLYPACK_MOVE_CAPACITY, &len, NULL));
    CHECK(strcmp(text, "O-O-O") == 0);
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_position_legal_moves(position, NULL, 0, &count, NULL));
    OK(plypack_position_legal_moves(position, moves, 64, &listed, NULL));
    CHECK(count == listed && count > 20);
    for (i = 0; i < listed; i++) {
        found += moves[i] == from_san || moves[i] == from_rook;
    }
    CHECK(found == 2);
    OK(plytest_play(position, TEXT("e1b1"), NULL));
    CHECK(plypack_position_turn(position) == PLYPACK_BLACK);
    OK(plypack_position_fen(position, text, sizeof(text), &len, NULL));
    CHECK(strcmp(text, "1r2k1r1/6p1/8/8/8/8/8/2KR2R1 b kq - 1 1") == 0);
    CHECK(len == strlen(text));
    plypack_position_free(position);
}

static void null_moves_and_illegal_input(void) {
    plypack_position *position = NULL;
    plypack_error *error = plypack_error_new();
    uint16_t moves[3] = {0, 0, 0}, out[3] = {7, 7, 7};
    uint8_t code[64];
    size_t written = 99, len = 99;
    char text[PLYPACK_MOVE_CAPACITY];
    OK(plypack_position_new(&position, NULL));
    OK(plypack_position_move_from_uci(position, TEXT("e2e4"), &moves[0], NULL));
    OK(plypack_codec_encode(PLYPACK_CODEC_BYTE, position, moves, 2, code, sizeof(code), &written, NULL));
    OK(plypack_codec_decode_all(PLYPACK_CODEC_BYTE, position, code, written, out, 3, &len, NULL));
    CHECK(len == 2 && out[0] == moves[0] && out[1] == PLYPACK_NULL_MOVE && out[2] == 7);
    OK(plypack_position_move_to_san(position, PLYPACK_NULL_MOVE, text, sizeof(text), &len, NULL));
    CHECK(strcmp(text, "--") == 0);
    OK(plypack_position_move_to_uci(position, PLYPACK_NULL_MOVE, text, sizeof(text), &len, NULL));
    CHECK(strcmp(text, "0000") == 0);

    moves[1] = moves[0]; /* Black cannot play e2e4. */
    written = 99;
    GIVES(PLYPACK_ILLEGAL_MOVE,
          plypack_codec_encode(PLYPACK_CODEC_BYTE, position, moves, 2, code, sizeof(code), &written, error));
    CHECK(written == 99 && plypack_error_offset(error) == 1);
    code[0] = 0xC0;
    code[1] = 0xFF;
    GIVES(PLYPACK_MOVE_MALFORMED, plypack_codec_decode(PLYPACK_CODEC_BYTE, position, code, 2, 2, out, 3, error));
    CHECK(plypack_error_offset(error) == 1);
    GIVES(PLYPACK_TRUNCATED, plypack_codec_decode(PLYPACK_CODEC_BYTE, position, code, 1, 2, out, 3, error));
    GIVES(PLYPACK_TRAILING_BYTES, plypack_codec_decode(PLYPACK_CODEC_BYTE, position, code, 2, 1, out, 3, error));
    GIVES(PLYPACK_TRUNCATED, plypack_codec_decode_all(PLYPACK_CODEC_COORD16, position, code, 1, out, 3, &len, error));
    GIVES(PLYPACK_UNKNOWN_CODEC, plypack_codec_decode(99, position, code, 1, 1, out, 3, error));
    GIVES(PLYPACK_INVALID_MOVE_TEXT, plytest_play(position, TEXT("castle"), error));
    GIVES(PLYPACK_INVALID_MOVE_TEXT, plypack_position_move_from_san(position, "", 0, moves, error));
    GIVES(PLYPACK_ILLEGAL_MOVE, plypack_position_move_from_san(position, TEXT("Nd4"), moves, error));
    plypack_position_free(position);
    plypack_error_free(error);
}

/* With so many pieces, the codec numbers the legal moves: each code is within the bound. */
static void many_queens(void) {
    static const char fen[] = "QQQQQ1bk/6pp/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/K7 w - - 0 1";
    plypack_position *position = NULL;
    uint16_t moves[1200];
    size_t count = 0, bound = 0, longest = 0, i;
    OK(plypack_position_from_fen(TEXT(fen), &position, NULL));
    OK(plypack_position_legal_moves(position, moves, 1200, &count, NULL));
    OK(plypack_codec_encode_bound(PLYPACK_CODEC_BYTE, 1, &bound, NULL));
    for (i = 0; i < count; i++) {
        uint8_t code[16];
        uint16_t again = 0;
        size_t written = 0, used = 0;
        CHECK(bound <= sizeof(code));
        OK(plypack_codec_encode(PLYPACK_CODEC_BYTE, position, &moves[i], 1, code, bound, &written, NULL));
        OK(plypack_codec_decode_prefix(PLYPACK_CODEC_BYTE, position, code, written, 1, &again, 1, &used, NULL));
        CHECK(again == moves[i] && used == written);
        longest = written > longest ? written : longest;
    }
    CHECK(count > 255 ? longest == 2 : longest == 1);
    plypack_position_free(position);
}

/* The name of every codec, and the worked example encoded and decoded. */
static void registry(void) {
    plypack_position *start = NULL, *end = NULL;
    uint16_t moves[18], decoded[18];
    uint8_t code[1024];
    uint32_t codec, codecs = 0;
    OK(plypack_position_new(&start, NULL));
    OK(plypack_position_clone(start, &end, NULL));
    CHECK(read_line(end, TARRASCH, moves) == 18);
    for (codec = 0; codec < 256; codec++) {
        uint32_t again = 0;
        size_t bound = 0, written = 0, count = 0;
        plypack_status status;
        const char *name = plypack_codec_name(codec);
        if (name == NULL) continue;
        codecs++;
        OK(plypack_codec_from_name(name, strlen(name), &again, NULL));
        CHECK(codec == again);
        if (codec == PLYPACK_CODEC_COORD16) CHECK(strcmp(name, "coord16") == 0);
        if (codec == PLYPACK_CODEC_BYTE) CHECK(strcmp(name, "byte") == 0);
        if (codec == 2) CHECK(strcmp(name, "coord12") == 0);
        if (codec == 4) CHECK(strcmp(name, "block-index") == 0);
        if (codec == 7) CHECK(strcmp(name, "varlen") == 0);
        if (codec == 5) CHECK(strcmp(name, "pgc") == 0);
        if (codec == 6) CHECK(strcmp(name, "mgc") == 0);
        if (codec == 8) CHECK(strcmp(name, "bits") == 0);
        if (codec == 9) CHECK(strcmp(name, "rank-3bit") == 0);
        if (codec == 10) CHECK(strcmp(name, "huffman") == 0);
        if (codec == 11) CHECK(strcmp(name, "arith") == 0);
        if (codec == PLYPACK_CODEC_TIGHT) CHECK(strcmp(name, "tight") == 0);
        if (codec == 128) CHECK(strcmp(name, "slots") == 0);
        if (codec == 129) CHECK(strcmp(name, "byte-queens") == 0);
        if (codec == 130) CHECK(strcmp(name, "coord-static") == 0);
        if (codec == 131) CHECK(strcmp(name, "coord-context") == 0);
        if (codec == 132) CHECK(strcmp(name, "direction-target") == 0);
        if (codec == 133) CHECK(strcmp(name, "direction-static") == 0);
        if (codec == 134) CHECK(strcmp(name, "enumeration") == 0);

        OK(plypack_codec_encode_bound(codec, 18, &bound, NULL));
        CHECK(bound <= sizeof(code));
        OK(plypack_codec_encode(codec, start, moves, 18, code, bound, &written, NULL));
        CHECK(written <= bound);
        memset(decoded, 0, sizeof(decoded));
        OK(plypack_codec_decode(codec, start, code, written, 18, decoded, 18, NULL));
        CHECK(memcmp(decoded, moves, sizeof(moves)) == 0);
        status = plypack_codec_decode_all(codec, start, code, written, decoded, 18, &count, NULL);
        CHECK(status == PLYPACK_INVALID_ARGUMENT || (status == PLYPACK_OK && count == 18));
        CHECK(status != PLYPACK_OK || 2 * written >= 18);
    }
    CHECK(codecs == 19);
    plypack_position_free(start);
    plypack_position_free(end);
}

/* Extended moves: their pieces and scores. */
static void extended_moves(void) {
    static const char fen[] = "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1";
    plypack_position *position = NULL;
    uint16_t en_passant = 0;
    uint32_t extended = 0, scored = 0;
    int score;
    OK(plypack_position_from_fen(TEXT(fen), &position, NULL));
    OK(plypack_position_move_from_uci(position, TEXT("e4d3"), &en_passant, NULL));
    extended = PLYPACK_EXTENDED(en_passant, PLYPACK_PIECE_BLACK_PAWN, PLYPACK_PIECE_WHITE_PAWN, 0);
    CHECK(extended == 0x95713 && PLYPACK_EXTENDED_MOVE(extended) == en_passant);
    CHECK(PLYPACK_EXTENDED_PIECE(extended) == PLYPACK_PIECE_WHITE_PAWN);
    CHECK(PLYPACK_EXTENDED_CAPTURED(extended) == PLYPACK_PIECE_WHITE_PAWN && PLYPACK_EXTENDED_SCORE(extended) == 0);
    for (score = -512; score < 512; score++) {
        scored = PLYPACK_EXTENDED(en_passant, 1, 1, score);
        CHECK(PLYPACK_EXTENDED_SCORE(scored) == score && PLYPACK_EXTENDED_MOVE(scored) == en_passant);
        CHECK(PLYPACK_EXTENDED_PIECE(scored) == 1 && PLYPACK_EXTENDED_CAPTURED(scored) == 1);
    }
    plypack_position_free(position);
}

int main(void) {
    extended_moves();
    worked_example();
    single_moves();
    chess960();
    null_moves_and_illegal_input();
    many_queens();
    registry();
    return plytest_failed;
}
