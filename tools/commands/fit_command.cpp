// tesuji fit: fits weights of features to values of positions.
#include "learner/regression/linear_fit.h"

#include "tools/base/command.h"
#include "tools/base/input_stream.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/files/feature_matrix.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/reports/fit_report.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

namespace {

struct FitArguments {
  std::string matrix = "-";
  MatrixUse use;
  std::string role;
  std::string model = "linear";
  std::optional<double> threshold;
  std::string split;  ///< empty: by group if there are groups
  std::optional<double> test_share;
  unsigned folds = 0;
  learner::FitOptions options;
  std::string output;
  bool json = false;
  ProgressFlags progress;
  std::size_t top = 10;
};

/// Reads the matrix, in the units that the options require; returns nothing if something was
/// reported.
std::optional<ReadMatrix> read(const FitArguments& arguments, ir::Diagnostics& diagnostics) {
  const auto in = InputStream::open(arguments.matrix, diagnostics);
  if (in == nullptr) return std::nullopt;
  MatrixFault fault;
  auto matrix = read_matrix(*in, arguments.use, fault);
  const std::string place =
      fault.line == 0 ? in->name() : fmt::format("{}:{}:{}", in->name(), fault.line, fault.column);
  if (!in->fault().empty()) {
    print_message(in->name(), ir::Severity::error, in->fault());
    return std::nullopt;
  }
  if (!matrix) {
    print_message(place, ir::Severity::error, fault.message);
    return std::nullopt;
  }
  if (arguments.split == "group" && matrix->data.groups.empty()) {
    print_message(in->name(), ir::Severity::error, "no column `group` to split by");
    return std::nullopt;
  }
  if (matrix->nameless) {
    diagnostics.warning({}, "names",
                        in->name() +
                            ": this array has no column names, so they are column1, column2, .. "
                            "(`features --format=npz` keeps names)");
  }
  if (matrix->without_target > 0) {
    diagnostics.warning({}, "target",
                        "left out " + counted(matrix->without_target, "row") + " without a target");
  }
  for (double& target : matrix->data.targets) {
    if (!arguments.threshold) break;
    target = target > *arguments.threshold ? 1 : target < *arguments.threshold ? 0 : 0.5;
  }
  return matrix;
}

/// If all targets are on one side of the middle, any model predicts the right side.
void warn_of_one_side(const FitArguments& arguments, const ReadMatrix& matrix,
                      ir::Diagnostics& diagnostics) {
  const bool linear = arguments.options.model == learner::FitModel::linear;
  const double middle = linear ? arguments.options.even : 0.5;
  bool above = false;
  bool below = false;
  for (const double target : matrix.data.targets) {
    above = above || target > middle;
    below = below || target < middle;
  }
  if (above == below) return;
  const std::string_view side = above ? "below" : "above";
  diagnostics.warning(
      {}, "one-side",
      fmt::format("no target is {} {}, so `right side` has no meaning{}", side,
                  arguments.threshold ? fmt::format("{:g} (--threshold)", *arguments.threshold)
                                      : fmt::format("{:g}", middle),
                  linear ? ": --even names the target that is as good for both sides" : ""));
}

/// Fits, reports, and writes; returns false if the weights may grow without bound.
bool fit_and_report(const FitArguments& arguments, const ReadMatrix& matrix,
                    std::optional<ProgressLine>& progress, ir::Diagnostics& diagnostics) {
  std::vector<learner::FitQuality> folds;
  if (arguments.folds > 0) {
    progress->begin(fmt::format("testing in {}", counted(arguments.folds, "part")));
    folds = learner::cross_validate(matrix.data, arguments.options, arguments.folds);
  }
  progress->begin("fitting the weights");
  const learner::Fit fit = learner::fit(matrix.data, arguments.options);
  progress.reset();
  const FitScene scene{matrix.data,    arguments.options,  fit, folds, arguments.use.target,
                       arguments.role, arguments.threshold};
  const bool to_file = !arguments.output.empty() && arguments.output != "-";
  if (arguments.json || arguments.output == "-") {
    print_json(fit_json(scene));
  } else {
    fmt::print("{}", fit_text(scene, arguments.top));
  }
  if (to_file) {
    static_cast<void>(write_output(arguments.output, json_text(fit_json(scene), 1), diagnostics));
  }
  return fit.converged;
}

int run(FitArguments& arguments) {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const auto finish = [&](int code) {
    print_diagnostics(diagnostics);
    return diagnostics.has_errors() ? exit_code_of(diagnostics) : code;
  };
  if (arguments.folds > 0 && arguments.test_share) {
    print_error("--folds tests on all rows in turn: without --test");
    return exit_usage;
  }
  if (arguments.folds > 0) arguments.options.test_share = 0;
  if (arguments.test_share) arguments.options.test_share = *arguments.test_share;
  arguments.options.model =
      arguments.model == "linear" ? learner::FitModel::linear : learner::FitModel::logistic;
  arguments.options.split_groups = arguments.split != "row";
  if (!arguments.use.group.empty() && arguments.use.group == arguments.use.target) {
    print_error(fmt::format("`{}` cannot be target and group", arguments.use.target));
    return exit_usage;
  }
  std::optional<ProgressLine> progress(std::in_place, "fit", arguments.progress);
  progress->begin("reading the matrix");
  const auto matrix = read(arguments, diagnostics);
  if (!matrix) return finish(exit_input);
  warn_of_one_side(arguments, *matrix, diagnostics);
  try {
    return finish(fit_and_report(arguments, *matrix, progress, diagnostics) ? exit_ok : exit_limit);
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

void add_fit_command(Command& app, Action& action) {
  auto arguments = std::make_shared<FitArguments>();
  FitArguments& a = *arguments;
  Command* command =
      app.add_subcommand("fit", "Fit weights of features to the values of positions");
  command
      ->add_option("matrix", a.matrix,
                   "Output of `features`: CSV, .npz or .npy (default: standard input)")
      ->type_name("MATRIX");
  command
      ->add_option("--target", a.use.target, "Column of the values of positions (default: target)")
      ->type_name("COLUMN");
  command->add_option("--role", a.role, "Role whose value the target is, for `play`")
      ->type_name("ROLE");
  command
      ->add_option("--even", a.options.even,
                   "Target that is equally good for both sides (linear; default: 0)")
      ->check(finite_number)
      ->type_name("T");
  command->add_option("--model", a.model, "linear or logistic")
      ->check(one_of({"linear", "logistic"}))
      ->type_name("MODEL")
      ->capture_default_str();
  command
      ->add_option("--threshold", a.threshold,
                   "Map targets to 1 (above T), 0 (below T) and 1/2 (equal to T)")
      ->check(finite_number)
      ->type_name("T");
  command
      ->add_option("--ridge", a.options.ridge,
                   "Factor of the penalty for squared weights (default: 0)")
      ->check(finite_number)
      ->check(in_range(0.0, 1e9))
      ->type_name("L");
  command
      ->add_option("--test", a.test_share,
                   "Share of rows or groups for testing only (default: 0.2)")
      ->check(finite_number)
      ->check(in_range(0.0, 0.9))
      ->type_name("SHARE");
  command
      ->add_option("--folds", a.folds,
                   "Cross-validate with N parts: each is tested on weights of the others")
      ->check(in_range(2U, 10000U))
      ->type_name("N");
  command
      ->add_option("--split", a.split,
                   "Unit of test parts: group (default where there are groups) or row")
      ->check(one_of({"row", "group"}))
      ->type_name("UNIT");
  command
      ->add_option("--group", a.use.group,
                   "Column of the game, or group, of a row (default: group, if any)")
      ->type_name("COLUMN");
  command->add_option("--seed", a.options.seed, "Seed for drawing test parts (default: 1)")
      ->check(natural_number)
      ->type_name("N");
  command
      ->add_option("--top", a.top,
                   "Number of weights to print, the most certain first (default: 10)")
      ->check(natural_number)
      ->type_name("N");
  command->add_option("-o,--output", a.output, "Write the weights to this file (JSON)")
      ->type_name("FILE");
  declare_output(*command, command->get_option("--output"), FileKind::weights);
  a.progress.add_to(*command);
  add_json_flag(*command, a.json);
  command->group("Test parts", {"--split", "--group", "--seed"});
  command->group("Weights for `play`", {"--role", "--even"});
  add_examples(*command, {"tesuji fit m.csv -o weights.json",
                          "tesuji fit m.npz --model=logistic --threshold=50 --role=red --folds=10",
                          "tesuji features --domain d.pl --features f.pl < p.txt | tesuji fit"});
  command->callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace tesuji::tools
