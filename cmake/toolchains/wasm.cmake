# WebAssembly by the em++ that is found first; what it makes runs here under Node.
#   ./run cross wasm
find_program(hitscan_emxx em++ REQUIRED)
file(REAL_PATH ${hitscan_emxx} hitscan_emscripten)
get_filename_component(hitscan_emscripten ${hitscan_emscripten} DIRECTORY)
find_program(hitscan_node NAMES node nodejs REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${hitscan_node} --no-experimental-fetch)  # an old Emscripten would load files by it
include(${hitscan_emscripten}/cmake/Modules/Platform/Emscripten.cmake)
# Programs for the command line, linked more often than they run: this machine's files and environment, as much memory as
# they ask for, and the stack that docs/building.md names (by default it is 64 kB since 3.1.27, and 5 MB before).
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O1 -sALLOW_MEMORY_GROWTH -sEXIT_RUNTIME -sNODERAWFS \
--pre-js ${CMAKE_CURRENT_LIST_DIR}/wasm_environment.js")
if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.27)
  string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -sSTACK_SIZE=1MB")
endif()
set(CMAKE_CXX_FLAGS_INIT "-include ${CMAKE_CURRENT_LIST_DIR}/wasm_bit_cast.hpp")
