// Represents parsed Prolog terms, a learner's examples and background knowledge; prints their
// names, and converts fluents between terms and the names used in games.
#pragma once

#include "ir/core/source.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

// --- Names

/// Prints a name as an atom: unchanged if it is plain, an ASCII lower-case letter followed by ASCII
/// letters, digits and `_`; otherwise in quotes. In quotes it writes escape sequences for `\`, for
/// control characters including line breaks, and for invisible characters (no-break space, ..).
/// Keeps bytes that are not valid UTF-8.
[[nodiscard]] std::string prolog_atom(std::string_view name);

/// Prints a name as an argument of facts: keeps `+`, `-`, `*` and numbers that Prolog reads as the
/// same number (not `007`, `.5`, `1e5`), and prints everything else as an atom.
[[nodiscard]] std::string prolog_constant(std::string_view name);

// --- Terms

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

// --- Fluents

/// Prints `cell(1,1,x)` as `(cell 1 1 x)`: lower case, one blank between arguments.
[[nodiscard]] std::string fluent_name(const PrologTerm& term);

/// Parses `(cell 1 1 x)` as a term: a compound of that name, or an atom.
[[nodiscard]] PrologTerm fluent_term(std::string_view fluent);

/// Prints `(cell 1 1 x)` as a goal that tests it in a state: `cell(B,1,1,x)`.
[[nodiscard]] std::string fluent_goal(std::string_view fluent, std::string_view state);

/// Prints `(cell 1 1 x)` as `cell(1,1,x)`.
[[nodiscard]] std::string prolog_text(std::string_view fluent);

}  // namespace tesuji::ir
