// The command line as data: the subcommands and options of CLI11, for the manual page and the
// completions of shells, which so cannot differ from what is parsed.
#pragma once

#include "tools/base/arguments.h"

#include <string>
#include <vector>

namespace tesuji::tools {

struct OptionEntry {
  std::vector<std::string> names;    ///< with their dashes; of a positional its one name
  std::string value;                 ///< what its value is called (FILE, N); empty: it has none
  std::vector<std::string> choices;  ///< the only values there are; empty: others
  std::string description;
  std::string group;  ///< the heading that --help puts it under
  bool required = false;
  bool repeated = false;  ///< may have several values
  bool optional = false;  ///< its value may be left out, and stands behind `=` only
};

struct CommandEntry {
  std::string name;
  std::string description;
  std::string footer;  ///< what --help ends with: examples
  std::vector<OptionEntry> positionals;
  std::vector<OptionEntry> options;
  std::vector<CommandEntry> subcommands;
};

/// Everything but what is hidden.
[[nodiscard]] CommandEntry command_tree(const Command& command);

/// Up to its first line break or the end of its first sentence, without a full stop.
[[nodiscard]] std::string first_sentence(const std::string& description);

/// Whether the values may be names of files: what takes any text, unless it is called otherwise.
[[nodiscard]] bool takes_files(const OptionEntry& option);

}  // namespace tesuji::tools
