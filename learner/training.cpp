#include "learner/training.h"

#include <utility>

namespace tesuji::learner {

TrainingGame Training::next() {
  runtime::Rng random(options_.seed, next_);
  const std::size_t count = arena_.boards().size();
  const std::size_t board = options_.in_order ? next_ % count : random.below(count);
  const PlayedGame played = arena_.play(migo_, board, random);
  TrainingGame game{board,         played.boards.size() - 1, played.outcome,
                    played.regret, played.random_moves,      {}};
  game.learning = migo_.finish(played.boards, arena_.learner(), played.outcome);
  ++next_;
  return game;
}

}  // namespace tesuji::learner
