// Represents procs with resolved names, which engines interpret and compile.
//
// Arguments become roles: every step reads one given state (`in`), and describes how it uses a
// second argument of the callee (`out`). Calls whose solution is not bound are tests, since procs
// have no effects.
#pragma once

#include "ir/module/proc.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::ir {

struct ProcStep {
  enum class Kind : std::uint8_t {
    each,     ///< for each solution of the callee, bound to variable `out`
    require,  ///< continues once if the callee holds
    refuse,   ///< continues once if it does not hold
    yield,    ///< variable `in` is a solution
  };
  enum class Callee : std::uint8_t { none, proc, move, won, drawn, fluent };
  enum class Out : std::uint8_t {
    none,     ///< the callee has one argument
    ignored,  ///< `_`
    given,    ///< variable `out` is already bound
    fresh,    ///< this step binds variable `out`
  };
  Kind kind = Kind::yield;
  Callee callee = Callee::none;
  std::uint32_t proc = 0;  ///< index in ProcProgram::procs; for Callee::fluent in its fluents
  std::uint32_t in = 0;
  Out out_kind = Out::none;
  std::uint32_t out = 0;
};

struct ProcBody {
  std::vector<ProcStep> steps;  ///< ends in its only yield
  std::uint32_t variables = 0;  ///< variable 0 is the given state
};

struct ProcUnit {
  std::string name;
  std::uint32_t arity = 2;
  std::optional<std::uint32_t> slot;  ///< memo slot, for procs marked `memo`
  std::vector<ProcBody> clauses;
};

/// A fluent that clauses test; listed once.
struct ProcFluent {
  std::string name;
  std::optional<FluentBit> bit;  ///< nullopt if the game is unknown
};

struct ProcProgram {
  std::vector<ProcUnit> procs;  ///< in the order given
  std::vector<ProcFluent> fluents;
  std::uint32_t memo_slots = 0;

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
};

/// Maximum nesting of calls between procs: evaluating them takes stack in proportion.
inline constexpr std::uint32_t deepest_proc = 1000;

/// Throws std::invalid_argument, with the proc's name, for procs that the frontend and the verifier
/// should have refused: unknown names, wrong arities, a use before its binder, a clause that does
/// not end in yield, recursion, a repeated name; and for procs deeper than `deepest_proc`.
[[nodiscard]] ProcProgram resolve(std::span<const Proc> procs);

}  // namespace tesuji::ir
