#include "backend/plugin/features.h"

#include "backend/plugin/game.h"
#include "runtime/host/game/c_scratch.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"

#include <utility>

namespace tesuji::plugin {

namespace {

class PluginFeatureCounter final : public runtime::FeatureCounter {
 public:
  explicit PluginFeatureCounter(std::shared_ptr<const runtime::Game> game)
      : game_(std::move(game)), plugin_(*plugin_of(*game_)) {}

  std::size_t size() const override { return plugin_.feature_count; }
  std::unique_ptr<Memory> make_memory() const override {
    return std::make_unique<PluginMemory>(plugin_);
  }

  void count(runtime::StateView state, Memory& memory,
             std::span<std::uint64_t> values) const override {
    tsj_work* const work = static_cast<PluginMemory&>(memory).scratch.get();
    const std::int32_t status = plugin_.count_features(&plugin_, work, state.data(), values.data());
    if (status == TSJ_STOPPED) throw runtime::Stopped();
    if (status < 0) {
      throw runtime::LimitReached(
          "the features of a position need more rows or memory than there may be");
    }
  }

 private:
  struct PluginMemory final : Memory {
    explicit PluginMemory(const tsj_plugin& plugin)
        : scratch(plugin, 0, runtime::requested_stop_word()) {}
    runtime::ScratchMemory scratch;
  };

  std::shared_ptr<const runtime::Game> game_;
  const tsj_plugin& plugin_;
};

}  // namespace

std::vector<std::string> feature_names(const runtime::Game& game) {
  const tsj_plugin* const plugin = plugin_of(game);
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, count_features)) return {};
  return {plugin->features, plugin->features + plugin->feature_count};
}

std::shared_ptr<const runtime::FeatureCounter> feature_counter(
    std::shared_ptr<const runtime::Game> game) {
  if (feature_names(*game).empty()) return nullptr;
  return std::make_shared<const PluginFeatureCounter>(std::move(game));
}

}  // namespace tesuji::plugin
