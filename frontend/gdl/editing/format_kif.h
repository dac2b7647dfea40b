// Lays rulesheets in prefix form out anew: one form for line breaks, blanks and indents.
//
//   (<= (next (cell ?x ?y b)) ; stays
//       (true (cell ?x ?y b)) (not (touched ?x ?y)))
// becomes
//   (<= (next (cell ?x ?y b))  ; stays
//       (true (cell ?x ?y b))
//       (not (touched ?x ?y)))
//
// A rule that was written on one line and fits stays there; otherwise each literal has a line of
// its own. Clauses that shared a line go on sharing it, and one empty line stays between clauses
// where there were some. Names stay as they are written. Comments stay in their place: at the end
// of a line, or on lines of their own.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::frontend {

/// Formats a text without errors of syntax. Formatting the result again changes nothing. The
/// nesting of lists is bounded by max_nesting.
[[nodiscard]] std::string format_kif(std::string_view text);

}  // namespace tesuji::frontend
