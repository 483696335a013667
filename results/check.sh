#!/bin/sh
# Compares the games of campaigns and tournaments that were played again with the recorded ones.
#
#   sh results/check.sh again/rows-depth1 again/transfer
#
# A folder is looked up by its last name in games.sha256. The sums there are of the columns that
# repeat: not of `nodes`, `inner_nodes`, `campaign` and `crc32`, which may differ between builds, of
# times, which differ between runs, and of columns that later builds added. Ends with 1 if a file
# differs or none is found.

list=$(dirname "$0")/games.sha256
status=0

# The header and the rows of a file as far as they repeat. A tournament may have played in another order.
repeatable() {
    case "$1:$(head -n 1 "$1")" in
        */games.csv:stream,*) columns "$1" ;;
        */games.csv:*) columns "$1" | LC_ALL=C sort ;;
        *) columns "$1" ;;
    esac
}

# The columns of a file that repeat. They are counted from the end, since the names of players, which
# come first, contain commas.
columns() {
    awk -F, '
        BEGIN {
            scores = "(mean|sd|median|min|max)_score|score|share_[0-9]+|largest_tile|moves"
            of_trials = "trial|generation|candidate|fitness|objective(_even|_odd)?|games"
            of_games = "stream|game|finalist|player|pair|seed|a|b|score_[ab]"
        }
        NR == 1 {
            for (i = 1; i <= NF; i++)
                if ($i !~ "^(" of_trials "|" of_games "|" scores "|(weight|point)[.].*)$") left_out[NF - i]
        }
        # Earlier builds recorded no games of the pilot.
        NR > 1 && $1 == "pilot" { next }
        {
            line = ""
            for (i = 1; i <= NF; i++) if (!(NF - i in left_out)) line = line "," $i
            print substr(line, 2)
        }
    ' "$1"
}

for folder in "$@"; do
    found=0
    for file in "$folder"/trials.csv "$folder"/games.csv; do
        [ -f "$file" ] || continue
        found=1
        name=$(basename "$folder")/${file##*/}
        sum=$(repeatable "$file" | sha256sum | cut -d' ' -f1)
        if grep -qxF "$sum  $name" "$list"; then
            echo "$name: OK"
        else
            echo "$name: $sum is not what games.sha256 says"
            status=1
        fi
    done
    if [ $found = 0 ]; then
        echo "$folder: found neither trials.csv nor games.csv"
        status=1
    fi
done
exit $status
