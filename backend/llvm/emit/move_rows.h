// Tabulates the parts of a question that depend only on moves.
//
// Each role makes exactly one of its moves, so any number of functions of one role's moves form a
// row of bits in a table, indexed by the move. Three quarters of the nodes that depend on moves
// depend on nothing else; rows replace them.
//
// Frame axioms need no gates either. If the next value of a fluent is
//
//     set or (keep and fluent)          or a part of this, or with more
//
// with `set` a disjunction and `keep` a conjunction of functions of one role's moves, then rows
// hold the bits of `set` and `keep` at the fluent's place in the state, and whole words are
// combined.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// A word of the row for a role's move.
struct RowWord {
  std::uint32_t role = 0;
  std::uint32_t offset = 0;
};

/// Word `word` of the answer: the OR of all of `set`, ORed with the AND of the state's word, `kept`
/// and all of `keep`.
struct WordUpdate {
  std::uint32_t word = 0;
  std::vector<RowWord> set;
  std::vector<RowWord> keep;
  std::uint64_t kept = 0;
};

/// Per role: a row for each of its moves, and one for no move.
struct RoleRows {
  std::uint32_t stride = 0;  ///< words in a row
  std::vector<std::uint64_t> words;
};

struct MoveRows {
  std::vector<RoleRows> roles;
  /// The updated words of the answer; all other words have no set or kept bits.
  std::vector<WordUpdate> updates;
  /// The rest of the answer, to be ORed: over fluents, conjunctions, and `move` nodes that stand
  /// for bits of `inputs`, one word after the other.
  ir::Net net;
  std::vector<ir::Signal> answer;
  std::vector<RowWord> inputs;
};

/// Limits on the size of tables and on the work to make them.
struct MoveRowLimits {
  std::size_t table_words = 1'000'000;
  std::size_t work_words = 16'000'000;  ///< functions of moves, times the words for all moves
};

/// Splits the question for the next value of every fluent; returns nothing if it exceeds the
/// limits.
[[nodiscard]] std::optional<MoveRows> tabulate_moves(const ir::Net& net,
                                                     const MoveRowLimits& limits = {});

}  // namespace tesuji::llvm_backend
