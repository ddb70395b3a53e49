#!/bin/sh
# Installs the C library from what `cargo build --profile clib -p plypack-c` made:
#
#   include/install.sh PREFIX [BUILD]
#
# BUILD is the folder with libplypack.so and libplypack.a, target/clib unless given. LIBDIR names the folder for libraries
# within PREFIX ("lib"), DESTDIR is put before all paths, for packages. `cargo cinstall` installs the same files.
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: $0 PREFIX [BUILD]" >&2
    exit 2
fi
case $1 in
    /*) prefix=$1 ;;
    *) echo "$0: PREFIX must be an absolute path" >&2; exit 2 ;;
esac
source=$(cd "$(dirname "$0")/.." && pwd)
build=${2:-${CARGO_TARGET_DIR:-$source/target}/clib}
libdir=${LIBDIR:-lib}
root=${DESTDIR:-}$prefix

for library in libplypack.so libplypack.a; do
    if [ ! -f "$build/$library" ]; then
        echo "$0: no $library in $build; cargo build --profile clib -p plypack-c makes it" >&2
        exit 1
    fi
done

# The value in quotes after the first words of a line of a file.
quoted() {
    sed -n "s/^$1 *\"\([^\"]*\)\".*/\1/p" "$source/$2" | head -n 1
}

# Installs the static library with one object that defines plypack_ symbols only: those of the Rust standard library and of
# zstd become local to it, so that a program may have its own. Without the tools for that, or if they fail, as it was built.
install_static() {
    work=$(mktemp -d "${TMPDIR:-/tmp}/plypack.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    if sed 's/^/-u /' "$source/include/plypack.symbols" |
            xargs "${LD:-ld}" -r -o "$work/all.o" --gc-sections "$build/libplypack.a" 2>/dev/null &&
        "${OBJCOPY:-objcopy}" --keep-global-symbols="$source/include/plypack.symbols" --strip-unneeded \
            --remove-section=.llvmbc --remove-section=.llvmcmd "$work/all.o" "$work/plypack.o" 2>/dev/null &&
        "${AR:-ar}" rcs "$work/libplypack.a" "$work/plypack.o" 2>/dev/null; then
        install -m 644 "$work/libplypack.a" "$1"
    else
        echo "$0: ${LD:-ld}, ${OBJCOPY:-objcopy} or ${AR:-ar} failed; symbols of other libraries stay in libplypack.a" >&2
        install -m 644 "$build/libplypack.a" "$1"
    fi
}

version=$(quoted '#define PLYPACK_VERSION' include/plypack.h)
description=$(quoted 'description =' Cargo.toml)
abi=$(sed -n 's/^#define PLYPACK_ABI_VERSION //p' "$source/include/plypack.h")

install -d "$root/$libdir/pkgconfig" "$root/include/plypack" "$root/share/cmake/plypack"
install -m 644 "$source/include/plypack.h" "$source/include/plypack.hpp" "$root/include"
install -m 644 "$source"/include/plypack/*.hpp "$root/include/plypack"
install -m 644 "$source"/include/cmake/*.cmake "$root/share/cmake/plypack"
install_static "$root/$libdir/libplypack.a"
install -m 755 "$build/libplypack.so" "$root/$libdir/libplypack.so.$version"
ln -sf "libplypack.so.$version" "$root/$libdir/libplypack.so.$abi"
ln -sf "libplypack.so.$version" "$root/$libdir/libplypack.so"

cat > "$root/$libdir/pkgconfig/plypack.pc" <<END
prefix=$prefix
exec_prefix=\${prefix}
libdir=\${exec_prefix}/$libdir
includedir=\${prefix}/include

Name: plypack
Description: $description
Version: $version
Libs: -L\${libdir} -lplypack
Libs.private: -lpthread -lm -ldl
Cflags: -I\${includedir}
END
