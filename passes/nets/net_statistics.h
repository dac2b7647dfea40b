// Describes a net: its size by question, and facts about its fluents and moves that its structure
// proves. It lists only proved facts; others may hold as well.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/fluent_groups.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// The part of a net that one question needs.
struct QuestionStatistics {
  ir::NetQuestion question = ir::NetQuestion::legal;
  std::size_t answers = 0;
  std::size_t constants = 0;  ///< of the answers
  std::size_t fluents = 0;    ///< read
  std::size_t moves = 0;      ///< read
  std::size_t nodes = 0;      ///< conjunctions
  std::uint64_t gates = 0;    ///< of two inputs
  std::uint32_t depth = 0;    ///< conjunctions on a longest path
  std::uint32_t widest = 0;   ///< maximum inputs of a conjunction
};

struct NetStatistics {
  std::vector<QuestionStatistics> questions;  ///< those with answers, in the order of questions;
                                              ///< without those with unanswered inputs
                                              ///< (Net::unanswered)
  std::uint64_t gates = 0;                    ///< of two inputs, of all questions together
  std::uint64_t step_gates = 0;               ///< of legal moves, next state and terminal together

  /// Constant in every reachable state, as found by fold_inert.
  FluentList fixed;
  /// `next(f) = set or (keep and f)`, where neither `set` nor `keep` depends on f. Excludes fixed
  /// fluents.
  FluentList frame_axioms;
  FluentList stay_true;   ///< not fixed; once true, true for ever
  FluentList stay_false;  ///< not fixed; once false, false for ever
  /// No legal move, terminal, goal or percept ever depends on them.
  FluentList idle;

  std::vector<std::uint32_t> always_legal;  ///< positions in Net::moves
  std::vector<std::uint32_t> never_legal;
  std::vector<FluentGroup> groups;
  /// Number of fluents not analysed for frame axioms, because `next` is too large.
  std::size_t skipped = 0;
};

/// Maximum number of nodes visited to find frame axioms, and of steps to find groups of fluents.
inline constexpr std::uint64_t default_statistics_budget = 50'000'000;

[[nodiscard]] NetStatistics net_statistics(const ir::Net& net,
                                           std::uint64_t budget = default_statistics_budget);

}  // namespace tesuji::passes
