/* Deliberate faults: the sanitizers must report each. */
#include "plytest.h"

#include <limits.h>
#include <pthread.h>

static int shared;

static void *count(void *unused) {
    shared++;
    return unused;
}

/* Two threads that write to one number. */
static void race(void) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, count, NULL) == 0);
    count(NULL);
    CHECK(pthread_join(thread, NULL) == 0);
}

int main(int argc, char **argv) {
    volatile char *volatile heap = (volatile char *)malloc(8);
    volatile int number = INT_MAX;
    char fault = argc > 1 ? argv[1][0] : '0';
    (void)plytest_failed;
    if (fault == '1') {
        heap[8] = 1;
    } else if (fault == '2') {
        number = number + argc;
    }
    if (fault == '5') {
        race();
    }
    if (fault == '4') {
        heap = NULL;
    }
    free((void *)heap);
    if (fault == '3') {
        heap[0] = 1;
    }
    return 0;
}
