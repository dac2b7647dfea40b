// Translates states of one module to states of another with the same fluents.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/game/state_codec.h"

#include <cstdint>
#include <memory>
#include <optional>
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

}  // namespace tesuji::driver
