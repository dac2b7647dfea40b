#include "passes/nets/smallest_net.h"

#include "passes/nets/build_net.h"
#include "passes/nets/factor.h"
#include "passes/nets/fold_inert.h"
#include "passes/nets/share_pairs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

/// How many inputs conjunctions may have that are written out in others: the ways of all programs
/// that are tried, and more of those that small ones are.
constexpr std::array<std::size_t, 4> flattenings{most_flattened_inputs, 1, 2, 64};
constexpr std::array<std::size_t, 2> more_flattenings{3, 16};

/// What a round takes out is seldom more after the second.
constexpr int most_rounds = 3;

class Search {
 public:
  Search(const GroundProgram& program, std::size_t max_nodes)
      : program_(program), max_nodes_(max_nodes) {}

  std::optional<ir::Net> run() {
    for (const std::size_t flattened : flattenings) {
      if (!take(flattened) || is_large()) return std::move(best_);
    }
    if (fewest_ > most_small_gates) return std::move(best_);
    for (const std::size_t flattened : more_flattenings) {
      if (!take(flattened)) break;
    }
    return std::move(best_);
  }

 private:
  [[nodiscard]] bool is_large() const {
    return program_.literals.size() > most_tried_literals || fewest_ > most_tried_gates;
  }

  /// False where the net would have too many nodes.
  bool take(std::size_t flattened) {
    std::optional<ir::Net> net = build_net(program_, max_nodes_, flattened);
    if (!net) return false;
    net = fold_inert(*net, flattened);
    // Where conjunctions are short, it makes no difference how many inputs are written out.
    if (std::find(tried_.begin(), tried_.end(), net->inputs) != tried_.end()) return true;
    tried_.push_back(net->inputs);
    shrink(*net, flattened);
    if (fewest_ <= most_small_gates) shrink(share_pairs(*net), flattened);
    return true;
  }

  /// Rounds of taking out what ways, then what conjunctions have in common: pairs that have become
  /// nodes of their own make new common parts.
  void shrink(ir::Net net, std::size_t flattened) {
    std::uint64_t last = 0;
    for (int round = 0; round < most_rounds; ++round) {
      net = share_pairs(factor(net, flattened));
      const std::uint64_t gates = ir::count_step_gates(net);
      const bool better = round == 0 || gates + last / 500 < last;
      last = gates;
      if (!best_ || gates < fewest_) {
        best_ = net;
        fewest_ = gates;
      }
      if (!better || gates > most_tried_gates) return;
    }
  }

  const GroundProgram& program_;
  std::size_t max_nodes_;
  std::vector<std::vector<ir::Signal>> tried_;  ///< inputs of the nets that were built
  std::optional<ir::Net> best_;
  std::uint64_t fewest_ = 0;  ///< gates for a step of the game
};

}  // namespace

std::optional<ir::Net> smallest_net(const GroundProgram& program, std::size_t max_nodes) {
  return Search(program, max_nodes).run();
}

}  // namespace tesuji::passes
