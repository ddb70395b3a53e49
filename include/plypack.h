/* plypack: chess games in a small, versioned binary format. GPL-3.0-or-later.
 *
 * Made by cbindgen from src/ffi: do not edit. include/README.md explains the conventions; in short:
 *
 * - Names are plypack_<type>_<verb>. The parameters are the receiver, inputs, outputs, and the error object.
 * - A function with a const receiver may run in several threads at the same time on one object, one with a non-const
 *   receiver must not. "Any thread" marks functions without receiver.
 * - Functions that can fail give a plypack_status. Beside those that are listed with each ("Status:"), every one of them can
 *   give the common ones: PLYPACK_NULL_POINTER, PLYPACK_WRONG_STATE for a handle that is being changed by another call or
 *   that an earlier PLYPACK_PANIC left half changed, PLYPACK_PANIC, and PLYPACK_INVALID_ARGUMENT for a length that no memory
 *   can have. Outputs are written on PLYPACK_OK only.
 * - The last parameter, error, may be NULL. Else it is an object of plypack_error_new, which says more about a failure.
 * - Texts and arrays go in as pointer and length; NULL is fine with length 0. Paths are NUL-terminated.
 * - Handles are freed with the _free function of their type; freeing NULL does nothing.
 * - Enums are only given out. What goes in are numbers, which are checked.
 * - Callbacks must return: no exceptions, no longjmp. They must not change or free an object that the running call uses.
 */

#ifndef PLYPACK_H
#define PLYPACK_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of the library that this header belongs to. Since 0.1.
 */
#define PLYPACK_VERSION "0.1.0"

/**
 * The same as a number: major times 10000 plus minor times 100 plus patch. Since 0.1.
 */
#define PLYPACK_VERSION_NUMBER (0 * 10000 + 1 * 100 + 0)


/**
 * The version of the C interface, which is the number in the soname: `libplypack.so.0`. It changes when programs must be
 * compiled again. Since 0.1.
 */
#define PLYPACK_ABI_VERSION 0

/**
 * The version of the file format that this version writes: major times 256 plus minor. It can read this one and all before
 * it. Since 0.1.
 */
#define PLYPACK_FORMAT_VERSION 3

/**
 * Stands for "no place is known" where a byte offset is expected. Since 0.1.
 */
#define PLYPACK_NO_OFFSET 18446744073709551615ull

/**
 * The null move as a move word. Since 0.1.
 */
#define PLYPACK_NULL_MOVE 0

/**
 * Bytes that a FEN needs at most, its NUL included. Since 0.1.
 */
#define PLYPACK_FEN_CAPACITY 128

/**
 * Bytes that one move in UCI or SAN notation needs at most, its NUL included. Since 0.1.
 */
#define PLYPACK_MOVE_CAPACITY 16

/**
 * The codec of 16 bits a ply: spec/codecs/coord16.md. Since 0.1.
 */
#define PLYPACK_CODEC_COORD16 1

/**
 * The codec of 12 bits a ply: spec/codecs/coord12.md. Since 0.1.
 */
#define PLYPACK_CODEC_COORD12 2

/**
 * The codec of 8 bits a ply: spec/codecs/byte.md. Since 0.1.
 */
#define PLYPACK_CODEC_BYTE 3

/**
 * The codec of 8 bits a ply: spec/codecs/block-index.md. Since 0.1.
 */
#define PLYPACK_CODEC_BLOCK_INDEX 4

/**
 * The codec of 8 bits a ply: spec/codecs/pgc.md. Since 0.1.
 */
#define PLYPACK_CODEC_PGC 5

/**
 * The codec of units of 4 bits: spec/codecs/mgc.md. Since 0.1.
 */
#define PLYPACK_CODEC_MGC 6

/**
 * The codec of just enough bits for the numbers of man and target: spec/codecs/varlen.md. Since 0.1.
 */
#define PLYPACK_CODEC_VARLEN 7

/**
 * The codec of just enough bits for the number of a legal move: spec/codecs/bits.md. Since 0.1.
 */
#define PLYPACK_CODEC_BITS 8

/**
 * The codec of three bits for the six likeliest moves: spec/codecs/rank-3bit.md. Since 0.1.
 */
#define PLYPACK_CODEC_RANK_3BIT 9

/**
 * The codec of a Huffman code for ranks: spec/codecs/huffman.md. Since 0.1.
 */
#define PLYPACK_CODEC_HUFFMAN 10

/**
 * The codec of arithmetic coding by likelihood: spec/codecs/arith.md. Since 0.1.
 */
#define PLYPACK_CODEC_ARITH 11

/**
 * The codec of a learned model, for archives: spec/codecs/tight.md. Since 0.1.
 */
#define PLYPACK_CODEC_TIGHT 12

/**
 * Conditions on texts: a player of either colour. Since 0.2.
 */
#define PLYPACK_FIELD_PLAYER 0

/**
 * The player of the white men. Since 0.2.
 */
#define PLYPACK_FIELD_WHITE 1

/**
 * The player of the black men. Since 0.2.
 */
#define PLYPACK_FIELD_BLACK 2

/**
 * The event. Since 0.2.
 */
#define PLYPACK_FIELD_EVENT 3

/**
 * The site. Since 0.2.
 */
#define PLYPACK_FIELD_SITE 4

/**
 * The opening: `B90`, `B9`, `B20..B99`. Since 0.2.
 */
#define PLYPACK_FIELD_ECO 5

/**
 * The result: `1-0`, `0-1`, `1/2-1/2` or `*`. Since 0.2.
 */
#define PLYPACK_FIELD_RESULT 6

/**
 * Conditions on numbers: the date as year * 10000 + month * 100 + day. What a game does not know of its date is 0. Since 0.2.
 */
#define PLYPACK_FIELD_DATE 16

/**
 * Every rating that the game gives; it must give one. Since 0.2.
 */
#define PLYPACK_FIELD_RATING 17

/**
 * Plies of the main line. Since 0.2.
 */
#define PLYPACK_FIELD_PLIES 18

/**
 * What kind of problem a status stands for. Since 0.1.
 */
enum plypack_class
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * No problem.
     */
    PLYPACK_CLASS_OK = 0,
    /**
     * 1xx: the caller's mistake.
     */
    PLYPACK_CLASS_CALLER = 1,
    /**
     * 2xx: data that breaks a rule of the format.
     */
    PLYPACK_CLASS_MALFORMED = 2,
    /**
     * 3xx: data of a newer format, or of an optional part that is not built in.
     */
    PLYPACK_CLASS_UNSUPPORTED = 3,
    /**
     * 4xx: data above a limit.
     */
    PLYPACK_CLASS_LIMIT = 4,
    /**
     * 5xx: data that changed after it was written.
     */
    PLYPACK_CLASS_CHECKSUM = 5,
    /**
     * 6xx: input and output.
     */
    PLYPACK_CLASS_IO = 6,
    /**
     * 9xx: a bug in plypack; also given for numbers that are no status.
     */
    PLYPACK_CLASS_INTERNAL = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum plypack_class plypack_class;
#else
typedef int32_t plypack_class;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a call ended. The hundreds give the class, see `plypack_status_class`. Later versions may add numbers, and never
 * use a number for something else. Since 0.1.
 */
