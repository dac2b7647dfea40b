#include "tools/options/solving_options.h"

#include "tools/options/number_checks.h"
#include "tools/options/ties_option.h"

namespace tesuji::tools {

void SolvingOptions::add_solution_to(Command& command) {
  add_ties_option(command, ties);
  command
      .add_option("--solution", solution,
                  "Read the solution that `solve --save` wrote; do not search")
      ->type_name("FILE");
}

void SolvingOptions::add_limits_to(Command& command, const std::string& memory_help,
                                   const std::string& seconds_help) {
  command.add_option("--memory", memory_mib, memory_help + "; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit_mib)
      ->capture_default_str();
  command.add_option("--seconds", seconds, seconds_help + "; 0: never")
      ->check(some_seconds)
      ->capture_default_str();
}

Option* ArenaChoice::add_boards_to(Command& command) {
  return command
      .add_option("--boards", boards, "Start boards: symmetric, all, initial, or states of a file")
      ->type_name("WHICH|FILE")
      ->capture_default_str();
}

}  // namespace tesuji::tools
