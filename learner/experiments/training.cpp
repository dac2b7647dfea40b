#include "learner/experiments/training.h"

#include <utility>

namespace tesuji::learner {

TrainingGame Training::next() {
  arena_.space().poll();
  runtime::Rng random(options_.seed, next_);
  const std::size_t count = arena_.boards().size();
  const std::size_t board = options_.in_order ? next_ % count : random.below(count);
  const PlayedGame played = arena_.play(migo_, board, random);
  LearningReport learned = migo_.finish(played.boards, arena_.learner(), played.outcome);
  learning_.searches += learned.searches;
  learning_.steps += learned.steps;
  learning_.failed += learned.failed;
  learning_.missing = std::move(learned.missing);
  ++next_;
  return {static_cast<std::uint32_t>(board), static_cast<std::uint32_t>(played.boards.size() - 1),
          played.random_moves, played.outcome, static_cast<std::int8_t>(played.regret)};
}

}  // namespace tesuji::learner
