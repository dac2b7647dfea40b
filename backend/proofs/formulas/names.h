// Translates names of the IR to names of ASP and back.
#pragma once

#include "ir/core/symbol.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

/// A predicate's name: `[a-z][A-Za-z0-9_]*`, other characters written as `_` and two digits
/// of hexadecimal; dots become `_`. Not unique.
[[nodiscard]] std::string predicate_name(std::string_view name);

/// A variable's name: `[A-Z][A-Za-z0-9_]*`. Not unique.
[[nodiscard]] std::string variable_name(std::string_view name);

/// A constant: itself where ASP reads it as a name or as an integer that is written in one way
/// only, else a string in quotes. Different constants are written differently.
[[nodiscard]] std::string constant_text(std::string_view constant);

/// An atom as clingo prints it: `step(3,1,b,"++")`.
struct PrintedAtom {
  std::string predicate;
  std::vector<std::string> arguments;  ///< the constants that constant_text wrote
};

/// The atoms of a line of clingo's output, blanks between them; nothing where it is no such line.
[[nodiscard]] std::optional<std::vector<PrintedAtom>> read_atoms(std::string_view line);

}  // namespace tesuji::proofs
