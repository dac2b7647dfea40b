// tesuji fit: weights of features from what positions are worth.
#include "learner/linear_fit.h"
#include "tools/command.h"
#include "tools/input_stream.h"
#include "tools/matrix_reader.h"
#include "tools/number_checks.h"
#include "tools/output_file.h"
#include "tools/outputs.h"
#include "tools/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <optional>

namespace tesuji::tools {

namespace {

using learner::FittedWeight;

struct FitArguments {
  std::string matrix = "-";
  std::string target = "target";
  std::string role;
  std::string model = "linear";
  std::optional<double> threshold;
  learner::FitOptions options;
  std::string output;
  std::size_t top = 10;
};

/// Null where it is not a number, as in JSON.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json to_json(const learner::FitQuality& quality) {
  return {{"rows", quality.rows},
          {"loss", number(quality.loss)},
          {"explained", number(quality.explained)},
          {"right_side", number(quality.right_side)}};
}

Json to_json(const FitArguments& arguments, const learner::FitData& data, const learner::Fit& fit) {
  Json weights = Json::array();
  for (std::size_t i = 0; i < data.names.size(); ++i) {
    const FittedWeight& one = fit.weights[i];
    Json weight = {{"feature", data.names[i]}, {"weight", one.weight}};
    if (one.dropped == FittedWeight::Dropped::no) {
      weight["standard_error"] = number(one.standard_error);
    } else {
      weight["dropped"] = one.dropped == FittedWeight::Dropped::constant ? "constant" : "dependent";
    }
    weights.push_back(std::move(weight));
  }
  Json json = {{"tesuji_fit", 1}, {"model", arguments.model}, {"target", arguments.target}};
  if (!arguments.role.empty()) json["role"] = arguments.role;
  if (arguments.threshold) json["threshold"] = *arguments.threshold;
  if (arguments.options.model == learner::FitModel::linear) json["even"] = arguments.options.even;
  json["ridge"] = arguments.options.ridge;
  json["seed"] = arguments.options.seed;
  json["test_share"] = arguments.options.test_share;
  json["iterations"] = fit.iterations;
  json["converged"] = fit.converged;
  json["train"] = to_json(fit.train);
  json["test"] = to_json(fit.test);
  json["intercept"] = fit.intercept;
  json["intercept_error"] = number(fit.intercept_error);
  json["weights"] = std::move(weights);
  return json;
}

std::string quality_text(const char* name, const learner::FitQuality& quality, bool linear) {
  if (quality.rows == 0) return fmt::format("{:<6} no rows\n", name);
  return fmt::format("{:<6} {:>9} rows   {} {:.4f}   {} {:.4f}   right side {:.1f} %\n", name,
                     quality.rows, linear ? "mean squared error" : "mean loss", quality.loss,
                     linear ? "R2" : "pseudo R2", quality.explained, 100 * quality.right_side);
}

std::string report_text(const FitArguments& arguments, const learner::FitData& data,
                        const learner::Fit& fit) {
  const bool linear = arguments.options.model == learner::FitModel::linear;
  std::string text =
      quality_text("train", fit.train, linear) + quality_text("test", fit.test, linear);
  if (!fit.converged) {
    text += fmt::format("no end after {} iterations: weights may grow for ever; try --ridge\n",
                        fit.iterations);
  }
  const auto dropped = [&](FittedWeight::Dropped why) {
    return std::count_if(fit.weights.begin(), fit.weights.end(),
                         [&](const FittedWeight& one) { return one.dropped == why; });
  };
  text += fmt::format("{} features, {} of them constant and {} sums of others, without weight\n",
                      data.names.size(), dropped(FittedWeight::Dropped::constant),
                      dropped(FittedWeight::Dropped::dependent));
  std::vector<std::size_t> order(data.names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order,
                [&](std::size_t i) { return fit.weights[i].dropped != FittedWeight::Dropped::no; });
  const auto score = [&](std::size_t i) {
    const FittedWeight& one = fit.weights[i];
    return one.standard_error > 0 ? std::abs(one.weight / one.standard_error) : 0.0;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return score(a) > score(b); });
  text += fmt::format("{:<24} {:>14} {:>14} {:>9}\n", "feature", "weight", "std. error", "z");
  const auto row = [&](const std::string& name, double weight, double error) {
    text +=
        fmt::format("{:<24} {:>14.6g} {:>14.6g} {:>9.2f}\n", name, weight, error, weight / error);
  };
  row("(intercept)", fit.intercept, fit.intercept_error);
  for (std::size_t i = 0; i < std::min(arguments.top, order.size()); ++i) {
    const FittedWeight& one = fit.weights[order[i]];
    row(data.names[order[i]], one.weight, one.standard_error);
  }
  return text;
}

