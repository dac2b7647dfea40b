// Generates LLVM IR of whole playouts of a net: evaluating questions, drawing moves and making them
// in one function. Internal to this layer.
//
// A step of a small game takes about fifty instructions; calls, lists of moves and states in memory
// would take several times as many. So the questions' code becomes part of one loop, in which the
// state of a small game and the random numbers stay in registers.
//
// In such a game each move waits for the previous one, while the processor could compute several
// steps at a time. So a second function for many playouts plays several games in turns: a step of
// the first one, a step of the second one, .. When one has ended, the function counts it and begins
// the next playout in its place.
#pragma once

#include "backend/llvm/nets/playout_step.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

namespace tesuji::llvm_backend {

/// Whether playouts can be generated: the processor counts bits and finds the n-th set bit by one
/// instruction each; the net answers the questions of a playout; states and moves are not too
/// large; and each role before the last role with moves has moves.
[[nodiscard]] bool can_play(const ir::Net& net, const llvm::TargetMachine& machine);

/// Adds a function `symbol` of type tsj_circuit_playout: it plays the same games as single
/// questions would. Every role must have a move in the net; a role with more than one draws one.
/// With PlayoutNet::over, of this net and these cases, it tests after each move whether the game is
/// over, and evaluates `legal` of each case, or its `position` if it has no `legal`.
void emit_playout(llvm::Module& module, const PlayoutNet& net, const std::string& symbol);

/// Whether playing many games at a time pays: a step is short enough to be repeated in one loop,
/// and there are few goals.
[[nodiscard]] bool can_play_many(const llvm::Module& module, const PlayoutNet& net);

/// Adds a function `symbol` of type tsj_circuit_playouts, for the same games.
void emit_playouts(llvm::Module& module, const PlayoutNet& net, const std::string& symbol);

}  // namespace tesuji::llvm_backend
