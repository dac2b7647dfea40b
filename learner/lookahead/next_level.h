// Continues a series of predicates: from win_4 and win_5 it makes win_6.
//
// It compares the definitions of the last two levels clause by clause. Where they differ, the
// second one's callee is the successor of the first one's; the next level is the last definition
// with every callee replaced by its successor.
//
// Source: Summers (1977), "A methodology for LISP program construction from examples": recurrence
// relations between examples of growing size.
#pragma once

#include "learner/migo/learned_program.h"

#include <cstddef>
#include <string>

namespace tesuji::learner {

/// Adds the predicate `name` that follows `last` as `last` follows `before`, with its helpers.
/// Returns whether the definitions differ in this way; if not, adds nothing. `last` and `before`
/// are numbers of predicates of the program with the same goal, for play.
bool add_next_level(std::size_t before, std::size_t last, const std::string& name,
                    StateProperties& properties, LearnedProgram& program);

/// Returns an unused name for a helper of the predicate.
[[nodiscard]] std::string helper_name(const LearnedProgram& program, const std::string& predicate);

/// Return the property of a callee, and of a clause.
[[nodiscard]] StateProperties::Id property_of(const LearnedProgram& program, const Callee& callee);
[[nodiscard]] StateProperties::Clause property_of(const LearnedProgram& program,
                                                  const LearnedClause& clause);

}  // namespace tesuji::learner
