// Defines agendas: production rules as ordered programs over a working memory.
//
// SEMANTICS
//
// A *working memory* is a set of facts, in the order of their arrival: initial facts in the order
// of their text, then each fact when it is added. A fact that is removed and added again arrives
// anew, last.
//
// An agenda is one production rule: premises in order, then conclusions. It is evaluated as nested
// loops, like plans (module.h), with these operations ("continues" means that it evaluates the next
// operation):
//   scan R(..)      for each matching fact of R: binds `?X`. In order of arrival; also visits
//                   facts that arrive while the loop runs, and skips facts removed before
//                   their turn. (Conclusions take effect at once.)
//   probe R(..) using index K   the same facts in the same order, found through R's
//                   declared index K; all columns of that index are given.
//   test R(..)      continues once if a fact matches; binds nothing; `_` allowed.
//   absent R(..)    continues once if no fact matches; binds nothing; `_` allowed.
//   compare         continues if the comparison holds for bound variables and constants.
//   compute (z, x, ..) as (1 2 plus)   continues once if the function of the arguments has a value
//                   (operation.h); binds `?z` to it, or requires that it equals a bound z. The
//                   steps are in postfix order; numbers are positions of arguments, from 1.
//   unless (x, ..) { .. }   continues once if the operations inside, which read facts, compare and
//                   compute, succeed for no binding. Bindings are local; of the variables bound
//                   outside it uses those named.
//   unless_derived  continues unless every conclusion is already in the memory: the
//                   absent-check of Cazenave, section 3.3, for all conclusions of the
//                   rule. All their variables are bound, and none is a removal, so
//                   the skipped bindings could not have added anything.
//   exists { .. }   continues once if the operations inside succeed at least once; they
//                   stop at the first witness. Bindings are local.
//   add R(..)       adds the fact, unless it is present. A conclusion.
//   remove R(..)    removes the fact, if it is present. A conclusion.
// A *trial* of an operation is one arrival of bindings at it ("node" in the paper).
// A *firing* is one arrival at the first conclusion; it is *productive* if one of
// the rule's conclusions then changes the memory.
//
// The *agenda loop* performs rounds over the rules in the order of the text. A round runs a rule if
// it has not run yet, or if since the start of its last run a fact was added to a relation that it
// scans, probes or tests, or removed from one that it reads by `absent` or `unless`. The loop ends
// when a round runs no rule, and is aborted if it would never end: if the same memory recurs, in
// the same order and with the same rules to run.
//
// A rule set is *add-only* if it removes no facts, and tests the absence only of facts that no rule
// adds. The result of such a set does not depend on any order, so passes may reorder premises. In
// every other set the order of premises, rules and facts is significant, and no pass may change it.
//
// Source: Cazenave, Automatic Ordering of Predicates by Metarules.
#pragma once

#include "ir/core/source.h"
#include "ir/module/operation.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::ir {

/// Maximum number of operations before a rule's conclusions, including those in `exists`: engines
/// nest one loop per operation.
inline constexpr std::size_t max_agenda_premises = 4000;

/// A production rule. Operations: premises, then at least one conclusion; conclusions occur only at
/// the end.
struct Agenda {
  std::string name;  ///< unique in the module
  std::vector<Operation> ops;
  std::vector<std::string> variables;  ///< printed names, unique in the agenda
  Span span;
};

}  // namespace tesuji::ir
