// Represents nets: a game as a boolean network, the IR's third level.
//
// SEMANTICS
//
// A *signal* is a node's value or its complement. Node 0 is the constant false; a *fluent* or
// *move* node is an input; a *conjunction* holds if all its input signals hold. Inputs of a node
// have smaller numbers than the node, so that one pass in order computes all values. A disjunction
// is the complement of a conjunction of complements.
//
// Inputs: one fluent node for each fluent that may ever hold, and, for each role, one move node for
// each of its moves that may ever be legal. In a state the fluents that hold are true. If moves are
// made, exactly one move node of each role is true: `legal`, `terminal` and `goal` do not depend on
// moves, `next` and percepts do. Nets are valid only under that assumption, and for states that
// consist of these fluents.
//
// In text, a net is a module at `level nets` (docs/engines/ir.md): net_text.h.
//
// Source: propositional networks, Schkufza, Love, Genesereth, Propositional Automata and
// Cell Automata (2008); the form is that of and-inverter graphs with any fan-in.
#pragma once

#include "ir/module/module.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tesuji::ir {

// --- Nets

using NodeId = std::uint32_t;

/// A node (`id / 2`), complemented if the number is odd.
using Signal = std::uint32_t;
inline constexpr Signal false_signal = 0;
inline constexpr Signal true_signal = 1;
[[nodiscard]] constexpr Signal signal_of(NodeId node) {
  return node << 1U;
}
[[nodiscard]] constexpr Signal complement(Signal signal) {
  return signal ^ 1U;
}
[[nodiscard]] constexpr NodeId node_of(Signal signal) {
  return signal >> 1U;
}
[[nodiscard]] constexpr bool is_complemented(Signal signal) {
  return (signal & 1U) != 0;
}

struct NetNode {
  enum class Kind : std::uint8_t { constant, fluent, move, conjunction };
  Kind kind = Kind::constant;
  std::uint32_t first = 0;  ///< conjunction: its inputs in Net::inputs; else position in
                            ///< Net::fluents or Net::moves
  std::uint32_t count = 0;  ///< conjunction only, at least 2
};

/// A ground atom's name: a relation of the module and constants for its columns.
struct NetAtom {
  RelationId relation = no_id;
  std::vector<Symbol> args;
};

struct NetFluent {
  NetAtom atom;  ///< of a state relation
  bool initially = false;
  Signal next = false_signal;
  Span declaration{};  ///< its line in the text that it was read from; not printed
};

/// Whether the fluent keeps its initial value for ever, because `next` is that constant.
[[nodiscard]] constexpr bool is_fixed(const NetFluent& fluent) {
  return fluent.next == (fluent.initially ? true_signal : false_signal);
}

/// Returns a value of `next` that has no meaning (Net::unanswered) and for which is_fixed is false.
[[nodiscard]] constexpr Signal unknown_next(const NetFluent& fluent) {
  return fluent.initially ? false_signal : true_signal;
}

/// A move of one role. Moves are sorted by role, then in the order of moves (game.h).
struct NetMove {
  NetAtom atom;  ///< of a `legal` relation; args[0] is the role
  std::uint32_t role = 0;
  Signal legal = false_signal;
  Span declaration{};  ///< as for fluents
};

/// A goal value or a percept of a role.
struct NetAnswer {
  NetAtom atom;  ///< args[0] is the role
  std::uint32_t role = 0;
  Signal holds = false_signal;
  Span declaration{};  ///< as for fluents
};

/// The questions that a net answers, named like a module's entries (relation.h).
enum class NetQuestion : std::uint8_t { legal, next, terminal, goal, sees };
inline constexpr std::array<NetQuestion, 5> net_questions = {NetQuestion::legal, NetQuestion::next,
                                                             NetQuestion::terminal,
                                                             NetQuestion::goal, NetQuestion::sees};

struct Net {
  std::vector<NetNode> nodes;
  std::vector<Signal> inputs;  ///< of conjunctions: ascending, at most one per node
  std::vector<NetFluent> fluents;
  std::vector<NetMove> moves;
  Signal terminal = false_signal;
  std::vector<NetAnswer> goals;
  std::vector<NetAnswer> percepts;
  /// Questions that the net does not answer, ascending, because they were too large: their signals
  /// have no meaning, except that fixed fluents are fixed. No conclusions may be drawn from these
  /// signals, and a net with unanswered questions is not a whole game.
  std::vector<NetQuestion> unanswered;

  [[nodiscard]] bool knows(NetQuestion question) const {
    return std::find(unanswered.begin(), unanswered.end(), question) == unanswered.end();
  }
  [[nodiscard]] std::span<const Signal> inputs_of(NodeId node) const {
    return {inputs.data() + nodes[node].first, nodes[node].count};
  }
};

[[nodiscard]] std::string_view name_of(NetQuestion question);
[[nodiscard]] std::vector<std::string_view> names_of(std::span<const NetQuestion> questions);

/// Returns the signals that answer a question, in the net's order of moves, fluents, goals or
/// percepts.
[[nodiscard]] std::vector<Signal> net_answers(const Net& net, NetQuestion question);
/// Returns the answers to all questions, concatenated.
[[nodiscard]] std::vector<Signal> net_answers(const Net& net);

/// Calls found(signal) for the signal of every answer, which it may change if the net is mutable.
template <typename AnyNet, typename Found>
void each_answer(AnyNet& net, Found found) {
  for (auto& move : net.moves) found(move.legal);
  for (auto& fluent : net.fluents) found(fluent.next);
  found(net.terminal);
  for (auto& goal : net.goals) found(goal.holds);
  for (auto& percept : net.percepts) found(percept.holds);
}

/// Marks the nodes that these signals depend on, by number.
[[nodiscard]] std::vector<bool> cone_of(const Net& net, std::span<const Signal> roots);

/// Returns the number of two-input gates equivalent to these nodes: fan-in minus one, complements
/// are free.
[[nodiscard]] std::uint64_t count_gates(const Net& net, std::span<const Signal> roots);
/// Returns the number of gates in a step of the game: legal moves, terminal, and the next state.
[[nodiscard]] std::uint64_t count_step_gates(const Net& net);

// --- Shared nodes

/// Whether evaluating legal moves and terminal together saves at least a quarter of the gates of
/// the smaller one. Then they are evaluated together.
[[nodiscard]] bool shares_position(const Net& net);

}  // namespace tesuji::ir
