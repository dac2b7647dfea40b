#include "ir/verify/verify_lanes.h"

#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::ir {
namespace {

using Key = std::pair<std::uint32_t, std::uint32_t>;
using Fault = std::optional<std::string>;

/// Number of words in each array.
using Sizes = std::array<std::uint32_t, lane_array::count>;

std::string name(const LaneWord& word) {
  return fmt::format("word {} of array {}", word.index, word.array);
}

Fault within(const std::vector<LaneWord>& words, const Sizes& sizes) {
  for (const LaneWord& word : words) {
    if (word.array >= sizes.size() || word.index >= sizes.at(word.array)) {
      return name(word) + " is undefined";
    }
  }
  return std::nullopt;
}

std::size_t size_of(const LutProgram& program) {
  return program.operations.size();
}

/// The graph of a net without goals has no nodes.
std::size_t size_of(const Xag& graph) {
  return graph.nodes.size();
}

/// Checks that the words that a program or a graph reads and writes exist.
template <typename Code>
Fault fault_within(const Code& code, const Sizes& reads, const Sizes& writes) {
  if (Fault fault = within(code.inputs, reads)) return "read: " + *fault;
  std::vector<LaneWord> written;
  for (const auto& output : code.outputs) written.push_back(output.word);
  if (Fault fault = within(written, writes)) return "written: " + *fault;
  return fault_of(code);
}

template <typename Game>
Fault fault_of_phases(const Game& game) {
  if (game.phases.empty() || game.phases.size() > most_lane_phases) {
    return fmt::format("a game has 1 to {} phases", most_lane_phases);
  }
  std::set<std::uint32_t> fluents;
  for (const auto& phase : game.phases) {
    const bool all = phase.fluent == no_id;
    if (all != (game.phases.size() == 1) || (!all && phase.fluent >= game.fluents)) {
      return "a phase is of no fluent";
    }
    if (!fluents.insert(phase.fluent).second) return "two phases are of the same fluent";
    if (phase.random_words > most_lane_random_words) return "a phase has too many random words";
    const std::uint32_t state = game.fluents + lane_counter_bits;
    if (Fault fault = fault_within(phase.tick, {state, lane_control::count, phase.random_words, 0},
                                   {state, lane_control::count, 0, 0})) {
      return fault;
    }
  }
  return std::nullopt;
}

template <typename Game>
Fault fault_of_game(const Game& game) {
  if (Fault fault = fault_of_phases(game)) return fault;
  const auto answers = static_cast<std::uint32_t>(game.answers.size());
  if (answers == 0 && size_of(game.goals) == 0) return std::nullopt;
  return fault_within(game.goals, {game.fluents, 0, 0, 0}, {0, 0, 0, answers});
}

/// Checks that each word occurs once among the inputs, and among the outputs.
template <typename Code>
Fault fault_of_words(const Code& code) {
  std::set<Key> words;
  for (const LaneWord& input : code.inputs) {
    if (!words.emplace(input.array, input.index).second) return name(input) + " is read twice";
  }
  words.clear();
  for (const auto& output : code.outputs) {
    if (!words.emplace(output.word.array, output.word.index).second) {
      return name(output.word) + " is written twice";
    }
  }
  return std::nullopt;
}

Fault fault_of_gate(const XagNode& gate, NodeId node) {
  const NodeId a = node_of(gate.a);
  const NodeId b = node_of(gate.b);
  if (a >= node || b >= node) return fmt::format("gate {} reads later ones", node);
  if (a == 0 || b == 0) return fmt::format("gate {} has a constant", node);
  if (a == b) return fmt::format("gate {} has an input twice", node);
  return std::nullopt;
}

/// Verifies names of the words, and whose answers the goals give.
void verify_names(Verification& run, const Lanes& lanes, const std::vector<LaneGoal>& answers) {
  std::set<std::pair<RelationId, std::vector<Symbol>>> atoms;
  const auto check = [&](const NetAtom& atom) {
    if (!run.check_atom(atom.relation, atom.args, {})) return false;
    if (!atoms.emplace(atom.relation, atom.args).second) run.fault({}, "duplicate name of a word");
    return true;
  };
  const Relations& relations = run.module.relations;
  for (const NetAtom& fluent : lanes.fluents) {
    if (fluent.relation == no_id || !check(fluent)) continue;
    const Relation& relation = relations[fluent.relation];
    if (relation.kind != RelationKind::state) {
      run.fault({}, fmt::format("{} holds no fluents", relation.name));
    }
  }
  for (const NetAtom& goal : lanes.goals) {
    if (check(goal) && relations[goal.relation].answer != Answer::goal) {
      run.fault({}, fmt::format("{} is not a relation `goal`", relations[goal.relation].name));
    }
  }
  if (!run.good()) return;
  for (const LaneGoal& answer : answers) {
    const bool value = answer.kind == LaneGoal::Kind::value;
    if (answer.role >= run.module.roles.size() ||
        (value && (answer.goal >= lanes.goals.size() || lanes.goals[answer.goal].args.empty() ||
                   lanes.goals[answer.goal].args[0] != run.module.roles[answer.role]))) {
      run.fault({}, "an answer is of no goal of its role");
    }
  }
}

}  // namespace

