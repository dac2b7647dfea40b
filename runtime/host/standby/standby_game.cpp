#include "runtime/host/standby/standby_game.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tesuji::runtime {
namespace {

/// After this many states the other game is made again.
constexpr std::uint64_t most_states_met = 20'000;

[[noreturn]] void lacks(const std::string& name) {
  throw std::runtime_error("the standby does not have `" + name + "`");
}

}  // namespace

void StandbyGame::make() {
  if (other_ != nullptr && states_ < most_states_met) return;
  scratch_.reset();
  other_.reset();
  asked_.clear();
  states_ = 0;
  other_ = make_();
  if (other_ == nullptr) throw std::runtime_error("no standby");
  if (!std::equal(other_->roles().begin(), other_->roles().end(), game_->roles().begin(),
                  game_->roles().end())) {
    other_.reset();
    throw std::runtime_error("the standby has other roles");
  }
  scratch_ = other_->make_scratch();
}

StateView StandbyGame::state_of(StateView state) {
  make();
  if (!asked_.empty() && std::equal(state.begin(), state.end(), asked_.begin(), asked_.end())) {
    return found_;
  }
  std::string unknown;
  std::optional<State> found = other_->state_of(game_->fluents(state), &unknown);
  if (!found) lacks(unknown);
  ++states_;
  found_ = std::move(*found);
  asked_.assign(state.begin(), state.end());
  return found_;
}

std::vector<Move> StandbyGame::moves_of(std::span<const Move> joint) const {
  std::vector<Move> moves;
  for (const Move move : joint) {
    const std::string name = game_->move_name(move);
    const std::optional<Move> found = other_->find_move(name);
    if (!found) lacks(name);
    moves.push_back(*found);
  }
  return moves;
}

std::vector<std::vector<Move>> StandbyGame::legal(StateView state) {
  const std::lock_guard lock(mutex_);
  std::vector<std::vector<Move>> lists;
  const StateView asked = state_of(state);
  other_->legal(asked, *scratch_, lists);
  for (std::vector<Move>& list : lists) {
    for (Move& move : list) {
      const std::string name = other_->move_name(move);
      const std::optional<Move> found = game_->find_move(name);
      if (!found) lacks(name);
      move = *found;
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return lists;
}

bool StandbyGame::terminal(StateView state) {
  const std::lock_guard lock(mutex_);
  const StateView asked = state_of(state);
  return other_->terminal(asked, *scratch_);
}

void StandbyGame::next(StateView state, std::span<const Move> joint, StateOut out) {
  const std::lock_guard lock(mutex_);
  const StateView asked = state_of(state);
  State next(other_->state_words());
  other_->next(asked, moves_of(joint), *scratch_, next);
  ++states_;
  std::string unknown;
  const std::optional<State> found = game_->state_of(other_->fluents(next), &unknown);
  if (!found) lacks(unknown);
  std::copy(found->begin(), found->end(), out.begin());
}

void StandbyGame::goal_values(StateView state, std::span<int> values) {
  const std::lock_guard lock(mutex_);
  const StateView asked = state_of(state);
  other_->goal_values(asked, *scratch_, values);
}

std::vector<std::vector<std::string>> StandbyGame::goals(StateView state) {
  const std::lock_guard lock(mutex_);
  const StateView asked = state_of(state);
  std::vector<std::vector<std::string>> goals;
  other_->goal(asked, *scratch_, goals);
  return goals;
}

std::vector<std::vector<std::string>> StandbyGame::percepts(StateView state,
                                                            std::span<const Move> joint) {
  const std::lock_guard lock(mutex_);
  const StateView asked = state_of(state);
  std::vector<std::vector<std::string>> percepts;
  other_->percepts(asked, moves_of(joint), *scratch_, percepts);
  return percepts;
}

}  // namespace tesuji::runtime
