#include "backend/llvm/nets/net_schedule.h"

#include <utility>

namespace tesuji::llvm_backend {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

class Scheduler {
 public:
  Scheduler(const ir::Net& net, std::size_t gates_per_part)
      : net_(net), limit_(gates_per_part), part_(net.nodes.size(), ir::no_id) {
    result_.slots.assign(net.nodes.size(), ir::no_id);
  }

  NetSchedule run(const std::vector<Signal>& outputs) {
    result_.parts.emplace_back();
    for (std::uint32_t bit = 0; bit < outputs.size(); ++bit) {
      if (outputs[bit] == ir::false_signal) continue;  // answers start as zeros
      place(ir::node_of(outputs[bit]));
      use(ir::node_of(outputs[bit]));
      result_.parts.back().outputs.push_back({bit, outputs[bit]});
      ++gates_;
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool needs_placing(NodeId node) const {
    return net_.nodes[node].kind == NetNode::Kind::conjunction && part_[node] == ir::no_id;
  }

  /// Depth first, with a stack of its own: nets may be deep.
  void place(NodeId root) {
    if (!needs_placing(root)) return;
    std::vector<std::pair<NodeId, std::size_t>> stack{{root, 0}};
    while (!stack.empty()) {
      const NodeId node = stack.back().first;
      const auto inputs = net_.inputs_of(node);
      if (stack.back().second < inputs.size()) {
        const NodeId input = ir::node_of(inputs[stack.back().second++]);
        if (needs_placing(input)) stack.emplace_back(input, 0);
        continue;
      }
      stack.pop_back();
      if (part_[node] != ir::no_id) continue;
      if (gates_ >= limit_) {
        result_.parts.emplace_back();
        gates_ = 0;
      }
      part_[node] = static_cast<std::uint32_t>(result_.parts.size() - 1);
      result_.parts.back().nodes.push_back(node);
      gates_ += inputs.size() - 1;
      for (const Signal input : inputs) use(ir::node_of(input));
    }
  }

  /// The node's value is needed in the last part.
  void use(NodeId node) {
    if (part_[node] == ir::no_id || part_[node] + 1 == result_.parts.size()) return;
    if (result_.slots[node] == ir::no_id) result_.slots[node] = result_.slot_count++;
  }

  const ir::Net& net_;
  std::size_t limit_;
  std::size_t gates_ = 0;  ///< of the last part
  std::vector<std::uint32_t> part_;
  NetSchedule result_;
};

}  // namespace

NetSchedule schedule(const ir::Net& net, const std::vector<Signal>& outputs,
                     std::size_t gates_per_part) {
  return Scheduler(net, gates_per_part).run(outputs);
}

}  // namespace tesuji::llvm_backend
