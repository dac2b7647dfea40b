// Defines maintenance rules, which update the facts that a rule set deduces when base facts are
// added or removed.
//
// A rule set that only adds (agenda.h) is a view of its base facts. Each premise whose relation may
// change has a rule that begins with the change, so that it enumerates only bindings that use it:
//
//   the rule          scan P(?X), probe Q(X, ?Y), absent A(Y), add H(X)
//   losses            scan gone.P(?X), probe Q(X, ?Y), absent A(Y), add lost.H(X)
//                     .. with gone.Q, .. and with come.A before `absent A`
//   dropping          scan lost.H(?X), absent given.H(X), remove H(X)
//   regaining         scan lost.H(?X), test P(X), probe Q(X, ?Y), absent A(Y), add H(X)
//   gains             scan come.P(?X), probe Q(X, ?Y), absent A(Y), add H(X)
//                     .. with come.Q, .. and with gone.A before `absent A`
//
// Source: Gupta, Mumick, Subrahmanian, Maintaining Views Incrementally (SIGMOD 1993), section 7:
// delete and rederive. backend/agenda/maintainer.h runs the rules.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// The relations of `MaintenanceRules::module` that belong to a memory relation R, with R's
/// columns. All are no_id if R is fixed.
struct MaintainedRelation {
  RelationId lost = no_id;   ///< facts that R loses in this step, unless regained
  RelationId gone = no_id;   ///< the part of `lost` that rules have not processed yet
  RelationId come = no_id;   ///< new facts of R that rules have not processed yet
  RelationId given = no_id;  ///< R's base facts; no_id if no rule concludes R
};

/// A rule that runs if its relation is not empty.
struct MaintenanceRule {
  std::uint32_t agenda = 0;     ///< in MaintenanceRules::module
  RelationId relation = no_id;  ///< the relation R that changes
  bool absent = false;          ///< the change is in a fact of R whose absence is required
};

struct MaintenanceRules {
  /// Begins with the relations of the rule set, with the same ids. Memory relations are initially
  /// empty.
  Module module;
  std::vector<MaintainedRelation> relations;  ///< by relation of the rule set
  std::vector<MaintenanceRule> losing;        ///< begin with gone.R; with come.R if absent
  std::vector<MaintenanceRule> dropping;      ///< begin with lost.R; one for each memory relation
  std::vector<MaintenanceRule> regaining;     ///< begin with lost.R
  std::vector<MaintenanceRule> gaining;       ///< begin with come.R; with gone.R if absent
};

}  // namespace tesuji::ir
