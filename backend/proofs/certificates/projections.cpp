#include "backend/proofs/certificates/projections.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace tesuji::certificates {

namespace {

using Kind = RuleLiteral::Kind;
using Variables = std::vector<std::uint32_t>;  // without duplicates, as they appear

Variables variables_of(const PatternAtom& atom) {
  Variables all;
  for (const Pattern& arg : atom.args) add_variables(arg, all);
  Variables result;
  for (const std::uint32_t variable : all) {
    if (std::ranges::find(result, variable) == result.end()) result.push_back(variable);
  }
  return result;
}

bool has(const Variables& variables, std::uint32_t variable) {
  return std::ranges::find(variables, variable) != variables.end();
}

bool within(const Variables& some, const Variables& all) {
  return std::ranges::all_of(some, [&](std::uint32_t variable) { return has(all, variable); });
}

void renumber(Pattern& pattern, const std::vector<std::uint32_t>& number) {
  if (pattern.kind == Pattern::Kind::variable) pattern.id = number[pattern.id];
  for (Pattern& arg : pattern.args) renumber(arg, number);
}

class Projector {
 public:
  explicit Projector(Sheet& sheet) : sheet_(sheet) {}

  std::vector<SheetRule> run(std::vector<SheetRule> rules) {
    for (SheetRule& rule : rules) split(rule);
    // Definitions may have projections of their own.
    for (std::size_t i = 0; i < made_.size(); ++i) {
      SheetRule rule = made_[i];
      split(rule);
      rules.push_back(std::move(rule));
    }
    return rules;
  }

 private:
  void split(SheetRule& rule) {
    while (split_component(rule)) {
    }
    while (absorb(rule)) {
    }
  }

  static void fill(const SheetRule& rule, std::vector<Variables>& variables) {
    for (const RuleLiteral& literal : rule.body) variables.push_back(variables_of(literal.atom));
  }

