# For find_package(plypack), from the prefix in which this file is installed:
#   plypack::plypack   the shared library, or the static one if there is no other
#   plypack::static    the static library, with the system libraries that it needs
get_filename_component(_plypack_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

function(_plypack_find variable file)
    unset(${variable} CACHE)
    find_library(${variable} NAMES "${file}" NO_DEFAULT_PATH
        PATHS "${_plypack_prefix}/lib/${CMAKE_LIBRARY_ARCHITECTURE}" "${_plypack_prefix}/lib" "${_plypack_prefix}/lib64")
    mark_as_advanced(${variable})
endfunction()

function(_plypack_target name kind location)
    if(NOT TARGET ${name})
        add_library(${name} ${kind} IMPORTED)
        set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${location}"
            INTERFACE_INCLUDE_DIRECTORIES "${_plypack_prefix}/include")
    endif()
endfunction()

_plypack_find(plypack_SHARED_LIBRARY "${CMAKE_SHARED_LIBRARY_PREFIX}plypack${CMAKE_SHARED_LIBRARY_SUFFIX}")
_plypack_find(plypack_STATIC_LIBRARY "${CMAKE_STATIC_LIBRARY_PREFIX}plypack${CMAKE_STATIC_LIBRARY_SUFFIX}")

if(plypack_STATIC_LIBRARY)
    include(CMakeFindDependencyMacro)
    find_dependency(Threads)
    _plypack_target(plypack::static STATIC "${plypack_STATIC_LIBRARY}")
    set_target_properties(plypack::static PROPERTIES INTERFACE_LINK_LIBRARIES "Threads::Threads;m;${CMAKE_DL_LIBS}")
endif()

if(plypack_SHARED_LIBRARY)
    _plypack_target(plypack::plypack SHARED "${plypack_SHARED_LIBRARY}")
elseif(plypack_STATIC_LIBRARY)
    if(NOT TARGET plypack::plypack)
        add_library(plypack::plypack INTERFACE IMPORTED)
        set_target_properties(plypack::plypack PROPERTIES INTERFACE_LINK_LIBRARIES plypack::static)
    endif()
else()
    set(plypack_FOUND FALSE)
    set(plypack_NOT_FOUND_MESSAGE "there is no library of plypack in ${_plypack_prefix}")
endif()
