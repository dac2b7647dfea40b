#include "backend/proofs/clingo/program_unit.h"

#include "backend/proofs/clingo/program_text.h"
#include "ir/core/counted.h"

#include <algorithm>
#include <optional>
#include <string>

namespace tesuji::proofs {
namespace {

/// What is wrong with a rule; nothing if it is in order.
std::optional<std::string> fault_of(const Rule& rule, const Program& program) {
  std::optional<std::string> fault;
  const auto look = [&](const Atom& atom) {
    if (atom.predicate >= program.predicates().size()) {
      fault = "an atom is of no predicate";
      return;
    }
    const Predicate& predicate = program.predicates()[atom.predicate];
    if (!predicate.columns.empty() && predicate.columns.size() != atom.args.size()) {
      fault = "an atom of `" + predicate.name + "` has not an argument for each column";
    }
  };
  for_head_atoms(rule, look);
  for_choice_conditions(rule, look);
  for_body_atoms(rule, look);
  for_arguments(rule, [&](const ir::Argument& argument) {
    if (is_variable(argument) && argument.id >= rule.variables.size()) {
      fault = "an argument is none of the rule's variables";
    }
  });
  for (const Literal& literal : rule.body) {
    if (literal.left.size() != literal.right.size()) fault = "tuples of different lengths";
  }
  return fault;
}

}  // namespace

std::string ProgramUnit::text(ir::PrintedPlaces /*places*/) const {
  return to_text(program_);
}

std::string ProgramUnit::size() const {
  return ir::counted(program_.predicates().size(), "predicate") + ", " +
         ir::counted(program_.rules.size(), "rule");
}

bool ProgramUnit::verify(ir::Diagnostics& diagnostics) const {
  bool fine = true;
  for (const Rule& rule : program_.rules) {
    const std::optional<std::string> fault = fault_of(rule, program_);
    if (!fault) continue;
    fine = false;
    diagnostics.error({}, "ir", "a rule of an answer set program is in disorder: " + *fault);
  }
  return fine;
}

}  // namespace tesuji::proofs
