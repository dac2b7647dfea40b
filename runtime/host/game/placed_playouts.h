// Many playouts of a net by code of its own, whose states have the fluents in another order.
//
// A net that shares states with plans has its fluents where these have them. A step is longer then,
// since fluents that are asked about together lie far apart. Of many playouts nothing is returned
// but counts; so their code may have any order, if the first state is put in it.
#pragma once

#include "runtime/core/tesuji/game_data.h"
#include "runtime/host/game/net_game.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// Such code.
struct PlacedPlayouts {
  tsj_circuit_playouts playouts = nullptr;  ///< its `self` is null
  std::size_t scratch_words = 0;
  std::shared_ptr<const void> keep;  ///< owns the code
};

/// No bit: a fluent that never holds.
inline constexpr std::uint32_t no_place = UINT32_MAX;

/// Gives NetCode::many to code whose `self` is null. places[i] is the bit of the net's states that
/// is bit i in those of the other code, or no_place; `make` is called once, when that code is
/// wanted, and returns nothing where there is none. The other code's net has the same answers.
[[nodiscard]] NetCode with_placed_playouts(NetCode code, std::vector<std::uint32_t> places,
                                           std::function<std::optional<PlacedPlayouts>()> make);

}  // namespace tesuji::runtime
