#include "runtime/host/mcts/tree_search.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/on_threads.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace tesuji::runtime {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::optional<Role> role_of_chance(const Game& game) {
  const auto roles = game.roles();
  const auto found = std::find(roles.begin(), roles.end(), chance_role);
  if (found == roles.end()) return std::nullopt;
  return static_cast<Role>(found - roles.begin());
}

}  // namespace

/// What a thread works with: it gathers leaves while it holds the tree, and plays them while it
/// does not.
struct TreeSearch::Worker {
  Worker(const Game& game, std::unique_ptr<Rollouts> players, std::unique_ptr<MovePriors> known,
         Rng numbers)
      : scratch(game.make_scratch()),
        rollouts(std::move(players)),
        priors(std::move(known)),
        random(numbers) {}

  std::unique_ptr<Scratch> scratch;
  std::unique_ptr<Rollouts> rollouts;
  std::unique_ptr<MovePriors> priors;      ///< may be null
  std::unique_ptr<LaneExpander> expander;  ///< may be null
  Rng random;
  std::vector<Leaf> leaves;
  std::vector<std::uint64_t> before;  ///< the states before the last steps to new leaves
  std::uint32_t playouts = 1;         ///< from each leaf
  double tree_seconds = 0;

  // Of leaves whose state is not in the tree yet, for the expander.
  std::vector<std::uint64_t> expanded_before;
  std::vector<std::span<const Move>> joints;
  std::vector<std::uint64_t> expanded;  ///< the states

  // Of leaves, in their order.
  std::vector<std::uint64_t> states;
  std::vector<std::vector<std::vector<Move>>> legal;
  std::vector<std::vector<std::vector<float>>> guesses;
  std::vector<TreeNode::Kind> kinds;
  std::vector<std::vector<int>> goals;  ///< of terminal states
  // States of the leaves that are played, in the order of places.
  std::vector<std::uint64_t> starts;
  std::vector<float> values;
};

TreeSearch::TreeSearch(std::shared_ptr<const Game> game, RolloutFactory rollouts,
                       TreeSearchOptions options, const MovePriorFactory& priors)
    : game_(std::move(game)),
      options_(options),
      roles_(game_->roles().size()),
      chance_(role_of_chance(*game_)),
      tree_(game_->state_words(), roles_, options.memory),
      bounds_(tree_, roles_, chance_, options.bounds),
      history_(roles_) {
  if (options.amaf > 0 && AllMovesAsFirst::suits(*game_)) {
    constexpr std::size_t memory_part = 16;
    amaf_.emplace(*game_, options.amaf_visits, options.memory / memory_part);
  }
  for (unsigned number = 0; number < std::max(1U, options_.threads); ++number) {
    workers_.push_back(std::make_unique<Worker>(
        *game_, rollouts(number), priors ? priors(number) : nullptr, Rng(options_.seed, number)));
  }
}

TreeSearch::~TreeSearch() = default;

void TreeSearch::set_rollouts(const RolloutFactory& rollouts) {
  for (unsigned number = 0; number < workers_.size(); ++number) {
    workers_[number]->rollouts = rollouts(number);
  }
}

void TreeSearch::set_expansion(const std::shared_ptr<const LaneExpansion>& expansion) {
  for (const auto& worker : workers_) {
    worker->expander = expansion ? std::make_unique<LaneExpander>(expansion) : nullptr;
  }
}

/// Updates the best known game for the new root: cuts what has been played, or drops the game if it
/// does not lead through the root.
void TreeSearch::follow_line(const State& root) {
  if (root_ == no_tree_node || line_.goal < 0) return;
  const StateView before = tree_.state(root_);
  if (std::equal(root.begin(), root.end(), before.begin())) return;
  if (!line_.joint.empty()) {
    State next(root.size());
    game_->next(before, line_.joint.front(), *workers_.front()->scratch, next);
    if (next == root) {
      line_.joint.erase(line_.joint.begin());
      return;
    }
  }
  line_ = {};
}

