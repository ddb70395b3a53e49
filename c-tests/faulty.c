/* Faults on purpose: the sanitizers must report each. */
#include "plytest.h"

#include <limits.h>

int main(int argc, char **argv) {
    char *volatile heap = (char *)malloc(8);
    volatile int number = INT_MAX;
    char fault = argc > 1 ? argv[1][0] : '0';
    (void)plytest_failed;
    if (fault == '1') {
        heap[8] = 1;
    } else if (fault == '2') {
        number = number + argc;
    }
    free(heap);
    if (fault == '3') {
        heap[0] = 1;
    }
    return 0;
}
