#include "runtime/host/game/memory_game.h"

#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/c_game.h"

#include <algorithm>
#include <utility>

namespace tesuji::runtime {
namespace {

/// A game, and what it exports.
struct Exported {
  explicit Exported(std::unique_ptr<MemoryGame> given) : game(std::move(given)) {
    MemoryGame& of = *game;
    of.data.longest_term = std::max(of.data.longest_term, of.memory.longest_term());
    for (const std::string& role : of.roles) roles.push_back(role.c_str());
    plugin.size = sizeof plugin;
    plugin.name = of.name.c_str();
    plugin.role_count = static_cast<std::uint32_t>(roles.size());
    plugin.has_percepts = of.has_percepts ? 1 : 0;
    plugin.roles = roles.data();
    plugin.state_words = of.initial.size();
    plugin.move_limit = of.move_limit;
    plugin.initial = of.initial.data();
    plugin.feature_count = of.feature_count;
    plugin.data = &of.data;
#define TSJ_FIELD(field) plugin.field = tsj_plugin_##field;
    TSJ_PLUGIN_FUNCTIONS(TSJ_FIELD)
    TSJ_FEATURE_FUNCTIONS(TSJ_FIELD)
#undef TSJ_FIELD
    if (of.data.plans != nullptr) return;
    const std::uint32_t answered = of.data.by_circuit;
    const auto answers = [&](std::uint32_t questions) {
      return (answered & questions) == questions;
    };
    if (answers(TSJ_ASK_LEGAL | TSJ_ASK_TERMINAL)) plugin.draw = tsj_plugin_draw_by_circuit;
    if (answers(TSJ_ASK_LEGAL | TSJ_ASK_NEXT)) plugin.next = tsj_plugin_next_by_circuit;
  }

  std::unique_ptr<MemoryGame> game;
  std::vector<const char*> roles;
  tsj_plugin plugin{};
};

}  // namespace

std::shared_ptr<const Game> make_memory_game(std::unique_ptr<MemoryGame> game) {
  auto exported = std::make_shared<const Exported>(std::move(game));
  const tsj_plugin* plugin = &exported->plugin;
  return make_c_game({std::move(exported), plugin}, CGameKind::memory);
}

}  // namespace tesuji::runtime
