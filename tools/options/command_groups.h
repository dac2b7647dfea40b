// Groups the subcommands for `tesuji --help`.
#pragma once

#include <span>
#include <string_view>

namespace tesuji::tools {

struct CommandGroup {
  std::string_view heading;
  std::span<const std::string_view> commands;  ///< in the order of --help
};

/// Returns all groups. A program may lack some of the subcommands (tools/base/component.h).
[[nodiscard]] std::span<const CommandGroup> command_groups();

}  // namespace tesuji::tools
