/* Shared by the parts of the adapter: the request, the answer, and a few helpers. */
#ifndef ADAPTER_H
#define ADAPTER_H

#include <inttypes.h>
#include <plypack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

#define MUST(call)                        \
    do {                                  \
        plypack_status status_ = (call);  \
        if (status_ != PLYPACK_OK) {      \
            return status_;               \
        }                                 \
    } while (0)

/* The request at hand, and its answer. */
typedef struct adapter {
    json request;
    FILE *out;              /* the outputs, without id and result */
    plypack_error *error;
    uint64_t failed_ply;    /* the move that cannot be encoded; else UINT64_MAX */
    plypack_status file_error; /* the error of a file that was read, and its offset */
    uint64_t file_error_offset;
    const char *lacks;      /* what the C interface cannot do of this request; else NULL */
} adapter;

extern adapter now;

/* Memory that is there. */
void *allocate(size_t size);

/* A member of the request, which must have it. */
json member(const char *name);

/* Bytes that belong to the caller, with a NUL behind them. */
typedef struct bytes {
    char *data;
    size_t len;
} bytes;

/* A text by its JSON: a string, or bytes that are not UTF-8 as {"hex": ...}. */
bytes text_of(json value);

/* The bytes of `input`. */
bytes input(void);

void put_hex(const uint8_t *data, size_t len);
void put_text(plypack_text text);

/* A legal move of the position, as text; it is played. */
plypack_status put_move(plypack_position *position, uint16_t packed_move);
plypack_status put_moves(const plypack_position *start, const uint16_t *moves, size_t count);
plypack_status put_tags(const plypack_game *game);
plypack_status put_game(const plypack_game *game);

/* Fills a game with what the request shows of it. */
plypack_status build_game(plypack_game *game, json shown);

plypack_status decode(void);
plypack_status encode(void);
plypack_status order(void);
plypack_status move_table(void);
plypack_status read_file(void);
plypack_status read_tags(void);
plypack_status recover_file(void);
plypack_status write_file(void);
plypack_status append_file(void);
plypack_status import_pgn(void);
plypack_status find(void);
plypack_status tree(void);

/* The names of tokens and results by their numbers in plypack.h. */
enum { TOKEN_NAMES = 10, MARKERS = 5 };
extern const char *const token_names[TOKEN_NAMES];
extern const char *const markers[MARKERS];

/* The number of a name in a list; its length if it is not there. */
size_t number_of(const char *name, const char *const *list, size_t count);

#endif
