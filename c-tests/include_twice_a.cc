// The header can be included twice in one source, and in two sources of one C++ program.
#include "plypack.h"
#include "plypack.h"

int other_source();

int main() {
    plypack_game *game = nullptr;
    plypack_status status = plypack_game_new(&game, nullptr);
    plypack_game_free(game);
    return status == PLYPACK_OK ? other_source() : 1;
}
