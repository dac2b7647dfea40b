#include "passes/clauses/split_existential.h"

#include "passes/analysis/literal_facts.h"
#include "passes/analysis/variables.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Relations of many columns never contain all tuples that their domains allow.
constexpr double most_unknown_rows = 4096;
/// Cost of ground rules without any literal in a net, which must still be enumerated.
constexpr double static_cost = 0.02;
/// Penalty, among cuts of equal cost, for those that mix moves and state.
constexpr double move_mixture_cost = 1.05;

std::set<ir::VariableId> variables_of(const Literal& literal) {
  std::set<ir::VariableId> result;
  add_variables(literal, result);
  return result;
}

bool within(const std::set<ir::VariableId>& inner, const std::set<ir::VariableId>& outer) {
  return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

bool meet(const std::set<ir::VariableId>& left, const std::set<ir::VariableId>& right) {
  return std::any_of(left.begin(), left.end(), [&](auto v) { return right.contains(v); });
}

std::vector<Literal> pick(const std::vector<Literal>& body, const std::vector<std::size_t>& which) {
  std::vector<Literal> result;
  for (const std::size_t i : which) result.push_back(body[i]);
  return result;
}

}  // namespace

ExistentialSplitter::ExistentialSplitter(ir::Module& possible, std::vector<bool>& is_static,
                                         const SplitOptions& options)
    : possible_(possible),
      is_static_(is_static),
      options_(options),
      known_(possible.relations.size()),
      estimates_(possible),
      facts_(possible, is_static),
      reads_moves_(known_, false) {}

ExistentialSplitter::ExistentialSplitter(ir::Module& module, std::vector<bool>& is_static, Unknown)
    : ExistentialSplitter(module, is_static) {
  for (ir::RelationId id = 0; id < known_; ++id) {
    if (module.relations[id].kind == ir::RelationKind::fixed) continue;
    const auto all = static_cast<double>(module.product_size(module.relations[id]));
    estimates_.set_rows(id, std::min(all, most_unknown_rows));
  }
}

std::vector<GuardedRule> ExistentialSplitter::split(GuardedRule rule) {
  std::vector<GuardedRule> result;
  split_into(std::move(rule), result);
  return result;
}

void ExistentialSplitter::split_into(GuardedRule rule, std::vector<GuardedRule>& result) {
  while (const std::optional<Cut> cut = best_cut(rule)) {
    split_into(carve(rule, *cut), result);
  }
  if (!split_by_columns(rule, result)) result.push_back(std::move(rule));
}

/// Tries one rule for each column of two tuples that must differ. Returns false if that does not
/// help.
bool ExistentialSplitter::split_by_columns(const GuardedRule& rule,
                                           std::vector<GuardedRule>& result) {
  for (std::size_t i = 0; i < rule.rule.body.size(); ++i) {
    const auto pairs = find_inequality(possible_, is_static_, rule.rule.body, i);
    if (!pairs) continue;
    const std::size_t relations = possible_.relations.size();
    std::vector<GuardedRule> parts;
    for (const auto& [left, right] : *pairs) {
      GuardedRule part = rule;
      Literal& literal = part.rule.body[i];
      literal.kind = Literal::Kind::different;
      literal.relation = ir::no_id;
      literal.args = {left};
      literal.right = {right};
      split_into(std::move(part), parts);
    }
    double together = 0;
    for (const GuardedRule& part : parts) together += cost(part);
    if (together < options_.most_of_before * cost(rule)) {
      for (GuardedRule& part : parts) result.push_back(std::move(part));
      return true;
    }
    possible_.relations.truncate(relations);
    is_static_.resize(relations);
    reads_moves_.resize(relations);
  }
  return false;
}

std::optional<ExistentialSplitter::Cut> ExistentialSplitter::best_cut(const GuardedRule& rule) {
  Variables head;
  add_variables(rule.rule.head_args, head);
  // Candidates: variables only in the body, singly and in connected groups.
  std::vector<Variables> groups;
  std::vector<Variables> candidates;
  for (const Literal& literal : rule.rule.body) {
    Variables own;
    for (const ir::VariableId v : variables_of(literal)) {
      if (!head.contains(v)) own.insert(v);
    }
    for (const ir::VariableId v : own) candidates.push_back({v});
    for (std::size_t g = 0; g < groups.size();) {
      if (!meet(groups[g], own)) {
        ++g;
        continue;
      }
      own.merge(groups[g]);
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(g));
    }
    if (!own.empty()) groups.push_back(std::move(own));
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  candidates.insert(candidates.end(), groups.begin(), groups.end());
  std::optional<Cut> best;
  double least = options_.most_of_before * cost(rule);
  for (const Variables& candidate : candidates) {
    std::optional<Cut> cut = cut_at(rule, candidate);
    if (!cut || cut->cost >= least) continue;
    least = cut->cost;
    best = std::move(cut);
  }
  return best;
}

