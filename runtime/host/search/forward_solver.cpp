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
constexpr std::size_t effect_count = 1U << 13U;  ///< of each role

}  // namespace

ForwardSolver::ForwardSolver(std::shared_ptr<const Game> game, std::size_t memory)
    : game_(std::move(game)),
      turns_(*game_, {}),
      scratch_(game_->make_scratch()),
      words_(game_->state_words()),
      most_buckets_(std::bit_floor(std::max<std::size_t>(memory / sizeof(Bucket), 1))),
      effects_(2 * effect_count) {
  table_.resize(std::min(most_buckets_, first_buckets));
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
  game_->legal(state, *scratch_, at.legal);
  if (at.legal[0].empty() || at.legal[1].empty()) return margin_of(state);
  const std::optional<Role> choosing = choosing_role(turns_, at.legal);
  const Role mover = choosing.value_or(0);
  if (depth == 0) root_mover_ = choosing.value_or(no_role);
  make_children(at, state, mover);
  // Children whose bounds are known may decide the state.
  std::int32_t best = mover == 0 ? -best_margin : best_margin;
  std::uint16_t place = no_place;
  bool has_open = false;
  bool is_decided = false;
  std::int32_t closed = mover == 0 ? std::numeric_limits<std::int32_t>::min()
                                   : std::numeric_limits<std::int32_t>::max();
  for (Child& child : at.children) {
    const bool is_high = child.bounds.low >= beta;
    child.is_open = !is_high && child.bounds.high >= beta;
    has_open = has_open || child.is_open;
    if (child.is_open) continue;
    const std::int32_t bound = is_high ? child.bounds.low : child.bounds.high;
    closed = mover == 0 ? std::max(closed, bound) : std::min(closed, bound);
    if (is_high != (mover == 0)) continue;
    if (!is_decided || (mover == 0 ? bound > best : bound < best)) {
      best = bound;
      place = child.place;
    }
    is_decided = true;
  }
  if (!is_decided) {
    best = closed;
    if (has_open) best = search_children(depth, beta, mover, first, closed, place);
  }
  if (depth == 0 && place != no_place) root_move_ = at.legal[mover][place];
  keep(at.key, best, beta, place, states_ - before + 1);
  return best;
}

/// Makes the next states, and what is known of them: the value of ends, bounds of others.
void ForwardSolver::make_children(Level& at, StateView state, Role mover) {
  const std::vector<Move>& moves = at.legal[mover];
  if (moves.size() >= no_place) throw LimitReached("a state has too many moves");
  at.children.resize(moves.size());
  at.states.resize(moves.size() * words_);
  joint_[other_role(mover)] = at.legal[other_role(mover)].front();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Child& child = at.children[i];
    const StateOut next(at.states.data() + i * words_, words_);
    joint_[mover] = moves[i];
    game_->next(state, joint_, *scratch_, next);
    child.key = state_hash(next);
    __builtin_prefetch(&bucket(child.key));
    std::uint64_t effect = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      effect = (effect ^ state[word] ^ next[word]) * 0x9E3779B97F4A7C15U;
      effect ^= effect >> 32U;
    }
    child.effect = static_cast<std::uint32_t>(mover * effect_count + effect % effect_count);
    child.place = static_cast<std::uint16_t>(i);
    child.bounds = {};
    if (game_->terminal(next, *scratch_)) {
      child.bounds.low = child.bounds.high = static_cast<std::int8_t>(margin_of(next));
    }
  }
  for (Child& child : at.children) {
    if (child.bounds.low == child.bounds.high) continue;
    if (const Entry* const known = find(child.key)) child.bounds = known->bounds;
  }
}

/// Searches the open children, best first, until one decides the question. `best`: the best bound
/// of the others. Sets `place` to the move that decided it, or else to none.
std::int32_t ForwardSolver::search_children(std::size_t depth, std::int32_t beta, Role mover,
                                            std::uint16_t first, std::int32_t best,
                                            std::uint16_t& place) {
  Level& at = *levels_[depth];
  // Anew for each child, since the search of one changes the merits of the others.
  const auto merit = [&](const Child& child) {
    if (child.place == first) return std::numeric_limits<float>::max();
    const Effect& effect = effects_[child.effect];
    return static_cast<float>(effect.cuts) / static_cast<float>(effect.searched);
  };
  while (true) {
    Child* next = nullptr;
    float most = -1;
    for (Child& child : at.children) {
      if (!child.is_open) continue;
      const float value = merit(child);
      if (value > most) {
        most = value;
        next = &child;
      }
    }
    if (next == nullptr) return best;
    next->is_open = false;
    const auto index = static_cast<std::size_t>(next - at.children.data());
    const std::int32_t value =
        search(depth + 1, StateView(at.states.data() + index * words_, words_), beta);
    const bool cuts = (value >= beta) == (mover == 0);
    effects_[next->effect].add(cuts);
    if (cuts) {
      place = next->place;
      return value;
    }
    best = mover == 0 ? std::max(best, value) : std::min(best, value);
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
  if (value >= beta) {
    oldest->bounds.low = std::max(oldest->bounds.low, static_cast<std::int8_t>(value));
  } else {
    oldest->bounds.high = std::min(oldest->bounds.high, static_cast<std::int8_t>(value));
  }
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

void ForwardSolver::count_state() {
  ++states_;
  if (limits_.stop != nullptr && *limits_.stop) throw Stopped();
  if (deadline_.is_over() || (limits_.states > 0 && states_ > limits_.states)) throw OutOfTime();
}

}  // namespace tesuji::runtime
