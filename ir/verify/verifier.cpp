#include "ir/verify/verifier.h"

#include "ir/core/counted.h"
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <unordered_set>

namespace tesuji::ir {

bool Verification::check_arguments(const std::vector<Argument>& args, std::size_t variables,
                                   const Span& span) {
  for (const Argument& argument : args) {
    const bool is_constant = argument.kind == Argument::Kind::constant;
    if (argument.kind == Argument::Kind::ignore) continue;
    if (argument.id < (is_constant ? module.symbols->size() : variables)) continue;
    fault(span, fmt::format("unknown {} {}", is_constant ? "symbol" : "variable", argument.id));
    return false;
  }
  return true;
}

bool Verification::check_relation(RelationId relation, std::size_t arity, const Span& span) {
  if (relation >= module.relations.size()) {
    fault(span, fmt::format("unknown relation {}", relation));
    return false;
  }
  const Relation& found = module.relations[relation];
  if (found.columns.size() == arity) return true;
  fault(span, fmt::format("{} has {}, not {}", found.name, counted(found.columns.size(), "column"),
                          arity));
  return false;
}

bool Verification::check_atom(RelationId relation, const std::vector<Symbol>& args,
                              const Span& span) {
  if (!check_relation(relation, args.size(), span)) return false;
  const Relation& found = module.relations[relation];
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (module.domains[found.columns[i]].position(args[i]) >= 0) continue;
    fault(span, fmt::format("a constant of {} is not in its domain", found.name));
    return false;
  }
  return true;
}

void Verification::check_alone(const std::string& what) {
  if (module.rules.empty() && module.plans.empty() && module.strata.empty() &&
      module.entries.empty() && module.procs.empty() && module.agendas.empty()) {
    return;
  }
  fault({}, "a module at level " + what + " has neither rules nor plans, strata, entries or procs");
}

void Verification::check_variable_names(const std::vector<std::string>& names,
                                        const std::string& unit, const Span& span) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) {
      fault(span, fmt::format("{} has two variables named {}", unit, name));
    }
  }
}

bool verify(const Module& module, Diagnostics& diagnostics) {
  Verification run(module, diagnostics);
  for (const auto part : {verify_declarations, verify_contract, verify_rules, verify_plans,
                          verify_strata, verify_procs, verify_agendas, verify_net, verify_lanes}) {
    part(run);
    if (!run.good()) return false;
  }
  return true;
}

}  // namespace tesuji::ir
