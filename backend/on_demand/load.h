// Finds, checks and loads libtesuji_llvm.so. Internal to this layer.
#pragma once

#include "backend/on_demand/code_generator.h"
#include "backend/on_demand/no_code_generator.h"

namespace tesuji::on_demand {

/// Loads the library when first called; it stays. Where that fails each call throws
/// NoCodeGenerator. Thread-safe.
[[nodiscard]] const CodeGenerator& code_generator();

}  // namespace tesuji::on_demand
