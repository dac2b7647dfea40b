#include "passes/ordering/synthesise.h"

#include "ir/module/agenda_premises.h"
#include "ir/text/words.h"
#include "passes/analysis/estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tesuji::passes {

// --- Synthesis

namespace {

using ir::Argument;
using ir::Operation;
using ir::OrderingMetarule;
using ir::PremisePattern;

/// With up to this many variables that may be bound, each subset of them gets a metarule.
constexpr std::size_t max_variables_of_sets = 6;

/// A premise without its variables' names: the relation, the constants in its columns, and the
/// pattern of repeated variables.
struct Shape {
  ir::RelationId relation = ir::no_id;
  bool absent = false;
  std::vector<Argument> args;  ///< variables numbered by first occurrence
  friend auto operator<=>(const Shape& a, const Shape& b) {
    return std::tuple(a.relation, a.absent, key(a)) <=> std::tuple(b.relation, b.absent, key(b));
  }
  static std::vector<std::pair<int, std::uint32_t>> key(const Shape& shape) {
    std::vector<std::pair<int, std::uint32_t>> key;
    for (const Argument& argument : shape.args) {
      key.emplace_back(static_cast<int>(argument.kind), argument.id);
    }
    return key;
  }
};

/// The number of a variable in a shape.
using Variable = std::uint32_t;

/// Returns estimates in which derived relations have the sizes expected from their plans.
Estimates estimates_of(const ir::Module& module) {
  Estimates estimates(module);
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    const bool known = relation.kind == ir::RelationKind::derived && relation.expected_rows > 0;
    if (known) estimates.set_rows(id, relation.expected_rows);
  }
  return estimates;
}

class Synthesis {
 public:
  explicit Synthesis(const ir::Module& module)
      : module_(module), estimates_(estimates_of(module)) {}

  std::vector<OrderingMetarule> run() {
    for (const ir::Agenda& agenda : module_.agendas) {
      std::vector<Operation> premises = ir::premises_of(agenda);
      collect(premises);
      // In the form in which they are ordered (order_premises.h).
      ir::ignore_lone_variables(premises, ir::conclusions_of(agenda), Operation::Kind::scan);
      collect(premises);
    }
    for (const ir::Rule& rule : module_.rules) collect(rule);
    for (const auto& [shape, bindable] : shapes_) add(shape, bindable);
    for (const ir::Comparison comparison : comparisons_) add(comparison);
    if (computes_) add_computations();
    if (asks_for_conjunctions_) add_conjunctions();
    round_priorities(metarules_);
    return std::move(metarules_);
  }

 private:
  /// Counts the occurrences by which each variable may be bound before a premise that also has it.
  using Places = std::map<ir::VariableId, std::size_t>;

  static void count_places(const std::vector<Argument>& args, Places& places) {
    std::set<ir::VariableId> variables;
    for (const Argument& argument : args) {
      if (argument.kind == Argument::Kind::variable) variables.insert(argument.id);
    }
    for (const ir::VariableId variable : variables) ++places[variable];
  }

  void collect(const std::vector<Operation>& premises) {
    Places places;
    for (const Operation& premise : premises) {
      if (premise.kind == Operation::Kind::scan) count_places(premise.args, places);
      if (premise.kind == Operation::Kind::compute) count_places({premise.args.front()}, places);
    }
    collect_sources(premises);
    collect(premises, places);
  }

  void collect(const std::vector<Operation>& premises, const Places& places) {
    for (const Operation& premise : premises) {
      if (premise.kind == Operation::Kind::compute) {
        computes_ = true;
      } else if (premise.kind == Operation::Kind::unless) {
        collect_body(premise);
      } else if (premise.kind == Operation::Kind::compare) {
        comparisons_.insert(premise.comparison);
      } else {
        collect(premise.relation, premise.kind == Operation::Kind::absent, premise.args, places);
      }
    }
  }

  /// Outer variables are bound before each of the conditions.
  void collect_body(const Operation& unless) {
    asks_for_conjunctions_ = true;
    Places places;
    count_places(unless.args, places);
    for (const Operation& premise : unless.body) {
      if (premise.kind == Operation::Kind::scan) count_places(premise.args, places);
    }
    collect(unless.body, places);
  }

  /// Records the columns that supply the tested values of relations with one column.
  void collect_sources(const std::vector<Operation>& premises) {
    for (const Operation& test : premises) {
      if (test.kind != Operation::Kind::scan || test.args.size() != 1 ||
          test.args[0].kind != Argument::Kind::variable) {
        continue;
      }
      for (const Operation& other : premises) {
        if (other.kind != Operation::Kind::scan || other.relation == test.relation) continue;
        for (std::size_t c = 0; c < other.args.size(); ++c) {
          const Argument& argument = other.args[c];
          if (argument.kind != Argument::Kind::variable || argument.id != test.args[0].id) continue;
          sources_[test.relation].insert({other.relation, c});
        }
      }
    }
  }

