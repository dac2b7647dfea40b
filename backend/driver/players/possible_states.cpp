#include "backend/driver/players/possible_states.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tesuji::driver {
namespace {

/// The next combination of one place for each list; false after the last.
bool advance_places(std::vector<std::size_t>& places,
                    const std::vector<std::vector<runtime::Move>>& lists) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (++places[i] < lists[i].size()) return true;
    places[i] = 0;
  }
  return false;
}

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
    std::size_t all = 1;
    for (const auto& moves : legal) all = std::min(all * moves.size(), share + 1);
    if (all == 0) continue;
    std::vector<std::size_t> places(legal.size());
    for (std::size_t tries = 0; tries < share; ++tries) {
      if (!found.empty() && std::chrono::steady_clock::now() >= until) break;
      for (std::size_t i = 0; i < legal.size(); ++i) {
        if (all > share) places[i] = random_.below(legal[i].size());
        joint[i] = legal[i][places[i]];
      }
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
      if (all <= share && !advance_places(places, legal)) break;
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
