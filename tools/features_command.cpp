// tesuji features: how often logical features hold, position by position.
#include "backend/driver/features.h"
#include "backend/driver/positions.h"
#include "tools/command.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <chrono>

#include <fstream>
#include <iostream>

namespace tesuji::tools {
namespace {

struct FeaturesArguments {
  driver::FeatureSources sources;
  std::string positions = "-";
  std::string engine = "interpreter";
  bool lanes = false;
};

int run(const FeaturesArguments& arguments) {
  double spent = 0;
  driver::Session session;
  driver::Options options;
  options.engine = arguments.engine == "jit" ? driver::Engine::jit : driver::Engine::interpreter;
  const auto set = driver::load_features(arguments.sources, options, arguments.lanes, session);
  fmt::print(stderr, "{}", session.diagnostics.render());
  if (!set) return exit_input;
  const auto reader =
      driver::PositionReader::make(*set, driver::PositionForm::board, session.diagnostics);
  if (!reader) return exit_input;
  driver::FeatureEvaluator evaluator(*set);
  const std::size_t width = set->names.size();
  fmt::print("{}\n", fmt::join(set->names, ","));
  std::ifstream in(arguments.positions);
  driver::ReadPosition position;
  driver::PositionFault fault;
  std::vector<runtime::State> states;
  std::vector<std::uint64_t> values;
  const auto flush = [&] {
    values.resize(states.size() * width);
    const auto t0 = std::chrono::steady_clock::now();
    evaluator.evaluate(states, values);
    spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count();
    std::string text;
    for (std::size_t i = 0; i < states.size(); ++i) {
      for (std::size_t f = 0; f < width; ++f) {
        text += fmt::format_int(values[i * width + f]).c_str();
        text += f + 1 < width ? ',' : '\n';
      }
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
    states.clear();
  };
  for (std::string line; std::getline(in, line);) {
    if (!reader->read(line, position, fault)) {
      fmt::print(stderr, "{}: {}\n", fault.column, fault.message);
      return exit_input;
    }
    states.push_back(position.state);
    if (states.size() == 4096) flush();
  }
  flush();
  if (set->lanes) {
    fmt::print(stderr, "{} instructions, {} slots, {} left; {} s\n", set->lanes->code.size(),
               set->lanes->slots, set->counter_columns.size(), spent);
  } else {
    fmt::print(stderr, "{} s\n", spent);
  }
  return exit_ok;
}

}  // namespace

void add_features_command(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<FeaturesArguments>();
  CLI::App* command = app.add_subcommand("features", "Count the solutions of logical features");
  command->add_option("--domain", arguments->sources.domains)->required();
  command->add_option("--features", arguments->sources.features)->required();
  command->add_option("--positions", arguments->positions);
  command->add_option("--engine", arguments->engine);
  command->add_flag("--lanes", arguments->lanes);
  command->callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace tesuji::tools
