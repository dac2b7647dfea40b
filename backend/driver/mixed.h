// Games of which a net answers some questions and matchers the others.
#pragma once

#include "backend/driver/driver.h"
#include "backend/driver/net.h"
#include "runtime/host/mixed_game.h"

#include <memory>
#include <optional>

namespace tesuji::driver {

/// The net with its fluents where the matchers' states have them; nothing where these are
/// not made of bits alone.
[[nodiscard]] std::optional<GroundGame> place_on(const GroundGame& ground,
                                                 const LoadedGame& matchers);

/// One game of both. `net`: made from the placed net `ground`.
[[nodiscard]] std::shared_ptr<const runtime::Game> mix(const GroundGame& ground,
                                                       std::shared_ptr<const runtime::Game> net,
                                                       const LoadedGame& matchers,
                                                       const runtime::FirstAnswers& answers);

}  // namespace tesuji::driver
