// Represents the terminal condition as a few tests of whole words; a move needs only those that it
// may decide.
//
// A line of four in a board of 48 cells is one of 168 conjunctions of fluents (*terms*). No term
// holds while a game continues, and after a move only those terms may hold in which the move made a
// literal true: a quarter of them. Eight terms at a time are compared with the state.
#pragma once

#include "ir/nets/net.h"
#include "ir/nets/net_cases.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// Number of terms that a vector tests.
inline constexpr std::size_t terms_per_vector = 8;

/// The terms that may begin to hold by each move of one role.
struct MoveTerms {
  std::uint32_t role = 0;  ///< the only role with a choice
  /// Number of vectors of each move; those of moves with fewer terms repeat some terms.
  std::size_t vectors = 0;
  /// By move of the role, vector, TerminalTerms::masks and term: bits of the term. It holds if none
  /// of these bits differs from the value that the mask requires.
  std::vector<std::uint64_t> words;
};

struct TerminalTerms {
  struct Mask {
    std::uint32_t word = 0;  ///< of the state
    bool holds = true;       ///< the bits must be set, otherwise they must be clear
  };
  std::vector<Mask> masks;
  /// The part of the condition that would need too many terms: the state is also terminal if one of
  /// these holds. At most as many as bits in a word.
  std::vector<ir::Signal> rest;
  std::vector<MoveTerms> cases;  ///< as NetCases::cases
};

/// Returns the terms if testing them after a move is cheaper than evaluating the net's condition;
/// else nothing. In every case exactly one role must have a choice.
[[nodiscard]] std::optional<TerminalTerms> find_terminal_terms(const ir::Net& net,
                                                               const ir::NetCases& cases);

}  // namespace tesuji::llvm_backend
