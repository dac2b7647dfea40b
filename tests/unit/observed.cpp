#include "tests/unit/observed.h"

#include "backend/driver/mixed.h"
#include "passes/dependencies.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

namespace tesuji::tests {

ObservedGame::ObservedGame(const std::string& path, const std::vector<std::string>& names,
                           driver::Engine engine) {
  lowered_ = driver::load_clauses(path, session_);
  REQUIRE(lowered_);
  const std::vector<std::string_view> passes = {"infer-domains"};
  REQUIRE(driver::run_passes(*lowered_, passes, {}, session_));
  const std::vector<asp::Sight> sights = asp::find_sights(*lowered_);
  for (std::uint32_t id = 0; id < lowered_->relations.size(); ++id) {
    const std::string& name = lowered_->relations[id].name;
    const bool wanted = names.empty() ? sights[id] != asp::Sight::never
                                      : std::find(names.begin(), names.end(), name) != names.end();
    if (wanted) relations_.push_back(id);
  }
  driver::Options options;
  options.engine = engine;
  options.pipeline.disabled.assign(asp::narrowing_passes.begin(), asp::narrowing_passes.end());
  ir::Module observed = asp::with_observed(*lowered_, relations_);
  loaded_ = engine == driver::Engine::net || engine == driver::Engine::net_jit
                ? driver::net_game(std::move(observed), path, options, {}, session_)
                : driver::match_game(std::move(observed), path, options, session_);
  CAPTURE(session_.diagnostics.render());
  REQUIRE(loaded_);
  passes::PassContext context = driver::pass_context(session_);
  const auto facts = asp::fixed_facts(*lowered_, relations_, context);
  REQUIRE(facts);
  observer_ = asp::Observer::make(*lowered_, game(), relations_, *facts, session_.diagnostics);
  REQUIRE(observer_);
}

std::uint32_t ObservedGame::relation(const std::string& name) const {
  const std::uint32_t id = lowered_->find_relation(name);
  REQUIRE(id != ir::no_id);
  return id;
}

ir::Argument ObservedGame::constant(const std::string& text) const {
  const std::optional<ir::Symbol> symbol = lowered_->symbols->find(text);
  REQUIRE(symbol);
  return ir::Argument::constant(*symbol);
}

ir::FormulaVariable ObservedGame::variable(const std::string& name, std::size_t column) const {
  const ir::Relation& found = lowered_->relations[relation(name)];
  return {"V", lowered_->domains[found.columns.at(column)].values};
}

namespace {

using Tuple = std::vector<ir::Symbol>;
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

bool agrees(const ir::Literal& literal, const NaiveState& state, const Binding& binding) {
  if (literal.kind == ir::Literal::Kind::negative) {
    for (const Tuple& tuple : state.tuples[literal.relation]) {
      Binding copy = binding;
      if (bind(literal.args, tuple, copy)) return false;
    }
    return true;
  }
  bool same = true;
  for (std::size_t i = 0; i < literal.args.size(); ++i) {
    same = same && value_of(literal.args[i], binding) == value_of(literal.right[i], binding);
  }
  return same == (literal.kind == ir::Literal::Kind::same);
}

/// Adds what the rule gives for bindings from its positive literal `at` on.
void fire(const ir::Rule& rule, std::size_t at, const Binding& binding, const NaiveState& state,
          std::set<Tuple>& found) {
  while (at < rule.body.size() && rule.body[at].kind != ir::Literal::Kind::positive) ++at;
  if (at < rule.body.size()) {
    for (const Tuple& tuple : state.tuples[rule.body[at].relation]) {
      Binding copy = binding;
      if (bind(rule.body[at].args, tuple, copy)) fire(rule, at + 1, copy, state, found);
    }
    return;
  }
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive && !agrees(literal, state, binding)) return;
  }
  Tuple head;
  for (const ir::Argument& arg : rule.head_args) head.push_back(value_of(arg, binding));
  found.insert(head);
}

void for_each_tuple(const ir::Module& module, const ir::Relation& relation, Tuple& tuple,
                    const std::function<void()>& visit) {
  if (tuple.size() == relation.columns.size()) {
    visit();
    return;
  }
  for (const ir::Symbol value : module.domains[relation.columns[tuple.size()]].values) {
    tuple.push_back(value);
    for_each_tuple(module, relation, tuple, visit);
    tuple.pop_back();
  }
}

