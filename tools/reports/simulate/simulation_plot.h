// Draws distributions of random playouts.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/simulation.h"

#include <string>

namespace tesuji::tools {

/// Returns lengths, and goals by role, of the counted playouts (SimulationOptions::distributions),
/// as SVG.
[[nodiscard]] std::string simulation_svg(const runtime::Game& game,
                                         const runtime::SimulationResult& result);

}  // namespace tesuji::tools
