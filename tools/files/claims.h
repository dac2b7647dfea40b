// Compares what the predicates of a learned strategy claim with perfect play.
#pragma once

#include "runtime/host/search/minimax.h"
#include "runtime/host/strategy/strategy.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace tesuji::tools {

/// In how many states win_k chooses a move though the mover cannot win, and draw_k though the state
/// is not drawn.
struct ClaimCheck {
  struct Counts {
    std::size_t states = 0;  ///< in which the predicate chooses the move
    std::size_t wrong = 0;
  };
  std::size_t states = 0;  ///< that were compared
  std::string role;
  std::map<std::string, Counts> predicates;  ///< by name; only win_k and draw_k
};

/// Checks all states that play from the boards can reach and in which the role moves. Throws
/// LimitReached if there are more than `most`, and what Minimax and Strategy throw.
[[nodiscard]] ClaimCheck check_claims(const runtime::Game& game, runtime::Minimax& minimax,
                                      const runtime::Strategy& strategy,
                                      std::span<const runtime::State> boards, runtime::Role role,
                                      const runtime::StateSpaceOptions& options, std::size_t most);

/// Prints what was checked, the first line of a strategy in words; without a check, how to check.
[[nodiscard]] std::string claims_text(const std::optional<ClaimCheck>& check);
/// Prints ` (wrong in 2 of 40 states in which it moves)`; empty without a check or a claim.
[[nodiscard]] std::string claim_text(const std::optional<ClaimCheck>& check,
                                     const std::string& predicate);

}  // namespace tesuji::tools
