#include "backend/proofs/formulas/summary_sets.h"

#include "backend/proofs/formulas/goal_invariants.h"
#include "backend/proofs/formulas/invariant_maker.h"
#include "backend/proofs/formulas/names.h"
#include "ir/module/module.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::proofs {

namespace {

// Finds orders of the constants of a column along which play may move: orders of integers, and of
// the rulesheet's successor relations.

using ir::Symbol;
using Order = std::vector<Symbol>;

std::optional<Order> by_size(const Order& values, const ir::SymbolTable& symbols) {
  std::vector<std::pair<std::int64_t, Symbol>> numbers;
  for (const Symbol value : values) {
    const std::string& text = symbols.text(value);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    numbers.emplace_back(number, value);
  }
  std::sort(numbers.begin(), numbers.end());
  Order order;
  for (const auto& [number, value] : numbers) order.push_back(value);
  return order;
}

/// Sorts topologically; ties keep the order of the domain.
std::optional<Order> along(const ir::Facts& facts, const Order& values) {
  std::map<Symbol, std::size_t> position;
  for (std::size_t i = 0; i < values.size(); ++i) position.emplace(values[i], i);
  std::vector<std::vector<std::size_t>> after(values.size());
  std::vector<std::size_t> before(values.size(), 0);
  std::size_t edges = 0;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const auto from = position.find(facts.cells[2 * row]);
    const auto to = position.find(facts.cells[2 * row + 1]);
    if (from == position.end() || to == position.end()) continue;
    after[from->second].push_back(to->second);
    ++before[to->second];
    ++edges;
  }
  if (edges + 1 < values.size()) return std::nullopt;
  std::set<std::size_t> ready;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (before[i] == 0) ready.insert(i);
  }
  Order order;
  while (!ready.empty()) {
    const std::size_t next = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(values[next]);
    for (const std::size_t other : after[next]) {
      if (--before[other] == 0) ready.insert(other);
    }
  }
  if (order.size() < values.size()) return std::nullopt;  // a cycle
  return order;
}

/// Returns orders of all constants of the relation's column, each with its reverse: by size if all
/// are integers; and along every acyclic relation of facts with two columns that relates at least
/// all but one of them. All orders are different.
std::vector<Order> value_orders(const ir::Module& module, ir::RelationId relation,
                                std::size_t column) {
  const Order& values = column_values(module, relation, column);
  std::vector<Order> orders;
  if (values.size() < 2) return orders;
  const auto add = [&](std::optional<Order> order) {
    if (!order) return;
    for (int direction = 0; direction < 2; ++direction) {
      if (std::find(orders.begin(), orders.end(), *order) == orders.end()) orders.push_back(*order);
      std::reverse(order->begin(), order->end());
    }
  };
  add(by_size(values, *module.symbols));
  for (const ir::Relation& some : module.relations) {
    if (some.kind != ir::RelationKind::fixed || some.columns.size() != 2) continue;
    add(along(some.facts, values));
  }
  return orders;
}

using ir::Argument;
using ir::Formula;
using ir::Invariant;
using ir::RelationId;
using ir::VariableId;
using Kind = Claim::Kind;

constexpr std::size_t most_turns = 16;     ///< values of a fluent that may determine who moves
constexpr std::size_t most_ordered = 300;  ///< values of a column that may advance by steps
/// Maximum number of parts of a formula about steps: values that lead to values, each with a
/// quantifier if the relation has a second column.
constexpr std::size_t most_parts = 1'000;
constexpr std::size_t parts_of_quantifier = 8;
constexpr std::uint64_t most_stepping = 1'000;  ///< fluents of the relation of such a column
constexpr std::size_t most_stepping_columns = 2;
constexpr std::uint64_t most_consumed = 100'000;  ///< fluents that may be used up
constexpr std::uint32_t most_moves_between = 2;   ///< moves from one used-up fluent to the next

class SummaryMaker {
 public:
  explicit SummaryMaker(const ir::Module& module) : module_(module) {}

  SummarySets make() {
    begin("Turns");
    for (const RelationId id : relations_of_kind(module_, ir::RelationKind::state)) add_turns(id);
    begin("Sums");
    for (GoalSum& sum : goal_sums(module_)) {
      Claim& claim = add(Kind::adds_up, ir::no_id, std::move(sum.invariant));
      claim.sum = sum.sum;
    }
    return make_lengths();
  }

