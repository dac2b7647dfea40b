#include "passes/synthesise.h"

#include "ir/agenda_premises.h"
#include "ir/agenda_text.h"
#include "passes/estimates.h"
#include "passes/round_priorities.h"

#include <algorithm>
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

/// With derived relations as large as their plans are expected to make them.
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
    std::set<Shape> shapes;
    std::set<ir::Comparison> comparisons;
    for (const ir::Agenda& agenda : module_.agendas) {
      for (const AgendaOperation& premise : ir::premises_of(agenda)) {
        if (premise.kind == AgendaOperation::Kind::compare) {
          comparisons.insert(premise.comparison);
        } else {
          shapes.insert(shape_of(premise.relation, premise.kind == AgendaOperation::Kind::absent,
                                 premise.args));
        }
      }
    }
    for (const ir::Rule& rule : module_.rules) {
      for (const ir::Literal& literal : rule.body) {
        if (literal.relation != ir::no_id) {
          shapes.insert(shape_of(literal.relation, literal.kind == ir::Literal::Kind::negative,
                                 literal.args));
        } else {
          comparisons.insert(literal.kind == ir::Literal::Kind::same ? ir::Comparison::same
                                                                     : ir::Comparison::different);
        }
      }
    }
    for (const Shape& shape : shapes) add(shape);
    for (const ir::Comparison comparison : comparisons) add(comparison);
    round_priorities(metarules_);
    return std::move(metarules_);
  }

 private:
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
    std::vector<bool> variables(max_variable_columns);
    for (std::size_t v = 0; v < variables.size(); ++v) variables[v] = (bound >> v & 1U) != 0;
    return estimates_.matches(shape.relation, shape.args, variables);
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
  Estimates estimates_;
  std::vector<OrderingMetarule> metarules_;
};

}  // namespace

std::vector<OrderingMetarule> synthesise_metarules(const ir::Module& module) {
  return Synthesis(module).run();
}

}  // namespace tesuji::passes