enum plypack_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The call did what it says.
     */
    PLYPACK_OK = 0,
    /**
     * An argument has a value that this call does not take.
     */
    PLYPACK_INVALID_ARGUMENT = 100,
    /**
     * A pointer that must not be NULL is NULL.
     */
    PLYPACK_NULL_POINTER = 101,
    /**
     * An index (game, tag, ply) lies past the end.
     */
    PLYPACK_OUT_OF_RANGE = 102,
    /**
     * The caller's buffer is too small; nothing was written to it.
     */
    PLYPACK_BUFFER_TOO_SMALL = 103,
    /**
     * A move that is not legal in its position.
     */
    PLYPACK_ILLEGAL_MOVE = 104,
    /**
     * A FEN that is not one, or a position in which chess cannot be played.
     */
    PLYPACK_ILLEGAL_POSITION = 105,
    /**
     * Text that is not a move in UCI or SAN notation.
     */
    PLYPACK_INVALID_MOVE_TEXT = 106,
    /**
     * No codec has this name or number.
     */
    PLYPACK_UNKNOWN_CODEC = 107,
    /**
     * A call that the handle's state forbids: it was closed, or an earlier call on it failed.
     */
    PLYPACK_WRONG_STATE = 108,
    /**
     * The game is not one that the format can hold: its tokens contradict each other.
     */
    PLYPACK_INVALID_GAME = 109,
    /**
     * Not a plypack file: the first eight bytes are others.
     */
    PLYPACK_NOT_PLYPACK = 200,
    /**
     * The data ends before it is complete.
     */
    PLYPACK_TRUNCATED = 201,
    /**
     * A field of the file header has a value that no version allows.
     */
    PLYPACK_HEADER_MALFORMED = 202,
    /**
     * A field of a block's head has a value that no version allows.
     */
    PLYPACK_BLOCK_MALFORMED = 203,
    /**
     * The content of a section contradicts itself or its block.
     */
    PLYPACK_SECTION_MALFORMED = 204,
    /**
     * An integer is written longer than needed, or does not fit its type.
     */
    PLYPACK_VARINT_MALFORMED = 205,
    /**
     * No valid footer at the end of the file: a torn write, or damage.
     */
    PLYPACK_FOOTER_MISSING = 206,
    /**
     * A field of a footer has a value that no version allows.
     */
    PLYPACK_FOOTER_MALFORMED = 207,
    /**
     * A move code that stands for no legal move of its position.
     */
    PLYPACK_MOVE_MALFORMED = 208,
    /**
     * Bytes are left over after the last value.
     */
    PLYPACK_TRAILING_BYTES = 209,
    /**
     * A tag column or a list of names contradicts itself.
     */
    PLYPACK_TAGS_MALFORMED = 210,
    /**
     * The annotation tokens of a game contradict each other.
     */
    PLYPACK_ANNOTATION_MALFORMED = 211,
    /**
     * The file needs a reader of a newer format version.
     */
    PLYPACK_UNSUPPORTED_VERSION = 300,
    /**
     * The file needs a feature that this reader does not have.
     */
    PLYPACK_UNSUPPORTED_FEATURE = 301,
    /**
     * A section of an unknown kind that must not be skipped.
     */
    PLYPACK_UNSUPPORTED_SECTION = 302,
    /**
     * A move codec that this reader does not have.
     */
    PLYPACK_UNSUPPORTED_CODEC = 303,
    /**
     * A compression method, or tag encoding, that this reader does not have.
     */
    PLYPACK_UNSUPPORTED_ENCODING = 304,
    /**
     * A model of the codec tight that this reader does not have.
     */
    PLYPACK_UNSUPPORTED_MODEL = 305,
    /**
     * A size or count is above the limit of the format (spec/limits.md).
     */
    PLYPACK_LIMIT_EXCEEDED = 400,
    /**
     * The CRC-32C of the file header does not match.
     */
    PLYPACK_CHECKSUM_HEADER = 500,
    /**
     * The CRC-32C of a block's head does not match.
     */
    PLYPACK_CHECKSUM_BLOCK = 501,
    /**
     * The CRC-32C of a section does not match.
     */
    PLYPACK_CHECKSUM_SECTION = 502,
    /**
     * The CRC-32C of a footer does not match.
     */
    PLYPACK_CHECKSUM_FOOTER = 503,
    /**
     * Reading or writing failed in the operating system or in a callback.
     */
    PLYPACK_IO = 600,
    /**
     * Another process is writing to this file.
     */
    PLYPACK_LOCKED = 601,
    /**
     * A callback asked to stop.
     */
    PLYPACK_CANCELLED = 602,
    /**
     * A bug in plypack.
     */
    PLYPACK_INTERNAL = 900,
    /**
     * A bug in plypack that ended in a panic; the handle can only be freed.
     */
    PLYPACK_PANIC = 901,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum plypack_status plypack_status;
#else
typedef int32_t plypack_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The side to move. Since 0.1.
 */
enum plypack_color
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * White.
     */
    PLYPACK_WHITE = 0,
    /**
     * Black.
     */
    PLYPACK_BLACK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum plypack_color plypack_color;
#else
typedef uint32_t plypack_color;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a line of the tag section is. Since 0.1.
 */
enum plypack_tag_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * `[name "value"]`
     */
    PLYPACK_TAG_PAIR = 0,
    /**
     * Another line, kept as it was: `%` and `;` lines, tags that are not well-formed.
     */
    PLYPACK_TAG_LINE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum plypack_tag_kind plypack_tag_kind;
#else
typedef uint32_t plypack_tag_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * From where the moves of a game start. Since 0.1.
 */
enum plypack_start
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The usual position.
     */
    PLYPACK_START_STANDARD = 0,
    /**
     * The position of the `FEN` tag.
     */
    PLYPACK_START_FEN = 1,
    /**
     * The `FEN` tag cannot be played, or the game is of another variant: all movetext is in `plypack_game_rest`.
     */
    PLYPACK_START_UNREADABLE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum plypack_start plypack_start;
#else
typedef uint32_t plypack_start;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kinds of token that stand around the moves; see include/README.md for how they nest. Since 0.1.
 */
enum plypack_token_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Only from `plypack_walk_next`: the game is over.
     */
    PLYPACK_TOKEN_NONE = 0,
    /**
     * Only from `plypack_game_token`: go on by `number` plies of the main line.
     */
    PLYPACK_TOKEN_PLIES = 1,
    /**
     * A move; `number` is its move word. From `plypack_game_token` only moves of variations.
     */
    PLYPACK_TOKEN_MOVE = 2,
    /**
     * `$` and `number`, or `!` and the like as 1 to 6.
     */
    PLYPACK_TOKEN_NAG = 3,
    /**
     * `{...}`, the text between the braces.
     */
    PLYPACK_TOKEN_COMMENT = 4,
    /**
     * `;...`, the text behind the semicolon.
     */
    PLYPACK_TOKEN_LINE_COMMENT = 5,
    /**
     * `%...` at the start of a line, the text behind it.
     */
    PLYPACK_TOKEN_ESCAPE = 6,
    /**
     * `(`: a variation for the last move of the line that is open.
     */
    PLYPACK_TOKEN_BEGIN = 7,
    /**
     * `)`
     */
    PLYPACK_TOKEN_END = 8,
    /**
     * What could not be read of a variation, as it was; the end of the variation comes next.
     */
    PLYPACK_TOKEN_RAW = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum plypack_token_kind plypack_token_kind;
#else
typedef uint32_t plypack_token_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The termination marker at the end of the movetext. Since 0.1.
 */
enum plypack_termination
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * There is none.
     */
    PLYPACK_TERMINATION_ABSENT = 0,
    /**
     * `*`
     */
    PLYPACK_TERMINATION_UNKNOWN = 1,
    /**
     * `1-0`
     */
    PLYPACK_TERMINATION_WHITE_WINS = 2,
    /**
     * `0-1`
     */
    PLYPACK_TERMINATION_BLACK_WINS = 3,
    /**
     * `1/2-1/2`
     */
    PLYPACK_TERMINATION_DRAW = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum plypack_termination plypack_termination;
#else
typedef uint32_t plypack_termination;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What `plypack_reader_info` can be asked for. Later versions may add numbers. Since 0.1.
 */
enum plypack_info
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Games in the file.
     */
    PLYPACK_INFO_GAMES = 0,
    /**
     * Plies of all main lines.
     */
    PLYPACK_INFO_PLIES = 1,
    /**
     * Blocks.
     */
    PLYPACK_INFO_BLOCKS = 2,
    /**
     * Names.
     */
    PLYPACK_INFO_NAMES = 3,
    /**
     * The format version of the file: major times 256 plus minor.
     */
    PLYPACK_INFO_FORMAT_VERSION = 4,
    /**
     * The codecs of the main lines: bit `n` is set for codec `n`; 0 for a file without games.
     */
    PLYPACK_INFO_CODECS = 5,
    /**
     * Bytes of the file.
     */
    PLYPACK_INFO_BYTES = 6,
    /**
     * Bytes for the main lines.
     */
    PLYPACK_INFO_BYTES_MOVES = 7,
    /**
     * Bytes for tags, results and starts.
     */
    PLYPACK_INFO_BYTES_GAMES = 8,
    /**
     * Bytes for names.
     */
    PLYPACK_INFO_BYTES_NAMES = 9,
    /**
     * Bytes for variations, comments, NAGs and text that could not be read.
     */
    PLYPACK_INFO_BYTES_ANNOTATIONS = 10,
    /**
     * Bytes for a position index.
     */
    PLYPACK_INFO_BYTES_INDEX = 11,
    /**
     * All other bytes.
     */
    PLYPACK_INFO_BYTES_OTHER = 12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum plypack_info plypack_info;
#else
typedef uint32_t plypack_info;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How the last call that was given this object ended. Made by the caller, used for any number of calls; every call that
 * gets one fills it, on success too. Not for several threads at the same time: each takes its own. Since 0.1.
 */
typedef struct plypack_error plypack_error;

/**
 * A game: tags, moves, annotations. The caller makes one, fills it from a reader, from PGN, or with the `plypack_game_add_`
 * functions, and may use it again for the next game. All views into a game are valid until the next call that takes it as
 * non-const, or frees it. Since 0.1.
 */
typedef struct plypack_game plypack_game;

/**
 * How games are stored. Writers copy it: it may be changed or freed right after the call. Since 0.1.
 */
typedef struct plypack_options plypack_options;

/**
 * The move orders that lead to a position. All its functions but `plypack_orders_free` may run in several threads at the same
 * time. Since 0.2.
 */
typedef struct plypack_orders plypack_orders;

/**
 * A chess position, of Chess960 too. Since 0.1.
 */
typedef struct plypack_position plypack_position;

