# Flags of every target of this project: library, tests, benchmark, examples.

# Fused products would change bits from one CPU to the next, in test data as much as in the library. And what a game may be
# built with, -ffast-math or a part of it, is taken back. So is -funsigned-char: with it GCC 12 takes _mm256_blendv_epi8 for
# its first operand.
if(CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")
  message(FATAL_ERROR "hitscan: cl lacks what the sources use of GCC and Clang (__builtin_ctz and others).\n"
    "  On Windows please use clang-cl (-T ClangCL) or MinGW-w64.")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "hitscan: GCC ${CMAKE_CXX_COMPILER_VERSION} lacks what the sources use (__builtin_shufflevector).\n"
    "  Please use GCC 12, such as g++-12 of Ubuntu 22.04 by -DCMAKE_CXX_COMPILER=g++-12, or Clang 14.")
elseif(MSVC)  # clang-cl
  set(HITSCAN_EXACT_FLAGS /fp:precise /clang:-ffp-contract=off)
else()
  set(HITSCAN_EXACT_FLAGS -fno-fast-math -fno-unsafe-math-optimizations -fno-associative-math -fno-reciprocal-math
    -fno-finite-math-only -fsigned-zeros -ffp-contract=off -fsigned-char)
endif()
# Clang 14 takes fast-math back to sums that may trap, each of which then stays where it stands; and warns of who says
# otherwise. Nothing here asks what trapped.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT MSVC)
  list(APPEND HITSCAN_EXACT_FLAGS -fno-trapping-math
    -Wno-unknown-warning-option -Wno-overriding-t-option -Wno-overriding-option)
endif()
# x87 registers hold more than a float or a double: 32-bit x86, by -m32 for one, computes in SSE2's.
if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_SYSTEM_PROCESSOR MATCHES "^([xX]86|i[3-6]86|x86_64|AMD64)$" AND NOT MSVC
   AND NOT EMSCRIPTEN)
  list(APPEND HITSCAN_EXACT_FLAGS -msse2 -mfpmath=sse)
endif()
# GCC 12 believes of some functions that they do not read what they are given by reference, and leaves out what is written
# there before (docs/dead_ends.md): at -O1 and -Os, swept bounds were what the stack held.
set(hitscan_looks_no_further)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 11)
  set(hitscan_looks_no_further -fno-ipa-modref)
endif()

# And for Windows that it knows which registers a function leaves alone, where the linker may take another object's, built
# otherwise: not only this library's, a game's as well.
if(MINGW AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND hitscan_looks_no_further -fno-ipa-ra)
endif()

# GCC's, of the library: nobody reads errno after a root, and where jumps lead need not be aligned: 80 kB less in all, and
# no slower on a Zen 4 (first hits, pairs, masks, single questions).
set(hitscan_gcc_smaller -fno-math-errno -fno-align-jumps)

# And GCC's, of the files that CMakeLists.txt names, and of those of many against many.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_FLAGS_RELEASE MATCHES "-O3")
  set(hitscan_short_loops -O2 -fpeel-loops --param=max-completely-peel-times=8)
  set(hitscan_small ${hitscan_short_loops} -Os)  # short loops are unrolled all the same
endif()

function(hitscan_flags target)
  target_compile_options(${target} PRIVATE ${HITSCAN_EXACT_FLAGS} ${hitscan_looks_no_further})
  if(NOT PROJECT_IS_TOP_LEVEL AND NOT HITSCAN_WERROR)  # what a game is warned of, by errors perhaps, is its own
    target_compile_options(${target} PRIVATE -w)
  elseif(MSVC)
    target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${HITSCAN_WERROR}>:/WX>)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra $<$<BOOL:${HITSCAN_WERROR}>:-Werror>)
  endif()
  # Much is inlined, and many templates are filled in: collecting garbage now and then costs GCC up to a tenth of its time.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE
      "SHELL:--param ggc-min-heapsize=2000000" "SHELL:--param ggc-min-expand=1000")
  endif()
  if(hitscan_checks STREQUAL "AUTO")
    target_compile_definitions(${target} PRIVATE $<$<CONFIG:Debug>:HITSCAN_CHECKS=1>)
  else()
    target_compile_definitions(${target} PRIVATE HITSCAN_CHECKS=$<BOOL:${hitscan_checks}>)
  endif()
  # Never several sources in one, as a game may have it: the linker takes by the file, and an ISA's are to be alone. Nor
  # does a game's linter look at them: it is for the game's own, and may not know these flags.
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF UNITY_BUILD OFF CXX_CLANG_TIDY "" CXX_CPPCHECK ""
    CXX_CPPLINT "" CXX_INCLUDE_WHAT_YOU_USE "")
  # A static library ends up in plugins and language bindings as often as in programs.
  if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE AND NOT EMSCRIPTEN)  # there it is for modules that others load alone
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
endfunction()

# hitscan_precompile(target header...) or (target REUSE_FROM other): what most files of a target include is read once,
# which is a third of the library's first build. Not inside another project, which may not like it, nor with a compiler
# cache that has not been told to take such files, as ./run tells it; nor with clang, which is hardly quicker for it, and
# whose version 14 does not know its own va_list again with libc++.
set(hitscan_precompiles ${PROJECT_IS_TOP_LEVEL})
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang"
   OR (CMAKE_CXX_COMPILER_LAUNCHER AND NOT "$ENV{CCACHE_SLOPPINESS}" MATCHES "pch_defines"))
  set(hitscan_precompiles OFF)
endif()
option(HITSCAN_PRECOMPILE "Precompile headers" ${hitscan_precompiles})
if(HITSCAN_PRECOMPILE AND CMAKE_CXX_COMPILER_LAUNCHER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)  # or a cache does not see what was precompiled
endif()
function(hitscan_precompile target)
  if(HITSCAN_PRECOMPILE)
    if("${ARGN}" MATCHES "^REUSE_FROM;")
      target_precompile_headers(${target} ${ARGN})
    else()
      target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
  endif()
endfunction()

# A cross build's tests run under the toolchain's emulator, unless told otherwise.
if(NOT HITSCAN_TEST_LAUNCHER AND CMAKE_CROSSCOMPILING)
  set(HITSCAN_TEST_LAUNCHER ${CMAKE_CROSSCOMPILING_EMULATOR})
endif()
