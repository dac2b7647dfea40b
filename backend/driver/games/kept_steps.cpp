#include "backend/driver/games/kept_steps.h"

#include "backend/driver/games/kept_net.h"
#include "backend/driver/games/kept_numbers.h"
#include "ir/nets/net_numbers.h"
#include "passes/lanes/lane_steps.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::driver {
namespace {

/// To be raised where the numbers that are kept mean something else.
constexpr std::string_view kept_steps_form = "step programs 1";

}  // namespace

ir::LaneSteps make_kept_steps(const GroundGame& ground, bool joint, const Options& options) {
  const auto roles = static_cast<std::uint32_t>(ground.module->roles.size());
  std::optional<KeptNumbers> place;
  if (options.cache != nullptr) {
    KeptNumbers::Numbers source = ir::numbers_of(*ground.net);
    source.insert(source.end(), {joint ? 1U : 0U, roles});
    source.insert(source.end(), ground.control.begin(), ground.control.end());
    place.emplace(options.cache, "step programs", ground.module->game,
                  std::string(kept_steps_form) + "\n" + std::string(net_sources_hash()), source);
    if (const auto numbers = place->find()) {
      ir::NumberReader in(*numbers);
      std::optional<ir::LaneSteps> steps = ir::read_lane_steps(in);
      if (steps && in.complete()) return std::move(*steps);
    }
  }
  ir::LaneSteps steps =
      passes::make_lane_steps(*ground.net,
                              joint ? std::vector<passes::LaneTurn>{}
                                    : passes::find_turns(*ground.net, ground.control, roles),
                              roles);
  if (place) place->store(ir::numbers_of(steps));
  return steps;
}

}  // namespace tesuji::driver
