// Describes a net: its size by question, and facts about its fluents and moves that
// its structure proves. Nothing is guessed: what is not listed may be so all the same.
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
  std::uint32_t depth = 0;    ///< conjunctions one behind the other
  std::uint32_t widest = 0;   ///< most inputs of a conjunction
};

struct NetStatistics {
  std::vector<QuestionStatistics> questions;  ///< those with answers, in the order of questions;
                                              ///< what rests on others (Net::unanswered) is empty
  std::uint64_t gates = 0;                    ///< of two inputs, of all questions together
  std::uint64_t step_gates = 0;               ///< of legal moves, next state and end together

  /// The same in every reachable state, as fold_inert finds them.
  FluentList fixed;
  /// `next(f) = set or (keep and f)`, where neither `set` nor `keep` depends on f. Not those
  /// that are fixed.
  FluentList frame_axioms;
  FluentList stay_true;   ///< not fixed; once true, for ever
  FluentList stay_false;  ///< not fixed; once false, for ever
  /// No legal move, end, goal or percept ever depends on them.
  FluentList idle;

  std::vector<std::uint32_t> always_legal;  ///< positions in Net::moves
  std::vector<std::uint32_t> never_legal;
  std::vector<FluentGroup> groups;
  /// Fluents that were not looked at for frame axioms, because `next` is too large.
  std::size_t skipped = 0;
};

/// Nodes that may be visited to find frame axioms, and steps to find groups of fluents.
inline constexpr std::uint64_t default_statistics_budget = 50'000'000;

[[nodiscard]] NetStatistics net_statistics(const ir::Net& net,
                                           std::uint64_t budget = default_statistics_budget);

}  // namespace tesuji::passes
