/* Each system call that writes fails once, or ends the program. Afterwards there is the old file, byte for byte, or the
 * complete new file. This program defines the system calls that the library uses. */
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "plytest.h"

#if defined(__linux__)
#include <dirent.h>
#include <errno.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PGN \
    "[White \"Adams\"]\n\n1. e4 {a comment} e5 *\n\n[White \"Short\"]\n\n1. d4 d5 2. c4 *\n\n[White \"Euwe\"]\n\n1. Nf3 1-0\n"

enum fault { NONE, ONCE, FULL, KILLED };

static enum fault fault;
static long calls, fault_at;
static int is_counting;

/* Returns whether this call fails; a full disk fails only calls that need space. */
static int fails(int takes_space) {
    long call = is_counting ? calls++ : -1;
    errno = fault == FULL ? ENOSPC : EIO;
    switch (fault) {
    case ONCE: return call == fault_at;
    case FULL: return takes_space && call >= fault_at;
    default: return 0;
    }
}

static int is_last_call(void) {
    return is_counting && fault == KILLED && calls == fault_at;
}

static void end_if_last(void) {
    if (is_last_call()) {
        _exit(9);
    }
}

ssize_t write(int file, const void *data, size_t len) {
    /* The bytes written before the fault stay. */
    if (file > 2 && (is_last_call() || (is_counting && fault == FULL && calls == fault_at))) {
        (void)!syscall(SYS_write, file, data, len / 2);
    }
    if (file > 2) {
        end_if_last();
    }
    return file > 2 && fails(1) ? -1 : (ssize_t)syscall(SYS_write, file, data, len);
}

/* Files are written at offsets. A write of less than a sector is complete or absent. */
ssize_t pwrite64(int file, const void *data, size_t len, off64_t at) {
    if (len > 512 && (is_last_call() || (is_counting && fault == FULL && calls == fault_at))) {
        (void)!syscall(SYS_pwrite64, file, data, len / 2, at);
    }
    end_if_last();
    return fails(1) ? -1 : (ssize_t)syscall(SYS_pwrite64, file, data, len, at);
}

int fdatasync(int file) {
    end_if_last();
    return fails(1) ? -1 : (int)syscall(SYS_fdatasync, file);
}

int fsync(int file) {
    end_if_last();
    return fails(0) ? -1 : (int)syscall(SYS_fsync, file);
}

int ftruncate64(int file, off64_t len) {
    end_if_last();
    return fails(0) ? -1 : (int)syscall(SYS_ftruncate, file, len);
}

int rename(const char *from, const char *to) {
    end_if_last();
    return fails(0) ? -1 : (int)syscall(SYS_renameat2, -100, from, -100, to, 0);
}

int unlink(const char *path) {
    end_if_last();
    return fails(0) ? -1 : (int)syscall(SYS_unlinkat, -100, path, 0);
}

static char folder[400], path[512], other[512];

static plypack_status created(void) {
    plypack_writer *writer = NULL;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_status status = plypack_writer_create(path, NULL, &writer, NULL);
    if (status == PLYPACK_OK) status = plypack_writer_add_pgn(writer, TEXT(PGN), 1, NULL, &imported, NULL);
    if (status == PLYPACK_OK) status = plypack_writer_finish(writer, NULL);
    plypack_writer_free(writer);
    return status;
}

static plypack_status appended(void) {
    plypack_writer *writer = NULL;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_status status = plypack_writer_append(path, NULL, &writer, NULL);
    if (status == PLYPACK_OK) status = plypack_writer_add_pgn(writer, TEXT(PGN), 1, NULL, &imported, NULL);
    if (status == PLYPACK_OK) status = plypack_writer_finish(writer, NULL);
    plypack_writer_free(writer);
    return status;
}

static plypack_status indexed(void) {
    uint64_t games = 0;
    return plypack_file_index(path, NULL, 1, NULL, &games, NULL);
}

/* The positions go to a temporary file. */
static plypack_status indexed_with_little_memory(void) {
    uint64_t games = 0;
    plypack_index_options options = PLYPACK_INDEX_OPTIONS_INIT;
    options.memory = 1;
    return plypack_file_index(path, &options, 1, NULL, &games, NULL);
}

static plypack_status repaired(void) {
    plypack_exported exported = PLYPACK_EXPORTED_INIT;
    return plypack_file_repair(other, path, NULL, 1, NULL, &exported, NULL);
}

