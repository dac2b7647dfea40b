#include "backend/players/move_weights.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace tesuji::driver {
namespace {

/// A move with fewer visits has the weight 1: its mean is unreliable.
constexpr double least_visits = 200;
/// Total visits of all moves of all roles after which compiling for weights pays.
constexpr double enough_visits = 200'000;
/// Weights grow e-fold with this difference of the mean value (0..1), up to `most_weight`.
constexpr double temperature = 0.12;
constexpr std::uint32_t most_weight = 8;

}  // namespace

MoveWeights weights_of_moves(const runtime::TreeSearch& search, const runtime::Game& game) {
  MoveWeights weights;
  double visits = 0;
  for (runtime::Role role = 0; role < game.roles().size(); ++role) {
    const std::vector<runtime::TreeSearch::MoveMean> means = search.move_means(role);
    double sum = 0;
    double all = 0;
    for (const auto& mean : means) {
      sum += mean.value * mean.visits;
      all += mean.visits;
    }
    visits += all;
    for (const auto& mean : means) {
      if (mean.visits < least_visits) continue;
      // A move as good as the average gets the middle of the weights.
      const double middle = std::sqrt(static_cast<double>(most_weight));
      const double weight = middle * std::exp((mean.value - sum / all) / temperature);
      // Powers of two need the fewest gates.
      const auto rounded = static_cast<std::uint32_t>(std::exp2(
          std::round(std::log2(std::clamp(weight, 1.0, static_cast<double>(most_weight))))));
      if (rounded > 1) {
        weights[game.roles()[role] + " " + game.move_name(mean.move)] = {rounded, {}};
      }
    }
  }
  if (visits < enough_visits) weights.clear();
  return weights;
}

}  // namespace tesuji::driver
