#include "runtime/host/mcts/information_search.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/playouts/state_hash.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace tesuji::runtime {
namespace {

/// Approximate bytes of hash map entries: an action in a node, a node with its own map.
constexpr std::size_t action_bytes = 64;
constexpr std::size_t node_bytes = 250;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t state = a ^ (b + 0x9E37'79B9'7F4A'7C15ULL + (a << 6U) + (a >> 2U));
  return splitmix64(state);
}

}  // namespace

InformationSearch::InformationSearch(std::shared_ptr<const Game> game,
                                     const InformationSearchOptions& options)
    : game_(std::move(game)),
      options_(options),
      scratch_(game_->make_scratch()),
      random_(options.seed),
      next_(game_->state_words()) {
  const auto roles = game_->roles();
  trees_.resize(roles.size());
  known_.resize(roles.size());
  joint_.resize(roles.size());
  goals_.resize(roles.size());
  const auto found = std::find(roles.begin(), roles.end(), chance_role);
  if (found != roles.end()) chance_ = static_cast<Role>(found - roles.begin());
}

std::size_t InformationSearch::bytes() const {
  std::size_t nodes = 0;
  for (const Nodes& tree : trees_) nodes += tree.size();
  return actions_ * action_bytes + nodes * node_bytes;
}

void InformationSearch::forget() {
  for (Nodes& tree : trees_) tree.clear();
  actions_ = 0;
  simulations_ = 0;
}

std::vector<MoveEstimate> InformationSearch::search(std::span<const State> states,
                                                    std::span<const double> weights, Role role,
                                                    const TreeSearchLimits& limits) {
  std::vector<double> ends;  // cumulative probabilities of the states
  for (const double weight : weights) ends.push_back((ends.empty() ? 0 : ends.back()) + weight);
  const TimedStop time(limits.seconds, limits.stop);
  const std::atomic<bool>* const stop = time.flag();
  const StopScope scope(stop);
  try {
    while (!(stop != nullptr && stop->load(std::memory_order_relaxed)) &&
           (limits.simulations == 0 || simulations_ < limits.simulations)) {
      constexpr std::uint64_t parts = 1ULL << 32U;
      const double at =
          ends.back() * static_cast<double>(random_.below(parts)) / static_cast<double>(parts);
      const auto drawn = std::upper_bound(ends.begin(), ends.end() - 1, at) - ends.begin();
      simulate(states[static_cast<std::size_t>(drawn)], role);
      ++simulations_;
    }
  } catch (const Stopped&) {
    // That simulation is not counted.
  }
  std::vector<MoveEstimate> estimates;
  for (const auto& [move, action] : trees_[role][0]) {
    const double mean = action.visits == 0 ? 0 : action.total / static_cast<double>(action.visits);
    estimates.push_back({move, action.visits, mean * most_goal, {}});
  }
  std::sort(estimates.begin(), estimates.end(), [](const MoveEstimate& a, const MoveEstimate& b) {
    return a.visits != b.visits ? a.visits > b.visits : a.move < b.move;
  });
  return estimates;
}

/// Chooses by UCB over the simulations in which the move was available.
Move InformationSearch::choose(Role role, std::uint64_t known, std::span<const Move> legal) {
  Node& node = trees_[role][known];
  const std::size_t before = node.size();
  Move best = legal.front();
  double best_score = -1;
  std::uint64_t equal = 0;
  for (const Move move : legal) {
    Action& action = node[move];
    ++action.available;
    const double visits = static_cast<double>(action.visits);
    // Untried moves go first.
    const double score =
        action.visits == 0
            ? 1e9
            : action.total / visits +
                  options_.exploration *
                      std::sqrt(std::log(static_cast<double>(action.available)) / visits);
    if (score > best_score) {
      best_score = score;
      best = move;
      equal = 1;
    } else if (score == best_score && random_.below(++equal) == 0) {
      best = move;
    }
  }
  actions_ += node.size() - before;
  return best;
}

/// Plays from one of the states, and counts the result. A state that cannot be computed is worth
/// unknown_value, as in TreeSearch.
void InformationSearch::simulate(StateView from, Role role) {
  state_.assign(from.begin(), from.end());
  steps_.clear();
  bool told = false;
  try {
    told = play(from, role) == Drawn::terminal;
    if (told) game_->goal_values(state_, *scratch_, goals_);
  } catch (const LimitReached&) {
    told = false;
  }
  for (const Step& step : steps_) {
    Action& action = trees_[step.role][step.known][step.move];
    action.total += told && goals_[step.role] >= 0
                        ? static_cast<double>(goals_[step.role]) / most_goal
                        : double{unknown_value};
    ++action.visits;
  }
}

/// Descends the trees until some role's knowledge is new, then plays at random to the end, which is
/// `state_`.
Drawn InformationSearch::play(StateView from, Role role) {
  for (Role each = 0; each < known_.size(); ++each) {
    known_[each] = each == role ? 0 : state_hash(from);
  }
  bool grown = false;
  std::uint64_t moves = 0;
  Drawn end = Drawn::joint;
  while (!grown && moves < options_.step_limit) {
    if (game_->terminal(state_, *scratch_)) {
      end = Drawn::terminal;
      break;
    }
    game_->legal(state_, *scratch_, legal_);
    if (std::any_of(legal_.begin(), legal_.end(), [](const auto& own) { return own.empty(); })) {
      end = Drawn::stuck;
      break;
    }
    for (Role each = 0; each < known_.size(); ++each) {
      if (legal_[each].size() == 1) {
        joint_[each] = legal_[each].front();
      } else if (each == chance_) {
        joint_[each] = legal_[each][random_.below(legal_[each].size())];
      } else {
        // When memory is used up, roles still choose by the nodes that exist.
        const bool known = trees_[each].contains(known_[each]);
        if (!known && bytes() > options_.memory) {
          joint_[each] = legal_[each][random_.below(legal_[each].size())];
          grown = true;
          continue;
        }
        grown = grown || !known;
        joint_[each] = choose(each, known_[each], legal_[each]);
        steps_.push_back({each, known_[each], joint_[each]});
      }
    }
    game_->percepts(state_, joint_, *scratch_, percepts_);
    for (Role each = 0; each < known_.size(); ++each) {
      known_[each] = mixed(known_[each], joint_[each] + 1);
      for (const std::string& percept : percepts_[each]) {
        known_[each] = mixed(known_[each], fnv1a(percept));
      }
    }
    game_->next(state_, joint_, *scratch_, next_);
    state_.swap(next_);
    ++moves;
  }
  if (end != Drawn::joint) return end;
  return game_->play_out(state_, *scratch_, random_, options_.step_limit, moves);
}

}  // namespace tesuji::runtime
