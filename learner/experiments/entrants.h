// Creates the learners of an experiment from names with parameters.
//
// A text is `NAME` or `NAME:KEY=VALUE,KEY=VALUE..`, such as `q:rate=0.5,exploration=0.1`.
#pragma once

#include "learner/experiments/experiment.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::learner {

/// Thrown if the text names no learner, or sets an unknown parameter or a value out of range;
/// what() lists the valid ones.
class WrongEntrant : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct NamedLearner {
  std::string name;
  std::string what;                     ///< a short description
  std::vector<std::string> parameters;  ///< with their default values: `rate=0.3`
  bool makes_programs = false;          ///< its programs can be transferred to another game
  bool takes_advice = false;            ///< can start with a program of another game
  /// Never learns draws before wins: against the perfect opponent it must be able to win somewhere.
  bool needs_wins = false;
  bool is_usual = false;  ///< compared where no learners are named
};

/// Returns all learners, in display order.
[[nodiscard]] std::vector<NamedLearner> named_learners();

/// Returns the learner that a text names. Throws WrongEntrant.
[[nodiscard]] NamedLearner named_learner(std::string_view text);

/// Creates an entrant, named by the text. `migo`: the initial options of MIGO and learners derived
/// from it; `advice` is only for these. Throws WrongEntrant.
[[nodiscard]] Entrant entrant(std::string_view text, const MigoEntrantOptions& migo = {},
                              MakeAdvice advice = nullptr);

}  // namespace tesuji::learner
