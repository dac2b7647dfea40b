# tesuji_npm_packages(TARGET SOURCE FOLDER): a target that installs the packages of SOURCE's package-lock.json into
# FOLDER/node_modules, and makes FOLDER/installed, which other targets can depend on. Does nothing without npm; no
# target is built by itself.
find_program(NPM npm)

function(tesuji_npm_packages target source folder)
  if(NOT NPM)
    return()
  endif()
  # Files from npm are older than what they are made of.
  add_custom_command(OUTPUT ${folder}/installed
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${CMAKE_COMMAND} -E copy ${source}/package.json ${source}/package-lock.json ${folder}
    COMMAND ${CMAKE_COMMAND} -E chdir ${folder} ${NPM} ci --ignore-scripts --no-audit --no-fund
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}/installed
    DEPENDS ${source}/package.json ${source}/package-lock.json
    COMMENT "Installing packages of npm for ${target}" VERBATIM)
  add_custom_target(${target} DEPENDS ${folder}/installed)
endfunction()
