#include "backend/driver/engines.h"

#include <algorithm>
#include <array>

namespace tesuji::driver {

namespace {

// In the order of Engine.
constexpr std::array<EngineInfo, 12> table{{
    {Engine::tiers, "tiers", GameForm::plans, CodeTime::later},
    {Engine::automatic, "auto", GameForm::chosen, CodeTime::at_once},
    {Engine::interpreter, "interpreter", GameForm::plans, CodeTime::never},
    {Engine::stencils, "stencils", GameForm::plans, CodeTime::never},
    {Engine::jit, "jit", GameForm::plans, CodeTime::at_once},
    {Engine::net, "net", GameForm::net, CodeTime::never},
    {Engine::net_jit, "net-jit", GameForm::net, CodeTime::at_once},
    {Engine::reference, "reference", GameForm::sheet, CodeTime::never},
    {Engine::lanes_64, "lanes-64", GameForm::net, CodeTime::at_once, 1},
    {Engine::lanes_256, "lanes-256", GameForm::net, CodeTime::at_once, 4},
    {Engine::lanes_512, "lanes-512", GameForm::net, CodeTime::at_once, 8},
    {Engine::lanes_gpu, "lanes-gpu", GameForm::net, CodeTime::at_once, gpu_blocks},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].engine != static_cast<Engine>(i)) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const EngineInfo> engines() {
  return table;
}

const EngineInfo& info_of(Engine engine) {
  return table.at(static_cast<std::size_t>(engine));
}

std::optional<Engine> find_engine(std::string_view name) {
  const auto found = std::ranges::find(table, name, &EngineInfo::name);
  if (found == table.end()) return std::nullopt;
  return found->engine;
}

}  // namespace tesuji::driver
