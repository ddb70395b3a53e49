/* Copies the games of the PGN files in the arguments piece by piece: nothing is lost. */
#include "plytest.h"

/* Reads games from `from` and adds them to `to`. */
static void copy_tags(const plypack_game *from, plypack_game *to) {
    for (size_t i = 0; i < plypack_game_tag_count(from); i++) {
        plypack_tag tag;
        OK(plypack_game_tag_at(from, i, &tag, NULL));
        if (tag.kind == PLYPACK_TAG_PAIR) {
            OK(plypack_game_add_escaped_tag(to, tag.name.data, tag.name.len, tag.escaped.data, tag.escaped.len, NULL));
        } else {
            OK(plypack_game_add_tag_line(to, tag.escaped.data, tag.escaped.len, NULL));
        }
    }
}

static plypack_status copy_step(const plypack_step *step, plypack_game *to) {
    const plypack_token *token = &step->token;
    switch (token->kind) {
    case PLYPACK_TOKEN_MOVE:
        return plypack_game_add_move(to, (uint16_t)token->number, NULL);
    case PLYPACK_TOKEN_NAG:
        return plypack_game_add_nag(to, token->number, NULL);
    case PLYPACK_TOKEN_BEGIN:
        return plypack_game_begin_variation(to, NULL);
    case PLYPACK_TOKEN_END:
        return plypack_game_end_variation(to, NULL);
    case PLYPACK_TOKEN_RAW:
        return plypack_game_add_raw(to, token->text.data, token->text.len, NULL);
    default:
        return plypack_game_add_comment(to, token->kind, token->text.data, token->text.len, NULL);
    }
}

static plypack_game *copy_of(const plypack_game *from) {
    plypack_game *to = NULL;
    plypack_walk *walk = NULL;
    plypack_step step;
    plypack_text unparsed = plypack_game_unparsed(from);
    size_t places = 0;
    OK(plypack_game_new(&to, NULL));
    if (plypack_game_is_continuation(from)) OK(plypack_game_set_continuation(to, NULL));
    if (plypack_game_start(from) == PLYPACK_START_UNREADABLE) OK(plypack_game_set_unreadable_start(to, NULL));
    copy_tags(from, to);
    OK(plypack_walk_new(from, &walk, NULL));
    while (OK(plypack_walk_next(walk, &step, NULL)) && step.token.kind != PLYPACK_TOKEN_NONE) {
        OK(copy_step(&step, to));
        CHECK(step.place == ++places);
    }
    CHECK(step.place == places);
    plypack_walk_free(walk);
    OK(plypack_game_set_termination(to, plypack_game_termination(from), NULL));
    OK(plypack_game_set_unparsed(to, unparsed.data, unparsed.len, NULL));
    return to;
}

static int same_text(plypack_text a, plypack_text b) {
    return a.len == b.len && memcmp(a.data, b.data, a.len) == 0;
}

static int same_tags(const plypack_game *a, const plypack_game *b) {
    int same = plypack_game_tag_count(a) == plypack_game_tag_count(b);
    for (size_t i = 0; same && i < plypack_game_tag_count(a); i++) {
        plypack_tag x, y;
        OK(plypack_game_tag_at(a, i, &x, NULL));
        OK(plypack_game_tag_at(b, i, &y, NULL));
        same = x.kind == y.kind && same_text(x.name, y.name) && same_text(x.escaped, y.escaped) && same_text(x.value, y.value);
    }
    return same;
}

static int same_tokens(const plypack_game *a, const plypack_game *b) {
    int same = plypack_game_token_count(a) == plypack_game_token_count(b);
    for (size_t i = 0; same && i < plypack_game_token_count(a); i++) {
        plypack_token x, y;
        OK(plypack_game_token_at(a, i, &x, NULL));
        OK(plypack_game_token_at(b, i, &y, NULL));
        same = x.kind == y.kind && x.number == y.number && same_text(x.text, y.text);
    }
    return same;
}

