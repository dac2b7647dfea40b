#!/bin/sh
# exit_code.sh CODE COMMAND...: runs the command and fails unless it exits with
# exactly this code.
expected=$1
shift
"$@"
code=$?
[ "$code" -eq "$expected" ] && exit 0
echo "exit_code.sh: exit code $code instead of $expected: $*" >&2
exit 1
