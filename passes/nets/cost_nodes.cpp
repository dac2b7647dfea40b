#include "passes/nets/cost_nodes.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace tesuji::passes {

using ir::Cost;
using ir::CostNode;
using ir::NetNode;
using ir::Signal;

namespace {

/// Maximum number of pairs of literals of two inputs that are tested before the inputs are
/// considered dependent.
constexpr std::size_t most_literal_pairs = 256;
/// Maximum number of inputs of a conjunction; of more, only the farthest counts.
constexpr std::size_t most_added = 100;

std::uint64_t mixed_form(std::uint64_t hash, std::uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29U);
}

/// Returns the fluents that determine a literal's cost.
VariableFluents variable_of(const ir::CostLiteral& literal) {
  if (literal.fluent == ir::no_cost_fluent) return {};
  VariableFluents fluents{literal.fluent};
  for (const auto& [fluent, cost] : literal.from) fluents.push_back(fluent);
  std::sort(fluents.begin(), fluents.end());
  return fluents;
}

}  // namespace

CostNodes::CostNodes(const ir::Net& net, FluentDistances& distances, ir::GoalCosts& costs,
                     std::size_t most_inputs, NeverTogether never_together)
    : net_(net),
      distances_(distances),
      costs_(costs),
      most_inputs_(most_inputs),
      never_together_(std::move(never_together)) {}

std::vector<Signal> CostNodes::operands(Signal signal) const {
  std::vector<Signal> result;
  for (const Signal input : net_.inputs_of(ir::node_of(signal))) {
    result.push_back(ir::is_complemented(signal) ? ir::complement(input) : input);
  }
  return result;
}

