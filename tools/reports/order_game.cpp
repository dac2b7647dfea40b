#include "tools/reports/order_game.h"

#include "tools/base/json.h"

#include "runtime/host/playouts/simulation.h"
#include "tools/base/interrupt.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

/// Compiles the game in this order and plays it; nothing where that fails.
std::optional<OrderedGame> observe(std::string title, const ir::Module& clauses,
                                   const passes::Ordering& ordering,
                                   const OrderGameArguments& arguments, driver::Session& session) {
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  options.count_trials = true;
  options.pipeline.ordering = ordering;
  const auto loaded = driver::match_game(clauses, arguments.path, options, session);
  if (!loaded) return std::nullopt;
  if (arguments.playouts == 0)
    return OrderedGame{std::move(title), planned_rules(*loaded->module, {})};
  runtime::SimulationOptions playing;
  playing.playouts = arguments.playouts;
  playing.seed = arguments.seed;
  playing.stop = &watch_interrupts();
  static_cast<void>(runtime::simulate(*loaded->game, playing));
  return OrderedGame{std::move(title), planned_rules(*loaded->module, loaded->trials())};
}

}  // namespace

bool order_game(const OrderGameArguments& arguments, driver::Session& session) {
  const auto clauses = driver::load_clauses(arguments.path, session);
  if (!clauses) return false;
  passes::Ordering source;
  source.by = passes::Ordering::By::source;
  std::vector<OrderedGame> orders;
  for (const auto& [title, ordering] :
       {std::pair{"as it stands", source}, std::pair{"ordered", arguments.ordering}}) {
    auto order = observe(title, *clauses, ordering, arguments, session);
    if (!order) return false;
    orders.push_back(std::move(*order));
  }
  // What was observed of orders that were not played equally far cannot be compared.
  const bool observed = arguments.playouts > 0 && !interrupted();
  if (arguments.json) {
    Json json = {{"game", arguments.path},
                 {"playouts", arguments.playouts},
                 {"seed", arguments.seed},
                 {"interrupted", interrupted()}};
    json.update(game_orders_to_json(orders, arguments.shown, observed));
    print_json(json);
    if (!json["rules"].empty()) return true;
  } else {
    if (interrupted()) fmt::print("interrupted; what is expected:\n");
    if (print_game_orders(orders, arguments.shown, observed)) return true;
  }
  if (arguments.shown.only.empty()) return true;
  session.diagnostics.error(
      {}, "usage",
      fmt::format("no plan is of a rule `{}`; `tesuji dump` lists them", arguments.shown.only));
  return false;
}

}  // namespace tesuji::tools
