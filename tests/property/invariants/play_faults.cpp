#include "tests/property/invariants/play_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tesuji::tests {

std::string fault_of_play(const ShownPlay& shown, std::span<const proofs::Candidate> premises,
                          AllStates& states, BruteForceProver& truth, bool nonplayable) {
  const auto& [play, invariant, instance, start, moves] = shown;
  std::vector<StateNumber> sequence;
  for (const proofs::PlayStep& step : play.steps) {
    const std::optional<StateNumber> number = states.find(step.fluents);
    if (!number) return "a state that the game has not";
    if (!sequence.empty()) {
      const auto& next = states.at(sequence.back()).successors;
      if (!std::binary_search(next.begin(), next.end(), *number)) return "no legal joint move";
    }
    sequence.push_back(*number);
  }
  if (sequence.empty()) return "no states";
  if (play.violated != moves) return "violated elsewhere";
  if (start == proofs::PlayStart::initial && sequence.front() != states.initial()) {
    return "it does not begin in the initial state";
  }
  const AllStates::State& last = states.at(sequence.back());
  const bool ends = last.terminal || (nonplayable && last.stuck);
  if (sequence.size() != moves + ir::degree(invariant.formula) + 1 && !ends) {
    return fmt::format("{} states", sequence.size());
  }
  if (truth.holds_from(invariant, sequence, moves)[instance]) return "the formula holds";
  if (start == proofs::PlayStart::initial) return {};
  for (std::uint32_t i = 0; i < moves; ++i) {
    if (!truth.holds_from(invariant, sequence, i)[instance]) return "it does not hold before";
  }
  return truth.all_hold(premises, sequence) ? "" : "a premise does not hold";
}

}  // namespace tesuji::tests
