# README.md shows examples/first.cpp and what it prints, and its picture is what examples/picture.cpp draws: all of it to
# the letter. (Its other code: check_blocks.cmake.)
#   cmake -D README=... -D SOURCE=... -D PROGRAM=... -D DRAWS=... -D PICTURE=... [-D LAUNCHER=...] -P check_readme.cmake
cmake_minimum_required(VERSION 3.22)
file(READ ${README} readme)
file(READ ${SOURCE} source)
execute_process(COMMAND ${LAUNCHER} ${PROGRAM} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\r\n" "\n" output "${output}")  # Windows
string(FIND "${readme}" "```cpp\n${source}```" shown)
if(shown EQUAL -1)
  message(FATAL_ERROR "README.md does not show ${SOURCE} as it is")
endif()
string(FIND "${readme}" "```\n${output}```" printed)
if(printed EQUAL -1)
  message(FATAL_ERROR "README.md does not say what the example prints:\n${output}")
endif()

file(READ ${PICTURE} picture)
execute_process(COMMAND ${LAUNCHER} ${DRAWS} OUTPUT_VARIABLE drawn COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\r\n" "\n" drawn "${drawn}")
if(NOT drawn STREQUAL picture)
  message(FATAL_ERROR "${PICTURE} is not what examples/picture.cpp draws: ${DRAWS} > ${PICTURE}")
endif()
