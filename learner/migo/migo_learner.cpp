#include "learner/migo/migo_learner.h"

#include <utility>

namespace tesuji::learner {

MigoLearner::MigoLearner(runtime::StateSpace& space, std::uint32_t levels,
                         const MigoOptions& options, std::unique_ptr<Advice> advice)
    : properties_(space),
      advice_(std::move(advice)),
      migo_(properties_, levels, options, advice_.get()) {
  learning_.levels = migo_.memory().examples.levels();
  learning_.stability = options.stability;
}

Learner::Choice MigoLearner::choose(runtime::Node& node, runtime::Rng& random) {
  if (const auto chosen = migo_.choose(node)) {
    std::uint32_t edge = 0;
    while (properties_.space().successor(node, edge) != chosen->next) ++edge;
    return {edge, false};
  }
  return {static_cast<std::uint32_t>(random.below(node.edge_count)), true};
}

void MigoLearner::finish(const PlayedGame& game, runtime::Role learner) {
  LearningReport learned = migo_.finish(game.boards, learner, game.outcome);
  learning_.searches += learned.searches;
  learning_.steps += learned.steps;
  learning_.failed += learned.failed;
  learning_.missing = std::move(learned.missing);
}

}  // namespace tesuji::learner
