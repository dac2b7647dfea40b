// Reads a learned strategy in Prolog syntax into procs (ir/module/proc.h).
//
// A strategy defines predicates over states, p(A,B) (from state A to a later state B) or p(A), by
// clauses over each other and the primitives move/2, won/1 and drawn/1, as MIGO learns them
// (Muggleton and Hocquette 2019):
//     win_2(A,B) :- win_2_1_1(A,B), not(win_2_1_1(B,_)).
// Goals are evaluated from left to right, and the first argument of a goal must already have a
// value.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/proc.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

struct Strategy {
  std::vector<ir::Proc> procs;  ///< in the order of their first clause
  /// The predicates to try, in this order: those of win_1, win_2, ..., then draw_1, ... that exist;
  /// if none of them exists, every predicate of two arguments that no other one calls, in source
  /// order.
  std::vector<std::string> order;

  [[nodiscard]] const ir::Proc* find(std::string_view name) const;  ///< nullptr if undefined
};

/// A predicate whose name states its outcome: win_k or draw_k.
struct Outcome {
  enum class Kind : std::uint8_t { win, draw };
  Kind kind = Kind::win;
  std::uint32_t depth = 0;  ///< k
  friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

/// Returns the outcome in the name of `predicate`; nullopt for other names.
[[nodiscard]] std::optional<Outcome> outcome_of(std::string_view predicate);

/// Parses the file's text. Errors have the codes "parse", "undefined", "arity", "keyword" (a
/// primitive is redefined), "unsafe" (a variable has no value where it needs one) and "recursion";
/// reports several per run, and then returns nullopt. Warnings: "singleton", "unused".
[[nodiscard]] std::optional<Strategy> parse_strategy(ir::FileId file, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
