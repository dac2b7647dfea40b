#include "backend/proofs/clingo/encode_formula.h"

#include "backend/proofs/formulas/invariant_maker.h"
#include "backend/proofs/formulas/names.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace tesuji::proofs {

namespace {

using ir::Argument;
using ir::Formula;
using ir::FormulaVariable;
using ir::VariableId;

const char* name_of(Formula::Kind kind) {
  switch (kind) {
    case Formula::Kind::atom:
      return "holds";
    case Formula::Kind::same:
      return "same";
    case Formula::Kind::negation:
      return "not";
    case Formula::Kind::conjunction:
      return "all";
    case Formula::Kind::disjunction:
      return "any";
    case Formula::Kind::count:
      return "some";
    case Formula::Kind::next:
      return "then";
    case Formula::Kind::knows:  // not a formula about a single play (sat/knowledge_claims.h)
      break;
  }
  return "formula";
}

bool uses_variable(const std::vector<VariableId>& ids, VariableId id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

}  // namespace

/// Renumbers a formula's variables in the order in which a node uses them.
class FormulaEncoder::Numbering {
 public:
  Numbering(std::span<const FormulaVariable> variables, Program& program, Node& node)
      : variables_(variables), program_(program), node_(node) {}

  VariableId number(VariableId old) {
    const auto place = std::find(met_.begin(), met_.end(), old);
    if (place != met_.end()) return static_cast<VariableId>(place - met_.begin());
    met_.push_back(old);
    const FormulaVariable& variable = variables_[old];
    node_.domains.push_back(program_.intern_domain(variable.domain, "dom_" + variable.name));
    std::string name = variable_name(variable.name);
    while (std::find(node_.names.begin(), node_.names.end(), name) != node_.names.end()) {
      name += '_';
    }
    node_.names.push_back(std::move(name));
    return static_cast<VariableId>(met_.size() - 1);
  }
  Argument number(const Argument& argument) {
    return argument.kind == Argument::Kind::variable ? Argument::variable(number(argument.id))
                                                     : argument;
  }
  [[nodiscard]] const std::vector<VariableId>& met() const { return met_; }

 private:
  std::span<const FormulaVariable> variables_;
  Program& program_;
  Node& node_;
  std::vector<VariableId> met_;
};

FormulaEncoder::Built FormulaEncoder::build(const Formula& formula,
                                            std::span<const FormulaVariable> variables) {
  std::vector<Built> parts;
  parts.reserve(formula.parts.size());
  for (const Formula& part : formula.parts) parts.push_back(build(part, variables));
  Node node;
  node.kind = formula.kind;
  Numbering numbering(variables, program_, node);
  // Free variables come first.
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const VariableId variable : parts[i].variables) {
      if (formula.kind == Formula::Kind::count && uses_variable(formula.ranges[i], variable)) {
        continue;
      }
      numbering.number(variable);
    }
  }
  node.relation = formula.relation;
  for (const Argument& argument : formula.args) node.args.push_back(numbering.number(argument));
  for (const Argument& argument : formula.right) node.right.push_back(numbering.number(argument));
  node.columns = numbering.met().size();
  std::vector<VariableId> free(numbering.met());
  if (formula.kind == Formula::Kind::count) {
    node.lower = formula.lower;
    node.upper = formula.upper;
    for (const auto& range : formula.ranges) {
      node.bound.emplace_back();
      for (const VariableId variable : range) {
        node.bound.back().push_back(numbering.number(variable));
      }
    }
  }
  for (const Built& part : parts) {
    Use use{part.node, {}};
    for (const VariableId variable : part.variables) {
      use.arguments.push_back(numbering.number(variable));
    }
    node.uses.push_back(std::move(use));
  }
  return {intern(std::move(node)), std::move(free)};
}