static int same_games(const plypack_game *a, const plypack_game *b) {
    plypack_moves x = plypack_game_moves(a), y = plypack_game_moves(b);
    return same_tags(a, b) && same_tokens(a, b) && same_text(plypack_game_unparsed(a), plypack_game_unparsed(b)) &&
           x.len == y.len && memcmp(x.data, y.data, x.len * sizeof(*x.data)) == 0 &&
           plypack_game_start(a) == plypack_game_start(b) && plypack_game_termination(a) == plypack_game_termination(b) &&
           plypack_game_is_continuation(a) == plypack_game_is_continuation(b);
}

static plytest_bytes read_file(const char *path) {
    plytest_bytes bytes = {NULL, 0};
    uint8_t buffer[4096];
    size_t len;
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    while (file != NULL && (len = fread(buffer, 1, sizeof(buffer), file)) > 0) {
        CHECK(plytest_append(&bytes, buffer, len) == 0);
    }
    if (file != NULL) fclose(file);
    return bytes;
}

/* The offset of the first block of a file. */
#define UNITS_START 1536

/* Copying games from a reader to a writer gives the same file as reading and adding them. */
static void copied_games_are_added_games(const plypack_reader *reader) {
    uint64_t count = plypack_reader_number_end(reader), *numbers = malloc((count + 1) * sizeof(*numbers));
    plypack_writer *added = NULL, *copied = NULL;
    plypack_game *game = NULL;
    plypack_bytes x, y;
    OK(plypack_game_new(&game, NULL));
    OK(plypack_writer_create_memory(NULL, &added, NULL));
    OK(plypack_writer_create_memory(NULL, &copied, NULL));
    for (uint64_t number = 0; number < count; number++) {
        numbers[number] = number;
        OK(plypack_reader_read_game(reader, number, game, NULL));
        OK(plypack_writer_add(added, game, NULL));
    }
    numbers[count] = count;
    GIVES(PLYPACK_OUT_OF_RANGE, plypack_writer_copy_games(copied, reader, numbers, count + 1, NULL, NULL));
    CHECK(plypack_writer_number_end(copied) == count);
    OK(plypack_writer_finish(added, NULL));
    OK(plypack_writer_finish(copied, NULL));
    x = plypack_writer_bytes(added);
    y = plypack_writer_bytes(copied);
    /* The commit records differ: copied games keep the import profile of their file. */
    CHECK(x.len == y.len && x.len > UNITS_START && memcmp(x.data + UNITS_START, y.data + UNITS_START, x.len - UNITS_START) == 0);
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_copy_games(copied, reader, numbers, count, NULL, NULL));
    plypack_writer_free(added);
    plypack_writer_free(copied);
    plypack_game_free(game);
    free(numbers);
}

/* Copies all games; returns their number. */
static uint64_t copy_games(const char *path) {
    plytest_bytes pgn = read_file(path), file = plytest_pack_bytes((const char *)pgn.data, pgn.len);
    plypack_reader *reader = NULL;
    plypack_game *game = NULL;
    uint64_t count = 0;
    OK(plypack_game_new(&game, NULL));
    OK(plypack_reader_open_memory(file.data, file.len, 0, &reader, NULL));
    count = plypack_reader_number_end(reader);
    for (uint64_t number = 0; number < count; number++) {
        plypack_game *copy, *clone = NULL;
        OK(plypack_reader_read_game(reader, number, game, NULL));
        copy = copy_of(game);
        OK(plypack_game_clone(game, &clone, NULL));
        if (!same_games(game, copy) || !same_games(game, clone)) {
            plytest_failed = 1;
            fprintf(stderr, "%s: game %u is not copied exactly\n", path, (unsigned)number);
        }
        plypack_game_free(copy);
        plypack_game_free(clone);
    }
    copied_games_are_added_games(reader);
    plypack_reader_free(reader);
    plypack_game_free(game);
    free(file.data);
    free(pgn.data);
    return count;
}

int main(int argc, char **argv) {
    uint64_t games = 0;
    for (int i = 1; i < argc - 1; i++) { /* The last argument is a folder, which is not needed. */
        games += copy_games(argv[i]);
    }
    CHECK(games > 0);
    return plytest_failed;
}
