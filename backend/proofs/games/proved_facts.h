// Looks up, formula by formula, what the report of a verification proves.
#pragma once

#include "backend/proofs/formulas/invariant_maker.h"
#include "backend/proofs/verify/verification.h"
#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::driver {

/// How a fact is proved: by the proofs of all formulas that imply it.
struct Evidence {
  std::uint32_t induction =
      0;  ///< maximum number of states that a step of these proofs assumes; 0: no induction
  std::uint64_t lemmas = 0;  ///< number of clauses about states found for the proofs
  std::uint64_t states = 0;  ///< number of the game's states, if all were visited; 0: not needed

  void add(const Evidence& other);
};

/// A tuple of a relation.
using Tuple = std::vector<ir::Symbol>;

/// The report and the module must outlive it.
class ProvedFacts {
 public:
  ProvedFacts(const ir::Module& module, const proofs::VerificationReport& report);

  [[nodiscard]] const ir::Module& module() const { return module_; }
  [[nodiscard]] const proofs::VerificationReport& report() const { return report_; }

  /// Returns nothing if the instance (0 for a single formula) is not proved.
  [[nodiscard]] static std::optional<Evidence> proof(const proofs::InvariantReport& report,
                                                     std::uint64_t instance = 0);
  /// Returns the proof of the instance with these constants.
  [[nodiscard]] static std::optional<Evidence> proof(const proofs::InvariantReport& report,
                                                     std::span<const ir::Symbol> constants);

  /// Whether the initial state is known.
  [[nodiscard]] bool knows_start() const { return !report_.initial.empty(); }
  /// Returns the initially true tuples of a fluent relation.
  [[nodiscard]] const std::vector<Tuple>& initial(ir::RelationId relation) const;
  [[nodiscard]] bool initially(ir::RelationId relation, std::span<const ir::Symbol> tuple) const;

  /// Returns the persistence family of a relation; null if it has none.
  [[nodiscard]] const proofs::InvariantReport* persistence(ir::RelationId relation,
                                                           bool holds) const;
  /// Returns the proof that the fluent, once true (or once false), stays so.
  [[nodiscard]] std::optional<Evidence> stays(ir::RelationId relation,
                                              std::span<const ir::Symbol> tuple, bool holds) const;
  /// Return the proofs that the fluent never holds, or always holds.
  [[nodiscard]] std::optional<Evidence> never(ir::RelationId relation,
                                              std::span<const ir::Symbol> tuple) const;
  [[nodiscard]] std::optional<Evidence> always(ir::RelationId relation,
                                               std::span<const ir::Symbol> tuple) const;

  /// A proved functional about this relation only.
  struct Functional {
    proofs::CountedAtoms atoms;
    Evidence evidence;
  };
  [[nodiscard]] std::vector<Functional> functionals(ir::RelationId relation) const;

 private:
  void read_start();

  const ir::Module& module_;
  const proofs::VerificationReport& report_;
  std::unordered_map<ir::RelationId, std::vector<Tuple>> initial_;  ///< sorted
  std::unordered_map<ir::RelationId, const proofs::InvariantReport*> persistence_[2];
};

/// Returns all tuples of a relation, in the order of the instances of its persistence family.
[[nodiscard]] std::vector<Tuple> all_tuples(const ir::Module& module, ir::RelationId relation);

}  // namespace tesuji::driver
