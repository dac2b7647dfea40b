// Prints nets as text: inputs, gates and answers by the names of their atoms, one per line.
#pragma once

#include "ir/nets/net.h"
#include "ir/text/text_writer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::ir {

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

}  // namespace tesuji::ir