  SummarySets make_lengths() {
    begin("Steps");
    for (const RelationId id : relations_of_kind(module_, ir::RelationKind::state)) add_rising(id);
    begin("Supplies");
    for (const RelationId id : relations_of_kind(module_, ir::RelationKind::state)) {
      add_consumed(id);
    }
    end();
    return std::move(result_);
  }

 private:
  void end() {
    if (!result_.sets.empty() && result_.sets.back().invariants.empty()) result_.sets.pop_back();
  }
  void begin(std::string_view name) {
    end();
    result_.sets.push_back({std::string(name), {}});
  }

  Claim& add(Kind kind, RelationId relation, Invariant invariant) {
    std::vector<Invariant>& into = result_.sets.back().invariants;
    Claim& claim = result_.claims.emplace_back();
    claim.kind = kind;
    claim.set = result_.sets.size() - 1;
    claim.invariant = into.size();
    claim.relation = relation;
    invariant.name = predicate_name(invariant.name);
    into.push_back(std::move(invariant));
    return claim;
  }

  [[nodiscard]] std::string name(std::string_view what, RelationId relation) const {
    return fmt::format("{}_{}", what, ir::short_name(module_.relations[relation]));
  }

  // Turns.

  void add_turns(RelationId relation) {
    if (module_.roles.size() < 2 || module_.relations[relation].columns.size() != 1) return;
    const std::vector<Symbol>& values = column_values(module_, relation, 0);
    if (values.size() < 2 || values.size() > most_turns) return;
    add(Kind::waits, relation, waits(relation, values));
    add(Kind::follows, relation, follows(relation, values));
  }

  Invariant waits(RelationId relation, const std::vector<Symbol>& values) {
    Maker maker(name("waits", relation));
    const VariableId value = maker.variable("V", values);
    const VariableId role = maker.variable("R", sorted_roles(module_));
    maker.parameter(value);
    maker.parameter(role);
    Formula several = moves_of(module_, maker, role, 2);
    return maker.make(ir::implication_of(ir::atom_of(relation, {Argument::variable(value)}),
                                         ir::negation_of(std::move(several))));
  }

  Invariant follows(RelationId relation, const std::vector<Symbol>& values) {
    Maker maker(name("follows", relation));
    const VariableId now = maker.variable("V", values);
    const VariableId then = maker.variable("W", values);
    maker.parameter(now);
    maker.parameter(then);
    return maker.make(
        ir::implication_of(ir::atom_of(relation, {Argument::variable(now)}),
                           ir::next_of(ir::atom_of(relation, {Argument::variable(then)}))));
  }

  // Rising quantities.

  /// Makes the formula: some fluent of the relation has this argument in the column.
  Formula some(Maker& maker, RelationId relation, std::size_t column, Argument value) {
    std::vector<Argument> args;
    std::vector<VariableId> others;
    for (std::size_t i = 0; i < module_.relations[relation].columns.size(); ++i) {
      if (i == column) {
        args.push_back(value);
        continue;
      }
      others.push_back(
          maker.variable(fmt::format("X{}", i + 1), column_values(module_, relation, i)));
      args.push_back(Argument::variable(others.back()));
    }
    Formula atom = ir::atom_of(relation, std::move(args));
    return others.empty() ? std::move(atom) : ir::count_of(std::move(others), std::move(atom));
  }

  void add_rising(RelationId relation) {
    const std::size_t columns = module_.relations[relation].columns.size();
    if (columns > most_stepping_columns) return;
    if (module_.product_size(module_.relations[relation]) > most_stepping) return;
    for (std::size_t column = 0; column < columns; ++column) {
      const auto orders = value_orders(module_, relation, column);
      if (orders.empty() || orders.front().size() > most_ordered) continue;
      for (const std::vector<Symbol>& order : orders) {
        for (const Kind kind : {Kind::advances, Kind::rises}) {
          if (parts_of(kind, order.size(), columns) > most_parts) continue;
          Claim& claim = add(kind, relation, rising(kind, relation, column, order));
          claim.column = column;
          claim.order = order;
        }
      }
      for (const Kind kind : {Kind::goes_on, Kind::over}) {
        add(kind, relation, ending(kind, relation, column)).column = column;
      }
    }
  }

