# cmake -D CXX=<compiler> -D INCLUDE=<include> -D FILE=<wrong call> -P check.cmake
# The call must not compile, in at most 15 lines of complaint, which say what the file's first line says.
file(STRINGS ${FILE} lines REGEX "^// says: ")
list(GET lines 0 expected)
string(REPLACE "// says: " "" expected "${expected}")
execute_process(COMMAND ${CXX} -std=c++20 -fsyntax-only -I${INCLUDE} ${FILE}
  RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(status EQUAL 0)
  message(FATAL_ERROR "it compiles")
endif()
string(FIND "${said}" "${expected}" found)
if(found EQUAL -1)
  message(FATAL_ERROR "it does not say: ${expected}\n${said}")
endif()
string(REGEX MATCHALL "\n" ends "${said}")
list(LENGTH ends count)
if(count GREATER 15)
  message(FATAL_ERROR "${count} lines, more than 15\n${said}")
endif()
