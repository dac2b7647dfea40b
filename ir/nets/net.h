// Nets: a game as a boolean network, the IR's third level.
//
// SEMANTICS
//
// A *signal* is a node's value or its complement. Node 0 is the constant false; a
// *fluent* or *move* node is an input; a *conjunction* holds when all its input signals
// do. Inputs of a node have smaller numbers than it, so that one pass in order
// computes everything. A disjunction is the complement of a conjunction of complements.
//
// Inputs: one fluent node for each fluent that may ever hold, and, for each role, one move
// node for each move that may ever be legal for it. In a state the fluents that hold are
// true. For each role exactly one move node is true, where moves are made at all:
// `legal`, `terminal` and `goal` do not depend on moves, `next` and percepts do. Nets are
// only right under that assumption, and for states made of these fluents.
//
// In text, a net is a module at `level nets` (docs/engines/ir.md): net_text.h, net_parser.h.
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
  Span declaration{};  ///< its line in the text it was read from; not printed
};

/// Whether the fluent keeps its initial value for ever, because `next` is that constant.
[[nodiscard]] constexpr bool is_fixed(const NetFluent& fluent) {
  return fluent.next == (fluent.initially ? true_signal : false_signal);
}

/// A value for `next` that means nothing (Net::unanswered) and that is_fixed does not take for
/// more.
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

/// What a net is asked, by the names of a module's entries (answer.h).
enum class NetQuestion : std::uint8_t { legal, next, terminal, goal, sees };
inline constexpr std::array<NetQuestion, 5> net_questions = {NetQuestion::legal, NetQuestion::next,
                                                             NetQuestion::terminal,
                                                             NetQuestion::goal, NetQuestion::sees};

struct Net {
  std::vector<NetNode> nodes;
  std::vector<Signal> inputs;  ///< of conjunctions: ascending, no two of one node
  std::vector<NetFluent> fluents;
  std::vector<NetMove> moves;
  Signal terminal = false_signal;
  std::vector<NetAnswer> goals;
  std::vector<NetAnswer> percepts;
  /// Questions that the net does not answer, ascending, since what they take was too large: their
  /// signals mean nothing, but that fluents which are fixed are so. Nobody may conclude anything
  /// from these, and a net with any is no whole game.
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

/// The signals that answer a question, in the net's order of moves, fluents, goals or percepts.
[[nodiscard]] std::vector<Signal> net_answers(const Net& net, NetQuestion question);
/// The answers to all questions, one after the other.
[[nodiscard]] std::vector<Signal> net_answers(const Net& net);

/// found(signal) for the signal of every answer, which it may change where the net may be.
template <typename AnyNet, typename Found>
void each_answer(AnyNet& net, Found found) {
  for (auto& move : net.moves) found(move.legal);
  for (auto& fluent : net.fluents) found(fluent.next);
  found(net.terminal);
  for (auto& goal : net.goals) found(goal.holds);
  for (auto& percept : net.percepts) found(percept.holds);
}

/// The nodes that these signals need, by number: a flag each.
[[nodiscard]] std::vector<bool> cone_of(const Net& net, std::span<const Signal> roots);

/// Two-input gates that these nodes amount to: fan-in less one, complements for nothing.
[[nodiscard]] std::uint64_t count_gates(const Net& net, std::span<const Signal> roots);
/// The gates of a step of the game: legal moves, whether it is over, and the next state.
[[nodiscard]] std::uint64_t count_step_gates(const Net& net);

}  // namespace tesuji::ir
