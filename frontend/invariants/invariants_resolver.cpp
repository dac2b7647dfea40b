#include "frontend/invariants/invariants_resolver.h"

#include "frontend/invariants/invariants_messages.h"
#include "ir/formulas/formula_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tesuji::frontend {
namespace {

using Form = FormulaText::Kind;

/// Maximum number of formula parts that resolving an invariant may add.
constexpr std::size_t max_parts = 200'000;
/// Maximum number of formulas in one family.
constexpr std::uint64_t max_family = 1'000'000;
/// Number of domain constants that count as one part, since each variable has its own copy.
constexpr std::size_t constants_per_part = 16;

/// Whether a variable's domain `b` is empty or has a constant of the column `a`.
bool meets(const std::vector<ir::Symbol>& a, const std::vector<ir::Symbol>& b) {
  if (b.empty()) return true;
  const std::set<ir::Symbol> known(a.begin(), a.end());
  return std::any_of(b.begin(), b.end(), [&](ir::Symbol value) { return known.contains(value); });
}

std::size_t size_of(const FormulaText& formula) {
  std::size_t size = 1;
  for (const FormulaText& part : formula.parts) size += size_of(part);
  return size;
}

}  // namespace

void InvariantResolver::resolve(const InvariantText& text, std::vector<ir::Invariant>& into) {
  sorts_.clear();
  atoms_.clear();
  places_.clear();
  parts_left_ = max_parts + size_of(text.formula);
  given_up_ = false;
  bool good = find_sorts(text.parameters, text.formula);
  good &= find_sorts(text.formula);
  if (!good) return;
  std::vector<std::size_t> split;
  for (std::size_t i = 0; i < text.parameters.size(); ++i) {
    if (sorts_.at(&text.parameters[i]).size() > 1) split.push_back(i);
  }
  std::set<std::string> names;
  std::uint64_t formulas = 0;
  for (const Choice& choice : choices(text.parameters, text.name_span)) {
    ir::Invariant invariant;
    const std::string name = member_name(text, choice, split);
    invariant.name = name;
    for (int number = 2; !names.insert(invariant.name).second; ++number) {
      invariant.name = fmt::format("{}/{}", name, number);
    }
    invariant.span = text.span;
    invariant_ = &invariant;
    invariant.parameters = bind(text.parameters, choice);
    const std::uint64_t members = ir::instances(invariant);
    if (members > max_family - formulas) {
      unbind(text.parameters);
      diagnostics_.error(text.name_span, "limit",
                         fmt::format("a family of more than {} formulas: give parameters smaller "
                                     "domains, or quantify over some of them by `forall`",
                                     max_family));
      return;
    }
    formulas += members;
    invariant.formula = build(text.formula);
    unbind(text.parameters);
    if (given_up_) return;
    into.push_back(std::move(invariant));
  }
  if (!given_up_) warn(text.formula);
}

/// Returns `keeps#cell` if the terms `cell(..)` are chosen for a parameter of `keeps`.
std::string InvariantResolver::member_name(const InvariantText& text, const Choice& choice,
                                           const std::vector<std::size_t>& split) const {
  std::string name = text.name;
  for (const std::size_t i : split) {
    const ir::TermPattern& shape = choice[i]->shape;
    name += "#" + (shape.is_leaf() ? "constant" : module_.symbols->text(shape.functor));
  }
  return name;
}

void InvariantResolver::too_many(ir::Span span) {
  if (!given_up_) {
    diagnostics_.error(span, "limit",
                       fmt::format("written out for each shape of term, this has more than {} "
                                   "parts: give variables smaller domains",
                                   max_parts));
  }
  given_up_ = true;
}

// Domains of variables ---------------------------------------------------------

bool InvariantResolver::find_sorts(const std::vector<BindingText>& bindings,
                                   const FormulaText& scope) {
  bool good = true;
  for (const BindingText& binding : bindings) {
    std::optional<Sort> sort;
    if (binding.domain != nullptr) {
      sort = domains_.evaluate(*binding.domain);
    } else {
      sort = domains_.inferred(binding.variable, scope);
      if (sort->empty()) {
        sort.reset();
        diagnostics_.error(binding.span, "undefined",
                           fmt::format("{0} has no domain, and none can be inferred, since it "
                                       "occurs in no atom: write `{0}:DOMAIN`",
                                       ir::variable_text(binding.written)));
      }
    }
    good &= sort.has_value();
    if (sort) sorts_.emplace(&binding, std::move(*sort));
  }
  return good;
}

bool InvariantResolver::find_sorts(const FormulaText& formula) {
  bool good = true;
  for (std::size_t i = 0; i < formula.parts.size(); ++i) {
    if (i < formula.ranges.size()) good &= find_sorts(formula.ranges[i], formula.parts[i]);
    good &= find_sorts(formula.parts[i]);
  }
  return good;
}

