#include "passes/synthesise.h"

#include "ir/agenda_premises.h"
#include "ir/agenda_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::AgendaOperation;
using ir::Argument;
using ir::OrderingMetarule;
using ir::PremisePattern;

/// More ways of being bound than this are not worth a metarule each.
constexpr std::size_t max_variable_columns = 8;

/// What a premise looks like once its variables' names are forgotten: relation, for
/// each column a constant or none, and where the same variable stands.
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

class Synthesis {
 public:
  explicit Synthesis(const ir::Module& module) : module_(module) {}

  std::vector<OrderingMetarule> run() {
    std::set<Shape> shapes;
    std::set<ir::Comparison> comparisons;
    for (const ir::Agenda& agenda : module_.agendas) {
      for (const AgendaOperation& premise : ir::premises_of(agenda)) {
        if (premise.kind == AgendaOperation::Kind::compare) {
          comparisons.insert(premise.comparison);
        } else {
          shapes.insert(shape_of(premise));
        }
      }
    }
    for (const Shape& shape : shapes) add(shape);
    for (const ir::Comparison comparison : comparisons) add(comparison);
    return std::move(metarules_);
  }

 private:
  static Shape shape_of(const AgendaOperation& premise) {
    Shape shape{premise.relation, premise.kind == AgendaOperation::Kind::absent, premise.args};
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (Argument& argument : shape.args) {
      if (argument.kind != Argument::Kind::variable) continue;
      argument.id =
          numbers.emplace(argument.id, static_cast<std::uint32_t>(numbers.size())).first->second;
    }
    return shape;
  }

  static std::string variable_name(std::uint32_t number) { return "v" + std::to_string(number); }

  void add(const Shape& shape) {
    const ir::Relation& relation = module_.relations[shape.relation];
    std::uint32_t variables = 0;
    PremisePattern pattern;
    pattern.kind = shape.absent ? PremisePattern::Kind::absent : PremisePattern::Kind::present;
    pattern.relation = relation.name;
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
    if (variables > max_variable_columns) return;
    for (std::uint32_t bound = 0; bound < std::uint32_t{1} << variables; ++bound) {
      // Absent premises only ever stand with all their variables bound.
      if (shape.absent && bound + 1 != std::uint32_t{1} << variables) continue;
      OrderingMetarule metarule;
      metarule.name = relation.name + "_" + std::to_string(metarules_.size() + 1);
      metarule.premise = pattern;
      for (std::uint32_t v = 0; v < variables; ++v) {
        ((bound >> v & 1U) != 0 ? metarule.bound : metarule.unbound).push_back(variable_name(v));
      }
      metarule.priority = matches(shape, bound);
      if (shape.absent) metarule.priority = std::max(0.0, 1 - metarule.priority);
      metarules_.push_back(std::move(metarule));
    }
  }

  /// Facts to expect that agree, where exactly the variables in `bound` are bound.
  double matches(const Shape& shape, std::uint32_t bound) const {
    const ir::Relation& relation = module_.relations[shape.relation];
    const std::size_t width = relation.columns.size();
    if (relation.kind == ir::RelationKind::memory) return guess(shape, bound);
    std::size_t agreeing = 0;
    std::set<std::vector<ir::Symbol>> keys;
    std::map<std::uint32_t, std::set<ir::Symbol>> seen;  // values of each variable
    for (std::size_t r = 0; r < relation.facts.rows; ++r) {
      const ir::Symbol* row = relation.facts.cells.data() + r * width;
      std::vector<ir::Symbol> key;
      std::map<std::uint32_t, ir::Symbol> values;
      bool agrees = true;
      for (std::size_t c = 0; c < width; ++c) {
        const Argument& argument = shape.args[c];
        if (argument.kind == Argument::Kind::constant) agrees &= row[c] == argument.id;
        if (argument.kind != Argument::Kind::variable) continue;
        agrees &= values.emplace(argument.id, row[c]).first->second == row[c];
        if ((bound >> argument.id & 1U) != 0) key.push_back(row[c]);
      }
      for (const auto& [variable, value] : values) seen[variable].insert(value);
      keys.insert(std::move(key));
      agreeing += agrees ? 1 : 0;
    }
    // With everything bound this is a test, of values that come from elsewhere.
    double ways = static_cast<double>(keys.size());
    if (bound + 1 == std::uint32_t{1} << seen.size()) {
      ways = 1;
      for (const auto& [variable, found] : seen) ways *= static_cast<double>(found.size());
    }
    return static_cast<double>(agreeing) / std::max(1.0, ways);
  }

  /// For what rules will add: the square root of what its domains allow.
  double guess(const Shape& shape, std::uint32_t bound) const {
    const ir::Relation& relation = module_.relations[shape.relation];
    double rows = std::sqrt(static_cast<double>(module_.product_size(relation)));
    for (std::size_t c = 0; c < shape.args.size(); ++c) {
      const Argument& argument = shape.args[c];
      const bool given =
          argument.kind == Argument::Kind::constant ||
          (argument.kind == Argument::Kind::variable && (bound >> argument.id & 1U) != 0);
      const auto size = static_cast<double>(module_.domains[relation.columns[c]].values.size());
      if (given) rows /= std::max(1.0, size);
    }
    return rows;
  }

  /// How often a comparison holds cannot be seen from facts of one relation.
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

  const ir::Module& module_;
  std::vector<OrderingMetarule> metarules_;
};

}  // namespace

std::vector<OrderingMetarule> synthesise_metarules(const ir::Module& module) {
  return Synthesis(module).run();
}

}  // namespace tesuji::passes