  static std::size_t parts_of(Kind kind, std::size_t values, std::size_t columns) {
    const std::size_t pairs = kind == Kind::rises ? values * (values + 1) / 2 : 2 * values;
    return columns == 1 ? pairs : parts_of_quantifier * pairs;
  }

  Invariant rising(Kind kind, RelationId relation, std::size_t column,
                   const std::vector<Symbol>& order) {
    Maker maker(name(kind == Kind::rises ? "rises" : "advances", relation));
    std::vector<Formula> all;
    for (std::size_t i = 0; i < order.size(); ++i) {
      std::vector<Formula> later;
      const std::size_t last = kind == Kind::rises ? order.size() : std::min(i + 2, order.size());
      for (std::size_t j = i + 1; j < last; ++j) {
        later.push_back(some(maker, relation, column, Argument::constant(order[j])));
      }
      all.push_back(ir::implication_of(some(maker, relation, column, Argument::constant(order[i])),
                                       ir::next_of(ir::disjunction_of(std::move(later)))));
    }
    return maker.make(ir::conjunction_of(std::move(all)));
  }

  Invariant ending(Kind kind, RelationId relation, std::size_t column) {
    Maker maker(name(kind == Kind::over ? "over" : "goes_on", relation));
    const VariableId value = maker.variable("V", column_values(module_, relation, column));
    maker.parameter(value);
    Formula end = terminal_of(module_);
    if (kind == Kind::goes_on) end = ir::negation_of(std::move(end));
    return maker.make(ir::implication_of(some(maker, relation, column, Argument::variable(value)),
                                         std::move(end)));
  }

  // Fluents that moves use up.

  void add_consumed(RelationId relation) {
    const std::size_t columns = module_.relations[relation].columns.size();
    if (columns == 0 || module_.product_size(module_.relations[relation]) > most_consumed) return;
    for (std::size_t i = 0; i <= columns; ++i) {
      const std::size_t column = i == columns ? Claim::no_column : i;
      if (columns == 1 && column != Claim::no_column) continue;  // a single fluent
      for (std::uint32_t moves = 1; moves <= most_moves_between; ++moves) {
        for (const Kind kind : {Kind::uses_up, Kind::fills}) {
          Claim& claim = add(kind, relation, consumed(kind, relation, column, moves));
          claim.column = column;
          claim.moves = moves;
        }
      }
    }
  }

  Invariant consumed(Kind kind, RelationId relation, std::size_t column, std::uint32_t moves) {
    Maker maker(name(kind == Kind::uses_up ? "uses_up" : "fills", relation));
    std::vector<VariableId> counted;
    std::vector<VariableId> all;
    for (std::size_t i = 0; i < module_.relations[relation].columns.size(); ++i) {
      all.push_back(maker.variable(fmt::format("X{}", i + 1), column_values(module_, relation, i)));
      if (i == column) {
        maker.parameter(all.back());
      } else {
        counted.push_back(all.back());
      }
    }
    const auto fluent = [&](bool holds) {
      Formula atom = ir::atom_of(relation, variables_of(all));
      return holds ? atom : ir::negation_of(std::move(atom));
    };
    std::vector<Formula> both;
    both.push_back(fluent(kind == Kind::uses_up));
    Formula later = fluent(kind != Kind::uses_up);
    for (std::uint32_t i = 0; i < moves; ++i) later = ir::next_of(std::move(later));
    both.push_back(std::move(later));
    Formula changes = ir::count_of(std::move(counted), ir::conjunction_of(std::move(both)));
    return maker.make(while_it_lasts(std::move(changes), moves));
  }

  /// Makes the formula conditional: it need not hold if the game ends before `moves` moves.
  Formula while_it_lasts(Formula formula, std::uint32_t moves) const {
    std::vector<Formula> either;
    for (std::uint32_t i = 0; i < moves; ++i) {
      Formula over = terminal_of(module_);
      for (std::uint32_t j = 0; j < i; ++j) over = ir::next_of(std::move(over));
      either.push_back(std::move(over));
    }
    either.push_back(std::move(formula));
    return ir::disjunction_of(std::move(either));
  }

  const ir::Module& module_;
  SummarySets result_;
};

}  // namespace

SummarySets summary_sets(const ir::Module& module) {
  return SummaryMaker(module).make();
}

SummarySets length_sets(const ir::Module& module) {
  return SummaryMaker(module).make_lengths();
}

}  // namespace tesuji::proofs
