/* Sizes, offsets and numbers that are compiled into programs never change. */
#include "plytest.h"

typedef struct pair {
    int32_t status;
    const char *name;
} pair;

static const pair statuses[] = {
    {PLYPACK_OK, "OK"},
    {PLYPACK_INVALID_ARGUMENT, "INVALID_ARGUMENT"},
    {PLYPACK_NULL_POINTER, "NULL_POINTER"},
    {PLYPACK_OUT_OF_RANGE, "OUT_OF_RANGE"},
    {PLYPACK_BUFFER_TOO_SMALL, "BUFFER_TOO_SMALL"},
    {PLYPACK_ILLEGAL_MOVE, "ILLEGAL_MOVE"},
    {PLYPACK_ILLEGAL_POSITION, "ILLEGAL_POSITION"},
    {PLYPACK_INVALID_MOVE_TEXT, "INVALID_MOVE_TEXT"},
    {PLYPACK_UNKNOWN_CODEC, "UNKNOWN_CODEC"},
    {PLYPACK_WRONG_STATE, "WRONG_STATE"},
    {PLYPACK_INVALID_GAME, "INVALID_GAME"},
    {PLYPACK_NOT_FOUND, "NOT_FOUND"},
    {PLYPACK_NOT_PLYPACK, "NOT_PLYPACK"},
    {PLYPACK_TRUNCATED, "TRUNCATED"},
    {PLYPACK_HEADER_MALFORMED, "HEADER_MALFORMED"},
    {PLYPACK_BLOCK_MALFORMED, "BLOCK_MALFORMED"},
    {PLYPACK_SECTION_MALFORMED, "SECTION_MALFORMED"},
    {PLYPACK_VARINT_MALFORMED, "VARINT_MALFORMED"},
    {PLYPACK_FOOTER_MISSING, "FOOTER_MISSING"},
    {PLYPACK_FOOTER_MALFORMED, "FOOTER_MALFORMED"},
    {PLYPACK_MOVE_MALFORMED, "MOVE_MALFORMED"},
    {PLYPACK_TRAILING_BYTES, "TRAILING_BYTES"},
    {PLYPACK_TAGS_MALFORMED, "TAGS_MALFORMED"},
    {PLYPACK_ANNOTATION_MALFORMED, "ANNOTATION_MALFORMED"},
    {PLYPACK_UNSUPPORTED_VERSION, "UNSUPPORTED_VERSION"},
    {PLYPACK_UNSUPPORTED_FEATURE, "UNSUPPORTED_FEATURE"},
    {PLYPACK_UNSUPPORTED_SECTION, "UNSUPPORTED_SECTION"},
    {PLYPACK_UNSUPPORTED_CODEC, "UNSUPPORTED_CODEC"},
    {PLYPACK_UNSUPPORTED_ENCODING, "UNSUPPORTED_ENCODING"},
    {PLYPACK_UNSUPPORTED_MODEL, "UNSUPPORTED_MODEL"},
    {PLYPACK_LIMIT_EXCEEDED, "LIMIT_EXCEEDED"},
    {PLYPACK_CHECKSUM_HEADER, "CHECKSUM_HEADER"},
    {PLYPACK_CHECKSUM_BLOCK, "CHECKSUM_BLOCK"},
    {PLYPACK_CHECKSUM_SECTION, "CHECKSUM_SECTION"},
    {PLYPACK_CHECKSUM_FOOTER, "CHECKSUM_FOOTER"},
    {PLYPACK_IO, "IO"},
    {PLYPACK_LOCKED, "LOCKED"},
    {PLYPACK_CANCELLED, "CANCELLED"},
    {PLYPACK_NO_MEMORY, "NO_MEMORY"},
    {PLYPACK_BUSY, "BUSY"},
    {PLYPACK_CHANGED, "CHANGED"},
    {PLYPACK_INTERNAL, "INTERNAL"},
    {PLYPACK_PANIC, "PANIC"},
};

