#include "backend/puzzles/rule_symmetries.h"

#include "backend/open/symmetries.h"
#include "passes/nets/position_fluents.h"
#include "runtime/host/game/fluent_bits.h"
#include "runtime/host/memory/word_bits.h"

#include <algorithm>
#include <cstdint>

namespace tesuji::driver {

namespace {

/// Each state is compared with as many images.
constexpr std::size_t most_images = 64;

}  // namespace

std::vector<runtime::BitPermutation> rule_symmetries(const std::string& path,
                                                     const runtime::Game& game,
                                                     const GroundGame& ground,
                                                     const Options& options, const Session& session,
                                                     const passes::SymmetryLimits& limits) {
  GameSymmetries found = symmetries(path, options, session, limits, true);
  const std::vector<std::string> names = make_net_tables(ground).fluents;
  const std::vector<bool> timed = passes::autonomous_fluents(*ground.net);
  std::vector<std::string> moved;
  std::erase_if(found.generators, [&](const runtime::NamedSymmetry& generator) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (timed[i] && generator.fluents.contains(names[i])) return true;
    }
    for (const auto& [from, to] : generator.fluents) moved.push_back(from);
    return false;
  });
  std::ranges::sort(moved);
  moved.erase(std::ranges::unique(moved).begin(), moved.end());
  const auto bits = runtime::find_fluent_bits(game, moved);
  if (!bits) return {};
  runtime::BitsByName bit_of;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if ((*bits)[i] >= runtime::always_holds) continue;
    bit_of.emplace(moved[i], static_cast<std::uint32_t>((*bits)[i]));
  }
  return runtime::bit_symmetries(found.generators, bit_of, game.state_words() * runtime::word_bits,
                                 most_images);
}

}  // namespace tesuji::driver
