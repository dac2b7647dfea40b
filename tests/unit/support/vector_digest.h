// Test support: what games side by side tell of a run of random moves, to compare runs.
#pragma once

#include "runtime/host/steps/game_vector.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::tests {

/// Random moves for all seats.
struct RandomMoves {
  explicit RandomMoves(const runtime::GameVector& vector) {
    for (std::size_t i = 0; i < vector.shape().seats.size(); ++i) {
      numbers.emplace_back(vector.shape().games);
    }
    for (auto& seat : numbers) given.push_back(seat.data());
  }
  void draw(runtime::GameVector& vector) {
    for (std::size_t i = 0; i < numbers.size(); ++i) vector.draw(i, numbers[i].data());
  }
  std::vector<std::vector<std::int32_t>> numbers;
  std::vector<const std::int32_t*> given;
};

/// All that is told of a run of random moves: states, legal moves, rewards, ends.
inline std::vector<std::uint64_t> digest(runtime::GameVector& vector, std::size_t steps,
                                         bool states = true) {
  const runtime::VectorShape& shape = vector.shape();
  RandomMoves moves(vector);
  std::vector<std::uint64_t> all;
  std::vector<std::uint64_t> rows(shape.games * shape.state_words);
  for (std::size_t i = 0; i < steps; ++i) {
    moves.draw(vector);
    const runtime::StepCounts counts = vector.step(moves.given);
    all.push_back(counts.ended);
    all.push_back(counts.faults);
    vector.observe(rows.data());
    if (states) all.insert(all.end(), rows.begin(), rows.end());
    const runtime::VectorArrays& arrays = vector.arrays();
    for (std::size_t seat = 0; seat < shape.seats.size(); ++seat) {
      all.insert(all.end(), arrays.legal[seat],
                 arrays.legal[seat] + shape.games * shape.seats[seat].row_words);
    }
    for (std::size_t game = 0; game < shape.games; ++game) {
      if (shape.turns) all.push_back(arrays.movers[game]);
      all.push_back(arrays.terminated[game] + 256U * arrays.truncated[game]);
      all.push_back(arrays.lengths[game]);
      for (runtime::Role role = 0; role < shape.roles; ++role) {
        all.push_back(static_cast<std::uint64_t>(arrays.rewards[game * shape.roles + role]));
      }
    }
  }
  return all;
}

}  // namespace tesuji::tests
