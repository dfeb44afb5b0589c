#!/bin/sh
# Plays many short games of a program against itself over rules, sizes, memory, threads and clocks, and
# adds up the faults in one table.
#
#   tournaments/recipes/soak.sh GAMES FOLDER
#
# Called again with the same folder it continues where it was interrupted; a larger GAMES adds games. The
# exit status is 1 if there was a fault. Every match of two games is a folder with the games and all that
# `tengen match report` shows. TENGEN names the program (default: tengen), PLAYER the one that plays (default:
# the same), TOLERANCE_MS how late a move may be (default: 0), SECONDS_MAX after how many seconds no match
# begins (default: none).
set -eu
games=$1 folder=$2
tengen=$(command -v "${TENGEN:-tengen}")
brain=$(command -v "${PLAYER:-$tengen}")
rules='freestyle standard renju caro caro-exact'
sizes='15 20 9 12x17 22 30'
memories='20 80 350'
threads='1 2'
clocks='turn-ms=50 turn-ms=200 tc=3/0.3 tc=0.5+0.05 nodes=300'
# 5·6·3·2·5 combinations; a step without a common divisor visits all in a mixed order.
count=900 step=397

# The word with this number, counted from 0, of the others.
nth() { shift "$(($1 + 1))"; echo "$1"; }

# Plays the match with this number.
play() {
    part=$(($1 * step % count))
    rule=$(nth $((part % 5)) $rules) part=$((part / 5))
    clock=$(nth $((part % 5)) $clocks) part=$((part / 5))
    size=$(nth $((part % 6)) $sizes) part=$((part / 6))
    memory=$(nth $((part % 3)) $memories) part=$((part / 3))
    thread=$(nth "$part" $threads)
    out=$folder/$(printf %06d "$1")-$rule-$size-${memory}mb-$thread-$(echo "$clock" | tr '/=' '--')
    [ ! -e "$out/result.json" ] || return 0
    player=cmd=$brain,info.thread_num=$thread
    "$tengen" match --engine "$player,name=one" --engine "$player,name=two" --rule "$rule" --size "$size" \
        "--${clock%%=*}" "${clock#*=}" --max-memory-mb "$memory" --tolerance-ms "${TOLERANCE_MS:-0}" \
        --seed "$(($1 + 1))" --max-stones 120 --games 2 --out "$out" --resume --quiet > /dev/null
}

# The table: a line for each rule, and the sum.
table() {
    cat "$folder"/*/games.jsonl | awk '
        function field(name) { return match($0, "\"" name "\":\"[^\"]*") ? substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 4) : "" }
        BEGIN { kinds = split("illegal forbidden crash timeout memory refused", kind, " ") }
        {
            rule = field("rule"); verdict = field("verdict"); sub(/ .*/, "", verdict)
            games[rule]++; moves[rule] += gsub(/"time_ms":/, "")
            found[rule, verdict]++; all[verdict]++; total++; stones += moves[rule] - before[rule]; before[rule] = moves[rule]
        }
        END {
            printf "%-12s%8s%8s", "rule", "games", "moves"
            for (k = 1; k <= kinds; k++) printf "%11s", kind[k]
            print ""; fflush()
            for (rule in games) {
                printf "%-12s%8d%8d", rule, games[rule], moves[rule] | "sort"
                for (k = 1; k <= kinds; k++) printf "%11d", found[rule, kind[k]] | "sort"
                print "" | "sort"
            }
            close("sort")
            printf "%-12s%8d%8d", "all", total, stones
            for (k = 1; k <= kinds; k++) { printf "%11d", all[kind[k]]; faults += all[kind[k]] }
            print ""
            exit faults > 0
        }'
}

mkdir -p "$folder"
end=${SECONDS_MAX:+$(($(date +%s) + SECONDS_MAX))}
match=0
while [ $((2 * match)) -lt "$games" ] && [ "$(date +%s)" -lt "${end:-9999999999}" ]; do
    play "$match"
    match=$((match + 1))
done
table
