// Builds the dependency graph of a rulesheet's relations: Definition 2 of Haufe, Schiffel and
// Thielscher (2012), over relation names.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/symbol.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tesuji::frontend {

/// `head` has a clause whose body contains `atom`, positive or negated.
struct Dependency {
  ir::Symbol head = ir::no_symbol;
  const Term* atom = nullptr;
};

/// Refers to the terms of `rulesheet`, which must outlive it.
class RelationGraph {
 public:
  explicit RelationGraph(const Rulesheet& rulesheet);

  /// Returns the dependencies of the clauses of `relation`, in source order.
  [[nodiscard]] const std::vector<Dependency>& uses(ir::Symbol relation) const;

  /// Whether each depends on the other; for `a` and `a`, whether it depends on itself.
  [[nodiscard]] bool on_a_cycle(ir::Symbol a, ir::Symbol b) const;

 private:
  std::unordered_map<ir::Symbol, std::vector<Dependency>> uses_;
  std::unordered_map<ir::Symbol, std::uint32_t> component_;
};

/// Computes the relations that `start` depends on, and shortest paths to them.
class Reachable {
 public:
  Reachable(const RelationGraph& graph, ir::Symbol start);

  [[nodiscard]] bool contains(ir::Symbol relation) const { return arrived_by_.contains(relation); }
  /// Returns the dependencies from the start to `end`, which must be reachable; never empty.
  [[nodiscard]] std::vector<Dependency> path(ir::Symbol end) const;

 private:
  ir::Symbol start_;
  std::unordered_map<ir::Symbol, Dependency> arrived_by_;
};

}  // namespace tesuji::frontend
