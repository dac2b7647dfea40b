#include "backend/puzzles/solve_puzzle.h"

#include "backend/interpreter/goal_cost_evaluator.h"
#include "backend/puzzles/puzzle_methods.h"
#include "passes/nets/make_goal_costs.h"
#include "passes/nets/position_fluents.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/memory/on_threads.h"
#include "runtime/host/puzzles/beam_search.h"
#include "runtime/host/puzzles/started_game.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace tesuji::driver {

namespace {

using runtime::PuzzleLine;
using runtime::SearchEnd;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Limits of the first search.
constexpr double first_bytes = 32 << 20;
constexpr double first_seconds = 0.5;
constexpr double first_part = 0.25;  ///< of the time
/// Fractions of the memory. The needs of the other methods depend on the net.
constexpr double breadth_part = 0.5;
constexpr double beam_part = 0.25;
/// Fractions of the remaining time.
constexpr double ground_part = 0.4;
constexpr double symmetry_part = 0.1;
constexpr double most_symmetry_seconds = 20;
/// Maximum number of gates for finding subgames, per remaining second.
constexpr double gates_per_second = 300'000;
constexpr std::uint64_t most_subgame_gates = 3'000'000;

class PuzzleSolver {
 public:
  PuzzleSolver(const std::string& path, const LoadedGame& loaded, const Options& options,
               const PuzzleOptions& puzzle, const Session& session)
      : path_(path),
        loaded_(loaded),
        started_(puzzle.start.empty() ? loaded.game
                                      : runtime::start_game_in(loaded.game, puzzle.start)),
        game_(*started_),
        options_(options),
        puzzle_(puzzle),
        quiet_{session.sources, session.symbols},
        limit_(puzzle.seconds > 0 ? puzzle.seconds : forever, puzzle.stop),
        net_(puzzle.net ? puzzle.net : std::make_shared<PuzzleNet>()) {
    quiet_.validation = session.validation;
    quiet_.syntax = session.syntax;
    quiet_.texts = session.texts;
    solved_.role = puzzle_role(game_);
  }

  SolvedPuzzle run() {
    const runtime::StopScope scope(limit_.flag());
    try {
      if (uses(PuzzleMethod::breadth_first)) {
        const double most = breadth_part * memory();
        search(most > 0 ? std::min(most, first_bytes) : first_bytes,
               std::min(first_seconds, first_part * seconds_left()));
      }
      if (!is_decided()) {
        if (!uses(PuzzleMethod::breadth_first) || !is_complete()) ground();
        run_in_turns(methods_left());
      }
    } catch (const runtime::Stopped&) {
      // The results so far count.
    }
    solved_.seconds = since(begin_);
    return std::move(solved_);
  }

 private:
  [[nodiscard]] bool uses(PuzzleMethod method) const {
    return std::ranges::find(puzzle_.methods, method) != puzzle_.methods.end();
  }
  [[nodiscard]] bool is_complete() const {
    return !solved_.methods.empty() && solved_.methods.back().end == SearchEnd::complete;
  }
  [[nodiscard]] bool is_decided() const {
    return solved_.is_solved() && (!puzzle_.shortest || solved_.is_shortest);
  }
  [[nodiscard]] double memory() const { return static_cast<double>(puzzle_.memory_bytes); }
  [[nodiscard]] double seconds_left() const {
    return puzzle_.seconds > 0 ? std::max(puzzle_.seconds - since(begin_), 0.01) : forever;
  }
  void tell(const std::string& what) {
    if (!puzzle_.progress) return;
    const std::lock_guard lock(mutex_);
    puzzle_.progress(what);
  }

