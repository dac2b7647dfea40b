#include "tools/options/tier_outlook.h"

#include "backend/driver/games/tiers.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace tesuji::tools {

void print_outlook(const driver::LoadedGame& game) {
  const std::string outlook = game.tiers ? game.tiers->outlook() : std::string();
  if (!outlook.empty()) fmt::print(stderr, "loading: {}\n", outlook);
}

}  // namespace tesuji::tools
