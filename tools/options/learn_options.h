// Adds the options of `tesuji learn`.
#pragma once

#include "learner/experiments/experiment.h"
#include "tools/base/arguments.h"
#include "tools/base/progress.h"
#include "tools/files/strategy_text.h"
#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"

#include <cstdint>
#include <string>

namespace tesuji::tools {

struct LearnArguments {
  GameOptions game;
  std::string learner = "migo-mixed";
  learner::ExperimentOptions experiment;
  learner::MigoEntrantOptions migo;
  ArenaChoice arena;
  std::string from;
  std::string resume;
  std::string save;
  FileKind form = FileKind::clauses;
  std::string output;
  std::string csv;
  std::string svg;
  bool measure = false;
  ProgressFlags progress;
  bool json = false;
};

/// Adds them to the command; they fill `arguments`, which must outlive it.
void add_learn_options(Command& command, LearnArguments& arguments);

}  // namespace tesuji::tools
