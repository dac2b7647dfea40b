// Returns the version texts of --version and of plugins.
#pragma once

#include <string>

namespace tesuji::tools {

/// Returns the name and number of the release.
[[nodiscard]] std::string release_text();

/// Returns these, plus the compiler and the target of the build.
[[nodiscard]] std::string version_text();

}  // namespace tesuji::tools
