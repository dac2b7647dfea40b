// Reads logical features and their domain theory, in Prolog's syntax (docs/learning/features.md):
//
//   :- dynamic owns/2.                                     % facts of a position ..
//   base(owns(P,S)) :- player(P), square(S).               % .. and the possible ones
//   player(x).  square(a1).  neighbor(a1,north,a2).        % static facts
//   blank(S) :- square(S), \+ owns(x,S), \+ owns(o,S).     % derived facts
//   board_squares([a1,b1,c1]).  board_char(x,S,owns(x,S)).  board_word(x,mover(x)).
//
//   f2(A) :- owns(x,A).                                    % how many A?
//   f2(N) :- count([A],[owns(x,A)],N).                     % the same, as Fawcett writes it
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"

namespace tesuji::frontend {

/// Adds the contents of the file to `theory`. Errors (code "parse") for terms that are not clauses,
/// and for directives other than dynamic, table and discontiguous; reports several per run and then
/// returns false.
[[nodiscard]] bool read_domain_theory(ir::FileId file, ir::DomainTheory& theory,
                                      ir::Diagnostics& diagnostics);

/// Adds the file's features. Errors as above, and for a file without features.
[[nodiscard]] bool read_features(ir::FileId file, ir::FeatureClauses& features,
                                 ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
