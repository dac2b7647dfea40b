// Generates LLVM IR of whole playouts of a net: asking, drawing and moving in one function.
// Internal to this layer.
//
// A step of a small game takes some fifty instructions, and calls, lists of moves and states in
// memory would take several times as many. Here the questions' code is made part of one loop, in
// which the state of a small game and the random numbers stay in registers.
//
// In such a game each move waits for the one before, while the processor could compute several
// steps at a time. So there is a second function for many playouts, which plays several games in
// turns: a step of the first one, a step of the second one, .. Where one has ended it is counted,
// and the next playout begins in its place.
#pragma once

#include "backend/llvm/nets/playout_step.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

namespace tesuji::llvm_backend {

/// Whether the processor counts bits and finds the n-th one by an instruction each, and the net
/// answers what a playout asks, of states and moves that are not too many, and in which no role
/// before another one is without moves.
[[nodiscard]] bool can_play(const ir::Net& net, const llvm::TargetMachine& machine);

/// Adds a function `symbol` as tsj_circuit_playout: the same games as by asking one question after
/// the other. Every role must have a move in the net; who has more than one draws one. With
/// PlayoutNet::over, of this net and these cases, it is asked after each move whether the game is
/// over, and `legal` of each case is asked, or its `position` where it has none.
void emit_playout(llvm::Module& module, const PlayoutNet& net, const std::string& symbol);

/// Whether playing many games pays: a step is short enough to be several times in one loop, and the
/// goals are few.
[[nodiscard]] bool can_play_many(const llvm::Module& module, const PlayoutNet& net);

/// Adds a function `symbol` as tsj_circuit_playouts, of the same games.
void emit_playouts(llvm::Module& module, const PlayoutNet& net, const std::string& symbol);

}  // namespace tesuji::llvm_backend
