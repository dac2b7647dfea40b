// Computes the ground rules of a game: all instances of its rules with possible tuples.
// docs/engines/nets.md describes the method and its meaning.
#pragma once

#include "ir/module/module.h"
#include "passes/clauses/split_existential.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::passes {

// --- Ground rules

/// Position of a ground atom among those of its program.
using GroundAtom = std::uint32_t;

/// An atom, negated if the number is odd.
using GroundLiteral = std::uint32_t;

struct GroundRule {
  GroundAtom head = 0;
  std::uint32_t first = 0;  ///< body in GroundProgram::literals
  std::uint32_t count = 0;
};

/// Atoms are numbered relation by relation, in the order of Relation::facts of `possible`. Static
/// relations have no atoms: their literals are decided.
struct GroundProgram {
  /// The module in which each state, input and derived relation has its possible tuples as facts
  /// (sorted by domain positions).
  ir::Module possible;
  std::vector<GroundAtom> first_atom;  ///< by relation of the module, and a last entry: their total
  std::vector<GroundRule> rules;       ///< sorted by head
  std::vector<GroundLiteral> literals;
  /// Relations that were too large, in order of detection; and, by relation of the module, whether
  /// it depends on them or is unneeded without them: these have no rules here.
  std::vector<ir::RelationId> left_out;
  std::vector<bool> unknown;

  [[nodiscard]] std::span<const GroundLiteral> body(const GroundRule& rule) const {
    return {literals.data() + rule.first, rule.count};
  }
};

struct GroundOptions {
  std::uint64_t max_rows = 0;  ///< of ground atoms and rules
  /// The limit after leaving relations out: smaller, or games that cannot be grounded would take
  /// longest.
  std::uint64_t retry_rows = 0;
  SplitOptions split;
  /// Relations left out from the beginning; see may_be_left_out.
  std::vector<ir::RelationId> leave_out{};
  /// For tests: leaves out the relation with this number, modulo the number of candidates, whatever
  /// its size.
  std::optional<std::uint64_t> without{};
};

/// The cause if nothing could be grounded.
struct GroundFailure {
  ir::RelationId over = ir::no_id;  ///< the relation, or the relation of the rule, with the most
                                    ///< rows
  std::uint64_t rows = 0;           ///< the exceeded limit
  std::vector<ir::RelationId> left_out;  ///< earlier
};

/// Maximum number of relations left out.
inline constexpr std::size_t most_left_out = 3;

/// Grounds a module of level clauses that has domains, and whose static relations are folded.
/// Leaves out relations with more than `max_rows` rows. Returns nullopt if that is impossible (see
/// `failure`), or if the evaluator reached a limit of its own.
[[nodiscard]] std::optional<GroundProgram> ground(const ir::Module& module, PassContext& context,
                                                  const GroundOptions& options,
                                                  GroundFailure& failure);

// --- Rules by atom

/// Indexes a ground program's rules by head, and computes dependencies between atoms.
class RulesByAtom {
 public:
  /// Refers to `program`, which must outlive it.
  explicit RulesByAtom(const GroundProgram& program);

  [[nodiscard]] std::span<const GroundRule> of(GroundAtom atom) const {
    return {program_.rules.data() + begins_[atom], begins_[atom + 1] - begins_[atom]};
  }

  /// Whether a rule of the atom contains it in its body.
  [[nodiscard]] bool reads_itself(GroundAtom atom) const;

  /// Returns atoms with rules, grouped by mutual dependency, after their dependencies.
  [[nodiscard]] const std::vector<std::vector<GroundAtom>>& components() const {
    return components_;
  }

 private:
  void find_components();

  const GroundProgram& program_;
  std::vector<std::uint32_t> begins_;  ///< by atom: start of its rules
  std::vector<std::vector<GroundAtom>> components_;
};

}  // namespace tesuji::passes
