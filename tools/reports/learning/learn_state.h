// Saves and restores a run of `tesuji learn` (--save, --resume): games played, examples.
#pragma once

#include "ir/core/diagnostics.h"
#include "learner/experiments/experiment.h"
#include "tools/base/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A saved run, as text: states are lists of fluents.
struct SavedRun {
  std::string game;     ///< name of the game
  std::string learner;  ///< migo-mixed, migo-separated
  std::uint64_t seed = 1;
  std::uint32_t levels = 0;
  std::uint32_t stability = 0;
  bool in_order = false;
  std::uint32_t max_clauses = 0;
  std::uint64_t search_steps = 0;
  std::string ties;       ///< value of --ties: `first`, `last`, or the name of a file
  std::string ties_text;  ///< the text of that file
  std::string from_text;  ///< of the initial strategy; empty if none exists
  std::vector<std::vector<std::string>> boards;
  std::vector<learner::TrainingGame> games;
  std::uint32_t stable_games = 0;
  bool wins_changed = false;
  struct Example {
    learner::Goal goal = learner::Goal::win;
    std::uint32_t level = 0;
    std::vector<std::string> from;
    std::vector<std::string> to;
  };
  std::vector<Example> examples;  ///< oldest first
  /// The deepest level of an example of a draw, including those too deep to keep.
  std::uint32_t deepest_draw = 0;
  /// Moves known to fail, if the run learns from them (learner/migo/refutations.h).
  struct Bounds {
    std::vector<std::string> state;
    std::vector<learner::Outcome> moves;
  };
  bool refute = false;
  std::vector<Bounds> bounds;
};

/// Returns the run's state, without examples from an unfinished game.
[[nodiscard]] SavedRun saved_run(const learner::Run& run, const learner::Migo& migo,
                                 learner::Arena& arena, const learner::StateProperties& properties);

[[nodiscard]] Json to_json(const SavedRun& run);

/// Reads what to_json wrote. Reports (code "parse") and returns nothing if the text is not such a
/// run, or one of another game.
[[nodiscard]] std::optional<SavedRun> read_saved_run(ir::FileId file, const runtime::Game& game,
                                                     ir::Diagnostics& diagnostics);

/// Restores the learner's state. Throws learner::UnfitGame if an example is not a move of the
/// arena's game.
void resume(const SavedRun& run, learner::Arena& arena, learner::StateProperties& properties,
            learner::Migo& migo);

}  // namespace tesuji::tools
