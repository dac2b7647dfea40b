// State that the parts of the verifier share. Each part reports what it finds; a later part relies
// on what the earlier ones have checked, so it is run only if they found nothing.
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
  /// Stratum of each relation, no_id where it is in none. Set by verify_declarations.
  std::vector<std::uint32_t> stratum_of;

  void fault(const Span& span, std::string message) {
    diagnostics_->error(span, "ir", std::move(message));
    ++faults_;
  }
  void fault_at(const Relation& relation, std::string message) {
    fault(relation.span.known() ? relation.span : relation.declaration, std::move(message));
  }
  [[nodiscard]] bool good() const { return faults_ == 0; }

  /// Whether variables and constants have meaning and the arguments are as many
  /// as the columns. Reports what is wrong.
  bool check_arguments(const std::vector<Argument>& args, std::size_t variables, const Span& span);
  bool check_relation(RelationId relation, std::size_t arity, const Span& span);
  /// Whether an atom has meaning: a relation, and constants of its columns' domains.
  bool check_atom(RelationId relation, const std::vector<Symbol>& args, const Span& span);
  /// Whether nothing but declarations and `what` (a net, lanes) is in the module.
  void check_alone(const std::string& what);
  /// Whether no two of the unit's variables have one name.
  void check_variable_names(const std::vector<std::string>& names, const std::string& unit,
                            const Span& span);

 private:
  Diagnostics* diagnostics_;
  std::size_t faults_ = 0;
};

/// Domains, relations, facts, roles; which stratum each relation is in.
void verify_declarations(Verification& run);
/// What the host asks for, and what it keeps states and moves in.
void verify_contract(Verification& run);
void verify_rules(Verification& run);
void verify_plans(Verification& run);
/// Strata and entries: what is computed when.
void verify_strata(Verification& run);
void verify_procs(Verification& run);
/// Production rules: binders, conclusions last, absent-checks where they are sound.
void verify_agendas(Verification& run);
/// At level nets: nodes, names and answers are what net.h promises.
void verify_net(Verification& run);
/// At level lanes: words have names, and graphs or programs are what lanes.h promises.
void verify_lanes(Verification& run);

}  // namespace tesuji::ir