FormulaEncoder::NodeId FormulaEncoder::intern(Node node) {
  std::vector<std::uint64_t> key{static_cast<std::uint64_t>(node.kind), node.relation, node.lower,
                                 node.upper, node.columns};
  const auto add = [&](const std::vector<Argument>& args) {
    key.push_back(args.size());
    for (const Argument& argument : args) {
      key.push_back(static_cast<std::uint64_t>(argument.kind));
      key.push_back(argument.id);
    }
  };
  add(node.args);
  add(node.right);
  key.push_back(node.domains.size());
  key.insert(key.end(), node.domains.begin(), node.domains.end());
  key.push_back(node.uses.size());
  for (const Use& use : node.uses) {
    key.push_back(use.node);
    key.push_back(use.arguments.size());
    key.insert(key.end(), use.arguments.begin(), use.arguments.end());
  }
  for (const auto& range : node.bound) {
    key.push_back(range.size());
    key.insert(key.end(), range.begin(), range.end());
  }
  const auto [place, is_new] = index_.try_emplace(std::move(key), nodes_.size());
  if (!is_new) return place->second;
  std::vector<DomainIndex> columns(
      node.domains.begin(), node.domains.begin() + static_cast<std::ptrdiff_t>(node.columns));
  node.predicate = program_.add_predicate(fmt::format("{}_{}", name_of(node.kind), nodes_.size()),
                                          std::move(columns));
  nodes_.push_back(std::move(node));
  return place->second;
}

Literal FormulaEncoder::domain_literal(DomainIndex domain, VariableId variable) const {
  return positive(
      {program_.domains()[domain].predicate, {Argument::variable(variable)}, std::nullopt});
}

Literal FormulaEncoder::guard(const FormulaVariable& variable, VariableId id) {
  return domain_literal(program_.intern_domain(variable.domain, "dom_" + variable.name), id);
}

Atom FormulaEncoder::use(const Use& use, std::uint32_t time) const {
  return {nodes_[use.node].predicate, variables_of(use.arguments), time};
}

/// Adds literals that bind the columns which the body does not bind.
void FormulaEncoder::add_guards(Rule& rule, const Node& node, std::size_t columns) const {
  std::set<VariableId> bound;
  for (const Literal& literal : rule.body) {
    if (literal.kind != Literal::Kind::positive) continue;
    for (const Argument& argument : literal.atom.args)
      if (argument.kind == Argument::Kind::variable) bound.insert(argument.id);
  }
  for (VariableId variable = 0; variable < columns; ++variable) {
    if (!bound.contains(variable)) {
      rule.body.push_back(domain_literal(node.domains[variable], variable));
    }
  }
}

/// Returns the bounds of a count within clingo's 32-bit numbers, which overflow silently. A bound
/// above the number of choices is equivalent to any other such bound.
std::pair<std::uint64_t, std::uint64_t> FormulaEncoder::bounds(const Node& node) const {
  constexpr std::uint64_t largest = 2'147'483'647;
  std::uint64_t choices = 0;
  for (const auto& range : node.bound) {
    std::uint64_t product = 1;
    for (const VariableId variable : range) {
      const std::uint64_t size = program_.domains()[node.domains[variable]].values.size();
      product = std::min(product * size, largest);
    }
    choices = std::min(choices + product, largest);
  }
  // `largest` or more choices cannot be distinguished, but no machine counts that far.
  return {std::min({node.lower, choices + 1, largest}),
          node.upper >= choices ? Formula::unbounded : node.upper};
}

void FormulaEncoder::emit_count(const Node& node, const Rule& frame, std::uint32_t time) {
  const auto [lower, upper] = bounds(node);
  if (lower == 1 && upper == Formula::unbounded) {
    for (std::size_t i = 0; i < node.uses.size(); ++i) {
      Rule rule = frame;
      rule.body.push_back(positive(use(node.uses[i], time)));
      for (const VariableId variable : node.bound[i]) {
        if (uses_variable(node.uses[i].arguments, variable)) continue;
        rule.body.push_back(domain_literal(node.domains[variable], variable));
      }
      add_guards(rule, node, node.columns);
      program_.add(std::move(rule));
    }
    return;
  }
  Rule rule = frame;
  add_guards(rule, node, node.columns);
  Literal count;
  count.kind = Literal::Kind::count;
  count.lower = lower;
  count.upper = upper;
  for (std::size_t i = 0; i < node.uses.size(); ++i) {
    Element element;
    element.number = static_cast<std::uint32_t>(i);
    element.tuple = variables_of(node.bound[i]);
    element.conditions.push_back(use(node.uses[i], time));
    for (const VariableId variable : node.bound[i]) {
      if (uses_variable(node.uses[i].arguments, variable)) continue;
      element.conditions.push_back(domain_literal(node.domains[variable], variable).atom);
    }
    count.elements.push_back(std::move(element));
  }
  rule.body.push_back(std::move(count));
  program_.add(std::move(rule));
}

