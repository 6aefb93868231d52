# cmake -P tools/check_options.cmake
# Every option that CMakeLists.txt and cmake/ offer is explained in README.md or docs/, and every one that these
# name with -D exists.
cmake_minimum_required(VERSION 3.22)
get_filename_component(ROOT ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
set(complaints "")

set(offered "")
file(GLOB files ${ROOT}/CMakeLists.txt ${ROOT}/cmake/*.cmake)
foreach(file IN LISTS files)
  file(READ ${file} text)
  string(REGEX REPLACE "[[;]|]" " " text "${text}")  # what a CMake list would stumble over
  string(REGEX MATCHALL "(^|\n) *(option\\([A-Z_]+|set\\([A-Z_]+[^\n]* CACHE +(STRING|PATH|FILEPATH|BOOL))" lines
    "${text}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "\\(([A-Z_]+)" name "${line}")
    list(APPEND offered ${CMAKE_MATCH_1})
  endforeach()
endforeach()
list(REMOVE_DUPLICATES offered)
list(REMOVE_ITEM offered CMAKE_BUILD_TYPE)  # CMake's own
list(LENGTH offered count)
if(count EQUAL 0)
  message(FATAL_ERROR "no options in ${ROOT}: this check does not find them any more")
endif()

set(texts "")
file(GLOB pages ${ROOT}/README.md ${ROOT}/docs/*.md)
foreach(page IN LISTS pages)
  file(READ ${page} text)
  string(REGEX REPLACE "[[;]|]" " " text "${text}")
  string(APPEND texts "\n${text}")
endforeach()

foreach(name IN LISTS offered)
  if(NOT texts MATCHES "(-D|[^A-Z_])${name}[^A-Z_]")
    string(APPEND complaints "\n  ${name} stands in neither README.md nor docs/*.md")
  endif()
endforeach()
string(REGEX MATCHALL "-DHITSCAN_[A-Z_]+" used "${texts}")
list(REMOVE_DUPLICATES used)
foreach(name IN LISTS used)
  string(REPLACE "-D" "" name ${name})
  if(NOT name IN_LIST offered)
    string(APPEND complaints "\n  ${name} is no option")
  endif()
endforeach()

if(complaints)
  message(FATAL_ERROR "options and documents differ:${complaints}")
endif()
message(STATUS "${count} options, all explained")
