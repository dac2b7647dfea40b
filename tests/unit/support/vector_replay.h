// Test support: recorded games replayed by games side by side, each among others at other steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::tests {

struct VectorReplay {
  std::string difference;   ///< the first one, in words; empty: none
  std::string skipped;      ///< why nothing was compared; empty: something was
  std::size_t states = 0;   ///< that were compared, each in the game that replays it
  std::size_t ends = 0;     ///< of these, how many a game ended in
  std::uint32_t lanes = 0;  ///< VectorShape::lanes
  bool turns = false;       ///< VectorShape::turns
};

/// Replays the playouts of the trace of a rulesheet in `games` games side by side, each of them
/// again and again, after random moves of another number for each game. Compares fluents and legal
/// moves before each step, percepts, and whether and how games end, with the trace and with the
/// game's net node by node.
[[nodiscard]] VectorReplay replay_in_vector(const std::string& rulesheet, const std::string& trace,
                                            std::size_t games, std::uint32_t lanes, bool joint,
                                            unsigned threads);

}  // namespace tesuji::tests
