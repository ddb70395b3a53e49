/* The header needs no other header before it. */
#include "plypack.h"

int main(void) {
    return PLYPACK_STATUS_CLASS(PLYPACK_OK) == PLYPACK_CLASS_OK ? 0 : 1;
}
