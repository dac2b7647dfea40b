#include "backend/players/possible_states.h"

#include "runtime/host/playouts/joint_moves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tesuji::driver {
namespace {

/// Time in which some state is found in any game.
constexpr std::chrono::milliseconds least_time{20};

}  // namespace

PossibleStates::PossibleStates(std::shared_ptr<const runtime::Game> game, runtime::Role role,
                               const PossibleStatesOptions& options)
    : game_(std::move(game)),
      role_(role),
      options_(options),
      scratch_(game_->make_scratch()),
      random_(options.seed, role) {
  set(game_->initial());
}

void PossibleStates::set(runtime::StateView state) {
  known_.assign(state.begin(), state.end());
  turns_.clear();
  states_.assign(1, known_);
  weights_.assign(1, 1.0);
}

PossibleStates::Weighted PossibleStates::successors(runtime::Move own,
                                                    const std::vector<std::string>* percepts,
                                                    std::chrono::steady_clock::time_point until) {
  Weighted found;
  std::vector<std::vector<runtime::Move>> legal;
  std::vector<std::vector<std::string>> perceived;
  std::vector<runtime::Move> joint(game_->roles().size());
  runtime::State next(game_->state_words());
  const std::size_t share = std::max<std::size_t>(1, options_.most_joint / states_.size());
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const runtime::State& state = states_[i];
    try {
      if (game_->terminal(state, *scratch_)) continue;
      game_->legal(state, *scratch_, legal);
    } catch (const runtime::LimitReached&) {
      continue;
    }
    if (!std::binary_search(legal[role_].begin(), legal[role_].end(), own)) continue;
    legal[role_].assign(1, own);
    runtime::JointMoves every(legal);
    if (every.count() == 0) continue;
    const bool all = every.count() <= share;
    // Sampled successors stand for the others: together they are as probable as the state.
    const double weight = weights_[i] / static_cast<double>(all ? every.count() : share);
    for (std::size_t tries = 0; tries < share; ++tries) {
      if (std::chrono::steady_clock::now() >= until) return found;
      joint.assign(every.joint().begin(), every.joint().end());
      if (!all) static_cast<void>(runtime::choose_at_random(legal, random_, joint));
      try {
        bool explained = true;
        if (percepts != nullptr) {
          game_->percepts(state, joint, *scratch_, perceived);
          explained = perceived[role_] == *percepts;
        }
        if (explained) {
          game_->next(state, joint, *scratch_, next);
          found[next] += weight;
        }
      } catch (const runtime::LimitReached&) {
        // A state that cannot be computed is not kept.
      }
      if (all && !every.advance()) break;
    }
  }
  return found;
}

/// Keeps the states; samples if there are too many, by probability (systematic resampling).
void PossibleStates::keep(const Weighted& found) {
  double all = 0;
  for (const auto& [state, weight] : found) all += weight;
  states_.clear();
  weights_.clear();
  const bool fits = found.size() <= options_.most_states;
  const double step = all / static_cast<double>(options_.most_states);
  constexpr std::uint64_t parts = 1ULL << 32U;
  double at = -step * static_cast<double>(random_.below(parts)) / static_cast<double>(parts);
  for (const auto& [state, weight] : found) {
    double count = weight / all;
    if (!fits) {
      at += weight;
      const double drawn = at < 0 ? 0 : std::floor(at / step) + 1;
      at -= drawn * step;
      count = drawn / static_cast<double>(options_.most_states);
    }
    if (count <= 0) continue;
    states_.push_back(state);
    weights_.push_back(count);
  }
}

/// Replays the match: other moves of the other roles may explain the percepts when those of the
/// kept states do not.
bool PossibleStates::replay(std::chrono::steady_clock::time_point until) {
  std::vector<runtime::State> states = states_;
  std::vector<double> weights = weights_;
  while (std::chrono::steady_clock::now() < until) {
    states_.assign(1, known_);
    weights_.assign(1, 1.0);
    bool explained = true;
    for (const Turn& turn : turns_) {
      const Weighted found = successors(turn.own, &turn.percepts, until);
      explained = !found.empty();
      if (!explained) break;
      keep(found);
    }
    if (explained) return true;
    // If all joint moves were tried, replaying cannot find anything else.
    if (turns_.size() <= 1) break;
  }
  states_ = std::move(states);
  weights_ = std::move(weights);
  return false;
}

bool PossibleStates::advance(runtime::Move own, std::span<const std::string> percepts,
                             std::chrono::steady_clock::time_point until) {
  turns_.push_back({own, {percepts.begin(), percepts.end()}});
  const Weighted explained = successors(own, &turns_.back().percepts, until);
  if (!explained.empty()) {
    keep(explained);
    return true;
  }
  if (replay(until)) return true;
  // Keeps at least one, even after the time limit.
  const Weighted all =
      successors(own, nullptr, std::max(until, std::chrono::steady_clock::now() + least_time));
  if (!all.empty()) keep(all);
  return false;
}

std::vector<runtime::Move> PossibleStates::legal() {
  std::map<runtime::Move, std::size_t> counts;
  std::vector<std::vector<runtime::Move>> legal;
  std::size_t most = 0;
  for (const runtime::State& state : states_) {
    if (game_->terminal(state, *scratch_)) continue;
    game_->legal(state, *scratch_, legal);
    for (const runtime::Move move : legal[role_]) most = std::max(most, ++counts[move]);
  }
  std::vector<runtime::Move> moves;
  for (const auto& [move, count] : counts) {
    if (count == most) moves.push_back(move);
  }
  return moves;
}

}  // namespace tesuji::driver
