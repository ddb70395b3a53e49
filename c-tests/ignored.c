/* A program that ignores a status: it compiles without warnings only where PLYPACK_NODISCARD is defined as nothing. All initializers are
 * complete. */
#include "plypack.h"

int main(void) {
    plypack_branch branch = PLYPACK_BRANCH_INIT;
    plypack_callbacks callbacks = PLYPACK_CALLBACKS_INIT;
    plypack_compacted compacted = PLYPACK_COMPACTED_INIT;
    plypack_edit edit = PLYPACK_EDIT_INIT;
    plypack_exported exported = PLYPACK_EXPORTED_INIT;
    plypack_imported imported = PLYPACK_IMPORTED_INIT;
    plypack_options options = PLYPACK_OPTIONS_INIT;
    plypack_order order = PLYPACK_ORDER_INIT;
    plypack_game_clear(NULL, NULL);
    return branch.size + callbacks.size + compacted.size + edit.size + exported.size + imported.size + options.size +
                   order.size ==
           0;
}
