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
  /// Rows with the same number form a group, such as a game: their targets may depend on each
  /// other. One number for each row, or empty if rows are independent.
  std::vector<std::uint32_t> groups;
};

struct FitOptions {
  FitModel model = FitModel::linear;
  /// This times the sum of squares of the weights, for features scaled to a deviation of 1, is
  /// added to half the mean squared error, or to the mean loss of the logistic model.
  double ridge = 0;
  double test_share = 0.2;   ///< of the rows or groups, drawn at random, that are not trained on
  bool split_groups = true;  ///< never split the rows of one group
  std::uint64_t seed = 1;
  unsigned max_iterations = 50;  ///< for logistic
  double even = 0;               ///< for linear: the target that is equally good for both sides
};

struct FittedWeight {
  double weight = 0;
  /// With groups it allows for any dependence of rows of one group (Liang and Zeger, Longitudinal
  /// data analysis using generalized linear models, 1986), without groups it assumes independent
  /// rows. NaN if there is only one group.
  double standard_error = 0;
  /// Why its weight is 0: the feature is the same in all training rows, or it is a sum of other
  /// features (only without ridge).
  enum class Dropped : std::uint8_t { no, constant, dependent } dropped = Dropped::no;
};

struct FitQuality {
  std::size_t rows = 0;
  double loss = 0;  ///< mean squared error; mean negative log-likelihood
  /// 1 - loss / loss of always predicting the mean: R squared; McFadden's for the logistic model.
  /// NaN if all targets are the same.
  double explained = 0;
  /// Of the targets that are not in the middle, FitOptions::even or 1/2, the fraction that the
  /// model predicts on the right side of it.
  double right_side = 0;
};

struct Fit {
  double intercept = 0;
  double intercept_error = 0;
  std::vector<FittedWeight> weights;  ///< as FitData::names
  std::size_t groups = 0;             ///< groups trained on; 0: no groups
  FitQuality train;
  FitQuality test;
  unsigned iterations = 0;  ///< for logistic
  bool converged = true;
};

/// Thrown if the data cannot be fitted; the message gives the reason.
class UnfitData : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Needs memory for the data and a few matrices of features times features. The same seed gives the
/// same result. Throws UnfitData: fewer than two rows, or fewer rows than features, all targets the
/// same, targets out of range.
[[nodiscard]] Fit fit(const FitData& data, const FitOptions& options);

/// Returns the quality on each fold, of rows or groups assigned at random, when training on all
/// other folds; ignores FitOptions::test_share. Throws UnfitData as above, and if there are fewer
/// rows or groups than folds, or fewer than two folds.
[[nodiscard]] std::vector<FitQuality> cross_validate(const FitData& data, const FitOptions& options,
                                                     unsigned folds);

/// Returns the number of units that splits consist of: rows, or groups if there are any and the
/// options keep them together.
[[nodiscard]] std::size_t unit_count(const FitData& data, const FitOptions& options);

}  // namespace tesuji::learner
