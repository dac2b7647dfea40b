// Fits evaluation functions that are sums of features: linear and logistic regression. Sources:
// Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, sections 3.2, 3.4.1 and 4.4.1
// (Newton's method on the log-likelihood); Buro, From Simple Features to Sophisticated Evaluation
// Functions (1998), for logistic regression of game results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::learner {

enum class FitModel : std::uint8_t {
  linear,   ///< target = intercept + sum of weights times values
  logistic  ///< probability of 1 = 1 / (1 + exp(-that sum)); targets are from 0 to 1
};

struct FitData {
  std::vector<std::string> names;  ///< of the features
  std::vector<double> values;      ///< row-major, a column for each feature
  std::vector<double> targets;     ///< one for each row
  /// Rows of the same number are of one group, such as a game: their targets may depend on each
  /// other. One for each row, or none where each row is for itself.
  std::vector<std::uint32_t> groups;
};

struct FitOptions {
  FitModel model = FitModel::linear;
  /// Times the sum of squares of the weights, of features scaled to a deviation of 1, is added to
  /// half the mean squared error, or to the mean loss of the logistic model.
  double ridge = 0;
  double test_share =
      0.2;  ///< of the rows or groups, drawn at random, that nothing is learned from
  bool split_groups = true;  ///< rows of one group are never on both sides of a split
  std::uint64_t seed = 1;
  unsigned max_iterations = 50;  ///< logistic
  double even = 0;  ///< linear: the target of what is as good for one side as for the other
};

struct FittedWeight {
  double weight = 0;
  /// With groups it allows for any dependence of rows of one group (Liang and Zeger, Longitudinal
  /// data analysis using generalized linear models, 1986), without it assumes independent rows.
  /// Not a number where there is one group alone.
  double standard_error = 0;
  /// The feature is the same in all rows that are learned from, or other features say the same
  /// (only without ridge): its weight is 0.
  enum class Dropped : std::uint8_t { no, constant, dependent } dropped = Dropped::no;
};

struct FitQuality {
  std::size_t rows = 0;
  double loss = 0;  ///< mean squared error; mean negative log-likelihood
  /// 1 - loss / loss of always saying the mean: R squared; McFadden's of the logistic model. Not a
  /// number where all targets are the same.
  double explained = 0;
  /// Of the targets that are not in the middle, FitOptions::even or 1/2, the share that the model
  /// puts on the right side of it.
  double right_side = 0;
};

struct Fit {
  double intercept = 0;
  double intercept_error = 0;
  std::vector<FittedWeight> weights;  ///< as FitData::names
  std::size_t groups = 0;             ///< that were learned from; 0: there are none
  FitQuality train;
  FitQuality test;
  unsigned iterations = 0;  ///< logistic
  bool converged = true;
};

/// The data cannot be fitted; the message says why.
class UnfitData : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Takes memory for the data and a few matrices of features times features. The same for the same
/// seed. Throws UnfitData: fewer rows than two or than features, all targets the same, targets
/// out of range.
[[nodiscard]] Fit fit(const FitData& data, const FitOptions& options);

/// Quality on each of so many folds, rows or groups dealt out at random, of what was learned from
/// all other folds; FitOptions::test_share plays no part. Throws UnfitData as above, and where
/// there are fewer rows or groups than folds, or less than two folds.
[[nodiscard]] std::vector<FitQuality> cross_validate(const FitData& data, const FitOptions& options,
                                                     unsigned folds);

/// Rows, or groups where there are some and options want it: what splits are made of.
[[nodiscard]] std::size_t unit_count(const FitData& data, const FitOptions& options);

}  // namespace tesuji::learner
