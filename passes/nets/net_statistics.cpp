#include "passes/nets/net_statistics.h"

#include "passes/nets/fold_inert.h"
#include "passes/nets/net_implications.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

QuestionStatistics measure(const ir::Net& net, ir::NetQuestion question,
                           const std::vector<std::uint32_t>& depths) {
  const std::vector<Signal> answers = ir::net_answers(net, question);
  const std::vector<bool> needed = ir::cone_of(net, answers);
  QuestionStatistics result;
  result.question = question;
  result.answers = answers.size();
  result.gates = ir::count_gates(net, answers);
  for (const Signal answer : answers) {
    if (ir::node_of(answer) == 0) ++result.constants;
    result.depth = std::max(result.depth, depths[ir::node_of(answer)]);
  }
  for (NodeId node = 0; node < needed.size(); ++node) {
    if (!needed[node]) continue;
    switch (net.nodes[node].kind) {
      case NetNode::Kind::constant:
        break;
      case NetNode::Kind::fluent:
        ++result.fluents;
        break;
      case NetNode::Kind::move:
        ++result.moves;
        break;
      case NetNode::Kind::conjunction:
        ++result.nodes;
        result.widest = std::max(result.widest, net.nodes[node].count);
        break;
    }
  }
  return result;
}

/// Returns by node the maximum number of conjunctions on a path from an input.
std::vector<std::uint32_t> depths_of(const ir::Net& net) {
  std::vector<std::uint32_t> depths(net.nodes.size(), 0);
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind != NetNode::Kind::conjunction) continue;
    for (const Signal input : net.inputs_of(node)) {
      depths[node] = std::max(depths[node], depths[ir::node_of(input)] + 1);
    }
  }
  return depths;
}

/// Traverses the net from answers to their inputs.
class Walk {
 public:
  Walk(const ir::Net& net, std::uint64_t budget)
      : net_(net), budget_(budget), seen_(2 * net.nodes.size(), 0) {}

  /// Whether `next` depends on the fluent's node, and only positively: no path has an odd number of
  /// complements. Then, by Shannon's expansion, `next` is next(f = false) or (next(f = true) and
  /// f). Returns nullopt if the budget is used up.
  std::optional<bool> keeps(NodeId fluent, Signal next) {
    ++walk_;
    bool found = false;
    std::vector<Signal> stack{next};
    seen_[next] = walk_;
    while (!stack.empty()) {
      if (budget_ == 0) return std::nullopt;
      --budget_;
      const Signal signal = stack.back();
      stack.pop_back();
      const NodeId node = ir::node_of(signal);
      if (node == fluent) {
        if (ir::is_complemented(signal)) return false;
        found = true;
      }
      if (net_.nodes[node].kind != NetNode::Kind::conjunction) continue;
      for (const Signal input : net_.inputs_of(node)) {
        const Signal read = input ^ (signal & 1U);
        if (seen_[read] == walk_) continue;
        seen_[read] = walk_;
        stack.push_back(read);
      }
    }
    return found;
  }

  /// Returns the fluents that these answers depend on in the given state or any earlier one.
  std::vector<bool> influences(std::vector<Signal> answers) {
    ++walk_;
    std::vector<bool> influences(net_.fluents.size(), false);
    std::vector<NodeId> stack;
    const auto visit = [&](Signal signal) {
      const Signal node = ir::signal_of(ir::node_of(signal));
      if (seen_[node] == walk_) return;
      seen_[node] = walk_;
      stack.push_back(ir::node_of(signal));
    };
    for (const Signal answer : answers) visit(answer);
    while (!stack.empty()) {
      const NetNode& node = net_.nodes[stack.back()];
      const NodeId number = stack.back();
      stack.pop_back();
      if (node.kind == NetNode::Kind::fluent) {
        influences[node.first] = true;
        visit(net_.fluents[node.first].next);
      }
      if (node.kind != NetNode::Kind::conjunction) continue;
      for (const Signal input : net_.inputs_of(number)) visit(input);
    }
    return influences;
  }

 private:
  const ir::Net& net_;
  std::uint64_t budget_;
  std::vector<std::uint32_t> seen_;  ///< by signal: number of the last traversal that visited it
  std::uint32_t walk_ = 0;
};

}  // namespace

NetStatistics net_statistics(const ir::Net& net, std::uint64_t budget) {
  NetStatistics result;
  const std::vector<std::uint32_t> depths = depths_of(net);
  for (const ir::NetQuestion question : ir::net_questions) {
    if (!net.knows(question)) continue;
    QuestionStatistics measured = measure(net, question, depths);
    if (measured.answers > 0) result.questions.push_back(measured);
  }
  result.gates = ir::count_gates(net, ir::net_answers(net));
  result.step_gates = ir::count_step_gates(net);

  const std::vector<NodeId> nodes = fluent_nodes(net);
  Walk walk(net, budget);
  NetImplications implications(net);
  const auto becomes = [&](std::uint32_t fluent, bool value) {
    implications.assume(nodes[fluent], value);
    const std::optional<bool> next = implications.value(net.fluents[fluent].next);
    implications.forget();
    return next == value;
  };
  std::vector<Signal> answers;
  for (const ir::NetQuestion question : ir::net_questions) {
    if (question == ir::NetQuestion::next) continue;
    const std::vector<Signal> of_question = ir::net_answers(net, question);
    answers.insert(answers.end(), of_question.begin(), of_question.end());
  }
  const bool knows_next = net.knows(ir::NetQuestion::next);
  const std::vector<bool> influences = net.unanswered.empty()
                                           ? walk.influences(std::move(answers))
                                           : std::vector<bool>(net.fluents.size(), true);
  const ir::Net folded = fold_inert(net);
  for (std::uint32_t i = 0; i < net.fluents.size() && knows_next; ++i) {
    if (!influences[i]) result.idle.push_back(i);
    if (ir::is_fixed(folded.fluents[i])) {
      result.fixed.push_back(i);
      continue;
    }
    if (becomes(i, true)) result.stay_true.push_back(i);
    if (becomes(i, false)) result.stay_false.push_back(i);
    const std::optional<bool> keeps = walk.keeps(nodes[i], net.fluents[i].next);
    if (!keeps) ++result.skipped;
    if (keeps.value_or(false)) result.frame_axioms.push_back(i);
  }
  for (std::uint32_t i = 0; i < net.moves.size() && net.knows(ir::NetQuestion::legal); ++i) {
    if (folded.moves[i].legal == ir::true_signal) result.always_legal.push_back(i);
    if (folded.moves[i].legal == ir::false_signal) result.never_legal.push_back(i);
  }
  GroupLimits limits;
  limits.steps = budget;
  if (knows_next) result.groups = find_fluent_groups(net, implications, limits);
  return result;
}

}  // namespace tesuji::passes
