#!/bin/sh
# Grows a book in parts with GNU parallel, on this machine or on several, and merges the parts.
#
#   tournaments/recipes/book-parallel.sh PARTS STEPS STORE [flags of tengen book grow]
#
# In each of ROUNDS rounds (default: 1) the parts share out the positions of STORE, each looks at STEPS more, and
# all are merged into STORE. A new book grows a few hundred steps alone first, so that there is
# something to share. Called again after an interruption it continues the parts. For several machines that
# share the directory, name them in PARALLEL:  PARALLEL="--sshlogin host1,host2 --workdir $PWD"
# TENGEN names the program (default: tengen), JOBS the number of parts grown in parallel per machine.
set -eu
parts=$1 steps=$2 store=$3
shift 3
tengen=${TENGEN:-tengen}
[ -e "$store" ] || "$tengen" book new "$store"
for round in $(seq "${ROUNDS:-1}"); do
    seq "$parts" | parallel --jobs "${JOBS:-1}" --halt soon,fail=1 --line-buffer --tagstring 'part {}' --quote \
        "$tengen" book grow "$store.part-{}" "$@" --steps "$steps" --base "$store" --shard "{}/$parts"
    "$tengen" book merge $(seq -f "$store.part-%g" "$parts") --into "$store"
    # Brings the values of the whole in agreement.
    "$tengen" book grow "$store" "$@" --steps 0
    rm -f $(seq -f "$store.part-%g" "$parts")
done