  std::vector<std::function<void()>> methods_left() {
    std::vector<std::function<void()>> methods;
    const auto add = [&](PuzzleMethod method, std::function<MethodReport(const PuzzleTask&)> solve,
                         bool needs_net = true) {
      if (!uses(method)) return;
      methods.emplace_back([this, method, needs_net, solve = std::move(solve)] {
        run_method(method, solve, needs_net);
      });
    };
    add(PuzzleMethod::factoring, [this](const PuzzleTask& task) {
      return solve_subgames(
          task, std::min(most_subgame_gates,
                         static_cast<std::uint64_t>(gates_per_second * seconds_left())));
    });
    add(PuzzleMethod::sat, plan_by_sat);
    if (uses(PuzzleMethod::beam)) methods.emplace_back([this] { search_by_beam(); });
    // Breadth-first search has already run once.
    if (uses(PuzzleMethod::breadth_first) && !is_complete()) {
      solved_.methods.pop_back();  // it starts again
      methods.emplace_back([this] { search(breadth_part * memory(), 0); });
    }
    add(PuzzleMethod::a_star, [this](const PuzzleTask& task) {
      return solve_a_star(task, task.part_of_memory(part_beside_breadth_first()));
    });
    add(PuzzleMethod::two_sided, [this](const PuzzleTask& task) {
      return solve_two_sided(task, task.part_of_memory(part_beside_breadth_first()));
    });
    add(
        PuzzleMethod::asp,
        [this](const PuzzleTask& task) { return plan_by_clingo(path_, quiet_, task); }, false);
    return methods;
  }

  /// Runs the methods, at most PuzzleOptions::threads at a time. Methods that begin while others
  /// wait get an equal part of the time.
  void run_in_turns(const std::vector<std::function<void()>>& methods) {
    const std::size_t threads = puzzle_.threads == 0
                                    ? methods.size()
                                    : std::min<std::size_t>(puzzle_.threads, methods.size());
    std::atomic<std::size_t> begun{0};
    runtime::on_threads(
        threads,
        [&](std::size_t) {
          for (;;) {
            const std::size_t i = begun++;
            if (i >= methods.size() || limit_.flag()->load(std::memory_order_relaxed)) return;
            const std::size_t rounds = (methods.size() - i + threads - 1) / threads;
            const double part = 1.0 / static_cast<double>(rounds);
            const runtime::TimedStop turn(part < 1 ? part * seconds_left() : 0, limit_.flag());
            take_turn(methods[i], turn.flag());
          }
        },
        [&] { limit_.stop(); });
  }

  void take_turn(const std::function<void()>& method, const std::atomic<bool>* stop) {
    const runtime::StopScope own(stop);  // for this thread
    try {
      method();
    } catch (const runtime::Stopped&) {
      // Its turn is over.
    } catch (const runtime::LimitReached& limit) {
      fail(limit.what());
    } catch (const std::bad_alloc&) {
      fail("out of memory");
    }
  }

  /// Returns the fraction of memory for another search that stores all positions.
  [[nodiscard]] double part_beside_breadth_first() const {
    return uses(PuzzleMethod::breadth_first) ? beam_part : breadth_part;
  }

  void run_method(PuzzleMethod method,
                  const std::function<MethodReport(const PuzzleTask&)>& solve, bool needs_net) {
    const Clock::time_point begin = Clock::now();
    MethodReport report;
    report.method = method;
    if (needs_net && !ground_) {
      report.why_not = why_no_net_;
    } else {
      try {
        report = solve(task(method));
      } catch (const runtime::Stopped&) {
        report.end = SearchEnd::stopped;
      } catch (const runtime::LimitReached& limit) {
        report.end = SearchEnd::memory;
        report.why_not = limit.what();
      } catch (const std::bad_alloc&) {
        report.end = SearchEnd::memory;
        report.why_not = "out of memory";
      }
    }
    if (report.end == SearchEnd::stopped) report.end = why_stopped();
    report.seconds = since(begin);
    enter(std::move(report));
  }

