// Explains how a game is compiled and what each part costs.
#pragma once

#include "backend/driver/games/automatic.h"
#include "backend/driver/games/net.h"
#include "backend/driver/session.h"
#include "ir/nets/goal_costs.h"
#include "passes/nets/net_statistics.h"
#include "passes/subgames/subgame_cuts.h"
#include "passes/subgames/subgames.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// One stage of compilation.
struct ExplainedStage {
  std::string name;  ///< `read`, a pass of the pipeline, or a step to the net
  double seconds = 0;
  bool changed = true;   ///< of passes: whether they changed anything
  std::size_t size = 0;  ///< size of the result of the stage
  std::string unit;      ///< unit of the size: `rules`, `ground rules`, `nodes`
};

/// A relation as the engines store it.
struct ExplainedRelation {
  std::string name;
  std::string kind;                    ///< static, state, input, derived
  std::string storage;                 ///< bits, table, list, rows
  std::vector<std::uint64_t> columns;  ///< constants in each column's domain
  std::uint64_t possible = 0;          ///< their product, at most 2^63
  std::size_t facts = 0;               ///< of static relations
  double expected = 0;                 ///< rows, by the ordering's estimates; 0: unknown
  std::size_t rules = 0;
  bool recursive = false;  ///< whether it depends on itself
  bool demanded = false;   ///< whether it is computed only on demand
};

/// The work of matchers for one question.
struct ExplainedQuestion {
  std::string name;              ///< legal, next, terminal, goal, sees
  std::size_t strata = 0;        ///< number of evaluated strata
  std::size_t plans = 0;         ///< number of plans that they run
  double expected_bindings = 0;  ///< of all operations, by the ordering's estimates
};

struct Explanation {
  std::string game;
  std::vector<std::string> roles;
  std::vector<ExplainedStage> stages;
  std::size_t rules = 0;          ///< as lowered
  std::size_t relations = 0;      ///< as lowered
  std::vector<std::string> gone;  ///< relations that are no longer needed, or were expanded
  std::vector<ExplainedRelation> kept;
  std::vector<ExplainedQuestion> questions;
  std::uint64_t state_bytes = 0;    ///< of a state of the matchers
  std::uint64_t scratch_bytes = 0;  ///< without rows of tables
  /// Empty if the game has no net; then `no_net` says why.
  std::optional<GroundGame> ground;
  std::optional<passes::NetStatistics> net;
  /// Empty if the net leaves questions unanswered, or if finding subgames would take too long.
  std::optional<passes::Subgames> subgames;
  std::vector<passes::ConjoinedSubgames> conjoined;  ///< by subgame
  std::optional<ir::GoalCosts> goals;  ///< empty if the net leaves questions unanswered
  ir::NetCases cases;                  ///< of native code, by GroundGame::control
  std::string no_net;
  /// The engine that Engine::automatic chooses, and how long the choice took; empty if not
  /// requested.
  std::optional<AutomaticChoice> choice;
  double choice_seconds = 0;
};

/// Compiles the game to plans and its net; with `choose`, also compiles both to native code to time
/// them, in a separate session whose limits are not errors here. Returns nothing if the game is
/// invalid (reported).
[[nodiscard]] std::optional<Explanation> explain(const std::string& path, const Options& options,
                                                 const NetLimits& limits, bool choose,
                                                 Session& session);

}  // namespace tesuji::driver
