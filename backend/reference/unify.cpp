#include "backend/reference/unify.h"

#include <algorithm>

namespace tesuji::reference {

namespace {

/// Whether the variable occurs in the term with bindings applied: binding it to the term would make
/// an infinite term.
bool occurs(Variable variable, TermId term, const Substitution& substitution,
            const TermStore& terms) {
  term = substitution.walk(term, terms);
  if (terms.ground(term)) return false;
  if (terms.kind(term) == TermStore::Kind::variable) return terms.number(term) == variable;
  const auto args = terms.args(term);
  return std::any_of(args.begin(), args.end(),
                     [&](TermId arg) { return occurs(variable, arg, substitution, terms); });
}

/// Unifies, but keeps the bindings made if it fails.
bool extend(TermId left, TermId right, Substitution& substitution, const TermStore& terms) {
  left = substitution.walk(left, terms);
  right = substitution.walk(right, terms);
  if (left == right) return true;
  const bool both = terms.kind(left) == TermStore::Kind::variable &&
                    terms.kind(right) == TermStore::Kind::variable;
  // Of two variables, binds the younger one, so that a query's variables keep their names.
  if (both ? terms.number(left) < terms.number(right)
           : terms.kind(left) != TermStore::Kind::variable) {
    std::swap(left, right);
  }
  if (terms.kind(left) == TermStore::Kind::variable) {
    if (occurs(terms.number(left), right, substitution, terms)) return false;
    substitution.bind(terms.number(left), right);
    return true;
  }
  // Ground terms are equal only if their ids are.
  if (terms.ground(left) && terms.ground(right)) return false;
  const auto left_args = terms.args(left);
  const auto right_args = terms.args(right);
  if (terms.kind(left) != terms.kind(right) || terms.name(left) != terms.name(right) ||
      left_args.size() != right_args.size()) {
    return false;
  }
  for (std::size_t i = 0; i < left_args.size(); ++i) {
    if (!extend(left_args[i], right_args[i], substitution, terms)) return false;
  }
  return true;
}

}  // namespace

void Substitution::reserve(Variable count) {
  if (count > bindings_.size()) bindings_.resize(count, no_term);
}

void Substitution::reset(Variable count) {
  bindings_.assign(count, no_term);
  trail_.clear();
}

void Substitution::restore(const std::vector<TermId>& bindings) {
  bindings_ = bindings;
  trail_.clear();
}

void Substitution::bind(Variable variable, TermId term) {
  bindings_[variable] = term;
  trail_.push_back(variable);
}

TermId Substitution::walk(TermId term, const TermStore& terms) const {
  while (terms.kind(term) == TermStore::Kind::variable) {
    const TermId bound = binding(terms.number(term));
    if (bound == no_term) break;
    term = bound;
  }
  return term;
}

TermId Substitution::apply(TermId term, TermStore& terms) const {
  term = walk(term, terms);
  if (terms.ground(term) || terms.kind(term) == TermStore::Kind::variable) return term;
  const auto args = terms.args(term);
  std::vector<TermId> applied;
  applied.reserve(args.size());
  for (const TermId arg : args) applied.push_back(apply(arg, terms));
  return terms.compound(terms.name(term), applied);
}

void Substitution::undo(std::size_t mark) {
  while (trail_.size() > mark) {
    bindings_[trail_.back()] = no_term;
    trail_.pop_back();
  }
}

std::span<const Variable> Substitution::bound_since(std::size_t mark) const {
  return std::span(trail_).subspan(mark);
}

bool unify(TermId left, TermId right, Substitution& substitution, const TermStore& terms) {
  const std::size_t mark = substitution.mark();
  if (extend(left, right, substitution, terms)) return true;
  substitution.undo(mark);
  return false;
}

TermId rename(TermId term, Variable offset, TermStore& terms) {
  if (terms.ground(term)) return term;
  if (terms.kind(term) == TermStore::Kind::variable) {
    return terms.variable(terms.number(term) + offset);
  }
  const auto args = terms.args(term);
  std::vector<TermId> renamed;
  renamed.reserve(args.size());
  for (const TermId arg : args) renamed.push_back(rename(arg, offset, terms));
  return terms.compound(terms.name(term), renamed);
}

}  // namespace tesuji::reference
