# The editor of the page of `tesuji explore` from npm, for systems without Debian's libjs-codemirror. The target
# page_editor installs it below the build folder (for --libraries); nothing else needs it, unless TESUJI_EMBED_EDITOR makes
# it part of the program.
option(TESUJI_EMBED_EDITOR "Build CodeMirror, which npm downloads, into the page of `tesuji explore`" OFF)

find_program(NPM npm)
set(page_editor_source ${PROJECT_SOURCE_DIR}/tools/servers/explore/editor)
set(page_editor_folder ${CMAKE_CURRENT_BINARY_DIR}/page_editor)
set(page_editor_libraries ${page_editor_folder}/node_modules)
# Files from npm are older than what they are made of.
set(page_editor_stamp ${page_editor_folder}/installed)
if(NPM)
  add_custom_command(OUTPUT ${page_editor_stamp}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${page_editor_folder}
    COMMAND ${CMAKE_COMMAND} -E copy ${page_editor_source}/package.json ${page_editor_source}/package-lock.json ${page_editor_folder}
    COMMAND ${CMAKE_COMMAND} -E chdir ${page_editor_folder} ${NPM} ci --ignore-scripts --no-audit --no-fund
    COMMAND ${CMAKE_COMMAND} -E touch ${page_editor_stamp}
    DEPENDS ${page_editor_source}/package.json ${page_editor_source}/package-lock.json
    COMMENT "Installing CodeMirror from npm" VERBATIM)
  add_custom_target(page_editor DEPENDS ${page_editor_stamp})
elseif(TESUJI_EMBED_EDITOR)
  message(FATAL_ERROR "TESUJI_EMBED_EDITOR needs npm")
endif()
