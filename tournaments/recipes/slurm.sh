#!/bin/sh
# Plays a match as a Slurm job array, one part per task, and joins the parts when all are done.
#
#   tournaments/recipes/slurm.sh PARTS FOLDER FILE.toml [flags of tengen match]
#
# The directory must be visible on all nodes. A task that is killed or preempted is requeued by Slurm
# and continues where it was. TENGEN names the program (default: tengen), SBATCH_* variables choose
# partition, time and memory as usual.
set -eu
parts=$1 folder=$2
shift 2
tengen=$(command -v "${TENGEN:-tengen}")
mkdir -p "$folder"
script=$folder/part.sh
{
    echo '#!/bin/sh'
    printf 'exec %s match' "'$tengen'"
    for word in "$@"; do printf " '%s'" "$(printf %s "$word" | sed "s/'/'\\\\''/g")"; done
    printf ' --shard "$SLURM_ARRAY_TASK_ID/%s"' "$parts"
    printf " --out '%s'/part-" "$folder"
    echo '"$SLURM_ARRAY_TASK_ID" --resume --quiet'
} > "$script"
job=$(sbatch --parsable --requeue --array="1-$parts" --output="$folder/part-%a.log" "$script")
list=
for part in $(seq "$parts"); do list="$list '$folder/part-$part'"; done
sbatch --parsable --dependency="afterok:${job%%;*}" --output="$folder/all.log" \
    --wrap "rm -rf '$folder/all'; '$tengen' match merge $list --out '$folder/all'"