void TreeSearch::set_root(StateView state) {
  const State root(state.begin(), state.end());  // a copy: `state` may lie in the tree
  Worker& worker = *workers_.front();
  follow_line(root);
  const std::optional<TreeNodeId> known = tree_.find(root);
  std::vector<std::vector<Move>> legal;
  std::vector<std::vector<float>> guesses;
  std::vector<int> goals(roles_, -1);
  TreeNode::Kind kind = TreeNode::Kind::terminal;
  bool symmetric = false;
  if (!known && game_->terminal(root, *worker.scratch)) {
    game_->goal_values(root, *worker.scratch, goals);
  } else if (!known) {
    game_->legal(root, *worker.scratch, legal);
    const bool stuck = std::any_of(legal.begin(), legal.end(),
                                   [](const std::vector<Move>& moves) { return moves.empty(); });
    kind = stuck ? TreeNode::Kind::stuck : TreeNode::Kind::inner;
    if (!stuck) {
      symmetric = leave_one_of_each(root, legal);
      if (worker.expander) worker.expander->evaluate(root);
      guess(worker, 0, root, legal, guesses);
    }
  }
  // From here on only std::bad_alloc can be thrown.
  simulations_ = begun_ = 0;
  depth_ = 0;
  if (known) {
    // Unreachable nodes are forgotten only when memory is needed, because collection takes time.
    root_ = *known;
    if (tree_.node(root_).kind == TreeNode::Kind::inner && !tree_.node(root_).is_open) {
      open(worker, root_, nullptr);
    }
    bounds_.give_up_unattained(root_);
    return;
  }
  tree_.clear();
  if (amaf_) amaf_->clear();
  root_ = add(root, legal, kind, guesses, {});
  if (kind == TreeNode::Kind::inner) open(worker, root_, nullptr);
  tree_.node(root_).symmetric = symmetric;
  if (kind == TreeNode::Kind::terminal) bounds_.set_goals(root_, goals);
}

void TreeSearch::set_symmetries(std::shared_ptr<const StateSymmetries> symmetries) {
  symmetries_ = std::move(symmetries);
  if (root_ == no_tree_node || tree_.node(root_).kind != TreeNode::Kind::inner) return;
  const State root(tree_.state(root_).begin(), tree_.state(root_).end());
  std::vector<std::vector<Move>> legal;
  game_->legal(root, *workers_.front()->scratch, legal);
  if (!leave_one_of_each(root, legal)) return;
  tree_.clear();
  set_root(root);
}

/// Keeps one move of each class that is equivalent under a symmetry of the state; returns whether
/// it has a symmetry.
bool TreeSearch::leave_one_of_each(StateView state, std::vector<std::vector<Move>>& legal) const {
  if (!symmetries_ || roles_ == 1) return false;
  Role chooser = 0;
  std::size_t choosers = 0;
  for (Role role = 0; role < roles_; ++role) {
    if (legal[role].size() < 2) continue;
    chooser = role;
    ++choosers;
  }
  if (choosers > 1 || (choosers == 1 && chooser == chance_)) return false;
  return symmetries_->leave_one_of_each(state, chooser, legal[chooser]);
}

void TreeSearch::run(const TreeSearchLimits& limits) {
  if (tree_.node(root_).kind != TreeNode::Kind::inner) return;
  const TimedStop time(limits.seconds, limits.stop);
  const std::atomic<bool>* stop = time.flag();
  failure_ = nullptr;
  on_threads(
      workers_.size(), [&](std::size_t number) { work(*workers_[number], limits, stop); }, [] {});
  begun_ = simulations_;
  if (failure_) std::rethrow_exception(failure_);
}

