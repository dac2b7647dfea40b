// The game contract by the reference reasoner: slow, and independent of every
// other engine.
//
// States and moves are numbered in the order in which they are first met, so a
// state is one word, the number of its set of fluents; sets are kept for good.
#pragma once

#include "backend/reference/program.h"
#include "backend/reference/prover.h"
#include "runtime/host/game/game.h"

#include <memory>
#include <string>

namespace tesuji::reference {

/// Calls are serialised by a lock: the game may be used by several threads, one at
/// a time gets on. Any ground term over the rulesheet's names is a fluent, and a move.
/// Throws ReasoningError. The game's functions throw runtime::LimitReached where the
/// error's code is "limit" or "recursion", ReasoningError otherwise.
[[nodiscard]] std::shared_ptr<const runtime::Game> make_reference_game(
    std::shared_ptr<Program> program, std::string name, Limits limits = {});

}  // namespace tesuji::reference