static plytest_bytes content(const char *name) {
    plytest_bytes bytes = {NULL, 0};
    uint8_t part[4096];
    size_t len;
    FILE *file = fopen(name, "rb");
    CHECK(file != NULL);
    while ((len = fread(part, 1, sizeof part, file)) > 0) {
        CHECK(plytest_append(&bytes, part, len) == 0);
    }
    fclose(file);
    return bytes;
}

static void put(const char *name, plytest_bytes bytes) {
    FILE *file = fopen(name, "wb");
    CHECK(file != NULL && fwrite(bytes.data, 1, bytes.len, file) == bytes.len && fclose(file) == 0);
}

static int is_content(const char *name, plytest_bytes bytes) {
    plytest_bytes found = content(name);
    int same = found.len == bytes.len && memcmp(found.data, bytes.data, bytes.len) == 0;
    free(found.data);
    return same;
}

/* Files in the folder. */
static int files(void) {
    int count = 0;
    DIR *listed = opendir(folder);
    CHECK(listed != NULL);
    while (readdir(listed) != NULL) count++;
    closedir(listed);
    return count;
}

/* Does the work with a fault in a child process. Returns whether the work reported success. */
static int worked(plypack_status (*work)(void), enum fault kind, long at) {
    int status = 0;
    pid_t child;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        fault = kind, fault_at = at, calls = 0, is_counting = 1;
        _exit(work() != PLYPACK_OK);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK(WEXITSTATUS(status) <= 1 || (kind == KILLED && WEXITSTATUS(status) == 9));
    return WEXITSTATUS(status) == 0;
}

/* The next writer continues from the file that a killed writer left. */
static void goes_on(void) {
    plypack_reader *reader = NULL;
    uint64_t bytes = 9;
    OK(appended());
    OK(plypack_reader_open(path, 0, &reader, NULL));
    OK(plypack_reader_info(reader, PLYPACK_INFO_BYTES_UNFINISHED, &bytes, NULL));
    CHECK(bytes == 0 && plypack_reader_errors(reader).len == 0);
    plypack_reader_free(reader);
    OK(created());
}

/* Returns the number of calls without a fault. */
static long with_faults(const char *name, plypack_status (*work)(void), plytest_bytes old) {
    const char *names[] = {"", "once", "full", "killed"};
    long all, at;
    int kind, kept, count;
    plytest_bytes new_bytes;
    put(path, old);
    count = files();
    calls = 0, fault = NONE, is_counting = 1;
    OK(work());
    is_counting = 0, all = calls;
    new_bytes = content(path);
    CHECK(all > 3 && files() == count && !is_content(path, old));
    for (kind = ONCE; kind <= KILLED; kind++) {
        for (at = 0, kept = 0; at < all; at++) {
            put(path, old);
            if (worked(work, (enum fault)kind, at)) {
                CHECK(is_content(path, new_bytes));
            } else if (kind != KILLED) {
                CHECK(is_content(path, old) || is_content(path, new_bytes));
            }
            CHECK(kind == KILLED || files() == count);
            kept += is_content(path, old);
            goes_on();
            CHECK(files() == count);
        }
        printf("%s, %s: %ld calls, %d times the old file\n", name, names[kind], all, kept);
    }
    free(new_bytes.data);
    return all;
}

int main(int argc, char **argv) {
    uint64_t games = 0;
    plytest_bytes old = plytest_pack("[White \"Lasker\"]\n\n1. e4 e5 2. Nf3 *\n");
    CHECK(argc == 2);
    snprintf(folder, sizeof folder, "%s", argv[1]);
    plytest_path(path, sizeof path, argv, "disk.plypack");
    plytest_bytes others = plytest_pack(PGN);
    put(plytest_path(other, sizeof other, argv, "other.plypack"), others);
    free(others.data);
    with_faults("create", created, old);
    with_faults("append", appended, old);
    long index_calls = with_faults("index", indexed, old);
    CHECK(with_faults("index with little memory", indexed_with_little_memory, old) > index_calls);
    with_faults("repair", repaired, old);
    /* Its index is part of the new file. */
    OK(plypack_file_index(other, NULL, 1, NULL, &games, NULL));
    with_faults("repair with an index", repaired, old);
    free(old.data);
    return plytest_failed;
}
#else
int main(void) {
    return 77;
}
#endif
