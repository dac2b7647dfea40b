// Learners by name, with their parameters: who takes part in an experiment.
//
// A text is `NAME` or `NAME:KEY=VALUE,KEY=VALUE..`, such as `q:rate=0.5,exploration=0.1`.
#pragma once

#include "learner/experiments/experiment.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::learner {

/// The text names no learner, or gives it a parameter that it does not have, or a value out of
/// range; what() says which there are.
class WrongEntrant : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct NamedLearner {
  std::string name;
  std::string what;                     ///< in a few words
  std::vector<std::string> parameters;  ///< with their default values: `rate=0.3`
  bool makes_programs = false;          ///< that can be transferred to another game
  bool takes_advice = false;            ///< plays by a program of another game at first
  /// Never learns draws before wins: against the perfect opponent it has to win somewhere.
  bool needs_wins = false;
};

/// In the order in which they are shown.
[[nodiscard]] std::vector<NamedLearner> named_learners();

/// The learner that a text names. Throws WrongEntrant.
[[nodiscard]] NamedLearner named_learner(std::string_view text);

/// The entrant's name is the text. `migo`: what MIGO and learners made of it begin with; `advice`
/// is for these alone. Throws WrongEntrant.
[[nodiscard]] Entrant entrant(std::string_view text, const MigoEntrantOptions& migo = {},
                              MakeAdvice advice = nullptr);

}  // namespace tesuji::learner
