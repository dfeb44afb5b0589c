#!/bin/sh
# Plays a match in parts with GNU parallel, on this machine or on several, and joins the parts.
#
#   tournaments/recipes/parallel.sh PARTS FOLDER FILE.toml [flags of tengen match]
#
# Called again with the same arguments it continues where it was interrupted. For several machines that
# share the directory, name them in PARALLEL:  PARALLEL="--sshlogin host1,host2 --workdir $PWD"
# TENGEN names the program (default: tengen), JOBS the number of parts played in parallel per machine.
# A part prints its score when it ends; `tengen match report FOLDER/part-1` shows it meanwhile.
set -eu
. "$(dirname "$0")/common.sh"
[ $# -ge 3 ] || usage
parts=$1 folder=$2
shift 2
check_number PARTS "$parts"
find_tengen
mkdir -p "$folder"
seq "$parts" | parallel --jobs "${JOBS:-1}" --halt soon,fail=1 --line-buffer --tagstring 'part {}' --quote \
    "$tengen" match "$@" --shard "{}/$parts" --out "$folder/part-{}" --resume --quiet
rm -rf "$folder/all"
set --
for part in $(seq "$parts"); do set -- "$@" "$folder/part-$part"; done
exec "$tengen" match merge "$@" --out "$folder/all"
