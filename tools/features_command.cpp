// tesuji features: how often logical features hold, position by position.
#include "backend/driver/features.h"
#include "backend/driver/positions.h"
#include "tools/command.h"

#include <fmt/core.h>

#include <fstream>
#include <iostream>

namespace tesuji::tools {
namespace {

struct FeaturesArguments {
  driver::FeatureSources sources;
  std::string positions = "-";
  std::string engine = "jit";
};

int run(const FeaturesArguments& arguments) {
  driver::Session session;
  driver::Options options;
  options.engine = arguments.engine == "jit" ? driver::Engine::jit : driver::Engine::interpreter;
  const auto set = driver::load_features(arguments.sources, options, session);
  std::string text = session.diagnostics.render();
  fmt::print(stderr, "{}", text);
  if (!set) return exit_input;
  const auto reader =
      driver::PositionReader::make(*set, driver::PositionForm::board, session.diagnostics);
  if (!reader) {
    fmt::print(stderr, "{}", session.diagnostics.render());
    return exit_input;
  }
  auto scratch = set->counter->make_scratch();
  std::vector<std::uint64_t> values(set->counter->size());
  for (std::size_t f = 0; f < values.size(); ++f)
    fmt::print("{}{}", f ? "," : "", set->counter->name(f));
  fmt::print("\n");
  std::ifstream in(arguments.positions);
  driver::ReadPosition position;
  driver::PositionFault fault;
  for (std::string line; std::getline(in, line);) {
    if (!reader->read(line, position, fault)) {
      fmt::print(stderr, "{}: {}\n", fault.column, fault.message);
      return exit_input;
    }
    set->counter->count(position.state, *scratch, values);
    for (std::size_t f = 0; f < values.size(); ++f) fmt::print("{}{}", f ? "," : "", values[f]);
    fmt::print("\n");
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
  command->callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace tesuji::tools