std::string write(const ir::Module& module, const std::string& term, const Tuple& tuple) {
  std::string text;
  std::size_t next = 0;
  for (const char c : term) {
    if (c == '?') {
      text += module.symbols->text(tuple[next++]);
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

NaiveState naive_state(const ir::Module& lowered, const std::vector<std::string>& fluents) {
  NaiveState state;
  const std::set<std::string> holding(fluents.begin(), fluents.end());
  std::size_t placed = 0;
  for (const ir::Relation& relation : lowered.relations) {
    auto& tuples = state.tuples.emplace_back();
    for (std::size_t row = 0; row < relation.facts.rows; ++row) {
      const std::size_t width = relation.columns.size();
      const auto begin = relation.facts.cells.begin() + static_cast<std::ptrdiff_t>(row * width);
      tuples.emplace(begin, begin + static_cast<std::ptrdiff_t>(width));
    }
    if (relation.kind != ir::RelationKind::state) continue;
    Tuple tuple;
    for_each_tuple(lowered, relation, tuple, [&] {
      if (!holding.contains(write(lowered, relation.term, tuple))) return;
      tuples.insert(tuple);
      ++placed;
    });
  }
  REQUIRE(placed == holding.size());
  const passes::Dependencies dependencies = passes::find_dependencies(lowered);
  for (const std::vector<ir::RelationId>& members : dependencies.members) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const ir::RelationId id : members) {
        std::set<Tuple> found;
        for (const std::uint32_t r : dependencies.rules[id]) {
          const ir::Rule& rule = lowered.rules[r];
          fire(rule, 0, Binding(rule.variables.size(), ir::no_symbol), state, found);
        }
        for (const Tuple& tuple : found) changed |= state.tuples[id].insert(tuple).second;
      }
    }
  }
  return state;
}

