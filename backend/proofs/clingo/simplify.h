// Transforms programs without changing the shown atoms (valid transformations, definition 24).
#pragma once

#include "backend/proofs/clingo/program.h"
#include "passes/core/pass.h"

#include <span>
#include <string_view>

namespace tesuji::proofs {

/// untime-static: removes the time from predicates that depend on neither state nor moves.
bool untime_static(Program& program);

/// cut-indirections: replaces an atom that only one rule derives by that rule's body.
bool cut_indirections(Program& program);

/// drop-unneeded: drops rules that no shown atom needs, by predicate and time.
bool drop_unneeded(Program& program);

/// split-existential: moves a variable that occurs only in part of a body to a separate rule.
bool split_existential(Program& program);

// Not in the paper:

/// split-moves: splits a literal for a move in rules that read its parts separately. A role makes
/// one move at a time, so its parts belong together (the split representation of actions of Kautz
/// and Selman, Pushing the Envelope, 1996).
bool split_moves(Program& program);

/// bind-constants: specialises rules of a predicate to the constants that all its uses give. One
/// round: constants propagate from users to the predicates that they use.
bool bind_constants(Program& program);

/// Returns the passes over programs; --disable-pass= and similar options use their names.
[[nodiscard]] std::span<const passes::Pass> simplifications();

/// The pipeline for programs (passes/core/pipeline.h).
inline constexpr std::string_view simplification_pipeline =
    "untime-static,split-moves,fixpoint16(bind-constants),fixpoint(cut-indirections),drop-unneeded,"
    "split-existential";

/// Runs that pipeline. Thread-safe if `options.after` is. Throws std::logic_error if a pass leaves
/// an invalid program.
void simplify(Program& program, const passes::PipelineOptions& options);

}  // namespace tesuji::proofs
