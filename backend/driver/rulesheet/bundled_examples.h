// Finds the examples that come with the program: of a checkout, or of an installation.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace tesuji::driver {

/// Returns the folder of the bundled examples, found from the place of the program's file: beside
/// the folder of the build, or in `share/doc` of the installation. Empty if none is there.
[[nodiscard]] const std::filesystem::path& bundled_examples();

/// Returns the paths of the bundled games by name, in one syntax each; empty without examples.
[[nodiscard]] std::map<std::string, std::filesystem::path> bundled_games();

/// Returns the path of the example that is called `name` (`connect-four`), if `name` has neither a
/// folder nor an ending and no file has that name, with or without the ending of a rulesheet.
/// Otherwise returns `name`.
[[nodiscard]] std::string path_of_game(const std::string& name);

}  // namespace tesuji::driver
