# Flags of every target of this project: library, tests, benchmark, examples.

# Fused products would change bits from one CPU to the next, in test data as much as in the library.
if(CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")
  set(HITSCAN_EXACT_FLAGS /fp:precise)
elseif(MSVC)  # clang-cl
  set(HITSCAN_EXACT_FLAGS /clang:-ffp-contract=off)
else()
  set(HITSCAN_EXACT_FLAGS -ffp-contract=off)
endif()

function(hitscan_flags target)
  target_compile_options(${target} PRIVATE ${HITSCAN_EXACT_FLAGS})
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${HITSCAN_WERROR}>:/WX>)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra $<$<BOOL:${HITSCAN_WERROR}>:-Werror>)
  endif()
  target_compile_definitions(${target} PRIVATE
    $<$<OR:$<BOOL:${HITSCAN_CHECKS}>,$<CONFIG:Debug>>:HITSCAN_CHECKS=1>)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # A static library ends up in plugins and language bindings as often as in programs.
  if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
endfunction()

# A cross build's tests run under the toolchain's emulator, unless told otherwise.
if(NOT HITSCAN_TEST_LAUNCHER AND CMAKE_CROSSCOMPILING)
  set(HITSCAN_TEST_LAUNCHER ${CMAKE_CROSSCOMPILING_EMULATOR})
endif()
