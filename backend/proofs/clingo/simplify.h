// Transforms programs without changing the shown atoms (valid transformations, definition 24).
//
// Source: Haufe, Schiffel, Thielscher (2012), 6.2.
#pragma once

#include "backend/proofs/clingo/program.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace tesuji::proofs {

/// A predicate at a time; the time counts from 1, and is 0 for a predicate without time.
using Timed = std::pair<PredicateId, std::uint32_t>;

[[nodiscard]] inline Timed timed(const Atom& atom) {
  return {atom.predicate, atom.time ? *atom.time + 1 : 0};
}

/// untime-static: removes the time from predicates that depend on neither state nor moves.
///
///   before:  succ(1,2,0).  succ(1,2,1).
///   after:   succ(1,2).
bool untime_static(Program& program);

/// cut-indirections: replaces an atom that only one rule derives by that rule's body.
///
///   before:  all_2(X,0) :- holds_1(X,0).   holds_1(X,0) :- true_cell(1,X,b,0).
///   after:   all_2(X,0) :- true_cell(1,X,b,0).
///
/// As in the paper, only for predicates that occur neither negated nor in choices and counts. It
/// also keeps rules whose cutting would make programs grow: rules with several literals and several
/// uses; and rules that project variables away, which would be joined at each use. But it cuts
/// static joins of smaller relations wherever they are used, since split-existential separates them
/// again: `alike(A,B,C) :- has(A,V), has(B,V), has(C,V).`
///
/// One round: atoms that a cut definition reads stay until the next round.
bool cut_indirections(Program& program);

/// drop-unneeded: drops rules that no shown atom needs, by predicate and time.
///
///   before:  true_cell(X,Y,P,2) :- ...      with nothing at time 2 that reads it
///   after:   (gone)
bool drop_unneeded(Program& program);

/// split-existential: moves a variable that occurs only in part of a body to a separate rule.
///
///   before:  p(X,Z) :- q(X,Y), r(Y), s(Z).
///   after:   p(X,Z) :- split_1(X), s(Z).    split_1(X) :- q(X,Y), r(Y).
bool split_existential(Program& program);

// Not in the paper:

/// split-moves: splits a literal for a move in rules that read its parts separately. A role makes
/// one move at a time, so its parts belong together (the split representation of actions of Kautz
/// and Selman, Pushing the Envelope, 1996).
///
///   before:  true_cell(X,Y,P,1) :-
///              does_move(R,A,B,C,D,0), true_cell(X,Y,P,0), apart(X,Y,A,B), apart(X,Y,C,D).
///
///   after:   true_cell(X,Y,P,1) :-
///              does_move_part_1_2(R,A,B,0), does_move_part_3_4(R,C,D,0), ...
///            does_move_part_1_2(R,A,B,0) :- does_move(R,A,B,C,D,0).
///            :- 2 <= #count { A,B : does_move_part_1_2(white,A,B,0) }.
bool split_moves(Program& program);

/// bind-constants: specialises rules of a predicate to the constants that all its uses give. One
/// round: constants propagate from users to the predicates that they use.
///
///   before:  goal(red,G) :- count(h1,h2,red,G).
///            count(X,Y,P,50) :- cell(X,P), away(Y,P).
///
///   after:   goal(red,G) :- count(h1,h2,red,G).
///            count(h1,h2,red,50) :- cell(h1,red), away(h2,red).
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
