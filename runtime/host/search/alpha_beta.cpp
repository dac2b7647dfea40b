#include "runtime/host/search/alpha_beta.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/fnv.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace tesuji::runtime {

namespace {

constexpr std::size_t merits_of_role = 4096;

std::uint64_t mixed(std::uint64_t bits) {
  bits *= 0x9E3779B97F4A7C15U;
  return bits ^ (bits >> 32U);
}

std::uint64_t key_of(StateView state) {
  std::uint64_t key = fnv_offset_basis;
  for (const std::uint64_t word : state) key = mixed(key ^ word) * fnv_prime;
  return key;
}

/// Converts the value of a decided state, which counts moves from the first state in the search,
/// but from the state itself in the table.
double from_state(double value, unsigned level) {
  if (value > most_evaluation) return value + level;
  return value < -most_evaluation ? value - level : value;
}
double from_first(double value, unsigned level) {
  if (value > most_evaluation) return value - level;
  return value < -most_evaluation ? value + level : value;
}

}  // namespace

AlphaBeta::AlphaBeta(std::shared_ptr<const Game> game, TurnRule turns, Evaluation& evaluation,
                     AlphaBetaOptions options)
    : game_(std::move(game)),
      turns_(*game_, std::move(turns)),
      evaluation_(evaluation),
      options_(options),
      scratch_(make_scratch(*game_, options.stop)),
      levels_(std::clamp(options.depth, 1U, most_depth) + 1),
      merits_(2 * merits_of_role) {
  if (options_.table_bits > 0) table_.resize(std::size_t{1} << options_.table_bits);
  for (Level& level : levels_) {
    level.state.resize(game_->state_words());
    level.joint.resize(2);
  }
}

std::optional<FoundMove> AlphaBeta::best(StateView state) {
  std::copy(state.begin(), state.end(), levels_.front().state.begin());
  states_ = 0;
  deadline_ = Deadline(options_.seconds);
  const StopScope scope(options_.stop);
  std::fill(merits_.begin(), merits_.end(), 0);
  if (game_->terminal(state, *scratch_)) return std::nullopt;
  std::vector<std::vector<Move>> legal;
  game_->legal(state, *scratch_, legal);
  if (std::any_of(legal.begin(), legal.end(), [](const auto& moves) { return moves.empty(); })) {
    return std::nullopt;
  }
  const Role mover = turns_.turn(state, legal).mover;
  FoundMove found{legal[mover].front()};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const TimedStop timed(options_.seconds, options_.stop);
  try {
    const StopScope until_time_is_over(timed.flag());
    for (unsigned depth = 1; depth < levels_.size(); ++depth) {
      const double value = search(0, depth, -infinity, infinity);
      found.move = *best_;
      found.value = mover == 0 ? value : -value;
      found.depth = depth;
      // Decided within the depth: deeper search finds nothing better.
      if (std::abs(value) > most_evaluation) break;
    }
  } catch (const OutOfTime&) {
  } catch (const Stopped&) {
    // Unless the caller requested the stop, time ran out within a question.
    if (options_.stop != nullptr && *options_.stop) throw;
  }
  found.states = states_;
  return found;
}

double AlphaBeta::search(unsigned level, unsigned depth, double alpha, double beta) {
  Level& at = levels_[level];
  count_state();
  if (level > 0 && game_->terminal(at.state, *scratch_)) return final_value(at.state, level);
  if (depth == 0) {
    return std::clamp(evaluation_.value(at.state), -most_evaluation, most_evaluation);
  }
  const std::uint64_t key = table_.empty() ? 0 : key_of(at.state);
  std::optional<Move> first;
  if (const Entry* const known = find(key)) {
    first = known->move;
    const double value = from_first(known->value, level);
    const bool holds = known->bound == Entry::Bound::exact ||
                       (known->bound == Entry::Bound::at_least && value >= beta) ||
                       (known->bound == Entry::Bound::at_most && value <= alpha);
    if (level > 0 && known->depth >= depth && holds) return value;
  }
  game_->legal(at.state, *scratch_, at.legal);
  for (const auto& moves : at.legal) {
    if (moves.empty()) return final_value(at.state, level);
  }
  const Turn turn = turns_.turn(at.state, at.legal);
  const bool maximises = turn.mover == 0;
  order_moves(at, turn.mover, first);
  at.joint[other_role(turn.mover)] = turn.waiting;
  Entry entry{key, 0, at.order.front(), static_cast<std::uint8_t>(depth), Entry::Bound::exact};
  entry.value = maximises ? -std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::infinity();
  double low = alpha;
  double high = beta;
  for (const Move move : at.order) {
    at.joint[turn.mover] = move;
    game_->next(at.state, at.joint, *scratch_, levels_[level + 1].state);
    const double value = search(level + 1, depth - 1, low, high);
    if (maximises ? value > entry.value : value < entry.value) {
      entry.value = value;
      entry.move = move;
    }
    (maximises ? low : high) = maximises ? std::max(low, value) : std::min(high, value);
    if (low >= high) {
      merit(turn.mover, move) += std::uint64_t{1} << std::min(depth, 32U);
      break;
    }
  }
  if (level == 0) best_ = entry.move;
  const double value = entry.value;
  if (value <= alpha) entry.bound = Entry::Bound::at_most;
  if (value >= beta) entry.bound = Entry::Bound::at_least;
  entry.value = from_state(value, level);
  keep(entry);
  return value;
}

double AlphaBeta::final_value(StateView state, unsigned level) {
  std::array<int, 2> goals{};
  game_->goal_values(state, *scratch_, goals);
  const int margin = std::max(goals[0], 0) - std::max(goals[1], 0);
  if (margin == 0) return 0;
  return margin > 0 ? won_value - level : level - won_value;
}

/// Orders moves: the table's move first, then those with the most cutoffs.
void AlphaBeta::order_moves(Level& at, Role mover, std::optional<Move> first) {
  at.order = at.legal[mover];
  std::stable_sort(at.order.begin(), at.order.end(),
                   [&](Move a, Move b) { return merit(mover, a) > merit(mover, b); });
  if (!first) return;
  const auto found = std::find(at.order.begin(), at.order.end(), *first);
  if (found != at.order.end()) std::rotate(at.order.begin(), found, found + 1);
}

std::uint64_t& AlphaBeta::merit(Role role, Move move) {
  return merits_[role * merits_of_role + mixed(move) % merits_of_role];
}

const AlphaBeta::Entry* AlphaBeta::find(std::uint64_t key) const {
  if (table_.empty()) return nullptr;
  const Entry& entry = table_[key & (table_.size() - 1)];
  return entry.key == key && entry.bound != Entry::Bound::none ? &entry : nullptr;
}

void AlphaBeta::keep(const Entry& entry) {
  if (!table_.empty()) table_[entry.key & (table_.size() - 1)] = entry;
}

void AlphaBeta::count_state() {
  ++states_;
  if (options_.stop != nullptr && *options_.stop) throw Stopped();
  if (deadline_.is_over()) throw OutOfTime();
}

}  // namespace tesuji::runtime
