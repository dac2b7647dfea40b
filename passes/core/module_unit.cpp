#include "passes/core/module_unit.h"

#include "ir/core/counted.h"
#include "ir/verify/verifier.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <vector>

namespace tesuji::passes {
namespace {

/// Whether a derived relation is in no stratum.
bool lacks_strata(const ir::Module& module) {
  std::vector<bool> placed(module.relations.size(), false);
  for (const ir::Stratum& stratum : module.strata) {
    for (const ir::RelationId relation : stratum.relations) placed[relation] = true;
  }
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (module.relations[id].kind == ir::RelationKind::derived && !placed[id]) return true;
  }
  return false;
}

bool lacks_domains(const ir::Module& module) {
  return std::any_of(
      module.relations.begin(), module.relations.end(), [](const ir::Relation& relation) {
        return std::find(relation.columns.begin(), relation.columns.end(), ir::no_id) !=
               relation.columns.end();
      });
}

}  // namespace

std::string ModuleUnit::text(ir::PrintedPlaces places) const {
  return ir::print(module_, places);
}

std::string ModuleUnit::size() const {
  return ir::counted(module_.relations.size(), "relation") + ", " +
         ir::counted(module_.rules.size(), "rule");
}

bool ModuleUnit::verify(ir::Diagnostics& diagnostics) const {
  return ir::verify(module_, diagnostics);
}

bool ModuleUnit::lacks(Analysis analysis) const {
  if ((analysis & Analysis::domains) != Analysis::none && lacks_domains(module_)) return true;
  return (analysis & Analysis::strata) != Analysis::none && lacks_strata(module_);
}

std::string_view ModuleUnit::missing(Requirement requirement) const {
  return missing_pass(module_, requirement);
}

bool ModuleUnit::enter(const Pass& pass, ir::Diagnostics& diagnostics) {
  if (pass.kind != UnitKind::module || module_.level == ir::Level::nets) {
    diagnostics.error({}, "usage",
                      module_.level == ir::Level::nets
                          ? "the pass `" + std::string(pass.name) +
                                "` works on clauses and plans, and this is a net"
                          : "the pass `" + std::string(pass.name) + "` works on " +
                                (pass.kind == UnitKind::lanes ? "nets and lanes" : "nets") +
                                ", and this is a module of clauses or plans");
    return false;
  }
  return pass.requirement == Requirement::plans || back_to_clauses(module_, diagnostics);
}

void ModuleUnit::changed() {
  // Passes name rules after relations, and the text may already have a rule of that name.
  if (!module_.plans.empty()) return;  // they refer to rules by name
  std::unordered_set<std::string> names;
  for (ir::Rule& rule : module_.rules) {
    while (!names.insert(rule.name).second) rule.name += '\'';
  }
}

std::string_view missing_pass(const ir::Module& module, Requirement requirement) {
  switch (requirement) {
    case Requirement::nothing:
    case Requirement::graphs:
      return {};
    case Requirement::plans: {
      const bool ordered = module.level == ir::Level::plans || !module.agendas.empty();
      return ordered ? "" : "order-joins";
    }
    case Requirement::domains:
    case Requirement::strata:
    case Requirement::layout:
      break;
  }
  if (lacks_domains(module)) return "infer-domains";
  if (requirement == Requirement::domains) return {};
  if (lacks_strata(module)) return "stratify";
  if (requirement == Requirement::strata) return {};
  const bool stored = std::none_of(
      module.relations.begin(), module.relations.end(),
      [](const ir::Relation& relation) { return relation.storage == ir::Storage::unset; });
  return stored ? "" : "choose-storage";
}

bool back_to_clauses(ir::Module& module, ir::Diagnostics& diagnostics) {
  // Agendas are already ordered; passes over them ignore plans.
  if (module.level == ir::Level::clauses || !module.agendas.empty()) return true;
  std::set<std::string_view> rules;
  for (const ir::Rule& rule : module.rules) rules.insert(rule.name);
  for (const ir::Plan& plan : module.plans) {
    if (rules.contains(plan.rule)) continue;
    diagnostics.error(plan.span, "usage",
                      "passes work on rules, and the one of plan `" + plan.rule + "` is not there");
    return false;
  }
  module.plans.clear();
  for (ir::Stratum& stratum : module.strata) stratum.plans.clear();
  module.level = ir::Level::clauses;
  return true;
}

}  // namespace tesuji::passes
