// Transformations of programs that keep what is asked for (valid ones, definition 24).
//
// Source: Haufe, Schiffel, Thielscher (2012), 6.2.
#pragma once

#include "backend/proofs/clingo/program.h"
#include "passes/core/pass.h"

#include <span>
#include <string_view>

namespace tesuji::proofs {

/// untime-static: predicates that depend on neither state nor moves lose their time.
///
///   before:  succ(1,2,0).  succ(1,2,1).
///   after:   succ(1,2).
bool untime_static(Program& program);

/// cut-indirections: what only one rule derives is replaced by that rule's body.
///
///   before:  all_2(X,0) :- holds_1(X,0).   holds_1(X,0) :- true_cell(1,X,b,0).
///   after:   all_2(X,0) :- true_cell(1,X,b,0).
///
/// As in the paper for predicates that occur neither negated nor in choices and counts. Further it
/// leaves alone what would make programs grow: rules of several literals that are used several
/// times; and rules that forget variables, which would be joined at each use. But static joins of
/// smaller relations are cut wherever they are used, since they come apart again
/// (split-existential): `alike(A,B,C) :- has(A,V), has(B,V), has(C,V).`
///
/// One round: what is read by a definition that is cut stays until the next one.
bool cut_indirections(Program& program);

/// drop-unneeded: drops rules that no question needs, by predicate and time.
///
///   before:  true_cell(X,Y,P,2) :- ...      with nothing at time 2 that reads it
///   after:   (gone)
bool drop_unneeded(Program& program);

/// split-existential: a variable that only a part of a body has is decided in a rule of its own.
///
///   before:  p(X,Z) :- q(X,Y), r(Y), s(Z).
///   after:   p(X,Z) :- split_1(X), s(Z).    split_1(X) :- q(X,Y), r(Y).
bool split_existential(Program& program);

// Not in the paper:

/// split-moves: a rule that reads parts of a move reads them apart. A role makes one move at a
/// time, so that its parts belong together (the split representation of actions of Kautz and
/// Selman, Pushing the Envelope, 1996).
///
///   before:  true_cell(X,Y,P,1) :-
///              does_move(R,A,B,C,D,0), true_cell(X,Y,P,0), apart(X,Y,A,B), apart(X,Y,C,D).
///
///   after:   true_cell(X,Y,P,1) :-
///              does_move_part_1_2(R,A,B,0), does_move_part_3_4(R,C,D,0), ...
///            does_move_part_1_2(R,A,B,0) :- does_move(R,A,B,C,D,0).
///            :- 2 <= #count { A,B : does_move_part_1_2(white,A,B,0) }.
bool split_moves(Program& program);

/// bind-constants: rules for what is asked of a predicate, where all uses give constants. One
/// round: constants go down from callers to what they call.
///
///   before:  goal(red,G) :- count(h1,h2,red,G).
///            count(X,Y,P,50) :- cell(X,P), away(Y,P).
///
///   after:   goal(red,G) :- count(h1,h2,red,G).
///            count(h1,h2,red,50) :- cell(h1,red), away(h2,red).
bool bind_constants(Program& program);

/// The passes over programs; --disable-pass= and others have their names.
[[nodiscard]] std::span<const passes::Pass> simplifications();

/// What programs go through (passes/core/pipeline.h).
inline constexpr std::string_view simplification_pipeline =
    "untime-static,split-moves,fixpoint16(bind-constants),fixpoint(cut-indirections),drop-unneeded,"
    "split-existential";

/// Runs that pipeline. For any number of threads at once, where `options.after` is. Throws
/// std::logic_error where a pass leaves a program in disorder.
void simplify(Program& program, const passes::PipelineOptions& options);

}  // namespace tesuji::proofs