std::optional<ExistentialSplitter::Cut> ExistentialSplitter::cut_at(const GuardedRule& rule,
                                                                    const Variables& variables) {
  const std::vector<Literal>& body = rule.rule.body;
  const std::size_t count = rule.rule.variables.size();
  Cut cut;
  Literals rest;
  Variables inside;
  Variables outside;
  add_variables(rule.rule.head_args, outside);
  std::size_t gates_inside = 0;
  std::size_t gates_outside = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    Variables own = variables_of(body[i]);
    const bool taken = meet(own, variables);
    (taken ? cut.taken : rest).push_back(i);
    (taken ? inside : outside).merge(own);
    if (!rule.silent[i] && is_gate(body[i])) ++(taken ? gates_inside : gates_outside);
  }
  const bool anything_left = std::any_of(rest.begin(), rest.end(), [&](std::size_t i) {
    return !rule.silent[i] && body[i].kind == Literal::Kind::positive;
  });
  if (cut.taken.empty() || (!anything_left && gates_outside == 0)) return std::nullopt;
  std::set_intersection(inside.begin(), inside.end(), outside.begin(), outside.end(),
                        std::inserter(cut.scope, cut.scope.end()));
  cut.guards = guards_for(rule, cut.taken, inside);
  std::vector<Literal> helper = pick(body, cut.taken);
  helper.insert(helper.end(), cut.guards.begin(), cut.guards.end());
  double product = 1;
  for (const ir::VariableId v : cut.scope) {
    const ir::DomainId domain = facts_.domain_of(v, helper);
    if (domain == ir::no_id) return std::nullopt;
    product *= static_cast<double>(possible_.domains[domain].values.size());
  }
  // Variables that only guards bind add no ground rules.
  Variables needed = cut.scope;
  for (const std::size_t i : cut.taken) {
    if (!rule.silent[i] && is_gate(body[i])) needed.merge(variables_of(body[i]));
  }
  double most = 1;
  for (const ir::VariableId v : needed) {
    most *= static_cast<double>(possible_.domains[facts_.domain_of(v, helper)].values.size());
  }
  double rows = bindings(helper, count);
  for (const Literal& guard : cut.guards) rows *= facts_.share_of_needed(guard, inside);
  rows = std::min(rows, most);
  // The rule with the helper instead of the taken literals: by its rows if all were possible.
  const double left = bindings(pick(body, rest), count);
  double joined = left;
  if (!rest.empty()) {
    Variables bound;
    for (const std::size_t i : rest) {
      if (body[i].kind == Literal::Kind::positive) bound.merge(variables_of(body[i]));
    }
    double open = 1;
    for (const ir::VariableId v : cut.scope) {
      if (bound.contains(v)) continue;
      open *= static_cast<double>(possible_.domains[facts_.domain_of(v, helper)].values.size());
    }
    joined = left * open * std::min(1.0, std::min(rows, product) / product);
  }
  const double weight = gates_inside == 0 ? static_cost : static_cast<double>(gates_inside);
  const std::size_t gates = gates_outside + (gates_inside == 0 ? 0 : 1);
  cut.cost = rows * weight * (mixes_moves(rule, cut.taken) ? move_mixture_cost : 1) +
             joined * (gates == 0 ? static_cost : static_cast<double>(gates));
  return cut;
}

/// Returns literals that restrict the variables there: they bind those that no taken literal binds,
/// and exclude tuples that are never needed.
std::vector<Literal> ExistentialSplitter::guards_for(const GuardedRule& rule, const Literals& taken,
                                                     const Variables& inside) {
  const std::vector<Literal>& body = rule.rule.body;
  std::vector<Literal> guards;
  Variables bound;
  for (const std::size_t i : taken) {
    if (body[i].kind == Literal::Kind::positive) bound.merge(variables_of(body[i]));
  }
  std::vector<std::size_t> wider;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (std::find(taken.begin(), taken.end(), i) != taken.end()) continue;
    if (!meet(variables_of(body[i]), inside)) continue;
    const bool decided = body[i].kind != Literal::Kind::negative || is_static_[body[i].relation];
    if (within(variables_of(body[i]), inside) && decided) {
      guards.push_back(body[i]);
      if (body[i].kind == Literal::Kind::positive) bound.merge(variables_of(body[i]));
    } else if (body[i].kind == Literal::Kind::positive) {
      wider.push_back(i);
    }
  }
  for (const std::size_t i : wider) {
    Variables common;
    for (const ir::VariableId v : variables_of(body[i])) {
      if (inside.contains(v) && !bound.contains(v)) common.insert(v);
    }
    if (common.empty() && !facts_.narrows(body[i], inside, pick(body, taken))) continue;
    guards.push_back(body[i]);
    bound.merge(variables_of(body[i]));
  }
  return guards;
}

