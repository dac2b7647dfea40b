#include "tools/commands/solve_ranks.h"

#include "backend/driver/games/plugin.h"
#include "backend/mpi/mpi_library.h"
#include "backend/open/numbered_game.h"
#include "runtime/host/memory/files.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/ranks.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/options/number_checks.h"
#include "tools/options/time_limits.h"
#include "tools/play/fault_warnings.h"
#include "tools/play/solving.h"
#include "tools/reports/partition_report.h"
#include "tools/reports/solve_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view by_mpi = "mpi";

constexpr unsigned most_threads = 1024;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::optional<driver::NumberedGame> load_numbered(GameOptions& game,
                                                  const driver::NumberedOptions& numbered,
                                                  driver::Session& session) {
  session.syntax = game.syntax();
  driver::Options options = game.driver_options();
  options.engine = driver::Engine::net_jit;
  std::optional<driver::NumberedGame> opened;
  if (driver::is_plugin(game.path())) {
    session.diagnostics.error({}, "usage",
                              "`" + game.path() + "` is a plugin: --ranks is for rulesheets");
  } else if (game.complete(options, session)) {
    opened = driver::open_numbered(game.path(), options, numbered, session);
  }
  game.pipeline().finish();
  return opened;
}

/// The work of one process, for one rank or for all ranks that are its threads.
class RankSolving {
 public:
  RankSolving(GameOptions& game, const SolvingOptions& limits, const RankOptions& options)
      : game_(game), limits_(limits), options_(options), limit_(limits.seconds) {}

  /// Returns false if there is no game, or another rank has none.
  bool load(const driver::ShareFacts& share) {
    const Clock::time_point begin = Clock::now();
    driver::NumberedOptions numbered;
    numbered.share = share;
    numbered.symmetries = options_.merge_symmetric;
    numbered.stop = &limit_.flag();
    if (!options_.disk.empty()) numbered.facts_file = options_.disk + "/facts";
    try {
      opened_ = load_numbered(game_, numbered, session_);
      if (opened_ && !read_states()) opened_.reset();
      if (!opened_) exit_code_ = game_.exit_code(session_);
      stopped_in_setup_ = !opened_ && limit_.flag();
    } catch (const runtime::RankLost&) {
      exit_code_ = exit_input;
    } catch (const runtime::TurnError& error) {
      session_.diagnostics.error({}, "turns", error.what());
      exit_code_ = exit_input;
    } catch (const runtime::LimitReached& error) {
      session_.diagnostics.error({}, "limit", error.what());
      exit_code_ = exit_limit;
    } catch (const runtime::Stopped&) {
      stopped_in_setup_ = true;
      exit_code_ = exit_limit;
    }
    setup_seconds_ = since(begin);
    return opened_.has_value();
  }
  /// Prints the diagnostics of loading, or that it was stopped.
  void print() {
    if (stopped_in_setup_) {
      fail(stopped_text(), exit_limit, true);
    } else {
      print_diagnostics(session_.diagnostics);
    }
  }

  /// Solves on the ranks that `run` passes to its argument, each once; the rank with `tells`
  /// reports.
  template <typename Run>
  void solve(unsigned ranks, unsigned processes, const Run& run, bool tells) {
    PartitionScene scene{game_.path(),   *opened_->game, {}, ranks,
                         opened_->facts, setup_seconds_, 0};
    ProgressLine progress("solve", tells ? limits_.progress : ProgressFlags{.none = true});
    runtime::PartitionOptions wanted;
    wanted.memory_bytes = (limits_.memory_mib << 20U) / (ranks / processes);
    wanted.stop = &limit_.flag();
    wanted.folder = options_.disk;
    wanted.rules = opened_->rules;
    wanted.digest = options_.json;
    std::vector<runtime::State> states;
    for (const ListedState& one : listed_) states.push_back(one.state);
    wanted.states = states;
    const Clock::time_point begin = Clock::now();
    try {
      const runtime::Turns turns(*opened_->game, opened_->turns);
      run([&](runtime::Ranks& rank) {
        runtime::PartitionOptions own = wanted;
        if (rank.rank() == 0) own.progress = [&](const auto& done) { tell(progress, done); };
        auto solution =
            runtime::solve_partitioned(*opened_->game, turns, *opened_->code, rank, own);
        if (rank.rank() == 0 || processes > 1) scene.solution = std::move(solution);
      });
      scene.seconds = since(begin);
      if (!unreached_lines(scene, listed_).empty()) exit_code_ = exit_input;
      if (tells) report(scene);
      return;
    } catch (const runtime::InvalidFile& error) {
      fail(fmt::format("not solved: {}", error.what()), exit_input, tells);
    } catch (const runtime::FileError& error) {
      fail(fmt::format("not solved: {}", error.what()), exit_limit, tells);
    } catch (const runtime::TurnError& error) {
      fail(error.what(), exit_input, tells);
    } catch (const runtime::LimitReached& error) {
      fail(fmt::format("not solved: {} (--memory={})", error.what(), limits_.memory_mib),
           exit_limit, tells);
    } catch (const runtime::Stopped&) {
      fail(stopped_text(), exit_limit, tells);
    }
  }

  [[nodiscard]] int exit_code() const { return exit_code_; }

