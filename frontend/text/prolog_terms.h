// Reads Prolog terms: the content of files of examples, background knowledge and clause metarules.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/core/prolog_term.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::frontend {

using ir::PrologTerm;

enum class PrologSyntax : std::uint8_t {
  terms,
  /// Adds tuples, `(person,person)` and `(person,)`: compounds `,`; a directive may be a
  /// conjunction, `:- a, b.`: one such compound. In bodies of rules, `is` and comparisons may have
  /// sums, differences, products, `//` and `mod`: compounds of these names.
  background,
  /// As `background`; statements of answer set programming, which Popper's biases may contain (`:-
  /// a.`, `#sum`, `{p} = 1.`, `p(1..3).`, `p : q`), become compounds `:-` without arguments.
  bias,
};

/// Returns every term that a `.` ends, in order; `[a|[b]]` becomes `[a,b]`. Errors (code "parse")
/// for malformed terms, and for terms deeper than 200; reports several per run, and then returns
/// nullopt.
[[nodiscard]] std::optional<std::vector<PrologTerm>> read_prolog_terms(
    ir::FileId file, ir::Diagnostics& diagnostics, PrologSyntax syntax = PrologSyntax::terms);

}  // namespace tesuji::frontend