/**
 * What is searched for, and in which games. A search copies it: it may be changed or freed right after. Since 0.2.
 */
typedef struct plypack_query plypack_query;

/**
 * An open file. All its functions but `plypack_reader_free` may run in several threads at the same time. The file must not
 * be changed meanwhile, other than by adding games, which an open reader does not see. Since 0.1.
 */
typedef struct plypack_reader plypack_reader;

/**
 * What was played next in a position. All its functions but `plypack_tree_free` may run in several threads at the same time.
 * Since 0.2.
 */
typedef struct plypack_tree plypack_tree;

/**
 * A walk through a copy of a game: the game may be changed or freed during the walk. Since 0.1.
 */
typedef struct plypack_walk plypack_walk;

/**
 * A file that is being written. Nothing of it counts before `plypack_writer_finish`. Not for several threads at the same
 * time. Since 0.1.
 */
typedef struct plypack_writer plypack_writer;

/**
 * Text that belongs to the library: `len` bytes, usually UTF-8 but not always, without a NUL behind them. `data` is never
 * NULL. The function that gives it says how long it is valid. Since 0.1.
 */
typedef struct plypack_text {
    /**
     * The first byte.
     */
    const char *data;
    /**
     * The number of bytes.
     */
    size_t len;
} plypack_text;

/**
 * A line of the tag section. Since 0.1.
 */
typedef struct plypack_tag {
    /**
     * Which it is.
     */
    plypack_tag_kind kind;
    /**
     * The name of a pair, else empty.
     */
    struct plypack_text name;
    /**
     * The value of a pair as its text, or the whole line.
     */
    struct plypack_text value;
    /**
     * As `value`, but as it stands between the quotes in PGN, with `\"` and `\\`.
     */
    struct plypack_text raw;
} plypack_tag;

/**
 * Moves that belong to the library; as `plypack_text`. A move word has the target square in bits 0-5, the origin in bits
 * 6-11 (a1 = 0, b1 = 1, h8 = 63) and the kind in bits 12-15; spec/moves.md has the kinds. Since 0.1.
 */
typedef struct plypack_moves {
    /**
     * The first move.
     */
    const uint16_t *data;
    /**
     * The number of moves.
     */
    size_t len;
} plypack_moves;

/**
 * A token. Since 0.1.
 */
typedef struct plypack_token {
    /**
     * Which it is.
     */
    plypack_token_kind kind;
    /**
     * Plies, move word or NAG; else 0.
     */
    uint32_t number;
    /**
     * The text of comments, escapes and unreadable parts; else empty.
     */
    struct plypack_text text;
} plypack_token;

/**
 * A step of a walk. Since 0.1.
 */
typedef struct plypack_step {
    /**
     * The token. PLYPACK_TOKEN_PLIES does not occur: moves of the main line are PLYPACK_TOKEN_MOVE, too.
     */
    struct plypack_token token;
    /**
     * How many variations are open around it; 0 in the main line. The begin and the end of a variation count as inside.
     */
    uint32_t depth;
    /**
     * The number of plies from the start of the game to the end of the current line, a move just made included.
     */
    uint32_t ply;
} plypack_step;

/**
 * Takes the next `len` bytes of what is written. Gives 0, or anything else to fail with `PLYPACK_IO`. `data` is valid during
 * the call. Called on the thread of the function that was given it. Since 0.1.
 */
typedef int32_t (*plypack_write_callback)(void *user, const uint8_t *data, size_t len);

/**
 * Something in a PGN text that could not be read, and was kept as it was. Since 0.1.
 */
typedef struct plypack_issue {
    /**
     * The number of the game in the file that is written.
     */
    uint64_t game;
    /**
     * The line of the text, from 1.
     */
    uint64_t line;
    /**
     * The byte of the text, from 0.
     */
    uint64_t offset;
    /**
     * Why, in English.
     */
    struct plypack_text reason;
    /**
     * How it begins: up to 40 characters of ASCII, other bytes escaped.
     */
    struct plypack_text text;
} plypack_issue;

/**
 * Hears of something in a PGN text that could not be read. Gives 0, or anything else to stop with `PLYPACK_CANCELLED`.
 * `issue` and its texts are valid during the call. Called on the thread of the function that was given it. Since 0.1.
 */
typedef int32_t (*plypack_issue_callback)(void *user, const struct plypack_issue *issue);

/**
 * Counts of an import. Since 0.1.
 */
typedef struct plypack_imported {
    /**
     * Games added.
     */
    uint64_t games;
    /**
     * Plies of their main lines.
     */
    uint64_t plies;
    /**
     * Things that could not be read.
     */
    uint64_t issues;
    /**
     * Games that have them.
     */
    uint64_t games_with_issues;
} plypack_imported;

/**
 * Bytes that belong to the library; as `plypack_text`. Since 0.1.
 */
typedef struct plypack_bytes {
    /**
     * The first byte.
     */
    const uint8_t *data;
    /**
     * The number of bytes.
     */
    size_t len;
} plypack_bytes;

/**
 * Gives the size of a file in bytes. Gives 0, or anything else to fail with `PLYPACK_IO`. Since 0.1.
 */
typedef int32_t (*plypack_size_callback)(void *user, uint64_t *size);

/**
 * Fills `buffer` with the `len` bytes of a file at `offset`, all of them. Gives 0, or anything else to fail with
 * `PLYPACK_IO`. Called by all threads that use the reader, and by threads that the library starts for one of its functions,
 * also at the same time. Since 0.1.
 */
typedef int32_t (*plypack_read_callback)(void *user, uint64_t offset, uint8_t *buffer, size_t len);

/**
 * What is wrong with a file. Since 0.1.
 */
typedef struct plypack_fault {
    /**
     * What went wrong.
     */
    plypack_status status;
    /**
     * The byte of the file, or `PLYPACK_NO_OFFSET`.
     */
    uint64_t offset;
    /**
     * In English, for people.
     */
    struct plypack_text message;
} plypack_fault;

/**
 * Hears that `done` of `total` games are done. Gives 0, or anything else to stop with `PLYPACK_CANCELLED`. Called on the
 * thread of the function that was given it. Since 0.1.
 */
typedef int32_t (*plypack_progress_callback)(void *user, uint64_t done, uint64_t total);

/**
 * Games that cannot be read, or not wholly. Since 0.1.
 */
typedef struct plypack_damage {
    /**
     * The number of the first game.
     */
    uint64_t first;
    /**
     * How many games.
     */
    uint64_t count;
    /**
     * 1 if the games are there with some part missing, 0 if they are lost.
     */
    uint32_t partly;
    /**
     * Why.
     */
    struct plypack_fault fault;
} plypack_damage;

/**
 * Hears of games that cannot be read. Gives 0, or anything else to stop with `PLYPACK_CANCELLED`. `damage` and its text are
 * valid during the call. Called on the thread of the function that was given it. Since 0.1.
 */
typedef int32_t (*plypack_damage_callback)(void *user, const struct plypack_damage *damage);

/**
 * Counts of an export or a repair. Since 0.1.
 */
typedef struct plypack_exported {
    /**
     * Games written.
     */
    uint64_t games;
    /**
     * Games that are lost, or not whole.
     */
    uint64_t damaged;
} plypack_exported;

/**
 * A game that gets to what is searched for. Since 0.2.
 */
typedef struct plypack_hit {
    /**
     * The number of the game.
     */
    uint64_t game;
    /**
     * Plies from the start of the game to its first arrival.
     */
    uint32_t ply;
} plypack_hit;

/**
 * Gets the next `count` hits, in the order of the games. Gives 0, or anything else to stop with `PLYPACK_CANCELLED`. `hits` is
 * valid during the call. Called on the thread of the function that was given it. Since 0.2.
 */
typedef int32_t (*plypack_hit_callback)(void *user, const struct plypack_hit *hits, size_t count);

/**
 * A move that was played next, and what became of the games. Since 0.2.
 */
typedef struct plypack_branch {
    /**
     * The move word; `PLYPACK_NULL_MOVE` for a null move, and if `ends` is 1.
     */
    uint16_t word;
    /**
     * 1 if this counts the games that end in the position.
     */
    uint16_t ends;
    /**
     * The last year in which it was played; 0 if no year is known.
     */
    uint32_t last_year;
    /**
     * Games.
     */
    uint64_t games;
    /**
     * Games that White won.
     */
    uint64_t white;
    /**
     * Draws.
     */
    uint64_t draws;
    /**
     * Games that Black won.
     */
    uint64_t black;
    /**
     * Games without a known result.
     */
    uint64_t other;
    /**
     * The sum of the ratings of the players who made the move.
     */
    uint64_t rating_sum;
    /**
     * How many of them have a known rating.
     */
    uint64_t rated;
} plypack_branch;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library that runs, for example "0.1.0". `PLYPACK_VERSION` is the one of the header.
 *
 * The text is NUL-terminated and lives as long as the library. Any thread. Since 0.1.
 */
const char *plypack_version(void);

