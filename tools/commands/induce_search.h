// Searches clauses for `tesuji induce`, and reports what was found.
//
// Where there are several shapes of clauses (a bias with enable_pi) they are searched in turn, with
// few steps first and then with more, each from the start: what one of them finds soon is found
// soon, and what one finds within --max-proof-steps is found whatever the others are.
#pragma once

#include "backend/driver/session.h"
#include "learner/induction/induction_task.h"
#include "tools/commands/induce_texts.h"
#include "tools/options/time_limit.h"

#include <cstdint>
#include <string>

namespace tesuji::tools {

/// What the command line says of a search.
struct SearchArguments {
  std::uint32_t max_clauses = 0;  ///< 0: as the background says, or else 6
  std::uint32_t min_clauses = 1;
  std::uint64_t max_steps = 0;  ///< of each shapes' search; 0: no limit
  bool noise = false;
  std::string output;
  bool json = false;
  bool quiet = false;
};

/// Searches over one background and reports it; returns the exit code.
[[nodiscard]] int search_clauses(const SearchArguments& arguments, const InduceTexts& texts,
                                 const learner::InductionTask& task,
                                 learner::Background& background, const TimeLimit& limit,
                                 driver::Session& session);

}  // namespace tesuji::tools
