// What ends a game, as a few tests of whole words, of which a move asks for those it may decide.
//
// A line of four in a board of 48 cells is one of 168 conjunctions of fluents (*terms*). A game
// that goes on fulfils none of them, and after a move only those may hold in which it has made
// some literal true: a quarter of them. Eight at a time are compared with the state.
#pragma once

#include "ir/nets/net.h"
#include "ir/nets/net_cases.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// Terms are tested in vectors of so many.
inline constexpr std::size_t terms_per_vector = 8;

/// The terms that hold may begin to hold by one of the moves of one role.
struct MoveTerms {
  std::uint32_t role = 0;  ///< the only one with a choice
  /// Vectors of each move; those of moves with fewer terms repeat some.
  std::size_t vectors = 0;
  /// By move of the role, vector, TerminalTerms::masks and term: the bits of the term that are not
  /// as the mask says must be none.
  std::vector<std::uint64_t> words;
};

struct TerminalTerms {
  struct Mask {
    std::uint32_t word = 0;  ///< of the state
    bool holds = true;       ///< these bits must be set, else they must not
  };
  std::vector<Mask> masks;
  /// Part of the condition that would be too many terms: it is over, too, where one of these holds.
  /// No more than bits in a word.
  std::vector<ir::Signal> rest;
  std::vector<MoveTerms> cases;  ///< as NetCases::cases
};

/// The terms, if testing them after a move takes less than asking the net whether the game is over;
/// else nothing. In every case exactly one role must have a choice.
[[nodiscard]] std::optional<TerminalTerms> find_terminal_terms(const ir::Net& net,
                                                               const ir::NetCases& cases);

}  // namespace tesuji::llvm_backend
