/* Imports that leave out duplicates. */
#include "plytest.h"

#define MOVES "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Bf5 5. Ng3 Bg6"
#define GAME(white, date) "[White \"" white "\"]\n[Black \"Anand, V\"]\n[Date \"" date "\"]\n\n" MOVES " *\n\n"

static const char FIRST[] = GAME("Carlsen, Magnus", "2013.11.09") GAME("Topalov, V", "2013.11.09");
static const char AGAIN[] = GAME("M. Carlsen", "2013.??.??") GAME("Aronian, L", "2013.11.10");

static plypack_error *error;

static plypack_imported add(plypack_writer *writer, const char *pgn) {
    plypack_imported imported = {sizeof imported, 9, 9, 9, 9, 9, 9};
    OK(plypack_writer_add_pgn(writer, pgn, strlen(pgn), 2, NULL, &imported, error));
    return imported;
}

/* Duplicates within an import, between imports, and of games added one by one. */
static void new_files(void) {
    plypack_writer *writer = NULL;
    plypack_game *game = NULL;
    plypack_imported imported;
    size_t issues = 0;
    OK(plypack_writer_create_memory(NULL, &writer, error));
    imported = add(writer, FIRST);
    CHECK(imported.games == 2 && imported.duplicates == 0);
    OK(plypack_writer_skip_duplicates(writer, 0, NULL, error));
    imported = add(writer, FIRST);
    CHECK(imported.games == 2 && imported.plies == 20 && imported.duplicates == 0);
    OK(plypack_writer_skip_duplicates(writer, 0, NULL, error));
    imported = add(writer, AGAIN);
    CHECK(imported.games == 1 && imported.plies == 10 && imported.duplicates == 1);
    OK(plypack_game_new(&game, error));
    OK(plypack_game_read_pgn(game, TEXT(GAME("So, W", "2013.11.11")), &issues, error));
    OK(plypack_writer_add(writer, game, error));
    OK(plypack_writer_add(writer, game, error));
    imported = add(writer, GAME("So, Wesley", "2013.11.11") "1. e4 *\n\n1. e4 *\n\n1. e4 {other} *\n\n");
    CHECK(imported.games == 2 && imported.duplicates == 2 && plypack_writer_number_end(writer) == 9);
    OK(plypack_writer_finish(writer, error));
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_skip_duplicates(writer, 1, NULL, error));
    plypack_game_free(game);
    plypack_writer_free(writer);
}

/* Duplicates of games in the file to which a writer appends. A caller whose struct lacks `duplicates` does not get the
 * count. */
static void appended(const char *path) {
    plypack_writer *writer = NULL;
    plypack_imported old = {offsetof(plypack_imported, duplicates), 9, 9, 9, 9, 9, 9};
    plypack_imported imported;
    OK(plypack_writer_create(path, NULL, &writer, error));
    CHECK(add(writer, FIRST).games == 2);
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
    OK(plypack_writer_append(path, NULL, &writer, error));
    imported = add(writer, FIRST);
    CHECK(imported.games == 2 && imported.duplicates == 0);
    OK(plypack_writer_abort(writer, error));
    GIVES(PLYPACK_WRONG_STATE, plypack_writer_skip_duplicates(writer, 1, NULL, error));
    plypack_writer_free(writer);
    OK(plypack_writer_append(path, NULL, &writer, error));
    OK(plypack_writer_skip_duplicates(writer, 1, NULL, error));
    imported = add(writer, FIRST);
    CHECK(imported.games == 0 && imported.duplicates == 2);
    OK(plypack_writer_add_pgn(writer, AGAIN, strlen(AGAIN), 1, NULL, &old, error));
    CHECK(old.games == 1 && old.duplicates == 9 && plypack_writer_number_end(writer) == 3);
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
}

static int32_t on_corruption(void *user, const plypack_corruption *corruption) {
    CHECK(corruption->first == 0 && corruption->count == 2);
    return *(int32_t *)user;
}

static void change_a_byte(const char *path) {
    FILE *file = fopen(path, "r+b");
    int byte;
    CHECK(file != NULL && fseek(file, 1656, SEEK_SET) == 0);
    byte = fgetc(file);
    CHECK(byte != EOF && fseek(file, 1656, SEEK_SET) == 0 && fputc(byte ^ 0x55, file) != EOF && fclose(file) == 0);
}

/* The call reports games that cannot be read, and they have no duplicates. */
static void corrupt(const char *path) {
    plypack_writer *writer = NULL;
    plypack_callbacks callbacks = {sizeof callbacks, NULL, NULL, on_corruption, NULL};
    int32_t answer = 1;
    callbacks.user = &answer;
    OK(plypack_writer_create(path, NULL, &writer, error));
    CHECK(add(writer, FIRST).games == 2 && add(writer, GAME("Aronian, L", "2013.11.10")).games == 1);
    OK(plypack_writer_finish(writer, error));
    plypack_writer_free(writer);
    change_a_byte(path);
    OK(plypack_writer_append(path, NULL, &writer, error));
    CHECK(plypack_writer_skip_duplicates(writer, 1, NULL, error) / 100 == 5);
    GIVES(PLYPACK_CANCELLED, plypack_writer_skip_duplicates(writer, 1, &callbacks, error));
    answer = 0;
    OK(plypack_writer_skip_duplicates(writer, 1, &callbacks, error));
    CHECK(add(writer, FIRST).games == 2 && add(writer, FIRST).duplicates == 2);
    OK(plypack_writer_abort(writer, error));
    plypack_writer_free(writer);
}

int main(int argc, char **argv) {
    char path[512];
    CHECK(argc == 2);
    error = plypack_error_new();
    plytest_path(path, sizeof(path), argv, "unique");
    new_files();
    appended(path);
    corrupt(path);
    plypack_error_free(error);
    return plytest_failed;
}