/**
 * The version of the library that runs, as a number that can be compared: major times 10000 plus minor times 100 plus patch.
 * `PLYPACK_VERSION_NUMBER` is the one of the header. Any thread. Since 0.1.
 */
uint32_t plypack_version_number(void);

/**
 * `PLYPACK_ABI_VERSION` of the library that runs. Any thread. Since 0.1.
 */
uint32_t plypack_abi_version(void);

/**
 * `PLYPACK_FORMAT_VERSION` of the library that runs. Any thread. Since 0.1.
 */
uint32_t plypack_format_version(void);

/**
 * The name of a status: its constant without `PLYPACK_`, for example "CHECKSUM_SECTION"; "UNKNOWN" for other numbers.
 *
 * The text is NUL-terminated and lives as long as the library. Any thread. Since 0.1.
 */
const char *plypack_status_name(int32_t status);

/**
 * The class of a status; that of a bug for numbers that are no status. Any thread. Since 0.1.
 */
plypack_class plypack_status_class(int32_t status);

/**
 * Makes an error object that says `PLYPACK_OK`; NULL if that fails. The caller frees it. Any thread. Since 0.1.
 */
struct plypack_error *plypack_error_new(void);

/**
 * Frees an error object and its message; NULL is allowed. Since 0.1.
 */
void plypack_error_free(struct plypack_error *error);

/**
 * The status of the last call; `PLYPACK_NULL_POINTER` for NULL. Since 0.1.
 */
plypack_status plypack_error_status(const struct plypack_error *error);

/**
 * Where the last call failed: a byte of the file, or what the function says; `PLYPACK_NO_OFFSET` where no place is known,
 * and for NULL. Since 0.1.
 */
uint64_t plypack_error_offset(const struct plypack_error *error);

/**
 * What went wrong in the last call, in English, for people; empty after success and for NULL. The wording may change.
 *
 * The text is NUL-terminated and belongs to the error object: it is valid until the object is given to another call or
 * freed. Since 0.1.
 */
const char *plypack_error_message(const struct plypack_error *error);

/**
 * The number of codecs that are built in. Any thread. Since 0.1.
 */
size_t plypack_codec_count(void);

/**
 * The number of the codec at `index`, from 0; they come in ascending order. Any thread.
 *
 * Status: PLYPACK_OUT_OF_RANGE. Since 0.1.
 */
plypack_status plypack_codec_at(size_t index, uint32_t *codec, struct plypack_error *error);

/**
 * The name of a codec, for example "byte". The text lives as long as the library. Any thread.
 *
 * Status: PLYPACK_UNKNOWN_CODEC. Since 0.1.
 */
plypack_status plypack_codec_name(uint32_t codec, struct plypack_text *name, struct plypack_error *error);

/**
 * The number of the codec with this name. Any thread.
 *
 * Status: PLYPACK_UNKNOWN_CODEC. Since 0.1.
 */
plypack_status plypack_codec_from_name(const char *name,
                                       size_t name_len,
                                       uint32_t *codec,
                                       struct plypack_error *error);

/**
 * The bytes that the code of `plies` moves takes at most, from any position. Most games take less: one byte a ply for
 * `PLYPACK_CODEC_BYTE` unless a side has three pieces of a kind. Any thread.
 *
 * Status: PLYPACK_UNKNOWN_CODEC; PLYPACK_INVALID_ARGUMENT when no memory holds so many. Since 0.1.
 */
plypack_status plypack_codec_encode_bound(uint32_t codec,
                                          size_t plies,
                                          size_t *bytes,
                                          struct plypack_error *error);

/**
 * The moves that a code of `bytes` bytes holds at most. Any thread.
 *
 * Status: PLYPACK_UNKNOWN_CODEC; PLYPACK_INVALID_ARGUMENT for a codec whose code does not tell where a line ends (BITS and
 * all above). Since 0.1.
 */
plypack_status plypack_codec_decode_bound(uint32_t codec,
                                          size_t bytes,
                                          size_t *plies,
                                          struct plypack_error *error);

/**
 * Encodes `count` moves (at `moves`) that are played from `start`, which stays as it is. One move, played from its own
 * position, gives the same code as within a line. `written` is the number of bytes. Any thread.
 *
 * Status: PLYPACK_UNKNOWN_CODEC; PLYPACK_ILLEGAL_MOVE with the number of the ply as offset; PLYPACK_BUFFER_TOO_SMALL. Since
 * 0.1.
 */
plypack_status plypack_codec_encode(uint32_t codec,
                                    const struct plypack_position *start,
                                    const uint16_t *moves,
                                    size_t count,
                                    uint8_t *code,
                                    size_t capacity,
                                    size_t *written,
                                    struct plypack_error *error);

/**
 * Decodes exactly `plies` moves that are played from `start`, and writes as many move words. All `code_len` bytes must be
 * used up. Every move is checked to be legal. Any thread.
 *
 * Status: PLYPACK_UNKNOWN_CODEC; PLYPACK_MOVE_MALFORMED, PLYPACK_TRUNCATED and PLYPACK_TRAILING_BYTES with the byte of the
 * code as offset; PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
 */
plypack_status plypack_codec_decode(uint32_t codec,
                                    const struct plypack_position *start,
                                    const uint8_t *code,
                                    size_t code_len,
                                    size_t plies,
                                    uint16_t *moves,
                                    size_t capacity,
                                    struct plypack_error *error);

/**
 * As `plypack_codec_decode`, but bytes may be left: `used` is the number of bytes that the moves took. With 1 for `plies` it
 * reads a single move.
 *
 * Status: as `plypack_codec_decode`, but never PLYPACK_TRAILING_BYTES; PLYPACK_INVALID_ARGUMENT for a codec whose code does
 * not tell where a line ends, as for `plypack_codec_decode_bound`. Since 0.1.
 */
plypack_status plypack_codec_decode_prefix(uint32_t codec,
                                           const struct plypack_position *start,
                                           const uint8_t *code,
                                           size_t code_len,
                                           size_t plies,
                                           uint16_t *moves,
                                           size_t capacity,
                                           size_t *used,
                                           struct plypack_error *error);

/**
 * As `plypack_codec_decode`, for callers that do not know the number of plies: reads moves until the code ends. `count` is
 * the number of moves; room for `plypack_codec_decode_bound` moves suffices.
 *
 * Status: as `plypack_codec_decode`; PLYPACK_INVALID_ARGUMENT for a codec whose code does not tell where a line ends, as for
 * `plypack_codec_decode_bound`. Since 0.1.
 */
plypack_status plypack_codec_decode_all(uint32_t codec,
                                        const struct plypack_position *start,
                                        const uint8_t *code,
                                        size_t code_len,
                                        uint16_t *moves,
                                        size_t capacity,
                                        size_t *count,
                                        struct plypack_error *error);

/**
 * Makes the standard starting position. The caller frees it. Any thread.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_position_new(struct plypack_position **position, struct plypack_error *error);

/**
 * Makes a position from a FEN, also with Shredder or X-FEN castling letters; missing fields take their default values.
 * In UCI notation, castling from here and from all later positions is written `e1g1`, or `e1h1` (Chess960) when a king or rook
 * with a castling right is not on its square of standard chess. The caller frees the position. Any thread.
 *
 * Status: PLYPACK_ILLEGAL_POSITION. Since 0.1.
 */
plypack_status plypack_position_from_fen(const char *fen,
                                         size_t fen_len,
                                         struct plypack_position **position,
                                         struct plypack_error *error);

/**
 * Makes a copy, which the caller frees.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_position_clone(const struct plypack_position *position,
                                      struct plypack_position **copy,
                                      struct plypack_error *error);

/**
 * Frees a position; NULL is allowed. Since 0.1.
 */
void plypack_position_free(struct plypack_position *position);

/**
 * Plays a packed move; `PLYPACK_NULL_MOVE` is not legal in check. On failure the position is unchanged.
 *
 * Status: PLYPACK_ILLEGAL_MOVE. Since 0.1.
 */
plypack_status plypack_position_play(struct plypack_position *position,
                                     uint16_t packed_move,
                                     struct plypack_error *error);

/**
 * Plays a move in UCI notation; castling in either mode, and `0000` for the null move. On failure the position is
 * unchanged.
 *
 * Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE. Since 0.1.
 */
plypack_status plypack_position_play_uci(struct plypack_position *position,
                                         const char *uci,
                                         size_t uci_len,
                                         struct plypack_error *error);

/**
 * Writes the FEN, NUL-terminated; `len` counts without the NUL. A buffer of `PLYPACK_FEN_CAPACITY` always suffices.
 *
 * Status: PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
 */
plypack_status plypack_position_fen(const struct plypack_position *position,
                                    char *text,
                                    size_t capacity,
                                    size_t *len,
                                    struct plypack_error *error);