  /// Returns the fraction of the values bound by other premises that a relation of one column
  /// contains: over all columns with the variable, counting each value of a column once. 1 if no
  /// facts are known.
  double share_held(ir::RelationId relation) const {
    const ir::Facts& facts = module_.relations[relation].facts;
    const std::set<ir::Symbol> held(facts.cells.begin(), facts.cells.end());
    double asked = 0;
    double found = 0;
    const auto sources = sources_.find(relation);
    if (sources == sources_.end()) return 1;
    for (const auto& [other, column] : sources->second) {
      const ir::Relation& source = module_.relations[other];
      std::set<ir::Symbol> values;
      for (std::size_t i = column; i < source.facts.cells.size(); i += source.columns.size()) {
        values.insert(source.facts.cells[i]);
      }
      asked += static_cast<double>(values.size());
      found += static_cast<double>(std::count_if(
          values.begin(), values.end(), [&](ir::Symbol value) { return held.contains(value); }));
    }
    return asked > 0 ? found / asked : 1;
  }

  void collect(const ir::Rule& rule) {
    Places places;
    // If a relation is computed on demand, its head's variables are bound.
    count_places(rule.head_args, places);
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind == ir::Literal::Kind::positive) count_places(literal.args, places);
    }
    for (const ir::Literal& literal : rule.body) {
      if (literal.relation != ir::no_id) {
        collect(literal.relation, literal.kind == ir::Literal::Kind::negative, literal.args,
                places);
      } else {
        comparisons_.insert(literal.kind == ir::Literal::Kind::same ? ir::Comparison::same
                                                                    : ir::Comparison::different);
      }
    }
  }

  /// Adds the premise's shape. A variable that no other premise could have bound before is never
  /// bound when the premise is tried.
  void collect(ir::RelationId relation, bool absent, const std::vector<Argument>& args,
               const Places& places) {
    const Shape shape = shape_of(relation, absent, args);
    std::set<Variable>& bindable = shapes_[shape];
    for (std::size_t c = 0; c < args.size(); ++c) {
      if (args[c].kind != Argument::Kind::variable) continue;
      // Absent premises always have all their variables bound.
      const auto found = places.find(args[c].id);
      if (absent || (found != places.end() && found->second > 1)) {
        bindable.insert(shape.args[c].id);
      }
    }
  }

  static Shape shape_of(ir::RelationId relation, bool absent, std::vector<Argument> args) {
    Shape shape{relation, absent, std::move(args)};
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (Argument& argument : shape.args) {
      if (argument.kind != Argument::Kind::variable) continue;
      argument.id =
          numbers.emplace(argument.id, static_cast<std::uint32_t>(numbers.size())).first->second;
    }
    return shape;
  }

  static std::string variable_name(std::uint32_t number) { return "v" + std::to_string(number); }

  /// Returns the premise as a pattern, its variables named by numbers; and the number of variables.
  std::pair<PremisePattern, Variable> pattern_of(const Shape& shape) const {
    PremisePattern pattern;
    Variable variables = 0;
    pattern.kind = shape.absent ? PremisePattern::Kind::absent : PremisePattern::Kind::present;
    pattern.relation = module_.relations[shape.relation].name;
    for (const Argument& argument : shape.args) {
      PremisePattern::Argument seen;
      if (argument.kind == Argument::Kind::variable) {
        seen.kind = PremisePattern::Argument::Kind::variable;
        seen.text = variable_name(argument.id);
        variables = std::max(variables, argument.id + 1);
      } else if (argument.kind == Argument::Kind::constant) {
        seen.kind = PremisePattern::Argument::Kind::constant;
        seen.text = module_.symbols->text(argument.id);
      }
      pattern.args.push_back(std::move(seen));
    }
    return {std::move(pattern), variables};
  }

  void add(const Shape& shape, const std::set<Variable>& bindable) {
    const auto [pattern, variables] = pattern_of(shape);
    const std::vector<Variable> may_be(bindable.begin(), bindable.end());
    const bool sets = may_be.size() <= max_variables_of_sets;
    std::vector<std::vector<Variable>> ways{may_be};
    if (!shape.absent) ways = sets ? all_sets(may_be) : some_sets(may_be);
    for (const std::vector<Variable>& bound : ways) {
      OrderingMetarule metarule;
      metarule.name = pattern.relation + "_" + std::to_string(metarules_.size() + 1);
      metarule.premise = pattern;
      std::vector<bool> is_bound(variables);
      for (const Variable variable : bound) {
        is_bound[variable] = true;
        metarule.bound.push_back(variable_name(variable));
      }
      for (Variable v = 0; sets && v < variables; ++v) {
        if (!is_bound[v]) metarule.unbound.push_back(variable_name(v));
      }
      metarule.priority = estimates_.matches(shape.relation, shape.args, is_bound);
      // With its own values every test would pass.
      const bool tests_one = shape.args.size() == 1 && variables == 1 && is_bound[0];
      if (tests_one && metarule.priority == 1) metarule.priority = share_held(shape.relation);
      if (shape.absent) metarule.priority = std::max(0.0, 1 - metarule.priority);
      metarules_.push_back(std::move(metarule));
    }
  }

  static std::vector<std::vector<Variable>> all_sets(const std::vector<Variable>& variables) {
    std::vector<std::vector<Variable>> sets(std::size_t{1} << variables.size());
    for (std::size_t set = 0; set < sets.size(); ++set) {
      for (std::size_t i = 0; i < variables.size(); ++i) {
        if ((set >> i & 1U) != 0) sets[set].push_back(variables[i]);
      }
    }
    return sets;
  }

  /// Returns the empty set, each singleton, all but each one, and all. Subsets of many variables
  /// are too many to count or read. Metarules that only require bound variables also match if more
  /// are bound, and the smallest priority is used: so a set in between gets the smallest number
  /// among its variables.
  static std::vector<std::vector<Variable>> some_sets(const std::vector<Variable>& variables) {
    std::vector<std::vector<Variable>> sets{{}};
    for (const Variable variable : variables) sets.push_back({variable});
    for (const Variable variable : variables) {
      sets.push_back(variables);
      std::erase(sets.back(), variable);
    }
    sets.push_back(variables);
    return sets;
  }

  /// The selectivity of a comparison cannot be derived from facts of one relation.
  static double usual(ir::Comparison comparison) {
    if (comparison == ir::Comparison::different) return 0.9;
    return comparison == ir::Comparison::same ? 0.1 : 0.5;
  }

  void add(ir::Comparison comparison) {
    OrderingMetarule metarule;
    metarule.name = std::string(ir::word_for(ir::comparison_words, comparison)) + "_" +
                    std::to_string(metarules_.size() + 1);
    metarule.premise.kind = PremisePattern::Kind::compare;
    metarule.premise.relation = ir::word_for(ir::comparison_words, comparison);
    metarule.premise.args.resize(2);
    metarule.priority = usual(comparison);
    metarules_.push_back(std::move(metarule));
  }

  /// A function has one value, which seldom equals a known one.
  void add_computations() {
    for (const bool bound : {false, true}) {
      OrderingMetarule metarule;
      metarule.name = fmt::format("computed_{}", metarules_.size() + 1);
      metarule.premise.kind = PremisePattern::Kind::compute;
      metarule.premise.relation = ir::computation_pattern;
      metarule.premise.args.push_back({PremisePattern::Argument::Kind::variable, variable_name(0)});
      (bound ? metarule.bound : metarule.unbound).push_back(variable_name(0));
      metarule.priority = bound ? usual(ir::Comparison::same) : 1;
      metarules_.push_back(std::move(metarule));
    }
  }

  /// The frequency of a conjunction's instances cannot be derived from facts of one relation.
  void add_conjunctions() {
    OrderingMetarule metarule;
    metarule.name = fmt::format("conjunction_{}", metarules_.size() + 1);
    metarule.premise.kind = PremisePattern::Kind::absent_all;
    metarule.premise.relation = ir::absence_pattern;
    metarule.priority = 0.5;
    metarules_.push_back(std::move(metarule));
  }

  const ir::Module& module_;
  Estimates estimates_;
  std::map<Shape, std::set<Variable>> shapes_;  ///< and which of its variables may be bound
  /// By relation of one column: columns of other relations.
  std::map<ir::RelationId, std::set<std::pair<ir::RelationId, std::size_t>>> sources_;
  std::set<ir::Comparison> comparisons_;
  bool computes_ = false;
  bool asks_for_conjunctions_ = false;
  std::vector<OrderingMetarule> metarules_;
};

}  // namespace

