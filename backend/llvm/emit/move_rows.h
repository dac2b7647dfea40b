// Tabulates by move the parts of a question that depend on moves alone.
//
// Of each role's moves exactly one is made, so that any number of functions of one role's
// moves are a row of bits in a table, at the number of the move. Three quarters of the nodes
// that depend on moves depend on nothing else; a row takes their place.
//
// Frame axioms need no gate either: where the next value of a fluent is
//
//     set or (keep and fluent)          or a part of this, or with more
//
// `set` a disjunction and `keep` a conjunction of functions of one role's moves, rows hold the
// bits of `set` and `keep` where the state has the fluent's, and whole words are combined.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// A word of the row of the move that a role makes.
struct RowWord {
  std::uint32_t role = 0;
  std::uint32_t offset = 0;
};

/// Word `word` of the answer: all of `set` or-ed, or-ed with the word of the state and `kept`
/// and all of `keep`.
struct WordUpdate {
  std::uint32_t word = 0;
  std::vector<RowWord> set;
  std::vector<RowWord> keep;
  std::uint64_t kept = 0;
};

/// By role: a row for each of its moves and one for none of them.
struct RoleRows {
  std::uint32_t stride = 0;  ///< words in a row
  std::vector<std::uint64_t> words;
};

struct MoveRows {
  std::vector<RoleRows> roles;
  /// These words of the answer's; its other words have no set or kept bits.
  std::vector<WordUpdate> updates;
  /// The rest of the answer, to be or-ed: of fluents, conjunctions, and `move` nodes that stand
  /// for bits of `inputs`, one word after the other.
  ir::Net net;
  std::vector<ir::Signal> answer;
  std::vector<RowWord> inputs;
};

/// What tables may take, and making them.
struct MoveRowLimits {
  std::size_t table_words = 1'000'000;
  std::size_t work_words = 16'000'000;  ///< functions of moves, times words for all moves
};

/// Splits the question for the next value of every fluent; nothing over the limits.
[[nodiscard]] std::optional<MoveRows> tabulate_moves(const ir::Net& net,
                                                     const MoveRowLimits& limits = {});

}  // namespace tesuji::llvm_backend
