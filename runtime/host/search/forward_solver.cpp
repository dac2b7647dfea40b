#include "runtime/host/search/forward_solver.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/playouts/state_hash.h"
#include "runtime/host/search/minimax.h"
#include "runtime/host/search/two_roles.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace tesuji::runtime {

namespace {

/// Moves to the end of the game, at most: each takes room on the stack.
constexpr std::size_t most_depth = 8192;
constexpr std::size_t first_buckets = 1U << 10U;
/// So many states of a depth make its mean work.
constexpr double remembered_states = 64;
constexpr std::size_t effect_count = 1U << 13U;  ///< of each role
constexpr std::size_t reply_count = 1U << 16U;
/// Children are expanded before the first is searched where a state takes more work than this. On
/// connect four and dots and boxes, 16 took longer, and 200 about as long.
constexpr double least_expanded_work = 64;
/// What it is worth to leave few replies, relative to a rate of cuts.
constexpr float replies_weight = 30;
/// The same of a logit. 3 is better on connect four, and worse on reversi.
constexpr float estimate_weight = 2;
/// The evaluation is requested every so many states until it exists: less work needs none.
constexpr std::uint64_t states_per_request = 20'000;

}  // namespace

ForwardSolver::ForwardSolver(std::shared_ptr<const Game> game, std::size_t memory,
                             OrderMaker make_order)
    : game_(std::move(game)),
      turns_(*game_, {}),
      scratch_(game_->make_scratch()),
      words_(game_->state_words()),
      most_buckets_(std::bit_floor(std::max<std::size_t>(memory / sizeof(Bucket), 1))),
      effects_(2 * effect_count),
      replies_(reply_count),
      make_order_(std::move(make_order)) {
  table_.resize(std::min(most_buckets_, first_buckets));
}

void ForwardSolver::forget() {
  table_.clear();
  table_.shrink_to_fit();
  table_.resize(std::min(most_buckets_, first_buckets));
  used_entries_ = 0;
}

ForwardValue ForwardSolver::solve(StateView state, const ForwardLimits& limits) {
  begin(limits);
  const StopScope scope(limits.stop);
  ForwardValue found;
  if (game_->terminal(state, *scratch_)) {
    found.low = found.high = margin_of(state);
    return found;
  }
  try {
    const Bounds known = root_bounds(state);
    found.low = known.low;
    found.high = known.high;
    // A role's best move is known once a question was answered by one of its moves.
    bool has_move = false;
    std::int32_t guess = 0;
    while (!found.is_exact() || !has_move) {
      const std::int32_t beta = found.is_exact() ? (root_mover_ == 0 ? found.low : found.high + 1)
                                                 : std::clamp(guess, found.low + 1, found.high);
      const std::int32_t value = ask(state, beta);
      found.mover = root_mover_;
      const bool is_high = value >= beta;
      if (root_move_ && is_high == (root_mover_ == 0)) found.move = root_move_;
      (is_high ? found.low : found.high) =
          is_high ? std::max(found.low, value) : std::min(found.high, value);
      const std::int32_t own = root_mover_ == 1 ? -found.high : found.low;
      has_move = found.move.has_value() || root_mover_ == no_role || own == -best_margin;
      guess = value;
    }
  } catch (const OutOfTime&) {
    found.mover = root_mover_;
  }
  found.states = states_;
  return found;
}

std::optional<bool> ForwardSolver::is_at_least(StateView state, std::int32_t margin,
                                               const ForwardLimits& limits) {
  begin(limits);
  const StopScope scope(limits.stop);
  if (game_->terminal(state, *scratch_)) return margin_of(state) >= margin;
  if (margin <= -best_margin) return true;
  if (margin > best_margin) return false;
  try {
    return ask(state, margin) >= margin;
  } catch (const OutOfTime&) {
    return std::nullopt;
  }
}

