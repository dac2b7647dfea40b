// Finds, checks and loads libtesuji_llvm.so. Internal to this layer.
#pragma once

#include "backend/on_demand/code_generator.h"
#include "backend/on_demand/no_code_generator.h"

namespace tesuji::on_demand {

/// Returns the library's functions; the first call loads it, and it stays loaded. If loading fails,
/// each call throws NoCodeGenerator. Thread-safe.
[[nodiscard]] const CodeGenerator& code_generator();

}  // namespace tesuji::on_demand
