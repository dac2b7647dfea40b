// Builds invariants of the automatic sets, and parts that many of them share; recognises the forms
// of their formulas.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::proofs {

/// Builds one invariant: manages its variables.
class Maker {
 public:
  explicit Maker(std::string name) { invariant_.name = std::move(name); }

  ir::VariableId variable(std::string name, std::vector<ir::Symbol> domain) {
    invariant_.variables.push_back({std::move(name), std::move(domain)});
    return static_cast<ir::VariableId>(invariant_.variables.size() - 1);
  }
  void parameter(ir::VariableId id) { invariant_.parameters.push_back(id); }
  ir::Invariant make(ir::Formula formula) {
    invariant_.formula = std::move(formula);
    return std::move(invariant_);
  }

 private:
  ir::Invariant invariant_;
};

/// Returns the roles without repetitions, in the order of domains.
[[nodiscard]] std::vector<ir::Symbol> sorted_roles(const ir::Module& module);

/// Returns the roles that play for goals: without `random`, which stands for chance, unless it is
/// the only role. In the order of roles.
[[nodiscard]] std::vector<ir::Symbol> players_of(const ir::Module& module);

/// Returns the constants of a relation's column; owned by the module.
[[nodiscard]] const std::vector<ir::Symbol>& column_values(const ir::Module& module,
                                                           ir::RelationId relation,
                                                           std::size_t column);

[[nodiscard]] std::vector<ir::Argument> variables_of(const std::vector<ir::VariableId>& ids);

[[nodiscard]] std::vector<ir::RelationId> relations_of_kind(const ir::Module& module,
                                                            ir::RelationKind kind);

/// Makes a formula for the maker's invariant: there are at least `lower` moves M with legal(role,
/// M).
[[nodiscard]] ir::Formula moves_of(const ir::Module& module, Maker& maker, ir::VariableId role,
                                   std::uint64_t lower);

/// Returns the atom `terminal`, or false if the rulesheet never ends.
[[nodiscard]] ir::Formula terminal_of(const ir::Module& module);

/// A functional: for all constants of `each`, at most one or exactly one of some atoms holds.
struct CountedAtoms {
  std::vector<ir::VariableId> each;
  const ir::Formula* count = nullptr;  ///< part of the formula; its parts are the atoms
};
[[nodiscard]] std::optional<CountedAtoms> counted_atoms(const ir::Formula& formula);

/// Each fluent of a relation that holds (or does not hold) keeps that value for ever. The
/// parameters of the formula are the relation's columns.
struct Persistence {
  ir::RelationId relation = ir::no_id;
  bool holds = true;
};
[[nodiscard]] std::optional<Persistence> persistence_of(const ir::Invariant& invariant);

}  // namespace tesuji::proofs
