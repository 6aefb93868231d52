#!/usr/bin/env bash
# What ./run bench does once hitscan_bench is built: measures, then makes report.html and the files for trackers.
#   tools/report/bench.sh <hitscan_bench> [its options]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1
shift

out=report
previous=''
for argument in "$@"; do
  case $argument in --out=*) out=${argument#--out=} ;; esac
  [ "$previous" != --out ] || out=$argument
  previous=$argument
done

# An interrupt reaches the program too, which then writes what it has; this script goes on to make a report of it.
trap : INT
before=$(cksum "$out/bench.json" 2>/dev/null || true)
status=0
"$program" "$@" || status=$?
after=$(cksum "$out/bench.json" 2>/dev/null || true)
[ -n "$after" ] && [ "$before" != "$after" ] || exit "$status"  # --list, --benchmark_...: nothing to report

if ! command -v python3 >/dev/null 2>&1; then
  echo "no python3: there is bench.json, but no report.html, and no files for trackers" >&2
  exit "$status"
fi
python3 -B "$here/make.py" "$out" || status=1
exit "$status"