bool TreeSearch::is_over(const TreeSearchLimits& limits) const {
  if (limits.simulations > 0 && begun_ >= limits.simulations) return true;
  if (failure_) return true;
  // In a puzzle, nothing better than this can be found.
  if (roles_ == 1 && line_.goal == most_goal) return true;
  const std::uint16_t chooser = tree_.node(root_).chooser;
  if (!options_.bounds || chooser == no_chooser || chance_ == Role{chooser})
    return bounds_.is_exact(root_);
  return tree_.bounds(root_, chooser).exact();
}

void TreeSearch::work(Worker& worker, const TreeSearchLimits& limits,
                      const std::atomic<bool>* stop) {
  const StopScope scope(stop);
  std::unique_lock lock(mutex_);
  while (!(stop != nullptr && stop->load(std::memory_order_relaxed)) && !is_over(limits)) {
    if (tree_.is_full()) {
      idle_.wait(lock, [&] { return in_flight_ == 0; });
      if (tree_.is_full()) collect();
    }
    const auto begin = Clock::now();
    try {
      gather(worker, limits);
    } catch (...) {  // no memory
      failure_ = std::current_exception();
      return;
    }
    worker.tree_seconds += seconds_since(begin);
    if (worker.leaves.empty()) continue;
    ++in_flight_;
    lock.unlock();
    std::exception_ptr failure;
    bool played = true;
    try {
      play(worker, stop);
      // With a limit of simulations instead, results must not depend on speed.
      if (limits.seconds > 0 && !worker.starts.empty()) {
        worker.rollouts->balance(worker.tree_seconds);
      }
    } catch (const Stopped&) {
      played = false;
    } catch (...) {
      played = false;
      failure = std::current_exception();
    }
    lock.lock();
    const auto again = Clock::now();
    try {
      if (played) {
        back_up(worker);
      } else {
        for (const Leaf& leaf : worker.leaves) count(leaf, 0, std::vector<float>(roles_));
      }
    } catch (const Stopped&) {
      // All results were counted; only the line was not replayed to its end.
    } catch (...) {
      failure = std::current_exception();
    }
    worker.leaves.clear();
    worker.tree_seconds = seconds_since(again);
    if (failure) failure_ = failure;
    if (--in_flight_ == 0) idle_.notify_all();
  }
}

void TreeSearch::gather(Worker& worker, const TreeSearchLimits& limits) {
  worker.leaves.clear();
  worker.before.clear();
  worker.playouts = worker.rollouts->playouts_per_leaf();
  const std::size_t width = worker.rollouts->width();
  // Known leaves need no playouts; if there are many, gathering more gains nothing.
  for (std::size_t tries = 0; tries < 2 * width && worker.leaves.size() < width; ++tries) {
    if (is_over(limits)) return;
    Leaf leaf = descend(worker);
    depth_ = std::max(depth_, leaf.steps.size());
    if (leaf.node != no_tree_node && leaf.value != Leaf::Value::playouts) {
      std::vector<float> values(roles_, unknown_value);
      if (leaf.value == Leaf::Value::known) {
        for (Role role = 0; role < roles_; ++role) {
          const ValueBounds bounds = tree_.bounds(leaf.node, role);
          if (bounds.exact()) values[role] = static_cast<float>(bounds.low) / most_goal;
        }
      }
      count(leaf, 1, values);
      ++begun_;
      ++simulations_;
      if (options_.bounds) tighten(leaf);
      continue;
    }
    begun_ += worker.playouts;
    if (leaf.node == no_tree_node) leaf.moves = last_moves(leaf);
    const TreeNodeId last = leaf.node == no_tree_node ? leaf.steps.back() : leaf.node;
    const StateView state = tree_.state(last);
    leaf.symmetric = tree_.node(last).symmetric;
    worker.before.insert(worker.before.end(), state.begin(), state.end());
    worker.leaves.push_back(std::move(leaf));
  }
}

