#!/bin/sh
# Plays a match in parts on machines that share no directory: copies what the match needs to each host,
# plays one part there, copies the part back and joins the parts.
#
#   HOSTS="host1 host2" tournaments/recipes/hosts.sh FOLDER KIT FILE.toml [flags of tengen match]
#
# KIT is a folder with all that the match needs: FILE.toml, openings, engines. It is copied to every host, and
# the match runs inside it, so paths in FILE.toml are relative to it, such as cmd = "./tengen". Each host plays
# one part; a host that is named twice plays two, in folders of their own. Called again with the same arguments
# it continues where it was interrupted. Settings, as variables of the environment:
#   TENGEN   the program on the hosts, an absolute path, a name in PATH, or ./tengen inside KIT (default: tengen)
#   MERGE    the program here that joins the parts (default: tengen)
#   REMOTE   the folder on the hosts, below the home directory (default: tengen-match)
#   SSH      the command that reaches a host (default: ssh)
# FOLDER/part-1.log has what a part printed; `cd REMOTE-1 && tengen match report part-1` on its host shows its score
# meanwhile. By hand: `tengen match … --shard 1/2 --out part-1` on one machine, `--shard 2/2 --out part-2` on the
# other, copy both folders to one place, `tengen match merge part-1 part-2 --out all`.
set -eu
. "$(dirname "$0")/common.sh"
[ $# -ge 3 ] || usage
folder=$1 kit=$2
shift 2
[ -n "${HOSTS:-}" ] || refuse "HOSTS is not set, expected the names of the machines, such as HOSTS=\"a b\""
[ -d "$kit" ] || refuse "no folder '$kit', expected one with all that the match needs"
there=${TENGEN:-tengen} ssh=${SSH:-ssh} remote=${REMOTE:-tengen-match}
TENGEN=${MERGE:-}
find_tengen
mkdir -p "$folder"
parts=0
for host in $HOSTS; do parts=$((parts + 1)); done

# Plays the part with this number on this host and copies it back. What was copied before stays until the new copy
# is complete.
play() {
    place=$(quoted "$remote-$1") copy=$folder/part-$1.new
    tar -C "$kit" -cf - . | $ssh "$2" "mkdir -p $place && tar -C $place -xf -" &&
        $ssh "$2" "cd $place && $3 --shard $1/$parts --out part-$1 --resume --quiet" < /dev/null &&
        $ssh "$2" "cd $place && tar -cf - part-$1" < /dev/null > "$copy.tar" &&
        rm -rf "$copy" && mkdir "$copy" && tar -C "$copy" -xf "$copy.tar" && rm "$copy.tar" &&
        rm -rf "$folder/part-$1" && mv "$copy/part-$1" "$folder/part-$1" && rmdir "$copy"
}

number=0 players=
for host in $HOSTS; do
    number=$((number + 1))
    { play "$number" "$host" "$(quoted "$there" match "$@")" > "$folder/part-$number.log" 2>&1 ||
        { echo "the part failed" >> "$folder/part-$number.log"; exit 1; }; } &
    players="$players $!"
done
failed=
number=0
set -- $players
for host in $HOSTS; do
    number=$((number + 1)) player=$1
    shift
    if ! wait "$player" || [ ! -e "$folder/part-$number/match.json" ]; then
        echo "${0##*/}: part $number of $parts is not done on $host: see the end of $folder/part-$number.log" >&2
        failed=1
    fi
done
[ -z "$failed" ] || exit 1
rm -rf "$folder/all"
set --
for number in $(seq "$parts"); do set -- "$@" "$folder/part-$number"; done
exec "$tengen" match merge "$@" --out "$folder/all"
