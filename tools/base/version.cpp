#include "tools/base/version.h"

#include "backend/llvm/plans/jit.h"
#include "backend/on_demand/no_code_generator.h"

#include <fmt/core.h>

namespace tesuji::tools {

std::string release_text() {
  return fmt::format("tesuji {}", TESUJI_VERSION);
}

std::string version_text() {
  try {
    return fmt::format("{} ({})", release_text(), llvm_backend::description());
  } catch (const on_demand::NoCodeGenerator& error) {
    return fmt::format("{} ({})", release_text(), error.what());
  }
}

}  // namespace tesuji::tools
