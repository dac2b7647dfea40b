#include "learner/regression/linear_fit.h"

#include "runtime/host/memory/rng.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <map>

using namespace tesuji;

namespace {

constexpr std::size_t width = 3;  // intercept and two features
using Row = std::array<double, width>;
using Square = std::array<Row, width>;

/// Gauss-Jordan, with the largest pivot first.
Square inverse_of(Square matrix) {
  Square result{};
  for (std::size_t i = 0; i < width; ++i) result[i][i] = 1;
  for (std::size_t i = 0; i < width; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i; r < width; ++r) {
      if (std::abs(matrix[r][i]) > std::abs(matrix[pivot][i])) pivot = r;
    }
    std::swap(matrix[i], matrix[pivot]);
    std::swap(result[i], result[pivot]);
    const double scale = matrix[i][i];
    for (std::size_t c = 0; c < width; ++c) {
      matrix[i][c] /= scale;
      result[i][c] /= scale;
    }
    for (std::size_t r = 0; r < width; ++r) {
      const double factor = matrix[r][i];
      for (std::size_t c = 0; c < width && r != i; ++c) {
        matrix[r][c] -= factor * matrix[i][c];
        result[r][c] -= factor * result[i][c];
      }
    }
  }
  return result;
}

Square product(const Square& a, const Square& b) {
  Square result{};
  for (std::size_t r = 0; r < width; ++r) {
    for (std::size_t c = 0; c < width; ++c) {
      for (std::size_t k = 0; k < width; ++k) result[r][c] += a[r][k] * b[k][c];
    }
  }
  return result;
}

/// Games of 5 to 14 rows, each with an error and a feature of its own; the last 4 rows of none.
learner::FitData games(bool logistic) {
  runtime::Rng random(7);
  const auto number = [&] { return static_cast<double>(random.below(1000)) / 1000 - 0.5; };
  learner::FitData data;
  data.names = {"a", "b"};
  std::uint32_t group = 0;
  for (; group < 30; ++group) {
    const double error = 2 * number();
    const double a = number();
    const std::size_t rows = group < 26 ? 5 + random.below(10) : 1;
    for (std::size_t r = 0; r < rows; ++r) {
      const double b = 10 * number();
      const double sum = 3 + 2 * a - b + error + number();
      data.values.insert(data.values.end(), {a, b});
      data.targets.push_back(!logistic ? sum : sum > 3 ? 1 : 0);
      data.groups.push_back(group);
    }
  }
  return data;
}

/// The sandwich in the features' own units: of intercept, a and b.
Row direct_errors(const learner::FitData& data, const learner::Fit& fit, bool logistic) {
  Square information{};
  std::map<std::uint32_t, Row> scores;
  const std::size_t rows = data.targets.size();
  for (std::size_t i = 0; i < rows; ++i) {
    const Row x{1, data.values[2 * i], data.values[2 * i + 1]};
    double sum = fit.intercept + fit.weights[0].weight * x[1] + fit.weights[1].weight * x[2];
    double curvature = 1;
    if (logistic) {
      sum = 1 / (1 + std::exp(-sum));
      curvature = sum * (1 - sum);
    }
    Row& score = scores.try_emplace(data.groups[i], Row{}).first->second;
    for (std::size_t r = 0; r < width; ++r) {
      score[r] += (sum - data.targets[i]) * x[r];
      for (std::size_t c = 0; c < width; ++c) information[r][c] += curvature * x[r] * x[c];
    }
  }
  Square noise{};
  for (const auto& [group, score] : scores) {
    for (std::size_t r = 0; r < width; ++r) {
      for (std::size_t c = 0; c < width; ++c) noise[r][c] += score[r] * score[c];
    }
  }
  const Square bread = inverse_of(information);
  const Square covariance = product(product(bread, noise), bread);
  const auto n = static_cast<double>(rows);
  const auto groups = static_cast<double>(scores.size());
  const double factor = groups / (groups - 1) * (logistic ? 1 : (n - 1) / (n - width));
  Row errors{};
  for (std::size_t r = 0; r < width; ++r) errors[r] = std::sqrt(covariance[r][r] * factor);
  return errors;
}

}  // namespace

TEST_CASE("fit: standard errors by groups are those of the sandwich") {
  const bool logistic = GENERATE(false, true);
  learner::FitData data = games(logistic);
  learner::FitOptions options;
  options.model = logistic ? learner::FitModel::logistic : learner::FitModel::linear;
  options.test_share = 0;
  const learner::Fit fit = learner::fit(data, options);
  const Row expected = direct_errors(data, fit, logistic);
  CHECK(fit.groups == 30);
  CHECK(fit.intercept_error == Approx(expected[0]).epsilon(1e-5));
  CHECK(fit.weights[0].standard_error == Approx(expected[1]).epsilon(1e-5));
  CHECK(fit.weights[1].standard_error == Approx(expected[2]).epsilon(1e-5));

  // The weights do not know of groups, and the split does not matter.
  options.split_groups = false;
  CHECK(learner::fit(data, options).weights[0].standard_error == fit.weights[0].standard_error);
  data.groups.clear();
  const learner::Fit alone = learner::fit(data, options);
  CHECK(alone.groups == 0);
  CHECK(alone.weights[0].weight == Approx(fit.weights[0].weight));
  // a is the same in all rows of a game, so that there are fewer independent observations of it.
  if (!logistic) CHECK(alone.weights[0].standard_error < 0.7 * fit.weights[0].standard_error);
}

TEST_CASE("fit: one group says nothing about how groups differ") {
  learner::FitData data = games(false);
  data.groups.assign(data.targets.size(), 0);
  learner::FitOptions options;
  options.test_share = 0;
  CHECK(std::isnan(learner::fit(data, options).weights[0].standard_error));
}
