# What `cmake --install` leaves: headers, the library, a CMake package and a .pc file, all of which may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(hitscan_package ${CMAKE_INSTALL_LIBDIR}/cmake/hitscan)
install(TARGETS hitscan EXPORT hitscanTargets)
install(DIRECTORY include/hitscan TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT hitscanTargets NAMESPACE hitscan:: DESTINATION ${hitscan_package})

configure_package_config_file(cmake/hitscanConfig.cmake.in ${PROJECT_BINARY_DIR}/hitscanConfig.cmake
  INSTALL_DESTINATION ${hitscan_package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hitscanConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)  # before 1.0 a minor version may break
install(FILES ${PROJECT_BINARY_DIR}/hitscanConfig.cmake ${PROJECT_BINARY_DIR}/hitscanConfigVersion.cmake
  DESTINATION ${hitscan_package})

# Relative to the file itself, so the tree may be moved.
set(hitscan_pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH hitscan_pc_to_prefix /prefix/${hitscan_pc_folder} /prefix)
string(REGEX REPLACE "/$" "" hitscan_pc_to_prefix "${hitscan_pc_to_prefix}")
configure_file(cmake/hitscan.pc.in ${PROJECT_BINARY_DIR}/hitscan.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hitscan.pc DESTINATION ${hitscan_pc_folder})
