/* Packs PGN files, plain or compressed, into one plypack file with a position index.
 *
 *   pgn2plypack [-a] [-c CODEC] OUT.plypack IN.pgn...
 *
 * -a appends to OUT.plypack. Text that cannot be parsed is kept, and reported on standard error. The exit code is 0 on
 * success, 1 on failure, and 2 for wrong usage. */
#include <plypack.h>
#include <stdio.h>
#include <string.h>

typedef struct command {
    int append;
    const char *codec;
    const char *output;
    char **inputs;
} command;

/* Returns 0 for wrong usage. */
static int read_arguments(char **argv, command *parsed) {
    for (argv++; *argv != NULL && (*argv)[0] == '-'; argv++) {
        if (strcmp(*argv, "-a") == 0) {
            parsed->append = 1;
        } else if (strcmp(*argv, "-c") == 0 && argv[1] != NULL) {
            parsed->codec = *++argv;
        } else {
            return 0;
        }
    }
    if (argv[0] == NULL || argv[1] == NULL) return 0;
    parsed->output = argv[0];
    parsed->inputs = argv + 1;
    return 1;
}

/* Prints an issue with the path of the PGN file. */
static int32_t tell_issue(void *path, const plypack_issue *issue) {
    fprintf(stderr, "%s:%llu: %.*s: %.*s\n", (const char *)path, (unsigned long long)issue->line, (int)issue->reason.len,
            issue->reason.data, (int)issue->text.len, issue->text.data);
    return 0;
}

static int32_t tell_progress(void *path, uint64_t done, uint64_t total) {
    fprintf(stderr, "\r%s: %llu of %llu", (const char *)path, (unsigned long long)done, (unsigned long long)total);
    if (done == total) fputc('\n', stderr);
    return 0;
}

static plypack_callbacks callbacks_for(const char *path) {
    plypack_callbacks callbacks = {.size = sizeof(callbacks), .progress = tell_progress, .issue = tell_issue};
    callbacks.user = (void *)path;
    return callbacks;
}

static plypack_status open_writer(const command *arguments, plypack_writer **writer, plypack_error *error) {
    plypack_options options = PLYPACK_OPTIONS_INIT;
    plypack_status status = PLYPACK_OK;
    if (arguments->codec != NULL) {
        status = plypack_codec_from_name(arguments->codec, strlen(arguments->codec), &options.codec, error);
    }
    if (status == PLYPACK_OK) {
        status = (arguments->append ? plypack_writer_append : plypack_writer_create)(arguments->output, &options, writer, error);
    }
    return status;
}

static plypack_status add_files(plypack_writer *writer, char **paths, plypack_error *error) {
    plypack_status status = PLYPACK_OK;
    for (; status == PLYPACK_OK && *paths != NULL; paths++) {
        plypack_callbacks callbacks = callbacks_for(*paths);
        plypack_imported done = {.size = sizeof(done)};
        status = plypack_writer_add_pgn_file(writer, *paths, 0, &callbacks, &done, error);
        if (status != PLYPACK_OK) {
            fprintf(stderr, "%s: ", *paths);
        } else {
            printf("%s: %llu games, %llu plies, %llu parts not parsed\n", *paths, (unsigned long long)done.games,
                   (unsigned long long)done.plies, (unsigned long long)done.issues);
        }
    }
    return status;
}

static plypack_status pack(const command *arguments, plypack_error *error) {
    plypack_writer *writer = NULL;
    plypack_callbacks callbacks = callbacks_for(arguments->output);
    uint64_t indexed = 0;
    plypack_status status = open_writer(arguments, &writer, error);
    if (status == PLYPACK_OK) status = add_files(writer, arguments->inputs, error);
    if (status == PLYPACK_OK) status = plypack_writer_finish(writer, error);
    plypack_writer_free(writer);
    if (status == PLYPACK_OK) status = plypack_file_index(arguments->output, NULL, 0, &callbacks, &indexed, error);
    if (status == PLYPACK_OK) printf("%s: %llu games indexed\n", arguments->output, (unsigned long long)indexed);
    return status;
}

int main(int argc, char **argv) {
    command arguments = {0, NULL, NULL, NULL};
    plypack_error *error;
    plypack_status status;
    if (argc == 0 || !read_arguments(argv, &arguments)) {
        fprintf(stderr, "usage: pgn2plypack [-a] [-c CODEC] OUT.plypack IN.pgn...\n");
        return 2;
    }
    error = plypack_error_new();
    status = pack(&arguments, error);
    if (status != PLYPACK_OK) fprintf(stderr, "%s: %s\n", plypack_status_name(status), plypack_error_message(error));
    plypack_error_free(error);
    return status == PLYPACK_OK ? 0 : 1;
}
