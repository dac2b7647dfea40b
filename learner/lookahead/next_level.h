// Continues a series of predicates: from win_4 and win_5 the win_6 that follows.
//
// The definitions of the last two levels are compared, clause by clause. Where they differ, what
// the first calls is followed by what the second calls; the next level is the last definition with
// everything replaced by what follows it.
//
// Source: Summers (1977), "A methodology for LISP program construction from examples": recurrence
// relations between examples of growing size.
#pragma once

#include "learner/migo/learned_program.h"

#include <cstddef>
#include <string>

namespace tesuji::learner {

/// Adds the predicate `name` that follows `last` as `last` follows `before`, with its helpers.
/// Returns whether the definitions differ in this way, and adds nothing otherwise. `last` and
/// `before` are numbers of predicates of the program, of the same goal, for play.
bool add_next_level(std::size_t before, std::size_t last, const std::string& name,
                    StateProperties& properties, LearnedProgram& program);

/// A name that the program does not have yet, for a helper of the predicate.
[[nodiscard]] std::string helper_name(const LearnedProgram& program, const std::string& predicate);

/// The property of a callee, and of a clause.
[[nodiscard]] StateProperties::Id property_of(const LearnedProgram& program, const Callee& callee);
[[nodiscard]] StateProperties::Clause property_of(const LearnedProgram& program,
                                                  const LearnedClause& clause);

}  // namespace tesuji::learner
