// Solves a puzzle by its independent subgames (passes/subgames/subgames.h).
//
// For each goal, highest first, and each of its cases, it solves the puzzles of subgames
// separately, by breadth-first search and by SAT in turns of growing length. It interleaves their
// plans to a play of the whole game, which the game itself checks. If a puzzle has no solution, the
// case has none.
#include "backend/puzzles/puzzle_methods.h"

#include "backend/driver/games/net_facts.h"
#include "backend/proofs/sat/planning.h"
#include "ir/nets/net_term.h"
#include "passes/subgames/subgame_puzzles.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/puzzles/interleave.h"
#include "runtime/host/puzzles/step_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>

namespace tesuji::driver {

namespace {

using runtime::SearchEnd;
using Clock = std::chrono::steady_clock;

/// Seconds of the first turn of each method; each further turn is longer by a factor.
constexpr double first_turn = 0.5;
constexpr double turn_growth = 3;
constexpr double longest_turn = 1e6;
/// Turns of at least this length play native code, which takes a while to compile.
constexpr double native_turn = 4;
/// Fractions of the memory and of the time of a turn.
constexpr double table_part = 0.25;
constexpr double fact_part = 0.2;

/// The results for a puzzle.
struct PuzzleState {
  std::optional<runtime::PartialPlan> plan{};
  std::uint32_t least = 0;  ///< number of moves: no solution is shorter
  bool is_refuted = false;
};

/// Solves the puzzle of some subgames.
class PuzzleOfSubgames {
 public:
  PuzzleOfSubgames(const PuzzleTask& task, const passes::SubgamePuzzle& puzzle,
                   const ir::Net& net, int goal, MethodReport& report)
      : task_(task), goal_(goal), report_(report) {
    ground_.module = task.ground->module;
    ground_.net = std::make_shared<const ir::Net>(net);
    for (std::size_t i = 0; i < net.moves.size(); ++i) {
      names_.push_back(ir::term_of(*ground_.module, net.moves[i].atom));
      runtime::PlanStep& step = steps_[names_.back()];
      for (const std::uint32_t move : puzzle.same[i]) {
        const ir::NetAtom& atom = task.ground->net->moves[move].atom;
        step.push_back(task.game.find_move(ir::term_of(*ground_.module, atom)).value());
      }
      std::ranges::sort(step);
    }
  }

  /// Returns the puzzle, evaluated node by node.
  [[nodiscard]] std::shared_ptr<const runtime::Game> game() const { return evaluate_game(ground_); }
  /// Returns the moves of the whole game with the effect of this move.
  [[nodiscard]] const runtime::PlanStep& step_of(const std::string& move) const {
    return steps_.at(move);
  }

  PuzzleState run() {
    std::uint64_t most_states = 0;
    for (double turn = first_turn; !is_decided() && !is_stopped();
         turn = std::min(turn * turn_growth, longest_turn)) {
      if (!is_full_) most_states = std::max(most_states, search(turn));
      if (is_decided() || is_stopped()) break;
      // If both are out of memory, longer turns find nothing more.
      if (plan(turn) == PlanEnd::memory && is_full_) break;
    }
    report_.states += most_states;
    return std::move(known_);
  }

 private:
  [[nodiscard]] bool is_decided() const {
    if (known_.is_refuted) return true;
    return known_.plan && (!task_.wanted.shortest || known_.least >= known_.plan->size());
  }
  [[nodiscard]] bool is_stopped() const {
    return task_.is_stopped();
  }

  /// Searches breadth first; returns the number of visited states.
  std::uint64_t search(double seconds) {
    const std::shared_ptr<const runtime::Game> game =
        seconds < native_turn ? evaluate_game(ground_) : native();
    runtime::BreadthFirstOptions options;
    options.target = goal_;
    options.ignored = ignored_bits(passes::position_fluents(*ground_.net), ground_, *game);
    options.most_moves = task_.most_moves;
    options.memory_bytes =
        task_.part_of_memory(table_part);
    options.seconds = seconds;
    options.stop = task_.stop;
    runtime::BreadthFirstResult found = runtime::search_breadth_first(*game, options);
    const auto has_missed = [&] {
      return found.end == SearchEnd::complete && !found.best && found.bound >= goal_;
    };
    if (has_missed() && !options.ignored.bits.empty()) {
      options.ignored = {};  // plays that the clock ends may do better
      found = runtime::search_breadth_first(*game, options);
    }
    is_full_ = found.end == SearchEnd::memory;
    if (found.best && found.best->goal == goal_) {
      runtime::PartialPlan plan;
      for (const auto& joint : found.best->moves)
        plan.push_back(steps_.at(game->move_name(joint.front())));
      known_.least = static_cast<std::uint32_t>(plan.size());
      known_.plan = std::move(plan);
    } else if (found.end == SearchEnd::complete && found.bound < goal_) {
      known_.is_refuted = true;
    } else {
      known_.least = std::max(known_.least, found.depth);
    }
    report_.horizon = std::max(report_.horizon, found.depth);
    return found.states;
  }

