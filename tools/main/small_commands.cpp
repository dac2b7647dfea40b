// Lists the subcommands of the small command that tools/demo.sh builds (cmake/small.txt).
#include "tools/base/command.h"

namespace tesuji::tools {

std::span<const NamedCommand> commands() {
  static constexpr NamedCommand all[] = {
      {"check", add_check_command},       {"play", add_play_command},
      {"simulate", add_simulate_command}, {"compile", add_compile_command},
      {"dump", add_dump_command},
  };
  return all;
}

std::string_view about_other_commands() {
  return "This is the small command of tools/demo.sh. Every subcommand: tools/setup.sh && "
         "cmake --preset release && cmake --build build --target tesuji\n";
}

void add_parts() {}

}  // namespace tesuji::tools