std::vector<Signal> CostNodes::below(Signal root) const {
  std::set<Signal, std::greater<>> open{root};
  std::vector<Signal> needed;
  std::size_t inputs = 0;
  while (!open.empty()) {
    const Signal signal = *open.begin();
    open.erase(open.begin());
    needed.push_back(signal);
    if (gate(signal).kind != NetNode::Kind::conjunction) continue;
    inputs += gate(signal).count;
    if (inputs > most_inputs_) return {};
    for (const Signal input : operands(signal)) open.insert(input);
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

bool CostNodes::make(Signal root) {
  if (made_.contains(root)) return true;
  const std::vector<Signal> needed = below(root);
  if (needed.empty()) return false;
  for (const Signal signal : needed) {
    if (!made_.contains(signal)) make_node(signal);
  }
  return true;
}

CostNodeMade CostNodes::combine(CostNode::Kind kind, const std::vector<Signal>& signals) {
  std::vector<CostNodeMade> inputs;
  inputs.reserve(signals.size());
  for (const Signal signal : signals) inputs.push_back(made_.at(signal));
  return combine_made(kind, inputs);
}

CostNodeMade CostNodes::combine_made(CostNode::Kind kind, const std::vector<CostNodeMade>& inputs) {
  const bool is_sum = kind == CostNode::Kind::sum;
  const CostNode cost{kind, static_cast<std::uint32_t>(costs_.inputs.size()),
                      static_cast<std::uint32_t>(inputs.size())};
  CostNodeMade made;
  std::vector<std::uint64_t> forms;
  std::uint32_t most = 0;
  for (const CostNodeMade& input : inputs) {
    costs_.inputs.push_back(input.node);
    forms.push_back(input.form);
    most = is_sum ? most + input.most : std::max<std::uint32_t>(most, input.most);
    made.literals.insert(made.literals.end(), input.literals.begin(), input.literals.end());
  }
  made.most = static_cast<Cost>(std::min<std::uint32_t>(most, ir::never_cost - 1));
  std::sort(forms.begin(), forms.end());
  made.form = is_sum ? 1 : 2;
  for (const std::uint64_t form : forms) made.form = mixed_form(made.form, form);
  std::sort(made.literals.begin(), made.literals.end());
  made.literals.erase(std::unique(made.literals.begin(), made.literals.end()), made.literals.end());
  made.node = static_cast<ir::CostNodeId>(costs_.nodes.size());
  costs_.nodes.push_back(cost);
  return made;
}

void CostNodes::make_node(Signal signal) {
  if (gate(signal).kind != NetNode::Kind::conjunction) {
    made_.emplace(signal, make_literal(signal));
  } else if (ir::is_complemented(signal)) {
    made_.emplace(signal, combine(CostNode::Kind::least, operands(signal)));
  } else if (never_together_) {
    made_.emplace(signal, bound(operands(signal)));
  } else {
    made_.emplace(signal, combine(CostNode::Kind::sum, operands(signal)));
  }
}

CostNodeMade CostNodes::make_literal(Signal signal) {
  if (never_together_) return make_bounded_literal(signal);
  return enter_literal(literal_of(signal), form_of(signal));
}

CostNodeMade CostNodes::make_bounded_literal(Signal signal) {
  const NetNode& some = gate(signal);
  if (some.kind != NetNode::Kind::fluent || ir::is_complemented(signal)) {
    return enter_literal(literal_of(signal), form_of(signal));
  }
  std::vector<CostNodeMade> each;
  for (const FluentDistances::ToValue& to : distances_.until_true_by_group(some.first)) {
    each.push_back(enter_literal({some.first, true, to.from, to.from_none}, form_of(signal)));
  }
  if (each.size() == 1) return each.front();
  CostNodeMade made = combine_made(CostNode::Kind::greatest, each);
  made.by_group = std::move(each);
  return made;
}

CostNodeMade CostNodes::enter_literal(ir::CostLiteral literal, std::uint64_t form) {
  CostNode cost;
  cost.first = static_cast<std::uint32_t>(costs_.literals.size());
  CostNodeMade made;
  made.form = form;
  const auto raise = [&](Cost one) {
    if (one != ir::never_cost) made.most = std::max(made.most, one);
  };
  raise(literal.otherwise);
  for (const auto& [fluent, one] : literal.from) raise(one);
  if (never_together_) {
    made.literals = {cost.first};
    variables_.push_back(variable_of(literal));
  }
  costs_.literals.push_back(std::move(literal));
  made.node = static_cast<ir::CostNodeId>(costs_.nodes.size());
  costs_.nodes.push_back(cost);
  return made;
}

std::uint64_t CostNodes::form_of(Signal signal) const {
  const NetNode& some = gate(signal);
  return mixed_form(3 + (signal & 1U), some.kind == NetNode::Kind::fluent
                                           ? net_.fluents[some.first].atom.relation
                                           : 0);
}

ir::CostLiteral CostNodes::literal_of(Signal signal) {
  const NetNode& some = gate(signal);
  const bool value = !ir::is_complemented(signal);
  if (some.kind != NetNode::Kind::fluent) {
    const bool holds = some.kind == NetNode::Kind::constant && !value;
    return {ir::no_cost_fluent, value, {}, holds ? Cost{0} : ir::never_cost};
  }
  ir::CostLiteral literal{some.first, value, {}, 1};
  if (!value) {
    literal.otherwise = distances_.until_false(some.first);
    return literal;
  }
  const FluentDistances::ToValue& to = distances_.until_true(some.first);
  literal.otherwise = to.from_none;
  for (const auto& [fluent, cost] : to.from) {
    if (cost != literal.otherwise) literal.from.emplace_back(fluent, cost);
  }
  return literal;
}

CostNodeMade CostNodes::bound(const std::vector<Signal>& signals) {
  std::vector<CostNodeMade> inputs;
  for (const Signal signal : signals) {
    const CostNodeMade& made = made_.at(signal);
    if (made.by_group.empty()) {
      inputs.push_back(made);
    } else {
      inputs.insert(inputs.end(), made.by_group.begin(), made.by_group.end());
    }
  }
  std::vector<CostNodeMade> sums;
  for (const std::vector<std::size_t>& added : sets_that_add(inputs)) {
    std::vector<CostNodeMade> terms;
    for (const std::size_t i : added) terms.push_back(inputs[i]);
    sums.push_back(terms.size() == 1 ? terms.front() : combine_made(CostNode::Kind::sum, terms));
  }
  return sums.size() == 1 ? sums.front() : combine_made(CostNode::Kind::greatest, sums);
}

/// Returns sets of inputs such that no step advances two inputs of a set; each input is in at least
/// one of them.
std::vector<std::vector<std::size_t>> CostNodes::sets_that_add(
    const std::vector<CostNodeMade>& inputs) {
  std::vector<std::vector<std::size_t>> sets;
  if (inputs.size() > most_added) {
    for (std::size_t i = 0; i < inputs.size(); ++i) sets.push_back({i});
    return sets;
  }
  std::vector<std::size_t> farthest(inputs.size());  // the farthest first
  std::iota(farthest.begin(), farthest.end(), std::size_t{0});
  std::ranges::stable_sort(farthest, std::ranges::greater{},
                           [&](std::size_t i) { return inputs[i].most; });
  std::vector<bool> is_in_set(inputs.size(), false);
  for (const std::size_t seed : farthest) {
    if (is_in_set[seed]) continue;
    std::vector<std::size_t>& set = sets.emplace_back(1, seed);
    for (const std::size_t i : farthest) {
      const bool fits = i != seed && std::ranges::all_of(set, [&](std::size_t k) {
                          return may_be_added(inputs[i], inputs[k]);
                        });
      if (fits) set.push_back(i);
    }
    for (const std::size_t i : set) is_in_set[i] = true;
  }
  return sets;
}

bool CostNodes::may_be_added(const CostNodeMade& a, const CostNodeMade& b) {
  if (a.literals.size() * b.literals.size() > most_literal_pairs) return false;
  return std::ranges::all_of(a.literals, [&](std::uint32_t one) {
    return std::ranges::all_of(b.literals,
                               [&](std::uint32_t other) { return are_never_together(one, other); });
  });
}

bool CostNodes::are_never_together(std::uint32_t a, std::uint32_t b) {
  if (variables_[a].empty() || variables_[b].empty()) return true;  // constants
  const auto [known, is_new] = known_together_.try_emplace(std::minmax(a, b), false);
  if (is_new) known->second = never_together_(variables_[a], variables_[b]);
  return known->second;
}

}  // namespace tesuji::passes
