#include "backend/proofs/formulas/goal_invariants.h"

#include "backend/proofs/formulas/automatic_sets.h"
#include "backend/proofs/formulas/invariant_maker.h"
#include "ir/core/symbol.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tesuji::proofs {

namespace {

using ir::Argument;
using ir::Formula;
using ir::Invariant;
using ir::Symbol;
using ir::VariableId;

constexpr int goal_total = 100;
constexpr std::size_t most_sums = 32;              ///< of possible sums
constexpr std::size_t most_goal_tuples = 200'000;  ///< expanded in zero-sum

/// The possible tuples of `goal`: relations with one value, and these values.
struct Goals {
  std::vector<Symbol> roles;                            ///< roles with goals, in their order
  std::vector<std::pair<Symbol, std::int32_t>> values;  ///< integers, ascending
  ir::RelationId relation = ir::no_id;
};

std::optional<std::int32_t> integer(const std::string& text) {
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Goals> goals_of(const ir::Module& module) {
  Goals goals;
  goals.relation = module.find_goal_values();
  if (goals.relation == ir::no_id || module.relations[goals.relation].columns.size() != 2) {
    return std::nullopt;
  }
  goals.roles = players_of(module);
  for (const Symbol value : column_values(module, goals.relation, 1)) {
    if (const auto number = integer(module.symbols->text(value))) {
      goals.values.emplace_back(value, *number);
    }
  }
  std::stable_sort(goals.values.begin(), goals.values.end(),
                   [](const auto& a, const auto& b) { return a.second < b.second; });
  return goals;
}

/// Makes the formula: the goals g_k, ..., g_n of the roles from the k-th on add up only to `rest`.
Formula adds_up(const Goals& goals, std::size_t role, std::int64_t rest) {
  if (role == goals.roles.size()) {
    return rest == 0 ? ir::conjunction_of({}) : ir::disjunction_of({});
  }
  std::vector<Formula> parts;
  for (const auto& [value, number] : goals.values) {
    Formula inner = adds_up(goals, role + 1, rest - number);
    if (inner.kind == Formula::Kind::conjunction && inner.parts.empty()) continue;
    Formula not_this = ir::negation_of(ir::atom_of(
        goals.relation, {Argument::constant(goals.roles[role]), Argument::constant(value)}));
    if (inner.kind == Formula::Kind::disjunction && inner.parts.empty()) {
      parts.push_back(std::move(not_this));
    } else {
      std::vector<Formula> either;
      either.push_back(std::move(not_this));
      either.push_back(std::move(inner));
      parts.push_back(ir::disjunction_of(std::move(either)));
    }
  }
  return ir::conjunction_of(std::move(parts));
}

void add_zero_sum(const ir::Module& module, const Goals& goals, std::vector<Invariant>& result,
                  std::vector<std::string>& left_out) {
  double tuples = 1;
  for (std::size_t i = 0; i < goals.roles.size(); ++i) {
    tuples *= static_cast<double>(goals.values.size());
  }
  if (tuples > static_cast<double>(most_goal_tuples)) {
    left_out.push_back(fmt::format("zero_sum: {:.3g} combinations of goals, more than {}", tuples,
                                   most_goal_tuples));
    return;
  }
  Maker maker{std::string(zero_sum)};
  result.push_back(
      maker.make(ir::implication_of(terminal_of(module), adds_up(goals, 0, goal_total))));
}

Formula one_goal(const ir::Module& module, Maker& maker, const Goals& goals, VariableId role) {
  const VariableId value = maker.variable("V", column_values(module, goals.relation, 1));
  return ir::count_of(
      {value}, ir::atom_of(goals.relation, {Argument::variable(role), Argument::variable(value)}),
      1, 1);
}

std::vector<Symbol> sorted_players(const ir::Module& module) {
  std::vector<Symbol> players = players_of(module);
  ir::make_domain_values(players, *module.symbols);
  return players;
}

Invariant unique(const ir::Module& module, const Goals& goals) {
  Maker maker{std::string(unique_goals)};
  const VariableId role = maker.variable("R", sorted_players(module));
  Formula one = one_goal(module, maker, goals, role);
  return maker.make(ir::forall_of({role}, ir::implication_of(terminal_of(module), std::move(one))));
}

Invariant monotonic(const ir::Module& module, const Goals& goals) {
  Maker maker{std::string(monotonic_goals)};
  const VariableId role = maker.variable("R", sorted_players(module));
  const auto goal = [&](Symbol value) {
    return ir::atom_of(goals.relation, {Argument::variable(role), Argument::constant(value)});
  };
  std::vector<Formula> never;
  for (const auto& [low, low_number] : goals.values) {
    for (const auto& [high, high_number] : goals.values) {
      if (low_number >= high_number) continue;
      std::vector<Formula> both;
      both.push_back(goal(high));
      both.push_back(ir::next_of(goal(low)));
      never.push_back(ir::negation_of(ir::conjunction_of(std::move(both))));
    }
  }
  std::vector<Formula> parts;
  parts.push_back(one_goal(module, maker, goals, role));
  parts.push_back(ir::implication_of(ir::negation_of(terminal_of(module)),
                                     ir::conjunction_of(std::move(never))));
  return maker.make(ir::forall_of({role}, ir::conjunction_of(std::move(parts))));
}

}  // namespace

std::vector<Invariant> goal_invariants(const ir::Module& module,
                                       std::vector<std::string>& left_out) {
  std::vector<Invariant> result;
  const auto goals = goals_of(module);
  if (!goals) return result;
  add_zero_sum(module, *goals, result, left_out);
  result.push_back(unique(module, *goals));
  result.push_back(monotonic(module, *goals));
  return result;
}

std::vector<GoalSum> goal_sums(const ir::Module& module) {
  std::vector<GoalSum> result;
  const auto goals = goals_of(module);
  if (!goals || goals->roles.size() < 2) return result;
  std::set<std::int64_t> sums{0};
  double tuples = 1;
  for (std::size_t role = 0; role < goals->roles.size(); ++role) {
    std::set<std::int64_t> more;
    for (const std::int64_t sum : sums) {
      for (const auto& [value, number] : goals->values) more.insert(sum + number);
    }
    sums = std::move(more);
    tuples *= static_cast<double>(goals->values.size());
    if (sums.size() > most_sums || tuples > static_cast<double>(most_goal_tuples)) return result;
  }
  sums.erase(goal_total);
  for (const std::int64_t sum : sums) {
    Maker maker(fmt::format("goals_add_up_to_{}", sum));
    result.push_back(
        {sum, maker.make(ir::implication_of(terminal_of(module), adds_up(*goals, 0, sum)))});
  }
  return result;
}

std::vector<GoalNotReached> goals_not_reached(const ir::Module& module, std::size_t role) {
  std::vector<GoalNotReached> found;
  const std::optional<Goals> goals = goals_of(module);
  if (!goals) return found;
  const auto goal = [&](Symbol value) {
    return ir::atom_of(goals->relation,
                       {Argument::constant(module.roles[role]), Argument::constant(value)});
  };
  for (auto some = goals->values.rbegin(); some != goals->values.rend(); ++some) {
    if (some->second < 0 || some->second > goal_total) continue;  // it is treated as no goal
    std::vector<Formula> reached;
    reached.push_back(terminal_of(module));
    reached.push_back(goal(some->first));
    for (const Symbol other : column_values(module, goals->relation, 1)) {
      if (other != some->first) reached.push_back(ir::negation_of(goal(other)));
    }
    Maker maker{fmt::format("goal_{}_not_reached", some->second)};
    found.push_back(
        {some->second, maker.make(ir::negation_of(ir::conjunction_of(std::move(reached))))});
  }
  return found;
}

}  // namespace tesuji::proofs
