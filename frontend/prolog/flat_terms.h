// Flattens compound terms of domain theories and features: each form of a predicate's arguments
// becomes a predicate of its own, with an argument for each place of a constant.
//
//   base(at(P,S)) :- pl(P), sq(S).   sq(p(1,1)).   sq(p(1,2)).   sq(hand).
//   f(A) :- at(x,p(A,A)).            g(S) :- at(x,S).
//
// becomes, with `at` and `sq` for constants, `at'` and `sq'` for the form p(_,_):
//
//   base(at'(P,S'1,S'2)) :- pl(P), sq'(S'1,S'2).   base(at(P,S)) :- pl(P), sq(S).
//   f(A) :- at'(x,A,A).   g('_',S,-) :- at(x,S).   g('p(_,_)',S'1,S'2) :- at'(x,S'1,S'2).
//
// So an atom with nested terms becomes selections and a renaming of columns, as computed by the
// ATOV algorithm (Ullman, Principles of Database and Knowledge-Base Systems, Volume II; Kaneko,
// Yamaguchi and Kawai, section 3.2), but before any evaluation. The forms are the least set that
// the clauses derive when all constants are considered equal; if that set is infinite, as for
// `n(s(X)) :- n(X).`, the theory is refused.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// Maximum nesting of a form's terms, and maximum number of forms of a predicate.
inline constexpr std::size_t most_form_depth = 16;
inline constexpr std::size_t most_forms = 256;
/// Maximum number of clauses, one for each choice of forms.
inline constexpr std::size_t most_instances = 20'000;

struct FlatTerms {
  ir::DomainTheory theory;
  ir::FeatureClauses features;
  /// Maps predicates of the clauses above, whose names cannot occur in a text, to the atoms that
  /// they represent, with a variable `_` for each argument.
  std::map<std::string, ir::PrologTerm> forms;
  /// The forms of all predicates of the theory, including those left without clauses.
  std::vector<ir::PrologTerm> atoms;
  std::set<std::string> empty;  ///< features without solutions in any position
};

/// Whether arguments of the theory's predicates, of features or of equations are compound. If not,
/// no flattening is needed.
[[nodiscard]] bool has_compound_terms(const ir::DomainTheory& theory,
                                      const ir::FeatureClauses& features);

/// Errors: "endless" if terms grow without bound, at the head that builds them; "limit" if there
/// are more than most_forms forms, or most_instances clauses; "feature" for lists in arguments, and
/// for a fact of positions that also has clauses. It then returns nullopt. Warns (code
/// "unreachable") of clauses whose terms match nothing. Leaves atoms of predicates outside the
/// theory unchanged.
[[nodiscard]] std::optional<FlatTerms> flatten_terms(const ir::DomainTheory& theory,
                                                     const ir::FeatureClauses& features,
                                                     ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
