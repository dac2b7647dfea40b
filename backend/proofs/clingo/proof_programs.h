// Makes the programs of a proof: base case, induction step, and the search for a violation.
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
  std::optional<std::vector<Instance>> instances;  ///< nothing: all instances
};

/// Returns the candidates' formulas; those of one invariant form one question.
[[nodiscard]] std::vector<Question> questions_of(std::span<const Candidate> candidates);

enum class Start : std::uint8_t {
  initial,  ///< the initial state
  any,      ///< any set of fluents
};

struct ProgramRequest {
  Start start = Start::initial;
  std::vector<Question> asked;     ///< the formulas to decide
  std::vector<Question> premises;  ///< formulas that hold
  /// Restricts the program to sequences in which this formula, which has no parameters, fails.
  std::optional<Question> violated;
  bool show_states = false;  ///< shows fluents and moves instead of the formulas' atoms
  bool nonplayable = false;  ///< 5.2
  std::string title;         ///< a comment at the top
};

struct ProofProgram {
  Program program;
  /// Printed names of the predicates of `asked`, in that order. Their arguments are the parameters.
  std::vector<std::string> asked;
  /// Printed names of the atoms that describe a violation, with their relations (true.*, does.*).
  std::map<std::string, ir::RelationId> shown;
  std::uint32_t last = 0;  ///< the last point of time
};

/// Requires a module at level clauses whose columns have domains.
[[nodiscard]] ProofProgram make_program(const ir::Module& module, const ProgramRequest& request);

/// Returns the formula itself for `states` = 1; otherwise that it holds in each of `states`
/// consecutive states: the base case of an induction over that number.
[[nodiscard]] ir::Formula base_formula(const ir::Formula& formula, std::uint32_t states);
/// Returns: if the formula holds in `states` consecutive states, it holds in the next one.
[[nodiscard]] ir::Formula step_formula(const ir::Formula& formula, std::uint32_t states);
/// Returns: the formula holds after `moves` joint moves.
[[nodiscard]] ir::Formula after(ir::Formula formula, std::uint32_t moves);

}  // namespace tesuji::proofs
