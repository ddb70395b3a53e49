#!/bin/sh
# Makes openings.tsv.zst, which is compiled into the library, of the table of https://github.com/lichess-org/chess-openings:
#
#     git clone https://github.com/lichess-org/chess-openings && src/openings/update.sh chess-openings
#
# A line is ECO code, name and moves in SAN, separated by tabs. They are sorted by moves: a line begins as the one before it, which is
# small, and quick to play through. `zstd -dc openings.tsv.zst` shows them. README.md says of which commit it is made.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
LC_ALL=C awk -F '\t' -v OFS='\t' 'FNR > 1 { gsub(/[0-9]+\. /, "", $3); print }' a.tsv b.tsv c.tsv d.tsv e.tsv |
    LC_ALL=C sort -t '	' -k 3,3 -k 1,2 |
    zstd -q --ultra -22 -c >"$here/openings.tsv.zst"
git log -1 --format='commit %H of %cs'
