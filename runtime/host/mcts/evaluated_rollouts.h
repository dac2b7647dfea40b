// Values leaves by an evaluation function, alone or mixed with playouts. Source: Winands and
// Björnsson, Alpha-Beta Based Play-Outs in Monte-Carlo Tree Search (2011), and Lanctot, Winands,
// Pepels and Sturtevant, Monte Carlo Tree Search with Heuristic Evaluations using Implicit Minimax
// Backups (2014), for mixing both.
#pragma once

#include "runtime/host/mcts/rollouts.h"
#include "runtime/host/search/alpha_beta.h"

#include <functional>
#include <memory>

namespace tesuji::runtime {

/// Creates a thread's evaluation, in logits: role 0 wins with probability 1 / (1 + exp(-value)).
using EvaluationFactory = std::function<std::unique_ptr<Evaluation>()>;

/// For games of two roles whose goals are 1 for a win and 0 for a loss: with other goals,
/// evaluations and playouts have different scales. `weight`, from 0 to 1, is the evaluation's
/// weight; `rollouts` has the rest, and does not play if it is 1. `state_words`: of the game's
/// states.
[[nodiscard]] RolloutFactory evaluated_rollouts(RolloutFactory rollouts,
                                                EvaluationFactory evaluation, float weight,
                                                std::size_t state_words);

}  // namespace tesuji::runtime
