#include "learner/experiments/training.h"

namespace tesuji::learner {

TrainingGame Training::next() {
  arena_.space().poll();
  runtime::Rng random(options_.seed, next_);
  const std::size_t count = arena_.boards().size();
  std::size_t board = options_.in_order ? next_ % count : random.below(count);
  if (const auto wanted = learner_.wanted_board(arena_.start_nodes(), random)) board = *wanted;
  const PlayedGame played = arena_.play(learner_, board, random);
  const PlayedGame counted = arena_.is_perfect() ? played : arena_.test(learner_, board, random);
  learner_.finish(played, arena_.learner());
  ++next_;
  return {static_cast<std::uint32_t>(board), static_cast<std::uint32_t>(counted.edges.size()),
          counted.random_moves, counted.outcome, static_cast<std::int8_t>(counted.regret)};
}

}  // namespace tesuji::learner
