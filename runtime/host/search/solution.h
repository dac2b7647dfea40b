// Writes solutions of games as bytes and reads them back.
//
// Layout, integers little-endian: "TSJSOLVE", u32 version (1), u32 words of a state, u64
// fingerprint of the game, u64 number of states, u64 1 where states can come again; per state its
// words, u32 plies, u32 moves of the mover, i8 margin, u8 role that moved in (bits 0-1), role to
// move (2-3), terminal (4), endless (5); u64 FNV-1a of all that. The first state reaches all
// others.
#pragma once

#include "runtime/host/search/minimax.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tesuji::runtime {

/// What was given as a solution is none, or none of this game; the message says why, and begins
/// with a verb ("is ..").
class SolutionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A hash of how the game plays and of how its states are laid out: roles, and of the states of
/// some playouts, always the same, the words, fluents, legal moves and goals. Rules that make no
/// difference there go unnoticed: `rules`, a hash of their text, is there for these. Throws
/// LimitReached.
[[nodiscard]] std::uint64_t fingerprint(const Game& game, std::uint64_t rules);

/// Solves the state, and gives it and all that can be reached from it as bytes. The same bytes
/// whenever nothing else was asked before. Throws what Minimax::visit throws.
[[nodiscard]] std::string save_solution(Minimax& minimax, StateView state,
                                        std::uint64_t fingerprint);

/// Makes the object know what was saved, and nothing else: questions about these states need no
/// search. Throws SolutionError, with the object as it was, where the bytes are not what
/// save_solution gave for this fingerprint; BudgetExceeded.
void load_solution(Minimax& minimax, std::string_view bytes, std::uint64_t fingerprint);

}  // namespace tesuji::runtime
