# Writes a header with a hash of the sources that decide what code is generated, for the keys of
# the object cache: code of another compiler is never taken for this one's.
#   cmake -DROOT=... -DOUTPUT=... -P CodeIdentity.cmake
include(${CMAKE_CURRENT_LIST_DIR}/CodeSources.cmake)
tesuji_code_sources(${ROOT} sources)
set(hashes "")
foreach(source ${sources})
  file(SHA256 ${source} hash)
  file(RELATIVE_PATH name ${ROOT} ${source})
  string(APPEND hashes "${name} ${hash}\n")
endforeach()
string(SHA256 identity "${hashes}")
file(WRITE ${OUTPUT} "// Made by cmake/CodeIdentity.cmake.
#pragma once

#include <string_view>

namespace tesuji::llvm_backend {
inline constexpr std::string_view code_identity = \"${identity}\";
}
")
