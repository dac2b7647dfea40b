#include "runtime/host/playout.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

namespace tesuji::runtime {

PlayoutEnd play_out(const Game& game, Scratch& scratch, Rng& random, std::uint32_t max_steps,
                    const std::atomic<bool>* stop) {
  PlayoutEnd end;
  const StateView initial = game.initial();
  end.state.assign(initial.begin(), initial.end());
  State successor(game.state_words());
  std::vector<std::vector<Move>> legal;
  std::vector<Move> joint(game.roles().size());
  while (!game.terminal(end.state, scratch)) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
      end.kind = PlayoutEnd::Kind::stopped;
      return end;
    }
    if (end.steps == max_steps) {
      end.kind = PlayoutEnd::Kind::cut;
      return end;
    }
    game.legal(end.state, scratch, legal);
    for (std::size_t role = 0; role < joint.size(); ++role) {
      if (legal[role].empty()) {
        end.kind = PlayoutEnd::Kind::stuck;
        return end;
      }
      joint[role] = legal[role][random.below(legal[role].size())];
    }
    game.next(end.state, joint, scratch, successor);
    end.state.swap(successor);
    ++end.steps;
  }
  return end;
}

void SimulationResult::add(const SimulationResult& other) {
  if (other.playouts > 0) {
    shortest = playouts > 0 ? std::min(shortest, other.shortest) : other.shortest;
    longest = std::max(longest, other.longest);
  }
  playouts += other.playouts;
  terminal += other.terminal;
  cut += other.cut;
  stuck += other.stuck;
  transitions += other.transitions;
  roles.resize(std::max(roles.size(), other.roles.size()));
  for (std::size_t role = 0; role < other.roles.size(); ++role) {
    const RoleResult& from = other.roles[role];
    RoleResult& to = roles[role];
    to.sum += from.sum;
    to.valued += from.valued;
    to.missing += from.missing;
    to.ambiguous += from.ambiguous;
    to.odd += from.odd;
    for (std::size_t value = 0; value < from.histogram.size(); ++value) {
      to.histogram[value] += from.histogram[value];
    }
  }
}

namespace {

void count_goals(const std::vector<std::vector<std::string>>& goals, SimulationResult& result) {
  for (std::size_t role = 0; role < goals.size(); ++role) {
    SimulationResult::RoleResult& counts = result.roles[role];
    if (goals[role].empty()) {
      ++counts.missing;
    } else if (goals[role].size() > 1) {
      ++counts.ambiguous;
    } else if (const std::optional<int> value = goal_value(goals[role].front())) {
      ++counts.valued;
      counts.sum += static_cast<std::uint64_t>(*value);
      ++counts.histogram[static_cast<std::size_t>(*value)];
    } else {
      ++counts.odd;
    }
  }
}

SimulationResult run_share(const Game& game, const SimulationOptions& options,
                           std::atomic<std::uint64_t>& next_playout) {
  SimulationResult result;
  result.roles.resize(game.roles().size());
  const std::unique_ptr<Scratch> scratch = game.make_scratch();
  std::vector<std::vector<std::string>> goals;
  for (;;) {
    const std::uint64_t playout = next_playout.fetch_add(1, std::memory_order_relaxed);
    if (playout >= options.playouts) return result;
    Rng random(options.seed, playout);
    const PlayoutEnd end = play_out(game, *scratch, random, options.max_steps, options.stop);
    if (end.kind == PlayoutEnd::Kind::stopped) return result;
    result.shortest = result.playouts == 0 ? end.steps : std::min(result.shortest, end.steps);
    result.longest = std::max(result.longest, end.steps);
    ++result.playouts;
    result.transitions += end.steps;
    result.cut += end.kind == PlayoutEnd::Kind::cut ? 1U : 0U;
    result.stuck += end.kind == PlayoutEnd::Kind::stuck ? 1U : 0U;
    if (end.kind == PlayoutEnd::Kind::terminal) {
      ++result.terminal;
      game.goal(end.state, *scratch, goals);
      count_goals(goals, result);
    }
  }
}

}  // namespace

SimulationResult simulate(const Game& game, const SimulationOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  SimulationResult total;
  total.roles.resize(game.roles().size());
  std::atomic<std::uint64_t> next_playout{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      const SimulationResult share = run_share(game, options, next_playout);
      const std::lock_guard lock(mutex);
      total.add(share);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next_playout.store(options.playouts, std::memory_order_relaxed);
    }
  };
  if (options.threads <= 1) {
    work();
  } else {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  }
  if (failure) std::rethrow_exception(failure);
  total.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return total;
}

}  // namespace tesuji::runtime
