#include "tools/options/solving_options.h"

#include "tools/files/move_lists.h"
#include "tools/options/number_checks.h"

#include <charconv>
#include <string_view>
#include <system_error>

namespace tesuji::tools {

void add_ties_option(Command& command, std::string& ties) {
  command
      .add_option("--ties", ties,
                  "Choice among equally good moves: first, last, or first in a file")
      ->type_name("first|last|FILE")
      ->capture_default_str();
}

namespace {

std::optional<runtime::MovePreference> listed(ir::FileId file, const runtime::Game& game,
                                              driver::Session& session) {
  const auto moves = read_moves(file, game, session.diagnostics);
  if (!moves) return std::nullopt;
  return runtime::MovePreference(*moves);
}

/// Returns the preference for the two values that are not files.
std::optional<runtime::MovePreference> named(const std::string& ties) {
  if (ties == "first") return runtime::MovePreference();
  if (ties == "last") return runtime::MovePreference::last_first();
  return std::nullopt;
}

}  // namespace

std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                       const std::string& text,
                                                       const runtime::Game& game,
                                                       driver::Session& session) {
  if (auto preference = named(ties)) return preference;
  return listed(session.sources->add(ties, text), game, session);
}

std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                       const runtime::Game& game,
                                                       driver::Session& session) {
  if (auto preference = named(ties)) return preference;
  const auto file = driver::read_file(ties, session);
  if (!file) return std::nullopt;
  return listed(*file, game, session);
}

namespace {

constexpr std::string_view after_moves = "moves:";

/// Returns the number in `PREFIX` followed by a whole number.
std::optional<std::uint64_t> number_after(std::string_view prefix, const std::string& text) {
  if (!text.starts_with(prefix)) return std::nullopt;
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data() + prefix.size(), end, number);
  if (error != std::errc() || last != end) return std::nullopt;
  return number;
}

}  // namespace

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
      .add_option("--boards", boards,
                  "Start boards: symmetric, all, initial, moves:N, or states of a file")
      ->check([](const std::string& text) {
        ArenaChoice choice;
        choice.boards = text;
        const bool wrong = text.starts_with(after_moves) && !choice.board_moves();
        return wrong ? "`" + text + "` is not moves:N with N from 0 to 1000" : std::string();
      })
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
  command.add_flag("--unsolved", unsolved,
                   "Do not solve the game: count the loss compared with a win");
}

std::uint64_t ArenaChoice::simulations() const {
  return number_after("mcts:", opponent).value_or(0);
}

std::optional<std::uint32_t> ArenaChoice::board_moves() const {
  constexpr std::uint64_t most = 1000;
  if (boards == "symmetric" || boards == "all") return 2;
  const auto moves = number_after(after_moves, boards);
  if (!moves || *moves > most) return std::nullopt;
  return static_cast<std::uint32_t>(*moves);
}

bool ArenaChoice::one_of_symmetric() const {
  return boards == "symmetric" || boards.starts_with(after_moves);
}

std::string ArenaChoice::wrong_opponent() const {
  const bool known = opponent == "perfect" || opponent == "self" || opponent == "random";
  if (!known && simulations() == 0) {
    return "`" + opponent + "` is unknown: expected perfect, self, random or mcts:N with N from 1";
  }
  if (unsolved && opponent == "perfect") {
    return "--unsolved needs another opponent than the perfect one (--opponent)";
  }
  return {};
}

}  // namespace tesuji::tools
