/* The C interface behind the conformance protocol: see ../../PROTOCOL.md. This file holds the conversation. */
#define _POSIX_C_SOURCE 200809L
#include "adapter.h"

adapter now;

void *allocate(size_t size) {
    void *memory = malloc(size + 1);
    if (!memory) {
        abort();
    }
    return memory;
}

json member(const char *name) {
    json found = json_member(now.request, name);
    if (!found) {
        fprintf(stderr, "no %s\n", name);
        exit(1);
    }
    return found;
}

static bytes bytes_of_hex(const char *hex) {
    size_t len = strcspn(hex, "\"") / 2;
    bytes found = {allocate(len), len};
    for (size_t i = 0; i < len; i++) {
        char digits[3] = {hex[2 * i], hex[2 * i + 1], 0};
        found.data[i] = (char)strtoul(digits, NULL, 16);
    }
    found.data[len] = 0;
    return found;
}

bytes text_of(json value) {
    if (!json_is_text(value)) {
        return bytes_of_hex(json_member(value, "hex") + 1);
    }
    bytes found = {allocate(json_text_bound(value)), 0};
    found.len = json_text(value, found.data);
    found.data[found.len] = 0;
    return found;
}

bytes input(void) {
    return bytes_of_hex(member("input") + 1);
}

size_t number_of(const char *name, const char *const *list, size_t count) {
    size_t number = 0;
    while (number < count && strcmp(name, list[number])) {
        number++;
    }
    return number;
}

static const char *const CLASSES[] = {"ok", "caller", "malformed", "unsupported", "limit", "checksum", "io", "", "", "internal"};

static const struct {
    const char *name;
    plypack_status (*run)(void);
} OPERATIONS[] = {
    {"decode", decode}, {"encode", encode}, {"order", order}, {"move-table", move_table},
    {"read", read_file}, {"tags", read_tags}, {"recover", recover_file}, {"write", write_file}, {"append", append_file},
    {"import", import_pgn}, {"find", find}, {"tree", tree},
};

enum { OPERATION_COUNT = sizeof(OPERATIONS) / sizeof(*OPERATIONS) };

static plypack_status operation(const char *op) {
    for (size_t i = 0; i < OPERATION_COUNT; i++) {
        if (!strcmp(op, OPERATIONS[i].name)) {
            return OPERATIONS[i].run();
        }
    }
    fprintf(stderr, "no operation %s\n", op);
    exit(1);
}

static void greet(void) {
    printf("{\"hello\":1,\"name\":\"plypack-c\",\"version\":\"%s\",\"ops\":[", plypack_version());
    for (size_t i = 0; i < OPERATION_COUNT; i++) {
        printf("%s\"%s\"", i ? "," : "", OPERATIONS[i].name);
    }
    fputs("],\"codecs\":[", stdout);
    const char *comma = "";
    for (uint32_t codec = 0; codec < 256; codec++) {
        if (plypack_codec_name(codec) == NULL) continue;
        printf("%s\"%s\"", comma, plypack_codec_name(codec));
        comma = ",";
    }
    puts("]}");
}

static void refuse(plypack_status status, uint64_t offset) {
    plypack_class kind = PLYPACK_STATUS_CLASS(status);
    printf("\"%s\",\"error\":{\"class\":\"%s\",\"code\":\"%s\"", kind == PLYPACK_CLASS_UNSUPPORTED ? "unsupported" : "invalid",
           CLASSES[kind], plypack_status_name(status));
    if (offset != PLYPACK_NO_OFFSET) {
        printf(",\"at\":%" PRIu64, offset);
    }
    puts("}}");
}

static void answer(const char *op) {
    char *outputs = NULL;
    size_t len = 0;
    now.failed_ply = UINT64_MAX;
    now.file_error = PLYPACK_OK;
    now.lacks = NULL;
    now.out = open_memstream(&outputs, &len);
    plypack_status status = operation(op);
    fclose(now.out);
    printf("{\"id\":%lu,\"result\":", strtoul(member("id"), NULL, 10));
    if (now.lacks) {
        printf("\"skipped\",\"why\":\"the C interface does not make %s\"}\n", now.lacks);
    } else if (now.file_error != PLYPACK_OK) {
        refuse(now.file_error, now.file_error_offset);
    } else if (status != PLYPACK_OK) {
        refuse(status, now.failed_ply != UINT64_MAX ? now.failed_ply : plypack_error_offset(now.error));
    } else {
        printf("\"valid\",%s}\n", outputs);
    }
    free(outputs);
}

int main(void) {
    char *line = NULL;
    size_t capacity = 0;
    int more = 1;
    now.error = plypack_error_new();
    while (more && getline(&line, &capacity, stdin) > 0) {
        now.request = line;
        bytes op = text_of(member("op"));
        more = strcmp(op.data, "bye") != 0;
        if (!strcmp(op.data, "hello")) {
            greet();
        } else if (more) {
            answer(op.data);
        }
        fflush(stdout);
        free(op.data);
    }
    free(line);
    plypack_error_free(now.error);
    return 0;
}
