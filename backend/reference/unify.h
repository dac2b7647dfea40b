// Implements substitutions and unification with occurs check (sections 13.2 and 13.3).
#pragma once

#include "backend/reference/term.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tesuji::reference {

/// Bindings of variables to terms, undone in reverse order. A binding may refer to another variable
/// (triangular form); apply() resolves it.
class Substitution {
 public:
  /// Variables with numbers below `count` may be bound.
  void reserve(Variable count);
  /// Removes all bindings; variables with numbers below `count` may be bound.
  void reset(Variable count);
  /// Sets the bindings, by variable (no_term: unbound); undo() does not remove them.
  void restore(const std::vector<TermId>& bindings);
  [[nodiscard]] const std::vector<TermId>& bindings() const { return bindings_; }
  [[nodiscard]] Variable size() const { return static_cast<Variable>(bindings_.size()); }

  /// Returns the variable's binding, or no_term if it is unbound.
  [[nodiscard]] TermId binding(Variable variable) const {
    return variable < bindings_.size() ? bindings_[variable] : no_term;
  }
  /// The variable must be unbound and below size().
  void bind(Variable variable, TermId term);
  /// Returns the term, or the final value of a bound variable; does not replace variables inside
  /// it.
  [[nodiscard]] TermId walk(TermId term, const TermStore& terms) const;
  /// Returns the term with every binding applied (SUBST of definition 13.1); interns it.
  [[nodiscard]] TermId apply(TermId term, TermStore& terms) const;

  /// Marks a point to return to.
  [[nodiscard]] std::size_t mark() const { return trail_.size(); }
  void undo(std::size_t mark);
  /// Returns the variables bound since a mark, in order.
  [[nodiscard]] std::span<const Variable> bound_since(std::size_t mark) const;

 private:
  std::vector<TermId> bindings_;
  std::vector<Variable> trail_;
};

/// Extends the substitution to a most general unifier of both terms (definition 13.3) and returns
/// true; if none exists, leaves it unchanged and returns false.
[[nodiscard]] bool unify(TermId left, TermId right, Substitution& substitution,
                         const TermStore& terms);

/// Returns the term with `offset` added to each variable's number: a fresh copy.
[[nodiscard]] TermId rename(TermId term, Variable offset, TermStore& terms);

}  // namespace tesuji::reference
