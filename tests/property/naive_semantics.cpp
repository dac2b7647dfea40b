#include "tests/property/naive_semantics.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace tesuji::tests {

namespace {

using Binding = std::vector<ir::Symbol>;

ir::Symbol value_of(const ir::Argument& arg, const Binding& binding) {
  return arg.kind == ir::Argument::Kind::constant ? arg.id : binding[arg.id];
}

bool bind(const std::vector<ir::Argument>& args, const Tuple& tuple, Binding& binding) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].kind == ir::Argument::Kind::ignore) continue;
    if (args[i].kind == ir::Argument::Kind::variable && binding[args[i].id] == ir::no_symbol) {
      binding[args[i].id] = tuple[i];
    } else if (value_of(args[i], binding) != tuple[i]) {
      return false;
    }
  }
  return true;
}

bool agrees(const ir::Literal& literal, const NaiveState& negated, const Binding& binding) {
  if (literal.kind == ir::Literal::Kind::negative) {
    const std::set<Tuple>& tuples = negated.tuples[literal.relation];
    return std::none_of(tuples.begin(), tuples.end(), [&](const Tuple& tuple) {
      Binding copy = binding;
      return bind(literal.args, tuple, copy);
    });
  }
  bool same = true;
  for (std::size_t i = 0; i < literal.args.size(); ++i) {
    same = same && value_of(literal.args[i], binding) == value_of(literal.right[i], binding);
  }
  return same == (literal.kind == ir::Literal::Kind::same);
}

/// Adds what the rule gives for bindings from its positive literal `at` on; negative ones are asked
/// of `negated`.
void fire(const ir::Rule& rule, std::size_t at, const Binding& binding, const NaiveState& state,
          const NaiveState& negated, std::set<Tuple>& found) {
  while (at < rule.body.size() && rule.body[at].kind != ir::Literal::Kind::positive) ++at;
  if (at < rule.body.size()) {
    for (const Tuple& tuple : state.tuples[rule.body[at].relation]) {
      Binding copy = binding;
      if (bind(rule.body[at].args, tuple, copy)) fire(rule, at + 1, copy, state, negated, found);
    }
    return;
  }
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive && !agrees(literal, negated, binding)) return;
  }
  Tuple head;
  for (const ir::Argument& arg : rule.head_args) head.push_back(value_of(arg, binding));
  found.insert(head);
}

std::set<Tuple> facts_of(const ir::Relation& relation) {
  std::set<Tuple> result;
  const std::size_t width = relation.columns.size();
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    const auto begin = relation.facts.cells.begin() + static_cast<std::ptrdiff_t>(row * width);
    result.emplace(begin, begin + static_cast<std::ptrdiff_t>(width));
  }
  return result;
}

}  // namespace

NaiveReasoner::NaiveReasoner(const ir::Module& lowered)
    : module_(lowered),
      dependencies_(passes::find_dependencies(lowered)),
      moved_(dependencies_.members.size()),
      negates_(dependencies_.members.size()) {
  for (const ir::Rule& rule : lowered.rules) {
    const std::uint32_t head = dependencies_.component[rule.head];
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::negative) continue;
      if (dependencies_.component[literal.relation] == head) negates_[head] = true;
    }
  }
  for (ir::RelationId id = 0; id < lowered.relations.size(); ++id) {
    if (lowered.relations[id].kind == ir::RelationKind::input) {
      moved_[dependencies_.component[id]] = true;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::Rule& rule : lowered.rules) {
      for (const ir::Literal& literal : rule.body) {
        const std::uint32_t head = dependencies_.component[rule.head];
        if (literal.relation == ir::no_id || moved_[head] ||
            !moved_[dependencies_.component[literal.relation]]) {
          continue;
        }
        moved_[head] = true;
        changed = true;
      }
    }
  }
}

NaiveState NaiveReasoner::empty() const {
  NaiveState state;
  for (const ir::Relation& relation : module_.relations) state.tuples.push_back(facts_of(relation));
  return state;
}

void NaiveReasoner::derive(NaiveState& state) const {
  derive(state, false);
  derive_moved(state);
}

void NaiveReasoner::derive_moved(NaiveState& state) const {
  for (std::size_t component = 0; component < moved_.size(); ++component) {
    if (!moved_[component]) continue;
    for (const ir::RelationId id : dependencies_.members[component]) {
      const ir::Relation& relation = module_.relations[id];
      if (relation.kind != ir::RelationKind::input) state.tuples[id] = facts_of(relation);
    }
  }
  derive(state, true);
}

void NaiveReasoner::derive(NaiveState& state, bool moved) const {
  for (std::size_t component = 0; component < moved_.size(); ++component) {
    if (moved_[component] != moved) continue;
    if (negates_[component]) {
      alternate(state, component);
    } else {
      derive_component(state, component, state);
    }
  }
}

