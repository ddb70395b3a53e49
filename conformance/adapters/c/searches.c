/* Searches of files. */
#include "adapter.h"

static plypack_status set_position(plypack_query *query, bytes fen) {
    plypack_position *position = NULL;
    MUST(plypack_position_from_fen(fen.data, fen.len, &position, now.error));
    plypack_status status = plypack_query_set_position(query, position, now.error);
    plypack_position_free(position);
    return status;
}

static plypack_status set_pattern(plypack_query *query, bytes text) {
    return plypack_query_set_pattern(query, text.data, text.len, now.error);
}

static plypack_status set_material(plypack_query *query, bytes text) {
    return plypack_query_set_material(query, text.data, text.len, now.error);
}

static const struct {
    const char *name;
    plypack_status (*set)(plypack_query *, bytes);
} TARGETS[] = {{"fen", set_position}, {"pattern", set_pattern}, {"material", set_material}};

static const struct {
    const char *name;
    uint32_t field;
} TEXTS[] = {
    {"player", PLYPACK_FIELD_PLAYER}, {"event", PLYPACK_FIELD_EVENT},   {"site", PLYPACK_FIELD_SITE},
    {"eco", PLYPACK_FIELD_ECO},       {"result", PLYPACK_FIELD_RESULT},
};

static plypack_status set_target(plypack_query *query, json shown) {
    for (size_t i = 0; i < sizeof(TARGETS) / sizeof(*TARGETS); i++) {
        json value = json_member(shown, TARGETS[i].name);
        if (value) {
            bytes text = text_of(value);
            plypack_status status = TARGETS[i].set(query, text);
            free(text.data);
            return status;
        }
    }
    return PLYPACK_OK;
}

static plypack_status set_conditions(plypack_query *query, json shown) {
    for (size_t i = 0; i < sizeof(TEXTS) / sizeof(*TEXTS); i++) {
        json value = json_member(shown, TEXTS[i].name);
        if (value) {
            bytes text = text_of(value);
            plypack_status status = plypack_query_set_text(query, TEXTS[i].field, text.data, text.len, now.error);
            free(text.data);
            MUST(status);
        }
    }
    json plies = json_member(shown, "plies");
    if (plies) {
        json max = json_next(json_first(plies));
        MUST(plypack_query_set_range(query, PLYPACK_FIELD_PLIES, (uint32_t)strtoul(json_first(plies), NULL, 10),
                                     (uint32_t)strtoul(max, NULL, 10), now.error));
    }
    json variations = json_member(shown, "variations");
    MUST(plypack_query_set_threads(query, 1, now.error));
    return plypack_query_set_variations(query, variations && *variations == 't', now.error);
}

static plypack_status make_query(plypack_query *query) {
    MUST(set_target(query, member("query")));
    return set_conditions(query, member("query"));
}

static int32_t put_hits(void *user, const plypack_hit *hits, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fprintf(now.out, "%s[%" PRIu64 ",%" PRIu32 "]", (*(uint64_t *)user)++ ? "," : "", hits[i].game, hits[i].ply);
    }
    return 0;
}

static plypack_status find_in(const plypack_reader *reader, const plypack_query *query) {
    uint64_t count = 0;
    fputs("\"hits\":[", now.out);
    MUST(plypack_reader_find_each(reader, query, put_hits, &count, now.error));
    fputs("]", now.out);
    return PLYPACK_OK;
}

static plypack_status put_branch(plypack_position *position, const plypack_branch *branch) {
    if (branch->ends) {
        fputs("[\"\"", now.out);
    } else {
        fputs("[", now.out);
        MUST(put_move(position, branch->next_move));
    }
    const uint64_t numbers[] = {branch->white,      branch->draws, branch->black,    branch->other,
                                branch->rating_sum, branch->rated, branch->last_year};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        fprintf(now.out, ",%" PRIu64, numbers[i]);
    }
    fputs("]", now.out);
    return PLYPACK_OK;
}

static plypack_status put_branches(const plypack_tree *tree, const plypack_position *start) {
    size_t count = 0;
    MUST(plypack_tree_branch_count(tree, &count, now.error));
    for (size_t i = 0; i < count; i++) {
        plypack_branch branch;
        plypack_position *position = NULL;
        MUST(plypack_tree_branch(tree, i, &branch, now.error));
        MUST(plypack_position_clone(start, &position, now.error));
        fputs(i ? "," : "", now.out);
        plypack_status status = put_branch(position, &branch);
        plypack_position_free(position);
        MUST(status);
    }
    return PLYPACK_OK;
}

static plypack_status tree_in(const plypack_reader *reader, const plypack_query *query) {
    plypack_tree *tree = NULL;
    plypack_position *start = NULL;
    bytes fen = text_of(json_member(member("query"), "fen"));
    plypack_status status = plypack_position_from_fen(fen.data, fen.len, &start, now.error);
    free(fen.data);
    fputs("\"branches\":[", now.out);
    if (status == PLYPACK_OK) {
        status = plypack_reader_tree(reader, query, &tree, now.error);
    }
    if (status == PLYPACK_OK) {
        status = put_branches(tree, start);
    }
    fputs("]", now.out);
    plypack_tree_free(tree);
    plypack_position_free(start);
    return status;
}

/* Runs a search with the file and the query of the request. */
static plypack_status search(plypack_status (*function)(const plypack_reader *, const plypack_query *)) {
    plypack_reader *reader = NULL;
    plypack_query *query = NULL;
    bytes file = input();
    plypack_status status = plypack_reader_open_memory((const uint8_t *)file.data, file.len, 0, &reader, now.error);
    free(file.data);
    status = status == PLYPACK_OK ? plypack_query_new(&query, now.error) : status;
    status = status == PLYPACK_OK ? make_query(query) : status;
    status = status == PLYPACK_OK ? function(reader, query) : status;
    plypack_query_free(query);
    plypack_reader_free(reader);
    return status;
}

plypack_status find(void) {
    return search(find_in);
}

plypack_status tree(void) {
    return search(tree_in);
}
