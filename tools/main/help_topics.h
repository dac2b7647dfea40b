// Prints help on words that are not subcommands: kinds of players, engines, formats of files, the
// bundled games, exit codes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Returns the page of a topic (`engines`), or the lines about one of its entries (`net-jit`,
/// `mcts`); nothing for other words.
[[nodiscard]] std::optional<std::string> help_on(std::string_view word);

/// Returns the names of all topics and their entries, for suggestions.
[[nodiscard]] std::vector<std::string> help_words();

/// Returns the names of the topics, separated by commas.
[[nodiscard]] std::string topic_names();

}  // namespace tesuji::tools
