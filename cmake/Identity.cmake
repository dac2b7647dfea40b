# tesuji_identity(TARGET NAMESPACE NAME FOLDERS... [ALSO text]): gives the target the header NAME.h with a hash of all
# sources in these folders, and of the text, as the constant NAME. Made again when a source changes.
#
# As a script, it writes such a header:
#   cmake -DROOT=... -DOUTPUT=... -DNAMESPACE=... -DNAME=... -DFOLDERS=a,b -DALSO=... -P Identity.cmake
function(tesuji_sources root variable folders)
  set(all "")
  foreach(folder ${folders})
    file(GLOB_RECURSE found ${ARGN}
      ${root}/${folder}/*.c ${root}/${folder}/*.cpp ${root}/${folder}/*.h)
    list(APPEND all ${found})
  endforeach()
  list(SORT all)
  set(${variable} ${all} PARENT_SCOPE)
endfunction()

function(tesuji_identity target namespace name)
  cmake_parse_arguments(IDENTITY "" "ALSO" "FOLDERS" ${ARGN})
  # Options that keep the build's folder out of files name it: they must not bring it in again.
  string(REGEX REPLACE "-f[a-z]+-prefix-map=[^ ]*" "" IDENTITY_ALSO "${IDENTITY_ALSO}")
  tesuji_sources(${CMAKE_SOURCE_DIR} sources "${IDENTITY_FOLDERS}" CONFIGURE_DEPENDS)
  list(JOIN IDENTITY_FOLDERS "," folders)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${name}.h)
  add_custom_command(OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} -DOUTPUT=${header}
      -DNAMESPACE=${namespace} -DNAME=${name} -DFOLDERS=${folders} -DALSO=${IDENTITY_ALSO}
      -P ${CMAKE_SOURCE_DIR}/cmake/Identity.cmake
    DEPENDS ${sources} ${CMAKE_SOURCE_DIR}/cmake/Identity.cmake
    COMMENT "Hashing sources for ${name}"
    VERBATIM)
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  string(REPLACE "," ";" folders "${FOLDERS}")
  tesuji_sources(${ROOT} sources "${folders}")
  set(hashes "${ALSO}\n")
  foreach(source ${sources})
    file(SHA256 ${source} hash)
    file(RELATIVE_PATH path ${ROOT} ${source})
    string(APPEND hashes "${path} ${hash}\n")
  endforeach()
  string(SHA256 identity "${hashes}")
  file(WRITE ${OUTPUT} "// Made by cmake/Identity.cmake.
#pragma once

#include <string_view>

namespace ${NAMESPACE} {
inline constexpr std::string_view ${NAME} = \"${identity}\";
}
")
endif()