  /// The first replacement, once.
  bool split_component(SheetRule& rule) {
    const Variables head = variables_of(rule.head);
    std::vector<Variables> variables;
    fill(rule, variables);
    std::vector<bool> seen(rule.body.size());
    for (std::size_t first = 0; first < rule.body.size(); ++first) {
      if (seen[first]) continue;
      std::vector<bool> group(rule.body.size());
      Variables inner;  // those that the head does not have
      group[first] = true;
      for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t i = 0; i < group.size(); ++i) {
          const bool linked = std::ranges::any_of(
              variables[i], [&](std::uint32_t variable) { return has(inner, variable); });
          if (!group[i] && !linked) continue;
          for (const std::uint32_t variable : variables[i]) {
            if (has(head, variable) || has(inner, variable)) continue;
            inner.push_back(variable);
            grown = true;
          }
          grown = grown || !group[i];
          group[i] = true;
        }
      }
      for (std::size_t i = 0; i < group.size(); ++i) seen[i] = seen[i] || group[i];
      if (inner.empty() || !worth(rule, group)) continue;
      if (replace(rule, group, inner)) return true;
    }
    return false;
  }

  /// Whether there are positive literals in the group and outside.
  static bool worth(const SheetRule& rule, const std::vector<bool>& group) {
    bool in = false;
    bool out = false;
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (rule.body[i].kind == Kind::positive) (group[i] ? in : out) = true;
    }
    return in && out;
  }

  /// The second replacement, once.
  bool absorb(SheetRule& rule) {
    const Variables head = variables_of(rule.head);
    std::vector<Variables> variables;
    fill(rule, variables);
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      if (rule.body[i].kind != Kind::positive) continue;
      Variables inner;
      for (const std::uint32_t variable : variables[i]) {
        const bool own = std::ranges::all_of(variables, [&](const Variables& other) {
          return !has(other, variable) || within(other, variables[i]);
        });
        if (own && !has(head, variable)) inner.push_back(variable);
      }
      if (inner.empty()) continue;
      std::vector<bool> group(rule.body.size());
      for (std::size_t other = 0; other < group.size(); ++other) {
        group[other] = other == i || std::ranges::any_of(variables[other], [&](std::uint32_t some) {
                         return has(inner, some);
                       });
      }
      if (worth(rule, group) && replace(rule, group, inner)) return true;
    }
    return false;
  }

  /// Replaces the group's literals by a projection to what is not in `inner`; false where that
  /// would not be bound.
  bool replace(SheetRule& rule, const std::vector<bool>& group, const Variables& inner) {
    SheetRule definition;
    definition.line = rule.line;
    Variables bound;
    Variables kept;
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (!group[i]) continue;
      definition.body.push_back(rule.body[i]);
      for (const std::uint32_t variable : variables_of(rule.body[i].atom)) {
        if (!has(inner, variable) && !has(kept, variable)) kept.push_back(variable);
        if (rule.body[i].kind == Kind::positive) bound.push_back(variable);
      }
    }
    if (!within(inner, bound)) return false;
    for (const std::uint32_t variable : kept) {
      if (has(bound, variable)) continue;
      const auto binder = binder_of(variable, rule, group);
      if (!binder) return false;
      definition.body.push_back(*binder);
    }
    const PatternAtom atom = define(std::move(definition), kept, rule.variables);
    std::vector<RuleLiteral> body{{Kind::positive, atom}};
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (!group[i]) body.push_back(std::move(rule.body[i]));
    }
    rule.body = std::move(body);
    return true;
  }

  /// A literal that binds the variable to what a literal outside the group may have there.
  std::optional<RuleLiteral> binder_of(std::uint32_t variable, const SheetRule& rule,
                                       const std::vector<bool>& group) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      const RuleLiteral& literal = rule.body[i];
      if (group[i] || literal.kind != Kind::positive) continue;
      const Variables all = variables_of(literal.atom);
      if (!has(all, variable)) continue;
      if (all.size() == 1) return RuleLiteral{Kind::possible, literal.atom};
      SheetRule definition;
      definition.line = rule.line;
      definition.body.push_back(literal);
      return RuleLiteral{Kind::possible, define(std::move(definition), {variable}, rule.variables)};
    }
    return std::nullopt;
  }

  /// Completes a definition of `kept`, and returns its head in the rule's variables.
  PatternAtom define(SheetRule definition, const Variables& kept, std::uint32_t variables) {
    std::vector<std::uint32_t> number(variables, no_term);
    for (RuleLiteral& literal : definition.body) {
      for (const std::uint32_t variable : variables_of(literal.atom)) {
        if (number[variable] == no_term) number[variable] = definition.variables++;
      }
      for (Pattern& arg : literal.atom.args) renumber(arg, number);
    }
    PatternAtom atom;
    for (const std::uint32_t variable : kept) {
      atom.args.push_back({Pattern::Kind::variable, variable, {}});
      definition.head.args.push_back({Pattern::Kind::variable, number[variable], {}});
    }
    const auto known = std::ranges::find_if(
        made_, [&](const SheetRule& made) { return same_definition(made, definition); });
    if (known != made_.end()) {
      atom.predicate = known->head.predicate;
      return atom;
    }
    // No name of a sheet has a blank.
    const NameId name = sheet_.terms.name("projection " + std::to_string(made_.size()));
    definition.head.predicate = sheet_.predicates.id(name, kept.size());
    atom.predicate = definition.head.predicate;
    made_.push_back(std::move(definition));
    return atom;
  }

  static bool same_definition(const SheetRule& left, const SheetRule& right) {
    return left.head.args == right.head.args && left.body == right.body;
  }

  Sheet& sheet_;
  std::vector<SheetRule> made_;
};

}  // namespace

std::vector<SheetRule> with_projections(std::vector<SheetRule> rules, Sheet& sheet) {
  return Projector(sheet).run(std::move(rules));
}

}  // namespace tesuji::certificates
