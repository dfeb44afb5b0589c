#!/bin/sh
# Runs a command once for each word as a Slurm job array, such as self-play in parts or a proof reply by reply.
#
#   tournaments/recipes/tasks-slurm.sh FOLDER COMMAND [ARGUMENT…] ::: WORD…
#
# In COMMAND and its arguments {} stands for the word, as with GNU parallel. The directory must be visible on all nodes. A
# task that is killed or preempted is requeued by Slurm and runs its command again, so give that what continues: --resume.
# FOLDER/task-N.log has what task N printed, FOLDER/task-N.status how it ended. A last job says in FOLDER/end.log which task is not done, and
# fails then; its number is printed, so that `sbatch --dependency=afterok:NUMBER` can join what the tasks have written.
# CORES are the cores of a task (default: 1), SBATCH_* variables choose partition, time and memory as usual.
#
#   tasks-slurm.sh logs tengen selfplay --games 4000 --shard {}/4 --out part-{}.games --resume ::: 1 2 3 4
#   tasks-slurm.sh logs tengen prove --moves h8a1 --out reply-{} --reply {} --resume ::: h9 i9 j9
set -eu
. "$(dirname "$0")/common.sh"
[ $# -ge 4 ] || usage
folder=$1
shift
check_number CORES "${CORES:-1}"
command=
while [ $# -gt 0 ] && [ "$1" != ::: ]; do
    command="$command$(quoted "$1" | sed "s/{}/'\"\$word\"'/g")"
    shift
done
[ $# -ge 2 ] || refuse "no ::: with words after the command"
[ -n "$command" ] || refuse "no command before :::"
shift
mkdir -p "$folder"
task=$(quoted "$folder/task-")
task="${task% }\"\$SLURM_ARRAY_TASK_ID\""
rm -f "$folder"/task-*.status
{
    echo '#!/bin/sh'
    echo "set -- $(quoted "$@")"
    echo 'shift $((SLURM_ARRAY_TASK_ID - 1))'
    echo 'word=$1'
    echo "$command"
    echo 'status=$?'
    echo "echo \$status > $task.status"
    echo 'exit $status'
} > "$folder/task.sh"
{
    echo '#!/bin/sh'
    check_parts $# "$folder/task-" task 'the same command again runs all tasks'
    echo "echo 'all $# tasks are done'"
} > "$folder/end.sh"
job=$(sbatch --parsable --requeue --job-name="$(job_name task "$folder")" --array="1-$#" \
    --cpus-per-task="${CORES:-1}" --output="$folder/task-%a.log" "$folder/task.sh")
sbatch --parsable --job-name="$(job_name end "$folder")" --dependency="afterany:${job%%;*},singleton" \
    --kill-on-invalid-dep=yes --output="$folder/end.log" "$folder/end.sh"
