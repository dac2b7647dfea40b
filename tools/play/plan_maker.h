// Makes searches for plans of games with one role. The small command leaves out what finds plans.
#pragma once

#include "backend/players/tree_player.h"

#include <functional>
#include <string>

namespace tesuji::tools {

/// Of the game at `path`, which is loaded with these options.
using PlanMakerOf =
    std::function<driver::PlanMaker(const std::string& path, const driver::Options& options)>;

/// Of this program; empty: it has none. Set before commands run, and not changed then.
[[nodiscard]] PlanMakerOf& plan_maker_of_program();

/// Empty where the program finds no plans.
[[nodiscard]] driver::PlanMaker plan_maker(const std::string& path, const driver::Options& options);

}  // namespace tesuji::tools