static void sizes(void) {
    size_t p = sizeof(void *);
    CHECK(sizeof(plypack_status) == 4 && sizeof(plypack_class) == 4 && sizeof(plypack_token_kind) == 4);
    CHECK(sizeof(plypack_color) == 4 && sizeof(plypack_start) == 4 && sizeof(plypack_termination) == 4);
    CHECK(sizeof(plypack_text) == 2 * p && offsetof(plypack_text, len) == p);
    CHECK(sizeof(plypack_bytes) == 2 * p && offsetof(plypack_bytes, len) == p);
    CHECK(sizeof(plypack_moves) == 2 * p && offsetof(plypack_moves, len) == p);
    CHECK(sizeof(plypack_tag) == 7 * p && offsetof(plypack_tag, name) == p && offsetof(plypack_tag, escaped) == 5 * p);
    CHECK(sizeof(plypack_token) == 8 + 2 * p && offsetof(plypack_token, text) == 8);
    CHECK(sizeof(plypack_step) == 16 + 4 * p && offsetof(plypack_step, place) == 16 + 2 * p && offsetof(plypack_step, depth) == 8 + 2 * p);
    CHECK(offsetof(plypack_step, piece) == 16 + 3 * p && offsetof(plypack_step, captured) == 17 + 3 * p);
    CHECK(sizeof(plypack_error_info) == 16 + 2 * p && offsetof(plypack_error_info, message) == 16);
    CHECK(sizeof(plypack_corruption) == 56 + 2 * p && offsetof(plypack_corruption, unused) == 48 + 2 * p && offsetof(plypack_corruption, error) == 24);
    CHECK(offsetof(plypack_corruption, file) == 40 + 2 * p && offsetof(plypack_corruption, in_index) == 44 + 2 * p);
    CHECK(sizeof(plypack_position_facts) == 24 && offsetof(plypack_position_facts, en_passant) == 16 && offsetof(plypack_position_facts, is_check) == 18);
    CHECK(sizeof(plypack_hit) == 16 && offsetof(plypack_hit, file) == 8 && offsetof(plypack_hit, ply) == 12);
    CHECK(sizeof(plypack_name) == 8 + 2 * p && offsetof(plypack_name, games) == 2 * p);
    CHECK(offsetof(plypack_order, games) == 0 && offsetof(plypack_order, start) == 8 + 2 * p);
    CHECK(sizeof(plypack_branch) == 64 + 2 * p && offsetof(plypack_branch, games) == 8 + 2 * p);
    CHECK(sizeof(plypack_issue) == 24 + 4 * p && offsetof(plypack_issue, reason) == 24);
    CHECK(sizeof(plypack_imported) == 56 && sizeof(plypack_exported) == 48);
    CHECK(offsetof(plypack_imported, duplicates) == 48 && offsetof(plypack_exported, incomplete) == 24);
    CHECK(sizeof(plypack_options) == p + 16 && offsetof(plypack_options, level) == p + 4);
    CHECK(offsetof(plypack_options, classify) == p + 8 && offsetof(plypack_options, reserved) == p + 12);
    CHECK(sizeof(plypack_rows_options) == 16 + 5 * p + 5 * p % 8 && offsetof(plypack_rows_options, order_len) == 4 * p);
    CHECK(offsetof(plypack_rows_options, first) == 5 * p + 5 * p % 8 && sizeof(plypack_numbers) == 2 * p);
    CHECK(sizeof(plypack_export_options) == 8 + p && offsetof(plypack_export_options, classify) == p);
    CHECK(sizeof(plypack_index_options) == 24 && offsetof(plypack_index_options, memory) == 16);
    CHECK(sizeof(plypack_compacted) == 72 && offsetof(plypack_compacted, bytes_after) == 64);
    CHECK(offsetof(plypack_edit, append) == 0 && offsetof(plypack_edit, kind) == 16);
    CHECK(sizeof(plypack_callbacks) == 5 * p && offsetof(plypack_callbacks, issue) == 4 * p);
}

static void numbers(void) {
    CHECK(PLYPACK_OK == 0);
    CHECK(PLYPACK_WHITE == 0 && PLYPACK_BLACK == 1);
    CHECK(PLYPACK_START_STANDARD == 0 && PLYPACK_START_FEN == 1 && PLYPACK_START_UNREADABLE == 2);
    CHECK(PLYPACK_TERMINATION_ABSENT == 0 && PLYPACK_TERMINATION_UNKNOWN == 1 && PLYPACK_TERMINATION_WHITE_WINS == 2);
    CHECK(PLYPACK_TERMINATION_BLACK_WINS == 3 && PLYPACK_TERMINATION_DRAW == 4);
    CHECK(PLYPACK_TAG_PAIR == 0 && PLYPACK_TAG_LINE == 1);
    CHECK(PLYPACK_TOKEN_NONE == 0 && PLYPACK_TOKEN_PLIES == 1 && PLYPACK_TOKEN_MOVE == 2 && PLYPACK_TOKEN_NAG == 3);
    CHECK(PLYPACK_TOKEN_COMMENT == 4 && PLYPACK_TOKEN_LINE_COMMENT == 5 && PLYPACK_TOKEN_ESCAPE == 6);
    CHECK(PLYPACK_TOKEN_BEGIN == 7 && PLYPACK_TOKEN_END == 8 && PLYPACK_TOKEN_RAW == 9);
    CHECK(PLYPACK_INFO_GAMES == 0 && PLYPACK_INFO_CODECS == 4 && PLYPACK_INFO_BYTES_OTHER == 11);
    CHECK(PLYPACK_CODEC_COORD16 == 1 && PLYPACK_CODEC_BYTE == 3);
    CHECK(PLYPACK_NO_OFFSET == UINT64_MAX && PLYPACK_NULL_MOVE == 0);
}

/* The header, the library and the table of the format use the same numbers and names. */
static void names(void) {
    size_t count = sizeof(statuses) / sizeof(statuses[0]), known = 0;
    int32_t number;
    for (size_t i = 0; i < count; i++) {
        CHECK(strcmp(plypack_status_name(statuses[i].status), statuses[i].name) == 0);
        CHECK(statuses[i].status == 0 || PLYPACK_STATUS_CLASS(statuses[i].status) >= PLYPACK_CLASS_CALLER);
    }
    for (number = -10; number < 2000; number++) {
        known += strcmp(plypack_status_name(number), "UNKNOWN") != 0;
    }
    CHECK(known == count);
    CHECK(PLYPACK_STATUS_CLASS(PLYPACK_NO_MEMORY) == PLYPACK_CLASS_IO);
}

int main(void) {
    sizes();
    numbers();
    names();
    return plytest_failed;
}
