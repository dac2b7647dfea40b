#include "learner/regression/linear_fit.h"

#include "runtime/host/memory/rng.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace tesuji::learner {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Rows that are processed at once.
constexpr std::size_t block = 1024;
/// Below this fraction of the largest pivot a feature counts as a sum of others.
constexpr double rank_threshold = 1e-9;
constexpr double least_deviation = 1e-12;
constexpr double converged_step = 1e-9;

/// The loss of a row whose sum is `sum`, and its derivatives with respect to the sum.
struct Loss {
  double value = 0;
  double slope = 0;
  double curvature = 0;
};

Loss loss_of(FitModel model, double sum, double target) {
  if (model == FitModel::linear) {
    const double error = sum - target;
    return {error * error / 2, error, 1};
  }
  const double probability = 1 / (1 + std::exp(-sum));
  // log(1 + exp(sum)), without overflow.
  const double normaliser = std::max(sum, 0.0) + std::log1p(std::exp(-std::abs(sum)));
  return {normaliser - target * sum, probability - target, probability * (1 - probability)};
}

/// Rows for training, and the others.
struct Split {
  std::vector<std::size_t> train;
  std::vector<std::size_t> test;
};

/// Whether splits keep groups together.
bool splits_groups(const FitData& data, const FitOptions& options) {
  return options.split_groups && !data.groups.empty();
}

/// Returns for each row its unit of a split: its number, or its group, counted from 0 in the order
/// of the rows.
std::vector<std::size_t> units_of(const FitData& data, const FitOptions& options) {
  std::vector<std::size_t> units(data.targets.size());
  std::unordered_map<std::uint32_t, std::size_t> numbers;
  for (std::size_t row = 0; row < units.size(); ++row) {
    units[row] = splits_groups(data, options)
                     ? numbers.emplace(data.groups[row], numbers.size()).first->second
                     : row;
  }
  return units;
}

/// `left_out`: for each unit, whether it is not trained on.
Split split_by(const FitData& data, const FitOptions& options, const std::vector<bool>& left_out) {
  Split split;
  const std::vector<std::size_t> units = units_of(data, options);
  for (std::size_t row = 0; row < units.size(); ++row) {
    (left_out[units[row]] ? split.test : split.train).push_back(row);
  }
  return split;
}

Split draw(const FitData& data, const FitOptions& options) {
  runtime::Rng random(options.seed);
  constexpr std::uint64_t parts = 1'000'000;
  const auto share = static_cast<std::uint64_t>(options.test_share * parts);
  std::vector<bool> left_out(unit_count(data, options));
  for (auto&& one : left_out) one = random.below(parts) < share;
  return split_by(data, options, left_out);
}

class Fitting {
 public:
  Fitting(const FitData& data, const FitOptions& options, Split split)
      : data_(data),
        options_(options),
        width_(data.names.size()),
        train_(std::move(split.train)),
        test_(std::move(split.test)) {
    check();
    scale();
  }

  Fit run() {
    choose_columns();
    Vector weights = Vector::Zero(static_cast<Eigen::Index>(kept_.size()) + 1);
    if (options_.model == FitModel::logistic) {
      const double mean = mean_target(train_);
      weights[0] = std::log(mean / (1 - mean));
    }
    iterate(weights);
    report(weights);
    fit_.train = quality(train_);
    fit_.test = quality(test_);
    if (!std::isfinite(fit_.intercept) || !std::isfinite(fit_.train.loss)) {
      throw UnfitData("values and targets are too large to be added up");
    }
    return std::move(fit_);
  }

 private:
  void check() const {
    const auto finite = [](double number) { return std::isfinite(number); };
    if (!std::all_of(data_.values.begin(), data_.values.end(), finite) ||
        !std::all_of(data_.targets.begin(), data_.targets.end(), finite)) {
      throw UnfitData("values and targets have to be finite");
    }
    if (train_.size() < 2) throw UnfitData("too few rows to learn from");
    const double first = data_.targets[train_.front()];
    bool same = true;
    for (const std::size_t row : train_) {
      const double target = data_.targets[row];
      same = same && target == first;
      if (options_.model == FitModel::logistic && (target < 0 || target > 1)) {
        throw UnfitData("targets of the logistic model are from 0 to 1");
      }
    }
    if (same) throw UnfitData("all targets that are learned from are the same");
  }

