// Measures of a strategy's text that bear on how well people understand it: how much there is to
// read, how much of it is invented, and how deep it is nested.
//
// Human trials found comprehension to depend on the complexity of the text and on predicates
// without a meaningful name, which are those that a learner invents.
// Source: Muggleton, Schmid, Zeller, Tamaddoni-Nezhad and Besold (2018), Ultra-Strong Machine
// Learning: comprehensibility of programs learned with ILP, Machine Learning 107.
#pragma once

#include "ir/module/proc.h"

#include <cstddef>
#include <span>
#include <string>

namespace tesuji::learner {

/// Counts over the clauses that a reader needs: those of the roots and of all that these call.
struct TextMeasures {
  std::size_t predicates = 0;
  std::size_t invented = 0;  ///< of these, those that are not played by: helpers
  std::size_t clauses = 0;
  std::size_t literals = 0;  ///< in bodies
  /// Occurrences of predicate symbols and variables, `_` included: textual complexity.
  std::size_t symbols = 0;
  std::size_t call_depth = 0;  ///< predicates on the longest chain of calls, without primitives
  friend bool operator==(const TextMeasures&, const TextMeasures&) = default;
};

/// `procs` are those of a strategy without recursion; `playing` names the predicates that are
/// played by, `roots` those whose clauses are read. Names that `procs` does not define count as
/// primitives.
[[nodiscard]] TextMeasures measure_text(std::span<const ir::Proc> procs,
                                        std::span<const std::string> playing,
                                        std::span<const std::string> roots);

}  // namespace tesuji::learner