 private:
  /// Returns false (reported) if the file of states is wrong.
  bool read_states() {
    if (options_.states.empty()) return true;
    const runtime::Turns turns(*opened_->game, opened_->turns);
    auto listed =
        read_turn_states(options_.states, *opened_->game, turns, OverStates::wanted, session_);
    if (listed) listed_ = std::move(*listed);
    return listed.has_value();
  }
  static void tell(ProgressLine& progress, const runtime::PartitionProgress& done) {
    progress.begin(fmt::format("level {}: {} stored states{}", done.level, done.states,
                               done.backwards ? ", backwards" : ""));
  }
  void report(const PartitionScene& scene) const {
    if (!options_.states.empty()) {
      report_states(scene);
    } else if (options_.json) {
      print_json(partition_json(scene));
    } else {
      fmt::print("{}", partition_text(scene));
    }
    print_warnings(scene.path, solve_warnings(whole_of(scene)));
  }
  void report_states(const PartitionScene& scene) const {
    const SolveScene lines = lines_of(scene, listed_);
    if (options_.json) {
      print_json(solve_json(lines));
    } else {
      fmt::print("{}", solve_text(lines));
    }
    for (const std::uint32_t line : unreached_lines(scene, listed_)) {
      print_message(fmt::format("{}:{}", options_.states, line), ir::Severity::error,
                    "this state cannot be reached from the initial state");
    }
  }
  [[nodiscard]] std::string stopped_text() const {
    return limit_.is_over() ? fmt::format("not solved within {:g} s (--seconds)", limits_.seconds)
                            : std::string("stopped, not solved");
  }
  void fail(const std::string& why, int code, bool tells) {
    if (tells) print_message(game_.path(), ir::Severity::error, why);
    exit_code_ = code;
  }

  GameOptions& game_;
  const SolvingOptions& limits_;
  const RankOptions& options_;
  TimeLimit limit_;
  driver::Session session_;
  std::optional<driver::NumberedGame> opened_;
  std::vector<ListedState> listed_;  ///< states to answer questions about
  double setup_seconds_ = 0;
  bool stopped_in_setup_ = false;
  int exit_code_ = exit_ok;
};

int code_of(const std::exception& error) {
  if (dynamic_cast<const runtime::TurnError*>(&error) != nullptr ||
      dynamic_cast<const runtime::InvalidFile*>(&error) != nullptr) {
    return exit_input;
  }
  return dynamic_cast<const std::logic_error*>(&error) != nullptr ? exit_bug : exit_limit;
}

/// The others wait for this rank: ends all of them.
void end_all(const mpi::MpiLibrary& library, const runtime::Ranks& ranks,
             const std::exception& why) {
  print_error(fmt::format("rank {}: {}", ranks.rank(), why.what()));
  std::fflush(stderr);
  library.abort(code_of(why));
}

/// Returns the first rank that has failed; the number of ranks if none has. Collective.
unsigned first_failed(runtime::Ranks& ranks, bool failed) {
  std::vector<std::uint64_t> all(ranks.count());
  all[ranks.rank()] = failed ? 1 : 0;
  ranks.add_up(all);
  return static_cast<unsigned>(std::ranges::find(all, 1U) - all.begin());
}

/// Loads the game on all ranks, with the facts that rank 0 finds; returns false if one fails, which
/// reports why.
bool load_on_all(runtime::Ranks& ranks, RankSolving& solving) {
  std::optional<unsigned> failed;
  const bool loaded = solving.load([&](const auto& find) {
    failed = first_failed(ranks, false);
    if (*failed < ranks.count()) throw runtime::RankLost("another rank cannot load the game");
    bool stopped = false;
    auto facts = runtime::share_facts(ranks, [&] {
      try {
        return find();
      } catch (const runtime::Stopped&) {
        stopped = true;
        return driver::StateFacts();
      }
    });
    if (first_failed(ranks, stopped) < ranks.count()) throw runtime::Stopped();
    return facts;
  });
  if (!failed || *failed == ranks.count()) failed = first_failed(ranks, !loaded);
  const unsigned speaker = *failed < ranks.count() ? *failed : 0;
  if (ranks.rank() == speaker) solving.print();
  return *failed == ranks.count();
}

int solve_on_mpi(GameOptions& game, const SolvingOptions& limits, const RankOptions& options) {
  std::string reason;
  const mpi::MpiLibrary* const library = mpi::load_mpi(reason);
  if (library == nullptr) {
    print_error(fmt::format("no MPI: {}", reason));
    return exit_input;
  }
  runtime::Ranks& ranks = library->open();
  try {
    RankSolving solving(game, limits, options);
    if (!load_on_all(ranks, solving)) return std::max<int>(solving.exit_code(), exit_input);
    solving.solve(
        ranks.count(), ranks.count(),
        [&](const auto& body) {
          try {
            body(ranks);
          } catch (const runtime::CommonLimit&) {
            throw;
          } catch (const runtime::Stopped&) {
            throw;
          } catch (const std::exception& error) {
            end_all(*library, ranks, error);
          }
        },
        ranks.rank() == 0);
    return solving.exit_code();
  } catch (const std::exception& error) {
    end_all(*library, ranks, error);
  }
  return exit_bug;
}

}  // namespace

std::string some_ranks(const std::string& text) {
  if (text == by_mpi) return {};
  if (!positive_number(text).empty()) return "`" + text + "` is neither a number nor `mpi`";
  unsigned number = 0;
  const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool fits = error == std::errc() && last == text.data() + text.size();
  return fits && number <= most_threads ? "" : fmt::format("at most {} threads", most_threads);
}

int solve_on_ranks(GameOptions& game, const SolvingOptions& limits, const RankOptions& options) {
  if (options.states == all_states) {
    print_error("--states=all is not for --ranks: name a file");
    return exit_usage;
  }
  if (options.ranks == by_mpi) return solve_on_mpi(game, limits, options);
  const auto threads = static_cast<unsigned>(std::stoul(options.ranks));
  RankSolving solving(game, limits, options);
  const bool loaded = solving.load({});
  solving.print();
  if (!loaded) return solving.exit_code();
  solving.solve(
      threads, 1, [&](const auto& body) { runtime::run_on_threads(threads, body); }, true);
  return solving.exit_code();
}

}  // namespace tesuji::tools
