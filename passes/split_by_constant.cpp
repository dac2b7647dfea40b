#include "passes/split_by_constant.h"

#include "passes/dependencies.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;

class Splitter {
 public:
  explicit Splitter(ir::Module& module) : module_(module) {}

  /// Splits one relation of each cycle that has a negation: it may be none after that.
  /// False when there is nothing left to split.
  bool split_each_cycle() {
    const Dependencies dependencies = find_dependencies(module_);
    find_cycle_uses(dependencies);
    std::vector<Split> splits;
    for (const std::uint32_t component : negated_cycles(dependencies)) {
      for (const ir::RelationId member : dependencies.members[component]) {
        if (wholes_.contains(member)) continue;
        if (const auto column = constant_column(member, dependencies.rules[member])) {
          splits.push_back({member, *column, {}});
          break;
        }
      }
    }
    for (Split& split : splits) divide(split, dependencies.rules[split.whole]);
    redirect(splits);
    for (const Split& split : splits) add_unions(split);
    return !splits.empty();
  }

 private:
  struct Part {
    ir::Symbol value = ir::no_symbol;  ///< what the whole has in the column
    ir::RelationId relation = ir::no_id;
    ir::Span span;  ///< of its first rule
  };

  struct Split {
    ir::RelationId whole = ir::no_id;
    std::size_t column = 0;
    std::vector<Part> parts;  ///< in the order of their first rules
  };

  /// Components in which a relation depends on its own negation, in the order of rules.
  std::vector<std::uint32_t> negated_cycles(const Dependencies& dependencies) const {
    std::vector<std::uint32_t> cycles;
    std::set<std::uint32_t> known;
    for (const ir::Rule& rule : module_.rules) {
      const std::uint32_t component = dependencies.component[rule.head];
      for (const ir::Literal& literal : rule.body) {
        if (literal.kind == ir::Literal::Kind::negative &&
            dependencies.component[literal.relation] == component &&
            known.insert(component).second) {
          cycles.push_back(component);
        }
      }
    }
    return cycles;
  }

  /// For each relation the literals of its own cycle that use it.
  void find_cycle_uses(const Dependencies& dependencies) {
    cycle_uses_.assign(module_.relations.size(), {});
    for (const ir::Rule& rule : module_.rules) {
      for (const ir::Literal& literal : rule.body) {
        if (literal.relation == ir::no_id) continue;
        if (dependencies.component[literal.relation] == dependencies.component[rule.head]) {
          cycle_uses_[literal.relation].push_back(&literal);
        }
      }
    }
  }

  /// A column that is a constant in every head, with more than one among heads and
  /// uses: else all would go to one part. Of several, the one that most uses on the
  /// cycle have a constant in, since the others will depend on all parts; then the first.
  std::optional<std::size_t> constant_column(ir::RelationId relation,
                                             const std::vector<std::uint32_t>& rules) const {
    std::optional<std::size_t> best;
    std::size_t best_uses = 0;
    const std::size_t width = module_.relations[relation].columns.size();
    for (std::size_t c = 0; c < width; ++c) {
      std::set<ir::Symbol> values;
      const bool constant = std::all_of(rules.begin(), rules.end(), [&](std::uint32_t r) {
        const Argument& argument = module_.rules[r].head_args[c];
        values.insert(argument.id);
        return argument.kind == Argument::Kind::constant;
      });
      if (rules.empty() || !constant) continue;
      const std::size_t uses = constant_uses(relation, c, values);
      if (values.size() < 2 || (best && uses <= best_uses)) continue;
      best = c;
      best_uses = uses;
    }
    return best;
  }

  /// How many literals on the relation's cycle have a constant in the column; adds
  /// these to `values`.
  std::size_t constant_uses(ir::RelationId relation, std::size_t column,
                            std::set<ir::Symbol>& values) const {
    std::size_t uses = 0;
    for (const ir::Literal* literal : cycle_uses_[relation]) {
      if (literal->args[column].kind != Argument::Kind::constant) continue;
      values.insert(literal->args[column].id);
      ++uses;
    }
    return uses;
  }

