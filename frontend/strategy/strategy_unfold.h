// Unfolds the helper predicates of a strategy, so that strategy_reading.h can describe it in words.
//
//     win_2(A,B)     :- win_2_1_1(A,B), not(win_2_1_1(B,_)).
//     win_2_1_1(A,B) :- move(A,B), not(win_1(B,_)).
// unfolds for win_2 to
//     step move A -> B; property not win_1(B);
//     absence { step move B -> C; property not win_1(C) }
// Primitives and predicates named win_k or draw_k remain as they are.
#pragma once

#include "frontend/strategy/strategy_parser.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// A state in the description; 0 is the first argument of the predicate.
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
  bool introduces = false;  ///< step: this is the first mention of `to` ("there is a ..")
  StateId from = 0;
  StateId to = 0;
  std::vector<Conjunction> alternatives;
};

struct Conjunction {
  std::vector<Statement> statements;
};

/// Returns the number of moves from a predicate's first state to its second; nullopt if that varies
/// or is unknown. Accepts only predicates that the strategy defines, and move.
[[nodiscard]] std::optional<int> moves_made_by(const Strategy& strategy,
                                               std::string_view predicate);

/// Unfolds `proc`, which belongs to `strategy`. Leaves predicates folded if the result would exceed
/// a page: the statement then names the helper predicate. At least one of the returned alternatives
/// must hold.
[[nodiscard]] std::vector<Conjunction> unfold(const Strategy& strategy, const ir::Proc& proc);

}  // namespace tesuji::frontend
