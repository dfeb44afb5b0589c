# What the recipes share; they read this file, it is not run.

# Ends with a message and exit status 2.
refuse() { echo "${0##*/}: $*" >&2; exit 2; }

# The comment at the top of the recipe, and exit status 2. Call it if the arguments are not enough.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 2; }

# Sets `tengen` to the program that TENGEN names.
find_tengen() {
    tengen=$(command -v "${TENGEN:-tengen}") && return
    [ -n "${TENGEN:-}" ] && refuse "TENGEN is '$TENGEN', expected a program that can be run"
    refuse "no program 'tengen' in PATH, expected one, or TENGEN=path/to/tengen"
}

# Checks that a number of parts, steps or cores is one.
check_number() { case $2 in '' | *[!0-9]* | 0*) refuse "$1 is '$2', expected a whole number from 1" ;; esac }

# The arguments as words of a shell, each in apostrophes.
quoted() {
    for word in "$@"; do
        printf "'%s' " "$(printf %s "$word" | sed "s/'/'\\\\''/g")"
    done
}

# Whether the first argument is one of the others, alone or before "=".
has_flag() {
    flag=$1
    shift
    for word in "$@"; do
        case $word in "$flag" | "$flag="*) return 0 ;; esac
    done
    return 1
}

# A name for the jobs of a path that those of no other path have.
job_name() {
    here=$(cd "$(dirname "$2")" && pwd)
    echo "tengen-$1-$(printf %s "$here/$(basename "$2")" | cksum | cut -d ' ' -f 1)"
}

# Prints the lines of a job that end it if one of the parts is not done: `check_parts PARTS STEM`. Part N writes
# its exit status to STEMN.status and its words to STEMN.log. NAME and ADVICE are for other things than parts.
check_parts() { # PARTS STEM [NAME ADVICE]
    name=${3:-part}
    advice=${4:-nothing is joined; the same command again continues the parts}
    stem=$(quoted "$2")
    stem=${stem% }
    cat << LINES
failed=
for part in \$(seq $1); do
    status=\$(cat $stem"\$part.status" 2> /dev/null || echo none)
    if [ "\$status" != 0 ]; then
        echo "$name \$part of $1 is not done (exit status \$status): see the end of" $stem"\$part.log"
        failed=1
    fi
done
if [ -n "\$failed" ]; then
    echo '$advice'
    exit 1
fi
LINES
}
