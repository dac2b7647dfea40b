// Prolog terms as parsed, the elements of examples and background knowledge for a learner.
#pragma once

#include "ir/core/source.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// A term. `:-`, `/` and `,` (of tuples) are compounds of these names, `not` and `\+` are `not`; a
/// list is a compound of its own, without a name. `[a,B|T]` is a partial list: its arguments are a,
/// B and T, which is a variable as parsed.
struct PrologTerm {
  enum class Kind : std::uint8_t { atom, number, variable, compound, list, partial_list };
  Kind kind = Kind::atom;
  std::string name;  ///< an atom's without quotes; a number as written; empty for lists
  std::vector<PrologTerm> args;
  Span span;

  /// Whether it is the compound `name` of so many arguments.
  [[nodiscard]] bool is(std::string_view functor, std::size_t arity) const {
    return kind == Kind::compound && name == functor && args.size() == arity;
  }
  [[nodiscard]] bool ground() const {
    return kind != Kind::variable &&
           std::all_of(args.begin(), args.end(), [](const auto& arg) { return arg.ground(); });
  }
};

/// As Prolog reads it back: names that need them in quotes, no blanks.
[[nodiscard]] std::string to_text(const PrologTerm& term);

}  // namespace tesuji::ir
