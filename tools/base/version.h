// Version text of --version and of plugins.
#pragma once

#include <string>

namespace tesuji::tools {

/// Name and number of the release.
[[nodiscard]] std::string release_text();

/// The same, and what code is made with and for.
[[nodiscard]] std::string version_text();

}  // namespace tesuji::tools
