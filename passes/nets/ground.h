// Ground rules of a game: every way to instantiate its rules with what may ever be true.
// How, and what that means: docs/engines/nets.md.
#pragma once

#include "ir/module/module.h"
#include "passes/clauses/split_existential.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::passes {

/// Position of a ground atom among those of its program.
using GroundAtom = std::uint32_t;

/// An atom, negated if the number is odd.
using GroundLiteral = std::uint32_t;

struct GroundRule {
  GroundAtom head = 0;
  std::uint32_t first = 0;  ///< body in GroundProgram::literals
  std::uint32_t count = 0;
};

/// Atoms are numbered relation by relation, in the order of Relation::facts of `possible`.
/// Static relations have none: their literals are decided.
struct GroundProgram {
  /// The module with, for each state, input and derived relation, the tuples that may
  /// be true as facts (sorted by domain positions).
  ir::Module possible;
  std::vector<GroundAtom> first_atom;  ///< by relation of the module, and one more: their number
  std::vector<GroundRule> rules;       ///< sorted by head
  std::vector<GroundLiteral> literals;
  /// Relations that were too large, in the order in which that came up; and, by relation of the
  /// module, what depends on them or is not asked for without them: these have no rules here.
  std::vector<ir::RelationId> left_out;
  std::vector<bool> unknown;

  [[nodiscard]] std::span<const GroundLiteral> body(const GroundRule& rule) const {
    return {literals.data() + rule.first, rule.count};
  }
};

struct GroundOptions {
  std::uint64_t max_rows = 0;  ///< of ground atoms and rules
  /// Where something is left out: fewer, or the games that are not to be grounded take longest.
  std::uint64_t retry_rows = 0;
  SplitOptions split;
  /// Relations that are left out from the beginning; see may_be_left_out.
  std::vector<ir::RelationId> leave_out{};
  /// For tests: leaves out the relation of this number, modulo how many may be left out, however
  /// small it is.
  std::optional<std::uint64_t> without{};
};

/// What was too large where nothing could be grounded.
struct GroundFailure {
  ir::RelationId over = ir::no_id;  ///< the relation, or the relation whose rule, had most rows
  std::uint64_t rows = 0;           ///< more than these
  std::vector<ir::RelationId> left_out;  ///< before
};

/// Most relations that are left out.
inline constexpr std::size_t most_left_out = 3;

/// Grounds a module of level clauses that has domains, and whose static relations are folded.
/// Relations of which more than `max_rows` rows come up are left out. Nothing where that is not
/// possible (`failure` tells), or the evaluator reached a limit of its own.
[[nodiscard]] std::optional<GroundProgram> ground(const ir::Module& module, PassContext& context,
                                                  const GroundOptions& options,
                                                  GroundFailure& failure);

}  // namespace tesuji::passes
