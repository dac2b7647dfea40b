// Creates cost nodes for a net's signals: sums, least and greatest for gates, and literals whose
// costs are distances (fluent_distances.h) for fluents.
//
// Conjunctions are either *added*, for a degree of truth, or *bounded*: then the cost of a signal
// is at most the number of steps until it can hold. The costs of a set of inputs are added if no
// step advances two of them, since each step serves one of them, and the greatest such sum is used.
// A fluent of several groups is an input for each of them. So for a sliding puzzle's tiles, one of
// which moves in a step, distances are added, while the blank, which moves with each, counts
// separately; the contents of cells that do not touch are added likewise.
//
// Source: Helmert, The Fast Downward Planning System (2006), domain transition graphs; Edelkamp,
// Planning with pattern databases (2001), and Felner, Korf, Hanan, Additive pattern database
// heuristics (2004), for additive patterns.
#pragma once

#include "ir/nets/goal_costs.h"
#include "ir/nets/net.h"
#include "passes/nets/fluent_distances.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// Positions in Net::fluents, ascending, of the fluents that represent a variable's values.
using VariableFluents = std::vector<std::uint32_t>;

/// Whether no step of a play changes both variables.
using NeverTogether =
    std::function<bool(std::span<const std::uint32_t>, std::span<const std::uint32_t>)>;

struct CostNodeMade {
  ir::CostNodeId node = 0;
  ir::Cost most = 0;       ///< the greatest cost other than never_cost
  std::uint64_t form = 0;  ///< equal for nodes that differ only in the places of fluents
  std::vector<std::uint32_t> literals{};  ///< bounded: below it, ascending
  /// Bounded, a literal of several groups: the node of its distances in each.
  std::vector<CostNodeMade> by_group{};
};

class CostNodes {
 public:
  /// All arguments must outlive it. Signals whose gates have more inputs than `most_inputs` get no
  /// nodes. If `never_together` is given, conjunctions are bounded.
  CostNodes(const ir::Net& net, FluentDistances& distances, ir::GoalCosts& costs,
            std::size_t most_inputs, NeverTogether never_together = {});

  /// Creates the nodes of the signal's cone. Returns false if it is too large.
  bool make(ir::Signal root);
  /// Returns the node of a signal for which make() was called.
  [[nodiscard]] const CostNodeMade& of(ir::Signal signal) const { return made_.at(signal); }
  /// Creates a node whose inputs are the signals' nodes.
  CostNodeMade combine(ir::CostNode::Kind kind, const std::vector<ir::Signal>& signals);
  CostNodeMade combine_made(ir::CostNode::Kind kind, const std::vector<CostNodeMade>& inputs);

  [[nodiscard]] const ir::NetNode& gate(ir::Signal signal) const {
    return net_.nodes[ir::node_of(signal)];
  }
  [[nodiscard]] bool is_conjunction(ir::Signal signal) const {
    return gate(signal).kind == ir::NetNode::Kind::conjunction && !ir::is_complemented(signal);
  }
  [[nodiscard]] bool is_disjunction(ir::Signal signal) const {
    return gate(signal).kind == ir::NetNode::Kind::conjunction && ir::is_complemented(signal);
  }
  /// Returns the signals whose conjunction or disjunction the signal is.
  [[nodiscard]] std::vector<ir::Signal> operands(ir::Signal signal) const;
  /// Returns the signal's cone, ascending, with itself last; empty if its gates have too many
  /// inputs.
  [[nodiscard]] std::vector<ir::Signal> below(ir::Signal root) const;

 private:
  void make_node(ir::Signal signal);
  CostNodeMade make_literal(ir::Signal signal);
  CostNodeMade make_bounded_literal(ir::Signal signal);
  CostNodeMade enter_literal(ir::CostLiteral literal, std::uint64_t form);
  [[nodiscard]] std::uint64_t form_of(ir::Signal signal) const;
  ir::CostLiteral literal_of(ir::Signal signal);
  CostNodeMade bound(const std::vector<ir::Signal>& signals);
  [[nodiscard]] std::vector<std::vector<std::size_t>> sets_that_add(
      const std::vector<CostNodeMade>& inputs);
  [[nodiscard]] bool may_be_added(const CostNodeMade& a, const CostNodeMade& b);
  [[nodiscard]] bool are_never_together(std::uint32_t a, std::uint32_t b);

  const ir::Net& net_;
  FluentDistances& distances_;
  ir::GoalCosts& costs_;
  std::size_t most_inputs_;
  NeverTogether never_together_;
  std::unordered_map<ir::Signal, CostNodeMade> made_;
  std::vector<VariableFluents> variables_;                                  ///< bounded: by literal
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> known_together_;  ///< by literals
};

}  // namespace tesuji::passes
