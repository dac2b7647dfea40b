// The subcommands of the small command that tools/demo.sh builds (cmake/small.txt).
#include "tools/base/command.h"

namespace tesuji::tools {

std::span<const AddCommand> commands() {
  static constexpr AddCommand all[] = {
      add_check_command,   add_play_command, add_simulate_command,
      add_compile_command, add_dump_command,
  };
  return all;
}

std::string_view about_other_commands() {
  return "This is the small command of tools/demo.sh. Every subcommand: tools/setup.sh && "
         "cmake --preset release && cmake --build build --target tesuji\n";
}

}  // namespace tesuji::tools
