#include "backend/puzzles/solve_puzzle.h"

#include "backend/asp/attack/counterexample.h"
#include "backend/asp/encode/goal_invariants.h"
#include "backend/driver/games/net_facts.h"
#include "backend/driver/games/timed_options.h"
#include "backend/interpreter/goal_cost_evaluator.h"
#include "backend/puzzles/move_bounds.h"
#include "backend/puzzles/solve_subgames.h"
#include "backend/sat/commuting_moves.h"
#include "backend/sat/parallel_planning.h"
#include "backend/sat/planning.h"
#include "ir/nets/net_term.h"
#include "passes/nets/make_goal_costs.h"
#include "passes/nets/make_operators.h"
#include "passes/nets/position_fluents.h"
#include "runtime/host/game/fluent_bits.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/memory/on_threads.h"
#include "runtime/host/memory/word_bits.h"
#include "runtime/host/playouts/playout.h"
#include "runtime/host/puzzles/a_star.h"
#include "runtime/host/puzzles/beam_search.h"
#include "runtime/host/puzzles/started_game.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

namespace tesuji::driver {

namespace {

using runtime::PuzzleLine;
using runtime::SearchEnd;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The first search may take so much.
constexpr double first_bytes = 32 << 20;
constexpr double first_seconds = 0.5;
constexpr double first_part = 0.25;  ///< of the time
/// Parts of the memory. What the others need depends on the net.
constexpr double breadth_part = 0.5;
constexpr double beam_part = 0.25;
/// Parts of the time that is left.
constexpr double ground_part = 0.4;
constexpr double facts_part = 0.1;
constexpr double most_facts_seconds = 20;
constexpr double parallel_part = 0.15;
constexpr double most_parallel_seconds = 10;
constexpr std::uint32_t most_parallel_steps = 64;
/// Part of the memory for a run of clingo, which is a process of its own.
constexpr double clingo_part = 0.5;
/// Part of the pairs of moves, one of so many, that is enough to be independent.
constexpr std::uint64_t least_independent = 10;
/// Random games that show how long games are.
constexpr std::uint64_t sampled_games = 200;
constexpr double sampled_seconds = 0.5;
constexpr std::uint64_t most_sampled_moves = 1'000;
/// Gates that finding subgames may take for each second that is left.
constexpr double gates_per_second = 300'000;
/// Gates of all times of the first window of horizons, at most.
constexpr std::uint64_t most_window_gates = 3'000'000;

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
      // What was found until then is the result.
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
    // Breadth-first search has had its first turn.
    if (uses(PuzzleMethod::factoring)) methods.emplace_back([this] { factor(); });
    if (uses(PuzzleMethod::sat)) methods.emplace_back([this] { plan(); });
    if (uses(PuzzleMethod::beam)) methods.emplace_back([this] { search_by_beam(); });
    if (uses(PuzzleMethod::breadth_first) && !is_complete()) {
      solved_.methods.pop_back();  // it begins anew
      methods.emplace_back([this] { search(breadth_part * memory(), 0); });
    }
    if (uses(PuzzleMethod::a_star)) methods.emplace_back([this] { search_a_star(); });
    if (uses(PuzzleMethod::asp)) methods.emplace_back([this] { plan_by_asp(); });
    return methods;
  }

