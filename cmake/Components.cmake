# Optional components: parts of the program that an option leaves out. Only a component's own files and its
# tests include its headers (tests/layers.py); the program finds components in a table that is generated from this file.
#
# tesuji_component(OPTION "Help." WORDS words... FILES paths... [TESTS paths...]): the component's files and folders;
# WORDS are subcommands, options (`solve --ranks`) and learners that only it has, for messages of programs without it.
# Unit tests of folders are in the same folders of tests/unit; those of single files are in TESTS. The function
# `add_NAME_component` in one of its files (option TESUJI_NAME, in small letters; tools/base/component.h) adds its
# subcommands and sets its hooks; functions are called in this order.
set(tesuji_left_out "")  # files and folders of components that are left out, from the root
set(tesuji_words_left_out "")
set(tesuji_components "")
function(tesuji_component option help)
  cmake_parse_arguments(COMPONENT "" "" "WORDS;FILES;TESTS" ${ARGN})
  option(${option} "${help}" ON)
  list(APPEND tesuji_components ${option})
  if(NOT ${option})
    list(TRANSFORM COMPONENT_FILES PREPEND tests/unit/ OUTPUT_VARIABLE tests)
    list(APPEND tesuji_left_out ${COMPONENT_FILES} ${tests} ${COMPONENT_TESTS})
    list(APPEND tesuji_words_left_out ${COMPONENT_WORDS})
  endif()
  set(tesuji_components ${tesuji_components} PARENT_SCOPE)
  set(tesuji_left_out ${tesuji_left_out} PARENT_SCOPE)
  set(tesuji_words_left_out ${tesuji_words_left_out} PARENT_SCOPE)
  set(tesuji_words_${option} ${COMPONENT_WORDS} PARENT_SCOPE)
endfunction()

tesuji_component(TESUJI_EXPLORE "Build `tesuji explore`, the page for browsers"
  WORDS explore
  FILES tools/servers/explore tools/commands/explore_command.cpp)

tesuji_component(TESUJI_LSP "Build `tesuji lsp`, the language server"
  WORDS lsp
  FILES tools/servers/lsp tools/commands/lsp_command.cpp)

tesuji_component(TESUJI_RIVALS "Build the learners that `experiment` compares MIGO with: menace, her, q, deep-q"
  WORDS --learner=menace --learner=her --learner=q --learner=deep-q
  FILES learner/rivals tools/commands/rivals_component.cpp)

tesuji_component(TESUJI_CLUSTER "Build what spreads work over threads and machines: spread, merge, and --ranks of solve"
  WORDS spread merge "solve --ranks" "solve --disk"
  FILES runtime/host/partition backend/mpi
    backend/open/numbered_game.h backend/open/numbered_game.cpp
    tools/spread
    tools/reports/partition_report.h tools/reports/partition_report.cpp
    tools/commands/cluster_component.cpp tools/commands/merge_command.cpp tools/commands/spread_command.cpp
    tools/commands/solve_ranks.h tools/commands/solve_ranks.cpp)

tesuji_component(TESUJI_CERTIFICATES "Build certificates: check-certificate, and --certify of verify and solve"
  WORDS check-certificate "verify --certify" "verify --cadical" "solve --certify" "solve --cadical"
  FILES backend/proofs/certificates
    backend/proofs/games/cadical.h backend/proofs/games/cadical.cpp
    backend/proofs/games/certificate_folder.h backend/proofs/games/certificate_folder.cpp
    backend/proofs/games/certify.h backend/proofs/games/certify.cpp
    backend/proofs/games/check_certificate.h backend/proofs/games/check_certificate.cpp
    backend/puzzles/certify_puzzle.h backend/puzzles/certify_puzzle.cpp
    tools/reports/verify/certificate_report.h tools/reports/verify/certificate_report.cpp
    tools/commands/certificates_component.cpp tools/commands/check_certificate_command.cpp
  TESTS tests/property/certificates tests/property/invariants_differential.h tests/property/invariants_differential.cpp
    tests/property/invariants_differential_main.cpp tests/unit/backend/proofs/games/certify_test.cpp)

# tesuji_without_left_out(VARIABLE): removes files of components that are left out from a list of absolute paths.
function(tesuji_without_left_out variable)
  set(kept "")
  foreach(file ${${variable}})
    set(is_left_out FALSE)
    foreach(path ${tesuji_left_out})
      set(place ${CMAKE_SOURCE_DIR}/${path})
      cmake_path(IS_PREFIX place ${file} is_inside)
      if(is_inside)
        set(is_left_out TRUE)
      endif()
    endforeach()
    if(NOT is_left_out)
      list(APPEND kept ${file})
    endif()
  endforeach()
  set(${variable} ${kept} PARENT_SCOPE)
endfunction()

# tesuji_write_components(FILE): writes the table of components in C++.
function(tesuji_write_components file)
  set(functions "")
  set(words "")
  set(rows "")
  foreach(option ${tesuji_components})
    string(REPLACE TESUJI_ "" name ${option})
    string(TOLOWER ${name} name)
    set(function nullptr)
    if(${option})
      set(function add_${name}_component)
      string(APPEND functions "void ${function}(std::vector<NamedCommand>& commands);\n")
    endif()
    list(JOIN tesuji_words_${option} "\", \"" quoted)
    string(APPEND words "constexpr std::string_view words_of_${name}[] = {\"${quoted}\"};\n")
    string(APPEND rows "    {\"${option}\", words_of_${name}, ${function}},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// Generated by cmake/Components.cmake.
#include \"tools/base/component.h\"

namespace tesuji::tools {

@functions@
namespace {
@words@}  // namespace

std::span<const Component> all_components() {
  static constexpr Component all[] = {
@rows@  };
  return all;
}

}  // namespace tesuji::tools
")
endfunction()
