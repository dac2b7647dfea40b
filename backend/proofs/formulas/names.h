// Translates names of the IR to names of ASP and back.
#pragma once

#include "ir/core/symbol.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

/// Returns a predicate's name: `[a-z][A-Za-z0-9_]*`, with dots as `_`, and other characters as `_`
/// and two hexadecimal digits. Not unique.
[[nodiscard]] std::string predicate_name(std::string_view name);

/// Returns a variable's name: `[A-Z][A-Za-z0-9_]*`. Not unique.
[[nodiscard]] std::string variable_name(std::string_view name);

/// Returns the constant unchanged if ASP reads it as a name or as an integer in canonical form,
/// else as a quoted string. Different constants have different texts.
[[nodiscard]] std::string constant_text(std::string_view constant);

/// An atom as clingo prints it: `step(3,1,b,"++")`.
struct PrintedAtom {
  std::string predicate;
  std::vector<std::string> arguments;  ///< constants, as constant_text wrote them
};

/// Parses the atoms of a line of clingo's output, separated by blanks; returns nothing if the line
/// has another form.
[[nodiscard]] std::optional<std::vector<PrintedAtom>> read_atoms(std::string_view line);

}  // namespace tesuji::proofs
