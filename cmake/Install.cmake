# What `cmake --install` puts where: the command, the C interface of plugins, the libraries and
# headers of C++ hosts, the examples and the documentation. Hosts find them by tesuji-plugin.pc or by
# find_package(tesuji), as docs/engines/plugins.md says.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(tesuji_headers ${CMAKE_INSTALL_INCLUDEDIR}/tesuji)
set(tesuji_package ${CMAKE_INSTALL_LIBDIR}/cmake/tesuji)

install(TARGETS tesuji RUNTIME)
set(tesuji_private ${CMAKE_INSTALL_LIBDIR}/tesuji)
install(TARGETS tesuji_llvm_library tesuji_http_library LIBRARY DESTINATION ${tesuji_private})
if(TARGET tesuji_mpi_library)
  install(TARGETS tesuji_mpi_library LIBRARY DESTINATION ${tesuji_private})
endif()
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR
  BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR} OUTPUT_VARIABLE tesuji_bin_to_lib)
set_target_properties(tesuji PROPERTIES INSTALL_RPATH $ORIGIN/${tesuji_bin_to_lib}/tesuji)

# C: three headers, nothing to link.
add_library(tesuji_plugin_interface INTERFACE)
set_target_properties(tesuji_plugin_interface PROPERTIES EXPORT_NAME plugin)
install(FILES runtime/core/tesuji/plugin.h runtime/core/tesuji/status.h
    runtime/core/tesuji/strategy_abi.h
  DESTINATION ${tesuji_headers})
install(TARGETS tesuji_plugin_interface EXPORT tesuji-plugin
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT tesuji-plugin NAMESPACE tesuji:: DESTINATION ${tesuji_package})
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR
  BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE tesuji_pc_to_include)
configure_file(cmake/tesuji-plugin.pc.in tesuji-plugin.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/tesuji-plugin.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# libtesuji: the same header for games in memory, and a library to link.
set_target_properties(tesuji_library PROPERTIES EXPORT_NAME library)
install(FILES runtime/core/tesuji/tesuji.h DESTINATION ${tesuji_headers})
install(TARGETS tesuji_library EXPORT tesuji-plugin LIBRARY
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
configure_file(cmake/tesuji.pc.in tesuji.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/tesuji.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Python: the package `tesuji` over libtesuji, where Debian's Python looks below /usr.
set(tesuji_python lib/python3/dist-packages/tesuji)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR
  BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${tesuji_python} OUTPUT_VARIABLE tesuji_python_to_lib)
configure_file(cmake/python_location.py.in python_location.py.in @ONLY)
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/python_location.py
  INPUT ${CMAKE_BINARY_DIR}/python_location.py.in)
install(FILES ${CMAKE_BINARY_DIR}/python_location.py DESTINATION ${tesuji_python} RENAME _location.py)
install(DIRECTORY tools/python/tesuji/ DESTINATION ${tesuji_python} FILES_MATCHING
  PATTERN "*.py" PATTERN "*.pyi" PATTERN py.typed PATTERN plugin.py EXCLUDE PATTERN __pycache__ EXCLUDE)
# In the sources this is a link.
install(FILES examples/hosts/python/tesuji_plugin.py DESTINATION ${tesuji_python} RENAME plugin.py)

# C++: every layer below the command, and the headers that a host includes, where it includes them.
set(tesuji_layers runtime_core runtime_host ir frontend passes agenda child sat traced views interpreter object_cache
  temporary llvm plugin reference driver feature_sets strategies plugin_making open)
foreach(layer IN LISTS tesuji_layers)
  set_target_properties(tesuji_${layer} PROPERTIES EXPORT_NAME layer_${layer})
endforeach()
set_target_properties(tesuji_open PROPERTIES EXPORT_NAME driver)
list(TRANSFORM tesuji_layers PREPEND tesuji_)
install(TARGETS ${tesuji_layers} EXPORT tesuji-driver
  ARCHIVE INCLUDES DESTINATION ${tesuji_headers})
install(EXPORT tesuji-driver NAMESPACE tesuji:: DESTINATION ${tesuji_package})
foreach(header backend/open/open_game.h backend/open/open_batch.h backend/open/open_vector.h
    runtime/host/steps/game_vector.h
    runtime/host/game/game.h runtime/host/game/state_facts.h runtime/host/memory/rng.h runtime/host/playouts/playout.h runtime/host/playouts/simulation.h)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${tesuji_headers}/${folder})
endforeach()

configure_package_config_file(cmake/tesuji-config.cmake.in tesuji-config.cmake
  INSTALL_DESTINATION ${tesuji_package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(tesuji-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/tesuji-config.cmake ${CMAKE_BINARY_DIR}/tesuji-config-version.cmake
  DESTINATION ${tesuji_package})

install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN "__pycache__" EXCLUDE PATTERN "build*" EXCLUDE)
# What docs/learning/features.md makes positions with, at the same place as seen from the docs.
install(PROGRAMS tools/features/game_positions.py
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/tools/features)

# The manual page and completions, which the command prints itself. Debian's zsh looks for those of
# packages elsewhere than for what is installed by hand.
set(tesuji_generated ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${tesuji_generated})
foreach(kind man:tesuji.1 bash:tesuji zsh:_tesuji fish:tesuji.fish)
  string(REPLACE ":" ";" kind ${kind})
  list(GET kind 0 name)
  list(GET kind 1 file)
  add_custom_command(OUTPUT ${tesuji_generated}/${file}
    COMMAND tesuji generate ${name} > ${tesuji_generated}/${file} DEPENDS tesuji VERBATIM)
  list(APPEND tesuji_generated_files ${tesuji_generated}/${file})
endforeach()
add_custom_target(tesuji_generated ALL DEPENDS ${tesuji_generated_files})
install(FILES ${tesuji_generated}/tesuji.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${tesuji_generated}/tesuji
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${tesuji_generated}/tesuji.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(CODE [[
  set(tesuji_zsh site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
    set(tesuji_zsh vendor-completions)
  endif()]])
install(FILES ${tesuji_generated}/_tesuji DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/\${tesuji_zsh})
