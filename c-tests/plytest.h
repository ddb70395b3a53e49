/* A small test harness: the exit code is 1 if a check failed, and 77 if the test cannot run here. */
#ifndef PLYTEST_H
#define PLYTEST_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plypack.h"

static int plytest_failed;

#define CHECK(condition) \
    ((condition) ? (void)0 : (void)(plytest_failed = 1, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition)))

/* The call must return this status. */
#define GIVES(expected, call) plytest_gives((expected), (call), __FILE__, __LINE__, #call)
#define OK(call) GIVES(PLYPACK_OK, call)

static int plytest_gives(int32_t expected, int32_t found, const char *file, int line, const char *call) {
    if (found == expected) {
        return 1;
    }
    plytest_failed = 1;
    fprintf(stderr, "%s:%d: %s gave %s, not %s\n", file, line, call, plypack_status_name(found),
            plypack_status_name(expected));
    return 0;
}

/* A text constant as pointer and length. */
#define TEXT(literal) (literal), (sizeof(literal) - 1)

/* Returns whether a view holds this text. */
static inline int plytest_is(plypack_text view, const char *text) {
    return view.len == strlen(text) && memcmp(view.data, text, view.len) == 0;
}

/* Plays a move in UCI notation. */
static inline plypack_status plytest_play(plypack_position *position, const char *uci, size_t uci_len,
                                          plypack_error *error) {
    uint16_t packed_move = 0;
    plypack_status status = plypack_position_move_from_uci(position, uci, uci_len, &packed_move, error);
    return status == PLYPACK_OK ? plypack_position_play(position, packed_move, error) : status;
}

/* The path of a file in the folder given by the first argument. */
static inline const char *plytest_path(char *buffer, size_t capacity, char **argv, const char *name) {
    int written = snprintf(buffer, capacity, "%s/%s", argv[1], name);
    CHECK(written > 0 && (size_t)written < capacity);
    return buffer;
}

/* A growing buffer, for callbacks. */
typedef struct plytest_bytes {
    uint8_t *data;
    size_t len;
} plytest_bytes;

static inline int32_t plytest_append(void *user, const uint8_t *data, size_t len) {
    plytest_bytes *bytes = (plytest_bytes *)user;
    uint8_t *grown = (uint8_t *)realloc(bytes->data, bytes->len + len + 1);
    if (grown == NULL) {
        return 1;
    }
    bytes->data = grown;
    memcpy(bytes->data + bytes->len, data, len);
    bytes->len += len;
    bytes->data[bytes->len] = 0;
    return 0;
}

static inline int32_t plytest_size(void *user, uint64_t *size) {
    *size = ((plytest_bytes *)user)->len;
    return 0;
}

static inline int32_t plytest_read(void *user, uint64_t offset, uint8_t *buffer, size_t len) {
    plytest_bytes *bytes = (plytest_bytes *)user;
    if (offset > bytes->len || len > bytes->len - offset) {
        return 1;
    }
    memcpy(buffer, bytes->data + offset, len);
    return 0;
}

/* A file in memory with the games of a PGN text. */
static inline plytest_bytes plytest_pack_bytes(const char *pgn, size_t pgn_len) {
    plytest_bytes bytes = {NULL, 0};
    plypack_writer *writer = NULL;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_bytes view;
    OK(plypack_writer_create_memory(NULL, &writer, NULL));
    OK(plypack_writer_add_pgn(writer, pgn, pgn_len, 1, NULL, &imported, NULL));
    OK(plypack_writer_finish(writer, NULL));
    view = plypack_writer_bytes(writer);
    CHECK(plytest_append(&bytes, view.data, view.len) == 0);
    plypack_writer_free(writer);
    return bytes;
}

static inline plytest_bytes plytest_pack(const char *pgn) {
    return plytest_pack_bytes(pgn, strlen(pgn));
}

#endif
