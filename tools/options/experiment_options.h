// Adds the options of `tesuji experiment`.
#pragma once

#include "learner/experiments/experiment.h"
#include "tools/base/arguments.h"
#include "tools/base/progress.h"
#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Destinations of results.
struct ExperimentOutputs {
  std::string csv;
  std::string svg;
  std::string html;
  bool json = false;

  void add_to(Command& command);
};

struct ExperimentArguments {
  GameOptions game;
  std::vector<std::string> learners;
  learner::ExperimentOptions experiment;
  ArenaChoice arena;
  std::string from;  ///< transfer: the rulesheet on which strategies are learned first; else empty
  std::uint64_t from_games = 100;
  std::string store;  ///< empty: in memory
  ProgressFlags progress;
  ExperimentOutputs outputs;
};

void add_convergence_options(Command& command, ExperimentArguments& arguments);
void add_transfer_options(Command& command, ExperimentArguments& arguments);

}  // namespace tesuji::tools