/**
 * The side to move: `PLYPACK_WHITE` or `PLYPACK_BLACK`.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_position_turn(const struct plypack_position *position,
                                     plypack_color *turn,
                                     struct plypack_error *error);

/**
 * The number of legal moves, without the null move.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_position_legal_move_count(const struct plypack_position *position,
                                                 size_t *count,
                                                 struct plypack_error *error);

/**
 * Writes the legal moves as packed moves in canonical order (spec/moves.md), without the null move. A capacity of
 * `plypack_position_legal_move_count` suffices.
 *
 * Status: PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
 */
plypack_status plypack_position_legal_moves(const struct plypack_position *position,
                                            uint16_t *moves,
                                            size_t capacity,
                                            size_t *count,
                                            struct plypack_error *error);

/**
 * Reads a move in UCI notation; castling in either mode, and `0000` for the null move. The move is not played.
 *
 * Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE. Since 0.1.
 */
plypack_status plypack_position_move_from_uci(const struct plypack_position *position,
                                              const char *uci,
                                              size_t uci_len,
                                              uint16_t *packed_move,
                                              struct plypack_error *error);

/**
 * Reads a move in SAN, as liberally as PGN is parsed (spec/pgn.md); `--` is the null move. The move is not played.
 *
 * Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE, also for an ambiguous move. Since 0.1.
 */
plypack_status plypack_position_move_from_san(const struct plypack_position *position,
                                              const char *san,
                                              size_t san_len,
                                              uint16_t *packed_move,
                                              struct plypack_error *error);

/**
 * Writes a move in UCI notation, NUL-terminated; `len` counts without the NUL. A buffer of `PLYPACK_MOVE_CAPACITY` always
 * suffices. The move is not played.
 *
 * Status: PLYPACK_ILLEGAL_MOVE, PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
 */
plypack_status plypack_position_move_to_uci(const struct plypack_position *position,
                                            uint16_t packed_move,
                                            char *text,
                                            size_t capacity,
                                            size_t *len,
                                            struct plypack_error *error);

/**
 * Writes a move in SAN as in PGN's export format, with `+` or `#`, NUL-terminated; `len` counts without the NUL. A buffer of
 * `PLYPACK_MOVE_CAPACITY` always suffices. The move is not played.
 *
 * Status: PLYPACK_ILLEGAL_MOVE, PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
 */
plypack_status plypack_position_move_to_san(const struct plypack_position *position,
                                            uint16_t packed_move,
                                            char *text,
                                            size_t capacity,
                                            size_t *len,
                                            struct plypack_error *error);

/**
 * Makes an empty game from the standard starting position. The caller frees it. Any thread.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_new(struct plypack_game **game, struct plypack_error *error);

/**
 * Frees a game; NULL is allowed. Since 0.1.
 */
void plypack_game_free(struct plypack_game *game);

/**
 * Makes the game empty again, keeping its memory.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_clear(struct plypack_game *game, struct plypack_error *error);

/**
 * The number of lines in the tag section.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_tag_count(const struct plypack_game *game,
                                      size_t *count,
                                      struct plypack_error *error);

/**
 * A line of the tag section, from 0. Its texts are views into the game.
 *
 * Status: PLYPACK_OUT_OF_RANGE. Since 0.1.
 */
plypack_status plypack_game_tag(const struct plypack_game *game,
                                size_t index,
                                struct plypack_tag *tag,
                                struct plypack_error *error);

/**
 * The first tag of this name, which is case-sensitive. Its texts are views into the game.
 *
 * Status: PLYPACK_OUT_OF_RANGE when there is none. Since 0.1.
 */
plypack_status plypack_game_find_tag(const struct plypack_game *game,
                                     const char *name,
                                     size_t name_len,
                                     struct plypack_tag *tag,
                                     struct plypack_error *error);

/**
 * The kind of starting position.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_start(const struct plypack_game *game,
                                  plypack_start *start,
                                  struct plypack_error *error);

/**
 * The main line as packed moves: a view into the game. All moves of a game that was read are legal.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_moves(const struct plypack_game *game,
                                  struct plypack_moves *moves,
                                  struct plypack_error *error);

/**
 * The number of tokens.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_token_count(const struct plypack_game *game,
                                        size_t *count,
                                        struct plypack_error *error);

/**
 * A token, from 0, in the order of the movetext. Its text is a view into the game. `plypack_walk_next` gives the same with
 * the moves of the main line and with positions.
 *
 * Status: PLYPACK_OUT_OF_RANGE. Since 0.1.
 */
plypack_status plypack_game_token(const struct plypack_game *game,
                                  size_t index,
                                  struct plypack_token *token,
                                  struct plypack_error *error);

/**
 * The termination marker of the movetext, which may differ from the `Result` tag.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_termination(const struct plypack_game *game,
                                        plypack_termination *termination,
                                        struct plypack_error *error);

/**
 * The unparsed end of the movetext, verbatim: a view into the game; empty when all was parsed.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_rest(const struct plypack_game *game,
                                 struct plypack_text *rest,
                                 struct plypack_error *error);

/**
 * 1 if this is the continuation of the game before it, which was cut because its text was too long, else 0. Its text is in
 * `plypack_game_rest`.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_is_continuation(const struct plypack_game *game,
                                            uint32_t *is_continuation,
                                            struct plypack_error *error);

/**
 * Adds a tag. `value` is without escapes: the library escapes `"` and `\`. Texts are copied. A `FEN` tag takes effect with
 * `plypack_game_start_from_tags`.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for a name or value that no PGN tag can hold. Since 0.1.
 */
plypack_status plypack_game_add_tag(struct plypack_game *game,
                                    const char *name,
                                    size_t name_len,
                                    const char *value,
                                    size_t value_len,
                                    struct plypack_error *error);

/**
 * Sets the starting position to that of the `FEN` tag, or to the standard one if there is none. To be called after the tags are
 * added and before the moves.
 *
 * Status: PLYPACK_ILLEGAL_POSITION; PLYPACK_WRONG_STATE when the game has moves or annotations. The game is then unchanged.
 * Since 0.1.
 */
plypack_status plypack_game_start_from_tags(struct plypack_game *game,
                                            struct plypack_error *error);

/**
 * Adds a move to the current line: the main line, or the innermost open variation.
 *
 * Status: PLYPACK_ILLEGAL_MOVE; PLYPACK_WRONG_STATE for a game with unparsed text. Since 0.1.
 */
plypack_status plypack_game_add_move(struct plypack_game *game,
                                     uint16_t packed_move,
                                     struct plypack_error *error);

/**
 * As `plypack_game_add_move`, for a move in UCI notation.
 *
 * Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE, PLYPACK_WRONG_STATE. Since 0.1.
 */
plypack_status plypack_game_add_uci(struct plypack_game *game,
                                    const char *uci,
                                    size_t uci_len,
                                    struct plypack_error *error);

/**
 * As `plypack_game_add_move`, for a move in SAN.
 *
 * Status: PLYPACK_INVALID_MOVE_TEXT, PLYPACK_ILLEGAL_MOVE, PLYPACK_WRONG_STATE. Since 0.1.
 */
plypack_status plypack_game_add_san(struct plypack_game *game,
                                    const char *san,
                                    size_t san_len,
                                    struct plypack_error *error);

/**
 * Adds a comment after the last addition. `kind` is PLYPACK_TOKEN_COMMENT, PLYPACK_TOKEN_LINE_COMMENT or
 * PLYPACK_TOKEN_ESCAPE. The text is copied.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for another kind, or a text that such a comment cannot hold; PLYPACK_WRONG_STATE. Since 0.1.
 */
plypack_status plypack_game_add_comment(struct plypack_game *game,
                                        uint32_t kind,
                                        const char *text,
                                        size_t text_len,
                                        struct plypack_error *error);

/**
 * Adds a NAG (`$nag`) after the last addition.
 *
 * Status: PLYPACK_WRONG_STATE. Since 0.1.
 */
plypack_status plypack_game_add_nag(struct plypack_game *game, uint32_t nag, struct plypack_error *error);

/**
 * Begins a variation: an alternative to the last move of the current line. Later additions go into it.
 *
 * Status: PLYPACK_WRONG_STATE when the line has no move yet, PLYPACK_LIMIT_EXCEEDED when nested deeper than 255. Since 0.1.
 */
plypack_status plypack_game_begin_variation(struct plypack_game *game,
                                            struct plypack_error *error);

/**
 * Ends the innermost open variation.
 *
 * Status: PLYPACK_WRONG_STATE when none is open. Since 0.1.
 */
plypack_status plypack_game_end_variation(struct plypack_game *game, struct plypack_error *error);

/**
 * Sets the termination marker to one of the `PLYPACK_TERMINATION_` numbers. The `Result` tag is not changed.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for other numbers. Since 0.1.
 */
plypack_status plypack_game_set_termination(struct plypack_game *game,
                                            uint32_t termination,
                                            struct plypack_error *error);

/**
 * Makes the position before ply `ply` of the main line, from 0; the number of plies gives the last position. The caller frees
 * it. Takes time in proportion to `ply`.
 *
 * Status: PLYPACK_OUT_OF_RANGE. Since 0.1.
 */
