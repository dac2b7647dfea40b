# One CMake library per layer of docs/architecture.md, so that linking enforces
# who may use whom.
add_library(tesuji_options INTERFACE)
target_compile_options(tesuji_options INTERFACE -Wall -Wextra
  $<$<BOOL:${TESUJI_WERROR}>:-Werror>
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 reports "a" + std::string at -O3 (GCC bug 105651).
  target_compile_options(tesuji_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Clang reports libstdc++ 12's own use of get_temporary_buffer in std::stable_sort.
  target_compile_options(tesuji_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-deprecated-declarations>)
endif()
target_include_directories(tesuji_options INTERFACE ${CMAKE_SOURCE_DIR})
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

# tesuji_batches(TARGET): with TESUJI_BATCHES, compiles the C++ files of each folder together, at most 8 a batch, in
# batches of like size. CMake leaves out files with definitions, options or include folders of their own.
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
    list(APPEND folders ${folder})
    list(APPEND files_of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    list(LENGTH files_of_${folder} count)
    string(REPLACE "/" "_" name ${folder})
    if(count GREATER 1)
      math(EXPR batches "(${count} + 7) / 8")
      set(index 0)
      foreach(source ${files_of_${folder}})
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

# tesuji_layer(NAME [PUBLIC libs...] [PRIVATE libs...] [WITHOUT folders...]): a static library made of
# all .cpp/.c files of the calling folder and of those in it, but for some.
function(tesuji_layer name)
  cmake_parse_arguments(LAYER "" "" "PUBLIC;PRIVATE;WITHOUT" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*.c)
  foreach(folder ${LAYER_WITHOUT})
    list(FILTER sources EXCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/${folder}/")
  endforeach()
  add_library(${name} STATIC ${sources})
  tesuji_batches(${name})
  # Warnings and include paths are the build's own affair.
  target_link_libraries(${name}
    PUBLIC $<BUILD_INTERFACE:tesuji_options> ${LAYER_PUBLIC} PRIVATE ${LAYER_PRIVATE})
endfunction()
