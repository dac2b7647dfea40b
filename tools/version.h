// What --version says, and what plugins say of their compiler.
#pragma once

#include <string>

namespace tesuji::tools {

[[nodiscard]] std::string version_text();

}  // namespace tesuji::tools
