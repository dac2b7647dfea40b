// Makes searches for plans of games with one role. The small command omits the code that finds
// plans.
#pragma once

#include "backend/players/tree_player.h"

#include <functional>
#include <string>

namespace tesuji::tools {

/// Makes one for the game at `path`, which is loaded with these options.
using PlanMakerOf =
    std::function<driver::PlanMaker(const std::string& path, const driver::Options& options)>;

/// Returns this program's maker; empty: it has none. Set it before commands run, and do not change
/// it afterwards.
[[nodiscard]] PlanMakerOf& plan_maker_of_program();

/// Returns an empty function if the program finds no plans.
[[nodiscard]] driver::PlanMaker plan_maker(const std::string& path, const driver::Options& options);

}  // namespace tesuji::tools
