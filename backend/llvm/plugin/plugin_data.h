// Writes the data of a plugin as object code: the tables that its functions read
// (runtime/core/tesuji/game_data.h) and the constant that it exports
// (runtime/core/tesuji/plugin.h).
#pragma once

#include "backend/llvm/lanes/lane_jit.h"
#include "backend/llvm/nets/net_jit.h"
#include "backend/llvm/orc/jit_options.h"
#include "backend/llvm/plans/jit.h"
#include "backend/llvm/strategies/strategy_jit.h"
#include "runtime/host/game/dense_numbers.h"
#include "runtime/host/game/feature_counter.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/mixed_game.h"
#include "runtime/host/game/net_game.h"
#include "runtime/host/game/tabled_game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/gpu/gpu_code.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "runtime/host/steps/lane_vector.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// What plugin.h says of a library.
struct PluginTexts {
  std::string compiler;
  std::string source_hash;
  std::string engine;
};

/// Plans: names and places, and which entries have a function (entry_symbol) in object code.
struct PluginPlans {
  runtime::GameTables tables;
  std::vector<std::string> entries;
  std::vector<runtime::FeaturePlace> features;  ///< as PluginGame::features
};

/// A net, with scratch_words of the objects.
struct PluginNet {
  runtime::NetTables tables;
  NetSymbols symbols;
  std::shared_ptr<const ir::NetCases> cases;  ///< that the symbols were made of
};

/// A strategy, with the predicates of its object.
struct PluginStrategy {
  std::string name;
  std::string source_hash;
  std::vector<StrategyObject::Predicate> predicates;
  std::vector<std::string> readings;  ///< per predicate; may be shorter
  std::vector<std::uint32_t> order;   ///< of execution; into predicates
  std::uint32_t memo_slots = 0;
  runtime::TurnRule turns;  ///< in the plugin's states and moves
};

/// Code for many games at a time, and what it is about.
struct PluginLanes {
  struct Code {
    LaneSymbols symbols;
    LaneNumbers numbers;
    std::uint64_t cpu_features = 0;  ///< TSJ_CPU_.. that it needs
  };
  std::vector<Code> codes;  ///< ascending by blocks
  /// For one start state and for many; empty: no GPU plays.
  std::vector<runtime::GpuCode> gpu;
  std::uint64_t fluents = 0;
  std::vector<tsj_lane_answer> answers;
  std::vector<std::uint64_t> control;  ///< as runtime::LanePlayer
  runtime::State fixed;
};

/// Code for steps of many games at a time, and what it says of itself.
struct PluginSteps {
  struct Code {
    std::uint32_t blocks = 0;
    /// In the order of tsj_step_code; empty: there is none.
    std::vector<std::string> functions;
    std::uint64_t scratch_words = 0;
    std::uint64_t cpu_features = 0;  ///< TSJ_CPU_.. that it needs
  };
  std::vector<Code> codes;  ///< ascending by blocks
  runtime::StepTables tables;
};

/// A tsj_fact.
struct PluginFact {
  std::vector<std::uint64_t> bits;  ///< of states, ascending
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  bool equal = false;
  std::string text;
};

/// Plans, a net, or both; then they share states, and `answers` says what the net is asked.
struct PluginGame {
  std::optional<PluginPlans> plans;
  std::optional<PluginNet> net;
  runtime::FirstAnswers answers{false, false, false, false, false};
  /// With both: the plans' number of each of the net's moves.
  std::vector<runtime::Move> moves;
  /// Where plans answer `legal`: what may be legal; nothing: not known.
  std::optional<runtime::RoleMoves> possible_moves;
  runtime::State initial;
  std::vector<std::optional<std::string>> waiting_moves;    ///< by role; may be shorter
  std::vector<std::optional<std::string>> control_fluents;  ///< by role; may be shorter
  std::optional<PluginStrategy> strategy;
  std::vector<std::string> features;  ///< names; their places are the plans'
  std::optional<PluginLanes> lanes;
  std::optional<PluginSteps> steps;
  std::vector<PluginFact> facts;  ///< that the net or lanes take for granted
  PluginTexts texts;
};

[[nodiscard]] ObjectFile make_plugin_data(const PluginGame& game, const JitOptions& options);

}  // namespace tesuji::llvm_backend
