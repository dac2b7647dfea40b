// Looks up what the report of a verification proves, formula by formula.
#pragma once

#include "backend/proofs/formulas/formula_forms.h"
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

/// How something is known: by the proofs of all formulas from which it follows.
struct Evidence {
  std::uint32_t induction = 0;  ///< most states that the step of a proof assumes; 0: no induction
  std::uint64_t lemmas = 0;     ///< clauses about states that were found for proofs
  std::uint64_t states = 0;     ///< of the game, where all were visited; 0: not needed

  void add(const Evidence& other);
};

/// A tuple of a relation.
using Tuple = std::vector<ir::Symbol>;

/// The report and the module outlive it.
class ProvedFacts {
 public:
  ProvedFacts(const ir::Module& module, const proofs::VerificationReport& report);

  [[nodiscard]] const ir::Module& module() const { return module_; }
  [[nodiscard]] const proofs::VerificationReport& report() const { return report_; }

  /// Nothing where an instance, or the only formula, is not proved.
  [[nodiscard]] static std::optional<Evidence> proof(const proofs::InvariantReport& report,
                                                     std::uint64_t instance = 0);
  /// Of the instance with these constants.
  [[nodiscard]] static std::optional<Evidence> proof(const proofs::InvariantReport& report,
                                                     std::span<const ir::Symbol> constants);

  /// Whether the initial state is known.
  [[nodiscard]] bool knows_start() const { return !report_.initial.empty(); }
  /// The tuples of a relation of fluents that hold initially.
  [[nodiscard]] const std::vector<Tuple>& initial(ir::RelationId relation) const;
  [[nodiscard]] bool initially(ir::RelationId relation, std::span<const ir::Symbol> tuple) const;

  /// The family of persistence of a relation; null where there is none.
  [[nodiscard]] const proofs::InvariantReport* persistence(ir::RelationId relation,
                                                           bool holds) const;
  /// That the fluent stays true once it is (or false).
  [[nodiscard]] std::optional<Evidence> stays(ir::RelationId relation,
                                              std::span<const ir::Symbol> tuple, bool holds) const;
  /// That the fluent never holds, or always.
  [[nodiscard]] std::optional<Evidence> never(ir::RelationId relation,
                                              std::span<const ir::Symbol> tuple) const;
  [[nodiscard]] std::optional<Evidence> always(ir::RelationId relation,
                                               std::span<const ir::Symbol> tuple) const;

  /// A proved functional about this relation alone.
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

/// All tuples of a relation, in the order of instances of its persistence.
[[nodiscard]] std::vector<Tuple> all_tuples(const ir::Module& module, ir::RelationId relation);

}  // namespace tesuji::driver
