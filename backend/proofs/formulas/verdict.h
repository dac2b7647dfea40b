// Defines the verdicts on an invariant, and the play that shows a violation.
#pragma once

#include "ir/core/symbol.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

enum class Verdict : std::uint8_t {
  proved,      ///< by induction: it holds in every reachable state
  refuted,     ///< prints as `false`: a play violates it
  step_fails,  ///< it holds at the start, but the induction step has a counterexample, which may be
               ///< unreachable
  unknown,     ///< a limit was reached, or clingo did not answer
  enumerated,  ///< it holds in every reachable state: all were visited
};

/// Returns `proved`, `false`, `induction step fails`, `unknown` or `proved by enumeration`.
[[nodiscard]] std::string_view name_of(Verdict verdict);

/// A state in readable form, and the joint move made in it.
struct PlayStep {
  std::vector<std::string> fluents;  ///< KIF, sorted bytewise
  std::vector<std::string> joint;    ///< KIF, one move per role; empty in the last state
};

/// Consecutive states of a game. The invariant fails in the state at `violated`, evaluated on the
/// sequence from there on.
struct Play {
  std::vector<PlayStep> steps;
  std::size_t violated = 0;
  std::vector<ir::Symbol> instance;  ///< constants of the invariant's parameters
  bool shortest = false;  ///< no shorter play leads from the initial state to a violation
};

}  // namespace tesuji::proofs
