#!/usr/bin/env bash
# Runs a Windows program under Wine, in an empty Windows of this tree's own: build/wine. Where the tests of the preset
# `windows` run: cmake/toolchains/x86_64-w64-mingw32.cmake.
set -euo pipefail
export WINEDEBUG=${WINEDEBUG--all}
export WINEPREFIX=${WINEPREFIX-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/build/wine}
export WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe=d'  # nothing to download, no menus
unset DISPLAY
# Debian's own `wine` also says that there is no 32-bit Wine, which nobody wants here.
wine=/usr/lib/wine/wine64
[ -x $wine ] || wine=wine
# Made once, whoever comes first. What Wine leaves running must not hold the lock.
mkdir -p "$WINEPREFIX"
if [ ! -f "$WINEPREFIX/.update-timestamp" ]; then
  exec 9>"$WINEPREFIX/.lock"
  flock 9
  [ -f "$WINEPREFIX/.update-timestamp" ] || $wine wineboot --init >/dev/null 2>&1 9>&-
  exec 9>&-
fi
exec $wine "$@"