  const std::shared_ptr<const runtime::Game>& native() {
    if (!native_) native_ = compile_game(ground_, task_.options);
    return native_;
  }

  enum class PlanEnd : std::uint8_t { other, memory };

  PlanEnd plan(double seconds) {
    const auto end = [](double of) {
      return Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(of));
    };
    sat::PlanningOptions options;
    options.shortest = task_.wanted.shortest;
    options.most_moves = task_.most_moves;
    options.wanted = {0};
    options.limits.memory_bytes = task_.wanted.memory_bytes;
    options.limits.stopped = [this] { return is_stopped(); };
    if (!facts_) {
      sat::Limits limits = options.limits;
      limits.deadline = end(fact_part * seconds);
      facts_ = find_facts(*ground_.net, 1, limits);
    }
    options.facts = *facts_;
    options.limits.deadline = end(seconds);
    const sat::PlanningResult found = sat::find_plan(*ground_.net, 1, options);
    report_.questions += found.solver_calls;
    report_.clauses = std::max(report_.clauses, found.clauses);
    known_.is_refuted = found.refuted;
    known_.least = std::max(known_.least, found.refuted_below);
    if (!found.plan) {
      const bool in_time = Clock::now() < *options.limits.deadline;
      return found.limit_reached && in_time && !is_stopped() ? PlanEnd::memory : PlanEnd::other;
    }
    runtime::PartialPlan plan;
    for (const sat::NetMoves& moves : *found.plan) plan.push_back(steps_.at(names_[moves.front()]));
    known_.plan = std::move(plan);
    return PlanEnd::other;
  }

  const PuzzleTask& task_;
  int goal_;
  MethodReport& report_;
  GroundGame ground_;
  std::vector<std::string> names_;                  ///< of the net's moves
  std::map<std::string, runtime::PlanStep> steps_;  ///< by name: moves of the whole game
  std::shared_ptr<const runtime::Game> native_;
  std::optional<ir::FluentFacts> facts_;
  bool is_full_ = false;  ///< breadth-first search ran out of memory
  PuzzleState known_;
};

/// Solves the goals of the whole puzzle.
class SubgameSolver {
 public:
  SubgameSolver(const PuzzleTask& task, std::uint64_t most_gates)
      : task_(task), most_gates_(most_gates) {
    report_.method = PuzzleMethod::factoring;
  }

  MethodReport run() {
    const Clock::time_point begin = Clock::now();
    try {
      solve();
    } catch (const runtime::Stopped&) {
      report_.end = SearchEnd::stopped;
    }
    report_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return std::move(report_);
  }

 private:
  void solve() {
    subgames_ = passes::find_subgames(*task_.ground->net, 1, most_gates_);
    if (!subgames_) {
      report_.why_not = "the net is too large to be split into subgames";
      return;
    }
    report_.subgames = static_cast<std::uint32_t>(subgames_->games.size());
    report_.irrelevant = static_cast<std::uint32_t>(std::ranges::count_if(
        subgames_->games, [](const passes::Subgame& game) { return !game.is_relevant; }));
    if (subgames_->games.size() < 2) {
      report_.why_not = "the game is one subgame";
      return;
    }
    task_.bounded(task_.goals.empty() ? runtime::no_goal : task_.goals.front().first);
    for (auto goal = task_.goals.begin(); goal != task_.goals.end(); ++goal) {
      if (!task_.is_wanted(goal->first)) continue;
      const Answer answer = solve_goal(goal->first, goal->second);
      if (answer == Answer::refuted) {
        const auto next = std::next(goal);
        task_.bounded(next == task_.goals.end() ? runtime::no_goal : next->first);
        continue;
      }
      if (answer == Answer::not_split) {
        report_.why_not = fmt::format("goal {} needs all {} subgames at the same time", goal->first,
                                      report_.subgames);
      }
      report_.end = answer == Answer::found ? SearchEnd::target : end_;
      return;
    }
  }

