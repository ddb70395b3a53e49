#!/bin/sh
# Makes openings.tsv.zst, which is compiled into the library, from the tables of https://github.com/lichess-org/chess-openings:
#
#     git clone https://github.com/lichess-org/chess-openings && src/openings/update.sh chess-openings
#
# Each line contains ECO code, name and moves in SAN, separated by tabs. Lines are sorted by moves: each begins like the previous line, so
# the file is small and quick to replay. `zstd -dc openings.tsv.zst` shows the lines. README.md names the commit of the tables.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
LC_ALL=C awk -F '\t' -v OFS='\t' 'FNR > 1 { gsub(/[0-9]+\. /, "", $3); print }' a.tsv b.tsv c.tsv d.tsv e.tsv |
    LC_ALL=C sort -t '	' -k 3,3 -k 1,2 |
    zstd -q --ultra -22 -c >"$here/openings.tsv.zst"
git log -1 --format='commit %H of %cs'