  PuzzleTask task(PuzzleMethod method) {
    PuzzleTask task{game_, options_, puzzle_, solved_.role, ground_ ? &*ground_ : nullptr};
    task.positions = positions_;
    task.ignored = ignored_;
    if (ground_) task.goals = goals();
    task.most_moves = std::min(puzzle_.horizon > 0 ? puzzle_.horizon : ir::no_id,
                               solved_.clock_end.value_or(ir::no_id));
    if (task.most_moves == ir::no_id) task.most_moves = 0;
    task.stop = runtime::requested_stop();
    task.seconds_left = [this] { return seconds_left(); };
    task.is_wanted = [this](int goal) { return !is_settled(goal) && can_raise(goal); };
    task.found = [this, method](PuzzleLine line, bool is_shortest) {
      raise(std::move(line), is_shortest, method);
    };
    task.bounded = [this](int bound) { lower(bound); };
    task.tell = [this](const std::string& what) { tell(what); };
    task.facts = [this]() -> const ir::FluentFacts& { return facts(); };
    task.symmetries = [this]() -> const std::vector<runtime::BitPermutation>& {
      return symmetries();
    };
    return task;
  }

  // Breadth-first search.

  [[nodiscard]] runtime::BreadthFirstOptions search_options(double memory) {
    runtime::BreadthFirstOptions options;
    options.role = solved_.role;
    options.ignored = ignored_;
    options.most_moves = puzzle_.horizon;
    options.memory_bytes = static_cast<std::uint64_t>(memory);
    options.stop = runtime::requested_stop();
    return options;
  }

  void search(double memory, double seconds) {
    const Clock::time_point begin = Clock::now();
    tell("breadth first");
    runtime::BreadthFirstOptions options = search_options(memory);
    options.seconds = seconds;
    if (ground_) options.symmetries = symmetries();
    runtime::BreadthFirstResult found = runtime::search_breadth_first(game_, options);
    const int best = found.best ? found.best->goal : runtime::no_goal;
    if (found.end == SearchEnd::complete && found.bound > best) {
      // Plays that the clock ends may do better: now the clock distinguishes positions.
      lower(found.bound);
      tell("breadth first, with the clock");
      options.ignored = {};
      found = runtime::search_breadth_first(game_, options);
    }
    MethodReport report;
    report.method = PuzzleMethod::breadth_first;
    report.end = found.end == SearchEnd::stopped && limit_.is_over() ? SearchEnd::time : found.end;
    report.goal = found.best ? found.best->goal : runtime::no_goal;
    report.states = found.states;
    report.horizon = found.depth;
    report.seconds = since(begin);
    enter(std::move(report));
    if (found.best) {
      // The search finds shorter lines first, so one with the highest goal is a shortest one.
      const bool highest = found.best->goal >= std::min(found.bound, runtime::highest_goal);
      raise(std::move(*found.best), highest, PuzzleMethod::breadth_first);
    }
    lower(found.bound);
  }

  void search_by_beam() {
    const Clock::time_point begin = Clock::now();
    tell("beam");
    runtime::BeamOptions options;
    options.search = search_options(beam_part * memory());
    // Only breadth-first search finds plays that the clock ends.
    if (!uses(PuzzleMethod::breadth_first)) options.search.ignored = {};
    options.scores = {runtime::random_score(), runtime::mobility_score(game_, solved_.role, 1),
                      runtime::mobility_score(game_, solved_.role, -1)};
    if (auto score = goal_score()) options.scores.insert(options.scores.begin(), std::move(score));
    options.found = [this](const PuzzleLine& line) {
      tell(fmt::format("beam: goal {} in {} moves", line.goal, line.moves.size()));
      raise(line, false, PuzzleMethod::beam);
    };
    runtime::BeamResult found = runtime::search_beam(game_, options);
    MethodReport report;
    report.method = PuzzleMethod::beam;
    report.end =
        found.best.end == SearchEnd::stopped && limit_.is_over() ? SearchEnd::time : found.best.end;
    report.goal = found.best.best ? found.best.best->goal : runtime::no_goal;
    report.states = found.states;
    report.width = found.width;
    report.horizon = found.best.depth;
    report.seconds = since(begin);
    enter(std::move(report));
    if (found.best.best) raise(std::move(*found.best.best), false, PuzzleMethod::beam);
    lower(found.best.bound);
  }

