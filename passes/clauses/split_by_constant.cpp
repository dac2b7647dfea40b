#include "passes/clauses/split_by_constant.h"

#include "passes/analysis/dependencies.h"
#include "passes/clauses/resolve.h"

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

/// Maximum number of rules that all splits together may add; beyond it the cycle is reported.
constexpr std::size_t max_copies = 20'000;

class Splitter {
 public:
  explicit Splitter(ir::Module& module) : module_(module) {}

  /// Splits one relation of each cycle that has a negation, which may remove the cycle. Returns
  /// false if nothing remains to split.
  bool split_each_cycle() {
    const Dependencies dependencies = find_dependencies(module_);
    find_cycle_uses(dependencies);
    std::vector<Split> splits;
    for (const std::uint32_t component : negated_cycles(dependencies)) {
      if (auto split = choose(dependencies, dependencies.members[component])) {
        splits.push_back(std::move(*split));
      }
    }
    if (splits.empty()) return false;
    std::map<ir::RelationId, const Split*> divided;
    for (Split& split : splits) {
      add_parts(split);
      divided.emplace(split.whole, &splits_.emplace(split.whole, std::move(split)).first->second);
    }
    divide_rules(divided);
    redirect_uses();
    for (const auto& [whole, split] : divided) add_unions(*split);
    return true;
  }

 private:
  struct Part {
    ir::Symbol value = ir::no_symbol;  ///< the whole's constant in the column
    ir::RelationId relation = ir::no_id;
    ir::Span span;  ///< of its first rule
  };

  struct Split {
    ir::RelationId whole = ir::no_id;
    std::size_t column = 0;
    std::vector<Part> parts;  ///< in the order in which their constants are found
    std::map<ir::Symbol, ir::RelationId> part_of;
    ir::RelationId others = ir::no_id;  ///< all other values; no_id if the heads have only
                                        ///< constants
    ir::Span others_span;               ///< of its first rule
  };

  /// A column by which a relation may be split.
  struct Column {
    Split split;
    std::size_t uses = 0;      ///< literals on the cycle with a constant in it
    std::size_t copies = 0;    ///< number of rules that the split would add
    bool constant = true;      ///< no head has a variable in it
    bool worth_while = false;  ///< there would be more than one part
  };

  /// Returns components in which a relation depends on its own negation, in the order of rules.
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

  /// Finds for each relation the literals of its own cycle that use it.
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

  /// Returns the first relation of a cycle that can be split; prefers one that needs no copies of
  /// rules.
  std::optional<Split> choose(const Dependencies& dependencies,
                              const std::vector<ir::RelationId>& members) {
    std::optional<Column> with_copies;
    for (const ir::RelationId member : members) {
      if (splits_.contains(member)) continue;
      std::optional<Column> column = best_column(member, dependencies.rules[member]);
      if (!column) continue;
      if (column->constant) return std::move(column->split);
      if (!with_copies) with_copies = std::move(column);
    }
    if (!with_copies) return std::nullopt;
    copies_ += with_copies->copies;
    return std::move(with_copies->split);
  }

  /// Prefers a column that is a constant in every head, then the one in which the most uses on the
  /// cycle have a constant, since the others will depend on all parts, then the first.
  std::optional<Column> best_column(ir::RelationId relation,
                                    const std::vector<std::uint32_t>& rules) const {
    std::optional<Column> best;
    for (std::size_t c = 0; !rules.empty() && c < module_.relations[relation].columns.size(); ++c) {
      Column column = look_at(relation, c, rules);
      if (!column.worth_while || copies_ + column.copies > max_copies) continue;
      if (best && best->constant && !column.constant) continue;
      if (best && best->constant == column.constant && column.uses <= best->uses) continue;
      best = std::move(column);
    }
    return best;
  }

  Column look_at(ir::RelationId relation, std::size_t c,
                 const std::vector<std::uint32_t>& rules) const {
    Column column;
    column.split.whole = relation;
    column.split.column = c;
    std::size_t general = 0;  // rules with a variable in the head's column
    std::set<ir::Symbol> values;
    const auto add = [&](ir::Symbol value, ir::Span span) {
      if (values.insert(value).second) column.split.parts.push_back({value, ir::no_id, span});
    };
    for (const std::uint32_t r : rules) {
      const ir::Rule& rule = module_.rules[r];
      const Argument& argument = rule.head_args[c];
      if (argument.kind == Argument::Kind::constant) {
        add(argument.id, rule.span);
      } else if (general++ == 0) {
        column.split.others_span = rule.span;
      }
    }
    column.constant = general == 0;
    std::set<ir::Symbol> asked;
    for (const ir::Literal* literal : cycle_uses_[relation]) {
      if (literal->args[c].kind != Argument::Kind::constant) continue;
      ++column.uses;
      asked.insert(literal->args[c].id);
      if (!column.constant) add(literal->args[c].id, column.split.others_span);
    }
    asked.insert(values.begin(), values.end());
    column.worth_while = asked.size() > (column.constant ? 1U : 0U);
    column.copies = general * values.size();
    return column;
  }

