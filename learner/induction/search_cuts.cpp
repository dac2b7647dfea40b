#include "learner/induction/search_cuts.h"

#include "ir/core/counted.h"

namespace tesuji::learner {

namespace {

using ir::counted;
using End = SearchResult::End;

std::string left_out(const ClauseSpace& space, std::uint32_t count, const char* what) {
  return (space.forms ? "clauses with more than " : "metarules with more than ") +
         counted(count, what) + " were left out";
}

SearchCut body_cut(const ClauseSpace& space) {
  const std::string text = left_out(space, space.body, "literal");
  if (space.body_cut == BiasForms::Cut::max_body) {
    return {"max_body", space.body, text + " (max_body)"};
  }
  const std::string help = "; fewer variables (max_vars), types and directions make fewer";
  if (space.body_cut == BiasForms::Cut::forms) {
    return {"max_forms", space.max_forms,
            text + ": they have more than " + std::to_string(space.max_forms) +
                " forms (--max-forms)" + help};
  }
  return {"max_orders", std::nullopt,
          text + ": too many orders of literals would have to be looked at (--max-forms)" + help};
}

}  // namespace

std::vector<SearchCut> search_cuts(const ClauseSpace& space, const SearchOptions& options,
                                   const SearchResult& result, StopCause cause,
                                   std::optional<std::uint64_t> unanswered) {
  std::vector<SearchCut> cuts;
  if (space.body_cut != BiasForms::Cut::none) cuts.push_back(body_cut(space));
  if (space.variables_cut) {
    cuts.push_back({"max_vars", space.variables,
                    left_out(space, space.variables, "variable") + " (max_vars)"});
  }
  if (result.more_clauses) {
    cuts.push_back({"max_clauses", options.max_clauses,
                    "programs of more than " + counted(options.max_clauses, "clause") +
                        " were left out (--max-clauses)"});
  }
  if (result.too_many_goals) {
    cuts.push_back({"max_goals", options.max_goals,
                    "some proofs were given up because they were too deep: more than " +
                        counted(options.max_goals, "goal")});
  }
  if (result.too_deep) {
    cuts.push_back({"max_depth", options.max_depth,
                    "some proofs were given up because they were too deep: more than " +
                        counted(options.max_depth, "call") + " one below the other"});
  }
  if (unanswered) cuts.push_back({"max_call_steps", *unanswered, {}});
  if (result.end == End::steps) {
    cuts.push_back({"max_proof_steps", options.max_steps, {}});
  }
  if (result.end == End::stopped) {
    cuts.push_back({cause == StopCause::seconds ? "seconds" : "interrupt", std::nullopt, {}});
  }
  return cuts;
}

std::string programs_text(const ClauseSpace& space, const SearchOptions& options,
                          std::uint32_t size) {
  if (options.max_literals == 0) return "of at most " + counted(size, "clause");
  return "of at most " + counted(options.max_clauses, "clause") + " with at most " +
         counted(space.body, "literal") + " and " + counted(space.variables, "variable") + " each";
}

std::string size_text(const ClauseSpace& space, const SearchOptions& options, std::uint32_t size) {
  std::string text = counted(size, size_unit(options));
  if (options.max_literals != 0 && space.body_cut != BiasForms::Cut::none && size > space.body) {
    text += ", at most " + std::to_string(space.body) + " in a clause";
  }
  return text;
}

}  // namespace tesuji::learner
