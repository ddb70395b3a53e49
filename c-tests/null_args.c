/* Every function, with NULL for each pointer that must not be NULL: it returns a status and writes nothing. The driver
 * compares this file with include/plypack.symbols. */
#include "plytest.h"

#define NULL_IN(call) GIVES(PLYPACK_NULL_POINTER, call)

/* Outputs that no call here may change. */
typedef union outputs {
    unsigned char bytes[256];
    char text[8];
    uint8_t code[8];
    uint16_t moves[8];
    uint16_t move;
    uint32_t u32;
    int32_t i32;
    uint64_t u64;
    size_t size;
    plypack_position *position;
    plypack_game *game;
    plypack_walk *walk;
    plypack_writer *writer;
    plypack_reader *reader;
    plypack_scan *scan;
    plypack_query *query;
    plypack_hits *hits;
    plypack_tree *tree;
    plypack_orders *orders;
    plypack_rows *list;
    plypack_names *names;
    plypack_edits *edits;
    plypack_paths *paths;
    plypack_explorer *explorer;
    plypack_color color_;
    plypack_start start_;
    plypack_termination termination_;
    plypack_text text_;
    plypack_bytes bytes_;
    plypack_moves moves_;
    plypack_tag tag_;
    plypack_token token_;
    plypack_step step_;
    plypack_error_info info_;
    plypack_imported imported_;
    plypack_exported exported_;
    plypack_compacted compacted_;
    plypack_state state_;
} outputs;

static outputs untouched;
static const uint8_t code[3] = {0xC0, 0xC0, 0x1F};
static const uint16_t moves[3] = {0, 0, 0};
static plytest_bytes bytes;
static const plypack_options options = PLYPACK_OPTIONS_INIT;
static plypack_position *position;
static plypack_game *game;
static plypack_walk *walk;
static plypack_writer *writer;
static plypack_reader *reader;
static plypack_query *query;
static plypack_hits *hits;
static plypack_tree *tree;
static plypack_orders *orders;
static plypack_rows *list;
static const plypack_rows_options rows_options = PLYPACK_ROWS_OPTIONS_INIT;
static plypack_names *names;
static plypack_paths *paths;
static plypack_explorer *explorer;
static const plypack_reader *readers[1];

static int32_t no_hits(void *user, const plypack_hit *found, size_t count) {
    (void)user, (void)found, (void)count;
    return 0;
}

static void functions_without_pointers(void) {
    CHECK(plypack_version() != NULL);
    CHECK(plypack_abi_version() == PLYPACK_ABI_VERSION);
    CHECK(strcmp(plypack_status_name(-5), "UNKNOWN") == 0);
}

static void error_objects(void) {
    plypack_error *error = plypack_error_new();
    CHECK(plypack_error_offset(NULL) == PLYPACK_NO_OFFSET);
    CHECK(strcmp(plypack_error_message(NULL), "") == 0);
    CHECK(strcmp(plypack_error_message(error), "") == 0);
    GIVES(PLYPACK_NULL_POINTER, plypack_game_clear(NULL, error));
    CHECK(strcmp(plypack_error_message(error), "`game` is NULL") == 0);
    plypack_error_free(error);
    plypack_error_free(NULL);
}