  /// Scores a state by its missing conditions for the best goal, equal ones in random order; empty
  /// without a net.
  runtime::StateScore goal_score() {
    if (!ground_) return {};
    auto costs = std::make_shared<ir::GoalCosts>(
        passes::make_goal_costs(*ground_->module, *ground_->net, facts()));
    auto places = runtime::bits_of(game_, make_net_tables(*ground_).fluents);
    if (costs->wholes.empty() || !places) return {};
    const ir::CostNodeId best = costs->wholes.front().node;
    return [best, random = runtime::random_score(),
            evaluator = std::make_shared<interpreter::GoalCostEvaluator>(
                std::move(costs), std::move(*places))](runtime::StateView state) {
      constexpr double most_random = 1ULL << 53U;  // of random_score
      return random(state) / most_random - evaluator->costs_of(state)[best];
    };
  }

  // The net.

  void ground() {
    if (!loaded_.module) {
      why_no_net_ = "a net needs the game's rules, which this file does not contain";
      return;
    }
    if (!net_->ground) {
      tell("grounding");
      net_->make(path_, options_, std::min(ground_part * seconds_left(), forever), limit_.flag(),
                 quiet_);
    }
    if (!net_->ground) {
      why_no_net_ = net_->why_not;
      return;
    }
    tell(fmt::format("net of {} nodes", net_->ground->net->nodes.size()));
    ground_ = puzzle_.start.empty() ? *net_->ground : net_started_in(*net_->ground, game_);
    find_ignored();
  }

  void find_ignored() {
    positions_ = passes::position_fluents(*ground_->net);
    solved_.clock_end = positions_.end;
    ignored_ = ignored_bits(positions_, *ground_, game_);
    for (const std::uint64_t word : ignored_.bits) {
      solved_.ignored_fluents += static_cast<std::uint32_t>(std::popcount(word));
    }
  }

  // Functions that methods share.

  const std::vector<runtime::BitPermutation>& symmetries() {
    static const std::vector<runtime::BitPermutation> none;
    if (!puzzle_.symmetries) return none;
    const double seconds = std::min(symmetry_part * seconds_left(), most_symmetry_seconds);
    const auto& found = net_->symmetries(path_, game_, options_, seconds, quiet_);
    const std::lock_guard lock(mutex_);
    solved_.symmetries = found.size();
    return found;
  }

  const ir::FluentFacts& facts() {
    const double seconds = seconds_left();
    return net_->facts(game_.roles().size(), limits_before(task(PuzzleMethod::sat)), seconds);
  }

  /// Returns values of goals and their positions in Net::goals, highest first.
  [[nodiscard]] std::vector<std::pair<int, std::vector<std::uint32_t>>> goals() const {
    std::map<int, std::vector<std::uint32_t>, std::greater<>> found;
    const std::vector<runtime::NetAnswerName> names = make_net_tables(*ground_).goals;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      if (names[i].role != solved_.role) continue;
      if (const auto value = runtime::goal_value(names[i].term)) found[*value].push_back(i);
    }
    return {found.begin(), found.end()};
  }

  // The results so far, of all methods.

  [[nodiscard]] SearchEnd why_stopped() const {
    if (!runtime::requested_stop()->load(std::memory_order_relaxed)) return SearchEnd::memory;
    return limit_.is_over() ? SearchEnd::time : SearchEnd::stopped;
  }

  /// Whether no better result is possible about lines with this goal or a lower one.
  [[nodiscard]] bool is_settled(int goal) const {
    const std::lock_guard lock(mutex_);
    if (!solved_.best || solved_.best->goal < goal) return false;
    return solved_.best->goal > goal || !puzzle_.shortest || solved_.is_shortest;
  }

  /// Records that a method failed for this reason.
  void fail(const std::string& why) {
    MethodReport report;
    report.method = puzzle_.methods.front();
    report.end = SearchEnd::memory;
    report.why_not = why;
    enter(std::move(report));
  }

  /// Whether a line with this goal would be better than the best, or might be shorter.
  [[nodiscard]] bool can_raise(int goal) const {
    const std::lock_guard lock(mutex_);
    if (!solved_.best || solved_.best->goal < goal) return goal <= solved_.bound;
    return solved_.best->goal == goal && puzzle_.shortest && !solved_.is_shortest;
  }

