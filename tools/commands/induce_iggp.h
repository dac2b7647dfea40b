// `tesuji induce --iggp`: learns the rules of a game from states.
#pragma once

#include "tools/base/command.h"

#include <cstdint>
#include <string>

namespace tesuji::tools {

/// What the command line says; also of options that other inductions have.
struct InduceIggpArguments {
  std::string folder;
  std::string game;
  bool noise = false;
  bool greedy = false;
  std::uint64_t seed = 1;
  unsigned memory = 512;  ///< MiB
  std::string log;        ///< file; empty: none
  std::string output;
  double seconds = 0;  ///< 0: as long as is usual
  bool json = false;
  bool quiet = false;
};

/// Adds the options that only this kind has, in a group of --help-all but for --iggp.
void add_iggp_options(Command& command, InduceIggpArguments& arguments);

/// Returns the exit code.
[[nodiscard]] int run_induce_iggp(const InduceIggpArguments& arguments);

}  // namespace tesuji::tools
