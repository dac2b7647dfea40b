#include "learner/migo/migo_learner.h"

#include <utility>

namespace tesuji::learner {

MigoLearner::MigoLearner(runtime::StateSpace& space, std::uint32_t levels,
                         const MigoOptions& options, std::unique_ptr<Advice> advice,
                         MigoPlayOptions play)
    : properties_(space),
      advice_(std::move(advice)),
      migo_(properties_, levels, options, advice_.get()),
      play_(play) {
  learning_.levels = migo_.memory().examples.levels();
  learning_.stability = options.stability;
}

std::optional<std::size_t> MigoLearner::wanted_board(std::span<runtime::Node* const> boards,
                                                     runtime::Rng& random) {
  if (!play_.informed) return std::nullopt;
  const std::vector<std::size_t> best = boards_.best(boards.size(), [&](std::size_t board) {
    const auto chosen = migo_.choose(*boards[board]);
    return chosen && migo_.knows_win(*boards[board], *chosen);
  });
  return best[random.below(best.size())];
}

bool MigoLearner::explores(runtime::Node& node, const ChosenMove& chosen, runtime::Rng& random) {
  constexpr std::uint64_t whole = 1'000'000;
  if (testing_ || play_.explore <= 0 || migo_.knows_win(node, chosen)) return false;
  return static_cast<double>(random.below(whole)) < play_.explore * static_cast<double>(whole);
}

Learner::Choice MigoLearner::choose(runtime::Node& node, runtime::Rng& random) {
  const auto chosen = migo_.choose(node);
  if (chosen && !explores(node, *chosen, random)) {
    std::uint32_t edge = 0;
    while (properties_.space().successor(node, edge) != chosen->next) ++edge;
    return {edge, false};
  }
  return {static_cast<std::uint32_t>(random.below(node.edge_count)), true};
}

void MigoLearner::finish(const PlayedGame& game, runtime::Role learner) {
  LearningReport learned = migo_.finish(game.boards, learner, game.outcome);
  boards_.record(game.board, game.outcome);
  learning_.levels = migo_.memory().examples.levels();
  learning_.searches += learned.searches;
  learning_.steps += learned.steps;
  learning_.failed += learned.failed;
  learning_.missing = std::move(learned.missing);
}

}  // namespace tesuji::learner
