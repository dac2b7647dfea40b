// Maintenance rules: what keeps the facts that a rule set deduces up to date while its
// base facts come and go.
//
// A rule set that only adds (agenda.h) is a view of its base facts. For each premise
// that a change can concern there is a rule that begins with the change, so that only
// bindings that use it are gone through:
//
//   the rule          scan P(?X), probe Q(X, ?Y), absent A(Y), add H(X)
//   what it loses     scan gone.P(?X), probe Q(X, ?Y), absent A(Y), add lost.H(X)
//                     .. with gone.Q, .. and with come.A in front of `absent A`
//   what is dropped   scan lost.H(?X), absent given.H(X), remove H(X)
//   what it regains   scan lost.H(?X), test P(X), probe Q(X, ?Y), absent A(Y), add H(X)
//   what it gains     scan come.P(?X), probe Q(X, ?Y), absent A(Y), add H(X)
//                     .. with come.Q, .. and with gone.A in front of `absent A`
//
// Source: Gupta, Mumick, Subrahmanian, Maintaining Views Incrementally (SIGMOD 1993),
// section 7: delete and rederive. Who runs them when: backend/agenda/maintainer.h.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// The relations of `MaintenanceRules::module` that belong to a memory relation R, with
/// R's columns. no_id in all of them where R is fixed.
struct MaintainedRelation {
  RelationId lost = no_id;   ///< what R loses in this step, unless it is regained
  RelationId gone = no_id;   ///< that part of it which rules have not looked at yet
  RelationId come = no_id;   ///< new facts of R which rules have not looked at yet
  RelationId given = no_id;  ///< R's base facts; no_id where no rule concludes R
};

/// A rule that is run where its relation holds something.
struct MaintenanceRule {
  std::uint32_t agenda = 0;     ///< in MaintenanceRules::module
  RelationId relation = no_id;  ///< the relation R that the change is in
  bool absent = false;          ///< the change is in what R is asked not to have
};

struct MaintenanceRules {
  /// Begins with the relations of the rule set, under the same numbers. Memory relations
  /// start without facts.
  Module module;
  std::vector<MaintainedRelation> relations;  ///< by relation of the rule set
  std::vector<MaintenanceRule> losing;        ///< begin with gone.R; with come.R if absent
  std::vector<MaintenanceRule> dropping;      ///< begin with lost.R; one for each memory relation
  std::vector<MaintenanceRule> regaining;     ///< begin with lost.R
  std::vector<MaintenanceRule> gaining;       ///< begin with come.R; with gone.R if absent
};

}  // namespace tesuji::ir
