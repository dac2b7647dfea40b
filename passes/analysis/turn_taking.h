// Determines from a rulesheet whose turn it is: waiting moves and control fluents.
#pragma once

#include "ir/module/module.h"

#include <optional>
#include <vector>

namespace tesuji::passes {

/// A tuple of a relation.
struct RelationTuple {
  ir::RelationId relation = ir::no_id;
  std::vector<ir::Symbol> row;
  friend bool operator==(const RelationTuple&, const RelationTuple&) = default;
};

/// Per role, in the module's order. Found syntactically, so that it holds in every state: a role
/// without its control fluent has only its waiting move.
struct TurnTaking {
  std::vector<std::optional<RelationTuple>> waiting;  ///< tuple of a `legal.*` relation
  std::vector<RelationTuple> control;  ///< tuples of a fluent; empty unless found for every role
};

/// A role's *waiting move* is a move without variables such that all its other legal moves need one
/// and the same fluent, its *control fluent*, which this one does not need and which differs from
/// role to role. If several moves qualify, it prefers one that no rule reads (`does`), then one
/// whose control fluent names the role; if that does not decide, the role has no result. If no
/// fluent is found, it chooses a role's only move without variables.
[[nodiscard]] TurnTaking find_turn_taking(const ir::Module& module);

}  // namespace tesuji::passes
