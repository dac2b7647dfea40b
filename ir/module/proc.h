// Defines procs: top-down units over game states, into which learned strategies are compiled.
//
// `proc p(A: state in, B: state out)` enumerates, for a given state A, states B in order: clauses
// in source order, within a clause depth first, left to right (Prolog's order, to which "the first
// consistent move" refers; Muggleton and Hocquette 2019, "Execution of the Strategy"). `proc p(B:
// state in)` succeeds or fails. Solutions of a proc may repeat.
//   call p(A, ?B)    for each solution B of p (a proc or the primitive `move`)
//   test p(A, B)     continues once if B is a solution for A; `test won(B)` likewise
//   absent p(B, _)   continues if p has no solution for B; also `absent won(B)`
//   yield (A, B)     a solution of this proc; last operation of a clause
// Primitives: move/2, won/1, drawn/1, as docs/languages/strategies.md defines them on any
// two-player, turn-taking game. A callee may also be a fluent, a property of one state: `test
// "(cell 1 1 x)"(B) fluent` continues if the fluent holds in B. `memo` caches, per state A, whether
// there is a solution and which one is first.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/source.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::ir {

/// The location of a fluent in the states of one game: it holds if `(state[word] & mask) == value`.
struct FluentBit {
  std::uint32_t word = 0;
  std::uint64_t mask = 0;
  std::uint64_t value = 0;

  [[nodiscard]] bool holds_in(std::span<const std::uint64_t> state) const {
    return (state[word] & mask) == value;
  }
};

struct ProcOperation {
  enum class Kind : std::uint8_t { call, test, absent, yield };
  Kind kind = Kind::call;
  std::string callee;            ///< proc, primitive or fluent; empty for yield
  bool is_fluent = false;        ///< whether the callee is a fluent, `(cell 1 1 x)`
  std::optional<FluentBit> bit;  ///< of a fluent, once the game is known
  std::vector<Argument> args;    ///< no constants; of ProcClause::variables
  double estimate = 0;
  Span span;
};

struct ProcClause {
  std::vector<ProcOperation> ops;
  std::vector<std::string> variables;  ///< the first are the parameters, in order
  Span span;
};

struct Proc {
  std::string name;
  std::uint32_t arity = 2;  ///< 1: (in); 2: (in, out)
  bool memo = false;
  std::vector<ProcClause> clauses;  ///< each prints as one `proc` block
};

}  // namespace tesuji::ir
