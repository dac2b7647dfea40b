#include "runtime/host/playouts/reachable_states.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/playouts/joint_moves.h"
#include "runtime/host/playouts/state_hash.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace tesuji::runtime {

namespace {

bool someone_has_none(const std::vector<std::vector<Move>>& legal) {
  return std::any_of(legal.begin(), legal.end(), [](const auto& moves) { return moves.empty(); });
}

}  // namespace

class Explorer {
 public:
  Explorer(const Game& game, const ReachOptions& options)
      : game_(game),
        options_(options),
        deadline_(options.seconds),
        scratch_(game.make_scratch()),
        next_(game.state_words()),
        table_(first_table, none) {
    found_.words_ = game.state_words();
    const std::size_t bytes = std::max<std::size_t>(1, found_.words_) * sizeof(std::uint64_t);
    found_.chunk_states_ = std::clamp<std::size_t>(chunk_bytes / bytes, 1, most_chunk_states);
  }

  ReachableStates run() {
    const TimedStop limit(options_.seconds, options_.stop);
    const StopScope scope(limit.flag());
    add(game_.initial(), 0);
    found_.first_.push_back(0);
    try {
      // States are in the order of discovery: they are the queue.
      for (Index i = 0; i < found_.size_ && going(); ++i) {
        expand(i);
        if (!going()) break;
        found_.first_.push_back(found_.edges_.size());
        ++found_.expanded_;
      }
    } catch (const Stopped&) {  // within a question
      const bool asked = options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
      give_up(asked ? End::stopped : End::time);
    }
    return std::move(found_);
  }

 private:
  using Index = ReachableStates::Index;
  using Kind = ReachableStates::Kind;
  using End = ReachableStates::End;
  static constexpr Index none = std::numeric_limits<Index>::max();
  static constexpr std::size_t first_table = 1024;
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 20U;
  static constexpr std::size_t most_chunk_states = 4096;

  [[nodiscard]] bool going() const { return found_.end_ == End::all; }
  void give_up(End why) {
    if (going()) found_.end_ = why;
  }

  void expand(Index i) {
    const StateView state = found_.state(i);
    if (game_.terminal(state, *scratch_)) {
      found_.kinds_.push_back(Kind::terminal);
      if (options_.on_end) options_.on_end(found_, i);
      return;
    }
    game_.legal(state, *scratch_, legal_);
    if (someone_has_none(legal_)) {
      found_.kinds_.push_back(Kind::stuck);
      if (options_.on_end) options_.on_end(found_, i);
      return;
    }
    found_.kinds_.push_back(Kind::inner);
    successors_.clear();
    JointMoves moves(legal_);
    do {
      if (deadline_.is_over()) give_up(End::time);
      if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed))
        give_up(End::stopped);
      if (!going()) break;
      game_.next(state, moves.joint(), *scratch_, next_);
      successors_.push_back(add(next_, i));
    } while (going() && moves.advance());
    std::sort(successors_.begin(), successors_.end());
    successors_.erase(std::unique(successors_.begin(), successors_.end()), successors_.end());
    found_.edges_.insert(found_.edges_.end(), successors_.begin(), successors_.end());
  }

  /// The state's index; it may be a new one.
  Index add(StateView state, Index parent) {
    std::size_t place = state_hash(state) & (table_.size() - 1);
    for (; table_[place] != none; place = (place + 1) & (table_.size() - 1)) {
      const StateView known = found_.state(table_[place]);
      if (std::equal(known.begin(), known.end(), state.begin())) return table_[place];
    }
    const Index index = found_.size_;
    if (!has_room()) return index;
    if (index % found_.chunk_states_ == 0) {
      found_.chunks_.push_back(
          std::make_unique<std::uint64_t[]>(found_.words_ * found_.chunk_states_));
    }
    ++found_.size_;
    std::uint64_t* const words =
        found_.chunks_.back().get() + (index % found_.chunk_states_) * found_.words_;
    std::copy(state.begin(), state.end(), words);
    found_.parents_.push_back(parent);
    table_[place] = index;
    if (2 * std::size_t{found_.size_} > table_.size()) grow_table();
    return index;
  }

  /// For one state more; gives up otherwise.
  bool has_room() {
    const std::uint64_t size = found_.size_;
    if ((options_.max_states > 0 && size >= options_.max_states) || size + 1 >= none) {
      give_up(End::states);
    }
    const bool new_chunk = size % found_.chunk_states_ == 0;
    const std::uint64_t bytes =
        (found_.chunks_.size() + (new_chunk ? 1 : 0)) * found_.chunk_states_ * found_.words_ * 8 +
        table_.size() * sizeof(Index) + found_.edges_.capacity() * sizeof(Index) +
        size * (sizeof(Index) + sizeof(Kind) + sizeof(std::size_t));
    if (options_.memory_bytes > 0 && bytes > options_.memory_bytes) give_up(End::memory);
    return going();
  }

  void grow_table() {
    table_.assign(2 * table_.size(), none);
    for (Index i = 0; i < found_.size_; ++i) {
      std::size_t place = state_hash(found_.state(i)) & (table_.size() - 1);
      while (table_[place] != none) place = (place + 1) & (table_.size() - 1);
      table_[place] = i;
    }
  }

  const Game& game_;
  const ReachOptions& options_;
  Deadline deadline_;
  std::unique_ptr<Scratch> scratch_;
  State next_;
  std::vector<std::vector<Move>> legal_;
  std::vector<Index> successors_;
  std::vector<Index> table_;  ///< a power of two of places, at most half of them taken
  ReachableStates found_;
};

ReachableStates ReachableStates::find(const Game& game, const ReachOptions& options) {
  return Explorer(game, options).run();
}

std::vector<ReachableStates::Index> ReachableStates::play_to(Index i) const {
  std::vector<Index> play{i};
  while (play.back() != 0) play.push_back(parents_[play.back()]);
  std::reverse(play.begin(), play.end());
  return play;
}

std::vector<Move> joint_between(const Game& game, StateView from, StateView to) {
  const auto scratch = game.make_scratch();
  std::vector<std::vector<Move>> legal;
  game.legal(from, *scratch, legal);
  if (someone_has_none(legal)) throw std::logic_error("no joint move leads to the state");
  State next(game.state_words());
  JointMoves moves(legal);
  do {
    game.next(from, moves.joint(), *scratch, next);
    if (std::equal(next.begin(), next.end(), to.begin(), to.end())) {
      return {moves.joint().begin(), moves.joint().end()};
    }
  } while (moves.advance());
  throw std::logic_error("no joint move leads to the state");
}

}  // namespace tesuji::runtime
