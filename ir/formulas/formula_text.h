// Prints invariants as text, in the language of docs/languages/invariant-language.md.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <span>
#include <string>
#include <string_view>

namespace tesuji::ir {

class Vocabulary;

/// A predicate, function, constant or domain as it is written there: plain, or in quotes.
[[nodiscard]] std::string name_text(std::string_view name);

/// Whether a name stands for something else in formulas, and has to be quoted.
[[nodiscard]] bool is_formula_word(std::string_view name);

/// A variable as it is written there: `X` for `x`; signs that it cannot have become `_`.
[[nodiscard]] std::string variable_text(std::string_view name);

/// The whole statement: `invariant stays[X, Y: index]: true(..) implies next true(..).`
/// What is printed reads back as an equal formula (but for names and numbers of variables)
/// against the same module. `vocabulary` is the module's, for those that print many.
[[nodiscard]] std::string to_text(const Invariant& invariant, const Module& module);
[[nodiscard]] std::string to_text(const Invariant& invariant, const Module& module,
                                  const Vocabulary& vocabulary);

/// The formula alone, with the invariant's parameters free.
[[nodiscard]] std::string formula_text(const Invariant& invariant, const Module& module,
                                       const Vocabulary& vocabulary);

/// A tuple of a relation as an atom: `true(cell(1,1,b))`, `terminal`.
[[nodiscard]] std::string atom_text(RelationId relation, std::span<const Symbol> tuple,
                                    const Module& module, const Vocabulary& vocabulary);

}  // namespace tesuji::ir
