// tesuji perft: counts the game tree, level by level.
#include "runtime/host/playouts/perft.h"

#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/base/report_text.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/time_limits.h"

#include <fmt/core.h>

#include <chrono>
#include <limits>
#include <memory>
#include <optional>

namespace tesuji::tools {

namespace {

using Clock = std::chrono::steady_clock;

struct PerftArguments {
  GameOptions game;
  std::uint32_t depth = 1;
  std::uint64_t max_transitions = 100'000'000;
  double seconds = 0;
  unsigned threads = 1;
  ProgressFlags progress;
  bool json = false;
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Prints each level at once, for users who wait or interrupt.
void print_level(const runtime::PerftLevel& level) {
  std::string stuck;
  if (level.stuck_before > 0) {
    stuck = fmt::format("; {} of depth {} {} stuck: a role has no legal move",
                        runtime::count_text(level.stuck_before), level.depth - 1,
                        level.stuck_before == 1 ? "is" : "are");
  }
  hide_progress();
  fmt::print("depth {}: {} sequences, {} of them end the game, {} different states{}\n",
             level.depth, runtime::count_text(level.sequences), runtime::count_text(level.terminal),
             level.distinct, stuck);
  std::fflush(stdout);
}

/// Depth 0 has one sequence, the empty one.
void print_start(const runtime::Game& game) {
  const auto scratch = game.make_scratch();
  fmt::print("depth 0: the initial state alone, without a joint move{}\n",
             game.terminal(game.initial(), *scratch) ? "; it is terminal" : "");
}

/// Shows how far a level is; with --progress in a line a second.
class ProgressPrinter {
 public:
  explicit ProgressPrinter(ProgressLine& line) : line_(&line) {}

  void operator()(const runtime::PerftProgress& now) {
    const double seconds = seconds_since(told_);
    if (seconds < 1) return;
    line_->begin(fmt::format("depth {}: {} of {} states, {} transitions, {:.0f} a second",
                             now.depth, now.expanded, now.states, now.transitions,
                             static_cast<double>(now.transitions - before_) / seconds));
    told_ = Clock::now();
    before_ = now.transitions;
  }

 private:
  ProgressLine* line_;
  Clock::time_point told_ = Clock::now();
  std::uint64_t before_ = 0;
};

Json perft_json(const PerftArguments& arguments, const runtime::PerftResult& result,
                double seconds) {
  Json levels = Json::array();
  for (const runtime::PerftLevel& level : result.levels) {
    levels.push_back({{"depth", level.depth},
                      {"sequences", runtime::count_text(level.sequences)},
                      {"terminal", runtime::count_text(level.terminal)},
                      {"distinct", level.distinct},
                      {"stuck_before", runtime::count_text(level.stuck_before)}});
  }
  return {{"game", arguments.game.path()},
          {"engine", arguments.game.engine_name()},
          {"threads", arguments.threads},
          {"complete", result.complete},
          {"transitions", result.transitions},
          {"seconds", seconds},
          {"transitions_per_second", rate(result.transitions, seconds)},
          {"levels", std::move(levels)}};
}

/// Returns why it ended before the requested depth.
std::string reason(const PerftArguments& arguments, const runtime::PerftResult& result,
                   const TimeLimit& time) {
  if (!result.limit.empty()) return "a limit was reached: " + result.limit;
  if (!result.stopped) {
    return fmt::format("the budget of {} transitions ran out (--max-transitions)",
                       arguments.max_transitions);
  }
  return time.is_over() ? fmt::format("{:g} s were over (--seconds)", arguments.seconds)
                        : "interrupted";
}

std::string check_is_number(const std::string& text) {
  if (text.find_first_not_of("+-0123456789") != std::string::npos) {
    return fmt::format(
        "`{}` is not a number; the game comes before the depth: tesuji perft GAME DEPTH", text);
  }
  return {};
}

int run_perft(PerftArguments& arguments) {
  LoadingLimit loading(arguments.seconds, LoadingLimit::time_over_before("depth 1"));
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);

  const TimeLimit limit(loading.end());
  runtime::PerftOptions options;
  options.budget = arguments.max_transitions;
  options.hashes = false;
  options.until_over = true;
  options.threads = arguments.threads;
  options.stop = &limit.flag();
  if (!arguments.json) options.finished = print_level;
  if (arguments.progress.lines) print_outlook(*loaded);
  std::optional<ProgressLine> progress(std::in_place, "perft", arguments.progress);
  if (arguments.progress.shows()) options.progress = ProgressPrinter(*progress);
  const Clock::time_point begin = Clock::now();
  const runtime::PerftResult result = runtime::perft(*loaded->game, arguments.depth, options);
  progress.reset();
  if (arguments.depth == 0 && !arguments.json) print_start(*loaded->game);
  if (arguments.json) print_json(perft_json(arguments, result, seconds_since(begin)));
  arguments.game.report_tiers(*loaded);
  if (result.complete) return exit_ok;
  std::fflush(stdout);
  print_error(fmt::format("perft ended at depth {}: {}", result.levels.size() + 1,
                          reason(arguments, result, limit)));
  return exit_limit;
}

}  // namespace

void add_perft_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("perft", "Count sequences of joint moves by length, and their states");
  auto arguments = std::make_shared<PerftArguments>();
  arguments->game.add_to(*command);
  command
      ->add_option("DEPTH,--depth", arguments->depth,
                   "Number of joint moves from the initial state")
      ->required()
      ->check(check_is_number)
      ->check(in_range(std::uint32_t{0}, std::numeric_limits<std::uint32_t>::max()))
      ->type_name("N");
  command
      ->add_option("--max-transitions", arguments->max_transitions,
                   "Maximum number of transitions; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command->add_option("--seconds", arguments->seconds, "Stop after so many seconds; 0: no limit")
      ->check(some_seconds);
  command
      ->add_option("--threads", arguments->threads,
                   "Number of threads that share the states of a depth")
      ->check(in_range(1, 1024))
      ->capture_default_str();
  arguments->progress.add_to(*command, "Print progress to standard error, each second");
  add_json_flag(*command, arguments->json);
  add_examples(*command, {"tesuji perft noughts-and-crosses.kif 5",
                          "tesuji perft breakthrough.kif --depth 6 --threads=4 --progress",
                          "tesuji perft --max-transitions=1000000 --json breakthrough.kif 4"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_perft(*arguments); }; });
}

}  // namespace tesuji::tools
