// Prints invariants as text, in the language of docs/languages/invariant-language.md.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <span>
#include <string>
#include <string_view>

namespace tesuji::ir {

class Vocabulary;

/// Prints a predicate, function, constant or domain: plain, or in quotes.
[[nodiscard]] std::string name_text(std::string_view name);

/// Whether a name has another meaning in formulas, and must be quoted.
[[nodiscard]] bool is_formula_word(std::string_view name);

/// Prints a variable: `X` for `x`; replaces characters that it cannot contain by `_`.
[[nodiscard]] std::string variable_text(std::string_view name);

/// Prints the whole statement: `invariant stays[X, Y: index]: true(..) implies next true(..).` The
/// text is read back as an equal formula (except for names and numbers of variables) with the same
/// module. `vocabulary` is the module's, for callers that print many.
[[nodiscard]] std::string to_text(const Invariant& invariant, const Module& module);
[[nodiscard]] std::string to_text(const Invariant& invariant, const Module& module,
                                  const Vocabulary& vocabulary);

/// Prints only the formula, with the invariant's parameters free.
[[nodiscard]] std::string formula_text(const Invariant& invariant, const Module& module,
                                       const Vocabulary& vocabulary);

/// Prints a tuple of a relation as an atom: `true(cell(1,1,b))`, `terminal`.
[[nodiscard]] std::string atom_text(RelationId relation, std::span<const Symbol> tuple,
                                    const Module& module, const Vocabulary& vocabulary);

}  // namespace tesuji::ir
