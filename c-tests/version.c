/* The macros of the three versions agree with the versions at run time. */
#include "plytest.h"

#define AS_TEXT(x) #x
#define EVALUATED(x) AS_TEXT(x)

int main(void) {
    unsigned major = 0, minor = 0, patch = 0;
    CHECK(strcmp(plypack_version(), PLYPACK_VERSION) == 0);
    CHECK(plypack_abi_version() == PLYPACK_ABI_VERSION);
    CHECK(sscanf(plypack_version(), "%u.%u.%u", &major, &minor, &patch) == 3);
    CHECK(PLYPACK_VERSION_NUMBER == major * 10000 + minor * 100 + patch);
#ifdef CARGO_VERSION /* the version in Cargo.toml, from the driver */
    CHECK(strcmp(PLYPACK_VERSION, EVALUATED(CARGO_VERSION)) == 0);
#else
    CHECK(!"the driver gives no version");
#endif
    return plytest_failed;
}
