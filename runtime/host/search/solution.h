// Writes solutions of games as bytes and reads them back.
//
// Layout, integers little-endian: "TSJSOLVE", u32 version (1), u32 words of a state, u64
// fingerprint of the game, u64 number of states, u64 1 if states can repeat; per state its words,
// u32 plies, u32 moves of the mover, i8 margin, u8 role that moved in (bits 0-1), role to move
// (2-3), terminal (4), endless (5); u64 FNV-1a of all before. The first state reaches all others.
#pragma once

#include "runtime/host/search/minimax.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tesuji::runtime {

/// Thrown if the bytes are not a solution, or not one of this game; the message gives the reason,
/// and begins with a verb ("is ..").
class SolutionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns a hash of how the game plays and of how its states are laid out: its roles, and the
/// words, fluents, legal moves and goals of the states of some playouts, always the same ones.
/// Rules without effect on these states change only `rules`, a hash of their text. Throws
/// LimitReached.
[[nodiscard]] std::uint64_t fingerprint(const Game& game, std::uint64_t rules);

/// Solves the state, and returns it and all that can be reached from it as bytes. They are the same
/// whenever nothing else was computed before. Throws what Minimax::visit throws.
[[nodiscard]] std::string save_solution(Minimax& minimax, StateView state,
                                        std::uint64_t fingerprint);

/// Loads a saved solution into the object and forgets everything else: questions about these states
/// then need no search. Throws SolutionError, with the object unchanged, if the bytes are not what
/// save_solution wrote for this fingerprint; BudgetExceeded.
void load_solution(Minimax& minimax, std::string_view bytes, std::uint64_t fingerprint);

}  // namespace tesuji::runtime