  /// Runs the methods, at most PuzzleOptions::threads at a time. Those that begin while others wait
  /// get an equal part of the time.
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
            const std::size_t waiting = methods.size() - i;
            const double part = waiting > threads ? static_cast<double>(threads) / waiting : 1;
            const runtime::TimedStop turn(part < 1 ? part * seconds_left() : 0, limit_.flag());
            run_method(methods[i], turn.flag());
          }
        },
        [&] { limit_.stop(); });
  }

  void run_method(const std::function<void()>& method, const std::atomic<bool>* stop) {
    const runtime::StopScope own(stop);  // of this thread
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

  // Breadth first.

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
    runtime::BreadthFirstResult found = runtime::search_breadth_first(game_, options);
    const int best = found.best ? found.best->goal : runtime::no_goal;
    if (found.end == SearchEnd::complete && found.bound > best) {
      // Plays that the clock ends may do better: then positions are told apart by it.
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
      // The search meets shorter lines first: one with the highest goal is a shortest one.
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
    // Which plays the clock ends is seen by breadth-first search alone.
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

  /// What a state lacks for the best goal, equal ones in random order; empty without a net.
  runtime::StateScore goal_score() {
    if (!ground_) return {};
    auto costs = std::make_shared<ir::GoalCosts>(
        passes::make_goal_costs(*ground_->module, *ground_->net, facts()));
    auto places = runtime::find_fluent_bits(game_, make_net_tables(*ground_).fluents);
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
      why_no_net_ = "the game has no rules that a net could be made of";
      return;
    }
    if (!net_->ground) make_net();
    if (!net_->ground) {
      why_no_net_ = net_->why_not;
      return;
    }
    ground_ = net_->ground;
    if (!puzzle_.start.empty()) start_net();
    find_ignored();
  }

  void make_net() {
    const double seconds = std::min(ground_part * seconds_left(), forever);
    if (!net_->why_not.empty() && seconds <= net_->tried_seconds) return;
    net_->tried_seconds = seconds;
    net_->why_not = "the rules are too large to be grounded in this time";
    tell("grounding");
    NetLimits limits;
    limits.keeps_rules = false;
    const TimedOptions timed(options_, seconds);
    try {
      net_->ground = load_net(path_, timed.options(), limits, quiet_);
    } catch (const runtime::Stopped&) {
      if (!limit_.flag()->load(std::memory_order_relaxed)) return;
      net_->tried_seconds = 0;
      throw;
    }
    if (!net_->ground) return;
    if (!net_->ground->net->unanswered.empty()) {
      net_->why_not = "the net " + unanswered_text(*net_->ground);
      net_->ground.reset();
      return;
    }
    tell(fmt::format("net of {} nodes", net_->ground->net->nodes.size()));
  }

  /// The net from the state on in which lines begin.
  void start_net() {
    const std::vector<std::string> holds = game_.fluents(game_.initial());
    const std::vector<std::string> names = make_net_tables(*ground_).fluents;
    auto net = std::make_shared<ir::Net>(*ground_->net);
    for (std::size_t i = 0; i < names.size(); ++i) {
      net->fluents[i].initially = std::ranges::binary_search(holds, names[i]);
    }
    ground_->net = std::move(net);
  }

  void find_ignored() {
    const passes::PositionFluents found = passes::position_fluents(*ground_->net);
    solved_.clock_end = found.end;
    is_only_clock_ = found.is_only_clock;
    ignored_ = ignored_bits(found, *ground_, game_);
    for (const std::uint64_t word : ignored_.bits) {
      solved_.ignored_fluents += static_cast<std::uint32_t>(std::popcount(word));
    }
  }

  // Planning as satisfiability.

  void plan() {
    const Clock::time_point begin = Clock::now();
    MethodReport report;
    report.method = PuzzleMethod::sat;
    if (!ground_) {
      report.why_not = why_no_net_;
      enter(std::move(report));
      return;
    }
    sat::PlanningOptions options;
    options.shortest = puzzle_.shortest;
    options.most_moves = puzzle_.horizon;
    options.limits = solver_limits();
    options.progress = [this](const std::string& what) { tell("sat: " + what); };
    options.likely_moves = likely_moves();
    options.facts = facts();
    ir::MoveOperators operators =
        passes::make_operators(*ground_->net, solved_.role, options.facts);
    tell(fmt::format("sat: {} of {} pairs of moves are independent", operators.independent,
                     operators.pairs));
    if (plan_in_parallel(operators, options, report)) {
      report.seconds = since(begin);
      enter(std::move(report));
      return;
    }
    options.commuting = commuting(std::move(operators), options.facts, options.limits);
    look_at_goals(report, [&](int value, const std::vector<std::uint32_t>& positions) {
      options.wanted = positions;
      const sat::PlanningResult found =
          sat::find_plan(*ground_->net, game_.roles().size(), options);
      report.questions += found.solver_calls;
      report.clauses = std::max(report.clauses, found.clauses);
      report.horizon = found.refuted_below;
      if (found.plan) {
        PuzzleLine line = line_of(*found.plan, value);
        if (runtime::replay_line(game_, line, solved_.role) != value) {
          throw std::logic_error("a plan of the SAT solver does not replay");
        }
        report.goal = value;
        report.end = SearchEnd::target;
        raise(std::move(line), found.refuted_below >= found.plan->size(), PuzzleMethod::sat);
      } else if (!found.refuted) {
        report.end = why_stopped();
      }
    });
    report.seconds = since(begin);
    enter(std::move(report));
  }

  /// Looks for a plan with the highest goal in parallel steps, for a part of the time; false where
  /// there is none.
  bool plan_in_parallel(const ir::MoveOperators& operators, const sat::PlanningOptions& sequential,
                        MethodReport& report) {
    const auto values = goals();
    const bool suits = is_only_clock_ && operators.independent > 0 && !puzzle_.shortest;
    if (!suits || values.empty()) return false;
    sat::PlanningOptions options = sequential;
    options.wanted = values.begin()->second;
    options.limits = part_of(sequential.limits, parallel_part, most_parallel_seconds);
    options.most_moves = most_parallel_steps;
    const sat::PlanningResult found =
        sat::find_parallel_plan(*ground_->net, game_.roles().size(), operators, options);
    report.questions += found.solver_calls;
    report.clauses = std::max(report.clauses, found.clauses);
    if (!found.plan) return false;
    PuzzleLine line = line_of(*found.plan, values.begin()->first);
    const bool is_too_long = puzzle_.horizon > 0 && line.moves.size() > puzzle_.horizon;
    // A clock may end the game before its moves are made.
    if (is_too_long || runtime::replay_line(game_, line, solved_.role) != line.goal) return false;
    report.goal = line.goal;
    report.end = SearchEnd::target;
    raise(std::move(line), false, PuzzleMethod::sat);
    return true;
  }

  /// The limits of what is found before plans are looked for.
  [[nodiscard]] sat::Limits part_of(const sat::Limits& all, double part = facts_part,
                                    double most = most_facts_seconds) const {
    sat::Limits limits = all;
    const double seconds = std::min(part * seconds_left(), most);
    limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(seconds));
    return limits;
  }

  sat::CommutingMoves commuting(ir::MoveOperators operators, const ir::FluentFacts& facts,
                                const sat::Limits& all) {
    const ir::Net& net = *ground_->net;
    const std::size_t roles = game_.roles().size();
    // Where moves change a number that all of them read, structure shows nothing.
    const bool is_shown = operators.independent * least_independent >= operators.pairs;
    sat::CommutingMoves found =
        is_shown ? sat::independent_that_commute(net, roles, solved_.role, facts,
                                                 std::move(operators.conflicts), part_of(all))
                 : sat::prove_that_commute(net, roles, solved_.role, facts, part_of(all));
    tell(found.known
             ? fmt::format("sat: {} of {} pairs of moves commute", found.commuting, found.pairs)
             : "sat: which moves commute is not known");
    return found;
  }

  // Subgames.

  void factor() {
    MethodReport report;
    report.method = PuzzleMethod::factoring;
    if (!ground_) {
      report.why_not = why_no_net_;
      enter(std::move(report));
      return;
    }
    SubgameSolving solving{*ground_, game_, options_, solved_.role};
    for (const auto& [value, positions] : goals()) solving.goals.emplace_back(value, positions);
    solving.shortest = puzzle_.shortest;
    const std::uint32_t most = std::min(puzzle_.horizon > 0 ? puzzle_.horizon : ir::no_id,
                                        solved_.clock_end.value_or(ir::no_id));
    solving.most_moves = most == ir::no_id ? 0 : most;
    solving.memory_bytes = puzzle_.memory_bytes;
    solving.most_gates =
        std::min(solving.most_gates, static_cast<std::uint64_t>(gates_per_second * seconds_left()));
    solving.stop = runtime::requested_stop();
    solving.is_wanted = [this](int goal) { return !is_settled(goal) && can_raise(goal); };
    solving.found = [this](PuzzleLine line, bool is_shortest) {
      raise(std::move(line), is_shortest, PuzzleMethod::factoring);
    };
    solving.bounded = [this](int bound) { lower(bound); };
    solving.tell = [this](const std::string& what) { tell(what); };
    report = solve_subgames(solving);
    if (report.end == SearchEnd::stopped) report.end = why_stopped();
    enter(std::move(report));
  }

  // A*.

  void search_a_star() {
    const Clock::time_point begin = Clock::now();
    MethodReport report;
    report.method = PuzzleMethod::a_star;
    if (!ground_) {
      report.why_not = why_no_net_;
      enter(std::move(report));
      return;
    }
    const double part = uses(PuzzleMethod::breadth_first) ? beam_part : breadth_part;
    look_at_goals(report, [&](int value, const std::vector<std::uint32_t>& positions) {
      tell(fmt::format("a-star: goal {}", value));
      BoundedMoves bounded =
          bound_moves(*ground_, game_, facts(), positions, part_of(solver_limits()));
      if (!bounded.bound) {
        report.why_not = std::move(bounded.why_not);
        report.end = SearchEnd::stopped;
        return;
      }
      runtime::BreadthFirstOptions options = search_options(part * memory());
      options.target = value;
      options.bound = std::move(bounded.bound);
      const std::uint32_t first = options.bound(game_.initial());
      if (report.first_bound == 0 && first != runtime::never_reached) report.first_bound = first;
      runtime::AStarResult found = runtime::search_a_star(game_, options);
      report.states += found.all_states;
      report.end = found.end;
      report.horizon = found.end == SearchEnd::complete ? 0 : found.least_moves;
      if (!found.best) return;
      report.goal = std::max(report.goal, found.best->goal);
      raise(std::move(*found.best), found.end == SearchEnd::target, PuzzleMethod::a_star);
    });
    if (report.end == SearchEnd::stopped && limit_.is_over()) report.end = SearchEnd::time;
    report.seconds = since(begin);
    enter(std::move(report));
  }

  // Planning by answer set programs.

  /// Asks clingo for a play of each length in which the formula fails that no play ends with the
  /// goal: the shortest first.
  void plan_by_asp() {
    const Clock::time_point begin = Clock::now();
    MethodReport report;
    report.method = PuzzleMethod::asp;
    report.end = SearchEnd::complete;
    if (!puzzle_.start.empty()) {
      report.why_not = "its programs begin in the initial state";
      enter(std::move(report));
      return;
    }
    Session own;  // for this thread
    own.syntax = quiet_.syntax;
    own.validation = quiet_.validation;
    own.texts = quiet_.texts;
    std::optional<ir::Module> module = load_clauses(path_, own);
    constexpr std::array<std::string_view, 1> passes{"infer-domains"};
    if (!module || !run_passes(*module, passes, {}, own)) {
      report.why_not = "the game has no rules that a program could be made of";
      enter(std::move(report));
      return;
    }
    const std::uint32_t last = std::min(puzzle_.horizon > 0 ? puzzle_.horizon : ir::no_id,
                                        solved_.clock_end.value_or(ir::no_id));
    const auto goals = asp::goals_not_reached(*module, solved_.role);
    lower(goals.empty() ? runtime::no_goal : goals.front().value);
    for (auto goal = goals.begin(); goal != goals.end() && !is_settled(goal->value); ++goal) {
      if (report.end != SearchEnd::complete) break;
      if (!can_raise(goal->value)) continue;
      const auto& [value, invariant] = *goal;
      for (std::uint32_t moves = 0; report.end == SearchEnd::complete; ++moves) {
        if (moves > last) {
          lower(std::next(goal) == goals.end() ? runtime::no_goal : std::next(goal)->value);
          break;
        }
        tell(fmt::format("asp: {} moves", moves));
        asp::ProverOptions options;
        options.clingo.program = puzzle_.clingo;
        options.clingo.seconds = puzzle_.seconds > 0 ? seconds_left() : 0;
        options.clingo.memory_bytes = static_cast<std::uint64_t>(clingo_part * memory());
        options.clingo.stop = runtime::requested_stop();
        options.program = puzzle_.program;
        const asp::FoundPlay found = asp::find_play(*module, invariant, {}, moves, options);
        ++report.questions;
        report.horizon = moves;
        if (found.play) {
          report.goal = value;
          report.end = SearchEnd::target;
          raise(line_of(*found.play, value), true, PuzzleMethod::asp);
        } else if (!found.message.empty()) {
          report.end = why_stopped();
          if (report.end == SearchEnd::memory) report.why_not = found.message;
        }
      }
    }
    report.seconds = since(begin);
    enter(std::move(report));
  }

  [[nodiscard]] PuzzleLine line_of(const asp::Play& play, int goal) const {
    PuzzleLine line;
    line.goal = goal;
    for (const asp::PlayStep& step : play.steps) {
      if (line.moves.size() == play.violated) break;
      std::vector<runtime::Move>& joint = line.moves.emplace_back();
      for (const std::string& name : step.joint) joint.push_back(game_.find_move(name).value());
    }
    if (runtime::replay_line(game_, line, solved_.role) != goal) {
      throw std::logic_error("a plan of clingo does not replay");
    }
    return line;
  }

  [[nodiscard]] sat::Limits solver_limits() const {
    sat::Limits limits;
    limits.memory_bytes = puzzle_.memory_bytes;
    limits.stopped = [stop = runtime::requested_stop()] {
      return stop->load(std::memory_order_relaxed);
    };
    return limits;
  }

  /// Of the net's fluents, in all plays of the whole game; found by whichever method asks first.
  const ir::FluentFacts& facts() {
    const std::lock_guard lock(finding_facts_);
    if (!net_->facts) {
      tell("facts");
      net_->facts = find_facts(*net_->ground->net, game_.roles().size(), part_of(solver_limits()));
      tell(fmt::format("{} facts", net_->facts->size()));
    }
    return *net_->facts;
  }

  /// Values of goals and their positions in Net::goals, the highest first.
  [[nodiscard]] std::map<int, std::vector<std::uint32_t>, std::greater<>> goals() const {
    std::map<int, std::vector<std::uint32_t>, std::greater<>> found;
    const std::vector<runtime::NetAnswerName> names = make_net_tables(*ground_).goals;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      if (names[i].role != solved_.role) continue;
      if (const auto value = runtime::goal_value(names[i].term)) found[*value].push_back(i);
    }
    return found;
  }

  /// Looks at the goals that are wanted, the highest first: look(value, positions in Net::goals)
  /// sets report.end, and as long as that is complete, no play ends with the goal.
  template <typename Look>
  void look_at_goals(MethodReport& report, const Look& look) {
    const auto values = goals();
    lower(values.empty() ? runtime::no_goal : values.begin()->first);
    for (auto goal = values.begin(); goal != values.end() && !is_settled(goal->first); ++goal) {
      if (!can_raise(goal->first)) continue;
      report.end = SearchEnd::complete;
      look(goal->first, goal->second);
      if (report.end != SearchEnd::complete) return;
      const auto next = std::next(goal);
      lower(next == values.end() ? runtime::no_goal : next->first);
    }
  }

  /// Joint moves of random games, on average; fewer where the net is large.
  [[nodiscard]] std::uint32_t likely_moves() const {
    const Clock::time_point begin = Clock::now();
    runtime::PlayoutOptions options;
    options.step_limit = most_sampled_moves;
    runtime::PlayoutStatistics statistics;
    for (; options.first < sampled_games && since(begin) < sampled_seconds; ++options.first) {
      statistics += runtime::run_playouts(game_, options);
    }
    const std::uint64_t mean = statistics.steps / std::max<std::uint64_t>(statistics.playouts, 1);
    const std::uint64_t gates = ir::count_step_gates(*ground_->net) + 1;
    return static_cast<std::uint32_t>(std::min(mean, most_window_gates / gates));
  }

  [[nodiscard]] PuzzleLine line_of(const std::vector<sat::NetMoves>& plan, int goal) const {
    const runtime::NetTables tables = make_net_tables(*ground_);
    PuzzleLine line;
    line.goal = goal;
    for (const sat::NetMoves& moves : plan) {
      std::vector<runtime::Move>& joint = line.moves.emplace_back();
      for (const std::uint32_t move : moves) {
        const std::string name = ir::term_of(*ground_->module, ground_->net->moves[move].atom);
        joint.push_back(game_.find_move(name).value());
      }
    }
    return line;
  }

  // What is known so far, of all methods.

  [[nodiscard]] SearchEnd why_stopped() const {
    if (!runtime::requested_stop()->load(std::memory_order_relaxed)) return SearchEnd::memory;
    return limit_.is_over() ? SearchEnd::time : SearchEnd::stopped;
  }

  /// Whether nothing is to be found out about lines with this goal or a lower one.
  [[nodiscard]] bool is_settled(int goal) const {
    const std::lock_guard lock(mutex_);
    if (!solved_.best || solved_.best->goal < goal) return false;
    return solved_.best->goal > goal || !puzzle_.shortest || solved_.is_shortest;
  }

  /// A method has failed for this reason.
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
  Session quiet_;  ///< its diagnostics are discarded: other methods go on without a net
  const Clock::time_point begin_ = Clock::now();
  runtime::TimedStop limit_;  ///< also set where one method has decided all
  const std::shared_ptr<PuzzleNet> net_;
  std::optional<GroundGame> ground_;  ///< from the state on in which lines begin
  std::string why_no_net_;
  runtime::IgnoredBits ignored_;
  bool is_only_clock_ = false;  ///< PositionFluents::is_only_clock
  mutable std::mutex mutex_;    ///< of `solved_`, and of what is told
  SolvedPuzzle solved_;
  std::mutex finding_facts_;
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
    case PuzzleMethod::asp:
      return "asp";
  }
  return "";
}

runtime::IgnoredBits ignored_bits(const passes::PositionFluents& fluents, const GroundGame& ground,
                                  const runtime::Game& game) {
  const std::vector<std::string> names = make_net_tables(ground).fluents;
  std::vector<std::string> ignored;
  for (const std::uint32_t fluent : fluents.clock) ignored.push_back(names[fluent]);
  for (const std::uint32_t fluent : fluents.unread) ignored.push_back(names[fluent]);
  const auto bits = runtime::find_fluent_bits(game, ignored);
  runtime::IgnoredBits found;
  if (!bits || ignored.empty()) return found;
  found.bits.assign(game.state_words(), 0);
  if (fluents.end) {
    found.clock.assign(game.state_words(), 0);
    found.at_end.assign(game.state_words(), 0);
  }
  for (std::size_t i = 0; i < bits->size(); ++i) {
    const std::uint64_t bit = (*bits)[i];
    if (bit >= runtime::always_holds) continue;
    runtime::set_bit(found.bits, bit);
    if (!fluents.end || i >= fluents.clock.size()) continue;
    runtime::set_bit(found.clock, bit);
    if (fluents.at_end[i]) runtime::set_bit(found.at_end, bit);
  }
  return found;
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
