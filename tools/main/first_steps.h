// Prints what to try first: what `tesuji` alone prints, and what `tesuji FILE` prints about a file.
#pragma once

#include <optional>
#include <string>

namespace tesuji::tools {

/// Returns four commands to try with the bundled examples, and where help is. `program`: as the
/// command line calls it.
[[nodiscard]] std::string first_steps(const std::string& program);

/// Returns whether a command line's only argument, which is not a subcommand, means a file: a path
/// of one, or the name of a bundled example.
[[nodiscard]] bool means_file(const std::string& argument);

/// Prints what the file is and which commands are for it: of a rulesheet the game's name, roles,
/// faults, and commands that suit the game. Returns the exit code.
[[nodiscard]] int explain_file(const std::string& program, const std::string& argument);

}  // namespace tesuji::tools
