#!/bin/sh
# Grows a book in parts with GNU parallel, on this machine or on several, and merges the parts.
#
#   tournaments/recipes/book-parallel.sh PARTS STEPS STORE [flags of tengen book grow]
#
# In each of ROUNDS rounds (default: 1) the parts share out the positions of STORE, each looks at STEPS more, and
# all are merged into STORE. A new book grows FIRST steps (default: 200) alone first, so that there is
# something to share; with --swap2 the parts draw different openings and need no such beginning. Called again
# after an interruption it continues: STORE.part-N.steps has the steps that part N has done. For several machines
# that share the directory, name them in PARALLEL:  PARALLEL="--sshlogin host1,host2 --workdir $PWD"
# TENGEN names the program (default: tengen), JOBS the number of parts grown in parallel per machine.
set -eu
. "$(dirname "$0")/common.sh"
[ $# -ge 4 ] || usage
parts=$1 steps=$2 store=$3
shift 3
check_number PARTS "$parts"
check_number STEPS "$steps"
check_number FIRST "${FIRST:-200}"
find_tengen
# The count of the first steps is there before the book, and until they are done.
if [ ! -e "$store" ]; then
    has_flag --swap2 "$@" || : > "$store.first.steps"
    "$tengen" book new "$store"
fi
if [ -e "$store.first.steps" ]; then
    "$tengen" book grow "$store" "$@" --steps "${FIRST:-200}" --steps-file "$store.first.steps"
    rm -f "$store.first.steps"
fi
for round in $(seq "${ROUNDS:-1}"); do
    seq "$parts" | parallel --jobs "${JOBS:-1}" --halt soon,fail=1 --line-buffer --tagstring 'part {}' --quote \
        "$tengen" book grow "$store.part-{}" "$@" --steps "$steps" --steps-file "$store.part-{}.steps" \
        --base "$store" --shard "{}/$parts"
    flags=$(quoted "$@")
    for part in $(seq "$parts"); do set -- "$@" "$store.part-$part"; done
    shift $(($# - parts))
    "$tengen" book merge "$@" --into "$store"
    eval "set -- $flags"
    # Brings the values of the whole in agreement.
    "$tengen" book grow "$store" "$@" --steps 0
    for part in $(seq "$parts"); do rm -f "$store.part-$part" "$store.part-$part.steps"; done
done
