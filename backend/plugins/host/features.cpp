#include "backend/plugins/host/features.h"

#include "backend/plugins/host/game.h"

#include <utility>

namespace tesuji::plugin {

std::vector<std::string> feature_names(const runtime::Game& game) {
  const tsj_plugin* const plugin = plugin_of(game);
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, count_features)) return {};
  return {plugin->features, plugin->features + plugin->feature_count};
}

std::shared_ptr<const runtime::FeatureCounter> feature_counter(
    std::shared_ptr<const runtime::Game> game) {
  if (feature_names(*game).empty()) return nullptr;
  return std::make_shared<const runtime::FeatureCounter>(std::move(game),
                                                         runtime::CGameKind::library);
}

}  // namespace tesuji::plugin