std::optional<std::string> fault_of(const LutProgram& program) {
  if (Fault fault = fault_of_words(program)) return fault;
  auto known = static_cast<LutValue>(program.inputs.size());
  for (const LutOperation& operation : program.operations) {
    for (const LutValue operand : operation.operands) {
      if (operand >= known) return fmt::format("operation {} reads later ones", known);
    }
    ++known;
  }
  for (const LutOutput& output : program.outputs) {
    if (output.kind != LutOutput::Kind::value) continue;
    if (output.value >= known) return name(output.word) + " is not an operation";
    if (output.value < program.inputs.size()) return name(output.word) + " is an input";
  }
  return std::nullopt;
}

std::optional<std::string> fault_of(const Xag& graph) {
  if (graph.nodes.empty() || graph.nodes[0].kind != XagNode::Kind::constant) {
    return "a graph begins with the constant";
  }
  if (Fault fault = fault_of_words(graph)) return fault;
  std::uint32_t inputs = 0;
  for (NodeId node = 1; node < graph.nodes.size(); ++node) {
    const XagNode& gate = graph.nodes[node];
    if (gate.kind == XagNode::Kind::constant) return "a graph has a second constant";
    if (gate.kind == XagNode::Kind::input) {
      if (gate.a != inputs++) return fmt::format("node {} is not the next input", node);
    } else if (Fault fault = fault_of_gate(gate, node)) {
      return fault;
    }
  }
  if (inputs != graph.inputs.size()) return "an input has no node";
  for (const XagOutput& output : graph.outputs) {
    if (node_of(output.signal) >= graph.nodes.size()) return name(output.word) + " is not a node";
  }
  return std::nullopt;
}

std::optional<std::string> fault_of(const LaneGame& game) {
  return fault_of_game(game);
}

std::optional<std::string> fault_of(const LaneGraphs& graphs) {
  return fault_of_game(graphs);
}

void verify_lanes(Verification& run) {
  const Module& module = run.module;
  if (module.level != Level::lanes) {
    if (module.lanes) run.fault({}, "only a module at level lanes has code over lanes");
    return;
  }
  if (!module.lanes) {
    run.fault({}, "a module at level lanes has code over lanes");
    return;
  }
  run.check_alone("lanes");
  const Lanes& lanes = *module.lanes;
  std::visit(
      [&](const auto& code) {
        if (code.fluents != lanes.fluents.size()) run.fault({}, "words of the state have no names");
        verify_names(run, lanes, code.answers);
        if (Fault fault = fault_of(code)) run.fault({}, "code over lanes: " + *fault);
      },
      lanes.code);
}

}  // namespace tesuji::ir
