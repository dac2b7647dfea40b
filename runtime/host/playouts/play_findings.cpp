#include "runtime/host/playouts/play_findings.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/playouts/fault_log.h"

#include <cstdint>
#include <limits>

namespace tesuji::runtime {
namespace {

class FaultFinder {
 public:
  explicit FaultFinder(const Game& game)
      : game_(game),
        scratch_(game.make_scratch()),
        log_(game, result_),
        joint_(game.roles().size()) {}

  /// Plays a playout; gives up after `most_steps` joint moves.
  void play(std::uint64_t number, const PlayoutOptions& options,
            std::uint64_t most_steps = std::numeric_limits<std::uint64_t>::max()) {
    Rng rng(options.seed, number);
    result_.seed = options.seed;
    result_.step_limit = options.step_limit;
    playout_ = number;
    state_.assign(game_.initial().begin(), game_.initial().end());
    next_.resize(state_.size());
    history_.clear();
    ++result_.playouts;
    record_start();
    std::uint64_t step = 0;
    for (; !game_.terminal(state_, *scratch_); ++step) {
      if (step == options.step_limit) {
        ++result_.cut;
        return;
      }
      if (step == most_steps) {
        ++result_.given_up;
        return;
      }
      game_.legal(state_, *scratch_, legal_);
      if (!choose_at_random(legal_, rng, joint_)) {
        log_.add_stuck(state_, legal_, way());
        return;
      }
      history_.insert(history_.end(), joint_.begin(), joint_.end());
      game_.next(state_, joint_, *scratch_, next_);
      state_.swap(next_);
      ++result_.steps;
      record_step();
    }
    log_.add_end(state_, *scratch_, way());
  }

  /// Uncounts the last playout, which was given up.
  void forget_playout() { --result_.playouts; }

  [[nodiscard]] std::uint64_t steps() const { return result_.steps; }
  [[nodiscard]] PlayFindings take() { return std::move(result_); }

 private:
  void record_start() {
    recording_ = recorded_ < PlayFindings::most_recorded;
    if (recording_) result_.recorded.emplace_back();
    record_state();
  }

  void record_step() {
    recording_ = recording_ && recorded_ < PlayFindings::most_recorded;
    if (recording_) {
      std::vector<std::string>& names = result_.recorded.back().moves.emplace_back();
      for (const Move move : joint_) names.push_back(game_.move_name(move));
      std::vector<bool>& choices = result_.recorded.back().choices.emplace_back();
      for (const std::vector<Move>& moves : legal_) choices.push_back(moves.size() > 1);
    }
    record_state();
  }

  void record_state() {
    if (!recording_) return;
    result_.recorded.back().states.push_back(game_.fluents(state_));
    recorded_ += 1 + result_.recorded.back().states.back().size();
  }

  [[nodiscard]] PlayedWay way() const {
    return {playout_, history_.size() / joint_.size(), [this] { return history_; }};
  }

  const Game& game_;
  std::unique_ptr<Scratch> scratch_;
  PlayFindings result_;
  FaultLog log_;
  std::size_t recorded_ = 0;  ///< fluents, plus a little for each state
  bool recording_ = false;    ///< the current playout, from its beginning
  std::uint64_t playout_ = 0;
  State state_;
  State next_;
  std::vector<std::vector<Move>> legal_;
  std::vector<Move> joint_;
  std::vector<Move> history_;  ///< joint moves of this playout, one after the other
};

}  // namespace

const char* code_of(PlayFault fault) {
  static constexpr const char* codes[] = {"no-legal", "goal-missing", "goal-several", "goal-value",
                                          "over-at-start"};
  return codes[static_cast<std::size_t>(fault)];
}

PlayFindings find_play_faults(const Game& game, const PlayoutOptions& options,
                              const std::atomic<bool>* stop) {
  FaultFinder finder(game);
  const StopScope scope(stop);
  for (std::uint64_t i = 0; i < options.count; ++i) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) break;
    try {
      finder.play(options.first + i, options);
    } catch (const Stopped&) {
      finder.forget_playout();
      break;
    }
  }
  return finder.take();
}

PlayFindings try_play_faults(const Game& game, const PlayoutOptions& options,
                             std::uint64_t most_steps) {
  FaultFinder finder(game);
  try {
    for (std::uint64_t i = 0; i < options.count && finder.steps() < most_steps; ++i) {
      finder.play(options.first + i, options, most_steps - finder.steps());
    }
  } catch (const LimitReached&) {
    // Findings made before the stop count.
  } catch (const Stopped&) {
    finder.forget_playout();
  }
  return finder.take();
}

}  // namespace tesuji::runtime
