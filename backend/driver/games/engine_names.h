// Names of engines on the command line.
#pragma once

#include "backend/driver/session.h"

#include <optional>
#include <string_view>

namespace tesuji::driver {

/// `jit`, `interpreter`, `stencils`, `tiers`, `net`, `net-jit`, `lanes-64`, .., `auto` or
/// `reference`.
[[nodiscard]] std::string_view engine_name(Engine engine);

/// The engine of that name; nothing for other names.
[[nodiscard]] std::optional<Engine> find_engine(std::string_view name);

}  // namespace tesuji::driver