  enum class Answer : std::uint8_t { found, refuted, unknown, not_split };

  Answer solve_goal(int value, const std::vector<std::uint32_t>& positions) {
    std::vector<passes::SubgamePuzzles> cases;
    for (const std::uint32_t goal : positions) {
      auto some = passes::subgame_puzzles(*task_.ground->net, *subgames_, goal);
      if (!some) return Answer::not_split;
      std::move(some->begin(), some->end(), std::back_inserter(cases));
    }
    Answer answer = Answer::refuted;
    std::optional<runtime::PuzzleLine> best;
    std::uint32_t least = UINT32_MAX;  // minimum number of moves of any play with this goal
    for (const passes::SubgamePuzzles& some : cases) {
      const CaseResult result = solve_case(value, some);
      if (result.is_refuted) continue;
      least = std::min(least, result.least);
      if (answer == Answer::refuted) answer = Answer::unknown;
      if (!result.line) continue;
      answer = Answer::found;
      if (!best || result.line->moves.size() < best->moves.size()) best = result.line;
      if (!task_.wanted.shortest) {
        least = cases.size() == 1 ? least : 0;
        break;
      }
    }
    if (best) {
      const bool is_shortest = best->moves.size() <= least;
      report_.goal = value;
      task_.found(std::move(*best), is_shortest);
    }
    return answer;
  }

  struct CaseResult {
    std::optional<runtime::PuzzleLine> line{};
    std::uint32_t least = 0;
    bool is_refuted = false;
  };

  /// Solves all puzzles of a case, each also with the condition that the game continues if it could
  /// end it.
  CaseResult solve_case(int value, const passes::SubgamePuzzles& puzzles) {
    if (!puzzles.empty() && puzzles.front().is_in_step) return solve_in_step(value, puzzles);
    CaseResult result;
    std::vector<PartOfCase> parts;
    std::size_t closed = 0;
    std::uint32_t moves = 0;
    for (const passes::SubgamePuzzle& puzzle : puzzles) {
      task_.tell(fmt::format("factoring: goal {}, puzzle {} of {}: {} fluents, {} moves", value,
                                parts.size() + 1, puzzles.size(), puzzle.net.fluents.size(),
                                puzzle.moves.size()));
      PartOfCase& part = parts.emplace_back();
      ++report_.puzzles;
      part.puzzle = &puzzle;
      part.last = PuzzleOfSubgames(task_, puzzle, puzzle.net, value, report_).run();
      part.open = puzzle.open && puzzles.size() > 1
                      ? PuzzleOfSubgames(task_, puzzle, *puzzle.open, value, report_).run()
                      : part.last;
      moves = std::max(moves, part.last.least);
      closed += part.open.is_refuted ? 1 : 0;
      result.is_refuted = part.last.is_refuted || (closed > 1 && moves > 0);
      if (result.is_refuted) return result;
      if (!part.open.plan && !part.open.is_refuted) end_ = SearchEnd::stopped;
      if (!part.last.plan) {
        end_ = SearchEnd::stopped;
        return result;
      }
    }
    join(value, parts, result);
    return result;
  }

  struct PartOfCase {
    const passes::SubgamePuzzle* puzzle = nullptr;
    PuzzleState last{};  ///< the play may end with it
    PuzzleState open{};  ///< the game must continue after it
  };

  /// Interleaves plans, trying as the last one each part that may be last.
  void join(int value, const std::vector<PartOfCase>& parts, CaseResult& result) {
    std::optional<std::uint32_t> least;
    const bool is_over =
        std::ranges::all_of(parts, [](const PartOfCase& part) { return part.last.plan->empty(); });
    if (is_over) try_empty(value, result);
    for (std::size_t last = 0; last < parts.size(); ++last) {
      runtime::InterleaveOptions options;
      options.role = task_.role;
      options.goal = value;
      options.most_moves = task_.most_moves;
      options.stop = task_.stop;
      std::uint32_t length = parts[last].last.least;
      bool is_possible = true;
      bool is_planned = true;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        add_own(*parts[i].puzzle, options);
        if (i == last) continue;
        is_possible = is_possible && !parts[i].open.is_refuted;
        is_planned = is_planned && parts[i].open.plan;
        length += parts[i].open.least;
        if (parts[i].open.plan) options.plans.push_back(*parts[i].open.plan);
      }
      if (!is_possible) continue;
      // Every part that may be last counts for the bound, even if a line is known.
      least = std::min(least.value_or(length), length);
      if (!is_planned || (result.line && !task_.wanted.shortest)) continue;
      options.plans.push_back(*parts[last].last.plan);
      std::ranges::sort(options.own_moves);
      std::optional<runtime::PuzzleLine> line = runtime::interleave(task_.game, options);
      if (!line) continue;
      if (runtime::replay_line(task_.game, *line, task_.role) != value) {
        throw std::logic_error("interleaved plans do not replay");
      }
      if (!result.line || line->moves.size() < result.line->moves.size()) result.line = line;
    }
    // If no part can be last, the play has no move.
    result.least = is_over ? 0 : least.value_or(0);
    result.is_refuted = task_.most_moves > 0 && result.least > task_.most_moves;
    if (result.is_refuted) return;
    const bool is_stopped =
        task_.is_stopped();
    if (!result.line && end_ == SearchEnd::complete && !is_stopped) report_.is_not_joined = true;
  }

