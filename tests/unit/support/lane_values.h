// Test support: what graphs and programs over lanes write, computed in the plainest way.
#pragma once

#include "ir/nets/lut_program.h"
#include "ir/nets/xag.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tesuji::tests {

/// By array and index.
using LaneWords = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>;

/// The words that a program writes, where it reads these.
inline LaneWords evaluate(const ir::LutProgram& program, const LaneWords& words) {
  std::vector<std::uint64_t> values;
  for (const ir::LaneWord& word : program.inputs) {
    values.push_back(words.at({word.array, word.index}));
  }
  for (const ir::LutOperation& operation : program.operations) {
    std::uint64_t result = 0;
    for (unsigned row = 0; row < 8; ++row) {
      if ((operation.table >> row & 1U) == 0) continue;
      std::uint64_t match = ~std::uint64_t{0};
      for (unsigned i = 0; i < 3; ++i) {
        const std::uint64_t value = values[operation.operands[i]];
        match &= (row >> (2 - i) & 1U) != 0 ? value : ~value;
      }
      result |= match;
    }
    values.push_back(result);
  }
  LaneWords written;
  for (const ir::LutOutput& output : program.outputs) {
    const std::uint64_t value = output.kind == ir::LutOutput::Kind::value  ? values[output.value]
                                : output.kind == ir::LutOutput::Kind::ones ? ~std::uint64_t{0}
                                                                           : 0;
    written[{output.word.array, output.word.index}] = value;
  }
  return written;
}

/// The same of a graph, gate by gate.
inline LaneWords evaluate(const ir::Xag& graph, const LaneWords& words) {
  std::vector<std::uint64_t> values(graph.nodes.size());
  const auto value = [&](ir::Signal signal) {
    return values[ir::node_of(signal)] ^ (ir::is_complemented(signal) ? ~std::uint64_t{0} : 0);
  };
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const ir::XagNode& node = graph.nodes[i];
    switch (node.kind) {
      case ir::XagNode::Kind::constant:
        break;
      case ir::XagNode::Kind::input:
        values[i] = words.at({graph.inputs[node.a].array, graph.inputs[node.a].index});
        break;
      case ir::XagNode::Kind::conjunction:
        values[i] = value(node.a) & value(node.b);
        break;
      case ir::XagNode::Kind::exclusive_or:
        values[i] = value(node.a) ^ value(node.b);
        break;
    }
  }
  LaneWords written;
  for (const ir::XagOutput& output : graph.outputs) {
    written[{output.word.array, output.word.index}] = value(output.signal);
  }
  return written;
}

}  // namespace tesuji::tests