/// Whether the taken literals read both moves and the state: if separated, one part is a choice
/// among moves, and the other may be shared.
bool ExistentialSplitter::mixes_moves(const GuardedRule& rule, const Literals& taken) const {
  bool moves = false;
  bool state = false;
  for (const std::size_t i : taken) {
    if (rule.silent[i] || !is_gate(rule.rule.body[i])) continue;
    (reads_moves_[rule.rule.body[i].relation] ? moves : state) = true;
  }
  return moves && state;
}

/// Replaces the cut's literals in the rule by a helper, and returns the helper's rule.
GuardedRule ExistentialSplitter::carve(GuardedRule& rule, const Cut& cut) {
  GuardedRule helper;
  ir::Relation relation;
  relation.span = rule.rule.span;
  helper.rule.variables = rule.rule.variables;
  helper.rule.span = rule.rule.span;
  std::vector<Literal> rest;
  std::vector<bool> silent;
  bool gates = false;
  for (std::size_t i = 0; i < rule.rule.body.size(); ++i) {
    const bool taken = std::find(cut.taken.begin(), cut.taken.end(), i) != cut.taken.end();
    gates |= taken && !rule.silent[i] && is_gate(rule.rule.body[i]);
    (taken ? helper.rule.body : rest).push_back(rule.rule.body[i]);
    (taken ? helper.silent : silent).push_back(rule.silent[i]);
  }
  for (const Literal& guard : cut.guards) {
    helper.rule.body.push_back(guard);
    helper.silent.push_back(true);
  }
  Literal use;
  use.span = rule.rule.span;
  for (const ir::VariableId v : cut.scope) {
    use.args.push_back(Argument::variable(v));
    relation.columns.push_back(facts_.domain_of(v, helper.rule.body));
  }
  relation.expected_rows = bindings(helper.rule.body, rule.rule.variables.size());
  helper.rule.head =
      possible_.add_helper(ir::Origin::some, rule.rule.head, std::move(relation), rule.rule.name);
  helper.rule.name = possible_.relations[helper.rule.head].name + "#1";
  helper.rule.head_args = use.args;
  use.relation = helper.rule.head;
  rest.push_back(std::move(use));
  silent.push_back(!gates);
  rule.rule.body = std::move(rest);
  rule.silent = std::move(silent);
  is_static_.push_back(!gates);
  bool reads = false;
  for (const Literal& literal : helper.rule.body) {
    reads = reads || (literal.relation != ir::no_id && reads_moves_[literal.relation]);
  }
  reads_moves_.push_back(reads);
  return helper;
}

void ExistentialSplitter::declare(const ir::Rule& helper) {
  if (helper.head < known_) return;
  std::vector<ir::DomainId>& columns = possible_.relations[helper.head].columns;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    columns[c] = facts_.domain_of(helper.head_args[c].id, helper.body);
  }
}

bool ExistentialSplitter::is_gate(const Literal& literal) const {
  const bool atom =
      literal.kind == Literal::Kind::positive || literal.kind == Literal::Kind::negative;
  return atom && !is_static_[literal.relation];
}

double ExistentialSplitter::matches(const Literal& literal, const std::vector<bool>& bound) const {
  if (literal.relation < known_) {
    return estimates_.matches(literal.relation, literal.args, bound);
  }
  const ir::Relation& helper = possible_.relations[literal.relation];
  double product = 1;
  double open = 1;
  for (std::size_t c = 0; c < literal.args.size(); ++c) {
    const auto size = static_cast<double>(possible_.domains[helper.columns[c]].values.size());
    product *= size;
    if (!bound[literal.args[c].id]) open *= size;
  }
  return open * std::min(1.0, helper.expected_rows / product);
}

double ExistentialSplitter::bindings(const std::vector<Literal>& body,
                                     std::size_t variables) const {
  std::vector<bool> bound(variables, false);
  std::vector<const Literal*> left;
  for (const Literal& literal : body) {
    if (literal.kind == Literal::Kind::positive) left.push_back(&literal);
  }
  double product = 1;
  while (!left.empty()) {
    double fewest = std::numeric_limits<double>::infinity();
    std::size_t next = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const double found = matches(*left[i], bound);
      if (found >= fewest) continue;
      fewest = found;
      next = i;
    }
    product *= fewest;
    for (const ir::VariableId v : variables_of(*left[next])) bound[v] = true;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return product;
}

double ExistentialSplitter::cost(const GuardedRule& rule) const {
  std::size_t gates = 0;
  for (std::size_t i = 0; i < rule.rule.body.size(); ++i) {
    gates += !rule.silent[i] && is_gate(rule.rule.body[i]) ? 1 : 0;
  }
  return bindings(rule.rule) * (gates == 0 ? static_cost : static_cast<double>(gates));
}

}  // namespace tesuji::passes
