#include "learner/migo/migo_learner.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tesuji::learner {

// --- Choice of start boards

void BoardChoice::record(std::size_t board, Outcome outcome) {
  if (games_.size() <= board) games_.resize(board + 1);
  ++games_[board][static_cast<std::size_t>(outcome)];
}

double BoardChoice::information(std::size_t board) const {
  std::array<double, 3> counts{1, 1, 1};
  if (board < games_.size()) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts.at(i) += static_cast<double>(games_[board].at(i));
    }
  }
  const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
  double bits = 0;
  for (const double count : counts) bits -= count / sum * std::log2(count / sum);
  return bits;
}

std::vector<std::size_t> BoardChoice::best(
    std::size_t count, const std::function<bool(std::size_t)>& is_settled) const {
  constexpr double same = 1e-9;
  double most = -1;
  std::vector<std::size_t> result;
  for (std::size_t board = 0; board < count; ++board) {
    const double bits = is_settled(board) ? 0 : information(board);
    if (bits < most - same) continue;
    if (bits > most + same) result.clear();
    most = std::max(most, bits);
    result.push_back(board);
  }
  return result;
}

// --- The learner

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
