// Holds the state that the parts of the verifier share. A later part relies on the checks of the
// earlier ones, so it runs only if they found no fault.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

#include <string>
#include <utility>
#include <vector>

namespace tesuji::ir {

/// One run of the verifier.
class Verification {
 public:
  Verification(const Module& module_in, Diagnostics& diagnostics)
      : module(module_in), diagnostics_(&diagnostics) {}

  const Module& module;
  /// Stratum of each relation; no_id if it is in none. Set by verify_declarations.
  std::vector<std::uint32_t> stratum_of;

  void fault(const Span& span, std::string message) {
    diagnostics_->error(span, "ir", std::move(message));
    ++faults_;
  }
  void fault_at(const Relation& relation, std::string message) {
    fault(relation.span.known() ? relation.span : relation.declaration, std::move(message));
  }
  [[nodiscard]] bool good() const { return faults_ == 0; }

  /// Whether variables and constants exist and the arguments match the columns in number. Reports
  /// faults.
  bool check_arguments(const std::vector<Argument>& args, std::size_t variables, const Span& span);
  bool check_relation(RelationId relation, std::size_t arity, const Span& span);
  /// Whether an atom is valid: an existing relation, and constants of its columns' domains.
  bool check_atom(RelationId relation, const std::vector<Symbol>& args, const Span& span);
  /// Checks that the module contains only declarations and `what` (a net, lanes).
  void check_alone(const std::string& what);
  /// Checks that the unit's variables have different names.
  void check_variable_names(const std::vector<std::string>& names, const std::string& unit,
                            const Span& span);

 private:
  Diagnostics* diagnostics_;
  std::size_t faults_ = 0;
};

/// Verifies domains, relations, facts, roles; determines the stratum of each relation.
void verify_declarations(Verification& run);
/// Verifies the relations that the host reads, and those that store states and moves.
void verify_contract(Verification& run);
void verify_rules(Verification& run);
void verify_plans(Verification& run);
/// Verifies strata and entries: the order of evaluation.
void verify_strata(Verification& run);
void verify_procs(Verification& run);
/// Verifies production rules: binders, conclusions last, absent-checks only where they are sound.
void verify_agendas(Verification& run);
/// At level nets: verifies that nodes, names and answers are as net.h requires.
void verify_net(Verification& run);
/// At level lanes: verifies that words have names, and graphs or programs are as lanes.h requires.
void verify_lanes(Verification& run);

}  // namespace tesuji::ir
