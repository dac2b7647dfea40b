// Agendas: production rules as ordered programs over a working memory.
//
// SEMANTICS
//
// A *working memory* is a set of facts, in the order of their arrival: those it
// starts with in the order of their text, then each fact when it is added. A fact
// that is removed and added again arrives anew, last.
//
// An agenda is one production rule: premises in order, then conclusions. Running
// it is a nest of loops, as for plans (module.h), with these operations:
//   scan R(..)      for each fact of R that agrees: bind `?X`. In order of arrival;
//                   facts that arrive while the loop runs are visited too, facts
//                   that are gone by then are not. (Conclusions take effect at once.)
//   probe R(..) using index K   the same facts in the same order, found through R's
//                   declared index K; all columns of that index are given.
//   test R(..)      goes on once if a fact agrees; binds nothing; `_` allowed.
//   absent R(..)    goes on once if no fact agrees; binds nothing; `_` allowed.
//   compare         goes on if the comparison holds for bound variables and constants.
//   compute (z, x, ..) as (1 2 plus)   goes on once if the function of the arguments has a value
//                   (computation.h); binds `?z` to it, or goes on if it is what z is bound to. The
//                   steps are in postfix order; numbers are positions of arguments, from 1.
//   unless (x, ..) { .. }   goes on once if the operations inside, which ask for facts, compare and
//                   compute, succeed for no binding. Bindings stay inside; of what is bound
//                   outside it uses the variables named.
//   unless_derived  goes on unless every conclusion is in the memory already: the
//                   absent-check of Cazenave, section 3.3, for all conclusions of the
//                   rule. All their variables are bound, and none is a removal, so
//                   what it skips could have added nothing.
//   exists { .. }   goes on once if the operations inside succeed at least once; they
//                   stop at the first witness. Bindings stay inside.
//   add R(..)       adds the fact, unless it is there. A conclusion.
//   remove R(..)    removes the fact, if it is there. A conclusion.
// A *trial* of an operation is one arrival of bindings at it ("node" in the paper).
// A *firing* is one arrival at the first conclusion; it is *productive* if one of
// the rule's conclusions then changes the memory.
//
// The *agenda loop*: rounds over the rules in the order of the text. In each round
// a rule is run if it has not been run yet, or if since its last run began a fact
// was added to a relation that it scans, probes or tests, or removed from one that
// it asks to be absent, or asks for in `unless`. It ends when a round runs no rule, and is broken
// off where it would never end: the memory comes back, in order and with the same rules to run.
//
// A rule set is *add-only* if nothing is removed, and nothing is asked to be absent
// that a rule may add. What such a set deduces does not depend on any order, so
// passes may reorder premises. In every other set the order of premises, rules and
// facts is meaning, and no pass may change it.
//
// Source: Cazenave, Automatic Ordering of Predicates by Metarules.
#pragma once

#include "ir/core/source.h"
#include "ir/module/operation.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::ir {

/// Operations before a rule's conclusions, those in `exists` counted too: engines
/// match one inside the other.
inline constexpr std::size_t max_agenda_premises = 4000;

/// A production rule. Operations: premises, then at least one conclusion, all
/// conclusions at the end and none elsewhere.
struct Agenda {
  std::string name;  ///< unique in the module
  std::vector<Operation> ops;
  std::vector<std::string> variables;  ///< printed names, unique in the agenda
  Span span;
};

}  // namespace tesuji::ir
