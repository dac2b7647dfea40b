// The programs of a proof: base case, induction step, and the search for a violation.
//
// Source: Haufe, Schiffel, Thielscher (2012), 4.3, 5.1, 5.2.
#pragma once

#include "backend/proofs/clingo/program.h"
#include "backend/proofs/sat/candidate.h"
#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// Constants for an invariant's parameters.
using Instance = std::vector<ir::Symbol>;

/// A formula about the first state of a sequence, with the variables and parameters of an
/// invariant, which must outlive it.
struct Question {
  const ir::Invariant* invariant = nullptr;
  ir::Formula formula;
  std::optional<std::vector<Instance>> instances;  ///< nothing: all
};

/// The formulas of candidates, those of one invariant together.
[[nodiscard]] std::vector<Question> questions_of(std::span<const Candidate> candidates);

enum class Start : std::uint8_t {
  initial,  ///< the initial state
  any,      ///< any set of fluents
};

struct ProgramRequest {
  Start start = Start::initial;
  std::vector<Question> asked;     ///< whether these follow
  std::vector<Question> premises;  ///< these hold
  /// Only sequences in which this one, which has no parameters, does not hold.
  std::optional<Question> violated;
  bool show_states = false;  ///< fluents and moves are shown, instead of what is asked
  bool nonplayable = false;  ///< 5.2
  std::string title;         ///< a comment at the head
};

struct ProofProgram {
  Program program;
  /// Printed names of the predicates that are asked for, in the order of `asked`. Their
  /// arguments are those of the parameters.
  std::vector<std::string> asked;
  /// Printed names of what a violation shows, with their relations (true.*, does.*).
  std::map<std::string, ir::RelationId> shown;
  std::uint32_t last = 0;  ///< the last point of time
};

/// Requires a module at level clauses whose columns have domains.
[[nodiscard]] ProofProgram make_program(const ir::Module& module, const ProgramRequest& request);

/// With `states` = 1 the formula itself; else that it holds in each of so many states, one after
/// the other: the base case of an induction over so many.
[[nodiscard]] ir::Formula base_formula(const ir::Formula& formula, std::uint32_t states);
/// If it holds in so many states, it holds in the one after them.
[[nodiscard]] ir::Formula step_formula(const ir::Formula& formula, std::uint32_t states);
/// It holds after so many joint moves.
[[nodiscard]] ir::Formula after(ir::Formula formula, std::uint32_t moves);

}  // namespace tesuji::proofs