void NaiveReasoner::derive_component(NaiveState& state, std::size_t component,
                                     const NaiveState& negated) const {
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::RelationId id : dependencies_.members[component]) {
      std::set<Tuple> found;
      for (const std::uint32_t r : dependencies_.rules[id]) {
        const ir::Rule& rule = module_.rules[r];
        fire(rule, 0, Binding(rule.variables.size(), ir::no_symbol), state, negated, found);
      }
      for (const Tuple& tuple : found) changed |= state.tuples[id].insert(tuple).second;
    }
    if (!dependencies_.recursive[component]) break;
  }
}

void NaiveReasoner::alternate(NaiveState& state, std::size_t component) const {
  const NaiveState before = state;
  NaiveState certain = before;
  for (;;) {
    NaiveState possible = before;
    derive_component(possible, component, certain);
    state = before;
    derive_component(state, component, possible);
    if (state.tuples == certain.tuples) {
      if (possible.tuples == certain.tuples) return;
      throw std::invalid_argument("rules that are not stratified");
    }
    certain = state;
  }
}

std::string term_of(const ir::Module& lowered, ir::RelationId relation, const Tuple& tuple) {
  // For input relations and the like the role, the first column, is not in the term.
  const std::string& term = lowered.relations[relation].term;
  auto next = static_cast<std::size_t>(std::count(term.begin(), term.end(), '?'));
  next = tuple.size() - std::min(next, tuple.size());
  std::string text;
  for (const char c : term) {
    if (c == '?') {
      text += lowered.symbols->text(tuple.at(next++));
    } else {
      text += c;
    }
  }
  return text;
}

std::vector<Tuple> all_tuples(const ir::Module& lowered, ir::RelationId relation) {
  std::vector<Tuple> result{{}};
  for (const ir::DomainId column : lowered.relations[relation].columns) {
    std::vector<Tuple> longer;
    for (const Tuple& tuple : result) {
      for (const ir::Symbol value : lowered.domains[column].values) {
        longer.push_back(tuple);
        longer.back().push_back(value);
      }
    }
    result = std::move(longer);
  }
  return result;
}

NaiveState naive_state(const ir::Module& lowered, const std::vector<std::string>& fluents) {
  const NaiveReasoner reasoner(lowered);
  NaiveState state = reasoner.empty();
  const std::set<std::string> holding(fluents.begin(), fluents.end());
  std::size_t placed = 0;
  for (ir::RelationId id = 0; id < lowered.relations.size(); ++id) {
    if (lowered.relations[id].kind != ir::RelationKind::state) continue;
    for (Tuple& tuple : all_tuples(lowered, id)) {
      if (!holding.contains(term_of(lowered, id, tuple))) continue;
      state.tuples[id].insert(std::move(tuple));
      ++placed;
    }
  }
  if (placed != holding.size()) throw std::invalid_argument("a fluent that the module has not");
  reasoner.derive(state);
  return state;
}

namespace {

Tuple values_of(const std::vector<ir::Argument>& args,
                const std::map<ir::VariableId, ir::Symbol>& values) {
  Tuple tuple;
  for (const ir::Argument& arg : args) {
    tuple.push_back(arg.kind == ir::Argument::Kind::constant ? arg.id : values.at(arg.id));
  }
  return tuple;
}

std::uint64_t naive_count(const ir::Formula& body, const std::vector<ir::VariableId>& variables,
                          std::size_t at, const ir::Invariant& invariant,
                          std::map<ir::VariableId, ir::Symbol>& values,
                          std::span<const NaiveState* const> window) {
  if (at == variables.size()) return naive_holds(body, invariant, values, window) ? 1 : 0;
  std::uint64_t sum = 0;
  for (const ir::Symbol value : invariant.variables[variables[at]].domain) {
    values[variables[at]] = value;
    sum += naive_count(body, variables, at + 1, invariant, values, window);
  }
  values.erase(variables[at]);
  return sum;
}

}  // namespace

bool naive_holds(const ir::Formula& formula, const ir::Invariant& invariant,
                 std::map<ir::VariableId, ir::Symbol>& values,
                 std::span<const NaiveState* const> window) {
  using Kind = ir::Formula::Kind;
  const auto inner = [&](const ir::Formula& part) {
    return naive_holds(part, invariant, values, window);
  };
  switch (formula.kind) {
    case Kind::atom:
      return window[0]->tuples[formula.relation].contains(values_of(formula.args, values));
    case Kind::same:
      return values_of(formula.args, values) == values_of(formula.right, values);
    case Kind::negation:
      return !inner(formula.parts[0]);
    case Kind::conjunction:
      return std::all_of(formula.parts.begin(), formula.parts.end(), inner);
    case Kind::disjunction:
      return std::any_of(formula.parts.begin(), formula.parts.end(), inner);
    case Kind::knows:  // not about one play
      break;
    case Kind::next:
      return window.size() == 1 ||
             naive_holds(formula.parts[0], invariant, values, window.subspan(1));
    case Kind::count: {
      std::uint64_t sum = 0;
      for (std::size_t r = 0; r < formula.parts.size(); ++r) {
        sum += naive_count(formula.parts[r], formula.ranges[r], 0, invariant, values, window);
      }
      return formula.lower <= sum && sum <= formula.upper;
    }
  }
  return false;
}

}  // namespace tesuji::tests
