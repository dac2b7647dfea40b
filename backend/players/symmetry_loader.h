// Finds the symmetries of a game in the background, once for all players that share them.
#pragma once

#include "backend/driver/session.h"
#include "backend/players/background.h"
#include "runtime/host/game/named_symmetry.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::driver {

/// All symmetries but the identity, at most 64; null where there are none, or the game is too large
/// for them to be found at once.
using SymmetryLoader = Background<std::vector<runtime::NamedSymmetry>>;

/// `texts`: as of Session.
[[nodiscard]] std::shared_ptr<SymmetryLoader> symmetry_loader(
    std::string path, Options options, std::map<std::string, std::string> texts = {});

}  // namespace tesuji::driver
