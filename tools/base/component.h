// Lists the program's optional components, which options of CMake leave out
// (cmake/Components.cmake).
#pragma once

#include "tools/base/command.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

struct Component {
  std::string_view option;                  ///< of CMake
  std::span<const std::string_view> words;  ///< what only it has: `explore`, `solve --ranks`
  /// Adds its subcommands, and sets its hooks; null: left out.
  void (*add)(std::vector<NamedCommand>& commands);
};

/// Returns the components of the whole program, left out or not; CMake generates its definition.
[[nodiscard]] std::span<const Component> all_components();

/// Returns this program's components; the small command has none. Set it before commands run.
[[nodiscard]] std::span<const Component>& components();

/// Inserts a subcommand after the one with this name in --help; at the end if there is no such one.
void insert_command(std::vector<NamedCommand>& commands, std::string_view predecessor,
                    const NamedCommand& command);

/// Returns why this program lacks a subcommand, an option (`solve --ranks`) or a learner
/// (`--learner=q`); `otherwise` if no component that was left out has it.
[[nodiscard]] std::string about_left_out(std::string_view word, std::string otherwise = {});

/// Returns the options of the components that were left out, for --version; empty: none.
[[nodiscard]] std::string left_out_text();

}  // namespace tesuji::tools