  void raise(PuzzleLine line, bool is_shortest, PuzzleMethod method) {
    const std::lock_guard lock(mutex_);
    const auto rank = [](const PuzzleLine& some) {
      return std::pair(some.goal, -static_cast<std::int64_t>(some.moves.size()));
    };
    if (solved_.best && rank(line) < rank(*solved_.best)) return;
    const bool is_equal = solved_.best && rank(line) == rank(*solved_.best);
    solved_.is_shortest = is_shortest || (is_equal && solved_.is_shortest);
    if (!is_equal) {
      solved_.best = std::move(line);
      if (puzzle_.found) puzzle_.found(*solved_.best, method);
    }
    end_if_decided();
  }

  void lower(int bound) {
    const std::lock_guard lock(mutex_);
    solved_.bound = std::min(solved_.bound, bound);
    end_if_decided();
  }

  void end_if_decided() {
    if (is_decided()) limit_.stop();
  }

  void enter(MethodReport report) {
    const std::lock_guard lock(mutex_);
    solved_.methods.push_back(std::move(report));
  }

  const std::string path_;
  const LoadedGame& loaded_;
  const std::shared_ptr<const runtime::Game> started_;
  const runtime::Game& game_;
  const Options& options_;
  const PuzzleOptions& puzzle_;
  Session quiet_;  ///< its diagnostics are discarded: other methods continue without a net
  const Clock::time_point begin_ = Clock::now();
  runtime::TimedStop limit_;  ///< also set when one method has decided everything
  const std::shared_ptr<PuzzleNet> net_;
  std::optional<GroundGame> ground_;  ///< with the state in which lines begin as the initial one
  std::string why_no_net_;
  runtime::IgnoredBits ignored_;
  passes::PositionFluents positions_;
  mutable std::mutex mutex_;  ///< guards `solved_` and progress messages
  SolvedPuzzle solved_;
};

}  // namespace

std::string_view name_of(PuzzleMethod method) {
  switch (method) {
    case PuzzleMethod::breadth_first:
      return "breadth-first";
    case PuzzleMethod::beam:
      return "beam";
    case PuzzleMethod::sat:
      return "sat";
    case PuzzleMethod::factoring:
      return "factoring";
    case PuzzleMethod::a_star:
      return "a-star";
    case PuzzleMethod::two_sided:
      return "two-sided";
    case PuzzleMethod::asp:
      return "asp";
  }
  return "";
}

runtime::Role puzzle_role(const runtime::Game& game) {
  std::optional<runtime::Role> found;
  for (runtime::Role role = 0; role < game.roles().size(); ++role) {
    if (game.roles()[role] == runtime::chance_role) continue;
    if (found) throw std::invalid_argument("the game has several roles");
    found = role;
  }
  return found.value_or(0);
}

SolvedPuzzle solve_puzzle(const std::string& path, const LoadedGame& loaded, const Options& options,
                          const PuzzleOptions& puzzle, const Session& session) {
  return PuzzleSolver(path, loaded, options, puzzle, session).run();
}

runtime::PlanSearch plan_search(std::string path, LoadedGame loaded, Options options,
                                std::map<std::string, std::string> texts) {
  options.pipeline.after = nullptr;
  options.pipeline.after_code = nullptr;
  return [path = std::move(path), loaded = std::move(loaded), options = std::move(options),
          texts = std::move(texts),
          net = std::make_shared<PuzzleNet>()](const runtime::PlanQuestion& question) {
    Session session;
    session.texts = texts;
    PuzzleOptions puzzle;
    puzzle.seconds = question.seconds;
    puzzle.threads = question.threads;
    puzzle.memory_bytes = question.memory;
    puzzle.memory_before = sat::resident_memory();
    puzzle.stop = question.stop;
    puzzle.start.assign(question.start.begin(), question.start.end());
    puzzle.net = net;
    puzzle.found = [&](const PuzzleLine& line, PuzzleMethod method) {
      question.found(line, name_of(method));
    };
    return solve_puzzle(path, loaded, options, puzzle, session).is_solved();
  };
}

}  // namespace tesuji::driver
