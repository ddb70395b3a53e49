#!/bin/sh
# Makes a static library that defines only plypack_ symbols from a library that cargo built:
#
#   include/localise.sh FROM TO
#
# The symbols of the Rust standard library and of zstd become local, so that a program can define the same symbols, or
# link another library that defines them. The environment variables LD, OBJCOPY and AR name other tools.
# include/install.sh runs this script; after `cargo cinstall` or a plain `cargo build`, run it yourself. FROM and TO may
# be the same file.
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
