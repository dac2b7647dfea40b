#include "tools/commands/solve_ranks.h"

#include "backend/driver/open/numbered_game.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/thread_ranks.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/base/terminal.h"
#include "tools/options/time_limit.h"
#include "tools/reports/partition_report.h"

#include <fmt/core.h>

#include <chrono>
#include <optional>
#include <string>

namespace tesuji::tools {
namespace {

using Clock = std::chrono::steady_clock;

/// Of finding facts about states.
constexpr double most_proof_seconds = 20;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

int fail(const GameOptions& game, const std::string& why, int code) {
  fmt::print(stderr, "{}: error: {}\n", game.path(), why);
  return code;
}

}  // namespace

int solve_on_ranks(GameOptions& game, const SolvingOptions& limits, const RankOptions& options) {
  const Clock::time_point begin = Clock::now();
  driver::Session session;
  const TimeLimit limit(limits.seconds);
  const auto opened = game.load_numbered(most_proof_seconds, session);
  if (!opened) return game.exit_code(session);
  PartitionScene scene{game.path(),   *opened->game, {}, options.ranks,
                       opened->facts, since(begin),  0};
  runtime::PartitionOptions wanted;
  wanted.memory_bytes = (limits.memory_mib << 20U) / options.ranks;
  wanted.stop = &limit.flag();
  wanted.digest = options.json;
  ProgressLine progress("solve", options.progress);
  const Clock::time_point solving = Clock::now();
  try {
    const runtime::Turns turns(*opened->game, opened->turns);
    runtime::run_on_threads(options.ranks, [&](runtime::Ranks& ranks) {
      runtime::PartitionOptions own = wanted;
      if (ranks.rank() == 0) {
        own.progress = [&](const runtime::PartitionProgress& done) {
          progress.begin(fmt::format("level {}: {} states{}", done.level, done.states,
                                     done.backwards ? ", backwards" : ""));
        };
      }
      const auto solution =
          runtime::solve_partitioned(*opened->game, turns, *opened->code, ranks, own);
      if (ranks.rank() == 0) scene.solution = solution;
    });
  } catch (const runtime::TurnError& error) {
    return fail(game, error.what(), exit_input);
  } catch (const runtime::LimitReached& error) {
    return fail(game, fmt::format("not solved: {} (--memory={})", error.what(), limits.memory_mib),
                exit_limit);
  } catch (const runtime::Stopped&) {
    return fail(game,
                limit.is_over()
                    ? fmt::format("not solved within {:g} s (--seconds)", limits.seconds)
                    : std::string("not solved: interrupted"),
                exit_limit);
  }
  scene.seconds = since(solving);
  if (options.json) {
    print_json(partition_json(scene));
  } else {
    fmt::print("{}", partition_text(scene));
  }
  return exit_code_of(session.diagnostics);
}

}  // namespace tesuji::tools