  void add_own(const passes::SubgamePuzzle& puzzle, runtime::InterleaveOptions& options) const {
    for (const auto& moves : puzzle.same) {
      for (const std::uint32_t move : moves) options.own_moves.push_back(whole_move(move));
    }
  }

  /// Solves puzzles of parallel subgames at the same time.
  CaseResult solve_in_step(int value, const passes::SubgamePuzzles& puzzles) {
    std::vector<PuzzleOfSubgames> own;
    std::vector<std::shared_ptr<const runtime::Game>> made;
    std::vector<const runtime::Game*> games;
    runtime::InterleaveOptions options;
    options.role = task_.role;
    options.goal = value;
    options.in_step = true;
    options.most_moves = task_.most_moves;
    options.stop = task_.stop;
    for (const passes::SubgamePuzzle& puzzle : puzzles) {
      ++report_.puzzles;
      own.emplace_back(task_, puzzle, puzzle.net, value, report_);
      made.push_back(own.back().game());
      games.push_back(made.back().get());
      add_own(puzzle, options);
    }
    std::ranges::sort(options.own_moves);
    task_.tell(fmt::format("factoring: goal {}, {} puzzles in step", value, puzzles.size()));
    CaseResult result;
    runtime::StepSearchOptions search;
    search.goal = value;
    search.most_moves = task_.most_moves;
    search.memory_bytes =
        task_.part_of_memory(table_part);
    search.stop = task_.stop;
    search.joins = [&](const std::vector<std::vector<runtime::Move>>& plays) {
      options.plans.clear();
      for (std::size_t i = 0; i < plays.size(); ++i) {
        runtime::PartialPlan& plan = options.plans.emplace_back();
        for (const runtime::Move move : plays[i])
          plan.push_back(own[i].step_of(games[i]->move_name(move)));
      }
      result.line = runtime::interleave(task_.game, options);
      if (!result.line) return false;
      if (runtime::replay_line(task_.game, *result.line, task_.role) != value) {
        throw std::logic_error("plans in step do not replay");
      }
      return true;
    };
    const runtime::StepSearchResult found = runtime::search_in_step(games, search);
    report_.states += found.states;
    result.least = found.least;
    result.is_refuted = found.is_refuted;
    if (found.end != SearchEnd::complete) end_ = SearchEnd::stopped;
    report_.is_not_joined = report_.is_not_joined ||
                            (!found.is_found && !found.is_refuted && end_ == SearchEnd::complete);
    return result;
  }

  /// Tries the play without moves: the first state may have the goal and end the game.
  void try_empty(int value, CaseResult& result) const {
    runtime::PuzzleLine line;
    line.goal = value;
    if (runtime::replay_line(task_.game, line, task_.role) == value) result.line = line;
  }

  [[nodiscard]] runtime::Move whole_move(std::uint32_t move) const {
    const ir::NetAtom& atom = task_.ground->net->moves[move].atom;
    return task_.game.find_move(ir::term_of(*task_.ground->module, atom)).value();
  }

  const PuzzleTask& task_;
  std::uint64_t most_gates_;
  MethodReport report_;
  std::optional<passes::Subgames> subgames_;
  SearchEnd end_ = SearchEnd::complete;
};

}  // namespace

MethodReport solve_subgames(const PuzzleTask& task, std::uint64_t most_gates) {
  return SubgameSolver(task, most_gates).run();
}

}  // namespace tesuji::driver
