#include "tools/play/solving.h"

#include "backend/strategies/strategy.h"
#include "learner/arena/arena.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/playouts/sampled_positions.h"
#include "runtime/host/search/survey.h"
#include "tools/base/command.h"
#include "tools/base/messages.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/files/solution_file.h"
#include "tools/options/solving_options.h"
#include "tools/options/time_limits.h"

#include <fmt/core.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

namespace tesuji::tools {

namespace {

/// Shows how many states a search has visited.
class SolvingProgress {
 public:
  /// `seen` must outlive it.
  SolvingProgress(const ProgressFlags& flags, const std::atomic<std::uint32_t>& seen)
      : line_("solve", flags) {
    line_.count([&seen] { return WorkDone{seen, 0, "states seen"}; });
  }

 private:
  ProgressLine line_;
};

}  // namespace

int answer_or_reason(GameOptions& game, const driver::LoadedGame& loaded, std::uint64_t memory_mib,
                     const std::function<std::string()>& why_stopped,
                     const std::function<int()>& answer) {
  std::string wrong;
  int code = exit_input;
  try {
    code = answer();
  } catch (const runtime::TurnError& error) {
    wrong = error.what();
  } catch (const runtime::CyclicGame& error) {
    wrong = error.what();
  } catch (const learner::UnfitGame& error) {
    wrong = error.what();
  } catch (const runtime::BudgetExceeded& error) {
    wrong = fmt::format("not solved: {} (--memory={})", error.what(), memory_mib);
    code = exit_limit;
  } catch (const runtime::Stopped&) {
    wrong = why_stopped();
    code = exit_limit;
  }
  if (!wrong.empty()) {
    std::fflush(stdout);
    print_message(game.path(), ir::Severity::error, wrong);
  }
  game.report_tiers(loaded);
  return code;
}

int with_loaded(GameOptions& game, double seconds,
                const std::function<int(const LoadedSearch&)>& answer) {
  LoadingLimit loading(seconds);
  driver::Session session;
  const auto loaded = game.load(session);
  if (!loaded) return game.exit_code(session);
  const TimeLimit limit(loading.end());
  return answer({*loaded, session, limit});
}

int with_minimax(GameOptions& game, const SolvingOptions& options,
                 const std::function<int(const Solving&)>& answer) {
  return with_loaded(game, options.seconds, [&](const LoadedSearch& search) {
    return with_minimax(search, game, options, answer);
  });
}

int with_minimax(const LoadedSearch& search, GameOptions& game, const SolvingOptions& options,
                 const std::function<int(const Solving&)>& answer) {
  const auto& [loaded, session, limit] = search;
  runtime::StateSpaceOptions space;
  space.stop = &limit.flag();
  space.budget = options.memory_mib << 20;
  std::atomic<std::uint32_t> seen = 0;  // states
  space.progress = &seen;
  std::optional<SolvingProgress> progress(std::in_place, options.progress, seen);
  const auto begin = std::chrono::steady_clock::now();
  const auto why_stopped = [&] {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    return fmt::format("stopped after {:.1f} s{}: {} states seen, value unknown", took.count(),
                       limit.is_over() ? " (--seconds)" : "", seen.load());
  };
  return answer_or_reason(game, loaded, options.memory_mib, why_stopped, [&] {
    runtime::Minimax minimax(loaded.game, driver::turn_rule(loaded), space);
    auto ties = move_preference(options.ties, *loaded.game, session);
    if (ties) minimax.prefer(std::move(*ties));
    const bool ready =
        ties && (options.solution.empty() ||
                 read_solution(options.solution, game.path(), *loaded.game, minimax, session));
    int code = exit_limit;
    try {
      code = ready ? answer({loaded, minimax, space, session, [&] { progress.reset(); }})
                   : exit_code_of(session.diagnostics);
    } catch (...) {
      progress.reset();
      throw;
    }
    progress.reset();
    print_diagnostics(session.diagnostics);
    return code;
  });
}

std::optional<std::vector<ListedState>> read_turn_states(const std::string& path,
                                                         const runtime::Game& game,
                                                         const runtime::Turns& turns,
                                                         OverStates over,
                                                         driver::Session& session) {
  const auto file = driver::read_file(path, session);
  auto listed = file ? read_states(*file, game, session.diagnostics) : std::nullopt;
  if (!listed || !check_turns(*listed, *file, game, turns, over, session.diagnostics)) {
    return std::nullopt;
  }
  return listed;
}

std::optional<std::vector<ListedState>> states_to_solve(const std::string& which,
                                                        const Solving& solving, OverStates over) {
  if (which != all_states) {
    return listed_or_random_states(which, solving.loaded, over, solving.session,
                                   solving.space.stop);
  }
  std::vector<ListedState> states;
  const runtime::Game& game = *solving.loaded.game;
  for (runtime::State& state : runtime::solved_states(solving.minimax, game.initial())) {
    states.push_back({static_cast<std::uint32_t>(states.size() + 1), std::move(state)});
  }
  return states;
}

std::optional<std::vector<ListedState>> listed_or_random_states(const std::string& which,
                                                                const driver::LoadedGame& loaded,
                                                                OverStates over,
                                                                driver::Session& session,
                                                                const std::atomic<bool>* stop) {
  constexpr std::string_view prefix = "random:";
  const runtime::Turns turns(*loaded.game, driver::turn_rule(loaded));
  if (!which.starts_with(prefix)) {
    return read_turn_states(which, *loaded.game, turns, over, session);
  }
  std::size_t count = 0;
  std::uint64_t moves = 0;
  const char* const end = which.data() + which.size();
  const auto first = std::from_chars(which.data() + prefix.size(), end, count);
  const bool has_moves = first.ec == std::errc() && first.ptr != end && *first.ptr == ':';
  const auto second = has_moves ? std::from_chars(first.ptr + 1, end, moves) : first;
  if (!has_moves || second.ec != std::errc() || second.ptr != end || count == 0) {
    session.diagnostics.error(
        {}, "usage", fmt::format("`{}` is not random:N:MOVES, such as random:100:12", which));
    return std::nullopt;
  }
  std::vector<ListedState> states;
  const runtime::StopScope scope(stop);
  for (runtime::State& state : runtime::random_positions(*loaded.game, count, moves, 1)) {
    states.push_back({static_cast<std::uint32_t>(states.size() + 1), std::move(state)});
  }
  return states;
}

}  // namespace tesuji::tools
