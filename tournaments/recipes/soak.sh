#!/bin/sh
# Plays many short games of a program against itself, or against an opponent, over rules, sizes, memory,
# threads and clocks, and adds up the faults in one table.
#
#   tournaments/recipes/soak.sh GAMES FOLDER
#
# Called again with the same folder it continues where it was interrupted; a larger GAMES adds games. The
# exit status is 1 if there was a fault. Every match is a folder with its journal and all that `tengen match
# report` shows. Settings, as variables of the environment:
#   TENGEN        the program (default: tengen), PLAYER the one that plays (default: the same)
#   SETTINGS      more of the player, such as nodes=200 (default: none)
#   OPPONENT      cmd=PATH and more of another player (default: the same player). Its faults have a column
#                 of their own and do not count
#   RULES, SIZES, MEMORIES, THREADS, CLOCKS    what is combined, as below
#   EACH          games of a match (default: 2). With more the processes stay for the whole match, every pair
#                 of games has an opening of its own, drawn at random, and only the journal is kept. On
#                 sides over 22 these are openings of side 22, the longest on which they can be drawn
#   STONES_MAX    after how many stones a game ends as drawn (default: 120)
#   TOLERANCE_MS  how late a move may be (default: 0)
#   SECONDS_MAX   after how many seconds no match begins (default: none)
set -eu
games=$1 folder=$2
tengen=$(command -v "${TENGEN:-tengen}")
brain=$(command -v "${PLAYER:-$tengen}")
rules=${RULES:-freestyle standard renju caro caro-exact}
sizes=${SIZES:-15 20 9 12x17 22 30}
memories=${MEMORIES:-20 80 350}
threads=${THREADS:-1 2}
clocks=${CLOCKS:-turn-ms=50 turn-ms=200 tc=3/0.3 tc=0.5+0.05 nodes=300}
each=${EACH:-2}
settings=${SETTINGS:+,$SETTINGS}

# The word with this number, counted from 0, of the others.
nth() { shift "$(($1 + 1))"; echo "$1"; }

# How many words there are.
words() { echo $#; }

rule_count=$(words $rules) clock_count=$(words $clocks) size_count=$(words $sizes)
memory_count=$(words $memories)
# A step that is a prime number and no divisor of the combinations visits all in a mixed order.
count=$((rule_count * clock_count * size_count * memory_count * $(words $threads))) step=397

# The side, at most 22.
drawable() { [ "$1" -le 22 ] && echo "$1" || echo 22; }

# Openings drawn at random for the match with this number: near the middle or anywhere. They are offsets
# from the middle, so that those of a smaller board suit a larger one.
draw_openings() {
    drawn=$(drawable "${size%x*}")x$(drawable "${size#*x}")
    "$tengen" openings --rule "$rule" --size "$drawn" --count "$(((each + 1) / 2))" --min-stones 1 --max-stones 6 \
        --radius "$((3 + $1 % 3 * 4))" --nodes 1 --max-value 30000 --seed "$(($1 + 1))" --out "$folder/openings.txt" --force
}

# Plays the match with this number.
play() {
    part=$(($1 * step % count))
    rule=$(nth $((part % rule_count)) $rules) part=$((part / rule_count))
    clock=$(nth $((part % clock_count)) $clocks) part=$((part / clock_count))
    size=$(nth $((part % size_count)) $sizes) part=$((part / size_count))
    memory=$(nth $((part % memory_count)) $memories) part=$((part / memory_count))
    thread=$(nth "$part" $threads)
    out=$folder/$(printf %06d "$1")-$rule-$size-${memory}mb-$thread-$(echo "$clock" | tr '/=' '--')
    [ ! -e "$out/result.json" ] || return 0
    player=cmd=$brain,info.thread_num=$thread$settings
    set -- "$1" --engine "$player,name=one" --engine "${OPPONENT:-$player},name=two" --rule "$rule" --size "$size" \
        "--${clock%%=*}" "${clock#*=}" --max-memory-mb "$memory" --tolerance-ms "${TOLERANCE_MS:-0}" \
        --seed "$(($1 + 1))" --max-stones "${STONES_MAX:-120}" --games "$each" --out "$out" --resume --quiet
    if [ "$each" -gt 2 ]; then
        draw_openings "$1"
        set -- "$@" --reuse --openings "$folder/openings.txt"
    fi
    shift
    "$tengen" match "$@" > /dev/null
    [ "$each" -le 2 ] || rm -rf "$out/psq" "$out/sgf" "$out/report.html" "$out/games.pgn"
}

# The table: a line for each rule, and the sum.
table() {
    cat "$folder"/*/games.jsonl | awk -v "has_opponent=${OPPONENT:+1}" '
        function field(name) { return match($0, "\"" name "\":\"[^\"]*") ? substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 4) : "" }
        BEGIN {
            kinds = split("illegal forbidden crash timeout memory refused", kind, " ")
            for (k = 1; k <= kinds; k++) is_fault[kind[k]] = 1
        }
        {
            rule = field("rule"); verdict = field("verdict"); sub(/ .*/, "", verdict)
            loser = field("winner") == "black" ? "white" : "black"
            if (has_opponent && verdict in is_fault && index($0, "\"" loser "\":{\"player\":1,")) verdict = "opponent"
            games[rule]++; moves[rule] += gsub(/"time_ms":/, "")
            found[rule, verdict]++; all[verdict]++; total++; stones += moves[rule] - before[rule]; before[rule] = moves[rule]
        }
        END {
            columns = kinds
            if (has_opponent) kind[++columns] = "opponent"
            printf "%-12s%8s%8s", "rule", "games", "moves"
            for (k = 1; k <= columns; k++) printf "%11s", kind[k]
            print ""; fflush()
            for (rule in games) {
                printf "%-12s%8d%8d", rule, games[rule], moves[rule] | "sort"
                for (k = 1; k <= columns; k++) printf "%11d", found[rule, kind[k]] | "sort"
                print "" | "sort"
            }
            close("sort")
            printf "%-12s%8d%8d", "all", total, stones
            for (k = 1; k <= columns; k++) printf "%11d", all[kind[k]]
            for (k = 1; k <= kinds; k++) faults += all[kind[k]]
            print ""
            exit faults > 0
        }'
}

mkdir -p "$folder"
end=${SECONDS_MAX:+$(($(date +%s) + SECONDS_MAX))}
match=0
while [ $((each * match)) -lt "$games" ] && [ "$(date +%s)" -lt "${end:-9999999999}" ]; do
    play "$match"
    match=$((match + 1))
done
table
