#!/bin/sh
# Plays a match as a Slurm job array, one part per task, and joins the parts when all are done.
#
#   tournaments/recipes/slurm.sh PARTS FOLDER FILE.toml [flags of tengen match]
#
# The directory must be visible on all nodes. A task that is killed or preempted is requeued by Slurm
# and continues where it was. If a part fails, all.log says which; the same command continues all parts.
# A part prints its score when it ends; `tengen match report FOLDER/part-1` shows it meanwhile.
# TENGEN names the program (default: tengen), CORES the cores of a task, which plays that many games at
# the same time (default: 1), SBATCH_* variables choose partition, time and memory as usual.
set -eu
. "$(dirname "$0")/common.sh"
[ $# -ge 3 ] || usage
parts=$1 folder=$2
shift 2
check_number PARTS "$parts"
check_number CORES "${CORES:-1}"
find_tengen
mkdir -p "$folder"
if [ -n "${CORES:-}" ] && ! has_flag --concurrency "$@"; then
    set -- "$@" --concurrency "$CORES"
fi
part=$(quoted "$folder/part-")
rm -f "$folder"/part-*.status
{
    echo '#!/bin/sh'
    echo "$(quoted "$tengen" match "$@") --shard \"\$SLURM_ARRAY_TASK_ID/$parts\" \\"
    echo "    --out ${part% }\"\$SLURM_ARRAY_TASK_ID\" --resume --quiet"
    echo 'status=$?'
    echo "echo \$status > ${part% }\"\$SLURM_ARRAY_TASK_ID.status\""
    echo 'exit $status'
} > "$folder/part.sh"
{
    echo '#!/bin/sh'
    check_parts "$parts" "$folder/part-"
    echo "rm -rf $(quoted "$folder/all")"
    echo "exec $(quoted "$tengen" match merge)\\"
    for number in $(seq "$parts"); do echo "    $(quoted "$folder/part-$number")\\"; done
    echo "    --out $(quoted "$folder/all")"
} > "$folder/all.sh"
job=$(sbatch --parsable --requeue --job-name="$(job_name part "$folder")" --array="1-$parts" \
    --cpus-per-task="${CORES:-1}" --output="$folder/part-%a.log" "$folder/part.sh")
job=${job%%;*}
# After any end of the parts: the job that joins them says which one failed instead of waiting for ever.
sbatch --parsable --job-name="$(job_name all "$folder")" --dependency="afterany:$job,singleton" \
    --kill-on-invalid-dep=yes --output="$folder/all.log" "$folder/all.sh"
echo "parts: job $job, logs $folder/part-*.log; a part's score so far: tengen match report $folder/part-1" >&2
