# shellcheck shell=bash
# Sourced by ./run and .ci/run. `need item...` makes sure that tools and libraries are there: what is missing is
# installed with apt-get, or named for other package managers. What counts as there is whether it can be used, not who
# installed it, so a machine that has everything needs no package manager at all.
# Written for bash 3.2 as well, which is what macOS has.

has() { command -v "$1" >/dev/null 2>&1; }

# The one clang-format whose idea of this code is checked in: two versions rarely agree.
clang_format() {
  local candidate
  for candidate in clang-format-16 clang-format; do
    if has "$candidate" && "$candidate" --version | grep -q 'version 16\.'; then
      echo "$candidate"
      return
    fi
  done
  return 1
}

has_header() {
  # shellcheck disable=SC2086  # flags, or nothing
  printf '#if !__has_include(<%s>)\n#error missing\n#endif\n' "$1" |
    "${CXX:-c++}" ${HITSCAN_HEADER_FLAGS-} -E -x c++ - >/dev/null 2>&1
}

# present item
present() {
  case $1 in
    compiler) has "${CXX:-c++}" ;;
    ninja) has ninja ;;
    xsimd)
      case ${HITSCAN_CMAKE_ARGS-} in  # from elsewhere, or of no use
        *HITSCAN_XSIMD_INCLUDE_DIR=* | *HITSCAN_FETCH_DEPS=ON* | *HITSCAN_ISAS=none*) ;;
        *) [ -n "${HITSCAN_XSIMD_INCLUDE_DIR-}" ] || has_header xsimd/xsimd.hpp ;;
      esac
      ;;
    gtest) has_header gtest/gtest.h ;;
    benchmark) has_header benchmark/benchmark.h ;;
    gmp) has_header gmpxx.h ;;
    gtest-sources) [ -f /usr/src/googletest/CMakeLists.txt ] ;;
    qemu) has qemu-x86_64 && has qemu-aarch64 ;;
    aarch64) has aarch64-linux-gnu-g++ ;;
    mingw) has x86_64-w64-mingw32-g++-posix ;;
    emscripten) has em++ && has node ;;
    wine) has wine || [ -x /usr/lib/wine/wine64 ] ;;
    clang) has clang++ ;;
    clang-format) clang_format >/dev/null ;;
    compare) [ -f /usr/share/benchmark/compare.py ] && /usr/bin/python3 -c 'import scipy' >/dev/null 2>&1 ;;
    python) has python3 ;;
    box2d) has_header box2d/b2_dynamic_tree.h ;;
    boost) has_header boost/geometry/index/rtree.hpp ;;
    chipmunk) has_header chipmunk/chipmunk.h ;;
    embree) has_header embree3/rtcore.h ;;
    valgrind) has valgrind && has_header valgrind/callgrind.h ;;
    *) has "$1" ;;
  esac
}

# package manager item
package() {
  case $1:$2 in
    apt:compiler) echo g++ ;;        dnf:compiler) echo gcc-c++ ;;          *:compiler) echo gcc ;;
    brew:ninja | pacman:ninja) echo ninja ;;                                *:ninja) echo ninja-build ;;
    apt:xsimd) echo libxsimd-dev ;;  dnf:xsimd) echo xsimd-devel ;;         *:xsimd) echo xsimd ;;
    apt:gtest) echo libgtest-dev ;;  dnf:gtest) echo gtest-devel ;;         brew:gtest) echo googletest ;;
    apt:benchmark) echo libbenchmark-dev ;;  dnf:benchmark) echo google-benchmark-devel ;;
    brew:benchmark) echo google-benchmark ;;
    apt:gmp) echo libgmp-dev ;;      dnf:gmp) echo gmp-devel gmp-c++ ;;
    *:gtest-sources) echo googletest ;;
    apt:python | dnf:python) echo python3 ;;
    brew:python) echo python ;;      dnf:valgrind) echo valgrind valgrind-devel ;;
    *:objdump) echo binutils ;;
    apt:qemu) echo qemu-user ;;      dnf:qemu) echo qemu-user ;;
    apt:aarch64) echo g++-aarch64-linux-gnu ;;  dnf:aarch64) echo gcc-c++-aarch64-linux-gnu ;;
    apt:mingw) echo g++-mingw-w64-x86-64-posix ;;  apt:wine) echo wine64 ;;
    apt:rsvg-convert) echo librsvg2-bin ;;  dnf:rsvg-convert) echo librsvg2-tools ;;  *:rsvg-convert) echo librsvg ;;
    apt:compare) echo libbenchmark-tools python3-scipy ;;  *:compare) echo google-benchmark-tools ;;
    apt:box2d | apt:boost | apt:chipmunk | apt:embree) echo "lib$2-dev" ;;
    dnf:box2d | dnf:boost | dnf:chipmunk | dnf:embree) echo "$2-devel" ;;
    apt:clang-format) echo clang-format-16 ;;  brew:clang-format) echo llvm@16 ;;
    dnf:clang-format | dnf:clang-tidy) echo clang-tools-extra ;;
    *) echo "$2" ;;
  esac
}

package_manager() {
  local candidate
  for candidate in apt-get dnf pacman brew; do
    if has "$candidate"; then
      echo "${candidate%-get}"
      return
    fi
  done
  echo unknown
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

need() {
  local item manager missing='' packages=''
  manager=$(package_manager)
  # Homebrew on Apple silicon keeps headers where the compiler does not look by itself.
  [ "$manager" != brew ] || HITSCAN_HEADER_FLAGS="-I$(brew --prefix)/include"
  if [ -n "${CXX-}" ] && ! has "${CXX%% *}"; then
    echo "error: CXX=$CXX: there is no such program" >&2
    return 1
  fi
  for item in compiler "$@"; do
    if ! present "$item"; then
      missing="$missing $item"
      packages="$packages $(package "$manager" "$item")"
    fi
  done
  [ -n "$missing" ] || return 0

  case $manager in
    apt)
      if [ "$(id -u)" -ne 0 ] && ! has sudo; then
        echo "error: missing:$missing, which takes root to install: apt-get install$packages" >&2
        return 1
      fi
      echo "installing:$packages"
      # shellcheck disable=SC2086  # a list of words
      if ! { as_root apt-get update -q || true; } ||
        ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages; then
        echo "error: could not install them; please run: sudo apt-get install$packages" >&2
        return 1
      fi
      ;;
    dnf) echo "error: missing:$missing. Please run: sudo dnf install$packages" >&2 && return 1 ;;
    pacman) echo "error: missing:$missing. Please run: sudo pacman -S$packages" >&2 && return 1 ;;
    brew) echo "error: missing:$missing. Please run: brew install$packages" >&2 && return 1 ;;
    *) echo "error: missing:$missing, and no package manager that this script knows" >&2 && return 1 ;;
  esac
  for item in $missing; do
    present "$item" || { echo "error: $item is still missing after the installation" >&2; return 1; }
  done
}
