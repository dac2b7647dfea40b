// tesuji play: plays matches between people, strategies, perfect and random players.
#include "backend/strategies/strategy.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/base/terminal.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/play/fault_warnings.h"
#include "tools/play/game_picture.h"
#include "tools/play/match.h"
#include "tools/play/match_report.h"
#include "tools/play/seat.h"
#include "tools/play/seat_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace tesuji::tools {

namespace {

struct PlayArguments {
  GameOptions game;
  std::vector<std::string> by_role;   ///< ROLE=PLAYER, or PLAYER of the next role in order
  std::vector<std::string> in_order;  ///< PLAYER per role
  std::uint64_t seed = 1;
  std::uint64_t matches = 1;
  std::uint64_t step_limit = 10'000;
  EvaluationContext evaluation;
  SearchContext search;
  RemoteContext remote;
  std::uint64_t memory_mib = runtime::StateSpaceOptions{}.budget >> 20U;
  std::string svg;
  bool quiet = false;
  bool summary = false;
  bool open = false;
  bool json = false;
};

/// Reports a command line that does not fit the game.
int usage_error(const std::string& message) {
  print_error(message);
  return exit_usage;
}

std::string check_player(const std::string& description) {
  return description == "human" ? std::string() : check_seat(description, "human, ");
}

/// Whether a text is ROLE=PLAYER; not `mcts:lanes=no`.
bool names_role(const std::string& text) {
  const std::size_t end = text.find_first_of("=:");
  return end != std::string::npos && text[end] == '=';
}

std::string check_assignment(const std::string& text) {
  return check_player(names_role(text) ? text.substr(text.find('=') + 1) : text);
}

/// Returns the players in role order, or an exit code.
std::variant<std::vector<std::string>, int> assign(const PlayArguments& arguments,
                                                   std::span<const std::string> roles) {
  std::vector<std::string> players(roles.size(), "random");
  std::vector<std::string> in_order = arguments.in_order;
  for (const std::string& player : arguments.by_role) {
    if (!names_role(player)) in_order.push_back(player);
  }
  if (in_order.size() > roles.size()) {
    return usage_error(fmt::format(
        "{} given, but the game has {}",
        in_order.size() == 1 ? "1 player is" : counted(in_order.size(), "player") + " are",
        counted(roles.size(), "role")));
  }
  // The role `random` stands for chance: it needs no player, unless all roles get one.
  const bool skips_chance = in_order.size() < roles.size();
  std::size_t role = 0;
  for (const std::string& player : in_order) {
    if (skips_chance && roles[role] == runtime::chance_role) ++role;
    players[role++] = player;
  }
  std::vector<bool> named(roles.size());
  for (const std::string& text : arguments.by_role) {
    if (!names_role(text)) continue;
    const std::string role = text.substr(0, text.find('='));
    const auto found = std::find(roles.begin(), roles.end(), role);
    if (found == roles.end()) {
      std::string names;
      for (const std::string& name : roles) names += " " + name;
      const std::string near =
          ir::nearest_name(role, std::vector<std::string>(roles.begin(), roles.end()));
      return usage_error(fmt::format(
          "--player: unknown role `{}`; {}", role,
          near.empty() ? "the roles are" + names : fmt::format("did you mean `{}`?", near)));
    }
    const auto index = static_cast<std::size_t>(found - roles.begin());
    if (named[index]) {
      return usage_error(fmt::format("--player: two players for the role `{}`", role));
    }
    named[index] = true;
    players[index] = text.substr(role.size() + 1);
  }
  return players;
}

/// Writes the picture of a match; reports if that fails.
bool draw_match(const std::string& path, const driver::LoadedGame& game, const Match& match) {
  driver::Session session;
  const bool written = write_output(path, match_picture(game, match), session.diagnostics);
  print_diagnostics(session.diagnostics);
  return written;
}

int play_matches(PlayArguments& arguments, const driver::LoadedGame& game,
                 const std::vector<std::unique_ptr<Seat>>& seats, const runtime::Turns* turns) {
  CommentaryOptions shown;
  shown.quiet = arguments.quiet || arguments.summary;
  shown.colour = wants_color(Stream::results);
  shown.open = arguments.open;
  for (runtime::Role role = 0; role < seats.size(); ++role) {
    if (seats[role]->description() == "human") shown.people.push_back(role);
  }
  const bool people = !shown.people.empty();
  Commentary commentary(game, shown);
  MatchOptions options;
  options.step_limit = arguments.step_limit;
  options.turns = turns;
  options.explain = !arguments.svg.empty() || people;  // people may ask why
  if (!arguments.json) commentary.watch(options);
  MatchTotals totals(*game.game, seats);
  Json matches = Json::array();
  std::uint64_t played = 0;
  for (std::uint64_t number = 0; number < arguments.matches && !interrupted(); ++number) {
    const bool many = arguments.matches > 1 && !arguments.json && !arguments.summary;
    if (many) fmt::print("match {}{}", number + 1, shown.quiet && !people ? ": " : "\n");
    runtime::Rng random(arguments.seed, number);
    const Match match = play_match(*game.game, seats, random, options);
    totals.add(match);
    ++played;
    if (!arguments.svg.empty() && !draw_match(arguments.svg, game, match)) return exit_input;
    if (arguments.json && !arguments.summary) matches.push_back(to_json(match, *game.game));
    if (!arguments.json && !arguments.summary) print_result(match, *game.game);
    if (match.end == Match::End::abandoned) break;
  }
  if (arguments.json) {
    print_json({{"game", arguments.game.path()},
                {"engine", arguments.game.engine_name()},
                {"seed", arguments.seed},
                {"matches", std::move(matches)},
                {"roles", totals.to_json()},
                {"warnings", totals.warnings()},
                {"played", played}});
  } else if (arguments.summary) {
    totals.print_table();
  } else {
    totals.print();
  }
  print_warnings(arguments.game.path(), totals.warnings());
  return exit_ok;
}

int run_play(PlayArguments& arguments) {
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  auto assigned = assign(arguments, loaded->game->roles());
  if (const int* code = std::get_if<int>(&assigned)) return *code;
  const auto& players = std::get<std::vector<std::string>>(assigned);

  watch_interrupts();
  const driver::Options options = arguments.game.driver_options();
  driver::Session seat_session;
  arguments.evaluation.sources.game = arguments.game.path();
  if (arguments.evaluation.seconds > 0) {
    arguments.search.limits.seconds = arguments.evaluation.seconds;
  }
  if (arguments.search.limits.simulations > 0) {
    // The same number for each move, however long they take, with the same engines.
    arguments.search.limits.seconds = arguments.evaluation.seconds;
    arguments.search.player.wait = true;
  }
  SeatContext context{*loaded,          options,         seat_session, arguments.evaluation,
                      arguments.search, arguments.remote};
  context.budget = memory_bytes(arguments.memory_mib);
  prepare_search(arguments.search, arguments.game.path(), options, arguments.seed, context.budget);
  try {
    std::vector<std::unique_ptr<Seat>> seats;
    for (runtime::Role role = 0; role < players.size(); ++role) {
      seats.push_back(make_seat(players[role], role, context));
      if (seats.back() == nullptr) {
        print_diagnostics(seat_session.diagnostics);
        return exit_code_of(seat_session.diagnostics);
      }
    }
    print_diagnostics(seat_session.diagnostics);
    std::optional<runtime::Turns> turns;
    if (std::any_of(players.begin(), players.end(), needs_turns)) {
      turns.emplace(*loaded->game, driver::turn_rule(*loaded));
    }
    const int code = play_matches(arguments, *loaded, seats, turns ? &*turns : nullptr);
    arguments.game.report_tiers(*loaded);
    return code;
  } catch (const runtime::TurnError& error) {
    std::fflush(stdout);
    print_message(arguments.game.path(), ir::Severity::error, error.what());
  }
  return exit_input;
}

}  // namespace