  [[nodiscard]] double value(std::size_t row, std::size_t column) const {
    return data_.values[row * width_ + column];
  }

  void scale() {
    means_.assign(width_, 0);
    deviations_.assign(width_, 0);
    const auto count = static_cast<double>(train_.size());
    for (const std::size_t row : train_) {
      for (std::size_t c = 0; c < width_; ++c) means_[c] += value(row, c) / count;
    }
    for (const std::size_t row : train_) {
      for (std::size_t c = 0; c < width_; ++c) {
        const double off = value(row, c) - means_[c];
        deviations_[c] += off * off / count;
      }
    }
    for (std::size_t c = 0; c < width_; ++c) deviations_[c] = std::sqrt(deviations_[c]);
  }

  /// Drops columns that are constant or, without ridge, sums of others.
  void choose_columns() {
    fit_.weights.resize(width_);
    for (std::size_t c = 0; c < width_; ++c) {
      if (deviations_[c] > least_deviation * std::max(1.0, std::abs(means_[c]))) {
        kept_.push_back(c);
      } else {
        fit_.weights[c].dropped = FittedWeight::Dropped::constant;
      }
    }
    if (options_.ridge > 0 || kept_.empty()) return;
    const auto last = static_cast<Eigen::Index>(kept_.size());
    const Vector zero = Vector::Zero(last + 1);
    const Matrix gram = curvature(zero, true).bottomRightCorner(last, last);
    Eigen::ColPivHouseholderQR<Matrix> decomposition(gram);
    decomposition.setThreshold(rank_threshold);
    const Eigen::Index rank = decomposition.rank();
    std::vector<std::size_t> independent;
    for (Eigen::Index i = 0; i < last; ++i) {
      const std::size_t column =
          kept_[static_cast<std::size_t>(decomposition.colsPermutation().indices()[i])];
      if (i < rank) {
        independent.push_back(column);
      } else {
        fit_.weights[column].dropped = FittedWeight::Dropped::dependent;
      }
    }
    std::sort(independent.begin(), independent.end());
    kept_ = std::move(independent);
    if (train_.size() <= kept_.size() + 1) {
      throw UnfitData("too few rows: more rows than features are needed, or --ridge");
    }
  }