plypack_status plypack_game_position(const struct plypack_game *game,
                                     size_t ply,
                                     struct plypack_position **position,
                                     struct plypack_error *error);

/**
 * Writes ply `ply` of the main line, from 0, in UCI notation, NUL-terminated, castling as
 * `plypack_position_from_fen` has it for the starting position; `len` counts without the NUL. A buffer of
 * `PLYPACK_MOVE_CAPACITY` always suffices. Takes time in proportion to `ply`: for whole games, use `plypack_game_uci_line` or a
 * walk.
 *
 * Status: PLYPACK_OUT_OF_RANGE, PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
 */
plypack_status plypack_game_uci(const struct plypack_game *game,
                                size_t ply,
                                char *text,
                                size_t capacity,
                                size_t *len,
                                struct plypack_error *error);

/**
 * Writes ply `ply` of the main line, from 0, in SAN, NUL-terminated; `len` counts without the NUL. A buffer of
 * `PLYPACK_MOVE_CAPACITY` always suffices. Takes time in proportion to `ply`: for whole games, use `plypack_game_san_line` or a
 * walk.
 *
 * Status: PLYPACK_OUT_OF_RANGE, PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
 */
plypack_status plypack_game_san(const struct plypack_game *game,
                                size_t ply,
                                char *text,
                                size_t capacity,
                                size_t *len,
                                struct plypack_error *error);

/**
 * The largest size of the text of `plypack_game_uci_line` and `plypack_game_san_line`, its NUL included.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_game_line_bound(const struct plypack_game *game,
                                       size_t *bytes,
                                       struct plypack_error *error);

/**
 * Writes the main line in UCI notation, NUL-terminated, with single spaces between the moves, castling as
 * `plypack_position_from_fen` has it for the starting position; `len` counts without the NUL.
 *
 * Status: PLYPACK_BUFFER_TOO_SMALL, never with `plypack_game_line_bound` bytes. Since 0.1.
 */
plypack_status plypack_game_uci_line(const struct plypack_game *game,
                                     char *text,
                                     size_t capacity,
                                     size_t *len,
                                     struct plypack_error *error);

/**
 * Writes the main line in SAN, NUL-terminated, with single spaces between the moves and without move numbers; `len` counts
 * without the NUL.
 *
 * Status: PLYPACK_BUFFER_TOO_SMALL, never with `plypack_game_line_bound` bytes. Since 0.1.
 */
plypack_status plypack_game_san_line(const struct plypack_game *game,
                                     char *text,
                                     size_t capacity,
                                     size_t *len,
                                     struct plypack_error *error);

/**
 * The size of the text of `plypack_game_pgn`, its NUL included. Costs as much as writing the text.
 *
 * Status: PLYPACK_INVALID_GAME for a game that PGN cannot express, for example with an open variation. Since 0.1.
 */
plypack_status plypack_game_pgn_size(const struct plypack_game *game,
                                     size_t *bytes,
                                     struct plypack_error *error);

/**
 * Writes the game as PGN text with a line end at the end, NUL-terminated; `len` counts without the NUL.
 *
 * Status: PLYPACK_INVALID_GAME for a game that PGN cannot express, PLYPACK_BUFFER_TOO_SMALL. Since 0.1.
 */
plypack_status plypack_game_pgn(const struct plypack_game *game,
                                char *text,
                                size_t capacity,
                                size_t *len,
                                struct plypack_error *error);

/**
 * Fills the game from the first game of a PGN text. Text that cannot be parsed is kept verbatim, and counted in `issues`.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for a text without a game. Since 0.1.
 */
plypack_status plypack_game_read_pgn(struct plypack_game *game,
                                     const char *text,
                                     size_t text_len,
                                     size_t *issues,
                                     struct plypack_error *error);

/**
 * Begins a walk before the first move. The caller frees it.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_walk_new(const struct plypack_game *game,
                                struct plypack_walk **walk,
                                struct plypack_error *error);

/**
 * Frees a walk; NULL is allowed. Since 0.1.
 */
void plypack_walk_free(struct plypack_walk *walk);

/**
 * Goes one step: a move, which is played, or another token. At the end of the game, and in all later calls, the step is
 * PLYPACK_TOKEN_NONE. Its text is valid until the walk is freed.
 *
 * Status: PLYPACK_INVALID_GAME, PLYPACK_LIMIT_EXCEEDED or PLYPACK_ILLEGAL_MOVE for a game whose tokens contradict each other,
 * which no function makes. Since 0.1.
 */
plypack_status plypack_walk_next(struct plypack_walk *walk,
                                 struct plypack_step *step,
                                 struct plypack_error *error);

/**
 * Makes a copy of the position at the end of the current line: after a move, the position after it; after the begin of a
 * variation, the one from which it starts. The caller frees it.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_walk_position(const struct plypack_walk *walk,
                                     struct plypack_position **position,
                                     struct plypack_error *error);

/**
 * Makes a copy of the position before the last move of the current line, for `plypack_position_move_to_san` and
 * `plypack_position_move_to_uci`; without such a move, the position from which the line starts. The caller frees it.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_walk_before(const struct plypack_walk *walk,
                                   struct plypack_position **position,
                                   struct plypack_error *error);

/**
 * Makes options with the usual values: codec `PLYPACK_CODEC_BYTE`, level 9. The caller frees them. Any thread.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_options_new(struct plypack_options **options,
                                   struct plypack_error *error);

/**
 * Frees options; NULL is allowed. Since 0.1.
 */
void plypack_options_free(struct plypack_options *options);

/**
 * Sets the codec of the main lines to one of the `PLYPACK_CODEC_` numbers.
 *
 * Status: PLYPACK_UNKNOWN_CODEC. Since 0.1.
 */
plypack_status plypack_options_set_codec(struct plypack_options *options,
                                         uint32_t codec,
                                         struct plypack_error *error);

/**
 * Sets zstd's level for everything but the moves: 1 (fast) to 22 (small).
 *
 * Status: PLYPACK_INVALID_ARGUMENT for other numbers. Since 0.1.
 */
plypack_status plypack_options_set_level(struct plypack_options *options,
                                         int32_t level,
                                         struct plypack_error *error);

/**
 * The codec that is set.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_options_codec(const struct plypack_options *options,
                                     uint32_t *codec,
                                     struct plypack_error *error);

/**
 * The level that is set.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_options_level(const struct plypack_options *options,
                                     int32_t *level,
                                     struct plypack_error *error);

/**
 * Makes a new file at `path`, or empties one that is there. With NULL for `options` it takes the usual ones. The caller finishes and frees
 * the writer. Any thread.
 *
 * Status: PLYPACK_LOCKED when somebody else writes to the file, PLYPACK_IO. Since 0.1.
 */
plypack_status plypack_writer_create(const char *path,
                                     const struct plypack_options *options,
                                     struct plypack_writer **writer,
                                     struct plypack_error *error);

/**
 * Opens the file at `path` to add games at its end. With NULL for `options` it takes the usual ones. They are those of the new games; the
 * codec may be another one than before. The caller finishes and frees the writer. Any thread.
 *
 * Status: those of `plypack_reader_open`; those of the classes malformed and checksum for a file with a torn or damaged end, which
 * must be repaired first; PLYPACK_UNSUPPORTED_VERSION for a file of a newer version; PLYPACK_LOCKED. Since 0.1.
 */
plypack_status plypack_writer_append(const char *path,
                                     const struct plypack_options *options,
                                     struct plypack_writer **writer,
                                     struct plypack_error *error);

/**
 * Starts a file in memory; see `plypack_writer_bytes`. With NULL for `options` it takes the usual ones. The caller finishes and frees the writer.
 * Any thread.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_writer_create_memory(const struct plypack_options *options,
                                            struct plypack_writer **writer,
                                            struct plypack_error *error);

/**
 * Starts a file that is written through a callback, from its first byte to its last. With NULL for `options` it takes the usual ones. `user` is
 * handed to the callback, and may be NULL; it is called until the writer is finished. The caller finishes and frees the writer.
 *
 * Status: PLYPACK_IO from `write`. Since 0.1.
 */
plypack_status plypack_writer_create_callback(plypack_write_callback write,
                                              void *user,
                                              const struct plypack_options *options,
                                              struct plypack_writer **writer,
                                              struct plypack_error *error);

/**
 * Frees a writer; NULL is allowed. A file that was not finished keeps what was written so far, which does not count: readers
 * take its end for torn. Since 0.1.
 */
void plypack_writer_free(struct plypack_writer *writer);

/**
 * The games in the file, with those that were there before.
 *
 * Status: PLYPACK_WRONG_STATE when the file is finished. Since 0.1.
 */
plypack_status plypack_writer_game_count(const struct plypack_writer *writer,
                                         uint64_t *count,
                                         struct plypack_error *error);

/**
 * Adds a game. Every move is checked.
 *
 * Status: PLYPACK_INVALID_GAME, PLYPACK_ILLEGAL_MOVE and PLYPACK_LIMIT_EXCEEDED for a game that cannot be stored, after which
 * the next one can be added; PLYPACK_IO, after which none can; PLYPACK_WRONG_STATE when the file is finished. Since 0.1.
 */
