#!/bin/sh
# Grows a book in parts as a Slurm job array, one part per task, and merges the parts when all are done.
#
#   tournaments/recipes/book-slurm.sh PARTS STEPS STORE [flags of tengen book grow]
#
# The parts share out the positions of STORE, and each looks at STEPS more. A new book grows FIRST steps
# (default: 200) alone first, in a job of its own, so that there is something to share; with --swap2 the parts
# draw different openings and need no such beginning. The directory must be visible on all nodes. A task that
# is killed or preempted is requeued by Slurm and does the rest of its steps, which STORE.part-N.steps counts. If a part
# fails, STORE.merge.log says which; the same command continues all parts. Call it again for another round when the
# merging job has ended. `tengen book show STORE.part-1` shows a part that has ended. TENGEN names the program (default:
# tengen), CORES the cores of a task, which searches with that many threads (default: 1), SBATCH_* variables
# choose partition, time and memory as usual.
set -eu
. "$(dirname "$0")/common.sh"
[ $# -ge 4 ] || usage
parts=$1 steps=$2 store=$3
shift 3
check_number PARTS "$parts"
check_number STEPS "$steps"
check_number FIRST "${FIRST:-200}"
check_number CORES "${CORES:-1}"
find_tengen
if [ -n "${CORES:-}" ] && ! has_flag --threads "$@"; then
    set -- "$@" --threads "$CORES"
fi
# The count of the first steps is there before the book, and until they are done.
if [ ! -e "$store" ]; then
    has_flag --swap2 "$@" || : > "$store.first.steps"
    "$tengen" book new "$store"
fi
submit() { sbatch --parsable --cpus-per-task="${CORES:-1}" --kill-on-invalid-dep=yes "$@"; }
after=
if [ -e "$store.first.steps" ]; then
    count=$(quoted "$store.first.steps")
    {
        echo '#!/bin/sh'
        echo "$(quoted "$tengen" book grow "$store" "$@")--steps ${FIRST:-200} --steps-file $count && rm -f $count"
    } > "$store.first.sh"
    first=$(submit --requeue --job-name="$(job_name first "$store")" --output="$store.first.log" "$store.first.sh")
    # If it fails the parts do not start, and the merging job says so.
    after=--dependency=afterok:${first%%;*}
fi
part=$(quoted "$store.part-")
part="${part% }\"\$SLURM_ARRAY_TASK_ID\""
rm -f "$store".part-*.status
{
    echo '#!/bin/sh'
    echo "$(quoted "$tengen" book grow)$part $(quoted "$@")--steps $steps --steps-file $part.steps \\"
    echo "    --base $(quoted "$store")--shard \"\$SLURM_ARRAY_TASK_ID/$parts\""
    echo 'status=$?'
    echo "echo \$status > $part.status"
    echo 'exit $status'
} > "$store.part.sh"
job=$(submit $after --requeue --job-name="$(job_name part "$store")" --array="1-$parts" \
    --output="$store.part-%a.log" "$store.part.sh")
{
    echo '#!/bin/sh'
    check_parts "$parts" "$store.part-"
    list=$(for number in $(seq "$parts"); do quoted "$store.part-$number"; done)
    counts=$(for number in $(seq "$parts"); do quoted "$store.part-$number.steps"; done)
    echo "$(quoted "$tengen" book merge)$list--into $(quoted "$store")&&"
    echo "    $(quoted "$tengen" book grow "$store" "$@")--steps 0 && rm -f $list$counts"
} > "$store.merge.sh"
# After any end of the parts: the job that merges them says which one failed instead of waiting for ever.
submit --job-name="$(job_name merge "$store")" --dependency="afterany:${job%%;*},singleton" \
    --output="$store.merge.log" "$store.merge.sh"
