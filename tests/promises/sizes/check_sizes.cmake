# cmake -DSIZE=size -DSTRIP=strip -DPROGRAM=a -DMOST=bytes -DLIBRARY=b.a -DMOST_TEXT=bytes -P check_sizes.cmake
# The program, stripped, has at most MOST bytes, and the library's code and constants at most MOST_TEXT.
include(${CMAKE_CURRENT_LIST_DIR}/../run_tool.cmake)

run_tool(ignored ${PROGRAM})
run_tool(ignored ${STRIP} -o ${PROGRAM}.stripped ${PROGRAM})
file(SIZE ${PROGRAM}.stripped bytes)
run_tool(text ${SIZE} -t ${LIBRARY})
if(NOT text MATCHES "\n *([0-9]+)[^\n]*TOTALS")
  message(FATAL_ERROR "no total from ${SIZE} -t")
endif()
set(library_bytes ${CMAKE_MATCH_1})

message(STATUS "${PROGRAM}: ${bytes} bytes of at most ${MOST}; the library: ${library_bytes} of at most ${MOST_TEXT}")
if(bytes GREATER MOST OR library_bytes GREATER MOST_TEXT)
  message(FATAL_ERROR "too much: what does a program get that it did not ask for? (ld -Map)")
endif()