plypack_status plypack_writer_add(struct plypack_writer *writer,
                                  const struct plypack_game *game,
                                  struct plypack_error *error);

/**
 * Adds all games of a PGN text, plain or compressed with zstd. The text is copied. Works on `thread_count` threads (0: one a core);
 * the file does not depend on their number. What cannot be read is kept as it was and told to `issue`, which may be NULL, with
 * `user`. On failure the games before the failure are added.
 *
 * Status: PLYPACK_CANCELLED; PLYPACK_IO; PLYPACK_WRONG_STATE when the file is finished. Since 0.1.
 */
plypack_status plypack_writer_add_pgn(struct plypack_writer *writer,
                                      const char *text,
                                      size_t text_len,
                                      uint32_t thread_count,
                                      plypack_issue_callback issue,
                                      void *user,
                                      struct plypack_imported *imported,
                                      struct plypack_error *error);

/**
 * Adds all games of the PGN file at `path`, plain or compressed with zstd. Works on `thread_count` threads (0: one a core);
 * the file does not depend on their number. What cannot be read is kept as it was and told to `issue`, which may be NULL, with
 * `user`. On failure the games before the failure are added.
 *
 * Status: PLYPACK_CANCELLED; PLYPACK_IO; PLYPACK_WRONG_STATE when the file is finished. Since 0.1.
 */
plypack_status plypack_writer_add_pgn_file(struct plypack_writer *writer,
                                           const char *path,
                                           uint32_t thread_count,
                                           plypack_issue_callback issue,
                                           void *user,
                                           struct plypack_imported *imported,
                                           struct plypack_error *error);

/**
 * Completes the file: writes what is left and the footer, and makes it last. After that, also after a failure, the writer can
 * only be freed, or asked for `plypack_writer_bytes`.
 *
 * Status: PLYPACK_IO; PLYPACK_WRONG_STATE when it is finished, or an earlier write failed. Since 0.1.
 */
plypack_status plypack_writer_finish(struct plypack_writer *writer,
                                     struct plypack_error *error);

/**
 * The complete file that was written to memory: a view that is valid until the writer is freed; empty for other files.
 *
 * Status: PLYPACK_WRONG_STATE before `plypack_writer_finish`. Since 0.1.
 */
plypack_status plypack_writer_bytes(const struct plypack_writer *writer,
                                    struct plypack_bytes *bytes,
                                    struct plypack_error *error);

/**
 * Opens the file at `path`. A file whose end is torn or damaged is opened too, with what can be found; see
 * `plypack_reader_fault_count`. The caller frees the reader. Any thread.
 *
 * Status: PLYPACK_NOT_PLYPACK, PLYPACK_TRUNCATED for less than a header, PLYPACK_HEADER_MALFORMED,
 * PLYPACK_CHECKSUM_HEADER, PLYPACK_UNSUPPORTED_VERSION, PLYPACK_UNSUPPORTED_FEATURE, PLYPACK_IO. Since 0.1.
 */
plypack_status plypack_reader_open(const char *path,
                                   struct plypack_reader **reader,
                                   struct plypack_error *error);

/**
 * As `plypack_reader_open`, for a file that lies in memory. The bytes are copied.
 *
 * Status: as `plypack_reader_open`. Since 0.1.
 */
plypack_status plypack_reader_open_memory(const uint8_t *data,
                                          size_t len,
                                          struct plypack_reader **reader,
                                          struct plypack_error *error);

/**
 * As `plypack_reader_open`, for a file that is read through callbacks, until the reader is freed. `user` is handed to them, and
 * may be NULL.
 *
 * Status: as `plypack_reader_open`. Since 0.1.
 */
plypack_status plypack_reader_open_callbacks(plypack_size_callback size,
                                             plypack_read_callback read,
                                             void *user,
                                             struct plypack_reader **reader,
                                             struct plypack_error *error);

/**
 * Closes a reader; NULL is allowed. Games that were read stay as they are. Since 0.1.
 */
void plypack_reader_free(struct plypack_reader *reader);

/**
 * The number of games. Games are numbered from 0.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_reader_game_count(const struct plypack_reader *reader,
                                         uint64_t *count,
                                         struct plypack_error *error);

/**
 * Reads game `number` into `game`, which is cleared first. On failure the game is empty.
 *
 * Status: PLYPACK_OUT_OF_RANGE; statuses of the classes malformed, unsupported, limit and checksum for a damaged
 * block; PLYPACK_IO. Since 0.1.
 */
plypack_status plypack_reader_read_game(const struct plypack_reader *reader,
                                        uint64_t number,
                                        struct plypack_game *game,
                                        struct plypack_error *error);

/**
 * Reads tags, start and termination of game `number` into `game`, which is cleared first: faster than all of it. The game then
 * has no moves. On failure the game is empty.
 *
 * Status: PLYPACK_OUT_OF_RANGE; statuses of the classes malformed, unsupported, limit and checksum for a damaged
 * block; PLYPACK_IO. Since 0.1.
 */
plypack_status plypack_reader_read_tags(const struct plypack_reader *reader,
                                        uint64_t number,
                                        struct plypack_game *game,
                                        struct plypack_error *error);

/**
 * The plies of the main line of game `number`: room that `plypack_reader_read_moves` needs.
 *
 * Status: PLYPACK_OUT_OF_RANGE; statuses of the classes malformed, unsupported, limit and checksum for a damaged
 * block; PLYPACK_IO. Since 0.1.
 */
plypack_status plypack_reader_ply_count(const struct plypack_reader *reader,
                                        uint64_t number,
                                        size_t *plies,
                                        struct plypack_error *error);

/**
 * Writes the main line of game `number` as move words, without reading the rest of the game.
 *
 * Status: PLYPACK_OUT_OF_RANGE, PLYPACK_BUFFER_TOO_SMALL; statuses of the classes malformed, unsupported, limit and checksum for a damaged
 * block; PLYPACK_IO. Since 0.1.
 */
plypack_status plypack_reader_read_moves(const struct plypack_reader *reader,
                                         uint64_t number,
                                         uint16_t *moves,
                                         size_t capacity,
                                         size_t *count,
                                         struct plypack_error *error);

/**
 * How many things are wrong with the frame of the file: 0 unless its end is torn or damaged. Corruption inside games shows when
 * they are read, or with `plypack_reader_verify`.
 *
 * Status: the common ones. Since 0.1.
 */
plypack_status plypack_reader_fault_count(const struct plypack_reader *reader,
                                          size_t *count,
                                          struct plypack_error *error);

/**
 * Something that is wrong with the frame of the file, from 0. Its text is valid until the reader is freed.
 *
 * Status: PLYPACK_OUT_OF_RANGE. Since 0.1.
 */
plypack_status plypack_reader_fault(const struct plypack_reader *reader,
                                    size_t index,
                                    struct plypack_fault *fault,
                                    struct plypack_error *error);

/**
 * Reads every game, with all checksums and the legality of all moves, on `thread_count` threads (0: one a core). Afterwards
 * `damage` hears what is damaged, in the order of the file; `damaged` is the sum of
 * their counts; a game may be named twice. Callbacks may be NULL, and may
 * read from the same reader.
 *
 * Status: PLYPACK_CANCELLED. Corruption is not a failure of the call. Since 0.1.
 */
plypack_status plypack_reader_verify(const struct plypack_reader *reader,
                                     uint32_t thread_count,
                                     plypack_progress_callback progress,
                                     plypack_damage_callback damage,
                                     void *user,
                                     uint64_t *damaged,
                                     struct plypack_error *error);

/**
 * Writes `count` games from `first` on as PGN text to `write`, using `thread_count` threads (0: one a core). Games that cannot
 * be read are told to `damage`, which may be NULL, and left out. Both callbacks get `user`.
 *
 * Status: PLYPACK_OUT_OF_RANGE, PLYPACK_CANCELLED, PLYPACK_IO from `write`. Corruption is not a failure of the call. Since 0.1.
 */
plypack_status plypack_reader_export_pgn(const struct plypack_reader *reader,
                                         uint64_t first,
                                         uint64_t count,
                                         uint32_t thread_count,
                                         plypack_write_callback write,
                                         plypack_damage_callback damage,
                                         void *user,
                                         struct plypack_exported *exported,
                                         struct plypack_error *error);

/**
 * Makes a query that says nothing yet. The caller frees it. Any thread.
 *
 * Status: the common ones. Since 0.2.
 */
plypack_status plypack_query_new(struct plypack_query **query, struct plypack_error *error);

/**
 * Frees a query; NULL is allowed. Since 0.2.
 */
void plypack_query_free(struct plypack_query *query);

/**
 * Searches for a position: equal men, side to move, castling rights and legal en passant capture, by whatever moves.
 *
 * Status: the common ones. Since 0.2.
 */
plypack_status plypack_query_set_position(struct plypack_query *query,
                                          const struct plypack_position *position,
                                          struct plypack_error *error);

