// Prints completions of shells: subcommands, options, choices of values, and names of files.
#pragma once

#include "tools/options/command_tree.h"

#include <string>

namespace tesuji::tools {

/// For sourcing, or for share/bash-completion/completions.
[[nodiscard]] std::string bash_completion(const CommandEntry& command);
/// A function for $fpath: share/zsh/site-functions/_tesuji.
[[nodiscard]] std::string zsh_completion(const CommandEntry& command);
/// For share/fish/vendor_completions.d/tesuji.fish.
[[nodiscard]] std::string fish_completion(const CommandEntry& command);

}  // namespace tesuji::tools