std::optional<bool> ForwardSolver::keeps(StateView state, Role mover, Move move,
                                         std::int32_t margin, const ForwardLimits& limits) {
  std::vector<std::vector<Move>> legal;
  game_->legal(state, *scratch_, legal);
  std::array<Move, 2> joint{};
  joint[mover] = move;
  joint[other_role(mover)] = legal[other_role(mover)].front();
  State next(state.size());
  game_->next(state, joint, *scratch_, next);
  if (mover == 0) return is_at_least(next, margin, limits);
  // Role 1 has the margin if that of role 0 is at most its negative.
  const std::optional<bool> is_less = is_at_least(next, 1 - margin, limits);
  return is_less ? std::optional(!*is_less) : std::nullopt;
}

void ForwardSolver::begin(const ForwardLimits& limits) {
  limits_ = limits;
  deadline_ = Deadline(limits.seconds);
  states_ = 0;
  root_move_.reset();
  root_mover_ = no_role;
}

/// Returns the bounds of a state that earlier calls left in the table.
ForwardSolver::Bounds ForwardSolver::root_bounds(StateView state) {
  const Entry* const known = find(state_hash(state));
  return known == nullptr ? Bounds{} : known->bounds;
}

/// Returns a bound of the state's value: at least `beta` if the value is, below it otherwise.
std::int32_t ForwardSolver::ask(StateView state, std::int32_t beta) {
  root_move_.reset();
  return search(0, state, beta);
}

/// As ask(), for a state that is not terminal.
std::int32_t ForwardSolver::search(std::size_t depth, StateView state, std::int32_t beta) {
  count_state();
  if (depth >= most_depth) throw LimitReached("plays are too long to search forwards");
  Level& at = level(depth);
  at.key = state_hash(state);
  if (repeats(depth)) throw CyclicGame("states of the game repeat");
  const std::uint64_t before = states_;
  const Entry* const known = find(at.key);
  const std::uint16_t first = known == nullptr ? no_place : known->place;
  Expansion found = expand(at, state, beta);
  if (depth == 0) root_mover_ = found.choosing.value_or(no_role);
  if (!found.is_decided && at.mean_work > least_expanded_work) expand_children(depth, beta, found);
  if (!found.is_decided) search_children(depth, beta, first, found);
  if (depth == 0 && found.place != no_place) root_move_ = at.legal[found.mover][found.place];
  const std::uint64_t work = states_ - before;
  at.mean_work += (static_cast<double>(work) - at.mean_work) / remembered_states;
  if (work > 0 || depth == 0) keep(at.key, found.bound, beta, found.place, work + 1);
  return found.bound;
}

/// Makes the children of a state that is not terminal, as far as they are needed.
ForwardSolver::Expansion ForwardSolver::expand(Level& at, StateView state, std::int32_t beta) {
  Expansion found;
  at.children.clear();
  game_->legal(state, *scratch_, at.legal);
  if (at.legal[0].empty() || at.legal[1].empty()) {
    found.is_decided = true;
    found.bound = margin_of(state);
    return found;
  }
  found.choosing = choosing_role(turns_, at.legal);
  found.mover = found.choosing.value_or(0);
  found.bound = found.mover == 0 ? std::numeric_limits<std::int32_t>::min()
                                 : std::numeric_limits<std::int32_t>::max();
  if (const Child* const end = make_children(at, state, found.mover, beta)) {
    found.is_decided = true;
    found.bound = found.mover == 0 ? end->bounds.low : end->bounds.high;
    found.place = end->place;
    return found;
  }
  found.open = at.children.size();
  for (Child& child : at.children) {
    if (child.bounds.answer(beta)) close(child, found, beta);
  }
  return found;
}

