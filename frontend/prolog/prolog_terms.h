// Reads Prolog terms, the elements of files of examples, background knowledge and clause metarules.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/core/prolog_term.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::frontend {

using ir::PrologTerm;

/// Tuples, `(person,person)` and `(person,)`, are errors, or compounds `,`. Then a directive may
/// also be a conjunction, `:- a, b.`: one such compound.
enum class Tuples : std::uint8_t { refused, read };

/// Every term that a `.` ends, in order. Errors (code "parse") for what is no term, and for terms
/// deeper than 200; several are found per run, then nothing is returned.
[[nodiscard]] std::optional<std::vector<PrologTerm>> read_prolog_terms(
    ir::FileId file, ir::Diagnostics& diagnostics, Tuples tuples = Tuples::refused);

}  // namespace tesuji::frontend
