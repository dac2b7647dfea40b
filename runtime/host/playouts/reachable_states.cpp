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
        found_(game.state_words()) {}

  ReachableStates run() {
    const TimedStop limit(options_.seconds, options_.stop);
    const StopScope scope(limit.flag());
    add(game_.initial(), 0);
    found_.first_.push_back(0);
    try {
      // States are in the order of discovery, so they also serve as the queue.
      for (Index i = 0; i < found_.size() && going(); ++i) {
        expand(i);
        if (!going()) break;
        found_.first_.push_back(found_.edges_.size());
        ++found_.expanded_;
      }
    } catch (const Stopped&) {  // stopped within a question
      const bool asked = options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
      give_up(asked ? End::stopped : End::time);
    }
    return std::move(found_);
  }

 private:
  using Index = ReachableStates::Index;
  using Kind = ReachableStates::Kind;
  using End = ReachableStates::End;

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

  /// Returns the state's index, which is meaningless if there was no room.
  Index add(StateView state, Index parent) {
    const std::uint32_t hash = found_.states_.hash(state);
    if (const auto known = found_.states_.find(state, hash)) return *known;
    return has_room() ? found_.states_.add(state, hash, parent).index : 0;
  }

  /// Checks for room for one more state; gives up otherwise.
  bool has_room() {
    const std::uint64_t size = found_.size();
    if ((options_.max_states > 0 && size >= options_.max_states) ||
        size >= StateTable::most_states) {
      give_up(End::states);
    }
    const std::uint64_t bytes = found_.states_.bytes_with_another() +
                                found_.edges_.capacity() * sizeof(Index) +
                                size * (sizeof(Kind) + sizeof(std::size_t));
    if (options_.memory_bytes > 0 && bytes > options_.memory_bytes) give_up(End::memory);
    return going();
  }

  const Game& game_;
  const ReachOptions& options_;
  Deadline deadline_;
  std::unique_ptr<Scratch> scratch_;
  State next_;
  std::vector<std::vector<Move>> legal_;
  std::vector<Index> successors_;
  ReachableStates found_;
};

ReachableStates ReachableStates::find(const Game& game, const ReachOptions& options) {
  return Explorer(game, options).run();
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