static void position_functions(void) {
    NULL_IN(plypack_position_new(NULL, NULL));
    NULL_IN(plypack_position_from_fen(NULL, 3, &untouched.position, NULL));
    NULL_IN(plypack_position_from_fen("abc", 3, NULL, NULL));
    NULL_IN(plypack_position_clone(NULL, &untouched.position, NULL));
    NULL_IN(plypack_position_clone(position, NULL, NULL));
    plypack_position_free(NULL);
    NULL_IN(plypack_position_play(NULL, 0, NULL));
    NULL_IN(plypack_position_fen(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_fen(position, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_fen(position, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_position_set_fen(NULL, "abc", 3, NULL));
    NULL_IN(plypack_position_set_fen(position, NULL, 3, NULL));
    NULL_IN(plypack_position_undo(NULL, NULL));
    CHECK(plypack_position_turn(NULL) == PLYPACK_WHITE);
    CHECK(plypack_position_board(NULL).len == 0);
    CHECK(plypack_position_opening(NULL).eco.len == 0 && plypack_position_opening(NULL).name.data != NULL);
    CHECK(plypack_position_state(NULL).castling_rooks == 0);
    CHECK(plypack_position_castling_rook(NULL, 0) == PLYPACK_NO_SQUARE);
    CHECK(plypack_position_state(NULL).en_passant == PLYPACK_NO_SQUARE);
    CHECK(plypack_position_state(NULL).halfmove_clock == 0 && plypack_position_state(NULL).fullmove_number == 0);
    CHECK(plypack_position_state(NULL).is_chess960 == 0 && plypack_position_key(NULL) == 0);
    CHECK(plypack_position_state(NULL).is_check == 0);
    CHECK(plypack_position_ending(NULL) == PLYPACK_ENDING_NONE && plypack_position_is_legal(NULL, 0) == 0);
    NULL_IN(plypack_position_legal_moves(NULL, untouched.moves, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_legal_moves(position, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_legal_moves(position, untouched.moves, 3, NULL, NULL));
    NULL_IN(plypack_position_move_from_uci(NULL, "abc", 3, &untouched.move, NULL));
    NULL_IN(plypack_position_move_from_uci(position, NULL, 3, &untouched.move, NULL));
    NULL_IN(plypack_position_move_from_uci(position, "abc", 3, NULL, NULL));
    NULL_IN(plypack_position_move_from_san(NULL, "abc", 3, &untouched.move, NULL));
    NULL_IN(plypack_position_move_from_san(position, NULL, 3, &untouched.move, NULL));
    NULL_IN(plypack_position_move_from_san(position, "abc", 3, NULL, NULL));
    NULL_IN(plypack_position_move_to_uci(NULL, 0, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_move_to_uci(position, 0, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_move_to_uci(position, 0, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_position_move_to_san(NULL, 0, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_move_to_san(position, 0, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_move_to_san(position, 0, untouched.text, 3, NULL, NULL));
}

static void codec_functions(void) {
    CHECK(plypack_codec_name(0) == NULL);
    NULL_IN(plypack_codec_from_name(NULL, 3, &untouched.u32, NULL));
    NULL_IN(plypack_codec_from_name("abc", 3, NULL, NULL));
    NULL_IN(plypack_codec_encode_bound(PLYPACK_CODEC_BYTE, 0, NULL, NULL));
    NULL_IN(plypack_codec_encode(PLYPACK_CODEC_BYTE, NULL, moves, 3, untouched.code, 3, &untouched.size, NULL));
    NULL_IN(plypack_codec_encode(PLYPACK_CODEC_BYTE, position, NULL, 3, untouched.code, 3, &untouched.size, NULL));
    NULL_IN(plypack_codec_encode(PLYPACK_CODEC_BYTE, position, moves, 3, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_codec_encode(PLYPACK_CODEC_BYTE, position, moves, 3, untouched.code, 3, NULL, NULL));
    NULL_IN(plypack_codec_decode(PLYPACK_CODEC_BYTE, NULL, code, 3, 0, untouched.moves, 3, NULL));
    NULL_IN(plypack_codec_decode(PLYPACK_CODEC_BYTE, position, NULL, 3, 0, untouched.moves, 3, NULL));
    NULL_IN(plypack_codec_decode(PLYPACK_CODEC_BYTE, position, code, 3, 0, NULL, 3, NULL));
    NULL_IN(plypack_codec_decode_prefix(PLYPACK_CODEC_BYTE, NULL, code, 3, 0, untouched.moves, 3, &untouched.size,
                                        NULL));
    NULL_IN(plypack_codec_decode_prefix(PLYPACK_CODEC_BYTE, position, NULL, 3, 0, untouched.moves, 3, &untouched.size,
                                        NULL));
    NULL_IN(plypack_codec_decode_prefix(PLYPACK_CODEC_BYTE, position, code, 3, 0, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_codec_decode_prefix(PLYPACK_CODEC_BYTE, position, code, 3, 0, untouched.moves, 3, NULL, NULL));
    NULL_IN(plypack_codec_decode_all(PLYPACK_CODEC_BYTE, NULL, code, 3, untouched.moves, 3, &untouched.size, NULL));
    NULL_IN(plypack_codec_decode_all(PLYPACK_CODEC_BYTE, position, NULL, 3, untouched.moves, 3, &untouched.size, NULL));
    NULL_IN(plypack_codec_decode_all(PLYPACK_CODEC_BYTE, position, code, 3, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_codec_decode_all(PLYPACK_CODEC_BYTE, position, code, 3, untouched.moves, 3, NULL, NULL));
}

static void game_functions(void) {
    uint8_t record[8];
    NULL_IN(plypack_game_new(NULL, NULL));
    plypack_game_free(NULL);
    NULL_IN(plypack_game_clear(NULL, NULL));
    CHECK(plypack_game_tag_count(NULL) == 0 && plypack_game_token_count(NULL) == 0);
    CHECK(plypack_game_start(NULL) == PLYPACK_START_STANDARD && plypack_game_is_continuation(NULL) == 0);
    CHECK(plypack_game_termination(NULL) == PLYPACK_TERMINATION_ABSENT);
    CHECK(plypack_game_moves(NULL).len == 0 && plypack_game_moves(NULL).data != NULL);
    CHECK(plytest_is(plypack_game_unparsed(NULL), ""));
    NULL_IN(plypack_game_tag_at(NULL, 0, &untouched.tag_, NULL));
    NULL_IN(plypack_game_tag_at(game, 0, NULL, NULL));
    NULL_IN(plypack_game_find_tag(NULL, "abc", 3, &untouched.tag_, NULL));
    NULL_IN(plypack_game_find_tag(game, NULL, 3, &untouched.tag_, NULL));
    NULL_IN(plypack_game_find_tag(game, "abc", 3, NULL, NULL));
    NULL_IN(plypack_game_token_at(NULL, 0, &untouched.token_, NULL));
    NULL_IN(plypack_game_token_at(game, 0, NULL, NULL));
    NULL_IN(plypack_game_clone(NULL, &untouched.game, NULL));
    NULL_IN(plypack_game_clone(game, NULL, NULL));
    NULL_IN(plypack_game_add_move(NULL, 0, NULL));
    NULL_IN(plypack_game_add_uci(NULL, "abc", 3, NULL));
    NULL_IN(plypack_game_add_uci(game, NULL, 3, NULL));
    NULL_IN(plypack_game_add_san(NULL, "abc", 3, NULL));
    NULL_IN(plypack_game_add_san(game, NULL, 3, NULL));
    NULL_IN(plypack_game_add_comment(NULL, PLYPACK_TOKEN_COMMENT, "abc", 3, NULL));
    NULL_IN(plypack_game_add_comment(game, PLYPACK_TOKEN_COMMENT, NULL, 3, NULL));
    NULL_IN(plypack_game_add_nag(NULL, 0, NULL));
    NULL_IN(plypack_game_begin_variation(NULL, NULL));
    NULL_IN(plypack_game_end_variation(NULL, NULL));
    NULL_IN(plypack_game_position_at(NULL, 0, &untouched.position, NULL));
    NULL_IN(plypack_game_position_at(game, 0, NULL, NULL));
    NULL_IN(plypack_game_uci_line(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_uci_line(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_uci_line(game, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_game_san_line(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_san_line(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_san_line(game, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_game_pgn(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_pgn(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_pgn(game, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_game_read_pgn(NULL, "abc", 3, &untouched.size, NULL));
    NULL_IN(plypack_game_read_pgn(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_read_pgn(game, "abc", 3, NULL, NULL));
    NULL_IN(plypack_game_scid_record(NULL, record, sizeof(record), &untouched.size, NULL));
    NULL_IN(plypack_game_scid_record(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_scid_record(game, record, sizeof(record), NULL, NULL));
    NULL_IN(plypack_game_read_scid_record(NULL, code, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_read_scid_record(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_read_scid_record(game, code, 3, NULL, NULL));
}

static void game_tag_functions(void) {
    NULL_IN(plypack_game_add_tag(NULL, "abc", 3, "abc", 3, NULL));
    NULL_IN(plypack_game_add_tag(game, NULL, 3, "abc", 3, NULL));
    NULL_IN(plypack_game_add_tag(game, "abc", 3, NULL, 3, NULL));
    NULL_IN(plypack_game_add_escaped_tag(NULL, "abc", 3, "abc", 3, NULL));
    NULL_IN(plypack_game_add_escaped_tag(game, NULL, 3, "abc", 3, NULL));
    NULL_IN(plypack_game_add_escaped_tag(game, "abc", 3, NULL, 3, NULL));
    NULL_IN(plypack_game_add_tag_line(NULL, "%bc", 3, NULL));
    NULL_IN(plypack_game_add_tag_line(game, NULL, 3, NULL));
    NULL_IN(plypack_game_set_tag(NULL, "abc", 3, "abc", 3, NULL));
    NULL_IN(plypack_game_set_tag(game, NULL, 3, "abc", 3, NULL));
    NULL_IN(plypack_game_set_tag(game, "abc", 3, NULL, 3, NULL));
    NULL_IN(plypack_game_set_tag_at(NULL, 0, "abc", 3, "abc", 3, NULL));
    NULL_IN(plypack_game_set_tag_at(game, 0, NULL, 3, "abc", 3, NULL));
    NULL_IN(plypack_game_set_tag_at(game, 0, "abc", 3, NULL, 3, NULL));
    NULL_IN(plypack_game_set_opening_tags(NULL, 0, &untouched.u32, NULL));
    NULL_IN(plypack_game_set_opening_tags(game, 0, NULL, NULL));
    NULL_IN(plypack_game_remove_tag(NULL, "abc", 3, NULL));
    NULL_IN(plypack_game_remove_tag(game, NULL, 3, NULL));
    NULL_IN(plypack_game_remove_tag_at(NULL, 0, NULL));
    NULL_IN(plypack_game_set_start(NULL, position, NULL));
    NULL_IN(plypack_game_set_start(game, NULL, NULL));
    NULL_IN(plypack_game_set_termination(NULL, 0, NULL));
    NULL_IN(plypack_game_set_unreadable_start(NULL, NULL));
    NULL_IN(plypack_game_set_continuation(NULL, NULL));
    NULL_IN(plypack_game_set_unparsed(NULL, "abc", 3, NULL));
    NULL_IN(plypack_game_set_unparsed(game, NULL, 3, NULL));
    NULL_IN(plypack_game_add_raw(NULL, "abc", 3, NULL));
    NULL_IN(plypack_game_add_raw(game, NULL, 3, NULL));
}

static void game_edit_functions(void) {
    NULL_IN(plypack_game_add_move_at(NULL, 0, 0, &untouched.size, NULL));
    NULL_IN(plypack_game_add_move_at(game, 0, 0, NULL, NULL));
    NULL_IN(plypack_game_insert_moves_at(NULL, 0, moves, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_insert_moves_at(game, 0, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_insert_moves_at(game, 0, moves, 3, NULL, NULL));
    NULL_IN(plypack_game_replace_move_at(NULL, 1, 0, NULL));
    NULL_IN(plypack_game_remove_moves_at(NULL, 1, 1, &untouched.size, NULL));
    NULL_IN(plypack_game_remove_moves_at(game, 1, 1, NULL, NULL));
    NULL_IN(plypack_game_add_variation_at(NULL, 1, moves, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_add_variation_at(game, 1, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_add_variation_at(game, 1, moves, 3, NULL, NULL));
    NULL_IN(plypack_game_remove_variation_at(NULL, 1, &untouched.size, NULL));
    NULL_IN(plypack_game_remove_variation_at(game, 1, NULL, NULL));
    NULL_IN(plypack_game_promote_variation_at(NULL, 1, &untouched.size, NULL));
    NULL_IN(plypack_game_promote_variation_at(game, 1, NULL, NULL));
    NULL_IN(plypack_game_promote_to_main_line_at(NULL, 1, &untouched.size, NULL));
    NULL_IN(plypack_game_promote_to_main_line_at(game, 1, NULL, NULL));
    NULL_IN(plypack_game_add_comment_at(NULL, 0, PLYPACK_TOKEN_COMMENT, "abc", 3, &untouched.size, NULL));
    NULL_IN(plypack_game_add_comment_at(game, 0, PLYPACK_TOKEN_COMMENT, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_add_comment_at(game, 0, PLYPACK_TOKEN_COMMENT, "abc", 3, NULL, NULL));
    NULL_IN(plypack_game_set_comment_at(NULL, 1, PLYPACK_TOKEN_COMMENT, "abc", 3, NULL));
    NULL_IN(plypack_game_set_comment_at(game, 1, PLYPACK_TOKEN_COMMENT, NULL, 3, NULL));
    NULL_IN(plypack_game_add_nag_at(NULL, 0, 1, &untouched.size, NULL));
    NULL_IN(plypack_game_add_nag_at(game, 0, 1, NULL, NULL));
    NULL_IN(plypack_game_remove_note_at(NULL, 1, NULL));
}

static void walk_functions(void) {
    NULL_IN(plypack_walk_new(NULL, &untouched.walk, NULL));
    NULL_IN(plypack_walk_new(game, NULL, NULL));
    plypack_walk_free(NULL);
    NULL_IN(plypack_walk_next(NULL, &untouched.step_, NULL));
    NULL_IN(plypack_walk_next(walk, NULL, NULL));
    NULL_IN(plypack_walk_restart(NULL, game, NULL));
    NULL_IN(plypack_walk_restart(walk, NULL, NULL));
    CHECK(plypack_walk_position(NULL) == NULL);
    CHECK(plypack_walk_before(NULL) == NULL);
    NULL_IN(plypack_walk_san(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_walk_san(walk, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_walk_san(walk, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_walk_uci(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_walk_uci(walk, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_walk_uci(walk, untouched.text, 3, NULL, NULL));
}

static int32_t no_text(void *user, uint8_t *buffer, size_t capacity, size_t *len) {
    (void)user, (void)buffer, (void)capacity;
    *len = 0;
    return 0;
}

static void writer_functions(void) {
    uint64_t number = 9;
    plypack_imported imported = {sizeof imported, 9, 9, 9, 9, 9, 9};
    NULL_IN(plypack_writer_create(NULL, &options, &untouched.writer, NULL));
    NULL_IN(plypack_writer_create("abc", &options, NULL, NULL));
    NULL_IN(plypack_writer_append(NULL, &options, &untouched.writer, NULL));
    NULL_IN(plypack_writer_append("abc", &options, NULL, NULL));
    NULL_IN(plypack_writer_create_memory(&options, NULL, NULL));
    NULL_IN(plypack_writer_create_callback(NULL, &bytes, &options, &untouched.writer, NULL));
    NULL_IN(plypack_writer_create_callback(plytest_append, &bytes, &options, NULL, NULL));
    plypack_writer_free(NULL);
    CHECK(plypack_writer_number_end(NULL) == 0 && plypack_writer_rolled_back_bytes(NULL) == 0);
    NULL_IN(plypack_writer_add(NULL, game, NULL));
    NULL_IN(plypack_writer_add(writer, NULL, NULL));
    NULL_IN(plypack_writer_copy_games(NULL, reader, &number, 1, NULL, NULL));
    NULL_IN(plypack_writer_copy_games(writer, NULL, &number, 1, NULL, NULL));
    NULL_IN(plypack_writer_copy_games(writer, reader, NULL, 1, NULL, NULL));
    NULL_IN(plypack_writer_add_pgn(NULL, "abc", 3, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn(writer, NULL, 3, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn(writer, "abc", 3, 0, NULL, NULL, NULL));
    NULL_IN(plypack_writer_skip_duplicates(NULL, 1, NULL, NULL));
    NULL_IN(plypack_writer_set_language(NULL, "de", 2, NULL));
    NULL_IN(plypack_writer_set_language(writer, NULL, 2, NULL));
    NULL_IN(plypack_writer_add_pgn_file(NULL, "abc", 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn_file(writer, NULL, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn_file(writer, "abc", 0, NULL, NULL, NULL));
    NULL_IN(plypack_writer_add_pgn_callback(NULL, no_text, &bytes, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn_callback(writer, NULL, &bytes, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn_callback(writer, no_text, &bytes, 0, NULL, NULL, NULL));
    CHECK(imported.games == 9);
    NULL_IN(plypack_writer_delete(NULL, 0, NULL, NULL));
    NULL_IN(plypack_file_append_game(NULL, game, &number, NULL));
    NULL_IN(plypack_file_append_game("file", NULL, &number, NULL));
    NULL_IN(plypack_file_append_game("file", game, NULL, NULL));
    NULL_IN(plypack_file_replace_game(NULL, 0, game, NULL, NULL));
    NULL_IN(plypack_file_replace_game("file", 0, NULL, NULL, NULL));
    CHECK(number == 9);
    NULL_IN(plypack_writer_restore(NULL, 0, NULL, NULL));
    NULL_IN(plypack_writer_replace(NULL, 0, game, NULL, NULL));
    NULL_IN(plypack_writer_replace(writer, 0, NULL, NULL, NULL));
    NULL_IN(plypack_writer_finish(NULL, NULL));
    NULL_IN(plypack_writer_abort(NULL, NULL));
    CHECK(plypack_writer_bytes(NULL).len == 0 && plypack_writer_bytes(NULL).data != NULL);
}

static void reader_functions(void) {
    plypack_refreshed refreshed = PLYPACK_REFRESHED_RENUMBERED;
    uint64_t next = 0;
    const uint64_t number = 0;
    plypack_exported exported = {sizeof exported, 9, 9, 9, 9, 9};
    NULL_IN(plypack_reader_open(NULL, 0, &untouched.reader, NULL));
    NULL_IN(plypack_reader_open("abc", 0, NULL, NULL));
    NULL_IN(plypack_reader_open_memory(NULL, 3, 0, &untouched.reader, NULL));
    NULL_IN(plypack_reader_open_memory(code, 3, 0, NULL, NULL));
    NULL_IN(plypack_reader_open_callbacks(NULL, plytest_read, &bytes, 0, &untouched.reader, NULL));
    NULL_IN(plypack_reader_open_callbacks(plytest_size, NULL, &bytes, 0, &untouched.reader, NULL));
    NULL_IN(plypack_reader_open_callbacks(plytest_size, plytest_read, &bytes, 0, NULL, NULL));
    plypack_reader_free(NULL);
    CHECK(plypack_reader_number_end(NULL) == 0 && plypack_reader_game_count(NULL) == 0);
    CHECK(plypack_reader_game_count(reader) == 1 && plypack_reader_number_end(reader) == 1);
    CHECK(plypack_reader_edit(NULL, 0) == PLYPACK_EDIT_NONE);
    NULL_IN(plypack_reader_edits(NULL, NULL, &untouched.edits, NULL));
    NULL_IN(plypack_reader_edits(reader, NULL, NULL, NULL));
    CHECK(plypack_edits_view(NULL).len == 0);
    plypack_edits_free(NULL);
    NULL_IN(plypack_reader_refresh(NULL, &refreshed, NULL));
    NULL_IN(plypack_reader_refresh(reader, NULL, NULL));
    CHECK(refreshed == PLYPACK_REFRESHED_RENUMBERED);
    NULL_IN(plypack_reader_state(NULL, &untouched.state_, NULL));
    NULL_IN(plypack_reader_state(reader, NULL, NULL));
    NULL_IN(plypack_reader_set_cache(NULL, 0, NULL));
    NULL_IN(plypack_reader_read_game(NULL, 0, game, NULL));
    NULL_IN(plypack_reader_read_game(reader, 0, NULL, NULL));
    NULL_IN(plypack_reader_next_game(NULL, &next, game, NULL));
    NULL_IN(plypack_reader_next_game(reader, NULL, game, NULL));
    NULL_IN(plypack_reader_next_game(reader, &next, NULL, NULL));
    CHECK(next == 0);
    NULL_IN(plypack_reader_read_tags(NULL, 0, game, NULL));
    NULL_IN(plypack_reader_read_tags(reader, 0, NULL, NULL));
    NULL_IN(plypack_reader_read_moves(NULL, 0, untouched.moves, 3, &untouched.size, NULL));
    NULL_IN(plypack_reader_read_moves(reader, 0, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_reader_read_moves(reader, 0, untouched.moves, 3, NULL, NULL));
    CHECK(plypack_reader_errors(NULL).len == 0);
    NULL_IN(plypack_reader_verify(NULL, 0, 0, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_reader_verify(reader, 0, 0, NULL, NULL, NULL));
    NULL_IN(plypack_reader_export_pgn(NULL, 0, 0, NULL, 0, plytest_append, &bytes, NULL, &exported, NULL));
    NULL_IN(plypack_reader_export_pgn(reader, 0, 0, NULL, 0, NULL, &bytes, NULL, &exported, NULL));
    NULL_IN(plypack_reader_export_pgn(reader, 0, 0, NULL, 0, plytest_append, &bytes, NULL, NULL, NULL));
    NULL_IN(plypack_reader_export_games(NULL, &number, 1, NULL, 0, plytest_append, &bytes, NULL, &exported, NULL));
    NULL_IN(plypack_reader_export_games(reader, NULL, 1, NULL, 0, plytest_append, &bytes, NULL, &exported, NULL));
    NULL_IN(plypack_reader_export_games(reader, &number, 1, NULL, 0, NULL, &bytes, NULL, &exported, NULL));
    NULL_IN(plypack_reader_export_games(reader, &number, 1, NULL, 0, plytest_append, &bytes, NULL, NULL, NULL));
    CHECK(exported.games == 9);
    NULL_IN(plypack_reader_info(NULL, 0, &untouched.u64, NULL));
    NULL_IN(plypack_reader_info(reader, 0, NULL, NULL));
}

static void table_functions(plypack_scan *scan) {
    plypack_game_range ranges[1];
    size_t *size = &untouched.size;
    /* Not a table, so that nothing is written even if all arguments are given. */
    GIVES(PLYPACK_WRONG_STATE, plypack_scan_set_columns(scan, TEXT("white"), NULL));
    NULL_IN(plypack_scan_set_columns(NULL, TEXT("white"), NULL));
    NULL_IN(plypack_scan_set_columns(scan, NULL, 1, NULL));
    NULL_IN(plypack_scan_set_query(NULL, query, NULL));
    NULL_IN(plypack_scan_set_query(scan, NULL, NULL));
    NULL_IN(plypack_scan_set_position(NULL, 0, NULL));
    NULL_IN(plypack_scan_set_max_ply(NULL, 0, NULL));
    NULL_IN(plypack_scan_set_opening_tags(NULL, 1, NULL));
    NULL_IN(plypack_scan_set_file(NULL, TEXT("a"), NULL));
    NULL_IN(plypack_scan_set_file(scan, NULL, 1, NULL));
    NULL_IN(plypack_scan_set_batch_rows(NULL, 1, NULL));
    NULL_IN(plypack_scan_partitions(NULL, 1, ranges, 1, size, NULL));
    NULL_IN(plypack_scan_partitions(scan, 1, ranges, 1, NULL, NULL));
    NULL_IN(plypack_scan_stream(NULL, NULL, NULL, NULL));
    NULL_IN(plypack_scan_stream(scan, NULL, NULL, NULL));
}

static void scan_functions(void) {
    plypack_scan *scan = NULL;
    uint16_t *some = untouched.moves;
    size_t offsets[2], *size = &untouched.size;
    uint64_t *first = &untouched.u64;
    NULL_IN(plypack_scan_new(NULL, PLYPACK_SCAN_MOVES, &untouched.scan, NULL));
    NULL_IN(plypack_scan_new(reader, PLYPACK_SCAN_MOVES, NULL, NULL));
    OK(plypack_scan_new(reader, PLYPACK_SCAN_MOVES, &scan, NULL));
    NULL_IN(plypack_scan_set_games(NULL, 0, 0, NULL));
    NULL_IN(plypack_scan_next(NULL, NULL, some, 3, offsets, 2, size, first, size, NULL));
    NULL_IN(plypack_scan_next(scan, NULL, NULL, 3, offsets, 2, size, first, size, NULL));
    NULL_IN(plypack_scan_next(scan, NULL, some, 3, NULL, 2, size, first, size, NULL));
    NULL_IN(plypack_scan_next(scan, NULL, some, 3, offsets, 2, NULL, first, size, NULL));
    NULL_IN(plypack_scan_next(scan, NULL, some, 3, offsets, 2, size, NULL, size, NULL));
    NULL_IN(plypack_scan_next(scan, NULL, some, 3, offsets, 2, size, first, NULL, NULL));
    CHECK(plypack_scan_corrupt_count(NULL) == 0);
    table_functions(scan);
    plypack_scan_free(scan);
    plypack_scan_free(NULL);
}

static void query_functions(void) {
    NULL_IN(plypack_query_new(NULL, NULL));
    plypack_query_free(NULL);
    NULL_IN(plypack_query_set_position(NULL, position, NULL));
    NULL_IN(plypack_query_set_position(query, NULL, NULL));
    NULL_IN(plypack_query_set_fen(NULL, TEXT("8/8/8/8/8/8/8/K1k5"), NULL));
    NULL_IN(plypack_query_set_fen(query, NULL, 3, NULL));
    NULL_IN(plypack_query_set_pattern(NULL, TEXT("8/8/8/8/8/8/8/8"), NULL));
    NULL_IN(plypack_query_set_pattern(query, NULL, 3, NULL));
    NULL_IN(plypack_query_set_material(NULL, TEXT("KRK"), NULL));
    NULL_IN(plypack_query_set_material(query, NULL, 3, NULL));
    NULL_IN(plypack_query_add(NULL, "white", 5, "abc", 3, NULL));
    NULL_IN(plypack_query_add(query, NULL, 5, "abc", 3, NULL));
    NULL_IN(plypack_query_add(query, "white", 5, NULL, 3, NULL));
    NULL_IN(plypack_query_add_range(NULL, PLYPACK_FIELD_PLIES, 0, 1, NULL));
    NULL_IN(plypack_query_begin_group(NULL, PLYPACK_GROUP_ALL, NULL));
    NULL_IN(plypack_query_end_group(NULL, NULL));
    NULL_IN(plypack_query_set_variations(NULL, 0, NULL));
    NULL_IN(plypack_query_set_index(NULL, 0, NULL));
    NULL_IN(plypack_query_set_threads(NULL, 0, NULL));
    NULL_IN(plypack_query_set_max_hits(NULL, 0, NULL));
}

static void search_functions(void) {
    static const plypack_reader *const no_reader[1] = {NULL};
    NULL_IN(plypack_query_find(NULL, readers, 1, NULL, &untouched.hits, NULL));
    NULL_IN(plypack_query_find(query, NULL, 1, NULL, &untouched.hits, NULL));
    NULL_IN(plypack_query_find(query, no_reader, 1, NULL, &untouched.hits, NULL));
    NULL_IN(plypack_query_find(query, readers, 1, NULL, NULL, NULL));
    NULL_IN(plypack_query_find_each(NULL, readers, 1, no_hits, &bytes, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_query_find_each(query, NULL, 1, no_hits, &bytes, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_query_find_each(query, readers, 1, NULL, &bytes, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_query_count(NULL, readers, 1, NULL, &untouched.u64, &untouched.u64, NULL));
    NULL_IN(plypack_query_count(query, NULL, 1, NULL, &untouched.u64, &untouched.u64, NULL));
    NULL_IN(plypack_query_count(query, no_reader, 1, NULL, &untouched.u64, &untouched.u64, NULL));
    NULL_IN(plypack_query_count(query, readers, 1, NULL, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_query_count(query, readers, 1, NULL, &untouched.u64, NULL, NULL));
    NULL_IN(plypack_query_list(NULL, readers, 1, NULL, &untouched.hits, NULL));
    NULL_IN(plypack_query_list(query, NULL, 1, NULL, &untouched.hits, NULL));
    NULL_IN(plypack_query_list(query, no_reader, 1, NULL, &untouched.hits, NULL));
    NULL_IN(plypack_query_list(query, readers, 1, NULL, NULL, NULL));
    NULL_IN(plypack_query_tree(NULL, readers, 1, NULL, &untouched.tree, NULL));
    NULL_IN(plypack_query_tree(query, NULL, 1, NULL, &untouched.tree, NULL));
    NULL_IN(plypack_query_tree(query, no_reader, 1, NULL, &untouched.tree, NULL));
    NULL_IN(plypack_query_tree(query, readers, 1, NULL, NULL, NULL));
    NULL_IN(plypack_query_continuations(NULL, readers, 1, 2, NULL, &untouched.tree, NULL));
    NULL_IN(plypack_query_continuations(query, NULL, 1, 2, NULL, &untouched.tree, NULL));
    NULL_IN(plypack_query_continuations(query, no_reader, 1, 2, NULL, &untouched.tree, NULL));
    NULL_IN(plypack_query_continuations(query, readers, 1, 2, NULL, NULL, NULL));
    NULL_IN(plypack_query_transpositions(NULL, readers, 1, NULL, &untouched.orders, NULL));
    NULL_IN(plypack_query_transpositions(query, NULL, 1, NULL, &untouched.orders, NULL));
    NULL_IN(plypack_query_transpositions(query, no_reader, 1, NULL, &untouched.orders, NULL));
    NULL_IN(plypack_query_transpositions(query, readers, 1, NULL, NULL, NULL));
    NULL_IN(plypack_query_names(NULL, readers, 1, PLYPACK_FIELD_PLAYER, "abc", 3, 0, NULL, &untouched.names, NULL));
    NULL_IN(plypack_query_names(query, NULL, 1, PLYPACK_FIELD_PLAYER, "abc", 3, 0, NULL, &untouched.names, NULL));
    NULL_IN(plypack_query_names(query, no_reader, 1, PLYPACK_FIELD_PLAYER, "abc", 3, 0, NULL, &untouched.names, NULL));
    NULL_IN(plypack_query_names(query, readers, 1, PLYPACK_FIELD_PLAYER, "abc", 3, 0, NULL, NULL, NULL));
    NULL_IN(plypack_query_names(query, readers, 1, PLYPACK_FIELD_PLAYER, NULL, 3, 0, NULL, &untouched.names, NULL));
    NULL_IN(plypack_query_rows(NULL, readers, 1, &rows_options, NULL, &untouched.list, NULL));
    NULL_IN(plypack_query_rows(query, NULL, 1, &rows_options, NULL, &untouched.list, NULL));
    NULL_IN(plypack_query_rows(query, no_reader, 1, &rows_options, NULL, &untouched.list, NULL));
    NULL_IN(plypack_query_rows(query, readers, 1, NULL, NULL, &untouched.list, NULL));
    NULL_IN(plypack_query_rows(query, readers, 1, &rows_options, NULL, NULL, NULL));
    NULL_IN(plypack_query_duplicates(NULL, readers, 1, PLYPACK_DUPLICATES_EXACT, no_hits, &bytes, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_query_duplicates(query, NULL, 1, PLYPACK_DUPLICATES_EXACT, no_hits, &bytes, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_query_duplicates(query, no_reader, 1, PLYPACK_DUPLICATES_EXACT, no_hits, &bytes, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_query_duplicates(query, readers, 1, PLYPACK_DUPLICATES_EXACT, NULL, &bytes, NULL, &untouched.u64, NULL));
    plypack_hits_free(NULL);
    CHECK(plypack_hits_view(NULL).data == NULL && plypack_hits_view(NULL).len == 0);
    plypack_tree_free(NULL);
    CHECK(plypack_tree_view(NULL).len == 0);
    plypack_orders_free(NULL);
    CHECK(plypack_orders_view(NULL).len == 0);
    plypack_rows_free(NULL);
    CHECK(plypack_rows_hits(NULL).data == NULL && plypack_rows_column(NULL, 0).data == NULL);
    CHECK(plypack_rows_total(NULL) == 0);
    CHECK(plypack_rows_name(NULL, 0).len == 0 && plypack_rows_name(NULL, 0).data != NULL);
    plypack_names_free(NULL);
    CHECK(plypack_names_view(NULL).len == 0);
}

static void paths_functions(void) {
    static const char *const no_path[1] = {NULL};
    NULL_IN(plypack_paths_find(NULL, 1, NULL, &untouched.paths, NULL));
    NULL_IN(plypack_paths_find(no_path, 1, NULL, &untouched.paths, NULL));
    NULL_IN(plypack_paths_find(NULL, 0, NULL, NULL, NULL));
    plypack_paths_free(NULL);
    CHECK(plypack_paths_view(NULL).len == 0 && plypack_paths_errors(NULL).len == 0);
}

static void explorer_functions(void) {
    static const plypack_reader *const no_reader[1] = {NULL};
    NULL_IN(plypack_explorer_new(NULL, 1, NULL, &untouched.explorer, NULL));
    NULL_IN(plypack_explorer_new(no_reader, 1, NULL, &untouched.explorer, NULL));
    NULL_IN(plypack_explorer_new(readers, 1, NULL, NULL, NULL));
    NULL_IN(plypack_explorer_get(NULL, "/masters", 8, NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_explorer_get(explorer, NULL, 8, NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_explorer_get(explorer, "/masters", 8, NULL, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_explorer_get(explorer, "/masters", 8, NULL, untouched.text, 3, NULL, NULL));
    plypack_explorer_free(NULL);
}

static void file_functions(void) {
    plypack_exported exported = {sizeof exported, 9, 9, 9, 9, 9};
    plypack_compacted compacted = {sizeof compacted, 9, 9, 9, 9, 9, 9, 9, 9};
    NULL_IN(plypack_file_repair(NULL, "abc", &options, 0, NULL, &exported, NULL));
    NULL_IN(plypack_file_repair("abc", NULL, &options, 0, NULL, &exported, NULL));
    NULL_IN(plypack_file_repair("abc", "abc", &options, 0, NULL, NULL, NULL));
    NULL_IN(plypack_file_repair_records(NULL, &untouched.u32, NULL));
    NULL_IN(plypack_file_repair_records("abc", NULL, NULL));
    NULL_IN(plypack_file_recode(NULL, "abc", &options, 0, NULL, &exported, NULL));
    NULL_IN(plypack_file_recode("abc", NULL, &options, 0, NULL, &exported, NULL));
    NULL_IN(plypack_file_recode("abc", "abc", &options, 0, NULL, NULL, NULL));
    CHECK(exported.games == 9);
    NULL_IN(plypack_file_compact(NULL, "abc", 0, NULL, &compacted, NULL));
    NULL_IN(plypack_file_compact("abc", NULL, 0, NULL, NULL, NULL));
    CHECK(compacted.games == 9);
    NULL_IN(plypack_file_rename_player(NULL, "a", 1, "b", 1, 0, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_file_rename_player("abc", NULL, 1, "b", 1, 0, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_file_rename_player("abc", "a", 1, NULL, 1, 0, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_file_rename_player("abc", "a", 1, "b", 1, 0, NULL, NULL, NULL));
    NULL_IN(plypack_file_index(NULL, NULL, 0, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_file_index("abc", NULL, 0, NULL, NULL, NULL));
}

/* NULL is an array or buffer of length 0. */
static void empty_arrays(void) {
    size_t count = 9;
    OK(plypack_codec_encode(PLYPACK_CODEC_BYTE, position, NULL, 0, NULL, 0, &count, NULL));
    CHECK(count == 0);
    count = 9;
    OK(plypack_codec_decode_all(PLYPACK_CODEC_BYTE, position, NULL, 0, NULL, 0, &count, NULL));
    CHECK(count == 0);
    GIVES(PLYPACK_BUFFER_TOO_SMALL, plypack_position_fen(position, NULL, 0, &count, NULL));
    CHECK(count == 56);
    GIVES(PLYPACK_INVALID_ARGUMENT, plypack_codec_decode_all(PLYPACK_CODEC_BYTE, position, code, SIZE_MAX, NULL, 0,
                                                             &untouched.size, NULL));
    GIVES(PLYPACK_INVALID_ARGUMENT,
          plypack_codec_encode(PLYPACK_CODEC_BYTE, position, moves, SIZE_MAX / 2 + 2, NULL, 0, &untouched.size, NULL));
}

int main(void) {
    size_t i;
    memset(&untouched, 0x5A, sizeof(untouched));
    bytes = plytest_pack("1. e4 e5 *");
    OK(plypack_position_new(&position, NULL));
    OK(plypack_game_new(&game, NULL));
    OK(plypack_walk_new(game, &walk, NULL));
    OK(plypack_writer_create_memory(&options, &writer, NULL));
    OK(plypack_reader_open_memory(bytes.data, bytes.len, 0, &reader, NULL));
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_set_position(query, position, NULL));
    readers[0] = reader;
    OK(plypack_query_find(query, readers, 1, NULL, &hits, NULL));
    OK(plypack_query_tree(query, readers, 1, NULL, &tree, NULL));
    OK(plypack_query_transpositions(query, readers, 1, NULL, &orders, NULL));
    OK(plypack_query_names(query, readers, 1, PLYPACK_FIELD_PLAYER, NULL, 0, 0, NULL, &names, NULL));
    OK(plypack_query_rows(query, readers, 1, &rows_options, NULL, &list, NULL));
    OK(plypack_paths_find(NULL, 0, NULL, &paths, NULL));
    OK(plypack_explorer_new(readers, 1, NULL, &explorer, NULL));

    functions_without_pointers();
    error_objects();
    position_functions();
    codec_functions();
    game_functions();
    game_tag_functions();
    game_edit_functions();
    walk_functions();
    writer_functions();
    reader_functions();
    scan_functions();
    query_functions();
    search_functions();
    paths_functions();
    explorer_functions();
    file_functions();
    empty_arrays();
    for (i = 0; i < sizeof(untouched); i++) {
        CHECK(untouched.bytes[i] == 0x5A);
    }

    plypack_explorer_free(explorer);
    plypack_paths_free(paths);
    plypack_rows_free(list);
    plypack_names_free(names);
    plypack_orders_free(orders);
    plypack_tree_free(tree);
    plypack_hits_free(hits);
    plypack_query_free(query);
    plypack_reader_free(reader);
    plypack_writer_free(writer);
    plypack_walk_free(walk);
    plypack_game_free(game);
    plypack_position_free(position);
    free(bytes.data);
    return plytest_failed;
}
