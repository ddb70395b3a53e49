/* A program that ignores a status: it compiles without warnings only if PLYPACK_NODISCARD is defined as nothing. All
 * initializers are complete. */
#include "plypack.h"

int main(void) {
    plypack_callbacks callbacks = PLYPACK_CALLBACKS_INIT;
    plypack_compacted compacted = PLYPACK_COMPACTED_INIT;
    plypack_exported exported = PLYPACK_EXPORTED_INIT;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_options options = PLYPACK_OPTIONS_INIT;
    plypack_game_clear(NULL, NULL);
    return callbacks.size + compacted.size + exported.size + imported.size + options.size == 0;
}