  /// Makes the parts, and rules of theirs of the whole's.
  void divide(Split& split, const std::vector<std::uint32_t>& rules) {
    wholes_.insert(split.whole);
    std::map<ir::Symbol, ir::RelationId> parts;
    for (const std::uint32_t r : rules) {
      ir::Rule& rule = module_.rules[r];
      const ir::Symbol value = rule.head_args[split.column].id;
      auto found = parts.find(value);
      if (found == parts.end()) {
        found = parts.emplace(value, add_part(split.whole, split.column, value, rule.span)).first;
        split.parts.push_back({value, found->second, rule.span});
      }
      rule.head = found->second;
      rule.head_args.erase(rule.head_args.begin() + static_cast<std::ptrdiff_t>(split.column));
      rule.name = module_.relations[rule.head].name + "#" + std::to_string(++counts_[rule.head]);
    }
  }

  void add_unions(const Split& split) {
    for (const Part& part : split.parts) {
      ir::Rule rule = union_rule(split.whole, split.column, part.value, part.relation, part.span);
      rule.name =
          module_.relations[split.whole].name + "#" + std::to_string(++counts_[split.whole]);
      module_.rules.push_back(std::move(rule));
    }
  }

  ir::RelationId add_part(ir::RelationId whole, std::size_t column, ir::Symbol value,
                          ir::Span span) {
    ir::Relation part;
    part.name = "part." + module_.relations[whole].name + "." + std::to_string(column + 1) + "=" +
                module_.symbols->text(value);
    part.columns = module_.relations[whole].columns;
    part.columns.erase(part.columns.begin() + static_cast<std::ptrdiff_t>(column));
    part.span = span;
    module_.relations.push_back(std::move(part));
    return static_cast<ir::RelationId>(module_.relations.size() - 1);
  }

  ir::Rule union_rule(ir::RelationId whole, std::size_t column, ir::Symbol value,
                      ir::RelationId part, ir::Span span) const {
    ir::Rule rule;
    rule.head = whole;
    rule.span = span;
    ir::Literal literal;
    literal.relation = part;
    literal.span = span;
    for (std::size_t c = 0; c < module_.relations[whole].columns.size(); ++c) {
      if (c == column) {
        rule.head_args.push_back(Argument::constant(value));
        continue;
      }
      const auto variable = static_cast<ir::VariableId>(rule.variables.size());
      rule.variables.push_back("x" + std::to_string(c + 1));
      rule.head_args.push_back(Argument::variable(variable));
      literal.args.push_back(Argument::variable(variable));
    }
    rule.body.push_back(std::move(literal));
    return rule;
  }

  /// Literals with a constant in the column read the part instead of the whole.
  void redirect(const std::vector<Split>& splits) {
    struct Target {
      std::size_t column = 0;
      std::map<ir::Symbol, ir::RelationId> parts;
    };
    std::map<ir::RelationId, Target> targets;
    for (const Split& split : splits) {
      Target& target = targets[split.whole];
      target.column = split.column;
      for (const Part& part : split.parts) target.parts.emplace(part.value, part.relation);
    }
    std::erase_if(module_.rules, [&](ir::Rule& rule) {
      for (std::size_t i = 0; i < rule.body.size();) {
        ir::Literal& literal = rule.body[i];
        const auto target = targets.find(literal.relation);
        if (target == targets.end() ||
            literal.args[target->second.column].kind != Argument::Kind::constant) {
          ++i;
          continue;
        }
        const auto& [column, parts] = target->second;
        const auto found = parts.find(literal.args[column].id);
        if (found == parts.end()) {
          if (literal.kind == ir::Literal::Kind::positive) return true;
          rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(i));
          continue;
        }
        literal.relation = found->second;
        literal.args.erase(literal.args.begin() + static_cast<std::ptrdiff_t>(column));
        ++i;
      }
      return false;
    });
  }

  ir::Module& module_;
  std::map<ir::RelationId, std::size_t> counts_;
  std::vector<std::vector<const ir::Literal*>> cycle_uses_;  ///< valid until a rule changes
  /// Relations that are unions of parts now. One that still lies on the cycle is used
  /// with a variable in the column: it could be split for ever.
  std::set<ir::RelationId> wholes_;
};

}  // namespace

bool split_by_constant(ir::Module& module, PassContext&) {
  Splitter splitter(module);
  bool changed = false;
  while (splitter.split_each_cycle()) changed = true;
  return changed;
}

}  // namespace tesuji::passes
