// Native code and the interpreter taking turns, question by question.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/game/game.h"

#include <memory>

namespace tesuji::tests {

/// A game that asks the interpreter, then native code of the fast tier, then the interpreter ..,
/// over the same scratch memory: what it answers when one takes over from another at any time.
[[nodiscard]] std::shared_ptr<const runtime::Game> switching_game(
    const std::shared_ptr<const ir::Module>& module);

}  // namespace tesuji::tests
