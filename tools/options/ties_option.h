// Adds the option --ties: the choice of perfect players among equally good moves.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/search/minimax.h"
#include "tools/base/arguments.h"

#include <optional>
#include <string>

namespace tesuji::tools {

/// `ties` keeps its value, `first`, if the option is not given.
void add_ties_option(Command& command, std::string& ties);

/// Returns the preference of --ties, whose file has this text; reports errors in the text, and then
/// returns nothing.
[[nodiscard]] std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                                     const std::string& text,
                                                                     const runtime::Game& game,
                                                                     driver::Session& session);

/// As above, and reads the file; reports errors in it, and then returns nothing.
[[nodiscard]] std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                                     const runtime::Game& game,
                                                                     driver::Session& session);

}  // namespace tesuji::tools
