#include "tools/reports/fit_report.h"

#include "tools/base/json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tesuji::tools {

namespace {

using learner::FitQuality;
using learner::FittedWeight;

/// Returns null for NaN, as JSON requires.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json to_json(const FitQuality& quality) {
  return {{"rows", quality.rows},
          {"loss", number(quality.loss)},
          {"explained", number(quality.explained)},
          {"right_side", number(quality.right_side)}};
}

bool is_linear(const FitScene& scene) {
  return scene.options.model == learner::FitModel::linear;
}

std::string quality_text(const char* name, const FitQuality& quality, bool linear) {
  if (quality.rows == 0) return fmt::format("{:<6} no rows\n", name);
  return fmt::format("{:<6} {:>9} {}   {} {:.4f}   {} {:.4f}   right side {:.1f} %\n", name,
                     quality.rows, quality.rows == 1 ? "row" : "rows",
                     linear ? "mean squared error" : "mean loss", quality.loss,
                     linear ? "R2" : "pseudo R2", quality.explained, 100 * quality.right_side);
}

/// Returns `0.6069 +- 0.0102`: the mean over the folds and the standard deviation.
std::string spread(const std::vector<FitQuality>& folds, double FitQuality::* member, double scale,
                   int digits) {
  const auto count = static_cast<double>(folds.size());
  double mean = 0;
  for (const FitQuality& fold : folds) mean += fold.*member * scale / count;
  double squares = 0;
  for (const FitQuality& fold : folds) squares += std::pow(fold.*member * scale - mean, 2);
  return fmt::format("{:.{}f} +- {:.{}f}", mean, digits, std::sqrt(squares / (count - 1)), digits);
}

std::string folds_text(const FitScene& scene) {
  const std::vector<FitQuality>& folds = scene.folds;
  return fmt::format("{:<6} {:>9} folds  {} {}   {} {}   right side {} %\n", "test", folds.size(),
                     is_linear(scene) ? "mean squared error" : "mean loss",
                     spread(folds, &FitQuality::loss, 1, 4), is_linear(scene) ? "R2" : "pseudo R2",
                     spread(folds, &FitQuality::explained, 1, 4),
                     spread(folds, &FitQuality::right_side, 100, 1));
}

std::size_t dropped(const FitScene& scene, FittedWeight::Dropped why) {
  return static_cast<std::size_t>(
      std::count_if(scene.fit.weights.begin(), scene.fit.weights.end(),
                    [&](const FittedWeight& one) { return one.dropped == why; }));
}

bool splits_groups(const FitScene& scene) {
  return scene.options.split_groups && !scene.data.groups.empty();
}

/// Returns `constant: f3, f7, .. (4 more)`, a line, or nothing if there is no such feature.
std::string dropped_text(const FitScene& scene, FittedWeight::Dropped why, const char* what) {
  constexpr std::size_t most = 8;
  const std::size_t all = dropped(scene, why);
  if (all == 0) return {};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < scene.data.names.size() && names.size() < most; ++i) {
    if (scene.fit.weights[i].dropped == why) names.push_back(scene.data.names[i]);
  }
  return fmt::format("{}: {}{}\n", what, fmt::join(names, ", "),
                     all > most ? fmt::format(", .. ({} more)", all - most) : "");
}

/// Returns the features with weights, the most certain first.
std::vector<std::size_t> surest(const FitScene& scene) {
  std::vector<std::size_t> order(scene.data.names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) {
    return scene.fit.weights[i].dropped != FittedWeight::Dropped::no;
  });
  const auto score = [&](std::size_t i) {
    const FittedWeight& one = scene.fit.weights[i];
    return one.standard_error > 0 ? std::abs(one.weight / one.standard_error) : 0.0;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return score(a) > score(b); });
  return order;
}

}  // namespace

Json fit_json(const FitScene& scene) {
  Json weights = Json::array();
  for (std::size_t i = 0; i < scene.data.names.size(); ++i) {
    const FittedWeight& one = scene.fit.weights[i];
    Json weight = {{"feature", scene.data.names[i]}, {"weight", one.weight}};
    if (one.dropped == FittedWeight::Dropped::no) {
      weight["standard_error"] = number(one.standard_error);
    } else {
      weight["dropped"] = one.dropped == FittedWeight::Dropped::constant ? "constant" : "dependent";
    }
    weights.push_back(std::move(weight));
  }
  const learner::FitOptions& options = scene.options;
  Json json = {{"tesuji_fit", 1},
               {"model", is_linear(scene) ? "linear" : "logistic"},
               {"target", scene.target}};
  if (!scene.role.empty()) json["role"] = scene.role;
  if (scene.threshold) json["threshold"] = *scene.threshold;
  if (is_linear(scene)) json["even"] = options.even;
  json["ridge"] = options.ridge;
  json["seed"] = options.seed;
  json["split"] = splits_groups(scene) ? "group" : "row";
  if (splits_groups(scene)) json["groups"] = learner::unit_count(scene.data, options);
  json["standard_errors"] = scene.fit.groups > 0 ? "group" : "row";
  json["test_share"] = options.test_share;
  json["iterations"] = scene.fit.iterations;
  json["converged"] = scene.fit.converged;
  json["train"] = to_json(scene.fit.train);
  json["test"] = to_json(scene.fit.test);
  if (!scene.folds.empty()) {
    json["folds"] = Json::array();
    for (const FitQuality& fold : scene.folds) json["folds"].push_back(to_json(fold));
  }
  json["intercept"] = scene.fit.intercept;
  json["intercept_error"] = number(scene.fit.intercept_error);
  json["weights"] = std::move(weights);
  return json;
}

std::string fit_text(const FitScene& scene, std::size_t top) {
  const learner::Fit& fit = scene.fit;
  std::string text = quality_text("train", fit.train, is_linear(scene));
  text +=
      scene.folds.empty() ? quality_text("test", fit.test, is_linear(scene)) : folds_text(scene);
  if (splits_groups(scene)) {
    text += fmt::format("split by {}\n",
                        counted(learner::unit_count(scene.data, scene.options), "group"));
  }
  if (fit.groups > 0) {
    text += fmt::format("standard errors by {}: rows of one group may depend on each other\n",
                        counted(fit.groups, "group"));
  }
  if (!fit.converged) {
    text += fmt::format("no end after {}: weights may grow for ever; try --ridge\n",
                        counted(fit.iterations, "iteration"));
  }
  const std::size_t sums = dropped(scene, FittedWeight::Dropped::dependent);
  text += fmt::format("{}, {} of them constant and {} {} of others, without weight\n",
                      counted(scene.data.names.size(), "feature"),
                      dropped(scene, FittedWeight::Dropped::constant), sums,
                      sums == 1 ? "a sum" : "sums");
  text += dropped_text(scene, FittedWeight::Dropped::constant, "constant");
  text += dropped_text(scene, FittedWeight::Dropped::dependent, "sums of others");
  text += fmt::format("{:<24} {:>14} {:>14} {:>9}\n", "feature", "weight", "std. error", "z");
  const auto row = [&](const std::string& name, double weight, double error) {
    text +=
        fmt::format("{:<24} {:>14.6g} {:>14.6g} {:>9.2f}\n", name, weight, error, weight / error);
  };
  row("(intercept)", fit.intercept, fit.intercept_error);
  const std::vector<std::size_t> order = surest(scene);
  for (std::size_t i = 0; i < std::min(top, order.size()); ++i) {
    row(scene.data.names[order[i]], fit.weights[order[i]].weight,
        fit.weights[order[i]].standard_error);
  }
  return text;
}

}  // namespace tesuji::tools
