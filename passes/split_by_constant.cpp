#include "passes/split_by_constant.h"

#include "passes/dependencies.h"

#include <algorithm>
#include <map>
#include <optional>

namespace tesuji::passes {
namespace {

using ir::Argument;

class Splitter {
 public:
  explicit Splitter(ir::Module& module) : module_(module) {}

  /// Splits one relation that needs it; false when there is none left.
  bool split_one() {
    const Dependencies dependencies = find_dependencies(module_);
    for (const ir::Rule& rule : module_.rules) {
      for (const ir::Literal& literal : rule.body) {
        if (literal.kind != ir::Literal::Kind::negative) continue;
        const std::uint32_t component = dependencies.component[rule.head];
        if (dependencies.component[literal.relation] != component) continue;
        for (const ir::RelationId member : dependencies.members[component]) {
          if (const auto column = constant_column(dependencies.rules[member])) {
            split(member, *column, dependencies.rules[member]);
            return true;
          }
        }
      }
    }
    return false;
  }

 private:
  /// The first column that is a constant in every head and has more than one.
  std::optional<std::size_t> constant_column(const std::vector<std::uint32_t>& rules) const {
    if (rules.empty()) return std::nullopt;
    const std::size_t width = module_.rules[rules[0]].head_args.size();
    for (std::size_t c = 0; c < width; ++c) {
      const auto constant = [&](std::uint32_t r) {
        return module_.rules[r].head_args[c].kind == Argument::Kind::constant;
      };
      if (!std::all_of(rules.begin(), rules.end(), constant)) continue;
      const std::uint32_t first = module_.rules[rules[0]].head_args[c].id;
      const auto differs = [&](std::uint32_t r) {
        return module_.rules[r].head_args[c].id != first;
      };
      if (std::any_of(rules.begin(), rules.end(), differs)) return c;
    }
    return std::nullopt;
  }

  void split(ir::RelationId whole, std::size_t column, const std::vector<std::uint32_t>& rules) {
    std::map<ir::Symbol, ir::RelationId> parts;
    std::vector<ir::Rule> unions;
    for (const std::uint32_t r : rules) {
      ir::Rule& rule = module_.rules[r];
      const ir::Symbol value = rule.head_args[column].id;
      auto found = parts.find(value);
      if (found == parts.end()) {
        found = parts.emplace(value, add_part(whole, column, value, rule.span)).first;
        unions.push_back(union_rule(whole, column, value, found->second, rule.span));
      }
      rule.head = found->second;
      rule.head_args.erase(rule.head_args.begin() + static_cast<std::ptrdiff_t>(column));
      rule.name = module_.relations[rule.head].name + "#" + std::to_string(++counts_[rule.head]);
    }
    redirect(whole, column, parts);
    for (ir::Rule& rule : unions) {
      rule.name = module_.relations[whole].name + "#" + std::to_string(++counts_[whole]);
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
  void redirect(ir::RelationId whole, std::size_t column,
                const std::map<ir::Symbol, ir::RelationId>& parts) {
    std::erase_if(module_.rules, [&](ir::Rule& rule) {
      for (std::size_t i = 0; i < rule.body.size();) {
        ir::Literal& literal = rule.body[i];
        if (literal.relation != whole || literal.args[column].kind != Argument::Kind::constant) {
          ++i;
          continue;
        }
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
};

}  // namespace

bool split_by_constant(ir::Module& module, PassContext&) {
  Splitter splitter(module);
  bool changed = false;
  while (splitter.split_one()) changed = true;
  return changed;
}

}  // namespace tesuji::passes