int run(FitArguments& arguments) {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const auto finish = [&](int code) {
    print_diagnostics(diagnostics);
    return diagnostics.has_errors() ? exit_code_of(diagnostics) : code;
  };
  std::ifstream file;
  std::istream* const in = open_input(arguments.matrix, file, diagnostics);
  if (in == nullptr) return finish(exit_input);
  MatrixFault fault;
  auto matrix = read_matrix(*in, arguments.target, fault);
  if (!matrix) {
    fmt::print(stderr, "{}:{}:{}: error: {}\n", arguments.matrix, fault.line, fault.column,
               fault.message);
    return exit_input;
  }
  if (arguments.threshold) {
    for (double& target : matrix->data.targets) {
      target = target > *arguments.threshold ? 1 : target < *arguments.threshold ? 0 : 0.5;
    }
  }
  arguments.options.model =
      arguments.model == "linear" ? learner::FitModel::linear : learner::FitModel::logistic;
  try {
    const learner::Fit fit = learner::fit(matrix->data, arguments.options);
    if (matrix->without_target > 0) {
      diagnostics.warning({}, "target",
                          counted(matrix->without_target, "row") + " without a target left out");
    }
    const bool to_file = !arguments.output.empty() && arguments.output != "-";
    if (arguments.output.empty() || to_file) {
      fmt::print("{}", report_text(arguments, matrix->data, fit));
    }
    if (!arguments.output.empty()) {
      static_cast<void>(write_output(
          arguments.output, json_text(to_json(arguments, matrix->data, fit), 1), diagnostics));
    }
    return finish(fit.converged ? exit_ok : exit_limit);
  } catch (const learner::UnfitData& error) {
    diagnostics.error(
        {}, "data",
        std::string(error.what()) + (arguments.model == "logistic" && !arguments.threshold
                                         ? " (--threshold makes 0, 1/2 or 1 of them)"
                                         : ""));
    return finish(exit_input);
  }
}

}  // namespace

void add_fit_command(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<FitArguments>();
  FitArguments& a = *arguments;
  CLI::App* command =
      app.add_subcommand("fit", "Learn weights of features from what positions are worth");
  command->add_option("matrix", a.matrix, "What `features` wrote (CSV; default: standard input)")
      ->type_name("MATRIX");
  command->add_option("--target", a.target, "Column of what positions are worth (target)")
      ->type_name("COLUMN");
  command
      ->add_option("--role", a.role,
                   "Whose worth it is: `play` needs to know (greedy:FILE, alpha-beta:FILE)")
      ->type_name("ROLE");
  command
      ->add_option("--even", a.options.even,
                   "Target that is as good for one side as for the other (linear; default: 0)")
      ->check(finite_number)
      ->type_name("T");
  command->add_option("--model", a.model, "linear (default) or logistic")
      ->check(CLI::IsMember({"linear", "logistic"}))
      ->type_name("MODEL");
  command
      ->add_option("--threshold", a.threshold,
                   "Targets above become 1, below 0, and this one 1/2: who won")
      ->check(finite_number)
      ->type_name("T");
  command
      ->add_option("--ridge", a.options.ridge,
                   "Punish large weights: so many times their squares (default: 0)")
      ->check(finite_number)
      ->check(CLI::Range(0.0, 1e9))
      ->type_name("L");
  command
      ->add_option("--test", a.options.test_share,
                   "Share of the rows that nothing is learned from (default: 0.2)")
      ->check(finite_number)
      ->check(CLI::Range(0.0, 0.9))
      ->type_name("SHARE");
  command->add_option("--seed", a.options.seed, "For drawing these (default: 1)")
      ->check(natural_number)
      ->type_name("N");
  command->add_option("--top", a.top, "Weights to print, the surest first (default: 10)")
      ->check(natural_number)
      ->type_name("N");
  command->add_option("-o,--output", a.output, "Where the weights go (JSON)")->type_name("FILE");
  declare_output(*command, command->get_option("--output"), FileKind::weights);
  command->callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace tesuji::tools
