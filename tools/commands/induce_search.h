// Searches clauses for `tesuji induce`, and reports the result.
//
// Several shapes of clauses (a bias with enable_pi) are searched in turn, with few steps first and
// then with more, each from the start: a program that one of them finds soon is found soon, and one
// within --max-proof-steps of its shape is found whatever the other shapes are.
#pragma once

#include "backend/driver/session.h"
#include "learner/induction/induction_task.h"
#include "tools/commands/induce_texts.h"
#include "tools/options/time_limits.h"

#include <cstdint>
#include <string>

namespace tesuji::tools {

/// Options of a search from the command line.
struct SearchArguments {
  std::uint32_t max_clauses = 0;  ///< 0: as the background sets, or else 6
  std::uint32_t min_clauses = 1;
  std::uint64_t max_steps = 0;  ///< of each shape's search; 0: no limit
  bool noise = false;
  std::string output;
  bool json = false;
  bool quiet = false;
  /// Returns why a positive example may be wrong, for a search that does not cover it; may be
  /// empty.
  learner::FaultOf fault_of = nullptr;
};

/// Searches over one background and reports the result; returns the exit code.
[[nodiscard]] int search_clauses(const SearchArguments& arguments, const InduceTexts& texts,
                                 const learner::InductionTask& task,
                                 learner::Background& background, const TimeLimit& limit,
                                 driver::Session& session);

}  // namespace tesuji::tools
