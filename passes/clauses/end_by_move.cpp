#include "passes/clauses/end_by_move.h"

#include "passes/analysis/dependencies.h"
#include "passes/clauses/resolve.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Literal;

/// More rules than this, or rules with more literals, cost more to compile than they save.
constexpr std::size_t most_rules = 32;
constexpr std::size_t most_literals = 24;

class Differentiation {
 public:
  explicit Differentiation(const ir::Module& module)
      : module_(module),
        dependencies_(find_dependencies(module)),
        changes_(
            computed_from(module, dependencies_, relations_where(module, [](const auto& relation) {
                            return relation.kind == ir::RelationKind::state;
                          }))) {}

  /// Returns rules for "terminal in the next state, and not in this one", their heads still
  /// `terminal`. Returns nullopt if this cannot be expressed.
  std::optional<std::vector<ir::Rule>> rules_of(ir::RelationId terminal) {
    std::vector<ir::Rule> result;
    std::vector<ir::Rule> left;
    for (const std::uint32_t rule : dependencies_.rules[terminal]) {
      left.push_back(module_.rules[rule]);
    }
    std::reverse(left.begin(), left.end());
    std::size_t written_out = 0;
    while (!left.empty()) {
      const ir::Rule rule = std::move(left.back());
      left.pop_back();
      if (++written_out > 2 * most_rules || rule.body.size() > most_literals) return std::nullopt;
      const auto derived = std::find_if(rule.body.begin(), rule.body.end(),
                                        [&](const auto& literal) { return is_derived(literal); });
      if (derived == rule.body.end()) {
        if (!differentiate(rule, result) || result.size() > most_rules) return std::nullopt;
        continue;
      }
      if (derived->kind != Literal::Kind::positive || is_recursive(derived->relation)) {
        return std::nullopt;
      }
      const auto place = static_cast<std::size_t>(derived - rule.body.begin());
      for (const std::uint32_t definition : dependencies_.rules[derived->relation]) {
        if (auto resolvent = resolve(rule, place, module_.rules[definition])) {
          left.push_back(*std::move(resolvent));
        }
      }
    }
    return result;
  }

 private:
  /// Whether the literal reads a relation computed from the state.
  bool is_derived(const Literal& literal) const {
    return literal.relation != ir::no_id && changes_[literal.relation] && !is_fluent(literal);
  }
  bool is_fluent(const Literal& literal) const {
    return literal.relation != ir::no_id &&
           module_.relations[literal.relation].kind == ir::RelationKind::state;
  }
  bool is_recursive(ir::RelationId relation) const {
    return dependencies_.recursive[dependencies_.component[relation]];
  }

  /// Adds the rule's variants. Returns false if the next state's fluents have no suitable rules.
  bool differentiate(const ir::Rule& rule, std::vector<ir::Rule>& result) {
    for (const Literal& literal : rule.body) {
      if (!is_fluent(literal)) continue;
      const ir::RelationId next = module_.relations[literal.relation].next;
      if (next == ir::no_id || module_.relations[next].kind != ir::RelationKind::derived) {
        return false;
      }
    }
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      if (!is_fluent(rule.body[i])) continue;
      // The move's literals come first: they have the fewest matches.
      ir::Rule variant = of_next_state(rule);
      const auto place = variant.body.begin() + static_cast<std::ptrdiff_t>(i);
      if (rule.body[i].kind == Literal::Kind::negative) {
        Literal was_there = rule.body[i];
        was_there.kind = Literal::Kind::positive;
        variant.body.insert(variant.body.begin(), std::move(was_there));
        result.push_back(std::move(variant));
        continue;
      }
      std::rotate(variant.body.begin(), place, place + 1);
      for (const std::uint32_t maker : dependencies_.rules[variant.body.front().relation]) {
        if (keeps(module_.rules[maker], rule.body[i].relation)) continue;
        if (auto resolvent = resolve(variant, 0, module_.rules[maker])) {
          result.push_back(*std::move(resolvent));
        }
      }
    }
    return true;
  }

  /// Returns the rule evaluated in the next state.
  ir::Rule of_next_state(ir::Rule rule) const {
    for (Literal& literal : rule.body) {
      if (is_fluent(literal)) literal.relation = module_.relations[literal.relation].next;
    }
    return rule;
  }

  /// Whether a rule of the next state derives only tuples that the fluent already has.
  static bool keeps(const ir::Rule& maker, ir::RelationId fluent) {
    return std::any_of(maker.body.begin(), maker.body.end(), [&](const Literal& literal) {
      return literal.kind == Literal::Kind::positive && literal.relation == fluent &&
             literal.args == maker.head_args;
    });
  }

  const ir::Module& module_;
  const Dependencies dependencies_;
  const std::vector<bool> changes_;  ///< computed from the state
};

}  // namespace

bool end_by_move(ir::Module& module, PassContext& /*context*/) {
  const ir::RelationId terminal = module.find_answer(ir::Answer::terminal);
  if (terminal == ir::no_id || module.relations[terminal].kind != ir::RelationKind::derived ||
      module.find_answer(ir::Answer::ended) != ir::no_id) {
    return false;
  }
  auto rules = Differentiation(module).rules_of(terminal);
  if (!rules || rules->empty()) return false;
  ir::Relation relation;
  relation.kind = ir::RelationKind::derived;
  relation.answer = ir::Answer::ended;
  relation.span = module.relations[terminal].span;
  relation.written = ir::written_name(module.relations[terminal]);
  const ir::RelationId ended = module.add_helper(ir::Origin::change, terminal, std::move(relation));
  for (std::size_t i = 0; i < rules->size(); ++i) {
    ir::Rule& rule = (*rules)[i];
    rule.head = ended;
    rule.name = module.relations[ended].name + "#" + std::to_string(i + 1);
    module.rules.push_back(std::move(rule));
  }
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
