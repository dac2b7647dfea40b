// Reads logical features and the domain theory they speak about, in Prolog's syntax
// (docs/learning/features.md):
//
//   :- dynamic owns/2.                                     % facts of a position ..
//   base(owns(P,S)) :- player(P), square(S).               % .. and which ones there may be
//   player(x).  square(a1).  neighbor(a1,north,a2).        % static facts
//   blank(S) :- square(S), \+ owns(x,S), \+ owns(o,S).     % what follows from them
//   board_squares([a1,b1,c1]).  board_char(x,S,owns(x,S)).  board_word(x,mover(x)).
//
//   f2(A) :- owns(x,A).                                    % how many A?
//   f2(N) :- count([A],[owns(x,A)],N).                     % the same, as Fawcett writes it
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/feature_text.h"

namespace tesuji::frontend {

/// Adds what the file says to `theory`. Errors (code "parse") for what is no clause, and for
/// directives other than dynamic, table and discontiguous; several are found per run, false if
/// there were any.
[[nodiscard]] bool read_domain_theory(ir::FileId file, ir::DomainTheory& theory,
                                      ir::Diagnostics& diagnostics);

/// Adds the file's features. Errors as above, and for a file without features.
[[nodiscard]] bool read_features(ir::FileId file, ir::FeatureClauses& features,
                                 ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
