#include "runtime/host/playouts/sampled_positions.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/playouts/state_hash.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

namespace tesuji::runtime {

namespace {

/// Plays games one after the other, and keeps each one's states until the next.
class SampledGames {
 public:
  SampledGames(const Game& game, const PositionSampleOptions& options)
      : game_(game),
        options_(options),
        stop_(requested_stop()),
        scratch_(make_scratch(game, stop_)) {}

  PositionSample sample() {
    PositionSample found;
    Deadline deadline(options_.seconds);
    for (std::uint64_t number = 0; number < options_.games; ++number) {
      if (deadline.is_over()) break;
      Rng random(options_.seed, number);
      if (const auto outcome = play(random)) keep(random, *outcome, number, found);
    }
    return found;
  }

 private:
  /// Returns the game's outcome; nothing if it did not end, or its goals are not numbers.
  std::optional<float> play(Rng& random) {
    const std::size_t words = game_.state_words();
    states_.assign(game_.initial().begin(), game_.initial().end());
    State next(words);
    for (std::uint64_t step = 0; step < options_.step_limit; ++step) {
      const StateView at(states_.data() + states_.size() - words, words);
      if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw Stopped();
      if (game_.terminal(at, *scratch_)) return outcome(at);
      game_.legal(at, *scratch_, legal_);
      joint_.clear();
      for (const std::vector<Move>& moves : legal_) {
        if (moves.empty()) return std::nullopt;
        joint_.push_back(moves.size() == 1 ? moves.front() : moves[random.below(moves.size())]);
      }
      game_.next(at, joint_, *scratch_, next);
      states_.insert(states_.end(), next.begin(), next.end());
    }
    return std::nullopt;
  }

  std::optional<float> outcome(StateView end) {
    goals_.resize(game_.roles().size());
    game_.goal_values(end, *scratch_, goals_);
    if (std::any_of(goals_.begin(), goals_.end(), [](int goal) { return goal < 0; })) {
      return std::nullopt;
    }
    if (goals_.size() == 1) return static_cast<float>(goals_.front()) / 100.0F;
    const int best = *std::max_element(goals_.begin() + 1, goals_.end());
    if (goals_.front() == best) return 0.5F;
    return goals_.front() > best ? 1.0F : 0.0F;
  }

  /// Samples from the states except the last one.
  void keep(Rng& random, float outcome, std::uint64_t number, PositionSample& found) {
    const std::size_t words = game_.state_words();
    const std::size_t count = states_.size() / words - 1;
    std::vector<std::size_t> chosen;
    for (unsigned i = 0; i < options_.positions_per_game && chosen.size() < count; ++i) {
      const std::size_t one = random.below(count);
      if (std::find(chosen.begin(), chosen.end(), one) == chosen.end()) chosen.push_back(one);
    }
    for (const std::size_t one : chosen) {
      const auto begin = states_.begin() + static_cast<std::ptrdiff_t>(one * words);
      found.states.insert(found.states.end(), begin, begin + static_cast<std::ptrdiff_t>(words));
      found.outcomes.push_back(outcome);
      found.games.push_back(static_cast<std::uint32_t>(number));
    }
  }

  const Game& game_;
  PositionSampleOptions options_;
  const std::atomic<bool>* stop_;  ///< may be null
  std::unique_ptr<Scratch> scratch_;
  std::vector<std::uint64_t> states_;
  std::vector<std::vector<Move>> legal_;
  std::vector<Move> joint_;
  std::vector<int> goals_;
};

}  // namespace

PositionSample sample_positions(const Game& game, const PositionSampleOptions& options) {
  return SampledGames(game, options).sample();
}

std::vector<State> random_positions(const Game& game, std::size_t count, std::uint64_t moves,
                                    std::uint64_t seed) {
  constexpr std::uint64_t tries_each = 100;
  const auto scratch = game.make_scratch();
  std::vector<State> found;
  std::unordered_set<State, StateHash> seen;
  for (std::uint64_t number = 0; found.size() < count && number < tries_each * count; ++number) {
    if (is_stop_requested()) throw Stopped();
    Rng random(seed, number);
    State state(game.initial().begin(), game.initial().end());
    std::uint64_t steps = 0;
    const Drawn end = game.play_out(state, *scratch, random, moves, steps);
    if (end != Drawn::joint || game.terminal(state, *scratch)) continue;
    if (seen.insert(state).second) found.push_back(std::move(state));
  }
  return found;
}

}  // namespace tesuji::runtime
