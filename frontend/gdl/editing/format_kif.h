// Formats rulesheets in prefix form: normalises line breaks, blanks and indents.
//
//   (<= (next (cell ?x ?y b)) ; stays
//       (true (cell ?x ?y b)) (not (touched ?x ?y)))
// becomes
//   (<= (next (cell ?x ?y b))  ; stays
//       (true (cell ?x ?y b))
//       (not (touched ?x ?y)))
//
// A rule that was written on one line and fits stays on one line; otherwise each literal gets its
// own line. Clauses that shared a line continue to share it, and one empty line remains between
// clauses where there were some. Names keep their spelling. Comments keep their place: at the end
// of a line, or on lines of their own.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::frontend {

/// Formats a text without syntax errors. Formatting the result again changes nothing. Lists nest at
/// most max_nesting deep.
[[nodiscard]] std::string format_kif(std::string_view text);

}  // namespace tesuji::frontend
