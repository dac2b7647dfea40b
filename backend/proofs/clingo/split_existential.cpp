// Splits rules at variables that occur only in their bodies, so that there are fewer ground rules.
#include "backend/proofs/clingo/program.h"
#include "backend/proofs/clingo/simplify.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::proofs {

namespace {

using ir::Argument;
using ir::VariableId;
using Variables = std::set<VariableId>;

Variables variables_of(const Literal& literal) {
  Rule rule;  // for the traversal of arguments
  rule.kind = Rule::Head::constraint;
  rule.body.push_back(literal);
  Variables result;
  for_arguments(rule, [&](const Argument& argument) {
    if (argument.kind == Argument::Kind::variable) result.insert(argument.id);
  });
  return result;
}

Variables head_variables(const Rule& rule) {
  Rule head = rule;
  head.body.clear();
  Variables result;
  for_arguments(head, [&](const Argument& argument) {
    if (argument.kind == Argument::Kind::variable) result.insert(argument.id);
  });
  return result;
}

class Splitter {
 public:
  explicit Splitter(Program& program) : program_(program) {}

  bool run() {
    bool changed = false;
    std::vector<Rule> result;
    // New rules are appended, and are split too.
    for (std::size_t i = 0; i < program_.rules.size(); ++i) {
      Rule rule = std::move(program_.rules[i]);
      while (split(rule)) changed = true;
      result.push_back(std::move(rule));
    }
    program_.rules = std::move(result);
    return changed;
  }

 private:
  bool split(Rule& rule) {
    const bool counts = std::any_of(rule.body.begin(), rule.body.end(), [](const Literal& literal) {
      return literal.kind == Literal::Kind::count;
    });
    if (counts || rule.kind == Rule::Head::choice) return false;
    const Variables head = head_variables(rule);
    std::vector<Variables> bodies;
    Variables all;
    for (const Literal& literal : rule.body) {
      bodies.push_back(variables_of(literal));
      all.insert(bodies.back().begin(), bodies.back().end());
    }
    // The cheapest first: few bindings of the variables in its literals, and few bindings of the
    // rest.
    std::vector<std::pair<double, VariableId>> order;
    for (const VariableId variable : all) {
      if (head.contains(variable)) continue;
      Variables inside;
      for (const Variables& some : bodies)
        if (some.contains(variable)) inside.insert(some.begin(), some.end());
      Variables outside = head;
      for (const Variables& some : bodies)
        if (!some.contains(variable)) outside.insert(some.begin(), some.end());
      double cost = 1;
      for (const VariableId some : inside) {
        const double size = size_of(some, rule);
        cost *= outside.contains(some) ? size * size : size;
      }
      order.emplace_back(cost, variable);
    }
    std::sort(order.begin(), order.end());
    return std::any_of(order.begin(), order.end(), [&](const auto& candidate) {
      return split_at(rule, candidate.second, head, bodies);
    });
  }

  [[nodiscard]] double size_of(VariableId variable, const Rule& rule) const {
    constexpr double unknown = 16;
    const auto domain = domain_of(variable, rule);
    return domain ? static_cast<double>(program_.domains()[*domain].values.size()) : unknown;
  }

  bool split_at(Rule& rule, VariableId variable, const Variables& head,
                const std::vector<Variables>& bodies) {
    Variables inside;
    Variables outside = head;
    std::vector<Literal> with;
    std::vector<Literal> without;
    Variables without_variables;
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      const bool has = bodies[i].contains(variable);
      (has ? with : without).push_back(rule.body[i]);
      (has ? inside : outside).insert(bodies[i].begin(), bodies[i].end());
      if (!has) without_variables.insert(bodies[i].begin(), bodies[i].end());
    }
    Variables shared;
    std::set_intersection(inside.begin(), inside.end(), outside.begin(), outside.end(),
                          std::inserter(shared, shared.end()));
    // Splitting helps only if the rest has a variable of its own.
    if (std::includes(shared.begin(), shared.end(), without_variables.begin(),
                      without_variables.end())) {
      return false;
    }
    if (!bind(with, shared, rule)) return false;
    const Atom atom = carve(rule, std::move(with), shared);
    rule.body = std::move(without);
    rule.body.insert(rule.body.begin(), positive(atom));
    return true;
  }

