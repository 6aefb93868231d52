# cmake -DNM=nm -DLIBRARY=libhitscan.a -P check_unique.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../run_tool.cmake)

run_tool(text ${NM} --defined-only --demangle ${LIBRARY})
string(REGEX MATCHALL "\n[0-9a-fA-F]+ [A-Za-z] hitscan::[^\n]*" all "${text}")
string(REGEX MATCHALL "\n[0-9a-fA-F]+ u [^\n]*" unique "${text}")
list(LENGTH all count)
if(count LESS 100)
  message(FATAL_ERROR "${LIBRARY} has ${count} symbols, says ${NM}")
endif()
if(unique)
  message(FATAL_ERROR "unique in a process:${unique}")
endif()
