// Expresses sums, maxima and minima of features as counts: an argument of a feature's head.
//
//   f(sum(V),S) :- b(V,S).    f(V,S,N) :- b(V,S), upto(N,V).
//   f(max(V)) :- b(V).        f(N) :- b(V), upto(N,V).
//   f(min(V)) :- b(V).        f(N) :- b(V), upto(N,V), \+ above(N).     above(N) :- b(V),
//   over(N,V).
//
// upto(N,V) holds for 1 <= N <= V, so that a solution counts V times, or numbers up to the largest
// V count once. over(N,V) holds for N > V. So all that evaluates counts evaluates these.
#pragma once

#include "ir/formulas/logic_clause.h"

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

/// The head's first argument of the form sum(..), max(..) or min(..).
[[nodiscard]] std::optional<Aggregate> aggregate_of(const ir::PrologTerm& head);

/// Whether the argument of a head is sum(..), max(..) or min(..).
[[nodiscard]] bool is_aggregate(const ir::PrologTerm& argument);

/// What is wrong with a head that has an aggregate; empty: nothing.
[[nodiscard]] std::string aggregate_fault(const ir::PrologTerm& head, const Aggregate& aggregate);

/// Names of the predicates that unfolded clauses speak of, which no text can write.
inline constexpr const char* upto_name = "number.upto";
inline constexpr const char* over_name = "number.over";

/// The largest number that is added up, so that the tables of these predicates stay small.
inline constexpr std::uint32_t most_addend = 1000;

/// The number that a constant is, where it is one from 0 to most_addend.
[[nodiscard]] std::optional<std::uint32_t> addend(std::string_view constant);

/// The clause as one whose distinct head arguments are counted. `above`: for a minimum, the name of
/// the predicate that above_clause defines.
[[nodiscard]] ir::LogicClause unfold_aggregate(ir::LogicClause clause, const Aggregate& aggregate,
                                               const std::string& above);

/// Of a minimum: the numbers above some value.
[[nodiscard]] ir::LogicClause above_clause(ir::LogicClause clause, const Aggregate& aggregate,
                                           const std::string& above);

}  // namespace tesuji::frontend
