# Where dependencies come from: what is installed; what is asked for by folder; and, only with HITSCAN_FETCH_DEPS or a
# FETCHCONTENT_SOURCE_DIR_<NAME>, a pinned commit. Otherwise an error that names the package.
include(FetchContent)

set(HITSCAN_XSIMD_MINIMUM 8.1)  # Debian 12

function(hitscan_may_fetch name result)
  set(may FALSE)
  if(HITSCAN_FETCH_DEPS OR FETCHCONTENT_SOURCE_DIR_${name})
    set(may TRUE)
  endif()
  set(${result} ${may} PARENT_SCOPE)
endfunction()

# The version stands in a header, so any folder with xsimd in it will do: no config file, which in some packages
# insists on further packages, and no version range, which xsimd's own version file refuses.
function(hitscan_xsimd_version folder result)
  set(version 0)
  set(header ${folder}/xsimd/config/xsimd_config.hpp)
  if(EXISTS ${header})
    set(parts "")
    foreach(part IN ITEMS MAJOR MINOR PATCH)
      file(STRINGS ${header} line REGEX "define XSIMD_VERSION_${part} +[0-9]+")
      string(REGEX MATCH "[0-9]+" number "${line}")
      list(APPEND parts "${number}")
    endforeach()
    list(JOIN parts "." version)
  endif()
  set(${result} ${version} PARENT_SCOPE)
endfunction()

