// Flattens compound terms of domain theories and features: every form that the arguments of a
// predicate take makes a predicate of its own, with an argument for each place of a constant.
//
//   base(at(P,S)) :- pl(P), sq(S).   sq(p(1,1)).   sq(p(1,2)).   sq(hand).
//   f(A) :- at(x,p(A,A)).            g(S) :- at(x,S).
//
// becomes, with `at` and `sq` for constants, `at'` and `sq'` for the form p(_,_):
//
//   base(at'(P,S'1,S'2)) :- pl(P), sq'(S'1,S'2).   base(at(P,S)) :- pl(P), sq(S).
//   f(A) :- at'(x,A,A).   g('_',S,-) :- at(x,S).   g('p(_,_)',S'1,S'2) :- at'(x,S'1,S'2).
//
// So an atom with terms in it becomes selections and a renaming of columns, which is what the ATOV
// algorithm computes (Ullman, Principles of Database and Knowledge-Base Systems, Volume II; Kaneko,
// Yamaguchi and Kawai, section 3.2), but before anything is evaluated. The forms are the least set
// that the clauses derive when all constants are held to be one; where that set has no end, as
// of `n(s(X)) :- n(X).`, the theory is refused.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/feature_text.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// Terms of forms are nested at most so deep, and a predicate has at most so many of them.
inline constexpr std::size_t most_form_depth = 16;
inline constexpr std::size_t most_forms = 256;
/// Clauses, of one for each choice of forms.
inline constexpr std::size_t most_instances = 20'000;

struct FlatTerms {
  ir::DomainTheory theory;
  ir::FeatureClauses features;
  /// By names of predicates of clauses above, which no text can write: the atom that each stands
  /// for, with a variable `_` for each argument.
  std::map<std::string, ir::PrologTerm> forms;
  /// The forms of all predicates of the theory: some have no clause left.
  std::vector<ir::PrologTerm> atoms;
  std::set<std::string> empty;  ///< features that no position can have a solution of
};

/// Whether arguments of the theory's predicates, of features or of equations have parts. Where not,
/// there is nothing to flatten.
[[nodiscard]] bool has_compound_terms(const ir::DomainTheory& theory,
                                      const ir::FeatureClauses& features);

/// Errors: "endless" where terms grow without end, at the head that builds them; "limit" where
/// there are more than most_forms forms, or most_instances clauses; "feature" for lists in
/// arguments, and for a fact of positions that has clauses, too. Nothing is returned then. Warns
/// (code "unreachable") of clauses whose terms nothing fits. Atoms of predicates that the theory
/// has not are left as they are.
[[nodiscard]] std::optional<FlatTerms> flatten_terms(const ir::DomainTheory& theory,
                                                     const ir::FeatureClauses& features,
                                                     ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
