#include "backend/driver/players/possible_states.h"

#include "runtime/host/playouts/joint_moves.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tesuji::driver {

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
  states_.assign(1, runtime::State(state.begin(), state.end()));
}

std::vector<runtime::State> PossibleStates::successors(
    runtime::Move own, const std::span<const std::string>* percepts,
    std::chrono::steady_clock::time_point until) {
  std::set<runtime::State> found;
  std::vector<std::vector<runtime::Move>> legal;
  std::vector<std::vector<std::string>> perceived;
  std::vector<runtime::Move> joint(game_->roles().size());
  runtime::State next(game_->state_words());
  const std::size_t share = std::max<std::size_t>(1, options_.most_joint / states_.size());
  for (const runtime::State& state : states_) {
    if (game_->terminal(state, *scratch_)) continue;
    game_->legal(state, *scratch_, legal);
    if (!std::binary_search(legal[role_].begin(), legal[role_].end(), own)) continue;
    legal[role_].assign(1, own);
    runtime::JointMoves every(legal);
    if (every.count() == 0) continue;
    const bool all = every.count() <= share;
    for (std::size_t tries = 0; tries < share; ++tries) {
      if (!found.empty() && std::chrono::steady_clock::now() >= until) break;
      joint.assign(every.joint().begin(), every.joint().end());
      if (!all) static_cast<void>(runtime::choose_at_random(legal, random_, joint));
      bool explained = true;
      if (percepts != nullptr) {
        game_->percepts(state, joint, *scratch_, perceived);
        explained = std::equal(perceived[role_].begin(), perceived[role_].end(), percepts->begin(),
                               percepts->end());
      }
      if (explained) {
        game_->next(state, joint, *scratch_, next);
        found.insert(next);
      }
      if (all && !every.advance()) break;
    }
  }
  std::vector<runtime::State> kept(found.begin(), found.end());
  // Those that stay are drawn, so that none is preferred.
  for (std::size_t i = 0; i < options_.most_states && kept.size() > options_.most_states; ++i) {
    std::swap(kept[i], kept[i + random_.below(kept.size() - i)]);
  }
  if (kept.size() > options_.most_states) kept.resize(options_.most_states);
  return kept;
}

bool PossibleStates::advance(runtime::Move own, std::span<const std::string> percepts,
                             std::chrono::steady_clock::time_point until) {
  std::vector<runtime::State> explained = successors(own, &percepts, until);
  const bool found = !explained.empty();
  if (!found) explained = successors(own, nullptr, until);
  if (!explained.empty()) states_ = std::move(explained);
  return found;
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
