# One CMake library per layer of docs/architecture.md, so that linking enforces
# who may use whom.
add_library(tesuji_options INTERFACE)
# No fused multiplications: numbers are the same on processors that have them (aarch64) and on those that may lack them.
target_compile_options(tesuji_options INTERFACE -Wall -Wextra -ffp-contract=off
  $<$<BOOL:${TESUJI_WERROR}>:-Werror>
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 reports "a" + std::string at -O3 (GCC bug 105651), and with precompiled headers that its copies overflow.
  target_compile_options(tesuji_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
  if(TESUJI_BATCHES)
    target_compile_options(tesuji_options INTERFACE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds>)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Clang reports libstdc++ 12's own use of get_temporary_buffer in std::stable_sort.
  target_compile_options(tesuji_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-deprecated-declarations>)
endif()
target_include_directories(tesuji_options INTERFACE ${CMAKE_SOURCE_DIR})
# lld links in a second what takes GNU's linker ten. GCC finds it by -B alone.
find_program(TESUJI_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR})
if(TESUJI_LLD)
  cmake_path(GET TESUJI_LLD PARENT_PATH folder)
  add_link_options(-fuse-ld=lld $<$<CXX_COMPILER_ID:GNU>:-B${folder}>)
endif()
if(TESUJI_SANITIZE)
  if(TESUJI_SANITIZE STREQUAL "thread")
    set(sanitizers -fsanitize=thread)
  elseif(TESUJI_SANITIZE STREQUAL "address")
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  else()
    message(FATAL_ERROR "TESUJI_SANITIZE is `address` or `thread`, not `${TESUJI_SANITIZE}`")
  endif()
  target_compile_options(tesuji_options INTERFACE ${sanitizers} -fno-omit-frame-pointer)
  target_link_options(tesuji_options INTERFACE ${sanitizers})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # With sanitizers GCC 12 loses track of what Catch has initialised.
    target_compile_options(tesuji_options INTERFACE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  endif()
endif()

if(TESUJI_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "TESUJI_FUZZ needs Clang: -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19")
  endif()
  set(instrumentation -fsanitize=fuzzer-no-link,address,undefined)
  target_compile_options(tesuji_options INTERFACE ${instrumentation}
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(tesuji_options INTERFACE ${instrumentation})
endif()

# What nearly every C++ file includes, precompiled once for each level of optimisation, since a precompiled header is
# of one level: `tesuji_headers` of the build type's, `tesuji_headers_less` of -O1.
if(TESUJI_BATCHES AND NOT TESUJI_SANITIZE AND NOT TESUJI_FUZZ)
  set(tesuji_standard_headers
    <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <condition_variable> <cstddef> <cstdint> <deque>
    <exception> <functional> <iterator> <limits> <list> <map> <memory> <mutex> <numeric> <optional> <ostream> <ranges> <set>
    <span> <sstream> <stdexcept> <stop_token> <string> <string_view> <thread> <tuple> <unordered_map> <unordered_set>
    <utility> <variant> <vector> <fmt/format.h>)
  # As in every target that links fmt, whose header is among them.
  target_compile_definitions(tesuji_options INTERFACE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
  foreach(name tesuji_headers tesuji_headers_less)
    add_library(${name} OBJECT ${CMAKE_SOURCE_DIR}/cmake/headers.cpp)
    target_link_libraries(${name} PRIVATE tesuji_options)
    target_precompile_headers(${name} PRIVATE ${tesuji_standard_headers})
  endforeach()
  target_compile_options(tesuji_headers_less PRIVATE $<$<CONFIG:Release>:-O1>)
endif()

# tesuji_optimise_less(TARGET): -O1 in a release, for what works on rules and never on positions: Clang takes two
# thirds of the time of -O2, and commands were as fast (docs/installing.md).
function(tesuji_optimise_less target)
  target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
  set_target_properties(${target} PROPERTIES TESUJI_LESS ON)
endfunction()

# tesuji_precompiled(TARGET [HEADER...]): uses the headers above, or with others precompiles its own, since its
# definitions or options may differ. To be called after tesuji_optimise_less.
function(tesuji_precompiled target)
  if(TARGET tesuji_headers AND ARGN)
    list(TRANSFORM ARGN REPLACE "^[a-z].*" "${CMAKE_SOURCE_DIR}/\\0" OUTPUT_VARIABLE headers)
    target_precompile_headers(${target} PRIVATE ${tesuji_standard_headers} ${headers})
  elseif(TARGET tesuji_headers)
    set(headers tesuji_headers)
    get_target_property(less ${target} TESUJI_LESS)
    if(less)
      set(headers tesuji_headers_less)
    endif()
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
  if(TARGET tesuji_headers)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.[cS]$")
    set_source_files_properties(${sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# tesuji_is_small(FILE VARIABLE): whether the small command needs the file.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmake/small.txt)
file(STRINGS ${CMAKE_SOURCE_DIR}/cmake/small.txt tesuji_small_files)
function(tesuji_is_small file variable)
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
  set(${variable} OFF PARENT_SCOPE)
  if(file IN_LIST tesuji_small_files)
    set(${variable} ON PARENT_SCOPE)
  endif()
endfunction()

# tesuji_batches(TARGET): with TESUJI_BATCHES, compiles the C++ files of each folder together, at most 16 a batch, in
# batches of like size; sibling folders with fewer than 6 files share batches. The more of a layer one batch has, the
# less often headers are read and templates compiled. Files of the small command have batches of their own, so that these are the
# same with TESUJI_SMALL, and so have files of the command that include CLI11, since it takes seconds to read.
# CMake leaves out files with definitions, options or include folders of their own.
function(tesuji_batches target)
  if(NOT TESUJI_BATCHES)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(folders "")
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${source})
    cmake_path(GET folder PARENT_PATH folder)
    if(folder MATCHES "^tools/")
      file(STRINGS ${source} heavy REGEX "^#include <CLI/" LIMIT_COUNT 1)
      if(heavy)
        set(folder tools/cli11)
      endif()
    endif()
    tesuji_is_small(${source} small)
    if(small)
      string(APPEND folder /small)
    endif()
    list(APPEND folders ${folder})
    list(APPEND files_of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(batched "")
  foreach(folder ${folders})
    list(LENGTH files_of_${folder} count)
    set(group ${folder})
    if(count LESS 6 AND NOT folder MATCHES "cli11")
      string(REGEX REPLACE "[^/]+(/small|)$" "few\\1" group ${folder})
    endif()
    list(APPEND batched ${group})
    list(APPEND batched_${group} ${files_of_${folder}})
  endforeach()
  list(REMOVE_DUPLICATES batched)
  foreach(group ${batched})
    list(LENGTH batched_${group} count)
    string(REPLACE "/" "_" name ${group})
    if(count GREATER 1)
      math(EXPR batches "(${count} + 15) / 16")
      set(index 0)
      foreach(source ${batched_${group}})
        math(EXPR batch "${index} * ${batches} / ${count}")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${batch})
        math(EXPR index "${index} + 1")
      endforeach()
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # In a batch the main file is another one than that of a class with unnamed types.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
endfunction()

# tesuji_layer(NAME [LESS] [PUBLIC libs...] [PRIVATE libs...] [WITHOUT folders...] [HEADERS headers...]): a static
# library made of all .cpp/.c files of the calling folder and of those in it, but for some. LESS: as
# tesuji_optimise_less; HEADERS: as of tesuji_precompiled.
function(tesuji_layer name)
  cmake_parse_arguments(LAYER "LESS" "" "PUBLIC;PRIVATE;WITHOUT;HEADERS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*.c)
  foreach(folder ${LAYER_WITHOUT})
    list(FILTER sources EXCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/${folder}/")
  endforeach()
  tesuji_without_left_out(sources)
  if(TESUJI_SMALL)
    foreach(source IN LISTS sources)
      tesuji_is_small(${source} small)
      if(NOT small)
        list(REMOVE_ITEM sources ${source})
      endif()
    endforeach()
  endif()
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${LAYER_PUBLIC})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  tesuji_batches(${name})
  if(LAYER_LESS)
    tesuji_optimise_less(${name})
  endif()
  tesuji_precompiled(${name} ${LAYER_HEADERS})
  # Warnings and include paths are the build's own affair.
  target_link_libraries(${name}
    PUBLIC $<BUILD_INTERFACE:tesuji_options> ${LAYER_PUBLIC} PRIVATE ${LAYER_PRIVATE})
endfunction()