/// Makes the next states, and what is known of them: the value of ends, bounds of others. Stops at
/// an end that decides the question, and returns it.
const ForwardSolver::Child* ForwardSolver::make_children(Level& at, StateView state, Role mover,
                                                         std::int32_t beta) {
  const std::vector<Move>& moves = at.legal[mover];
  if (moves.size() >= no_place) throw LimitReached("a state has too many moves");
  at.children.resize(moves.size());
  at.states.resize(moves.size() * words_);
  joint_[other_role(mover)] = at.legal[other_role(mover)].front();
  const auto decides = [&](std::size_t place) {
    make_child(at, state, mover, place);
    return at.children[place].bounds.suit(mover, beta);
  };
  std::size_t killer = moves.size();
  if (at.killer) {
    killer = static_cast<std::size_t>(std::ranges::find(moves, *at.killer) - moves.begin());
    if (killer < moves.size() && decides(killer)) return &at.children[killer];
  }
  for (std::size_t place = 0; place < moves.size(); ++place) {
    if (place == killer || !decides(place)) continue;
    at.killer = moves[place];
    return &at.children[place];
  }
  for (const Child& child : at.children) __builtin_prefetch(&bucket(child.key));
  for (Child& child : at.children) {
    if (child.bounds.low == child.bounds.high) continue;
    if (const Entry* const known = find(child.key)) child.bounds = known->bounds;
  }
  return nullptr;
}

void ForwardSolver::make_child(Level& at, StateView state, Role mover, std::size_t place) {
  Child& child = at.children[place];
  const StateOut next(at.states.data() + place * words_, words_);
  joint_[mover] = at.legal[mover][place];
  game_->next(state, joint_, *scratch_, next);
  std::uint64_t effect = 0;
  for (std::size_t word = 0; word < words_; ++word) {
    effect = (effect ^ state[word] ^ next[word]) * 0x9E3779B97F4A7C15U;
    effect ^= effect >> 32U;
  }
  child = {.key = state_hash(next),
           .effect = static_cast<std::uint32_t>(mover * effect_count + effect % effect_count),
           .place = static_cast<std::uint16_t>(place),
           .bounds = {}};
  if (game_->terminal(next, *scratch_)) {
    child.bounds.low = child.bounds.high = static_cast<std::int8_t>(margin_of(next));
  }
}

/// Closes a child whose bounds answer the question, and updates its parent.
void ForwardSolver::close(Child& child, Expansion& parent, std::int32_t beta) {
  child.is_open = false;
  --parent.open;
  const std::int32_t bound = child.bounds.low >= beta ? child.bounds.low : child.bounds.high;
  const bool is_better = parent.mover == 0 ? bound > parent.bound : bound < parent.bound;
  const bool suits = child.bounds.suit(parent.mover, beta);
  if (is_better) parent.bound = bound;
  if (suits && is_better) parent.place = child.place;
  parent.is_decided = parent.is_decided || suits || parent.open == 0;
}

/// Expands the open children, until one of them decides the question.
void ForwardSolver::expand_children(std::size_t depth, std::int32_t beta, Expansion& parent) {
  Level& below = level(depth + 1);
  Level& at = *levels_[depth];
  for (Child& child : at.children) {
    if (!child.is_open) continue;
    check_limits();
    const Expansion found = expand(below, child_state(at, child), beta);
    if (found.is_decided) {
      child.bounds.narrow(found.bound, beta);
      keep(child.key, found.bound, beta, found.place, 1);
      close(child, parent, beta);
      if (parent.is_decided) return;
      continue;
    }
    // One move is enough for a role that moves again.
    child.replies = found.mover == parent.mover ? 1 : static_cast<std::uint16_t>(found.open);
    if (evaluation_) {
      const double value =
          std::clamp(evaluation_->value(child_state(at, child)), -most_evaluation, most_evaluation);
      child.estimate = static_cast<float>(parent.mover == 0 ? value : -value);
    }
  }
}

/// Searches the open children, best first, until one decides the question.
void ForwardSolver::search_children(std::size_t depth, std::int32_t beta, std::uint16_t first,
                                    Expansion& parent) {
  Level& below = level(depth + 1);
  Level& at = *levels_[depth];
  // Anew for each child, since the search of one changes the merits of the others.
  const auto merit = [&](const Child& child) {
    if (child.place == first) return std::numeric_limits<float>::max();
    return effects_[child.effect].rate() + reply(child.effect, at.effect).rate() +
           replies_weight / static_cast<float>(1 + child.replies) +
           estimate_weight * child.estimate;
  };
  while (!parent.is_decided) {
    Child* next = nullptr;
    float most = 0;
    for (Child& child : at.children) {
      if (!child.is_open) continue;
      const float value = merit(child);
      if (next == nullptr || value > most) {
        most = value;
        next = &child;
      }
    }
    below.effect = next->effect;
    next->bounds.narrow(search(depth + 1, child_state(at, *next), beta), beta);
    const bool cuts = next->bounds.suit(parent.mover, beta);
    effects_[next->effect].add(cuts);
    reply(next->effect, at.effect).add(cuts);
    close(*next, parent, beta);
  }
}

