// Represents the arguments of literals and operations.
#pragma once

#include "ir/core/symbol.h"

#include <cstdint>

namespace tesuji::ir {

using VariableId = std::uint32_t;
inline constexpr std::uint32_t no_id = ~std::uint32_t{0};

/// An argument in a rule or an operation.
struct Argument {
  enum class Kind : std::uint8_t {
    variable,  ///< in rules: any occurrence. In operations: a use
    binder,    ///< in operations only: `?X`
    constant,
    ignore,  ///< `_`
  };
  Kind kind = Kind::ignore;
  std::uint32_t id = no_id;  ///< VariableId or Symbol
  static Argument variable(VariableId v) { return {Kind::variable, v}; }
  static Argument binder(VariableId v) { return {Kind::binder, v}; }
  static Argument constant(Symbol s) { return {Kind::constant, s}; }
  static Argument ignored() { return {}; }
  friend bool operator==(const Argument&, const Argument&) = default;
};

/// Whether the argument is an occurrence of a variable in a rule, or a use in an operation.
[[nodiscard]] inline bool is_variable(const Argument& argument) {
  return argument.kind == Argument::Kind::variable;
}

}  // namespace tesuji::ir
