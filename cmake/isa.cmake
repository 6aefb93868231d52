# Every ISA is one row: its name, the processors it is for, its name in xsimd, flags for GCC and Clang, for clang-cl,
# flags for GCC alone (optional). All of src/isa is compiled once a row, src/kernels once for 2D and once for 3D;
# dispatch learns of it by HITSCAN_HAVE_<NAME>.
#
# Where there is a fused product (AVX2 and up) filters ask for it; no flag lets the compiler make one, since it has other
# bits. What a game is built with, such as -march=native, is taken back: an ISA is what its row says, and no more. GCC 12
# warns about its own AVX-512 header, hence the last one. WebAssembly has SSE2 by Emscripten's headers, an instruction for
# nearly each of its own; any xsimd knows that.
set(HITSCAN_ISA_TABLE
  "sse2   | x86_64  | xsimd::sse2     | -march=x86-64 -msse2 -mno-sse3                         |"
  "avx2   | x86_64  | xsimd::avx2     | -march=x86-64 -mavx2 -mfma -mbmi -mbmi2 -mlzcnt -mpopcnt -mno-avx512f | /arch:AVX2"
  "avx512 | x86_64  | xsimd::avx512bw | -march=x86-64 -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl \
                      -mfma -mbmi -mbmi2 -mlzcnt -mpopcnt -mprefer-vector-width=512 | /arch:AVX512 | -Wno-maybe-uninitialized -Wno-uninitialized"
  "neon64 | aarch64 | xsimd::neon64   |                                                        |"
  "wasm   | wasm32  | xsimd::sse2     | -msimd128 -msse2                                       |")

include(CheckCXXCompilerFlag)
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" hitscan_processor)
if(CMAKE_SIZEOF_VOID_P EQUAL 8 AND hitscan_processor MATCHES "^(x86_64|amd64|x64)$")
  set(hitscan_processor x86_64)
elseif(CMAKE_SIZEOF_VOID_P EQUAL 8 AND hitscan_processor MATCHES "^(aarch64|arm64)$")
  set(hitscan_processor aarch64)
elseif(EMSCRIPTEN)
  set(hitscan_processor wasm32)
else()
  set(hitscan_processor other)  # the reference is the only engine
endif()

set(HITSCAN_ISAS "all" CACHE STRING "ISAs to build beside the scalar one: all, none or a list such as sse2;avx2")
set(hitscan_isas_known all none)
foreach(row IN LISTS HITSCAN_ISA_TABLE)
  string(REGEX MATCH "^[a-z0-9]+" name "${row}")
  list(APPEND hitscan_isas_known ${name})
endforeach()
foreach(name IN LISTS HITSCAN_ISAS)
  if(NOT name IN_LIST hitscan_isas_known)
    list(JOIN hitscan_isas_known ", " known)
    message(FATAL_ERROR "hitscan: HITSCAN_ISAS has '${name}'; it is one of ${known}, or some, between semicolons")
  endif()
endforeach()

# What an ISA object may do beyond any other code of this project: nothing. It must not emit code that the linker could
# take for another object's (see tests/promises/symbols), so it is optimised even in Debug, where inlines would stay
# functions, never takes part in LTO, and has no exceptions. GCC's vectorisers drop roundings, so they stay off.
function(hitscan_isa_flags target gnu msvc gcc)
  hitscan_flags(${target})
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_include_directories(${target} SYSTEM PRIVATE ${HITSCAN_XSIMD_FOUND_DIR})
  if(MSVC)
    target_compile_options(${target} PRIVATE ${msvc} /O2 /GR-)
    return()
  endif()
  target_compile_options(${target} PRIVATE ${gnu} $<$<NOT:$<CONFIG:Release>>:-O2>
    -fno-exceptions -fno-rtti -fno-lto -fno-tree-vectorize -fno-tree-slp-vectorize
    -fvisibility=hidden -fvisibility-inlines-hidden)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # No block copies of a few pointers: they are read back one by one, and wait for each other.
    target_compile_options(${target} PRIVATE ${gcc} -fno-tree-loop-distribute-patterns ${hitscan_gcc_smaller})
    # As all tests have them: shapes that grow take .9 to .94 of the instructions so.
    if(hitscan_looks_no_further MATCHES "ipa-modref" AND CMAKE_CXX_FLAGS_RELEASE MATCHES "-O3")
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-fipa-modref>)
    endif()
    # On Windows the stack is aligned to 16 bytes and GCC believes in 32 (GCC bug 54412): then every move of a register to
    # it and back has to be one that does not mind. Debian's MinGW has GCC write those; others have the assembler do it.
    if(MINGW)
      check_cxx_compiler_flag(-Wa,-muse-unaligned-vector-move HITSCAN_AS_UNALIGNS)  # binutils 2.38
      target_compile_options(${target} PRIVATE $<$<BOOL:${HITSCAN_AS_UNALIGNS}>:-Wa,-muse-unaligned-vector-move>)
    endif()
    # Here the rest of ASan and UBSan takes GCC ten minutes each; this half one.
    if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,]*(address|undefined)")
      target_compile_options(${target} PRIVATE -fno-sanitize-address-use-after-scope
        "SHELL:--param asan-instrumentation-with-call-threshold=0" -fno-sanitize=null,alignment)
    endif()
  endif()
