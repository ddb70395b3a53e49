/* Every function with every pointer that must not be NULL, one after the other: a status, and nothing written. The driver
 * compares this file with include/plypack.symbols. */
#include "plytest.h"

#define NULL_IN(call) GIVES(PLYPACK_NULL_POINTER, call)

/* Outputs that no call here may write to. */
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
    plypack_options *options;
    plypack_position *position;
    plypack_game *game;
    plypack_walk *walk;
    plypack_writer *writer;
    plypack_reader *reader;
    plypack_query *query;
    plypack_hits *hits;
    plypack_tree *tree;
    plypack_orders *orders;
    plypack_branch branch_;
    plypack_hit_array hit_array;
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
} outputs;

static outputs untouched;
static const uint8_t code[3] = {0xC0, 0xC0, 0x1F};
static const uint16_t moves[3] = {0, 0, 0};
static plytest_bytes bytes;
static plypack_options *options;
static plypack_position *position;
static plypack_game *game;
static plypack_walk *walk;
static plypack_writer *writer;
static plypack_reader *reader;
static plypack_query *query;
static plypack_hits *hits;
static plypack_tree *tree;
static plypack_orders *orders;

static int32_t no_hits(void *user, const plypack_hit *found, size_t count) {
    (void)user, (void)found, (void)count;
    return 0;
}

static void functions_without_pointers(void) {
    CHECK(plypack_version() != NULL && plypack_version_number() > 0);
    CHECK(plypack_abi_version() == PLYPACK_ABI_VERSION && plypack_format_version() > 0);
    CHECK(plypack_codec_count() > 0);
    CHECK(strcmp(plypack_status_name(-5), "UNKNOWN") == 0 && plypack_status_class(-5) == PLYPACK_CLASS_INTERNAL);
}

static void error_objects(void) {
    plypack_error *error = plypack_error_new();
    CHECK(plypack_error_status(NULL) == PLYPACK_NULL_POINTER && plypack_error_offset(NULL) == PLYPACK_NO_OFFSET);
    CHECK(strcmp(plypack_error_message(NULL), "") == 0);
    CHECK(plypack_error_status(error) == PLYPACK_OK && strcmp(plypack_error_message(error), "") == 0);
    GIVES(PLYPACK_NULL_POINTER, plypack_game_clear(NULL, error));
    CHECK(plypack_error_status(error) == PLYPACK_NULL_POINTER);
    CHECK(strcmp(plypack_error_message(error), "`game` is NULL") == 0);
    plypack_error_free(error);
    plypack_error_free(NULL);
}

static void options_functions(void) {
    NULL_IN(plypack_options_new(NULL, NULL));
    plypack_options_free(NULL);
    CHECK(plypack_options_codec(NULL) == 0 && plypack_options_level(NULL) == 0);
    NULL_IN(plypack_options_set_codec(NULL, PLYPACK_CODEC_BYTE, NULL));
    NULL_IN(plypack_options_set_level(NULL, 0, NULL));
}

