# What `cmake --install` leaves: headers, the library, a CMake package and a .pc file, all of which may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(hitscan_package ${CMAKE_INSTALL_LIBDIR}/cmake/hitscan)
install(TARGETS hitscan EXPORT hitscanTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/hitscan TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT hitscanTargets NAMESPACE hitscan:: DESTINATION ${hitscan_package})

configure_package_config_file(cmake/hitscanConfig.cmake.in ${PROJECT_BINARY_DIR}/hitscanConfig.cmake
  INSTALL_DESTINATION ${hitscan_package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hitscanConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)  # before 1.0 a minor version may break
install(FILES ${PROJECT_BINARY_DIR}/hitscanConfig.cmake ${PROJECT_BINARY_DIR}/hitscanConfigVersion.cmake
  DESTINATION ${hitscan_package})

# Relative to the file itself, so the tree may be moved; what is absolute stays where it is.
set(hitscan_pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(hitscan_pc_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  file(RELATIVE_PATH hitscan_pc_prefix /prefix/${hitscan_pc_folder} /prefix)
  string(REGEX REPLACE "/$" "" hitscan_pc_prefix "\${pcfiledir}/${hitscan_pc_prefix}")
endif()
foreach(folder IN ITEMS LIBDIR INCLUDEDIR)
  set(hitscan_pc_${folder} ${CMAKE_INSTALL_${folder}})
  if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
    set(hitscan_pc_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  endif()
endforeach()
configure_file(cmake/hitscan.pc.in ${PROJECT_BINARY_DIR}/hitscan.pc.in @ONLY)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/pkgconfig-$<CONFIG>/hitscan.pc INPUT ${PROJECT_BINARY_DIR}/hitscan.pc.in)
install(FILES ${PROJECT_BINARY_DIR}/pkgconfig-$<CONFIG>/hitscan.pc DESTINATION ${hitscan_pc_folder})