endfunction()

# Makes one file a test and dimension of src/dispatch/kernel.cpp.in, for the tests that src/reference has pages of.
function(hitscan_add_tests library)
  file(READ ${PROJECT_SOURCE_DIR}/include/hitscan/detail/request.hpp text)
  string(REGEX MATCHALL "\n  in_(both|2d)\\([a-z_]+\\)" lines "${text}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "in_(both|2d)\\(([a-z_]+)\\)" found "${line}")
    set(test ${CMAKE_MATCH_2})
    set(all 2)
    if(CMAKE_MATCH_1 STREQUAL both)
      set(all 2 3)
    endif()
    foreach(dims IN LISTS all)
      set(file ${PROJECT_BINARY_DIR}/tests_asked/${test}_${dims}d.cpp)
      configure_file(${PROJECT_SOURCE_DIR}/src/dispatch/kernel.cpp.in ${file} @ONLY)
      target_sources(${library} PRIVATE ${file})
    endforeach()
  endforeach()
endfunction()

# Makes hitscan_isa_<name> of every row that applies, adds the objects to `library`, and leaves the names in the
# global property HITSCAN_ISAS_BUILT.
function(hitscan_add_isas library)
  set(built "")
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/isa/*.cpp)
  file(GLOB sources_world CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/isa/world/*.cpp)
  file(GLOB sources_2d CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/kernels/*.cpp)
  set(sources_3d ${sources_2d})
  list(FILTER sources_3d EXCLUDE REGEX "_hulls\\.cpp$")  # hulls are 2D
  foreach(row IN LISTS HITSCAN_ISA_TABLE)
    string(REPLACE "|" ";" cells "${row} | | ")
    list(TRANSFORM cells STRIP)
    list(GET cells 0 name)
    list(GET cells 1 processor)
    if(NOT processor STREQUAL hitscan_processor OR NOT ("all" IN_LIST HITSCAN_ISAS OR name IN_LIST HITSCAN_ISAS))
      continue()
    endif()
    list(GET cells 2 arch)
    foreach(pair IN ITEMS "3;gnu" "4;msvc" "5;gcc")
      list(GET pair 0 cell)
      list(GET pair 1 variable)
      list(GET cells ${cell} text)
      separate_arguments(${variable} UNIX_COMMAND "${text}")
    endforeach()
    if(NOT built)
      hitscan_need_xsimd()
    endif()
    list(APPEND built ${name})
    foreach(part_of IN ITEMS "" _2d _3d _world)
      set(part hitscan_isa_${name}${part_of})
      add_library(${part} OBJECT ${sources${part_of}})
      target_compile_definitions(${part} PRIVATE HITSCAN_ISA=${name} HITSCAN_ARCH=${arch})
      hitscan_isa_flags(${part} "${gnu}" "${msvc}" "${gcc}")
      if(part_of MATCHES "_([23])d")  # a macro that headers do not know of does not keep a compiler from what is precompiled
        target_compile_definitions(${part} PRIVATE HITSCAN_DIMS=${CMAKE_MATCH_1})
        hitscan_precompile(${part} REUSE_FROM hitscan_isa_${name})
      elseif(part_of)
        target_compile_options(${part} PRIVATE "$<$<CONFIG:Release>:${hitscan_short_loops}>")
        hitscan_precompile(${part} ${PROJECT_SOURCE_DIR}/src/isa/world/part.hpp)
      else()
        hitscan_precompile(${part} ${PROJECT_SOURCE_DIR}/src/lanes/forms.hpp)
      endif()
      target_sources(${library} PRIVATE $<TARGET_OBJECTS:${part}>)
    endforeach()
    string(TOUPPER ${name} upper)
    target_compile_definitions(${library} PRIVATE HITSCAN_HAVE_${upper}=1)
  endforeach()
  set_property(GLOBAL PROPERTY HITSCAN_ISAS_BUILT "${built}")
  message(STATUS "hitscan: engines scalar ${built}")
  if(NOT built AND NOT HITSCAN_ISAS MATCHES "^(all|none)$")
    message(WARNING "hitscan: HITSCAN_ISAS=\"${HITSCAN_ISAS}\" names nothing for ${CMAKE_SYSTEM_PROCESSOR}: the scalar "
      "engine, a reference, is alone; say none if that is meant")
  endif()
endfunction()
