// Solves a puzzle by answer set programs: for each length, shortest first, clingo searches for a
// play that violates the formula "no play ends with the goal".
#include "backend/puzzles/puzzle_methods.h"

#include "backend/driver/load.h"
#include "backend/proofs/formulas/goal_invariants.h"
#include "backend/proofs/prove/counterexample.h"

#include <fmt/core.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace tesuji::driver {

namespace {

using runtime::SearchEnd;

/// Fraction of the memory for a run of clingo, which is a separate process.
constexpr double clingo_part = 0.5;

runtime::PuzzleLine clingo_line(const PuzzleTask& task, const proofs::Play& play, int goal) {
  runtime::PuzzleLine line;
  line.goal = goal;
  for (const proofs::PlayStep& step : play.steps) {
    if (line.moves.size() == play.violated) break;
    std::vector<runtime::Move>& joint = line.moves.emplace_back();
    for (const std::string& name : step.joint) joint.push_back(task.game.find_move(name).value());
  }
  if (runtime::replay_line(task.game, line, task.role) != goal) {
    throw std::logic_error("a plan of clingo does not replay");
  }
  return line;
}

proofs::ProverOptions prover_options(const PuzzleTask& task) {
  proofs::ProverOptions options;
  options.clingo.program = task.wanted.clingo;
  options.clingo.seconds = task.wanted.seconds > 0 ? task.seconds_left() : 0;
  options.clingo.memory_bytes = task.part_of_memory(clingo_part);
  options.clingo.stop = task.stop;
  options.program = task.wanted.program;
  return options;
}

}  // namespace

MethodReport plan_by_clingo(const std::string& path, const Session& session,
                            const PuzzleTask& task) {
  MethodReport report;
  report.method = PuzzleMethod::asp;
  if (!task.wanted.start.empty()) {
    report.why_not = "its programs begin in the initial state";
    return report;
  }
  Session own;  // for this thread
  own.syntax = session.syntax;
  own.validation = session.validation;
  own.texts = session.texts;
  std::optional<ir::Module> module = load_clauses(path, own);
  constexpr std::array<std::string_view, 1> passes{"infer-domains"};
  if (!module || !run_passes(*module, passes, {}, own)) {
    report.why_not = "a program needs the game's rules, which this file does not contain";
    return report;
  }
  PuzzleTask goals = task;  // the goals of the program
  goals.goals.clear();
  const auto invariants = proofs::goals_not_reached(*module, task.role);
  for (std::uint32_t i = 0; i < invariants.size(); ++i) {
    goals.goals.push_back({invariants[i].value, {i}});
  }
  look_at_goals(goals, report, [&](int value, const std::vector<std::uint32_t>& places) {
    for (std::uint32_t moves = 0; task.most_moves == 0 || moves <= task.most_moves; ++moves) {
      task.tell(fmt::format("asp: {} moves", moves));
      const proofs::FoundPlay found = proofs::find_play(
          *module, invariants[places.front()].invariant, {}, moves, prover_options(task));
      ++report.questions;
      report.horizon = moves;
      if (found.play) {
        report.goal = value;
        report.end = SearchEnd::target;
        task.found(clingo_line(task, *found.play, value), true);
        return;
      }
      if (found.message.empty()) continue;
      report.end = SearchEnd::stopped;
      if (!task.is_stopped()) report.why_not = found.message;
      return;
    }
  });
  return report;
}

}  // namespace tesuji::driver