/**
 * Searches for men on squares, as in the first field of a FEN; digits are squares that do not matter.
 *
 * Status: PLYPACK_ILLEGAL_POSITION for other text, PLYPACK_INVALID_ARGUMENT for text that is not UTF-8. Since 0.2.
 */
plypack_status plypack_query_set_pattern(struct plypack_query *query,
                                         const char *pattern,
                                         size_t pattern_len,
                                         struct plypack_error *error);

/**
 * Searches for exactly these men, on any squares, for either colour: `KRPKR`.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for other text. Since 0.2.
 */
plypack_status plypack_query_set_material(struct plypack_query *query,
                                          const char *material,
                                          size_t material_len,
                                          struct plypack_error *error);

/**
 * Looks only at games with this text in one of the `PLYPACK_FIELD_` texts, in UTF-8. Names match when they contain it; capital
 * and small letters of ASCII are the same.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for another field or a text that the field does not take. Since 0.2.
 */
plypack_status plypack_query_set_text(struct plypack_query *query,
                                      uint32_t field,
                                      const char *text,
                                      size_t text_len,
                                      struct plypack_error *error);

/**
 * Looks only at games with one of the `PLYPACK_FIELD_` numbers from `first` to `last`, both included.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for another field. Since 0.2.
 */
plypack_status plypack_query_set_range(struct plypack_query *query,
                                       uint32_t field,
                                       uint32_t first,
                                       uint32_t last,
                                       struct plypack_error *error);

/**
 * Sets whether variations are looked at too (not 0), in games whose main line does not get there. Off at first.
 *
 * Status: the common ones. Since 0.2.
 */
plypack_status plypack_query_set_variations(struct plypack_query *query,
                                            uint32_t variations,
                                            struct plypack_error *error);

/**
 * Sets whether a position index is used (not 0) where the file has one. On at first; the answers are the same.
 *
 * Status: the common ones. Since 0.2.
 */
plypack_status plypack_query_set_index(struct plypack_query *query,
                                       uint32_t index,
                                       struct plypack_error *error);

/**
 * Opens the file at `path` as `plypack_reader_open` does, but has the operating system show it as memory: the fastest way to
 * search it. While the reader is open, no program may make the file shorter or write over it: this program would be stopped by
 * the operating system, or see wrong bytes. Adding games does no harm.
 *
 * Status: as `plypack_reader_open`. Since 0.2.
 */
plypack_status plypack_reader_open_mapped(const char *path,
                                          struct plypack_reader **reader,
                                          struct plypack_error *error);

/**
 * Finds the games that get to what `query` says, using `thread_count` threads (0: one a core). `hit` gets them in order, in
 * portions. Games that cannot be searched are told to `damage`; `progress` hears how many games are done. Both may be NULL.
 *
 * Status: PLYPACK_WRONG_STATE for a query that does not say what to search for, PLYPACK_CANCELLED. Corruption is not a failure of
 * the call. Since 0.2.
 */
plypack_status plypack_reader_find(const struct plypack_reader *reader,
                                   const struct plypack_query *query,
                                   uint32_t thread_count,
                                   plypack_hit_callback hit,
                                   plypack_progress_callback progress,
                                   plypack_damage_callback damage,
                                   void *user,
                                   struct plypack_error *error);

/**
 * As `plypack_reader_find`, but writes the first hits, `capacity` at most, to `hits`. `count` is how many there are in all; with a
 * capacity of 0 they are only counted, which is faster where the file has an index.
 *
 * Status: as `plypack_reader_find`. Since 0.2.
 */
plypack_status plypack_reader_find_hits(const struct plypack_reader *reader,
                                        const struct plypack_query *query,
                                        uint32_t thread_count,
                                        plypack_progress_callback progress,
                                        plypack_damage_callback damage,
                                        void *user,
                                        struct plypack_hit *hits,
                                        size_t capacity,
                                        size_t *count,
                                        struct plypack_error *error);

/**
 * Writes the numbers of the first games that meet the conditions of `query`, `capacity` at most, to `games`; what the query
 * searches for does not matter. `count` is how many there are in all. `progress` and `damage` may be NULL.
 *
 * Status: PLYPACK_CANCELLED. Since 0.2.
 */
plypack_status plypack_reader_list(const struct plypack_reader *reader,
                                   const struct plypack_query *query,
                                   plypack_progress_callback progress,
                                   plypack_damage_callback damage,
                                   void *user,
                                   uint64_t *games,
                                   size_t capacity,
                                   size_t *count,
                                   struct plypack_error *error);

/**
 * Counts what was played next in the position that `query` says: the moves of most games first. Threads and callbacks as
 * `plypack_reader_find`. The caller frees the tree, which may outlive the reader.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for a query that searches for something else than a position, PLYPACK_WRONG_STATE,
 * PLYPACK_CANCELLED. Since 0.2.
 */
plypack_status plypack_reader_tree(const struct plypack_reader *reader,
                                   const struct plypack_query *query,
                                   uint32_t thread_count,
                                   plypack_progress_callback progress,
                                   plypack_damage_callback damage,
                                   void *user,
                                   struct plypack_tree **tree,
                                   struct plypack_error *error);

/**
 * Frees a tree; NULL is allowed. Since 0.2.
 */
void plypack_tree_free(struct plypack_tree *tree);

/**
 * The number of branches.
 *
 * Status: the common ones. Since 0.2.
 */
plypack_status plypack_tree_branch_count(const struct plypack_tree *tree,
                                         size_t *count,
                                         struct plypack_error *error);

/**
 * A branch, from 0.
 *
 * Status: PLYPACK_OUT_OF_RANGE. Since 0.2.
 */
plypack_status plypack_tree_branch(const struct plypack_tree *tree,
                                   size_t index,
                                   struct plypack_branch *branch,
                                   struct plypack_error *error);

/**
 * Finds the distinct move orders by which games get to what `query` says: those of most games first. Threads and callbacks as
 * `plypack_reader_find`. The caller frees the orders, which may outlive the reader.
 *
 * Status: as `plypack_reader_find`. Since 0.2.
 */
plypack_status plypack_reader_transpositions(const struct plypack_reader *reader,
                                             const struct plypack_query *query,
                                             uint32_t thread_count,
                                             plypack_progress_callback progress,
                                             plypack_damage_callback damage,
                                             void *user,
                                             struct plypack_orders **orders,
                                             struct plypack_error *error);

/**
 * Frees move orders; NULL is allowed. Since 0.2.
 */
void plypack_orders_free(struct plypack_orders *orders);

/**
 * The number of move orders.
 *
 * Status: the common ones. Since 0.2.
 */
plypack_status plypack_orders_count(const struct plypack_orders *orders,
                                    size_t *count,
                                    struct plypack_error *error);

/**
 * A move order, from 0: its moves from the start of the game, valid until the orders are freed, and how many games came so.
 *
 * Status: PLYPACK_OUT_OF_RANGE. Since 0.2.
 */
plypack_status plypack_orders_at(const struct plypack_orders *orders,
                                 size_t index,
                                 struct plypack_moves *moves,
                                 uint64_t *games,
                                 struct plypack_error *error);

/**
 * Adds a position index to the file at `path` for the games that have none, using `thread_count` threads (0: one a core);
 * `games` is how many these are. What is in the file stays as it is; readers that are open do not see the index. `progress` may
 * be NULL. Any thread.
 *
 * Status: as `plypack_writer_append`; statuses of the classes malformed and checksum for a damaged block; PLYPACK_CANCELLED.
 * Since 0.2.
 */
plypack_status plypack_file_index(const char *path,
                                  uint32_t thread_count,
                                  plypack_progress_callback progress,
                                  void *user,
                                  uint64_t *games,
                                  struct plypack_error *error);

/**
 * A figure about the file: one of the `PLYPACK_INFO_` numbers.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for other numbers; statuses of the classes malformed, unsupported, limit and checksum for a damaged
 * block; PLYPACK_IO. Since 0.1.
 */
plypack_status plypack_reader_info(const struct plypack_reader *reader,
                                   uint32_t field,
                                   uint64_t *value,
                                   struct plypack_error *error);

/**
 * Writes all games that can be saved from the file at `from` into a new file at `to`, which is emptied first if it is there. It
 * must be another file. With NULL for `options`, the new file has the codec of the old one. What is lost is told to `damage`,
 * which may be NULL. On failure `to` may hold a part of a file. Any thread.
 *
 * Status: PLYPACK_INVALID_ARGUMENT for a file onto itself, the PLYPACK_UNSUPPORTED_ ones, PLYPACK_LOCKED, PLYPACK_IO,
 * PLYPACK_CANCELLED. Corruption is not a failure of the call. Since 0.1.
 */
plypack_status plypack_file_repair(const char *from,
                                   const char *to,
                                   const struct plypack_options *options,
                                   plypack_damage_callback damage,
                                   void *user,
                                   struct plypack_exported *exported,
                                   struct plypack_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PLYPACK_H */