  /// Returns scaled values of some rows, after a column of ones.
  [[nodiscard]] RowMajor design(const std::vector<std::size_t>& rows, std::size_t first,
                                std::size_t count) const {
    RowMajor result(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(kept_.size()) + 1);
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      result(at, 0) = 1;
      for (std::size_t k = 0; k < kept_.size(); ++k) {
        const std::size_t c = kept_[k];
        result(at, static_cast<Eigen::Index>(k) + 1) =
            (value(rows[first + i], c) - means_[c]) / deviations_[c];
      }
    }
    return result;
  }

  template <typename Action>
  void each_block(const Action& action) const {
    for (std::size_t first = 0; first < train_.size(); first += block) {
      const std::size_t count = std::min(block, train_.size() - first);
      action(design(train_, first, count), first);
    }
  }

  /// Returns the mean loss with ridge, and its gradient if requested.
  double loss(const Vector& weights, Vector* gradient) const {
    double sum = 0;
    if (gradient != nullptr) gradient->setZero(weights.size());
    each_block([&](const RowMajor& rows, std::size_t first) {
      const Vector sums = rows * weights;
      Vector slopes(sums.size());
      for (Eigen::Index i = 0; i < sums.size(); ++i) {
        const double target = data_.targets[train_[first + static_cast<std::size_t>(i)]];
        const Loss one = loss_of(options_.model, sums[i], target);
        sum += one.value;
        slopes[i] = one.slope;
      }
      if (gradient != nullptr) *gradient += rows.transpose() * slopes;
    });
    const auto count = static_cast<double>(train_.size());
    const auto tail = weights.tail(weights.size() - 1);
    if (gradient != nullptr) {
      *gradient /= count;
      gradient->tail(weights.size() - 1) += 2 * options_.ridge * tail;
    }
    return sum / count + options_.ridge * tail.squaredNorm();
  }

  /// Returns second derivatives of the mean loss, without ridge; `plain`: of the linear model.
  [[nodiscard]] Matrix curvature(const Vector& weights, bool plain) const {
    Matrix result = Matrix::Zero(weights.size(), weights.size());
    each_block([&](RowMajor rows, std::size_t) {
      if (!plain && options_.model == FitModel::logistic) {
        const Vector sums = rows * weights;
        for (Eigen::Index i = 0; i < sums.size(); ++i) {
          rows.row(i) *= std::sqrt(loss_of(options_.model, sums[i], 0).curvature);
        }
      }
      result.selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
    });
    result /= static_cast<double>(train_.size());
    return result.selfadjointView<Eigen::Lower>();
  }

  [[nodiscard]] Matrix with_ridge(Matrix matrix) const {
    for (Eigen::Index i = 1; i < matrix.rows(); ++i) matrix(i, i) += 2 * options_.ridge;
    return matrix;
  }

  /// Applies Newton's method with halved steps; one step is enough for the linear model.
  void iterate(Vector& weights) {
    Vector gradient;
    double before = loss(weights, &gradient);
    fit_.converged = false;
    while (fit_.iterations < options_.max_iterations && !fit_.converged) {
      ++fit_.iterations;
      const Vector step = with_ridge(curvature(weights, false)).ldlt().solve(gradient);
      double scale = 1;
      Vector next = weights - step;
      double after = loss(next, nullptr);
      for (int halved = 0; halved < 30 && !(after <= before); ++halved) {
        scale /= 2;
        next = weights - scale * step;
        after = loss(next, nullptr);
      }
      fit_.converged = options_.model == FitModel::linear ||
                       (scale * step).norm() <= converged_step * (1 + weights.norm());
      if (!(after <= before)) break;
      weights = next;
      before = loss(weights, &gradient);
    }
  }

  [[nodiscard]] double row_count() const { return static_cast<double>(train_.size()); }

  /// Square root of a variance, which rounding may have made negative; keeps NaN.
  [[nodiscard]] static double root(double variance) {
    return std::isnan(variance) ? variance : std::sqrt(std::max(0.0, variance));
  }

  /// Returns the ratio of the variance of a row's slope to its curvature, for independent rows and
  /// a correct model.
  [[nodiscard]] double row_noise(const Vector& weights) const {
    if (options_.model != FitModel::linear) return 1;
    const double freedom = row_count() - static_cast<double>(weights.size());
    const double penalty = options_.ridge * weights.tail(weights.size() - 1).squaredNorm();
    return freedom > 0 ? 2 * (loss(weights, nullptr) - penalty) * row_count() / freedom
                       : std::numeric_limits<double>::quiet_NaN();
  }

  /// Returns the covariance of the gradient, from its sums over the groups: these are independent,
  /// even if the rows of a group are not. With few groups it is multiplied by G / (G - 1), and in
  /// the linear model by (n - 1) / (n - k), too, as is usual (Cameron and Miller, A Practitioner's
  /// Guide to Cluster-Robust Inference, 2015, section II).
  [[nodiscard]] Matrix group_noise(const Vector& weights) {
    std::unordered_map<std::uint32_t, Eigen::Index> numbers;
    for (const std::size_t row : train_) {
      numbers.emplace(data_.groups[row], static_cast<Eigen::Index>(numbers.size()));
    }
    fit_.groups = numbers.size();
    const auto groups = static_cast<double>(fit_.groups);
    Vector penalty = 2 * options_.ridge * weights;
    penalty[0] = 0;
    Matrix scores = Matrix::Zero(weights.size(), static_cast<Eigen::Index>(fit_.groups));
    each_block([&](const RowMajor& rows, std::size_t first) {
      const Vector sums = rows * weights;
      for (Eigen::Index i = 0; i < sums.size(); ++i) {
        const std::size_t row = train_[first + static_cast<std::size_t>(i)];
        const double slope = loss_of(options_.model, sums[i], data_.targets[row]).slope;
        scores.col(numbers.at(data_.groups[row])) += slope * rows.row(i).transpose() + penalty;
      }
    });
    double factor =
        fit_.groups > 1 ? groups / (groups - 1) : std::numeric_limits<double>::quiet_NaN();
    if (options_.model == FitModel::linear) {
      const double freedom = row_count() - static_cast<double>(weights.size());
      factor *=
          freedom > 0 ? (row_count() - 1) / freedom : std::numeric_limits<double>::quiet_NaN();
    }
    return scores * scores.transpose() * (factor / (row_count() * row_count()));
  }

  /// Converts to the features' own units, with standard errors.
  void report(const Vector& weights) {
    const Matrix information = curvature(weights, false);
    const Matrix inverse =
        with_ridge(information).ldlt().solve(Matrix::Identity(weights.size(), weights.size()));
    const Matrix noise = data_.groups.empty() ? information * (row_noise(weights) / row_count())
                                              : group_noise(weights);
    const Matrix covariance = inverse * noise * inverse;
    Vector origin = Vector::Zero(weights.size());  // the intercept as a sum of the scaled weights
    origin[0] = 1;
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      const std::size_t c = kept_[k];
      const auto at = static_cast<Eigen::Index>(k) + 1;
      fit_.weights[c].weight = weights[at] / deviations_[c];
      fit_.weights[c].standard_error = root(covariance(at, at)) / deviations_[c];
      origin[at] = -means_[c] / deviations_[c];
    }
    fit_.intercept = origin.dot(weights);
    fit_.intercept_error = root(origin.dot(covariance * origin));
  }

  [[nodiscard]] double mean_target(const std::vector<std::size_t>& rows) const {
    double sum = 0;
    for (const std::size_t row : rows) sum += data_.targets[row];
    return sum / static_cast<double>(rows.size());
  }

  [[nodiscard]] FitQuality quality(const std::vector<std::size_t>& rows) const {
    FitQuality result;
    result.rows = rows.size();
    const double none = std::numeric_limits<double>::quiet_NaN();
    if (rows.empty()) return {0, none, none, none};
    const bool linear = options_.model == FitModel::linear;
    const double mean = mean_target(rows);
    const double constant = linear ? mean : std::log(mean / (1 - mean));
    double plain = 0;
    std::size_t sides = 0;
    std::size_t right = 0;
    for (const std::size_t row : rows) {
      double sum = fit_.intercept;
      for (const std::size_t c : kept_) sum += fit_.weights[c].weight * value(row, c);
      const double target = data_.targets[row];
      result.loss += loss_of(options_.model, sum, target).value;
      plain += loss_of(options_.model, constant, target).value;
      const double side = target - (linear ? options_.even : 0.5);
      if (side == 0) continue;
      ++sides;
      right += (sum > (linear ? options_.even : 0)) == (side > 0) ? 1 : 0;
    }
    const auto count = static_cast<double>(rows.size());
    result.explained = plain > 0 ? 1 - result.loss / plain : none;
    result.loss *= (linear ? 2 : 1) / count;
    result.right_side = sides == 0 ? none : static_cast<double>(right) / static_cast<double>(sides);
    return result;
  }

  const FitData& data_;
  const FitOptions& options_;
  std::size_t width_;
  std::vector<std::size_t> train_;  ///< rows
  std::vector<std::size_t> test_;
  std::vector<double> means_;
  std::vector<double> deviations_;
  std::vector<std::size_t> kept_;  ///< columns, ascending
  Fit fit_;
};

}  // namespace

Fit fit(const FitData& data, const FitOptions& options) {
  return Fitting(data, options, draw(data, options)).run();
}

std::size_t unit_count(const FitData& data, const FitOptions& options) {
  const std::vector<std::size_t> units = units_of(data, options);
  return units.empty() ? 0 : *std::max_element(units.begin(), units.end()) + 1;
}

std::vector<FitQuality> cross_validate(const FitData& data, const FitOptions& options,
                                       unsigned folds) {
  const std::size_t units = unit_count(data, options);
  if (folds < 2 || units < folds) {
    throw UnfitData("there are fewer " +
                    std::string(splits_groups(data, options) ? "groups" : "rows") +
                    " than folds: " + std::to_string(units));
  }
  std::vector<std::size_t> order(units);
  std::iota(order.begin(), order.end(), std::size_t{0});
  runtime::Rng random(options.seed);
  for (std::size_t i = units; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  std::vector<FitQuality> result;
  for (unsigned fold = 0; fold < folds; ++fold) {
    std::vector<bool> left_out(units);
    for (std::size_t i = fold; i < units; i += folds) left_out[order[i]] = true;
    result.push_back(Fitting(data, options, split_by(data, options, left_out)).run().test);
  }
  return result;
}

}  // namespace tesuji::learner
