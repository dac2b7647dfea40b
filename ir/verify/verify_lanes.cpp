#include "ir/verify/verify_lanes.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::ir {
namespace {

using Key = std::pair<std::uint32_t, std::uint32_t>;
using Fault = std::optional<std::string>;

/// How many words of each array there are.
using Sizes = std::array<std::uint32_t, lane_array::count>;

std::string name(const LaneWord& word) {
  return fmt::format("word {} of array {}", word.index, word.array);
}

Fault within(const std::vector<LaneWord>& words, const Sizes& sizes) {
  for (const LaneWord& word : words) {
    if (word.array >= sizes.size() || word.index >= sizes.at(word.array)) {
      return name(word) + " is none";
    }
  }
  return std::nullopt;
}

/// The words that a program reads and writes are there.
Fault fault_within(const LutProgram& program, const Sizes& reads, const Sizes& writes) {
  if (Fault fault = within(program.inputs, reads)) return "read: " + *fault;
  std::vector<LaneWord> written;
  for (const LutOutput& output : program.outputs) written.push_back(output.word);
  if (Fault fault = within(written, writes)) return "written: " + *fault;
  return fault_of(program);
}

Fault fault_of_phases(const LaneGame& game) {
  if (game.phases.empty() || game.phases.size() > 64) return "a game has 1 to 64 phases";
  std::set<std::uint32_t> fluents;
  for (const LanePhase& phase : game.phases) {
    const bool all = phase.fluent == no_id;
    if (all != (game.phases.size() == 1) || (!all && phase.fluent >= game.fluents)) {
      return "a phase is of no fluent";
    }
    if (!fluents.insert(phase.fluent).second) return "two phases are of the same fluent";
    const std::uint32_t state = game.fluents + lane_counter_bits;
    if (Fault fault = fault_within(phase.tick, {state, lane_control::count, phase.random_words, 0},
                                   {state, lane_control::count, 0, 0})) {
      return fault;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> fault_of(const LutProgram& program) {
  std::set<Key> words;
  for (const LaneWord& input : program.inputs) {
    if (!words.emplace(input.array, input.index).second) return name(input) + " is read twice";
  }
  auto known = static_cast<LutValue>(program.inputs.size());
  for (const LutOperation& operation : program.operations) {
    for (const LutValue operand : operation.operands) {
      if (operand >= known) return fmt::format("operation {} reads later ones", known);
    }
    ++known;
  }
  words.clear();
  for (const LutOutput& output : program.outputs) {
    if (!words.emplace(output.word.array, output.word.index).second) {
      return name(output.word) + " is written twice";
    }
    if (output.kind != LutOutput::Kind::value) continue;
    if (output.value >= known) return name(output.word) + " is no operation";
    if (output.value < program.inputs.size()) return name(output.word) + " is an input";
  }
  return std::nullopt;
}

std::optional<std::string> fault_of(const LaneGame& game) {
  if (Fault fault = fault_of_phases(game)) return fault;
  const auto answers = static_cast<std::uint32_t>(game.answers.size());
  return fault_within(game.goals, {game.fluents, 0, 0, 0}, {0, 0, 0, answers});
}

}  // namespace tesuji::ir