TreeSearch::Leaf TreeSearch::descend(Worker& worker) {
  Leaf leaf;
  leaf.weight = worker.playouts;
  leaf.steps.reserve(depth_ + 1);
  leaf.places.reserve((depth_ + 1) * roles_);
  TreeNodeId at = root_;
  const LastStates* ends = nullptr;
  for (;;) {
    TreeNode& node = tree_.node(at);
    const bool again = std::any_of(leaf.steps.begin(), leaf.steps.end(),
                                   [&](TreeNodeId step) { return step == at; });
    if (node.kind == TreeNode::Kind::stuck) leaf.value = Leaf::Value::unknown;
    if (node.kind == TreeNode::Kind::terminal) leaf.value = Leaf::Value::known;
    if (at != root_ && bounds_.is_exact(at)) leaf.value = Leaf::Value::known;
    const bool flat_end = options_.flat && !leaf.steps.empty();
    if (again || flat_end || leaf.value != Leaf::Value::playouts) {
      leaf.node = at;
      return leaf;
    }
    if (!node.is_open) open(worker, at, ends);
    if (amaf_) ends = amaf_->at(at, ends);
    node.pending += worker.playouts;
    for (Role role = 0; role < roles_; ++role) {
      const std::uint32_t place = choose(worker, at, role, leaf, ends);
      leaf.places.push_back(place);
      tree_.actions(at, role)[place].pending += worker.playouts;
    }
    const auto places = places_of(leaf, leaf.steps.size());
    const TreeNodeId next = tree_.child(at, places);
    // Next states can also be reached on other ways, on which more may have been proven.
    if (next != no_tree_node && node.chooser != no_chooser &&
        bounds_.refresh(at, places[node.chooser])) {
      leaf.outdated = true;
    }
    leaf.steps.push_back(at);
    if (next == no_tree_node) return leaf;
    at = next;
  }
}

void TreeSearch::open(Worker& worker, TreeNodeId id, const LastStates* ends) {
  tree_.open(id);
  if (!amaf_) return;
  std::vector<Move> joint(roles_);
  for (Role role = 0; role < roles_; ++role) joint[role] = tree_.actions(id, role).front().move;
  for (Role role = 0; role < roles_; ++role) {
    if (role == chance_ || tree_.actions(id, role).size() == 1) continue;
    amaf_->find_added(tree_, id, role, joint, ends, *worker.scratch);
  }
}

std::uint32_t TreeSearch::choose(Worker& worker, TreeNodeId id, Role role, Leaf& leaf,
                                 const LastStates* ends) const {
  const std::span<const TreeAction> actions = tree_.actions(id, role);
  if (actions.size() == 1) return 0;
  if (role == chance_) return static_cast<std::uint32_t>(worker.random.below(actions.size()));
  const TreeNode& node = tree_.node(id);
  const bool alone = node.chooser == role;
  // Proven moves need no search, nor do moves that cannot be better than the best proven one.
  int surely = -1;
  bool open = true;
  const bool bounded = alone && options_.bounds && !options_.flat;
  if (bounded) {
    int at_most = 0;
    int open_most = -1;
    for (const TreeAction& action : actions) {
      const ValueBounds bounds = action.bounds;
      surely = std::max<int>(surely, bounds.low);
      at_most = std::max<int>(at_most, bounds.high);
      if (!bounds.exact()) open_most = std::max<int>(open_most, bounds.high);
    }
    open = open_most > surely;
    const ValueBounds known = tree_.bounds(id, role);
    leaf.outdated |= surely > known.low || at_most < known.high;
  }
  const double all = static_cast<double>(node.visits) + node.pending + 1;
  const double spread = options_.exploration * options_.exploration * std::log(all);
  double best_score = -1;
  std::uint32_t best = 0;
  std::uint32_t equal = 0;
  for (std::uint32_t place = 0; place < actions.size(); ++place) {
    const TreeAction& action = actions[place];
    if (bounded) {
      const ValueBounds bounds = action.bounds;
      if (open ? bounds.exact() || bounds.high <= surely : bounds.low < surely) continue;
    }
    double visits = static_cast<double>(action.visits) + action.pending + action.prior_weight;
    double total = action.total + action.prior_weight * action.prior;
    if (!options_.flat && ends != nullptr && action.added != adds_nothing &&
        ends->playouts(action.added) > 0) {
      const double playouts = ends->playouts(action.added);
      const double weight = options_.amaf * playouts / (playouts + options_.amaf);
      visits += weight;
      total += weight * ends->mean(action.added, role);
    }
    const double value = total / visits;
    const double score = options_.flat ? 1 / visits : value + std::sqrt(spread / visits);
    if (score > best_score) {
      best_score = score;
      best = place;
      equal = 1;
    } else if (score == best_score && worker.random.below(++equal) == 0) {
      best = place;
    }
  }
  return best;
}

