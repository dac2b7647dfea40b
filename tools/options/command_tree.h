// Represents the command line as data: the subcommands and options of CLI11. The manual page and
// the completions of shells are made from it, so that they agree with the parser.
#pragma once

#include "tools/base/arguments.h"

#include <string>
#include <vector>

namespace tesuji::tools {

struct OptionEntry {
  std::vector<std::string> names;    ///< including dashes; a positional has one name
  std::string value;                 ///< the name of its value (FILE, N); empty: no value
  std::vector<std::string> choices;  ///< the allowed values; empty: any
  std::string description;
  std::string group;  ///< the heading under which --help lists it
  bool required = false;
  bool repeated = false;  ///< may have several values
  bool optional = false;  ///< its value may be omitted, and must follow `=`
};

struct CommandEntry {
  std::string name;
  std::string description;
  std::string footer;  ///< the end of --help: examples
  std::vector<OptionEntry> positionals;
  std::vector<OptionEntry> options;
  std::vector<CommandEntry> subcommands;
};

/// Returns everything except what is hidden.
[[nodiscard]] CommandEntry command_tree(const Command& command);

/// Returns the description up to its first line break or the end of its first sentence, without a
/// full stop.
[[nodiscard]] std::string first_sentence(const std::string& description);

/// Whether the values may be names of files: those of any option that takes text, unless they have
/// another name.
[[nodiscard]] bool takes_files(const OptionEntry& option);

}  // namespace tesuji::tools