void add_play_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("play", "Play matches between people, strategies and search players");
  auto arguments = std::make_shared<PlayArguments>();
  arguments->game.add_to(*command);
  command
      ->add_option("--player,--role", arguments->by_role,
                   "human, random, minimax, mcts, strategy:FILE, alpha-beta:FILE, ..")
      ->check(check_assignment)
      ->allow_extra_args(false)
      ->type_name("ROLE=PLAYER");
  command
      ->add_option("--players", arguments->in_order,
                   "Players of all roles, in order; `random` may be left out")
      ->check(check_player)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PLAYER,...");
  command->add_option("--seed", arguments->seed, "Seed of the random moves")
      ->check(natural_number)
      ->capture_default_str();
  command->add_option("--games", arguments->matches, "Number of matches; 0: none")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--max-steps", arguments->step_limit,
                   "Maximum number of joint moves of a match; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--memory", arguments->memory_mib,
                   "Memory in MiB of minimax and of each strategy; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  add_evaluation_options(*command, arguments->evaluation);
  command
      ->add_option("--move-seconds", arguments->evaluation.seconds,
                   "Maximum time of a move, besides --depth; 0: no limit")
      ->check(some_seconds)
      ->type_name("S");
  command
      ->add_option("--simulations", arguments->search.limits.simulations,
                   "Playouts of mcts for a move instead of one second; 0: no limit")
      ->check(natural_number);
  command->add_option("--threads", arguments->search.player.search.threads, "Threads of mcts")
      ->check(in_range(1U, 1024U))
      ->capture_default_str();
  command->add_flag("--quiet", arguments->quiet,
                    "Print one line for each match; people still see the moves");
  command->add_flag("--summary", arguments->summary,
                    "Print only a table of wins, draws, losses and means of each role");
  Option* svg = command
                    ->add_option("--svg", arguments->svg,
                                 "Draw the match: moves, and threats of strategies' moves")
                    ->type_name("FILE")
                    ->excludes("--games");
  declare_output(*command, svg, FileKind::picture);
  command->add_flag("--open", arguments->open,
                    "Show people everything, also in games of incomplete information");
  add_json_flag(*command, arguments->json);
  command->group("Search and limits",
                 {"--move-seconds", "--simulations", "--threads", "--max-steps", "--memory"});
  add_remote_options(*command, arguments->remote);
  command->group("Players by weights", {"--features", "--domain"});
  command->group("Display", {"--open", "--svg"});
  add_examples(
      *command,
      {"tesuji play hexapawn3.kif --players human,strategy:hexapawn3.pl",
       "tesuji play noughts-and-crosses.kif --player o=strategy:noughts.pl --player x=minimax",
       "tesuji play connect-four.kif --games=1000 --seed=7 --summary",
       "tesuji play breakthrough.kif --player white=alpha-beta:weights.json "
       "--features=features.pl"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_play(*arguments); }; });
}

}  // namespace tesuji::tools
