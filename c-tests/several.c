/* Several files and a folder as one: the files found by paths, and searches of all of them. */
#include <sys/stat.h>
#include <unistd.h>

#include "plytest.h"

static const char *const GAMES[4] = {"1. d4 d5 2. c4 *", "1. c4 d5 2. d4 *", "1. e4 *", "1. d4 d5 2. c4 e6 *"};

static char folder[1024], inner[1100], files[4][1200];

/* Three files in the folder, and one in a subfolder. */
static void make_files(char **argv) {
    static const char *const NAMES[4] = {"b.plypack", "a.plypack", "inner/c.PLYPACK", "notes.txt"};
    size_t i;
    plytest_path(folder, sizeof folder, argv, "several");
    CHECK(mkdir(folder, 0700) == 0);
    snprintf(inner, sizeof inner, "%s/inner", folder);
    CHECK(mkdir(inner, 0700) == 0);
    for (i = 0; i < 4; i++) {
        plytest_bytes bytes = plytest_pack(GAMES[i]);
        FILE *file;
        snprintf(files[i], sizeof files[i], "%s/%s", folder, NAMES[i]);
        file = fopen(files[i], "wb");
        CHECK(file != NULL && fwrite(bytes.data, 1, bytes.len, file) == bytes.len && fclose(file) == 0);
        free(bytes.data);
    }
}

static const char *path_at(const plypack_paths *paths, size_t index) {
    plypack_path_array view = plypack_paths_view(paths);
    CHECK(index < view.len);
    return index < view.len ? view.data[index] : "";
}

static void paths_of_a_folder(void) {
    const char *const given[1] = {folder};
    plypack_paths *paths = NULL;
    OK(plypack_paths_find(given, 1, NULL, &paths, NULL));
    CHECK(plypack_paths_view(paths).len == 3 && plypack_paths_errors(paths).len == 0);
    CHECK(strcmp(path_at(paths, 0), files[1]) == 0 && strcmp(path_at(paths, 1), files[0]) == 0);
    CHECK(strcmp(path_at(paths, 2), files[2]) == 0);
    plypack_paths_free(paths);
    OK(plypack_paths_find(NULL, 0, NULL, &paths, NULL));
    CHECK(plypack_paths_view(paths).len == 0 && plypack_paths_errors(paths).len == 0);
    plypack_paths_free(paths);
}

/* A file with two paths is found once, and a missing file is reported. */
static void paths_given_twice_or_missing(void) {
    const char *given[4];
    char alias[1200];
    plypack_error_info info;
    plypack_paths *paths = NULL;
    snprintf(alias, sizeof alias, "%s/inner/../link", folder);
    CHECK(symlink(files[0], alias) == 0);
    given[0] = alias;
    given[1] = "/nowhere/at/all";
    given[2] = files[3];
    given[3] = folder;
    OK(plypack_paths_find(given, 4, NULL, &paths, NULL));
    CHECK(plypack_paths_view(paths).len == 4 && plypack_paths_errors(paths).len == 1);
    CHECK(strcmp(path_at(paths, 0), alias) == 0 && strcmp(path_at(paths, 1), files[3]) == 0);
    CHECK(strcmp(path_at(paths, 2), files[1]) == 0 && strcmp(path_at(paths, 3), files[2]) == 0);
    info = plypack_paths_errors(paths).data[0];
    CHECK(info.status == PLYPACK_IO && strncmp(info.message.data, "/nowhere/at/all: ", 17) == 0);
    plypack_paths_free(paths);
}

/* Hits have the index of their reader, in the order of the paths. */
static void searches_of_a_folder(void) {
    const char *const given[1] = {folder};
    const plypack_reader *readers[3];
    plypack_reader *opened[3];
    plypack_paths *paths = NULL;
    plypack_position *position = NULL;
    plypack_query *query = NULL;
    plypack_hits *hits = NULL;
    plypack_hit_array view;
    plypack_tree *tree = NULL;
    plypack_branch branch;
    size_t i;
    OK(plypack_paths_find(given, 1, NULL, &paths, NULL));
    for (i = 0; i < 3; i++) {
        OK(plypack_reader_open(path_at(paths, i), 0, &opened[i], NULL));
        readers[i] = opened[i];
    }
    OK(plypack_position_new(&position, NULL));
    OK(plytest_play(position, "d2d4", 4, NULL));
    OK(plytest_play(position, "d7d5", 4, NULL));
    OK(plytest_play(position, "c2c4", 4, NULL));
    OK(plypack_query_new(&query, NULL));
    OK(plypack_query_set_position(query, position, NULL));
    OK(plypack_query_find(query, readers, 3, NULL, &hits, NULL));
    view = plypack_hits_view(hits);
    CHECK(view.len == 2 && view.data[0].file == 0 && view.data[1].file == 1 && view.data[1].ply == 3);
    plypack_hits_free(hits);
    OK(plypack_query_tree(query, readers, 3, NULL, &tree, NULL));
    CHECK(plypack_tree_view(tree).len == 1);
    branch = plypack_tree_view(tree).data[0];
    CHECK(branch.ends == 1 && branch.games == 2);
    plypack_tree_free(tree);
    plypack_query_free(query);
    plypack_position_free(position);
    for (i = 0; i < 3; i++) {
        plypack_reader_free(opened[i]);
    }
    plypack_paths_free(paths);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    make_files(argv);
    paths_of_a_folder();
    searches_of_a_folder();
    paths_given_twice_or_missing();
    return plytest_failed;
}
