#!/bin/sh
# Installs the C library that `cargo build --profile clib -p plypack-c` built:
#
#   include/install.sh PREFIX [BUILD]
#
# BUILD is the folder with libplypack.so and libplypack.a; the default is target/clib. The environment variable LIBDIR
# names the folder for libraries in PREFIX; the default is lib. DESTDIR is put before all paths, for building packages.
# `cargo cinstall` installs the same files.
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

# Prints the value in quotes after the words $1 at the start of a line of the file $2.
quoted() {
    sed -n "s/^$1 *\"\([^\"]*\)\".*/\1/p" "$source/$2" | head -n 1
}

# Installs the static library with plypack_ symbols only (localise.sh). If the tools for this are missing or fail,
# installs the library as it was built.
install_static() {
    if ! "$source/include/localise.sh" "$build/libplypack.a" "$1"; then
        echo "$0: localise.sh failed; symbols of other libraries stay in libplypack.a" >&2
        install -m 644 "$build/libplypack.a" "$1"
    fi
}

# Installs documents into the folder $1 of the documentation: licenses, the specification that the header cites,
# examples.
install_documents() {
    folder=$root/share/doc/plypack/$1
    shift
    install -d "$folder"
    for document; do
        [ ! -f "$document" ] || install -m 644 "$document" "$folder"
    done
}

version=$(quoted '#define PLYPACK_VERSION' include/plypack.h)
description=$(quoted 'description =' Cargo.toml)
abi=$(sed -n 's/^#define PLYPACK_ABI_VERSION //p' "$source/include/plypack.h")

install -d "$root/$libdir/pkgconfig" "$root/include/plypack" "$root/share/cmake/plypack"
install -m 644 "$source/include/plypack.h" "$source/include/plypack.hpp" "$root/include"
install -m 644 "$source"/include/plypack/*.hpp "$root/include/plypack"
install -m 644 "$source"/include/cmake/*.cmake "$root/share/cmake/plypack"
install_documents . "$source"/LICENSE-* "$source/include/README.md"
install_documents spec "$source"/spec/*.md "$source/spec/LICENSE"
install_documents spec/codecs "$source"/spec/codecs/*.md
install_documents examples "$source"/include/examples/*
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
