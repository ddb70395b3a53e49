# The version is that of the header beside this file. A newer one will do if the major number, which is the soname, is the same.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/plypack.h" _plypack_line REGEX "^#define PLYPACK_VERSION \"")
string(REGEX REPLACE ".*\"(([0-9]+)[^\"]*)\".*" "\\1" PACKAGE_VERSION "${_plypack_line}")
set(_plypack_major "${CMAKE_MATCH_2}")

if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
endif()
if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION OR NOT PACKAGE_FIND_VERSION_MAJOR EQUAL _plypack_major)
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
