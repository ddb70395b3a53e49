#!/bin/sh
# Makes Debian packages from what was built: .ci/packaging/debian.sh VERSION BUILD OUT
#
# BUILD has the folders clib and release, and the notices of what is linked (.ci/packaging/notices.py). plypack is the command,
# plypack-explorer the server, libplypack1 the shared library, libplypack-dev what programs are built with. DEBFULLNAME and DEBEMAIL name
# who made them, SOURCE_DATE_EPOCH the time stamps in them.
set -eu

if [ $# -ne 3 ]; then
    echo "usage: $0 VERSION BUILD OUT" >&2
    exit 2
fi
# What comes before a release sorts before it.
version=$(echo "$1" | sed 's/-/~/')
build=$2
out=$3
source=$(cd "$(dirname "$0")/../.." && pwd)
architecture=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
abi=$(sed -n 's/^#define PLYPACK_ABI_VERSION //p' "$source/include/plypack.h")
runtime=libplypack$abi
maintainer="${DEBFULLNAME:-plypack} <${DEBEMAIL:-plypack@localhost}>"
date=$(date -u -R -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}")

umask 022
work=$(mktemp -d "${TMPDIR:-/tmp}/plypack.XXXXXX")
trap 'rm -rf "$work"' EXIT
command=$work/plypack
explorer=$work/plypack-explorer
library=$work/$runtime
dev=$work/libplypack-dev
mkdir -p "$command/DEBIAN" "$explorer/DEBIAN" "$library/DEBIAN" "$dev/DEBIAN"

stage_library() {
    DESTDIR=$dev LIBDIR=lib/$triplet "$source/include/install.sh" /usr "$build/clib"
    mv "$dev/usr/share/doc/plypack" "$dev/usr/share/doc/libplypack-dev"
    # The licences come with `copyright`, the chapters' own stays.
    rm "$dev/usr/share/doc/libplypack-dev/"LICENSE-*
    mkdir -p "$library/usr/lib/$triplet"
    mv "$dev/usr/lib/$triplet/"libplypack.so.* "$library/usr/lib/$triplet"
    chmod 644 "$library/usr/lib/$triplet/libplypack.so.$1"
    echo "libplypack $abi $runtime (>= $version)" >"$library/DEBIAN/shlibs"
    echo "activate-noawait ldconfig" >"$library/DEBIAN/triggers"
}

stage_command() {
    share=$command/usr/share
    mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
    install -D -m 755 -s "$build/release/plypack" "$command/usr/bin/plypack"
    plypack=$command/usr/bin/plypack
    "$plypack" --man "$share/man/man1" 2>/dev/null
    gzip -9n "$share/man/man1/"*
    "$plypack" --completions bash >"$share/bash-completion/completions/plypack"
    "$plypack" --completions zsh >"$share/zsh/vendor-completions/_plypack"
    "$plypack" --completions fish >"$share/fish/vendor_completions.d/plypack.fish"
    install -D -m 644 "$source/.ci/packaging/mime/plypack.xml" "$share/mime/packages/plypack.xml"
    install -D -m 644 "$source/.ci/packaging/mime/plypack.magic" "$share/doc/plypack/plypack.magic"
    install -m 644 "$source/README.md" "$source/src/promises.md" "$source/SECURITY.md" "$share/doc/plypack"
}

stage_explorer() {
    install -D -m 755 -s "$build/release/plypack-explorer" "$explorer/usr/bin/plypack-explorer"
    install -D -m 644 "$source/src/server/README.md" "$explorer/usr/share/doc/plypack-explorer/README.md"
}

# documents PACKAGE NOTICES
documents() {
    folder=$work/$1/usr/share/doc/$1
    mkdir -p "$folder"
    {
        echo "Copyright the authors of plypack."
        echo
        echo "plypack is under the MIT licence, whose text follows, or the Apache License 2.0, which is on Debian systems in"
        echo "/usr/share/common-licenses/Apache-2.0, at your choice. The chapters of the format (spec) are CC0-1.0. Crates of others"
        echo "are linked into it: LICENSES.txt.gz beside this file has their licences and notices."
        echo
        cat "$source/LICENSE-MIT"
    } >"$folder/copyright"
    gzip -9nc "$2" >"$folder/LICENSES.txt.gz"
    {
        echo "plypack ($version) unstable; urgency=medium"
        echo
        echo "  * The changes of this version are in changelog.md."
        echo
        echo " -- $maintainer  $date"
    } | gzip -9n >"$folder/changelog.gz"
    [ "$1" != plypack ] || gzip -9nc "$source/CHANGELOG.md" >"$folder/changelog.md.gz"
}

# The packages that have the libraries that a program or library needs.
depends() {
    mkdir -p "$work/shlibs/debian"
    printf 'Source: plypack\n\nPackage: plypack\nArchitecture: any\n' >"$work/shlibs/debian/control"
    (cd "$work/shlibs" && dpkg-shlibdeps -O "$1" | sed -n 's/^shlibs:Depends=//p')
}

# package NAME SECTION DEPENDS SUMMARY DESCRIPTION [FIELD ...]
package() {
    folder=$work/$1
    {
        echo "Package: $1"
        echo "Source: plypack"
        echo "Version: $version"
        echo "Architecture: $architecture"
        echo "Maintainer: $maintainer"
        echo "Section: $2"
        echo "Priority: optional"
        echo "Depends: $3"
        case $1 in libplypack*) echo "Multi-Arch: same" ;; esac
        echo "Installed-Size: $(du -k -s --apparent-size "$folder/usr" | cut -f1)"
        echo "Description: $4"
        echo "$5" | fold -s -w 78 | sed 's/ *$//; s/^/ /'
    } >"$folder/DEBIAN/control"
    (cd "$folder" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$folder/DEBIAN/md5sums"
    dpkg-deb --root-owner-group -Zxz --build "$folder" "$out/${1}_${version}_$architecture.deb" >/dev/null
}

stage_library "$1"
stage_command
stage_explorer
documents plypack "$build/plypack-cli.notices"
documents plypack-explorer "$build/plypack-explorer.notices"
documents "$runtime" "$build/plypack-c.notices"
documents libplypack-dev "$build/plypack-c.notices"
package plypack utils "$(depends "$command/usr/bin/plypack")" "chess games in a small, fast, specified binary format" \
    "plypack packs a PGN collection into one small file with checksums, searches it in place and unpacks it without loss."
package plypack-explorer games "$(depends "$explorer/usr/bin/plypack-explorer")" "opening explorer for your own chess games" \
    "plypack-explorer answers programs that ask Lichess's opening explorer, from plypack files and without a network."
package "$runtime" libs "$(depends "$library/usr/lib/$triplet/libplypack.so.$1")" "chess games in a binary format: shared library" \
    "The library for C and C++ that reads, writes and searches plypack files."
package libplypack-dev libdevel "$runtime (= $version)" "chess games in a binary format: development files" \
    "Headers, static library, and files for pkg-config and CMake, with the chapters that they cite and examples."