/// Expands the leaves whose state is not in the tree yet, all at once.
void TreeSearch::expand(Worker& worker) {
  const std::size_t words = game_->state_words();
  worker.expanded_before.clear();
  worker.joints.clear();
  for (std::size_t i = 0; i < worker.leaves.size(); ++i) {
    if (worker.leaves[i].node != no_tree_node) continue;
    const StateView before = StateView(worker.before).subspan(i * words, words);
    worker.expanded_before.insert(worker.expanded_before.end(), before.begin(), before.end());
    worker.joints.emplace_back(worker.leaves[i].moves);
  }
  worker.expanded.resize(worker.expanded_before.size());
  worker.expander->next(worker.expanded_before, worker.joints, worker.expanded);
  worker.expander->evaluate(worker.expanded);
}

void TreeSearch::play(Worker& worker, const std::atomic<bool>* stop) {
  const std::size_t words = game_->state_words();
  const std::size_t count = worker.leaves.size();
  worker.states.resize(count * words);
  worker.legal.resize(count);
  worker.guesses.resize(count);
  worker.kinds.assign(count, TreeNode::Kind::inner);
  worker.goals.assign(count, {});
  worker.starts.clear();
  LaneExpander* const expander = worker.expander.get();
  if (expander != nullptr) expand(worker);
  std::size_t next_place = 0;  // among the leaves that were expanded
  for (std::size_t i = 0; i < count; ++i) {
    Leaf& leaf = worker.leaves[i];
    const StateView before = StateView(worker.before).subspan(i * words, words);
    const StateOut state = StateOut(worker.states).subspan(i * words, words);
    worker.legal[i].clear();
    worker.guesses[i].clear();
    if (leaf.node != no_tree_node) {
      std::copy(before.begin(), before.end(), state.begin());
    } else {
      const std::size_t place = next_place++;
      try {
        if (expander != nullptr) {
          std::copy_n(worker.expanded.begin() + static_cast<std::ptrdiff_t>(place * words), words,
                      state.begin());
        } else {
          game_->next(before, leaf.moves, *worker.scratch, state);
        }
        if (expander != nullptr ? expander->is_terminal(place)
                                : game_->terminal(state, *worker.scratch)) {
          worker.kinds[i] = TreeNode::Kind::terminal;
          worker.goals[i].resize(roles_);
          game_->goal_values(state, *worker.scratch, worker.goals[i]);
          leaf.value = Leaf::Value::known;
          continue;
        }
        if (expander != nullptr) {
          expander->legal(place, worker.legal[i]);
        } else {
          game_->legal(state, *worker.scratch, worker.legal[i]);
        }
      } catch (const LimitReached&) {
        leaf.value = Leaf::Value::unknown;
        worker.legal[i].clear();
        continue;
      }
      if (std::any_of(worker.legal[i].begin(), worker.legal[i].end(),
                      [](const std::vector<Move>& moves) { return moves.empty(); })) {
        worker.kinds[i] = TreeNode::Kind::stuck;
        leaf.value = Leaf::Value::unknown;
        continue;
      }
      leaf.symmetric = leaf.symmetric && leave_one_of_each(state, worker.legal[i]);
      guess(worker, place, state, worker.legal[i], worker.guesses[i]);
    }
    leaf.place = worker.starts.size() / words;
    worker.starts.insert(worker.starts.end(), state.begin(), state.end());
  }
  worker.values.assign(worker.starts.size() / words * roles_, unknown_value);
  if (worker.starts.empty()) return;
  try {
    worker.rollouts->play(worker.starts, worker.values, stop);
  } catch (const LimitReached&) {
    // The values stay unknown.
  }
}

