// Measures how well people may understand a strategy: its text, and the work of applying it by hand
// in each of some states.
//
// These are estimates for comparing strategies. Whether a learner meets Michie's ultra-strong
// criterion - it teaches what it has learned, so that people do better - only people can show.
#pragma once

#include "learner/comprehension/hand_work.h"
#include "learner/comprehension/text_measures.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

struct Comprehension {
  /// A predicate that is played by, with all that it calls.
  struct Predicate {
    std::string name;
    TextMeasures text;
  };
  TextMeasures text;                     ///< of the whole strategy
  std::vector<Predicate> predicates;     ///< in the order of play
  std::vector<HandWorker::Result> work;  ///< by state, as they were given
  std::vector<std::size_t> deciding;     ///< by state: into `predicates`; past the end: none has
};

/// Throws what HandWorker throws. `order`: the predicates that are tried, in their order.
[[nodiscard]] Comprehension measure_comprehension(std::span<const ir::Proc> procs,
                                                  std::span<const std::string> order,
                                                  const runtime::Game& game,
                                                  const runtime::Turns& turns,
                                                  std::span<const runtime::State> states,
                                                  runtime::StateSpaceOptions options = {});

/// Mean and worst case of some states.
struct WorkSummary {
  std::size_t states = 0;
  double checks = 0;  ///< elementary checks, mean
  double boards = 0;
  double tests = 0;
  double literals = 0;
  double plies = 0;
  HandWork worst;               ///< of the state with most checks, the first of them
  std::size_t worst_state = 0;  ///< its number
  std::uint32_t deepest = 0;    ///< plies, of any state
};

/// Of the states for which `predicate` decides; npos: of all.
[[nodiscard]] WorkSummary summary_of(const Comprehension& comprehension,
                                     std::size_t predicate = static_cast<std::size_t>(-1));

}  // namespace tesuji::learner
