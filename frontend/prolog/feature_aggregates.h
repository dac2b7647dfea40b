// Rewrites sums, maxima and minima of features as counts: an argument of a feature's head.
//
//   f(sum(V),S) :- b(V,S).    f(V,S,N) :- b(V,S), upto(N,V).
//   f(max(V)) :- b(V).        f(N) :- b(V), upto(N,V).
//   f(min(V)) :- b(V).        f(N) :- b(V), upto(N,V), \+ above(N).
//                             above(N) :- b(V), over(N,V).
//
// upto(N,V) holds for 1 <= N <= V, so that a solution counts V times, or the numbers up to the
// largest V count once. over(N,V) holds for N > V. So every evaluator of counts also evaluates
// these.
#pragma once

#include "ir/formulas/logic_text.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::frontend {

struct Aggregate {
  enum class Kind : std::uint8_t { sum, maximum, minimum };
  Kind kind = Kind::sum;
  std::size_t argument = 0;  ///< of the head
  ir::PrologTerm term;       ///< `sum(V)`
  friend bool operator==(const Aggregate& a, const Aggregate& b) {
    return a.kind == b.kind && a.argument == b.argument;
  }
};

/// Returns the head's first argument of the form sum(..), max(..) or min(..).
[[nodiscard]] std::optional<Aggregate> aggregate_of(const ir::PrologTerm& head);

/// Whether the argument of a head is sum(..), max(..) or min(..).
[[nodiscard]] bool is_aggregate(const ir::PrologTerm& argument);

/// Returns the fault of a head with an aggregate; empty if it has none.
[[nodiscard]] std::string aggregate_fault(const ir::PrologTerm& head, const Aggregate& aggregate);

/// Names of the predicates in unfolded clauses, which cannot occur in a text.
inline constexpr const char* upto_name = "number.upto";
inline constexpr const char* over_name = "number.over";

/// Largest number that is summed, so that the tables of these predicates stay small.
inline constexpr std::uint32_t most_addend = 1000;

/// Returns the constant's number, if it is one from 0 to most_addend.
[[nodiscard]] std::optional<std::uint32_t> addend(std::string_view constant);

/// Returns the clause rewritten to count its distinct head arguments. `above`: for a minimum, the
/// name of the predicate that above_clause defines.
[[nodiscard]] ir::LogicClause unfold_aggregate(ir::LogicClause clause, const Aggregate& aggregate,
                                               const std::string& above);

/// Returns, for a minimum, the clause that defines the numbers above some value.
[[nodiscard]] ir::LogicClause above_clause(ir::LogicClause clause, const Aggregate& aggregate,
                                           const std::string& above);

}  // namespace tesuji::frontend
