// Option --ties: the choice of perfect players among equally good moves.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/game/move_preference.h"
#include "tools/base/arguments.h"

#include <optional>
#include <string>

namespace tesuji::tools {

/// `ties` keeps its value, `first`, where the option is not given.
void add_ties_option(Command& command, std::string& ties);

/// What --ties says, of a file that has this text; reports what is wrong with that, and returns
/// nothing then.
[[nodiscard]] std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                                     const std::string& text,
                                                                     const runtime::Game& game,
                                                                     driver::Session& session);

/// The same, and reads the file; reports what is wrong with its file, and returns nothing then.
[[nodiscard]] std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                                     const runtime::Game& game,
                                                                     driver::Session& session);

}  // namespace tesuji::tools
