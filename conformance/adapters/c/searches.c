/* Searches of files. */
#include "adapter.h"

static plypack_status set_fen(plypack_query *query, bytes text) {
    return plypack_query_set_fen(query, text.data, text.len, now.error);
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
} TARGETS[] = {{"fen", set_fen}, {"pattern", set_pattern}, {"material", set_material}};

static const char *const TEXTS[] = {"player", "white", "black", "event", "site", "eco", "result", "speed", "comment"};

static const struct {
    const char *name;
    uint32_t field;
} NUMBERS[] = {
    {"date", PLYPACK_FIELD_DATE},
    {"rating", PLYPACK_FIELD_RATING},
    {"plies", PLYPACK_FIELD_PLIES},
    {"any_rating", PLYPACK_FIELD_ANY_RATING},
    {"white_rating", PLYPACK_FIELD_WHITE_RATING},
    {"black_rating", PLYPACK_FIELD_BLACK_RATING},
    {"average_rating", PLYPACK_FIELD_AVERAGE_RATING},
};

static const struct {
    const char *name;
    uint32_t kind;
} GROUPS[] = {{"all", PLYPACK_GROUP_ALL}, {"any", PLYPACK_GROUP_ANY}};

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

/* Adds a condition whose value is two texts with a separator. */
static plypack_status add_joined(plypack_query *query, const char *name, bytes first, char separator, bytes second) {
    const size_t len = first.len + 1 + second.len;
    char *value = malloc(len);
    if (value == NULL) return PLYPACK_NO_MEMORY;
    if (first.len > 0) memcpy(value, first.data, first.len);
    value[first.len] = separator;
    if (second.len > 0) memcpy(value + first.len + 1, second.data, second.len);
    plypack_status status = plypack_query_add(query, name, strlen(name), value, len, now.error);
    free(value);
    return status;
}

static plypack_status add_tag(plypack_query *query, json tag, char separator) {
    bytes name = text_of(json_first(tag)), value = text_of(json_next(json_first(tag)));
    plypack_status status = add_joined(query, "tag", name, separator, value);
    free(name.data);
    free(value.data);
    return status;
}

/* A field, and its whole value. */
static plypack_status add_whole(plypack_query *query, json shown) {
    const bytes nothing = {0};
    bytes name = text_of(json_first(shown)), value = text_of(json_next(json_first(shown)));
    plypack_status status = add_joined(query, name.data, nothing, '=', value);
    free(name.data);
    free(value.data);
    return status;
}

static plypack_status add_annotations(plypack_query *query, json shown) {
    json nag = json_member(shown, "nag");
    if (nag) {
        char number[16];
        const int len = snprintf(number, sizeof(number), "%lu", strtoul(nag, NULL, 10));
        MUST(plypack_query_add(query, "nag", 3, number, (size_t)len, now.error));
    }
    return json_member(shown, "has_variations") ? plypack_query_add(query, "has", 3, "variations", 10, now.error) : PLYPACK_OK;
}

static plypack_status add_fields(plypack_query *query, json shown) {
    for (size_t i = 0; i < sizeof(TEXTS) / sizeof(*TEXTS); i++) {
        json value = json_member(shown, TEXTS[i]);
        if (value) {
            bytes text = text_of(value);
            plypack_status status = plypack_query_add(query, TEXTS[i], strlen(TEXTS[i]), text.data, text.len, now.error);
            free(text.data);
            MUST(status);
        }
    }
    for (size_t i = 0; i < sizeof(NUMBERS) / sizeof(*NUMBERS); i++) {
        json first = json_member(shown, NUMBERS[i].name);
        if (first) {
            first = json_first(first);
            MUST(plypack_query_add_range(query, NUMBERS[i].field, (uint32_t)strtoul(first, NULL, 10),
                                         (uint32_t)strtoul(json_next(first), NULL, 10), now.error));
        }
    }
    json tag = json_member(shown, "tag"), part = json_member(shown, "tag_contains"), whole = json_member(shown, "equals");
    MUST(tag ? add_tag(query, tag, '=') : PLYPACK_OK);
    MUST(part ? add_tag(query, part, '~') : PLYPACK_OK);
    MUST(whole ? add_whole(query, whole) : PLYPACK_OK);
    return add_annotations(query, shown);
}

/* All conditions among the members of an object. */
static plypack_status add_conditions(plypack_query *query, json shown) {
    MUST(add_fields(query, shown));
    for (size_t i = 0; i < sizeof(GROUPS) / sizeof(*GROUPS); i++) {
        json group = json_member(shown, GROUPS[i].name);
        if (group) {
            MUST(plypack_query_begin_group(query, GROUPS[i].kind, now.error));
            for (json inner = json_first(group); inner; inner = json_next(inner)) {
                MUST(plypack_query_begin_group(query, PLYPACK_GROUP_ALL, now.error));
                MUST(add_conditions(query, inner));
                MUST(plypack_query_end_group(query, now.error));
            }
            MUST(plypack_query_end_group(query, now.error));
        }
    }
    json not = json_member(shown, "not");
    if (not) {
        MUST(plypack_query_begin_group(query, PLYPACK_GROUP_NONE, now.error));
        MUST(plypack_query_begin_group(query, PLYPACK_GROUP_ALL, now.error));
        MUST(add_conditions(query, not));
        MUST(plypack_query_end_group(query, now.error));
        MUST(plypack_query_end_group(query, now.error));
    }
    return PLYPACK_OK;
}

static plypack_status set_conditions(plypack_query *query, json shown) {
    MUST(add_conditions(query, shown));
    json where = json_member(shown, "where");
    if (where) {
        MUST(add_conditions(query, where));
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
    uint64_t count = 0, corrupt = 0;
    fputs("\"hits\":[", now.out);
    MUST(plypack_query_find_each(query, &reader, 1, put_hits, &count, NULL, &corrupt, now.error));
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
    const plypack_branch_array branches = plypack_tree_view(tree);
    for (size_t i = 0; i < branches.len; i++) {
        plypack_position *position = NULL;
        MUST(plypack_position_clone(start, &position, now.error));
        fputs(i ? "," : "", now.out);
        plypack_status status = put_branch(position, &branches.data[i]);
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
        status = plypack_query_tree(query, &reader, 1, NULL, &tree, now.error);
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