std::vector<OrderingMetarule> synthesise_metarules(const ir::Module& module) {
  return Synthesis(module).run();
}

// --- Rounded priorities

namespace {

constexpr int fewest_digits = 4;
constexpr int all_digits = std::numeric_limits<double>::max_digits10;

double rounded(double number, int digits) {
  return std::floor(number) == number ? number : with_digits(number, digits);
}

}  // namespace

double with_digits(double number, int digits) {
  // std::stod throws for denormal numbers (below 2e-308) instead of returning them.
  return std::strtod(fmt::format("{:.{}g}", number, digits).c_str(), nullptr);
}

void round_priorities(std::vector<ir::OrderingMetarule>& metarules) {
  std::vector<double> numbers;  // ascending, each once
  numbers.reserve(metarules.size());
  for (ir::OrderingMetarule& metarule : metarules) {
    if (metarule.priority > 0) metarule.priority = std::max(metarule.priority, least_priority);
    numbers.push_back(metarule.priority);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<int> digits(numbers.size(), fewest_digits);
  const auto at = [&](std::size_t i) { return rounded(numbers[i], digits[i]); };
  // Gives two colliding numbers one more digit each; with all digits no two collide.
  for (bool met = true; met;) {
    met = false;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      while (at(i - 1) >= at(i)) {
        digits[i - 1] = std::min(digits[i - 1] + 1, all_digits);
        digits[i] = std::min(digits[i] + 1, all_digits);
        met = true;
      }
    }
  }
  for (ir::OrderingMetarule& metarule : metarules) {
    const auto place = std::lower_bound(numbers.begin(), numbers.end(), metarule.priority);
    metarule.priority = at(static_cast<std::size_t>(place - numbers.begin()));
  }
}

}  // namespace tesuji::passes
