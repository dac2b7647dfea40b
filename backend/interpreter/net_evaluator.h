// Evaluates nets node by node: their executable semantics.
#pragma once

#include "ir/nets/net.h"
#include "runtime/host/game/net_game.h"

#include <memory>

namespace tesuji::interpreter {

/// Functions that evaluate a net and keep it alive.
struct EvaluatedNet {
  runtime::NetCode code;
  std::size_t scratch_words = 0;
};

[[nodiscard]] EvaluatedNet evaluate_net(std::shared_ptr<const ir::Net> net);

}  // namespace tesuji::interpreter
