// Names exactly those limits that left programs out of a search.
#pragma once

#include "learner/induction/bias_metarules.h"
#include "learner/search/clause_search.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::learner {

/// The clauses that a search chooses from, and the limits that left others out.
struct ClauseSpace {
  bool forms = false;           ///< all forms that a bias allows; else given metarules
  std::uint32_t body = 0;       ///< most literals of a body
  std::uint32_t variables = 0;  ///< most variables of a clause
  std::size_t max_forms = 0;
  BiasForms::Cut body_cut = BiasForms::Cut::none;
  bool variables_cut = false;
};

/// Why a search was stopped on request.
enum class StopCause : std::uint8_t { seconds, interrupt };

struct SearchCut {
  std::string limit;  ///< its name in files, on the command line or in docs/learning/induction.md
  std::optional<std::uint64_t> value;
  /// What it left out, for a note; empty if the report of the search's end says it.
  std::string text;
};

/// Returns the cuts, those of the clauses first. `unanswered`: whether background calls took more
/// than `max_call_steps`.
[[nodiscard]] std::vector<SearchCut> search_cuts(const ClauseSpace& space,
                                                 const SearchOptions& options,
                                                 const SearchResult& result, StopCause cause,
                                                 std::optional<std::uint64_t> unanswered);

/// Prints `of at most 3 clauses`; if literals are counted, all programs within the limits: `of at
/// most 2 clauses with at most 4 literals and 6 variables each`.
[[nodiscard]] std::string programs_text(const ClauseSpace& space, const SearchOptions& options,
                                        std::uint32_t size);

/// Returns the unit of programs' sizes: `clause`, or `literal` with max_literals.
[[nodiscard]] inline const char* size_unit(const SearchOptions& options) {
  return options.max_literals != 0 ? "literal" : "clause";
}

/// Prints `3 clauses`; `9 literals, at most 4 in a clause` if longer bodies were left out.
[[nodiscard]] std::string size_text(const ClauseSpace& space, const SearchOptions& options,
                                    std::uint32_t size);

}  // namespace tesuji::learner
