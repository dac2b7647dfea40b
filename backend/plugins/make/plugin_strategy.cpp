#include "backend/plugins/make/plugin_strategy.h"

#include "backend/llvm/orc/source_hash.h"
#include "backend/plugins/host/game.h"
#include "backend/strategies/strategy.h"
#include "frontend/strategy/strategy_reading.h"
#include "runtime/host/game/state_space.h"

#include <filesystem>
#include <utility>

namespace tesuji::driver {

std::optional<StrategySource> read_strategy_source(const std::string& path, Session& session) {
  const auto file = static_cast<ir::FileId>(session.sources->size());  // the file to be read now
  std::optional<frontend::Strategy> text = load_strategy(path, session);
  if (!text) return std::nullopt;
  return StrategySource{std::filesystem::path(path).stem().string(),
                        llvm_backend::sha256((*session.sources)[file].text), std::move(*text)};
}

bool takes_strategy(const StrategySource& source, const runtime::Game& game, const TurnNames& turns,
                    ir::FileId file, Session& session) {
  try {
    static_cast<void>(bind_fluents(source.text.procs, game));
    const runtime::Turns rule(game, make_turn_rule(turns, game));
    runtime::StateSpace space(game, rule);
    space.expand(*space.root(game.initial()));
    return true;
  } catch (const runtime::TurnError& error) {
    session.diagnostics.error({file, {}, {}}, "strategy", error.what());
  } catch (const runtime::LimitReached& error) {
    session.diagnostics.error({file, {}, {}}, "limit", error.what());
  }
  return false;
}

llvm_backend::PluginStrategy make_plugin_strategy(const StrategySource& source,
                                                  const runtime::Game& game, const TurnNames& turns,
                                                  const llvm_backend::JitOptions& options,
                                                  std::vector<llvm_backend::ObjectFile>& objects) {
  llvm_backend::StrategyObject object =
      llvm_backend::make_strategy_object(bind_fluents(source.text.procs, game), options);
  llvm_backend::PluginStrategy strategy;
  strategy.name = source.name;
  strategy.source_hash = source.hash;
  std::vector<runtime::StrategyPredicate> named;
  for (const auto& predicate : object.predicates) {
    named.push_back({predicate.name, predicate.arity, predicate.slot});
    strategy.readings.push_back(frontend::reading(source.text, predicate.name));
  }
  strategy.order = runtime::find_order(named, source.text.order);
  strategy.predicates = std::move(object.predicates);
  strategy.memo_slots = object.memo_slots;
  strategy.turns = make_turn_rule(turns, game);
  objects.push_back(std::move(object.file));
  return strategy;
}

std::optional<OwnStrategy> own_strategy(const LoadedGame& game) {
  const tsj_plugin* plugin = plugin::plugin_of(*game.game);
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, forget)) return std::nullopt;
  OwnStrategy own;
  own.name = plugin->strategy;
  for (std::uint32_t p = 0; p < plugin->predicate_count; ++p) {
    own.readings.emplace_back(plugin->predicates[p].reading);
  }
  own.strategy = std::make_shared<const runtime::Strategy>(game.game, turn_rule(game),
                                                           plugin::strategy_code(*game.game));
  return own;
}

}  // namespace tesuji::driver
