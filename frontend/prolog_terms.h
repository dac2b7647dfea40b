// Reads Prolog terms: what files of examples, background knowledge and clause metarules consist of.
#pragma once

#include "ir/diagnostics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// A term. `:-`, `/` and `,` are compounds of these names, `not` and `\+` are `not`; a list is a
/// compound of its own, without a name.
struct PrologTerm {
  enum class Kind : std::uint8_t { atom, number, variable, compound, list };
  Kind kind = Kind::atom;
  std::string name;  ///< an atom's without quotes; a number as written; empty for lists
  std::vector<PrologTerm> args;
  ir::Span span;

  /// Whether it is the compound `name` of so many arguments.
  [[nodiscard]] bool is(std::string_view functor, std::size_t arity) const {
    return kind == Kind::compound && name == functor && args.size() == arity;
  }
  [[nodiscard]] bool ground() const;
};

/// As Prolog reads it back: names that need them in quotes, no blanks.
[[nodiscard]] std::string to_text(const PrologTerm& term);
/// An atom as Prolog reads it back: in quotes where it needs them.
[[nodiscard]] std::string quoted_atom(std::string_view name);

/// Every term that a `.` ends, in order. Errors (code "parse") for what is no term, and for terms
/// deeper than 200; several are found per run, then nothing is returned.
[[nodiscard]] std::optional<std::vector<PrologTerm>> read_prolog_terms(
    ir::FileId file, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
