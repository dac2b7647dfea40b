// Test support: nets of random gates, frame axioms among them.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/net_builder.h"
#include "passes/nets/share_pairs.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace tesuji::tests {

/// What a random net is like.
struct RandomNetShape {
  std::size_t fluents = 0;
  std::vector<std::uint32_t> moves;  ///< by role
  std::size_t formulas = 0;
};

inline ir::Net random_net(const RandomNetShape& shape, std::mt19937& random) {
  passes::NetBuilder builder;
  using ir::Signal;
  std::vector<Signal> of_state;
  std::vector<Signal> of_all;
  std::vector<ir::NetMove> moves;
  for (std::uint32_t f = 0; f < shape.fluents; ++f) of_state.push_back(builder.add_fluent(f));
  const std::vector<Signal> fluents = of_state;
  for (std::uint32_t role = 0; role < shape.moves.size(); ++role) {
    for (std::uint32_t m = 0; m < shape.moves[role]; ++m) {
      of_all.push_back(builder.add_move(static_cast<std::uint32_t>(moves.size()), role));
      moves.push_back({{}, role, ir::false_signal});
    }
  }
  const auto any = [&](const std::vector<Signal>& signals) {
    return signals[random() % signals.size()] ^ (random() % 3 == 0 ? 1U : 0U);
  };
  const auto combine = [&](const std::vector<Signal>& signals) {
    std::vector<Signal> inputs;
    for (std::size_t i = 0; i < 2 + random() % 3; ++i) inputs.push_back(any(signals));
    return random() % 2 == 0 ? builder.all_of(inputs) : builder.any_of(inputs);
  };
  for (std::size_t i = 0; i < shape.formulas; ++i) of_state.push_back(combine(of_state));
  // Functions of moves alone come first, then those that mix them with the state.
  for (std::size_t i = 0; i < shape.formulas; ++i) of_all.push_back(combine(of_all));
  const std::vector<Signal> of_moves = of_all;
  of_all.insert(of_all.end(), of_state.begin(), of_state.end());
  for (std::size_t i = 0; i < shape.formulas; ++i) of_all.push_back(combine(of_all));

  std::vector<Signal> next;
  for (const Signal fluent : fluents) {
    // Half of them as frame axioms have it: set or (keep and the fluent).
    if (random() % 2 == 0) {
      next.push_back(any(of_all));
    } else {
      const Signal kept = builder.all_of({fluent, any(of_moves), any(of_moves)});
      next.push_back(builder.any_of({any(random() % 3 == 0 ? of_all : of_moves), kept}));
    }
  }
  ir::Net net = builder.net();
  for (const Signal signal : next) net.fluents.push_back({{}, false, signal});
  for (ir::NetMove& move : moves) move.legal = any(of_state);
  net.moves = moves;
  net.terminal = any(of_state);
  for (int i = 0; i < 5; ++i) net.goals.push_back({{}, 0, any(of_state)});
  for (int i = 0; i < 5; ++i) net.percepts.push_back({{}, 0, any(of_all)});
  return passes::share_pairs(net);
}

}  // namespace tesuji::tests
