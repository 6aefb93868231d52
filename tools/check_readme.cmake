# README.md shows examples/first.cpp and what it prints: both must be the truth, to the letter.
#   cmake -D README=... -D SOURCE=... -D PROGRAM=... [-D LAUNCHER=...] -P check_readme.cmake
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