namespace {

std::vector<ir::Symbol> values_of(const std::vector<ir::Argument>& args,
                                  const std::map<ir::VariableId, ir::Symbol>& values) {
  std::vector<ir::Symbol> tuple;
  for (const ir::Argument& arg : args) {
    tuple.push_back(arg.kind == ir::Argument::Kind::constant ? arg.id : values.at(arg.id));
  }
  return tuple;
}

std::uint64_t naive_count(const ir::Formula& body, const std::vector<ir::VariableId>& variables,
                          std::size_t at, const ir::Invariant& invariant,
                          std::map<ir::VariableId, ir::Symbol>& values,
                          std::span<const NaiveState> window) {
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
                 std::map<ir::VariableId, ir::Symbol>& values, std::span<const NaiveState> window) {
  using Kind = ir::Formula::Kind;
  const auto inner = [&](const ir::Formula& part) {
    return naive_holds(part, invariant, values, window);
  };
  switch (formula.kind) {
    case Kind::atom:
      return window[0].tuples[formula.relation].contains(values_of(formula.args, values));
    case Kind::same:
      return values_of(formula.args, values) == values_of(formula.right, values);
    case Kind::negation:
      return !inner(formula.parts[0]);
    case Kind::conjunction:
      return std::all_of(formula.parts.begin(), formula.parts.end(), inner);
    case Kind::disjunction:
      return std::any_of(formula.parts.begin(), formula.parts.end(), inner);
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

namespace {

class InvariantMaker {
 public:
  InvariantMaker(const ir::Module& module, const std::vector<std::uint32_t>& relations,
                 std::mt19937_64& random)
      : module_(module), relations_(relations), random_(random) {}

  ir::Invariant make() {
    for (std::uint64_t i = few(0, 2); i > 0; --i) result_.parameters.push_back(variable());
    scope_ = result_.parameters;
    result_.formula = formula(4, 2);
    return std::move(result_);
  }

 private:
  std::uint64_t below(std::uint64_t bound) {
    return std::uniform_int_distribution<std::uint64_t>(0, bound - 1)(random_);
  }
  /// Rather the lower.
  std::uint64_t few(std::uint64_t least, std::uint64_t most) {
    while (least < most && below(2) == 0) ++least;
    return least;
  }
  const ir::Relation& any_relation() {
    return module_.relations[relations_[below(relations_.size())]];
  }

  /// Over some column's domain, or part of it, with constants of another one.
  ir::VariableId variable() {
    std::vector<ir::Symbol> values;
    const ir::Relation* relation = &any_relation();
    for (int i = 0; i < 20 && relation->columns.empty(); ++i) relation = &any_relation();
    if (!relation->columns.empty()) {
      values = module_.domains[relation->columns[below(relation->columns.size())]].values;
    }
    if (below(3) == 0) {
      std::erase_if(values, [&](ir::Symbol) { return below(3) == 0; });
      values.push_back(static_cast<ir::Symbol>(below(module_.symbols->size())));
    }
    while (values.size() > 12)
      values.erase(values.begin() + static_cast<long>(below(values.size())));
    std::sort(values.begin(), values.end(),
              [&](ir::Symbol a, ir::Symbol b) { return module_.symbols->domain_less(a, b); });
    values.erase(std::unique(values.begin(), values.end()), values.end());
    result_.variables.push_back({"V", std::move(values)});
    return static_cast<ir::VariableId>(result_.variables.size() - 1);
  }

  ir::Argument argument(const std::vector<ir::Symbol>& likely) {
    if (!scope_.empty() && below(4) != 0) {
      // Variables of few common constants with the column say little.
      for (int i = 0; i < 4; ++i) {
        const ir::VariableId v = scope_[below(scope_.size())];
        for (const ir::Symbol value : result_.variables[v].domain) {
          if (std::find(likely.begin(), likely.end(), value) != likely.end()) {
            return ir::Argument::variable(v);
          }
        }
      }
    }
    if (likely.empty() || below(20) == 0) {
      return ir::Argument::constant(static_cast<ir::Symbol>(below(module_.symbols->size())));
    }
    return ir::Argument::constant(likely[below(likely.size())]);
  }

  ir::Formula atom() {
    const std::uint32_t id = relations_[below(relations_.size())];
    std::vector<ir::Argument> args;
    for (const ir::DomainId column : module_.relations[id].columns) {
      args.push_back(argument(module_.domains[column].values));
    }
    return ir::atom_of(id, std::move(args));
  }

  ir::Formula same() {
    ir::Formula result;
    result.kind = ir::Formula::Kind::same;
    for (std::uint64_t i = few(1, 2); i > 0; --i) {
      std::vector<ir::Symbol> likely;
      if (!scope_.empty()) likely = result_.variables[scope_[below(scope_.size())]].domain;
      result.args.push_back(argument(likely));
      result.right.push_back(argument(likely));
    }
    return result;
  }

  ir::Formula count(int depth, int degree) {
    ir::Formula result;
    result.kind = ir::Formula::Kind::count;
    result.lower = below(4) == 0 ? below(4) : 1;
    if (below(2) == 0) result.upper = result.lower + below(3);
    const std::vector<ir::VariableId> outer = scope_;
    for (std::uint64_t r = few(1, 2); r > 0; --r) {
      std::vector<ir::VariableId> own;
      for (std::uint64_t i = few(1, 2); i > 0; --i) own.push_back(variable());
      scope_.insert(scope_.end(), own.begin(), own.end());
      ir::Formula body = formula(depth - 1, degree);
      if (below(3) == 0) {
        body = below(2) == 0 ? ir::negation_of(atom()) : atom();
      }
      result.parts.push_back(std::move(body));
      result.ranges.push_back(std::move(own));
      scope_ = outer;
    }
    return result;
  }

  ir::Formula formula(int depth, int degree) {
    const std::uint64_t kind = depth == 0 ? 0 : below(12);
    if (kind <= 1) return atom();
    if (kind == 2) return same();
    if (kind <= 4) return ir::negation_of(formula(depth - 1, degree));
    if (kind <= 7) {
      std::vector<ir::Formula> parts;
      for (std::uint64_t i = below(4); i > 0; --i) parts.push_back(formula(depth - 1, degree));
      return kind == 5 ? ir::conjunction_of(std::move(parts))
                       : ir::disjunction_of(std::move(parts));
    }
    if (kind <= 9) return scope_.size() > 3 ? atom() : count(depth, degree);
    return degree == 0 ? atom() : ir::next_of(formula(depth - 1, degree - 1));
  }

  const ir::Module& module_;
  const std::vector<std::uint32_t>& relations_;
  std::mt19937_64& random_;
  ir::Invariant result_;
  std::vector<ir::VariableId> scope_;
};

}  // namespace

ir::Invariant random_invariant(const ir::Module& lowered,
                               const std::vector<std::uint32_t>& relations,
                               std::mt19937_64& random) {
  return InvariantMaker(lowered, relations, random).make();
}

}  // namespace tesuji::tests
