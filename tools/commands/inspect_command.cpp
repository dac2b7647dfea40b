// tesuji inspect: prints a plugin's description of itself.
#include "backend/driver/games/plugin.h"

#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::tools {

namespace {

struct InspectArguments {
  std::string path;
  bool json = false;
};

std::vector<std::vector<std::string>> initial_moves(const runtime::Game& game) {
  const auto scratch = game.make_scratch();
  std::vector<std::vector<runtime::Move>> legal;
  game.legal(game.initial(), *scratch, legal);
  std::vector<std::vector<std::string>> names(legal.size());
  for (std::size_t role = 0; role < legal.size(); ++role) {
    for (const runtime::Move move : legal[role]) names[role].push_back(game.move_name(move));
  }
  return names;
}

/// Returns fluents and each role's actions by dense number; null if the plugin is too old for them.
Json dense_json(const driver::PluginDescription& plugin) {
  if (!plugin.dense) return nullptr;
  Json actions = Json::array();
  for (std::size_t role = 0; role < plugin.actions.size(); ++role) {
    actions.push_back({{"role", plugin.game->roles()[role]},
                       {"count", plugin.action_counts[role]},
                       {"actions", plugin.actions[role]}});
  }
  return {{"fluent_count", plugin.fluent_count},
          {"fluents", plugin.fluents},
          {"roles", std::move(actions)}};
}

Json plugin_json(const driver::PluginDescription& plugin, const std::string& path) {
  const runtime::Game& game = *plugin.game;
  Json moves = Json::object();
  const auto names = initial_moves(game);
  for (std::size_t role = 0; role < names.size(); ++role) moves[game.roles()[role]] = names[role];
  Json strategy = nullptr;
  if (!plugin.strategy.empty()) {
    strategy = {{"name", plugin.strategy},
                {"source_sha256", plugin.strategy_hash},
                {"predicates", plugin.predicates},
                {"order", plugin.order}};
  }
  return {{"plugin", path},
          {"game", plugin.name},
          {"compiler", plugin.compiler},
          {"source_sha256", plugin.source_hash},
          {"abi", plugin.abi},
          {"cpu", plugin.cpu},
          {"cpu_features", plugin.cpu_features},
          {"engine", plugin.engine},
          {"net_answers", plugin.net_answers},
          {"roles", std::vector<std::string>(game.roles().begin(), game.roles().end())},
          {"hidden_information", game.has_percepts()},
          {"state_bytes", 8 * game.state_words()},
          {"scratch_bytes", plugin.scratch_bytes},
          {"move_limit", plugin.move_limit},
          {"strategy", std::move(strategy)},
          {"features", plugin.features},
          {"most_lanes", plugin.most_lanes},
          {"most_step_lanes", plugin.most_step_lanes},
          {"gpu", plugin.gpu},
          {"initial", game.fluents(game.initial())},
          {"initial_moves", std::move(moves)},
          {"dense", dense_json(plugin)}};
}

void print_text(const driver::PluginDescription& plugin, const std::string& path) {
  const runtime::Game& game = *plugin.game;
  fmt::print("{}: the game {}\n", path, plugin.name);
  fmt::print("  made by      {}\n", plugin.compiler);
  fmt::print("  of           a file with SHA-256 {}\n", plugin.source_hash);
  fmt::print("  interface    version {}, {} bytes of tables\n", plugin.abi, plugin.table_bytes);
  fmt::print("  processor    {}: {}\n", plugin.cpu, fmt::join(plugin.cpu_features, " "));
  const std::string& by_net = plugin.net_answers;
  fmt::print("  engine       {}{}\n", plugin.engine,
             by_net.empty() ? std::string() : "; a network answers: " + by_net);
  fmt::print("  roles        {}{}\n", fmt::join(game.roles(), " "),
             game.has_percepts() ? " (with hidden information)" : "");
  fmt::print("  a state      {} bytes; scratch memory {} a thread\n", 8 * game.state_words(),
             counted(plugin.scratch_bytes, "byte"));
  fmt::print("  moves        numbers below {}\n", plugin.move_limit);
  if (plugin.dense) {
    std::string counts;
    for (std::size_t role = 0; role < plugin.action_counts.size(); ++role) {
      counts += fmt::format("{}{} {}", role > 0 ? ", " : "", game.roles()[role],
                            plugin.action_counts[role]);
    }
    fmt::print("  dense        {}; actions: {}\n", counted(plugin.fluent_count, "fluent"), counts);
  }
  if (!plugin.strategy.empty()) {
    fmt::print("  strategy     {}: {}, tried in the order {}\n", plugin.strategy,
               counted(plugin.predicates.size(), "predicate"), fmt::join(plugin.order, " "));
    fmt::print("               of a file with SHA-256 {}\n", plugin.strategy_hash);
  }
  if (plugin.most_lanes != 0) {
    fmt::print("  batches      up to {} games at a time on this processor\n", plugin.most_lanes);
  }
  if (plugin.most_step_lanes != 0) {
    fmt::print("  steps        of up to {} games at a time on this processor\n",
               plugin.most_step_lanes);
  }
  if (plugin.gpu) fmt::print("  kernels      for NVIDIA GPUs\n");
  if (!plugin.features.empty()) {
    fmt::print("  features     {}\n", fmt::join(plugin.features, " "));
  }
  const auto names = initial_moves(game);
  for (std::size_t role = 0; role < names.size(); ++role) {
    constexpr std::size_t shown = 6;
    const std::vector<std::string> first(
        names[role].begin(),
        names[role].begin() + static_cast<std::ptrdiff_t>(std::min(shown, names[role].size())));
    fmt::print("  first moves  {}: {}{}\n", game.roles()[role], fmt::join(first, ", "),
               names[role].size() > shown ? fmt::format(", .. ({} in all)", names[role].size())
                                          : std::string());
  }
}

int run_inspect(const InspectArguments& arguments) {
  driver::Session session;
  const auto plugin = driver::inspect_plugin(arguments.path, session);
  print_diagnostics(session.diagnostics);
  if (!plugin) return exit_code_of(session.diagnostics);
  if (arguments.json) {
    print_json(plugin_json(*plugin, arguments.path));
  } else {
    print_text(*plugin, arguments.path);
  }
  return exit_ok;
}

}  // namespace

void add_inspect_command(Command& app, Action& action) {
  Command* command = app.add_subcommand(
      "inspect",
      "Print what a plugin contains, and whether it is intact\n"
      "Prints its game, strategy, compiler and processor. A file that is damaged, or made for "
      "another processor, is rejected with the reason; none of its code runs.");
  auto arguments = std::make_shared<InspectArguments>();
  command->add_option("PLUGIN", arguments->path, "Plugin (.so) that `tesuji compile` wrote")
      ->required();
  add_json_flag(*command, arguments->json);
  add_examples(*command, {"tesuji inspect breakthrough.so", "tesuji inspect --json nim.so"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_inspect(*arguments); }; });
}

}  // namespace tesuji::tools
