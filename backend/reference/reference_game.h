// Implements the game contract by the reference reasoner: slow, and independent of every other
// engine.
//
// States and moves are numbered in the order in which they first occur, so a state is one word, the
// number of its set of fluents; sets are never freed.
#pragma once

#include "backend/reference/program.h"
#include "backend/reference/prover.h"
#include "runtime/host/game/game.h"

#include <memory>
#include <string>

namespace tesuji::reference {

/// A lock serialises calls: several threads may use the game, one at a time. Any ground term over
/// the rulesheet's names is a fluent and a move. Throws ReasoningError. The game's functions throw
/// runtime::LimitReached if the error's code is "limit" or "recursion", otherwise ReasoningError.
[[nodiscard]] std::shared_ptr<const runtime::Game> make_reference_game(
    std::shared_ptr<Program> program, std::string name, Limits limits = {});

}  // namespace tesuji::reference
