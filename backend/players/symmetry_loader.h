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

/// All symmetries except the identity, at most 64; null if none exist, or if the game is too
/// large to find them quickly.
using SymmetryLoader = Background<std::vector<runtime::NamedSymmetry>>;

/// `texts`: as in Session.
[[nodiscard]] std::shared_ptr<SymmetryLoader> symmetry_loader(
    std::string path, Options options, std::map<std::string, std::string> texts = {});

}  // namespace tesuji::driver