  /// Adds domains for variables that occur only in negative literals; returns false if one is
  /// unknown.
  bool bind(std::vector<Literal>& with, const Variables& shared, const Rule& rule) {
    Variables bound;
    for (const Literal& literal : with) {
      if (literal.kind != Literal::Kind::positive) continue;
      const Variables some = variables_of(literal);
      bound.insert(some.begin(), some.end());
    }
    std::vector<Literal> guards;
    Variables wanted;
    for (const Literal& literal : with) {
      const Variables some = variables_of(literal);
      wanted.insert(some.begin(), some.end());
    }
    wanted.insert(shared.begin(), shared.end());
    for (const VariableId variable : wanted) {
      if (bound.contains(variable)) continue;
      const auto domain = domain_of(variable, rule);
      if (!domain) return false;
      guards.push_back(positive(
          {program_.domains()[*domain].predicate, {Argument::variable(variable)}, std::nullopt}));
    }
    with.insert(with.end(), guards.begin(), guards.end());
    return true;
  }

  [[nodiscard]] std::optional<DomainIndex> domain_of(VariableId variable, const Rule& rule) const {
    for (const Literal& literal : rule.body) {
      if (literal.kind != Literal::Kind::positive) continue;
      const auto& columns = program_.predicates()[literal.atom.predicate].columns;
      for (std::size_t i = 0; i < columns.size() && i < literal.atom.args.size(); ++i) {
        if (literal.atom.args[i] == Argument::variable(variable)) return columns[i];
      }
    }
    return std::nullopt;
  }

  /// Returns the atom of a rule with that body; equal bodies share a rule.
  Atom carve(const Rule& rule, std::vector<Literal> body, const Variables& shared) {
    Rule part;
    std::vector<DomainIndex> columns;
    std::vector<Argument> args;
    bool all_known = true;
    // In the order of the body, so that equal bodies have equal text.
    part.kind = Rule::Head::constraint;
    part.body = std::move(body);
    Variables seen;
    for_arguments(part, [&](const Argument& argument) {
      if (argument.kind != Argument::Kind::variable || !shared.contains(argument.id)) return;
      if (!seen.insert(argument.id).second) return;
      args.push_back(argument);
      const auto domain = domain_of(argument.id, rule);
      all_known = all_known && domain.has_value();
      if (domain) columns.push_back(*domain);
    });
    if (!all_known) columns.clear();
    part.variables = rule.variables;
    std::string key = canonical(part, args);
    const auto [place, is_new] = carved_.try_emplace(std::move(key), ir::no_id);
    if (is_new) {
      place->second = program_.add_predicate(fmt::format("split_{}", carved_.size()), columns);
      part.kind = Rule::Head::atom;
      part.head = {place->second, args, std::nullopt};
      program_.rules.push_back(std::move(part));
    }
    return {place->second, std::move(args), std::nullopt};
  }

  /// Returns the body's text with variables numbered in order, kept variables first.
  std::string canonical(Rule rule, const std::vector<Argument>& kept) const {
    std::map<VariableId, std::size_t> number;
    const auto name = [&](const Argument& argument) {
      if (argument.kind != Argument::Kind::variable) return;
      const auto place = number.try_emplace(argument.id, number.size()).first;
      rule.variables[argument.id] = fmt::format("V{}", place->second);
    };
    for (const Argument& argument : kept) name(argument);
    for_arguments(rule, name);
    return fmt::format("{} {}", kept.size(), to_text(rule, program_));
  }

  Program& program_;
  std::map<std::string, PredicateId> carved_;
};

}  // namespace

bool split_existential(Program& program) {
  return Splitter(program).run();
}

}  // namespace tesuji::proofs
