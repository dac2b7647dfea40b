#include "backend/proofs/sat/equal_signals.h"

#include "backend/proofs/sat/fluent_facts.h"
#include "backend/proofs/sat/simulation.h"
#include "backend/proofs/sat/unrolling.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace tesuji::sat {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

constexpr std::uint64_t sampled_nodes = 200'000'000;

/// Maximum number of conflicts of one call; it is abandoned then.
constexpr std::uint32_t most_conflicts = 300;

/// Number of models to collect before using them to distinguish nodes.
constexpr std::size_t most_models = 64;

/// Maximum number of possibly equal earlier nodes to compare with a node.
constexpr std::size_t most_tried = 2;

/// Keys of the nodes' values in samples, inverted so that the first value is false: nodes with
/// different keys are different.
class Keys {
 public:
  explicit Keys(std::size_t nodes) : keys_(nodes, {0, 0}) {}

  void add(NodeId node, std::uint64_t word) {
    auto& [a, b] = keys_[node];
    a = (a ^ word) * 0x9e3779b97f4a7c15U;
    a ^= a >> 29U;
    b = (b + word) * 0xc2b2ae3d27d4eb4fU;
    b ^= b >> 31U;
  }
  [[nodiscard]] std::uint64_t of(NodeId node) const {
    return keys_[node][0] ^ (keys_[node][1] << 1U);
  }

 private:
  std::vector<std::array<std::uint64_t, 2>> keys_;
};

