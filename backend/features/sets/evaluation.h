// Makes evaluation functions of logical features, for search in games.
//
// A game's own states may be stored differently from the positions of its features:
// StateTranslation converts each state before the features are counted.
#pragma once

#include "backend/driver/load.h"
#include "backend/features/sets/features.h"
#include "runtime/host/game/state_codec.h"
#include "runtime/host/search/evaluation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {

/// Translates states of a loaded game for a codec of the same rulesheet. If a game's states are
/// bits, updates the last state by the changed bits; otherwise translates by the fluents' names.
/// Keeps the game and the codec alive. Not thread-safe.
class StateTranslation {
 public:
  StateTranslation(const LoadedGame& game, std::shared_ptr<const runtime::StateCodec> codec);

  /// Valid until the next call. Throws std::logic_error for a state with a fluent that the codec
  /// does not know.
  [[nodiscard]] const runtime::State& translate(runtime::StateView state);

 private:
  struct Bit {
    std::uint32_t word = 0;
    std::uint64_t mask = 0;
  };

  [[nodiscard]] bool find_bits();
  [[nodiscard]] runtime::State by_names(runtime::StateView state) const;

  std::shared_ptr<const runtime::Game> game_;
  std::shared_ptr<const runtime::StateCodec> codec_;
  bool by_bits_ = false;
  std::vector<Bit> bits_;  ///< by bit of the game's states: the codec's bits; empty if it has none
  runtime::State from_;
  runtime::State to_;
};

/// The result of `tesuji fit`: the value of a position for a role is intercept + the sum of weights
/// times feature values.
struct FeatureWeights {
  std::string role;
  double intercept = 0;
  double even = 0;  ///< value of a position that is equally good for both roles
  std::vector<std::pair<std::string, double>> weights;  ///< by names of features
};

/// Reads the features (their `game` is the rulesheet of `game`) and compiles those that have a
/// weight, for incremental evaluation as far as possible. Reports errors (codes of load_features,
/// and "weights" for unknown features and an unknown role) and returns null then. Keeps the game
/// alive.
[[nodiscard]] std::unique_ptr<runtime::Evaluation> make_evaluation(const LoadedGame& game,
                                                                   const FeatureSources& sources,
                                                                   const FeatureWeights& weights,
                                                                   const Options& options,
                                                                   Session& session);

}  // namespace tesuji::driver
