// Prints nets as text, and parses them back: inputs, gates and answers by the names of their atoms,
// one per line.
#pragma once

#include "ir/nets/net.h"
#include "ir/text/text_reader.h"
#include "ir/text/text_writer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::ir {

// --- Printing

/// Prints `true.cell(1, 1, x)`.
[[nodiscard]] std::string atom_text(const Module& module, const NetAtom& atom);

/// Names the nodes of a net in text: inputs and answers by their atoms, gates `n1`, `n2`, .. in the
/// order of the net.
class NetNames {
 public:
  /// Both must outlive this.
  NetNames(const Module& module, const Net& net);

  /// Prints `true.cell(1, 1, x)`.
  [[nodiscard]] std::string atom(const NetAtom& atom) const { return atom_text(module_, atom); }
  /// Prints `n3`, `!true.cell(1, 1, x)`, `made legal.mark(white, 1)`, `true`.
  [[nodiscard]] std::string signal(Signal signal) const;
  /// Returns the inputs of a conjunction in the order of the text: fluents and moves in the order
  /// of the net, then gates.
  [[nodiscard]] std::vector<Signal> inputs(NodeId node) const;

 private:
  [[nodiscard]] std::uint64_t rank(Signal signal) const;

  const Module& module_;
  const Net& net_;
  std::vector<std::uint32_t> gates_;  ///< by node: its number among gates, from 1
};

/// Writes the net of a module at level nets, after its declarations.
void write(TextWriter& out, const Net& net);

// --- Parsing

/// Each function reads one declaration after its keyword; `begin` is the keyword's position. Nodes
/// are numbered in the order of the text, so a gate's inputs must precede it. Reports errors and
/// throws (text_reader.h).
class NetReader {
 public:
  explicit NetReader(TextReader& in);

  void read_fluent(Position begin);
  void read_move(Position begin);
  void read_gate(Position begin);
  void read_legal(Position begin);
  void read_next(Position begin);
  void read_terminal(Position begin);
  void read_answer(Position begin);
  void read_unanswered(Position begin);

  /// Called at the end of a text at level nets: reports missing answers (without throwing), and
  /// stores the net in the module.
  void finish();

 private:
  void expect_net(Position begin);
  Signal read_signal();
  /// Reads a gate's inputs up to the closing parenthesis; `begin` is the position of its name.
  std::vector<Signal> read_inputs(Position begin);
  Signal named_signal(std::string_view name, Span span);
  Signal input_signal(const GroundAtoms& nodes, const NetAtom& atom, std::string_view what,
                      Span span);
  /// Returns the position of an answer's atom; `given` marks those that have their answer.
  std::uint32_t read_answered(const GroundAtoms& positions, std::vector<bool>& given,
                              std::string_view what);

  TextReader& in_;
  std::shared_ptr<Net> net_ = std::make_shared<Net>();
  GroundAtoms fluents_;  ///< positions in Net::fluents
  GroundAtoms moves_;
  GroundAtoms answers_;
  std::vector<NodeId> fluent_nodes_;
  std::vector<NodeId> move_nodes_;
  std::unordered_map<std::string_view, NodeId> gates_;
  std::vector<bool> has_next_;   ///< by fluent
  std::vector<bool> has_legal_;  ///< by move
  bool has_terminal_ = false;
};

}  // namespace tesuji::ir