/// Enumerates the choices of one set of terms for each variable, the last varying fastest.
std::vector<InvariantResolver::Choice> InvariantResolver::choices(
    const std::vector<BindingText>& bindings, ir::Span span) {
  std::vector<Choice> all = {{}};
  for (const BindingText& binding : bindings) {
    const Sort& sort = sorts_.at(&binding);
    if (all.size() * sort.size() > max_parts) {
      too_many(span);
      return {};
    }
    std::vector<Choice> longer;
    for (const Choice& begun : all) {
      for (const ir::TermSet& set : sort) {
        longer.push_back(begun);
        longer.back().push_back(&set);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<ir::VariableId> InvariantResolver::bind(const std::vector<BindingText>& bindings,
                                                    const Choice& choice) {
  std::vector<ir::VariableId> ids;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const ir::TermSet& set = *choice[i];
    Value value{set.shape, {}};
    const std::string name = ir::variable_text(bindings[i].written);
    for (std::size_t leaf = 0; leaf < set.leaves.size(); ++leaf) {
      parts_left_ -= std::min(parts_left_, set.leaves[leaf].size() / constants_per_part);
      value.leaves.push_back(static_cast<ir::VariableId>(invariant_->variables.size()));
      invariant_->variables.push_back(
          {set.leaves.size() == 1 ? name : fmt::format("{}{}", name, leaf + 1), set.leaves[leaf]});
    }
    ids.insert(ids.end(), value.leaves.begin(), value.leaves.end());
    scope_.insert_or_assign(bindings[i].variable, std::move(value));
  }
  return ids;
}

void InvariantResolver::unbind(const std::vector<BindingText>& bindings) {
  for (const BindingText& binding : bindings) scope_.erase(binding.variable);
}

// Formulas ---------------------------------------------------------------------

ir::Formula InvariantResolver::build(const FormulaText& text) {
  ir::Formula result;
  result.span = text.span;
  if (given_up_) return result;
  if (parts_left_ == 0) {
    too_many(text.span);
    return result;
  }
  --parts_left_;
  const auto build_parts = [&](ir::Formula::Kind kind) {
    result.kind = kind;
    for (const FormulaText& part : text.parts) result.parts.push_back(build(part));
  };
  switch (text.kind) {
    case Form::atom:
      build_atom(text, result);
      break;
    case Form::same:
    case Form::different:
      build_comparison(text, result);
      break;
    case Form::truth:
    case Form::conjunction:
      build_parts(ir::Formula::Kind::conjunction);
      break;
    case Form::falsity:
    case Form::disjunction:
      build_parts(ir::Formula::Kind::disjunction);
      break;
    case Form::negation:
      build_parts(ir::Formula::Kind::negation);
      break;
    case Form::next:
      build_parts(ir::Formula::Kind::next);
      break;
    case Form::knows:
      build_knowledge(text, result);
      break;
    case Form::implication:
      result = ir::implication_of(build(text.parts[0]), build(text.parts[1]));
      result.parts[0].span = text.parts[0].span;
      result.span = text.span;
      break;
    case Form::count:
    case Form::forall:
      build_quantifier(text, result);
      break;
  }
  return result;
}

void InvariantResolver::build_quantifier(const FormulaText& text, ir::Formula& into) {
  const bool forall = text.kind == Form::forall;
  ir::Formula count;
  count.kind = ir::Formula::Kind::count;
  count.span = text.span;
  count.lower = text.lower;
  count.upper = text.upper;
  for (std::size_t i = 0; i < text.ranges.size() && !given_up_; ++i) {
    for (const Choice& choice : choices(text.ranges[i], text.span)) {
      count.ranges.push_back(bind(text.ranges[i], choice));
      ir::Formula body = build(text.parts[i]);
      unbind(text.ranges[i]);
      if (given_up_) return;
      if (forall) {
        const ir::Span span = body.span;
        body = ir::negation_of(std::move(body));
        body.span = span;
      }
      count.parts.push_back(std::move(body));
    }
  }
  if (forall) {
    into = ir::negation_of(std::move(count));
    into.span = text.span;
  } else {
    into = std::move(count);
  }
}

void InvariantResolver::flatten(const Term& term, Flat& into) const {
  switch (term.kind) {
    case Term::Kind::constant:
      into.leaves.push_back(ir::Argument::constant(term.name));
      into.origins.push_back(&term);
      return;
    case Term::Kind::variable: {
      const Value& value = scope_.at(term.name);
      into.shape = value.shape;
      for (const ir::VariableId leaf : value.leaves) {
        into.leaves.push_back(ir::Argument::variable(leaf));
        into.origins.push_back(&term);
      }
      return;
    }
    case Term::Kind::compound:
      into.shape.functor = term.name;
      for (const Term& arg : term.args) {
        Flat part;
        flatten(arg, part);
        into.shape.args.push_back(std::move(part.shape));
        into.leaves.insert(into.leaves.end(), part.leaves.begin(), part.leaves.end());
        into.origins.insert(into.origins.end(), part.origins.begin(), part.origins.end());
      }
      return;
  }
}

void InvariantResolver::build_atom(const FormulaText& text, ir::Formula& into) {
  Flat flat;
  // A proposition may be written without parentheses, like a constant.
  if (text.left.kind == Term::Kind::compound) flatten(text.left, flat);
  flat.shape.functor = text.left.name;
  bool& matched = atoms_[&text.left];
  for (const ir::Vocabulary::Entry& entry : vocabulary_.entries(text.left.name)) {
    if (entry.atom != flat.shape) continue;
    matched = true;
    note_columns(text.left, flat, module_.relations[entry.relation]);
    into.kind = ir::Formula::Kind::atom;
    into.relation = entry.relation;
    into.args = std::move(flat.leaves);
    return;
  }
  into.kind = ir::Formula::Kind::disjunction;  // without parts: false
}

void InvariantResolver::build_knowledge(const FormulaText& text, ir::Formula& into) {
  Flat role;
  flatten(text.left, role);
  // A compound term is not a role, and knows nothing.
  into.kind = role.shape.is_leaf() ? ir::Formula::Kind::knows : ir::Formula::Kind::disjunction;
  if (!role.shape.is_leaf()) return;
  into.args = std::move(role.leaves);
  into.parts.push_back(build(text.parts[0]));
}

void InvariantResolver::build_comparison(const FormulaText& text, ir::Formula& into) {
  Flat left;
  Flat right;
  flatten(text.left, left);
  flatten(text.right, right);
  if (left.shape == right.shape) {
    into.kind = ir::Formula::Kind::same;
    into.args = std::move(left.leaves);
    into.right = std::move(right.leaves);
  } else {
    into.kind = ir::Formula::Kind::disjunction;
  }
  if (text.kind != Form::different) return;
  const ir::Span span = into.span;
  into = ir::negation_of(std::move(into));
  into.span = span;
}

// Suspicions -------------------------------------------------------------------

/// Records whether the values in the columns are possible.
void InvariantResolver::note_columns(const Term& atom, const Flat& flat,
                                     const ir::Relation& relation) {
  std::map<const Term*, bool> possible;
  for (std::size_t i = 0; i < flat.leaves.size(); ++i) {
    if (relation.columns[i] == ir::no_id) continue;
    const ir::Domain& column = module_.domains[relation.columns[i]];
    const ir::Argument& leaf = flat.leaves[i];
    const bool fits = leaf.kind == ir::Argument::Kind::constant
                          ? column.position(leaf.id) >= 0
                          : meets(column.values, invariant_->variables[leaf.id].domain);
    possible.emplace(flat.origins[i], true).first->second &= fits;
    if (!fits) {
      Findings& findings = places_[flat.origins[i]];
      findings.values = column.values;
      findings.atom = &atom;
    }
  }
  for (const auto& [origin, fits] : possible) {
    if (fits) places_[origin].possible = true;
  }
}

void InvariantResolver::warn(const FormulaText& formula) {
  if (formula.kind == Form::atom) {
    const auto found = atoms_.find(&formula.left);
    if (found != atoms_.end() && !found->second) {
      diagnostics_.warning(formula.span, "unreachable",
                           fmt::format("this never holds: no rule makes `{}` true of arguments of "
                                       "this form",
                                       module_.symbols->text(formula.left.name)));
    } else {
      warn_leaves(formula.left);
    }
  }
  for (const FormulaText& part : formula.parts) warn(part);
}

void InvariantResolver::warn_leaves(const Term& term) {
  for (const Term& arg : term.args) warn_leaves(arg);
  const auto found = places_.find(&term);
  if (found == places_.end() || found->second.possible) return;
  const std::string& name = module_.symbols->text(term.name);
  if (term.kind == Term::Kind::constant) {
    std::vector<std::string> known;
    for (const ir::Symbol value : found->second.values) {
      known.push_back(module_.symbols->text(value));
    }
    diagnostics_.warning(term.span, "unreachable",
                         fmt::format("this is never `{}`{}", ir::name_text(name),
                                     did_you_mean(ir::nearest_name(name, known))));
  } else {
    diagnostics_.warning(
        term.span, "unreachable",
        fmt::format("no value in the domain of {} is possible here", ir::variable_text(name)));
  }
}

}  // namespace tesuji::frontend
