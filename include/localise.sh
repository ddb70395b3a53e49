#!/bin/sh
# Makes a static library that defines plypack_ symbols only, from one that cargo built:
#
#   include/localise.sh FROM TO
#
# Those of the Rust standard library and of zstd become local to its one object, so that a program may have its own, or link
# another library that has them. LD, OBJCOPY and AR name other binutils. include/install.sh runs it; after `cargo cinstall`
# or a plain `cargo build`, run it yourself: FROM and TO may be the same file.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 FROM TO" >&2
    exit 2
fi
symbols=$(cd "$(dirname "$0")" && pwd)/plypack.symbols
work=$(mktemp -d "${TMPDIR:-/tmp}/plypack.XXXXXX")
trap 'rm -rf "$work"' EXIT

sed 's/^/-u /' "$symbols" | xargs "${LD:-ld}" -r -o "$work/all.o" --gc-sections "$1"
"${OBJCOPY:-objcopy}" --keep-global-symbols="$symbols" --strip-unneeded \
    --remove-section=.llvmbc --remove-section=.llvmcmd "$work/all.o" "$work/plypack.o"
"${AR:-ar}" rcs "$work/libplypack.a" "$work/plypack.o"
install -m 644 "$work/libplypack.a" "$2"
