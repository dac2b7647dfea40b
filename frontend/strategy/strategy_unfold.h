// Unfolds the helper predicates of a strategy, so that what a predicate says can
// be put in words (strategy_reading.h).
//
//     win_2(A,B)     :- win_2_1_1(A,B), not(win_2_1_1(B,_)).
//     win_2_1_1(A,B) :- move(A,B), not(win_1(B,_)).
// unfolds for win_2 to
//     step move A -> B; property not win_1(B);
//     absence { step move B -> C; property not win_1(C) }
// Primitives and predicates named win_k or draw_k stay as they are.
#pragma once

#include "frontend/strategy/strategy_parser.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// A state spoken of; 0 is the one that the predicate is asked about.
using StateId = std::uint32_t;

struct Conjunction;

struct Statement {
  enum class Kind : std::uint8_t {
    step,      ///< `predicate` leads from `from` to `to`
    property,  ///< `predicate` holds of `from`, or leads from it to some state
    absence,   ///< none of `alternatives` holds
  };
  Kind kind = Kind::property;
  std::string predicate;
  bool is_fluent = false;   ///< property: the predicate is a fluent, `(cell 1 1 x)`
  bool negated = false;     ///< step, property
  bool introduces = false;  ///< step: `to` is spoken of for the first time ("there is a ..")
  StateId from = 0;
  StateId to = 0;
  std::vector<Conjunction> alternatives;
};

struct Conjunction {
  std::vector<Statement> statements;
};

/// How many moves a predicate's second state is after its first; nothing where
/// that varies or is not known. Only predicates that the strategy defines, and move.
[[nodiscard]] std::optional<int> moves_made_by(const Strategy& strategy,
                                               std::string_view predicate);

/// Unfolds `proc`, which belongs to `strategy`. What would grow beyond a page is
/// left folded: the statement then names the helper predicate. One of the
/// alternatives returned must hold.
[[nodiscard]] std::vector<Conjunction> unfold(const Strategy& strategy, const ir::Proc& proc);

}  // namespace tesuji::frontend
