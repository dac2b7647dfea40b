#include "runtime/host/mcts/all_moves_as_first.h"

#include "runtime/host/game/stop.h"

#include <algorithm>
#include <bit>

namespace tesuji::runtime {
namespace {

/// Counts and sums are halved before single precision cannot add small results to them.
constexpr std::uint64_t most_playouts = std::uint64_t{1} << 18U;
/// A move that has added the same bit in so many states adds it in all: next states take longer to
/// compute than all else here.
constexpr int enough_times = 8;

/// Calls `each(bit)` for the set bits of a word, the first of which is bit `first`.
template <typename Each>
void each_bit(std::uint64_t bits, std::size_t first, Each each) {
  for (; bits != 0; bits &= bits - 1) {
    each(first + static_cast<std::size_t>(std::countr_zero(bits)));
  }
}

/// The same for the bits that the next state adds.
template <typename Each>
void each_added(StateView before, StateView next, Each each) {
  for (std::size_t word = 0; word < before.size(); ++word) {
    each_bit(next[word] & ~before[word], 64 * word, each);
  }
}

}  // namespace

LastStates::LastStates(std::size_t state_words, std::size_t roles)
    : roles_(roles), counts_(64 * state_words), sums_(roles * counts_.size()) {}

void LastStates::add(StateView last, std::span<const float> values) {
  if (++all_ == most_playouts) {
    for (float& count : counts_) count /= 2;
    for (float& sum : sums_) sum /= 2;
    all_ /= 2;
  }
  for (std::size_t word = 0; word < last.size(); ++word) {
    each_bit(last[word], 64 * word, [&](std::size_t bit) {
      counts_[bit] += 1;
      for (std::size_t role = 0; role < roles_; ++role) sums_[bit * roles_ + role] += values[role];
    });
  }
}

bool AllMovesAsFirst::suits(const Game& game) {
  return bits_of(game, game.fluents(game.initial())).has_value();
}

AllMovesAsFirst::AllMovesAsFirst(const Game& game, std::uint64_t visits, std::size_t memory)
    : game_(game),
      roles_(game.roles().size()),
      visits_(visits),
      memory_(memory),
      effects_(roles_),
      adding_(64 * game.state_words()) {}

const LastStates* AllMovesAsFirst::at(TreeNodeId node, const LastStates* above) const {
  const auto own = ends_.find(node);
  if (own == ends_.end()) return above;
  return above == nullptr || own->second.playouts() >= visits_ ? &own->second : above;
}

void AllMovesAsFirst::count(const Tree& tree, std::span<const TreeNodeId> steps, StateView last,
                            std::span<const float> values) {
  for (const TreeNodeId step : steps) {
    auto own = ends_.find(step);
    if (own == ends_.end()) {
      const bool is_full = !ends_.empty() && ends_.size() * ends_.begin()->second.bytes() > memory_;
      if (step != steps.front() && (is_full || tree.node(step).visits < visits_)) continue;
      own = ends_.emplace(step, LastStates(last.size(), roles_)).first;
    }
    own->second.add(last, values);
  }
}

bool AllMovesAsFirst::recall(Role role, std::span<TreeAction> actions) const {
  for (TreeAction& action : actions) {
    const auto known = effects_[role].find(action.move);
    if (known == effects_[role].end() || known->second.times < enough_times) return false;
    action.added = known->second.bit;
  }
  return true;
}

void AllMovesAsFirst::find_added(Tree& tree, TreeNodeId node, Role role,
                                 std::span<const Move> joint, const LastStates* ends,
                                 Scratch& scratch) {
  const std::span<TreeAction> actions = tree.actions(node, role);
  if (recall(role, actions)) return;
  const StateView before = tree.state(node);
  const std::size_t words = before.size();
  const auto next = [&](std::size_t place) {
    return StateOut(next_).subspan(place * words, words);
  };
  next_.resize(actions.size() * words);
  std::vector<Move> moves(joint.begin(), joint.end());
  for (TreeAction& action : actions) action.added = adds_nothing;
  try {
    for (std::size_t place = 0; place < actions.size(); ++place) {
      moves[role] = actions[place].move;
      game_.next(before, moves, scratch, next(place));
    }
  } catch (const LimitReached&) {
    return;
  } catch (const Stopped&) {
    return;
  }
  std::fill(adding_.begin(), adding_.end(), 0);
  for (std::size_t place = 0; place < actions.size(); ++place) {
    each_added(before, next(place), [&](std::size_t bit) { ++adding_[bit]; });
  }
  for (std::size_t place = 0; place < actions.size(); ++place) {
    std::uint32_t& added = actions[place].added;
    std::size_t fewest = actions.size();
    float most = 0;
    each_added(before, next(place), [&](std::size_t bit) {
      if (adding_[bit] == actions.size()) return;  // it does not tell moves apart
      const float playouts = ends != nullptr ? ends->playouts(bit) : 0;
      if (adding_[bit] > fewest || (adding_[bit] == fewest && playouts <= most)) return;
      fewest = adding_[bit];
      most = playouts;
      added = static_cast<std::uint32_t>(bit);
    });
    Effect& effect = effects_[role][actions[place].move];
    if (effect.times == 0) effect.bit = added;
    effect.times = effect.times >= 0 && effect.bit == added ? effect.times + 1 : -1;
  }
}

}  // namespace tesuji::runtime