void TreeSearch::back_up(Worker& worker) {
  const std::size_t words = game_->state_words();
  std::vector<float> values(roles_);
  for (std::size_t i = 0; i < worker.leaves.size(); ++i) {
    Leaf& leaf = worker.leaves[i];
    const StateView state = StateView(worker.states).subspan(i * words, words);
    const bool computed = worker.kinds[i] != TreeNode::Kind::inner || !worker.legal[i].empty();
    if (leaf.node == no_tree_node && computed) {
      const std::optional<TreeNodeId> known = tree_.find(state);
      leaf.node = known
                      ? *known
                      : add(state, worker.legal[i], worker.kinds[i], worker.guesses[i], leaf.moves);
      if (!known) tree_.node(leaf.node).symmetric = leaf.symmetric;
      tree_.set_child(leaf.steps.back(), places_of(leaf, leaf.steps.size() - 1), leaf.node);
      if (!known && worker.kinds[i] == TreeNode::Kind::terminal) {
        bounds_.set_goals(leaf.node, worker.goals[i]);
      }
    }
    std::fill(values.begin(), values.end(), unknown_value);
    if (leaf.value == Leaf::Value::playouts) {
      const auto from = worker.values.begin() + static_cast<std::ptrdiff_t>(leaf.place * roles_);
      std::copy(from, from + static_cast<std::ptrdiff_t>(roles_), values.begin());
    } else if (leaf.value == Leaf::Value::known) {
      for (Role role = 0; role < roles_; ++role) {
        if (worker.goals[i][role] >= 0) {
          values[role] = static_cast<float>(worker.goals[i][role]) / most_goal;
        }
      }
      if (roles_ == 1 && worker.goals[i][0] > line_.goal) {
        note_line(leaf, {worker.goals[i][0], {}});
      }
    }
    if (std::isnan(values.front())) {
      count(leaf, 0, values);  // time ran out before a game ended
      continue;
    }
    count(leaf, worker.playouts, values);
    if (amaf_ && leaf.value == Leaf::Value::playouts) {
      const StateView last = worker.rollouts->last_state();
      if (!last.empty()) amaf_->count(tree_, leaf.steps, last, values);
    }
    if (options_.bounds && (leaf.value == Leaf::Value::known || leaf.outdated)) tighten(leaf);
    simulations_ += worker.playouts;
  }
  if (auto better = worker.rollouts->better_line(line_.goal)) {
    for (const Leaf& leaf : worker.leaves) {
      if (leaf.value != Leaf::Value::playouts || leaf.place != better->first) continue;
      note_line(leaf, std::move(better->second));
      break;
    }
  }
}

void TreeSearch::guess(Worker& worker, std::size_t place, StateView state,
                       const std::vector<std::vector<Move>>& legal,
                       std::vector<std::vector<float>>& guesses) const {
  const bool has_tactics = worker.expander && worker.expander->has_tactics();
  if (!worker.priors && !has_tactics) return;
  guesses.resize(roles_);
  for (Role role = 0; role < roles_; ++role) {
    guesses[role].assign(legal[role].size(), std::numeric_limits<float>::quiet_NaN());
    if (role == chance_ || legal[role].size() < 2) continue;
    try {
      if (worker.priors) worker.priors->guess(state, role, legal[role], guesses[role]);
    } catch (const LimitReached&) {
      // Then the other moves are unknown.
    }
    if (has_tactics) worker.expander->devalue(place, role, legal[role], guesses[role]);
  }
}

}  // namespace tesuji::runtime
