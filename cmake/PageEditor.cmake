# The editor of the page of `tesuji explore` from npm, for systems without Debian's libjs-codemirror. The target
# page_editor installs it below the build folder (for --libraries); nothing else needs it, unless TESUJI_EMBED_EDITOR makes
# it part of the program.
option(TESUJI_EMBED_EDITOR "Build CodeMirror, which npm downloads, into the page of `tesuji explore`" OFF)

include(${PROJECT_SOURCE_DIR}/cmake/NpmPackages.cmake)
set(page_editor_folder ${CMAKE_CURRENT_BINARY_DIR}/page_editor)
set(page_editor_libraries ${page_editor_folder}/node_modules)
set(page_editor_stamp ${page_editor_folder}/installed)
tesuji_npm_packages(page_editor ${PROJECT_SOURCE_DIR}/tools/servers/explore/editor ${page_editor_folder})
if(TESUJI_EMBED_EDITOR AND NOT NPM)
  message(FATAL_ERROR "TESUJI_EMBED_EDITOR needs npm")
endif()
