// Declares the table of learners that entrants.h names, with readers of their
// parameters. Rooms after this one add to it.
#pragma once

#include "learner/experiments/experiment.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tesuji::learner {

/// A parameter that a text may set.
struct LearnerParameter {
  std::string name;
  std::string value;  ///< the default, as text
  double least = 0;
  double greatest = 0;
  std::function<void(double)> set;
  bool whole = false;  ///< the value must be a whole number
};

[[nodiscard]] std::string parameter_text(std::int64_t value);
[[nodiscard]] std::string parameter_text(double value);

/// A number that the text may set from `least` to `greatest`; now it has its default.
template <typename Number>
LearnerParameter parameter(std::string name, Number& number, double least, double greatest) {
  using Wide = std::conditional_t<std::is_integral_v<Number>, std::int64_t, double>;
  return {std::move(name),
          parameter_text(static_cast<Wide>(number)),
          least,
          greatest,
          [&number](double value) { number = static_cast<Number>(value); },
          std::is_integral_v<Number>};
}

/// A truth value, 0 or 1.
inline LearnerParameter flag(std::string name, bool& value) {
  return {std::move(name), value ? "1" : "0", 0, 1, [&value](double to) { value = to != 0; }, true};
}

/// Has the parameters of one learner: sets them, then creates the entrant.
class LearnerReading {
 public:
  virtual ~LearnerReading() = default;
  [[nodiscard]] virtual std::vector<LearnerParameter> parameters() = 0;
  [[nodiscard]] virtual Entrant entrant(std::string name) = 0;
};

struct KnownLearner {
  std::string name;
  std::string what;
  bool makes_programs = false;
  bool takes_advice = false;
  bool needs_wins = false;
  bool is_usual = false;  ///< compared where no learners are named
  std::function<std::unique_ptr<LearnerReading>(MigoEntrantOptions, MakeAdvice)> read;
};

/// Appends learners that are not yet known by their names. Call it before learners are read.
void add_learners(std::vector<KnownLearner> learners);

}  // namespace tesuji::learner
