#include "backend/players/thought.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tesuji::driver {

std::string describe(const Thought& thought) {
  constexpr std::size_t shown_moves = 6;
  std::string text =
      fmt::format("{} simulations{}{}", thought.simulations, thought.lanes ? " in lanes" : "",
                  thought.tactics ? " with tactics" : "");
  if (thought.evaluated > 0) text = fmt::format("{} states", thought.evaluated);
  if (thought.plies) {
    text = fmt::format("solved, {} {} to the end", *thought.plies,
                       *thought.plies == 1 ? "move" : "moves");
  } else if (thought.states > 0) {
    text += fmt::format(" over {} possible states", thought.states);
  } else if (thought.depth > 0 || thought.evaluated == 0) {
    text += fmt::format(", depth {}", thought.depth);
  }
  if (thought.plan) {
    const std::string plan = fmt::format("plan of {} {} to goal {} ({})", thought.plan->moves,
                                         thought.plan->moves == 1 ? "move" : "moves",
                                         thought.plan->goal, thought.plan->method);
    text = thought.simulations > 0 ? plan + ", " + text : plan;
  }
  text += fmt::format(", value {:.1f}{}", thought.value, thought.proven ? " proven" : "");
  if (thought.variation.empty()) return text;
  const auto end = thought.variation.begin() +
                   static_cast<std::ptrdiff_t>(std::min(thought.variation.size(), shown_moves));
  return text + fmt::format(", variation {}", fmt::join(thought.variation.begin(), end, ", "));
}

}  // namespace tesuji::driver
