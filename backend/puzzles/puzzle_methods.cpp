#include "backend/puzzles/puzzle_methods.h"

#include "ir/nets/net_term.h"

#include <algorithm>
#include <chrono>

namespace tesuji::driver {

sat::Limits solver_limits(const PuzzleTask& task) {
  sat::Limits limits;
  // These limits count the whole process's memory.
  if (task.wanted.memory_bytes > 0) {
    limits.memory_bytes = task.wanted.memory_bytes + task.wanted.memory_before;
  }
  limits.stopped = [stop = task.stop] { return stop->load(std::memory_order_relaxed); };
  return limits;
}

sat::Limits limits_before(const PuzzleTask& task, double part, double most_seconds) {
  using Clock = std::chrono::steady_clock;
  sat::Limits limits = solver_limits(task);
  const double seconds = std::min(part * task.seconds_left(), most_seconds);
  limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(seconds));
  return limits;
}

runtime::PuzzleLine line_of(const PuzzleTask& task, const std::vector<sat::NetMoves>& plan,
                            int goal) {
  runtime::PuzzleLine line;
  line.goal = goal;
  for (const sat::NetMoves& moves : plan) {
    std::vector<runtime::Move>& joint = line.moves.emplace_back();
    for (const std::uint32_t move : moves) {
      const std::string name =
          ir::term_of(*task.ground->module, task.ground->net->moves[move].atom);
      joint.push_back(task.game.find_move(name).value());
    }
  }
  return line;
}

}  // namespace tesuji::driver
