#!/bin/sh
# Grows a book in parts as a Slurm job array, one part per task, and merges the parts when all are done.
#
#   tournaments/recipes/book-slurm.sh PARTS STEPS STORE [flags of tengen book grow]
#
# The parts share out the positions of STORE, and each looks at STEPS more. The directory must be visible on all
# nodes. A task that is killed or preempted is requeued by Slurm and continues its part. Call it again for
# another round when the merging job has ended. TENGEN names the program (default: tengen), SBATCH_*
# variables choose partition, time and memory as usual.
set -eu
parts=$1 steps=$2 store=$3
shift 3
tengen=$(command -v "${TENGEN:-tengen}")
[ -e "$store" ] || "$tengen" book new "$store"
flags=
for word in "$@"; do flags="$flags '$(printf %s "$word" | sed "s/'/'\\\\''/g")'"; done
{
    echo '#!/bin/sh'
    printf "exec '%s' book grow '%s'.part-\"\$SLURM_ARRAY_TASK_ID\" %s --steps %s --base '%s'" \
        "$tengen" "$store" "$flags" "$steps" "$store"
    echo " --shard \"\$SLURM_ARRAY_TASK_ID/$parts\""
} > "$store.part.sh"
job=$(sbatch --parsable --requeue --array="1-$parts" --output="$store.part-%a.log" "$store.part.sh")
list=
for part in $(seq "$parts"); do list="$list '$store.part-$part'"; done
sbatch --parsable --dependency="afterok:${job%%;*}" --output="$store.merge.log" \
    --wrap "'$tengen' book merge $list --into '$store' && '$tengen' book grow '$store' $flags --steps 0 && rm -f $list"