# Finds xsimd, private to the ISA objects: neither installed headers nor the exported target know of it.
# Leaves the folder in HITSCAN_XSIMD_FOUND_DIR.
function(hitscan_need_xsimd)
  set(found "")
  set(where "")
  if(HITSCAN_XSIMD_INCLUDE_DIR)
    set(found ${HITSCAN_XSIMD_INCLUDE_DIR})
    if(NOT EXISTS ${found}/xsimd/xsimd.hpp)
      message(FATAL_ERROR "hitscan: HITSCAN_XSIMD_INCLUDE_DIR=${found} holds no xsimd/xsimd.hpp")
    endif()
  endif()
  if(NOT found AND NOT xsimd_DIR AND NOT FETCHCONTENT_SOURCE_DIR_XSIMD)
    find_path(HITSCAN_XSIMD_SYSTEM_DIR xsimd/xsimd.hpp)
    if(NOT HITSCAN_XSIMD_SYSTEM_DIR AND CMAKE_CROSSCOMPILING)  # headers alone: the build machine's are as good
      find_path(HITSCAN_XSIMD_SYSTEM_DIR xsimd/xsimd.hpp PATHS /usr/include /usr/local/include
        NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    endif()
    mark_as_advanced(HITSCAN_XSIMD_SYSTEM_DIR)
    if(HITSCAN_XSIMD_SYSTEM_DIR)
      set(found ${HITSCAN_XSIMD_SYSTEM_DIR})
    endif()
  endif()
  if(NOT found AND NOT FETCHCONTENT_SOURCE_DIR_XSIMD)
    set(XSIMD_ENABLE_XTL_COMPLEX OFF)
    find_package(xsimd QUIET)  # without a version: see above
    if(TARGET xsimd)
      get_target_property(found xsimd INTERFACE_INCLUDE_DIRECTORIES)
      list(GET found 0 found)
    endif()
  endif()
  if(found)
    hitscan_xsimd_version(${found} version)
  endif()
  if(NOT found OR version VERSION_LESS HITSCAN_XSIMD_MINIMUM)
    hitscan_may_fetch(XSIMD may)
    if(may)
      FetchContent_Declare(xsimd GIT_REPOSITORY https://github.com/xtensor-stack/xsimd.git
        GIT_TAG e88a72831858123924f7118f345dfe5d70d95991  # 14.3.0
        SOURCE_SUBDIR headers-are-enough)
      FetchContent_MakeAvailable(xsimd)
      set(found ${xsimd_SOURCE_DIR}/include)
      hitscan_xsimd_version(${found} version)
    elseif(found)
      set(where "xsimd ${version} in ${found} is too old")
    else()
      set(where "xsimd was not found")
    endif()
  endif()
  if(where)
    message(FATAL_ERROR "hitscan: ${where}; ${HITSCAN_XSIMD_MINIMUM} or newer is needed to build (not to use) the library.\n"
      "  Debian, Ubuntu: apt-get install libxsimd-dev     Fedora: dnf install xsimd-devel\n"
      "  Arch: pacman -S xsimd     Homebrew: brew install xsimd\n"
      "  or -DHITSCAN_XSIMD_INCLUDE_DIR=<folder>, or -DHITSCAN_FETCH_DEPS=ON,\n"
      "  or -DHITSCAN_ISAS=none for the scalar engine alone.")
  endif()
  message(STATUS "hitscan: xsimd ${version} in ${found}")
  # A folder of its own, so that -isystem does not put the build machine's C headers before the target's.
  if(CMAKE_CROSSCOMPILING)
    set(own ${PROJECT_BINARY_DIR}/xsimd-alone)
    file(MAKE_DIRECTORY ${own})
    file(CREATE_LINK ${found}/xsimd ${own}/xsimd SYMBOLIC COPY_ON_ERROR)
    set(found ${own})
  endif()
  set(HITSCAN_XSIMD_FOUND_DIR ${found} CACHE INTERNAL "")
endfunction()

# GTest::gtest and GTest::gtest_main. A cross build compiles the sources that Debian's googletest package installs.
macro(hitscan_need_gtest)
  if(NOT TARGET GTest::gtest_main AND NOT CMAKE_CROSSCOMPILING AND NOT FETCHCONTENT_SOURCE_DIR_GOOGLETEST)
    find_package(GTest QUIET)
  endif()
  if(NOT TARGET GTest::gtest_main)
    if(NOT FETCHCONTENT_SOURCE_DIR_GOOGLETEST AND EXISTS /usr/src/googletest/CMakeLists.txt)
      set(FETCHCONTENT_SOURCE_DIR_GOOGLETEST /usr/src/googletest)
    endif()
    hitscan_may_fetch(GOOGLETEST hitscan_may)
    if(NOT hitscan_may)
      message(FATAL_ERROR "hitscan: GoogleTest was not found, and the tests need it.\n"
        "  Debian, Ubuntu: apt-get install libgtest-dev googletest     Fedora: dnf install gtest-devel\n"
        "  Arch: pacman -S gtest     Homebrew: brew install googletest\n"
        "  or -DHITSCAN_FETCH_DEPS=ON, or -DHITSCAN_BUILD_TESTS=OFF.")
    endif()
    set(INSTALL_GTEST OFF)
    set(gtest_force_shared_crt ON)  # Windows: the run-time library that everything else has
    set(BUILD_GMOCK OFF)
    FetchContent_Declare(googletest GIT_REPOSITORY https://github.com/google/googletest.git
      GIT_TAG 52eb8108c5bdec04579160ae17225d66034bd723)  # 1.17.0
    FetchContent_MakeAvailable(googletest)
    foreach(hitscan_part IN ITEMS gtest gtest_main)
      if(NOT TARGET GTest::${hitscan_part})  # 1.12 as a subproject has no such names
        add_library(GTest::${hitscan_part} ALIAS ${hitscan_part})
      endif()
    endforeach()
  endif()
endmacro()

# benchmark::benchmark, or HITSCAN_HAVE_BENCHMARK is false: a missing benchmark library stops no one from building.
macro(hitscan_want_benchmark)
  if(NOT TARGET benchmark::benchmark AND NOT CMAKE_CROSSCOMPILING AND NOT FETCHCONTENT_SOURCE_DIR_BENCHMARK)
    find_package(benchmark QUIET)
  endif()
  if(NOT TARGET benchmark::benchmark)
    hitscan_may_fetch(BENCHMARK hitscan_may)
    if(hitscan_may)
      set(BENCHMARK_ENABLE_TESTING OFF)
      set(BENCHMARK_ENABLE_INSTALL OFF)
      FetchContent_Declare(benchmark GIT_REPOSITORY https://github.com/google/benchmark.git
        GIT_TAG 192ef10025eb2c4cdd392bc502f0c852196baa48)  # 1.9.5
      FetchContent_MakeAvailable(benchmark)
    endif()
  endif()
  set(HITSCAN_HAVE_BENCHMARK FALSE)
  if(TARGET benchmark::benchmark)
    set(HITSCAN_HAVE_BENCHMARK TRUE)
  else()
    message(STATUS "hitscan: no benchmark, since Google Benchmark was not found "
      "(Debian: libbenchmark-dev, Fedora: google-benchmark-devel, or -DHITSCAN_FETCH_DEPS=ON)")
  endif()
endmacro()

# hitscan::gmp when GMP with its C++ header is there for the target: the oracle of the exactness tests.
function(hitscan_want_gmp)
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  find_path(HITSCAN_GMPXX_DIR gmpxx.h)
  find_library(HITSCAN_GMPXX gmpxx)
  find_library(HITSCAN_GMP gmp)
  mark_as_advanced(HITSCAN_GMPXX_DIR HITSCAN_GMPXX HITSCAN_GMP)
  if(HITSCAN_GMPXX_DIR AND HITSCAN_GMPXX AND HITSCAN_GMP)
    add_library(hitscan_gmp INTERFACE)
    add_library(hitscan::gmp ALIAS hitscan_gmp)
    target_include_directories(hitscan_gmp SYSTEM INTERFACE ${HITSCAN_GMPXX_DIR})
    target_link_libraries(hitscan_gmp INTERFACE ${HITSCAN_GMPXX} ${HITSCAN_GMP})
  endif()
endfunction()