class Sweep {
 public:
  Sweep(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts, const Limits& limits)
      : net_(net),
        roles_(roles),
        facts_(facts),
        limits_(limits),
        unrolling_(workspace_, net, roles, Unrolling::Start::any),
        reads_moves_(net.nodes.size(), false),
        inverted_(net.nodes.size(), false),
        in_states_(net.nodes.size()),
        in_moves_(net.nodes.size()) {
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      result_.same.push_back(ir::signal_of(node));
      const NetNode& some = net_.nodes[node];
      reads_moves_[node] = some.kind == NetNode::Kind::move;
      if (some.kind != NetNode::Kind::conjunction) continue;
      for (const Signal input : net_.inputs_of(node)) {
        if (reads_moves_[ir::node_of(input)]) reads_moves_[node] = true;
      }
    }
  }

  EqualSignals run() {
    sample();
    for (const ir::FluentFact& fact : facts_) {
      workspace_.solver.add({fact_literal(unrolling_, fact, 0)});
    }
    moving_ = workspace_.gates.all_of({unrolling_.moves_made(0), -unrolling_.ended(0)});
    const std::vector<bool> needed = ir::cone_of(net_, ir::net_answers(net_));
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind != NetNode::Kind::conjunction) order_.push_back(node);
    }
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      const bool is_gate = net_.nodes[node].kind == NetNode::Kind::conjunction;
      if (is_gate && needed[node]) order_.push_back(node);
    }
    for (const NodeId node : order_) {
      // Two different moves are never equal.
      if (net_.nodes[node].kind != NetNode::Kind::move) compare(node);
      if (result_.limit_reached) break;
      if (result_.same[node] == ir::signal_of(node)) enter(node);
      ++entered_;
      if (models_.size() == most_models) tell_apart();
    }
    return std::move(result_);
  }

 private:
  using Buckets = std::unordered_map<std::uint64_t, std::vector<NodeId>>;

  void sample() {
    SampledPlays plays(net_, roles_, 2);
    const std::size_t steps = steps_for(net_, sampled_nodes);
    for (std::size_t step = 0; step < steps; ++step) {
      if (step > 0) plays.step();
      const std::uint64_t moving = plays.moving();
      for (NodeId node = 0; node < net_.nodes.size(); ++node) {
        std::uint64_t word = plays.value(ir::signal_of(node));
        if (step == 0) inverted_[node] = (word & 1U) != 0;
        if (inverted_[node]) word = ~word;
        if (!reads_moves_[node]) in_states_.add(node, word);
        in_moves_.add(node, word & moving);
      }
    }
  }

  /// Makes the node a candidate for later nodes.
  void enter(NodeId node) {
    if (!reads_moves_[node]) states_[in_states_.of(node)].push_back(node);
    moves_[in_moves_.of(node)].push_back(node);
  }

  void compare(NodeId node) {
    const Buckets& buckets = reads_moves_[node] ? moves_ : states_;
    const auto bucket = buckets.find(reads_moves_[node] ? in_moves_.of(node) : in_states_.of(node));
    if (bucket == buckets.end()) return;
    const std::size_t count = std::min(bucket->second.size(), most_tried);
    for (std::size_t i = 0; i < count && !result_.limit_reached; ++i) {
      const NodeId first = bucket->second[i];
      const Signal equal = ir::signal_of(first) ^ (inverted_[node] != inverted_[first] ? 1U : 0U);
      if (!proves(node, equal)) continue;
      result_.same[node] = equal;
      ++result_.merged;
      return;
    }
  }

  [[nodiscard]] bool proves(NodeId node, Signal equal) {
    const Literal a = unrolling_.literal(ir::signal_of(node), 0);
    const Literal b = unrolling_.literal(equal, 0);
    if (a == b) return true;
    if (!excludes(node, a, -b) || !excludes(node, -a, b)) return false;
    const Literal where = reads_moves_[node] ? -moving_ : unrolling_.gates().falsity();
    workspace_.solver.add({where, -a, b});
    workspace_.solver.add({where, a, -b});
    return true;
  }

  /// Whether the two literals never hold together.
  [[nodiscard]] bool excludes(NodeId node, Literal a, Literal b) {
    std::vector<Literal> assumed{a, b};
    if (reads_moves_[node]) assumed.push_back(moving_);
    ++result_.calls;
    switch (workspace_.solver.solve(assumed, {}, limits_, most_conflicts)) {
      case Solver::Answer::unsatisfiable:
        return true;
      case Solver::Answer::satisfiable:
        models_.push_back(
            {unrolling_.first_state(), unrolling_.moves_at(0), workspace_.solver.value(moving_)});
        return false;
      case Solver::Answer::unknown:
        if (limits_.reached()) result_.limit_reached = true;
        ++result_.given_up;
        return false;
    }
    return false;
  }

  /// Adds the models to the samples, and enters the earlier nodes again.
  void tell_apart() {
    Simulation simulation(net_);
    for (const Model& model : models_) {
      simulation.evaluate(model.state, model.moves);
      for (NodeId node = 0; node < net_.nodes.size(); ++node) {
        const std::uint64_t word = simulation.value(ir::signal_of(node)) != inverted_[node] ? 1 : 0;
        if (!reads_moves_[node]) in_states_.add(node, word);
        if (model.moving) in_moves_.add(node, word);
      }
    }
    models_.clear();
    states_.clear();
    moves_.clear();
    for (std::size_t i = 0; i < entered_; ++i) {
      if (result_.same[order_[i]] == ir::signal_of(order_[i])) enter(order_[i]);
    }
  }

  struct Model {
    NetState state;
    NetMoves moves;
    bool moving = false;
  };

  const ir::Net& net_;
  std::size_t roles_;
  const ir::FluentFacts& facts_;
  const Limits& limits_;
  Workspace workspace_;
  Unrolling unrolling_;
  Literal moving_ = 0;
  std::vector<bool> reads_moves_;
  std::vector<bool> inverted_;  ///< by node: whether it holds in the first sample
  Keys in_states_;              ///< of nodes that read no moves
  Keys in_moves_;
  Buckets states_;
  Buckets moves_;
  std::vector<Model> models_;
  std::vector<NodeId> order_;  ///< inputs, then gates
  std::size_t entered_ = 0;    ///< number of them that were entered
  EqualSignals result_;
};

}  // namespace

EqualSignals find_equal_signals(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts,
                                const Limits& limits) {
  return Sweep(net, roles, facts, limits).run();
}

}  // namespace tesuji::sat