static void position_functions(void) {
    NULL_IN(plypack_position_new(NULL, NULL));
    NULL_IN(plypack_position_from_fen(NULL, 3, &untouched.position, NULL));
    NULL_IN(plypack_position_from_fen("abc", 3, NULL, NULL));
    NULL_IN(plypack_position_clone(NULL, &untouched.position, NULL));
    NULL_IN(plypack_position_clone(position, NULL, NULL));
    plypack_position_free(NULL);
    NULL_IN(plypack_position_play(NULL, 0, NULL));
    NULL_IN(plypack_position_play_uci(NULL, "abc", 3, NULL));
    NULL_IN(plypack_position_play_uci(position, NULL, 3, NULL));
    NULL_IN(plypack_position_fen(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_fen(position, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_position_fen(position, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_position_turn(NULL, &untouched.color_, NULL));
    NULL_IN(plypack_position_turn(position, NULL, NULL));
    NULL_IN(plypack_position_legal_move_count(NULL, &untouched.size, NULL));
    NULL_IN(plypack_position_legal_move_count(position, NULL, NULL));
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
    CHECK(plypack_codec_at(plypack_codec_count()) == 0 && plypack_codec_name(0) == NULL);
    NULL_IN(plypack_codec_from_name(NULL, 3, &untouched.u32, NULL));
    NULL_IN(plypack_codec_from_name("abc", 3, NULL, NULL));
    NULL_IN(plypack_codec_encode_bound(PLYPACK_CODEC_BYTE, 0, NULL, NULL));
    NULL_IN(plypack_codec_decode_bound(PLYPACK_CODEC_BYTE, 0, NULL, NULL));
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
    NULL_IN(plypack_game_new(NULL, NULL));
    plypack_game_free(NULL);
    NULL_IN(plypack_game_clear(NULL, NULL));
    NULL_IN(plypack_game_tag_count(NULL, &untouched.size, NULL));
    NULL_IN(plypack_game_tag_count(game, NULL, NULL));
    NULL_IN(plypack_game_tag(NULL, 0, &untouched.tag_, NULL));
    NULL_IN(plypack_game_tag(game, 0, NULL, NULL));
    NULL_IN(plypack_game_find_tag(NULL, "abc", 3, &untouched.tag_, NULL));
    NULL_IN(plypack_game_find_tag(game, NULL, 3, &untouched.tag_, NULL));
    NULL_IN(plypack_game_find_tag(game, "abc", 3, NULL, NULL));
    NULL_IN(plypack_game_start(NULL, &untouched.start_, NULL));
    NULL_IN(plypack_game_start(game, NULL, NULL));
    NULL_IN(plypack_game_moves(NULL, &untouched.moves_, NULL));
    NULL_IN(plypack_game_moves(game, NULL, NULL));
    NULL_IN(plypack_game_token_count(NULL, &untouched.size, NULL));
    NULL_IN(plypack_game_token_count(game, NULL, NULL));
    NULL_IN(plypack_game_token(NULL, 0, &untouched.token_, NULL));
    NULL_IN(plypack_game_token(game, 0, NULL, NULL));
    NULL_IN(plypack_game_termination(NULL, &untouched.termination_, NULL));
    NULL_IN(plypack_game_termination(game, NULL, NULL));
    NULL_IN(plypack_game_rest(NULL, &untouched.text_, NULL));
    NULL_IN(plypack_game_rest(game, NULL, NULL));
    NULL_IN(plypack_game_is_continuation(NULL, &untouched.u32, NULL));
    NULL_IN(plypack_game_is_continuation(game, NULL, NULL));
    NULL_IN(plypack_game_add_tag(NULL, "abc", 3, "abc", 3, NULL));
    NULL_IN(plypack_game_add_tag(game, NULL, 3, "abc", 3, NULL));
    NULL_IN(plypack_game_add_tag(game, "abc", 3, NULL, 3, NULL));
    NULL_IN(plypack_game_start_from_tags(NULL, NULL));
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
    NULL_IN(plypack_game_set_termination(NULL, 0, NULL));
    NULL_IN(plypack_game_position(NULL, 0, &untouched.position, NULL));
    NULL_IN(plypack_game_position(game, 0, NULL, NULL));
    NULL_IN(plypack_game_uci(NULL, 0, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_uci(game, 0, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_uci(game, 0, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_game_san(NULL, 0, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_san(game, 0, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_san(game, 0, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_game_line_bound(NULL, &untouched.size, NULL));
    NULL_IN(plypack_game_line_bound(game, NULL, NULL));
    NULL_IN(plypack_game_uci_line(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_uci_line(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_uci_line(game, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_game_san_line(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_san_line(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_san_line(game, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_game_pgn_size(NULL, &untouched.size, NULL));
    NULL_IN(plypack_game_pgn_size(game, NULL, NULL));
    NULL_IN(plypack_game_pgn(NULL, untouched.text, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_pgn(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_pgn(game, untouched.text, 3, NULL, NULL));
    NULL_IN(plypack_game_read_pgn(NULL, "abc", 3, &untouched.size, NULL));
    NULL_IN(plypack_game_read_pgn(game, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_game_read_pgn(game, "abc", 3, NULL, NULL));
}

static void walk_functions(void) {
    NULL_IN(plypack_walk_new(NULL, &untouched.walk, NULL));
    NULL_IN(plypack_walk_new(game, NULL, NULL));
    plypack_walk_free(NULL);
    NULL_IN(plypack_walk_next(NULL, &untouched.step_, NULL));
    NULL_IN(plypack_walk_next(walk, NULL, NULL));
    NULL_IN(plypack_walk_position(NULL, &untouched.position, NULL));
    NULL_IN(plypack_walk_position(walk, NULL, NULL));
    NULL_IN(plypack_walk_before(NULL, &untouched.position, NULL));
    NULL_IN(plypack_walk_before(walk, NULL, NULL));
}

static int32_t no_text(void *user, uint8_t *buffer, size_t capacity, size_t *len) {
    (void)user, (void)buffer, (void)capacity;
    *len = 0;
    return 0;
}

static void writer_functions(void) {
    plypack_imported imported = {sizeof imported, 9, 9, 9, 9, 9};
    NULL_IN(plypack_writer_create(NULL, options, &untouched.writer, NULL));
    NULL_IN(plypack_writer_create("abc", options, NULL, NULL));
    NULL_IN(plypack_writer_append(NULL, options, &untouched.writer, NULL));
    NULL_IN(plypack_writer_append("abc", options, NULL, NULL));
    NULL_IN(plypack_writer_create_memory(options, NULL, NULL));
    NULL_IN(plypack_writer_create_callback(NULL, &bytes, options, &untouched.writer, NULL));
    NULL_IN(plypack_writer_create_callback(plytest_append, &bytes, options, NULL, NULL));
    plypack_writer_free(NULL);
    CHECK(plypack_writer_game_count(NULL) == 0);
    NULL_IN(plypack_writer_add(NULL, game, NULL));
    NULL_IN(plypack_writer_add(writer, NULL, NULL));
    NULL_IN(plypack_writer_add_pgn(NULL, "abc", 3, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn(writer, NULL, 3, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn(writer, "abc", 3, 0, NULL, NULL, NULL));
    NULL_IN(plypack_writer_add_pgn_file(NULL, "abc", 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn_file(writer, NULL, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn_file(writer, "abc", 0, NULL, NULL, NULL));
    NULL_IN(plypack_writer_add_pgn_callback(NULL, no_text, &bytes, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn_callback(writer, NULL, &bytes, 0, NULL, &imported, NULL));
    NULL_IN(plypack_writer_add_pgn_callback(writer, no_text, &bytes, 0, NULL, NULL, NULL));
    CHECK(imported.games == 9);
    NULL_IN(plypack_writer_finish(NULL, NULL));
    NULL_IN(plypack_writer_abort(NULL, NULL));
    CHECK(plypack_writer_bytes(NULL).len == 0 && plypack_writer_bytes(NULL).data != NULL);
}

static void reader_functions(void) {
    NULL_IN(plypack_reader_open(NULL, &untouched.reader, NULL));
    NULL_IN(plypack_reader_open("abc", NULL, NULL));
    NULL_IN(plypack_reader_open_memory(NULL, 3, &untouched.reader, NULL));
    NULL_IN(plypack_reader_open_memory(code, 3, NULL, NULL));
    NULL_IN(plypack_reader_open_callbacks(NULL, plytest_read, &bytes, &untouched.reader, NULL));
    NULL_IN(plypack_reader_open_callbacks(plytest_size, NULL, &bytes, &untouched.reader, NULL));
    NULL_IN(plypack_reader_open_callbacks(plytest_size, plytest_read, &bytes, NULL, NULL));
    plypack_reader_free(NULL);
    NULL_IN(plypack_reader_game_count(NULL, &untouched.u64, NULL));
    NULL_IN(plypack_reader_game_count(reader, NULL, NULL));
    NULL_IN(plypack_reader_read_game(NULL, 0, game, NULL));
    NULL_IN(plypack_reader_read_game(reader, 0, NULL, NULL));
    NULL_IN(plypack_reader_read_tags(NULL, 0, game, NULL));
    NULL_IN(plypack_reader_read_tags(reader, 0, NULL, NULL));
    NULL_IN(plypack_reader_ply_count(NULL, 0, &untouched.size, NULL));
    NULL_IN(plypack_reader_ply_count(reader, 0, NULL, NULL));
    NULL_IN(plypack_reader_read_moves(NULL, 0, untouched.moves, 3, &untouched.size, NULL));
    NULL_IN(plypack_reader_read_moves(reader, 0, NULL, 3, &untouched.size, NULL));
    NULL_IN(plypack_reader_read_moves(reader, 0, untouched.moves, 3, NULL, NULL));
    NULL_IN(plypack_reader_error_count(NULL, &untouched.size, NULL));
    NULL_IN(plypack_reader_error_count(reader, NULL, NULL));
    NULL_IN(plypack_reader_error(NULL, 0, &untouched.info_, NULL));
    NULL_IN(plypack_reader_error(reader, 0, NULL, NULL));
    NULL_IN(plypack_reader_verify(NULL, 0, NULL, NULL, &bytes, &untouched.u64, NULL));
    NULL_IN(plypack_reader_verify(reader, 0, NULL, NULL, &bytes, NULL, NULL));
    NULL_IN(plypack_reader_export_pgn(NULL, 0, 0, 0, plytest_append, NULL, &bytes, &untouched.exported_, NULL));
    NULL_IN(plypack_reader_export_pgn(reader, 0, 0, 0, NULL, NULL, &bytes, &untouched.exported_, NULL));
    NULL_IN(plypack_reader_export_pgn(reader, 0, 0, 0, plytest_append, NULL, &bytes, NULL, NULL));
    NULL_IN(plypack_reader_info(NULL, 0, &untouched.u64, NULL));
    NULL_IN(plypack_reader_info(reader, 0, NULL, NULL));
}

static void query_functions(void) {
    NULL_IN(plypack_query_new(NULL, NULL));
    plypack_query_free(NULL);
    NULL_IN(plypack_query_set_position(NULL, position, NULL));
    NULL_IN(plypack_query_set_position(query, NULL, NULL));
    NULL_IN(plypack_query_set_pattern(NULL, TEXT("8/8/8/8/8/8/8/8"), NULL));
    NULL_IN(plypack_query_set_pattern(query, NULL, 3, NULL));
    NULL_IN(plypack_query_set_material(NULL, TEXT("KRK"), NULL));
    NULL_IN(plypack_query_set_material(query, NULL, 3, NULL));
    NULL_IN(plypack_query_set_text(NULL, PLYPACK_FIELD_PLAYER, "abc", 3, NULL));
    NULL_IN(plypack_query_set_text(query, PLYPACK_FIELD_PLAYER, NULL, 3, NULL));
    NULL_IN(plypack_query_set_range(NULL, PLYPACK_FIELD_PLIES, 0, 1, NULL));
    NULL_IN(plypack_query_set_variations(NULL, 0, NULL));
    NULL_IN(plypack_query_set_index(NULL, 0, NULL));
    NULL_IN(plypack_query_set_threads(NULL, 0, NULL));
    NULL_IN(plypack_query_set_max_hits(NULL, 0, NULL));
    NULL_IN(plypack_query_set_callbacks(NULL, NULL, NULL, NULL, NULL));
}

static void search_functions(void) {
    plypack_moves *some = &untouched.moves_;
    NULL_IN(plypack_reader_open_mapped(NULL, &untouched.reader, NULL));
    NULL_IN(plypack_reader_open_mapped("abc", NULL, NULL));
    NULL_IN(plypack_reader_find(NULL, query, &untouched.hits, NULL));
    NULL_IN(plypack_reader_find(reader, NULL, &untouched.hits, NULL));
    NULL_IN(plypack_reader_find(reader, query, NULL, NULL));
    NULL_IN(plypack_reader_find_each(NULL, query, no_hits, &bytes, NULL));
    NULL_IN(plypack_reader_find_each(reader, NULL, no_hits, &bytes, NULL));
    NULL_IN(plypack_reader_find_each(reader, query, NULL, &bytes, NULL));
    NULL_IN(plypack_reader_count_hits(NULL, query, &untouched.u64, NULL));
    NULL_IN(plypack_reader_count_hits(reader, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_reader_count_hits(reader, query, NULL, NULL));
    NULL_IN(plypack_reader_list(NULL, query, &untouched.hits, NULL));
    NULL_IN(plypack_reader_list(reader, NULL, &untouched.hits, NULL));
    NULL_IN(plypack_reader_list(reader, query, NULL, NULL));
    plypack_hits_free(NULL);
    NULL_IN(plypack_hits_view(NULL, &untouched.hit_array, NULL));
    NULL_IN(plypack_hits_view(hits, NULL, NULL));
    NULL_IN(plypack_reader_tree(NULL, query, &untouched.tree, NULL));
    NULL_IN(plypack_reader_tree(reader, NULL, &untouched.tree, NULL));
    NULL_IN(plypack_reader_tree(reader, query, NULL, NULL));
    plypack_tree_free(NULL);
    NULL_IN(plypack_tree_branch_count(NULL, &untouched.size, NULL));
    NULL_IN(plypack_tree_branch_count(tree, NULL, NULL));
    NULL_IN(plypack_tree_branch(NULL, 0, &untouched.branch_, NULL));
    NULL_IN(plypack_tree_branch(tree, 0, NULL, NULL));
    NULL_IN(plypack_reader_transpositions(NULL, query, &untouched.orders, NULL));
    NULL_IN(plypack_reader_transpositions(reader, NULL, &untouched.orders, NULL));
    NULL_IN(plypack_reader_transpositions(reader, query, NULL, NULL));
    plypack_orders_free(NULL);
    NULL_IN(plypack_orders_count(NULL, &untouched.size, NULL));
    NULL_IN(plypack_orders_count(orders, NULL, NULL));
    NULL_IN(plypack_orders_at(NULL, 0, some, &untouched.u64, NULL));
    NULL_IN(plypack_orders_at(orders, 0, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_orders_at(orders, 0, some, NULL, NULL));
}

static void file_functions(void) {
    plypack_exported exported = {sizeof exported, 9, 9};
    NULL_IN(plypack_file_repair(NULL, "abc", options, 0, NULL, &exported, NULL));
    NULL_IN(plypack_file_repair("abc", NULL, options, 0, NULL, &exported, NULL));
    NULL_IN(plypack_file_repair("abc", "abc", options, 0, NULL, NULL, NULL));
    NULL_IN(plypack_file_recode(NULL, "abc", options, 0, NULL, &exported, NULL));
    NULL_IN(plypack_file_recode("abc", NULL, options, 0, NULL, &exported, NULL));
    NULL_IN(plypack_file_recode("abc", "abc", options, 0, NULL, NULL, NULL));
    CHECK(exported.games == 9);
    NULL_IN(plypack_file_index(NULL, 0, NULL, &untouched.u64, NULL));
    NULL_IN(plypack_file_index("abc", 0, NULL, NULL, NULL));
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
    OK(plypack_options_new(&options, NULL));
    OK(plypack_position_new(&position, NULL));
    OK(plypack_game_new(&game, NULL));
    OK(plypack_walk_new(game, &walk, NULL));
    OK(plypack_writer_create_memory(options, &writer, NULL));
    OK(plypack_reader_open_memory(bytes.data, bytes.len, &reader, NULL));
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_set_position(query, position, NULL));
    OK(plypack_reader_find(reader, query, &hits, NULL));
    OK(plypack_reader_tree(reader, query, &tree, NULL));
    OK(plypack_reader_transpositions(reader, query, &orders, NULL));

    functions_without_pointers();
    error_objects();
    options_functions();
    position_functions();
    codec_functions();
    game_functions();
    walk_functions();
    writer_functions();
    reader_functions();
    query_functions();
    search_functions();
    file_functions();
    empty_arrays();
    for (i = 0; i < sizeof(untouched); i++) {
        CHECK(untouched.bytes[i] == 0x5A);
    }

    plypack_orders_free(orders);
    plypack_tree_free(tree);
    plypack_hits_free(hits);
    plypack_query_free(query);
    plypack_reader_free(reader);
    plypack_writer_free(writer);
    plypack_walk_free(walk);
    plypack_game_free(game);
    plypack_position_free(position);
    plypack_options_free(options);
    free(bytes.data);
    return plytest_failed;
}
