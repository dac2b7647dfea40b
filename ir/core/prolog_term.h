// Represents parsed Prolog terms: a learner's examples and background knowledge.
#pragma once

#include "ir/core/source.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// A term. `:-`, `/` and `,` (of tuples) are compounds of these names; `not` and `\+` both become
/// `not`; a list is a compound without a name. `[a,B|T]` is a partial list with the arguments a, B
/// and T, where T is a variable.
struct PrologTerm {
  enum class Kind : std::uint8_t { atom, number, variable, compound, list, partial_list };
  Kind kind = Kind::atom;
  std::string name;  ///< an atom's without quotes; a number as written; empty for lists
  std::vector<PrologTerm> args;
  Span span;

  /// Whether the term is the compound `functor` with `arity` arguments.
  [[nodiscard]] bool is(std::string_view functor, std::size_t arity) const {
    return kind == Kind::compound && name == functor && args.size() == arity;
  }
  [[nodiscard]] bool ground() const {
    return kind != Kind::variable &&
           std::all_of(args.begin(), args.end(), [](const auto& arg) { return arg.ground(); });
  }
};

/// Prints the term so that Prolog reads it back: quotes names where necessary, no blanks.
[[nodiscard]] std::string to_text(const PrologTerm& term);

}  // namespace tesuji::ir
