#!/usr/bin/env bash
# What ./run fresh does: a bare Debian 12, or the release that is named, in a temporary folder, this tree in it as an
# archive would unpack (no .git), and there the two commands that README.md begins with. It is about what they install
# and whether that is enough, so of the tests in C++ there are two, one that needs GMP and one that does not; on a
# release that is named it is about its compilers, too: all tests. Ends with 77 where it cannot run, and says why.
#
# A bare machine has no compiler cache, so there is none inside, one ISA is built, and headers are precompiled. With
# HITSCAN_FRESH_CCACHE=<folder> that folder is shared and ccache the one package more: the tree then lies where it lies
# outside, all ISAs are built, and what was built before is not compiled again. That is what .ci/run does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tools/packages.sh
. tools/packages.sh

cannot() { echo "skipped: no bare system here: $*" >&2; exit 77; }
[ "$(uname -s)" = Linux ] || cannot "this is no Linux"
[ "$(id -u)" -eq 0 ] || cannot "not root"
has debootstrap || need debootstrap || cannot "no debootstrap"

top=$(mktemp -d)
trap 'rm -rf --one-file-system "$top"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# All that is mounted is mounted in a namespace of its own, and goes with the last process in it, come what may.
alone() { unshare --mount --propagation private "$@"; }
{ mknod "$top/null" c 1 3 && : >"$top/null"; } 2>/dev/null || cannot "no device nodes"
mkdir "$top/try"
alone mount -t proc proc "$top/try" 2>/dev/null || cannot "nothing may be mounted"
chroot / true 2>/dev/null || cannot "no chroot"

# From where this machine's own apt gets Debian 12, and how; where it has no such source, from debootstrap's own.
suite=${1:-bookworm}
suites='bookworm|bookworm-updates|bookworm-security'
# shellcheck disable=SC2016  # apt's own names
apt_sources=$(apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
  awk -v suites="^($suites)\$" '$1 ~ suites && $2 == "main" { print "deb", $3, $1, $2 }' | sort -u || true)
mirror=$(awk '$3 == "bookworm" { print $2; exit }' <<<"$apt_sources")
if [ -z "${http_proxy-}" ] && has apt-config; then
  http_proxy=$(apt-config dump Acquire::http::Proxy 2>/dev/null | sed -n 's/^Acquire::http::Proxy "\(.*\)";$/\1/p')
  [ -z "$http_proxy" ] || export http_proxy
fi

[ "$suite" = bookworm ] || apt_sources=${mirror:+deb $mirror $suite main}
root=$top/root
echo "== a bare Debian ${suite/bookworm/12}"
include=''
case $mirror in https:*) include=--include=ca-certificates ;; esac
# shellcheck disable=SC2086  # nothing, or one word
if ! alone debootstrap --variant=minbase $include "$suite" "$root" ${mirror:+"$mirror"} >"$top/log" 2>&1; then
  tail -n 20 "$top/log" "$root/debootstrap/debootstrap.log" >&2 || true
  exit 1
fi
[ -z "$apt_sources" ] || printf '%s\n' "$apt_sources" >"$root/etc/apt/sources.list"
# As text: files of apt.conf.d may also run programs that are not there.
apt-config dump Acquire 2>/dev/null | grep '::.* ".' >"$root/etc/apt/apt.conf.d/00outside" || true
for file in resolv.conf hosts; do
  [ ! -f /etc/$file ] || cp -L /etc/$file "$root/etc/$file"
done

tree=/hitscan
cache=${HITSCAN_FRESH_CCACHE-}
[ -z "$cache" ] || tree=$PWD
mkdir -p "$root$tree"
if [ -e .git ] && has git; then
  git ls-files -co --exclude-standard -z
else
  find . \( -name .git -o -path './build*' -o -path ./report \) -prune -o ! -type d -print0
fi | while IFS= read -r -d '' file; do
  if [ -e "$file" ]; then printf '%s\0' "$file"; fi  # git still lists what was just removed
done | tar --null -T - -c | tar -x -C "$root$tree"

# inside words...: nothing of this machine's environment but the way out.
settings=(HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM="${TERM-dumb}" HITSCAN_CASES="${HITSCAN_CASES-1000}")
[ -z "${http_proxy-}" ] || settings+=(http_proxy="$http_proxy")
[ -z "${https_proxy-}" ] || settings+=(https_proxy="$https_proxy")
[ -z "${JOBS-}" ] || settings+=(JOBS="$JOBS")
inside() {
  # shellcheck disable=SC2016  # for the shells inside
  alone sh -c '
    mount -t proc proc "$0/proc" && { [ -z "$1" ] || mount --bind "$1" "$0/var/cache/ccache"; } &&
    shift && exec chroot "$0" env -i "$@"' "$root" "$cache" "${settings[@]}" sh -c 'cd "$0" && exec "$@"' "$tree" "$@"
}
arguments='-DHITSCAN_TESTS=^(isa|overlap_oracle)$'
if [ -n "$cache" ]; then
  mkdir -p "$cache" "$root/var/cache/ccache"
  settings+=(CCACHE_DIR=/var/cache/ccache CCACHE_BASEDIR="$(ccache --get-config base_dir)"
    CCACHE_SLOPPINESS="$(ccache --get-config sloppiness | tr -d ' ')")
  for name in LANG LC_ALL LC_CTYPE LC_MESSAGES; do  # to ccache another language is another compilation
    [ -z "${!name-}" ] || settings+=("$name=${!name}")
  done
  inside sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends ccache' >"$top/log" 2>&1 ||
    { cat "$top/log" >&2; exit 1; }
else
  arguments="$arguments -DHITSCAN_ISAS=avx2"
fi
# Left out as well: tests of the project's own that ask for no more than the compiler that all is built with, or python.
if [ "$suite" = bookworm ]; then
  settings+=(HITSCAN_CMAKE_ARGS="${HITSCAN_CMAKE_ARGS-$arguments}"
    HITSCAN_CTEST_ARGS='-E ^(rooms|wrong_.*|consumer_subdirectory|track_measure)$')
else
  inside sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends g++ clang' >"$top/log" 2>&1 ||
    { cat "$top/log" >&2; exit 1; }
fi
status=0
for words in "./run test" "./run bench --quick"; do
  echo "== bare: $words"
  # shellcheck disable=SC2086  # a list of words
  inside $words || { echo "== bare: $words ended with $?"; status=1; }
done
for file in report/report.html report/bench.json; do
  [ -s "$root$tree/$file" ] || { echo "== bare: ./run bench left no $file"; status=1; }
done
exit $status