std::int32_t ForwardSolver::margin_of(StateView state) {
  const std::array<int, 2> goals = goals_of_two(*game_, state, *scratch_);
  least_sum_ = std::min(least_sum_, goals[0] + goals[1]);
  most_sum_ = std::max(most_sum_, goals[0] + goals[1]);
  return goals[0] - goals[1];
}

ForwardSolver::Level& ForwardSolver::level(std::size_t depth) {
  while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
  return *levels_[depth];
}

ForwardSolver::Effect& ForwardSolver::reply(std::uint32_t effect, std::uint32_t to) {
  const std::uint64_t pair = std::uint64_t{to} * effects_.size() + effect;
  return replies_[pair * 0x9E3779B97F4A7C15U >> (64 - std::countr_zero(reply_count))];
}

const ForwardSolver::Entry* ForwardSolver::find(std::uint64_t key) {
  for (const Entry& entry : bucket(key).entries) {
    if (entry.key == key && entry.work > 0) return &entry;
  }
  return nullptr;
}

/// Doubles the table. Entries of a bucket go to it or to the one that lies a half further on.
void ForwardSolver::grow() {
  const std::size_t before = table_.size();
  table_.resize(2 * before);
  for (std::size_t i = 0; i < before; ++i) {
    Bucket stay;
    Bucket go;
    std::size_t staying = 0;
    std::size_t going = 0;
    for (const Entry& entry : table_[i].entries) {
      if (entry.work == 0) continue;
      if ((entry.key & before) == 0) {
        stay.entries[staying++] = entry;
      } else {
        go.entries[going++] = entry;
      }
    }
    table_[i] = stay;
    table_[i + before] = go;
  }
}

/// Stores a bound in place of the entry of the same state, or else of the one with the least work.
void ForwardSolver::keep(std::uint64_t key, std::int32_t value, std::int32_t beta,
                         std::uint16_t place, std::uint64_t work) {
  if (2 * used_entries_ > table_.size() * Bucket().entries.size() &&
      table_.size() < most_buckets_) {
    grow();
  }
  Entry* oldest = nullptr;
  for (Entry& entry : bucket(key).entries) {
    if (entry.key == key && entry.work > 0) {
      oldest = &entry;
      break;
    }
    if (oldest == nullptr || entry.work < oldest->work) oldest = &entry;
  }
  if (oldest->work == 0) ++used_entries_;
  if (oldest->key != key) *oldest = Entry();
  oldest->key = key;
  oldest->bounds.narrow(value, beta);
  if (place != no_place) oldest->place = place;
  oldest->work = std::max(oldest->work, static_cast<std::uint8_t>(std::bit_width(work)));
}

/// Whether the state of this depth is on the path to it.
bool ForwardSolver::repeats(std::size_t depth) const {
  for (std::size_t before = 0; before < depth; ++before) {
    if (levels_[before]->key == levels_[depth]->key) return true;
  }
  return false;
}

void ForwardSolver::request_evaluation() {
  if (evaluation_ || !make_order_ || ++states_since_request_ < states_per_request) return;
  states_since_request_ = 0;
  evaluation_ = make_order_();
}

void ForwardSolver::count_state() {
  ++states_;
  check_limits();
  request_evaluation();
}

void ForwardSolver::check_limits() {
  if (limits_.stop != nullptr && *limits_.stop) throw Stopped();
  if (deadline_.is_over() || (limits_.states > 0 && states_ > limits_.states)) throw OutOfTime();
}

}  // namespace tesuji::runtime
