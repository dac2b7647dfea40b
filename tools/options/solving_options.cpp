#include "tools/options/solving_options.h"

#include "tools/options/number_checks.h"
#include "tools/options/ties_option.h"

#include <charconv>
#include <string_view>
#include <system_error>

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

void ArenaChoice::add_opponent_to(Command& command) {
  command
      .add_option("--opponent", opponent,
                  "perfect, self, random, or mcts:N (tree search with N simulations a move)")
      ->check([](const std::string& text) {
        ArenaChoice choice;
        choice.opponent = text;
        return choice.wrong_opponent();
      })
      ->type_name("WHO")
      ->capture_default_str();
  command.add_flag("--unsolved", unsolved, "Do not solve the game: count what is lost to a win");
}

std::uint64_t ArenaChoice::simulations() const {
  constexpr std::string_view search = "mcts:";
  if (!opponent.starts_with(search)) return 0;
  std::uint64_t number = 0;
  const char* end = opponent.data() + opponent.size();
  const auto [last, error] = std::from_chars(opponent.data() + search.size(), end, number);
  return error == std::errc() && last == end ? number : 0;
}

std::string ArenaChoice::wrong_opponent() const {
  const bool known = opponent == "perfect" || opponent == "self" || opponent == "random";
  if (!known && simulations() == 0) {
    return "`" + opponent + "` is none of perfect, self, random, mcts:N with N from 1 on";
  }
  if (unsolved && opponent == "perfect") {
    return "--unsolved needs another opponent than the perfect one (--opponent)";
  }
  return {};
}

}  // namespace tesuji::tools