void FormulaEncoder::emit(NodeId id, std::uint32_t time) {
  if (!emitted_.emplace(id, time).second) return;
  const Node& node = nodes_[id];
  const std::uint32_t inner = time + (node.kind == Formula::Kind::next ? 1 : 0);
  for (const Use& use : node.uses) emit(use.node, inner);
  Rule frame;
  std::vector<VariableId> columns(node.columns);
  for (VariableId i = 0; i < node.columns; ++i) columns[i] = i;
  frame.head = {node.predicate, variables_of(columns), time};
  frame.variables = node.names;
  switch (node.kind) {
    case Formula::Kind::atom: {
      Rule rule = frame;
      rule.body.push_back(positive(game_.atom(node.relation, node.args, time)));
      const ir::Relation& relation = game_.module().relations[node.relation];
      for (VariableId variable = 0; variable < node.columns; ++variable) {
        const auto column =
            std::find(node.args.begin(), node.args.end(), Argument::variable(variable)) -
            node.args.begin();
        const auto& inside = program_.domains()[node.domains[variable]].values;
        const auto& all =
            program_.domains()[game_.domain(relation.columns[static_cast<std::size_t>(column)])]
                .values;
        const bool covered = std::all_of(all.begin(), all.end(), [&](ir::Symbol value) {
          return std::find(inside.begin(), inside.end(), value) != inside.end();
        });
        if (!covered) rule.body.push_back(domain_literal(node.domains[variable], variable));
      }
      program_.add(std::move(rule));
      break;
    }
    case Formula::Kind::same: {
      Rule rule = frame;
      add_guards(rule, node, node.columns);
      Literal equal;
      equal.kind = Literal::Kind::equal;
      equal.left = node.args;
      equal.right = node.right;
      rule.body.push_back(std::move(equal));
      program_.add(std::move(rule));
      break;
    }
    case Formula::Kind::negation: {
      Rule rule = frame;
      add_guards(rule, node, node.columns);
      rule.body.push_back(negative(use(node.uses.front(), time)));
      program_.add(std::move(rule));
      break;
    }
    case Formula::Kind::conjunction: {
      Rule rule = frame;
      for (const Use& part : node.uses) rule.body.push_back(positive(use(part, time)));
      program_.add(std::move(rule));
      break;
    }
    case Formula::Kind::disjunction:
      for (const Use& part : node.uses) {
        Rule rule = frame;
        rule.body.push_back(positive(use(part, time)));
        add_guards(rule, node, node.columns);
        program_.add(std::move(rule));
      }
      break;
    case Formula::Kind::count:
      emit_count(node, frame, time);
      break;
    case Formula::Kind::knows:
      throw std::logic_error("knowledge of a role is not a formula about one play");
    case Formula::Kind::next: {
      for (Atom& end : game_.ends(time)) {
        Rule rule = frame;
        rule.body.push_back(positive(std::move(end)));
        add_guards(rule, node, node.columns);
        program_.add(std::move(rule));
      }
      Rule rule = frame;
      rule.body.push_back(positive(use(node.uses.front(), inner)));
      program_.add(std::move(rule));
      break;
    }
  }
}

Atom FormulaEncoder::encode(const Formula& formula, std::span<const FormulaVariable> variables,
                            std::uint32_t time) {
  const Built built = build(formula, variables);
  emit(built.node, time);
  return {nodes_[built.node].predicate, variables_of(built.variables), time};
}

}  // namespace tesuji::proofs
