// Finds the uses of a relation's tuples, and the columns that each of them gives; copies a relation
// for uses that give other columns than the rest (demand.h).
#pragma once

#include "passes/analysis/estimates.h"
#include "passes/clauses/demand_candidates.h"

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::passes {

// --- Uses

/// A literal that reads a relation's tuples.
struct DemandUse {
  std::size_t rule;
  std::size_t literal;
  std::vector<std::size_t> context;  ///< body literals that define the needed tuples
  std::vector<bool> given;           ///< columns that the context binds
};

class DemandUses {
 public:
  /// Keeps references to all three. `static_only`: for demand-static.
  DemandUses(const ir::Module& module, const DemandCandidates& candidates,
             const Estimates& estimates, bool static_only)
      : module_(module),
        candidates_(candidates),
        estimates_(estimates),
        static_only_(static_only) {}

  /// Whether needs may arise from needs that depend on the relation itself.
  bool recursive_needs = true;

  /// Returns all uses. `given`: the columns that all of them give, the greatest set that recursive
  /// uses can pass on. `dependent`: relations computed from the relation.
  [[nodiscard]] std::vector<DemandUse> find(ir::RelationId id, const std::vector<bool>& dependent,
                                            std::vector<bool>& given) const;

  /// Returns the columns that all recursive uses, and those of `members` (indexes in `uses`), give.
  [[nodiscard]] std::vector<bool> shared(const std::vector<DemandUse>& uses,
                                         const std::vector<std::size_t>& members,
                                         const std::vector<bool>& dependent) const;

  [[nodiscard]] bool is_recursive(const DemandUse& use) const {
    const ir::Rule& asking = module_.rules[use.rule];
    return asking.head == asking.body[use.literal].relation;
  }

  /// Returns the number of possible combinations of the given columns.
  [[nodiscard]] double combinations(ir::RelationId id, const std::vector<bool>& given) const;

 private:
  using Variables = std::set<ir::VariableId>;

  [[nodiscard]] DemandUse describe(std::size_t rule, std::size_t literal,
                                   const std::vector<bool>& dependent,
                                   const std::vector<bool>& given) const;
  void leave_out_products(const std::vector<ir::Literal>& body, std::size_t literal,
                          const Variables& told, DemandUse& use, Variables& bound) const;
  [[nodiscard]] bool cheap(const ir::Literal& literal) const;
  [[nodiscard]] bool still_narrow(const ir::Literal& asked, const Variables& bound) const;
  [[nodiscard]] double expected(const ir::Literal& literal, const Variables& bound) const;

  const ir::Module& module_;
  const DemandCandidates& candidates_;
  const Estimates& estimates_;
  bool static_only_;
};

/// Returns the elements at indexes where `wanted` holds.
template <typename T>
std::vector<T> pick(const std::vector<T>& all, const std::vector<bool>& wanted) {
  std::vector<T> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (wanted[i]) result.push_back(all[i]);
  }
  return result;
}

// --- Copies

/// A group of uses of a relation that get a copy of it.
struct DemandCopy {
  ir::RelationId relation;
  std::vector<std::pair<std::size_t, std::size_t>> uses;  ///< rule and literal
};

/// If the uses of a relation give no selective common columns, but fall into groups that do,
/// returns the last of these groups, to which a copy would apply. Returns nullopt if some use needs
/// all tuples, or needs of other relations read it.
[[nodiscard]] std::optional<DemandCopy> find_demand_copy(const DemandUses& finder,
                                                         ir::RelationId relation,
                                                         const std::vector<DemandUse>& uses,
                                                         const std::vector<bool>& dependent);

/// Adds the copy, with copies of all rules of the relation.
void add_demand_copy(ir::Module& module, const DemandCopy& copy);

}  // namespace tesuji::passes
