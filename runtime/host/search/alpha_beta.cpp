#include "runtime/host/search/alpha_beta.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/playouts/state_hash.h"
#include "runtime/host/search/two_roles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace tesuji::runtime {

namespace {

constexpr std::size_t merits_of_role = 4096;

/// Moves after so many in their order are searched one move less deep, and two moves less after
/// twice as many.
constexpr std::size_t full_moves = 4;
/// Below this depth all moves are searched alike.
constexpr unsigned least_reduced_depth = 3;

std::uint64_t mixed(std::uint64_t bits) {
  bits *= 0x9E3779B97F4A7C15U;
  return bits ^ (bits >> 32U);
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

AlphaBeta::AlphaBeta(std::shared_ptr<const Game> game, Evaluation& evaluation,
                     AlphaBetaOptions options)
    : game_(std::move(game)),
      turns_(*game_, {}),
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

std::optional<FoundMove> AlphaBeta::best(StateView state, Role role) {
  return best(state, role, {options_.seconds, 0, options_.stop});
}

std::optional<FoundMove> AlphaBeta::best(StateView state, Role role,
                                         const AlphaBetaLimits& limits) {
  std::copy(state.begin(), state.end(), levels_.front().state.begin());
  states_ = 0;
  deadline_ = Deadline(limits.seconds);
  limits_ = limits;
  const StopScope scope(limits.stop);
  std::fill(merits_.begin(), merits_.end(), 0);
  if (game_->terminal(state, *scratch_)) return std::nullopt;
  std::vector<std::vector<Move>> legal;
  game_->legal(state, *scratch_, legal);
  if (std::any_of(legal.begin(), legal.end(), [](const auto& moves) { return moves.empty(); })) {
    return std::nullopt;
  }
  const bool chooses = choosing_role(turns_, legal) == role;
  FoundMove found{legal[role].front()};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const TimedStop timed(limits.seconds, limits.stop);
  try {
    const StopScope until_time_is_over(timed.flag());
    for (unsigned depth = 1; depth < levels_.size(); ++depth) {
      const double value = search(0, depth, -infinity, infinity);
      if (chooses) found.move = *best_;
      found.value = role == 0 ? value : -value;
      found.depth = depth;
      // Decided within the depth: deeper search finds nothing better.
      if (std::abs(value) > most_evaluation) break;
    }
  } catch (const OutOfTime&) {
  } catch (const Stopped&) {
    // Unless the caller requested the stop, time ran out within a question.
    if (found.depth == 0 && limits.stop != nullptr && *limits.stop) throw;
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
  const std::uint64_t key = table_.empty() ? 0 : state_hash(at.state);
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
  // Without a choice there is one joint move, so either role can count as the mover.
  const Role mover = choosing_role(turns_, at.legal).value_or(0);
  const bool maximises = mover == 0;
  order_moves(at, mover, first);
  at.joint[other_role(mover)] = at.legal[other_role(mover)].front();
  Entry entry{key, 0, at.order.front(), static_cast<std::uint8_t>(depth), Entry::Bound::exact};
  entry.value = maximises ? -std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::infinity();
  double low = alpha;
  double high = beta;
  for (std::size_t place = 0; place < at.order.size(); ++place) {
    const Move move = at.order[place];
    at.joint[mover] = move;
    game_->next(at.state, at.joint, *scratch_, levels_[level + 1].state);
    const double value = search_move(level, depth, place, maximises, low, high);
    if (maximises ? value > entry.value : value < entry.value) {
      entry.value = value;
      entry.move = move;
    }
    (maximises ? low : high) = maximises ? std::max(low, value) : std::min(high, value);
    if (low >= high) {
      merit(mover, move) += std::uint64_t{1} << std::min(depth, 32U);
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

/// Searches the next state, which is in the buffer of the next level: with a null window first,
/// late moves at reduced depth; and with the whole window only if the move is better than those
/// before.
double AlphaBeta::search_move(unsigned level, unsigned depth, std::size_t place, bool maximises,
                              double low, double high) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double known = maximises ? low : high;
  const bool uses_null_window = place > 0 && depth > 1 && std::abs(known) < infinity;
  if (!uses_null_window) return search(level + 1, depth - 1, low, high);
  const double least = maximises ? low : std::nextafter(high, -infinity);
  const double most = maximises ? std::nextafter(low, infinity) : high;
  const auto is_better = [&](double value) { return maximises ? value > low : value < high; };
  const bool late = options_.reduces && depth >= least_reduced_depth && place >= full_moves;
  if (late) {
    const unsigned less = place >= 2 * full_moves && depth > least_reduced_depth ? 2 : 1;
    const double value = search(level + 1, depth - 1 - less, least, most);
    if (!is_better(value)) return value;
  }
  const double value = search(level + 1, depth - 1, least, most);
  if (!is_better(value) || (maximises ? value >= high : value <= low)) return value;
  return search(level + 1, depth - 1, low, high);
}

std::vector<std::vector<Move>> AlphaBeta::line(StateView state, std::size_t most) {
  std::vector<std::vector<Move>> line;
  State at(state.begin(), state.end());
  State next(at.size());
  std::vector<std::vector<Move>> legal;
  while (line.size() < most && !game_->terminal(at, *scratch_)) {
    game_->legal(at, *scratch_, legal);
    const Entry* const known = table_.empty() ? nullptr : find(state_hash(at));
    std::vector<Move> joint;
    for (Role role = 0; role < 2; ++role) {
      if (legal[role].empty()) return line;
      joint.push_back(legal[role].front());
      if (legal[role].size() == 1) continue;
      if (known == nullptr) return line;
      joint[role] = known->move;
      const auto& own = legal[role];
      if (std::find(own.begin(), own.end(), known->move) == own.end()) return line;
    }
    game_->next(at, joint, *scratch_, next);
    std::swap(at, next);
    line.push_back(std::move(joint));
  }
  return line;
}

double AlphaBeta::final_value(StateView state, unsigned level) {
  const std::array<int, 2> goals = goals_of_two(*game_, state, *scratch_);
  const int margin = goals[0] - goals[1];
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
  if (limits_.stop != nullptr && *limits_.stop) throw Stopped();
  if (deadline_.is_over() || (limits_.states > 0 && states_ > limits_.states)) throw OutOfTime();
}

}  // namespace tesuji::runtime
