// Names the limits that left programs out of a search: each one that did, and no other.
#pragma once

#include "learner/induction/bias_metarules.h"
#include "learner/search/clause_search.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::learner {

/// The clauses that a search chooses from, and which limits left others out.
struct ClauseSpace {
  bool forms = false;  ///< all forms that a bias allows; otherwise metarules that were given
  std::uint32_t body = 0;       ///< literals of a body, at most
  std::uint32_t variables = 0;  ///< of a clause, at most
  std::size_t max_forms = 0;
  BiasForms::Cut body_cut = BiasForms::Cut::none;
  bool variables_cut = false;
};

/// What ended a search that was stopped on request.
enum class StopCause : std::uint8_t { seconds, interrupt };

struct SearchCut {
  std::string limit;  ///< as files, the command line or docs/learning/induction.md call it
  std::optional<std::uint64_t> value;
  /// What it left out, for a note; empty where the report of the search's end says so.
  std::string text;
};

/// The cuts of the clauses first. `unanswered`: whether calls of the background took more than
/// `max_call_steps`.
[[nodiscard]] std::vector<SearchCut> search_cuts(const ClauseSpace& space,
                                                 const SearchOptions& options,
                                                 const SearchResult& result, StopCause cause,
                                                 std::optional<std::uint64_t> unanswered);

/// `of at most 3 clauses`; where literals are counted all programs within the limits, `of at most 2
/// clauses with at most 4 literals and 6 variables each`.
[[nodiscard]] std::string programs_text(const ClauseSpace& space, const SearchOptions& options,
                                        std::uint32_t size);

/// What programs are measured in: `clause`, or `literal` with max_literals.
[[nodiscard]] inline const char* size_unit(const SearchOptions& options) {
  return options.max_literals != 0 ? "literal" : "clause";
}

/// `3 clauses`; `9 literals, at most 4 in a clause` where longer bodies were left out.
[[nodiscard]] std::string size_text(const ClauseSpace& space, const SearchOptions& options,
                                    std::uint32_t size);

}  // namespace tesuji::learner
