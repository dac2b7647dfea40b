// Generates LLVM IR of whole playouts of a net: asking, drawing and moving in one function.
// Internal to this layer.
//
// A step of a small game takes some fifty instructions, and calls, lists of moves and states in
// memory would take several times as many. Here the questions' code is made part of one loop, in
// which the state of a small game and the random numbers stay in registers.
#pragma once

#include "backend/llvm/nets/net_jit.h"
#include "backend/llvm/nets/terminal_terms.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <optional>
#include <string>

namespace tesuji::llvm_backend {

/// Tests whether a state that follows a non-terminal one is terminal.
struct TerminalTest {
  TerminalTerms terms;
  std::string rest;  ///< the question of TerminalTerms::rest, a function; empty: there is none
};

/// Whether the processor counts bits and finds the n-th one by an instruction each, and the net
/// answers what a playout asks, of states and moves that are not too many, and in which no role
/// before another one is without moves.
[[nodiscard]] bool can_play(const ir::Net& net, const llvm::TargetMachine& machine);

/// Adds a function `symbol` as tsj_circuit_playout: the same games as by asking one question after
/// the other. `symbols`: the questions' functions, in this module or another one. Every role must
/// have a move in the net; who has more than one draws one. With `over`, of this net and these
/// cases, it is asked after each move whether the game is over, and `legal` of each case is asked,
/// or its `position` where it has none.
void emit_playout(llvm::Module& module, const ir::Net& net, const ir::NetCases& cases,
                  const NetSymbols& symbols, const std::optional<TerminalTest>& over,
                  const std::string& symbol);

}  // namespace tesuji::llvm_backend
