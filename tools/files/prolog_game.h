// Writes a game, and a strategy for it, as one Prolog program.
#pragma once

#include "backend/driver/load.h"
#include "backend/driver/session.h"
#include "frontend/strategy/strategy_parser.h"

#include <optional>
#include <string>

namespace tesuji::tools {

/// A strategy with its text, whose clauses are written as they stand.
struct StrategySource {
  frontend::Strategy strategy;
  std::string text;
};

/// Returns a program for SWI-Prolog with the rules of `sheet`, which is valid and normalised, and
///     initial(A)       A is the initial state
///     move(A,B)        B is a next state of A, in the order of docs/languages/strategies.md
///     won(B), drawn(B)
///     choose(A,B,P)    with a strategy: its move from A to B, by its predicate P
/// A state is s(F,R): the sorted fluents, and the role that moved last, or none. Throws
/// runtime::TurnError if the game's players do not take turns.
[[nodiscard]] std::string prolog_game(const driver::LoadedGame& game,
                                      const frontend::Rulesheet& sheet,
                                      const std::optional<StrategySource>& strategy,
                                      const driver::Session& session);

}  // namespace tesuji::tools
