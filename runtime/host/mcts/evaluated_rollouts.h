// Values of leaves by an evaluation function, with or without playouts beside it. Source: Winands
// and Björnsson, Alpha-Beta Based Play-Outs in Monte-Carlo Tree Search (2011), and Lanctot,
// Winands, Pepels and Sturtevant, Monte Carlo Tree Search with Heuristic Evaluations using Implicit
// Minimax Backups (2014), for leaves that both have a say in.
#pragma once

#include "runtime/host/mcts/rollouts.h"
#include "runtime/host/search/alpha_beta.h"

#include <functional>
#include <memory>

namespace tesuji::runtime {

/// Makes an evaluation in logits for a thread: role 0 wins with probability 1 / (1 + exp(-value)).
using EvaluationFactory = std::function<std::unique_ptr<Evaluation>()>;

/// For games of two roles, whose values are taken to be 1 for a win and 0 for a loss: where goals
/// are others, evaluations and playouts have different scales. `weight`, from 0 to 1, is that of
/// the evaluation; the rest is that of `rollouts`, which do not play where it is 1. `state_words`:
/// of the game's states.
[[nodiscard]] RolloutFactory evaluated_rollouts(RolloutFactory rollouts,
                                                EvaluationFactory evaluation, float weight,
                                                std::size_t state_words);

}  // namespace tesuji::runtime