  void add_parts(Split& split) {
    const std::string name =
        module_.relations[split.whole].name + "." + std::to_string(split.column + 1);
    std::vector<ir::DomainId> columns = module_.relations[split.whole].columns;
    if (split.others_span.known()) {
      split.others = add_relation(split.whole, name, columns, split.others_span);
    }
    columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(split.column));
    for (Part& part : split.parts) {
      part.relation = add_relation(split.whole, name + "=" + module_.symbols->text(part.value),
                                   columns, part.span);
      split.part_of.emplace(part.value, part.relation);
    }
  }

  ir::RelationId add_relation(ir::RelationId whole, const std::string& name,
                              const std::vector<ir::DomainId>& columns, ir::Span span) {
    ir::Relation relation;
    relation.written = ir::written_name(module_.relations[whole]);
    relation.columns = columns;
    relation.span = span;
    return module_.add_helper(ir::Origin::part, whole, std::move(relation), name);
  }

  /// Assigns the rules of the wholes to their parts.
  void divide_rules(const std::map<ir::RelationId, const Split*>& divided) {
    std::vector<ir::Rule> rules;
    for (ir::Rule& rule : module_.rules) {
      const auto found = divided.find(rule.head);
      if (found == divided.end()) {
        rules.push_back(std::move(rule));
        continue;
      }
      const Split& split = *found->second;
      const Argument argument = rule.head_args[split.column];
      if (argument.kind == Argument::Kind::constant) {
        rules.push_back(of_part(std::move(rule), split));
        continue;
      }
      for (const Part& part : split.parts) {
        if (auto copy = specialise(rule, argument.id, part.value)) {
          rules.push_back(of_part(std::move(*copy), split));
        }
      }
      rules.push_back(of_others(std::move(rule), split));
    }
    module_.rules = std::move(rules);
  }

  /// Returns the rule for the part that its head's constant selects.
  ir::Rule of_part(ir::Rule rule, const Split& split) {
    const auto argument = rule.head_args.begin() + static_cast<std::ptrdiff_t>(split.column);
    rule.head = split.part_of.at(argument->id);
    rule.head_args.erase(argument);
    rule.name = name_of_next_rule(rule.head);
    return rule;
  }

  /// Returns the rule for the part of the remaining values.
  ir::Rule of_others(ir::Rule rule, const Split& split) {
    for (const Part& part : split.parts) {
      ir::Literal guard;
      guard.kind = ir::Literal::Kind::different;
      guard.args = {rule.head_args[split.column]};
      guard.right = {Argument::constant(part.value)};
      guard.span = rule.span;
      rule.body.push_back(std::move(guard));
    }
    rule.head = split.others;
    rule.name = name_of_next_rule(rule.head);
    return rule;
  }

  std::string name_of_next_rule(ir::RelationId relation) {
    return module_.relations[relation].name + "#" + std::to_string(++counts_[relation]);
  }

  void add_unions(const Split& split) {
    for (const Part& part : split.parts) {
      module_.rules.push_back(union_rule(split, part.relation, part.value, part.span));
    }
    if (split.others != ir::no_id) {
      module_.rules.push_back(union_rule(split, split.others, ir::no_symbol, split.others_span));
    }
  }

  /// `value`: the part's constant in the column; no_symbol if the part has the column.
  ir::Rule union_rule(const Split& split, ir::RelationId part, ir::Symbol value, ir::Span span) {
    ir::Rule rule;
    rule.name = name_of_next_rule(split.whole);
    rule.head = split.whole;
    rule.span = span;
    ir::Literal literal;
    literal.relation = part;
    literal.span = span;
    for (std::size_t c = 0; c < module_.relations[split.whole].columns.size(); ++c) {
      if (c == split.column && value != ir::no_symbol) {
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

  /// Makes literals with a constant in the column read the part instead of the whole. Copies of
  /// rules may introduce new constants, so earlier splits are considered as well.
  void redirect_uses() {
    std::erase_if(module_.rules, [&](ir::Rule& rule) {
      std::vector<ir::Literal> body;
      for (ir::Literal& literal : rule.body) {
        if (redirect(literal)) {
          body.push_back(std::move(literal));
        } else if (literal.kind == ir::Literal::Kind::positive) {
          return true;
        }
      }
      rule.body = std::move(body);
      return false;
    });
  }

  /// Returns false if there is no such part: the literal's atom never holds.
  bool redirect(ir::Literal& literal) const {
    for (;;) {
      const auto found = splits_.find(literal.relation);
      if (found == splits_.end()) return true;
      const Split& split = found->second;
      const auto argument = literal.args.begin() + static_cast<std::ptrdiff_t>(split.column);
      if (argument->kind != Argument::Kind::constant) return true;
      const auto part = split.part_of.find(argument->id);
      if (part != split.part_of.end()) {
        literal.relation = part->second;
        literal.args.erase(argument);
      } else if (split.others != ir::no_id) {
        literal.relation = split.others;
      } else {
        return false;
      }
    }
  }

  ir::Module& module_;
  std::map<ir::RelationId, std::size_t> counts_;
  std::size_t copies_ = 0;                                   ///< number of copies made so far
  std::vector<std::vector<const ir::Literal*>> cycle_uses_;  ///< valid until a rule changes
  /// By relation: its current split. A relation that still is on the cycle is used with a variable
  /// in the column: splitting it again would not terminate.
  std::map<ir::RelationId, Split> splits_;
};

}  // namespace

bool split_by_constant(ir::Module& module, PassContext&) {
  Splitter splitter(module);
  bool changed = false;
  while (splitter.split_each_cycle()) changed = true;
  return changed;
}

}  // namespace tesuji::passes
