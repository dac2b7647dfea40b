#include "passes/lane_choice.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::complement;
using ir::false_signal;
using ir::Signal;
using ir::true_signal;

constexpr std::size_t nothing = SIZE_MAX;

/// An alternative, or two halves; the second may be missing.
struct TreeNode {
  XagNumber sum;
  std::uint64_t most = 0;  ///< that the sum can be
  std::size_t left = nothing;
  std::size_t right = nothing;
};

class ChoiceBuilder {
 public:
  ChoiceBuilder(XagBuilder& build, std::span<const XagNumber> weights) : build_(build) {
    std::vector<std::size_t> level;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i].empty()) continue;
      level.push_back(nodes_.size());
      nodes_.push_back({weights[i], most_of(weights[i]), nothing, nothing});
      alternatives_.push_back(i);
    }
    if (level.empty()) return;
    levels_.push_back(std::move(level));
    while (levels_.back().size() > 1) add_level();
  }

  /// The sum of all weights.
  [[nodiscard]] const XagNumber& sum() const {
    static const XagNumber zero;
    return levels_.empty() ? zero : nodes_[levels_.back().front()].sum;
  }

  /// Bits that a number below the sum has.
  [[nodiscard]] std::size_t bits_below() const {
    return levels_.empty() ? 0 : std::bit_width(nodes_[levels_.back().front()].most - 1);
  }

  /// By alternative, for a number below the sum.
  [[nodiscard]] std::vector<Signal> select(XagNumber number, std::size_t alternatives) {
    std::vector<Signal> chosen(alternatives, false_signal);
    if (levels_.empty()) return chosen;
    std::vector<Signal> here(nodes_.size(), false_signal);
    here[levels_.back().front()] = true_signal;
    for (std::size_t level = levels_.size() - 1; level > 0; --level) {
      descend(levels_[level], level == 1, here, number);
    }
    for (std::size_t i = 0; i < alternatives_.size(); ++i) chosen[alternatives_[i]] = here[i];
    return chosen;
  }

 private:
  static std::uint64_t most_of(const XagNumber& number) {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < number.size(); ++i) {
      if (number[i] != false_signal) most |= std::uint64_t{1} << i;
    }
    return most;
  }

  void add_level() {
    const std::vector<std::size_t>& below = levels_.back();
    std::vector<std::size_t> level;
    for (std::size_t i = 0; i < below.size(); i += 2) {
      level.push_back(nodes_.size());
      const TreeNode& left = nodes_[below[i]];
      if (i + 1 == below.size()) {
        nodes_.push_back({left.sum, left.most, below[i], nothing});
      } else {
        const TreeNode& right = nodes_[below[i + 1]];
        nodes_.push_back({add(build_, left.sum, right.sum), left.most + right.most, below[i],
                          below[i + 1]});
      }
    }
    levels_.push_back(std::move(level));
  }

  /// From the nodes of a level to their halves. `last`: the halves are alternatives.
  void descend(const std::vector<std::size_t>& level, bool last, std::vector<Signal>& here,
               XagNumber& number) {
    if (last && all_single(level)) return descend_to_single(level, here, number);
    const XagNumber left_sum = collect(level, here);
    const Signal goes_left = is_less(build_, number, left_sum);
    for (const std::size_t node : level) {
      const auto [left, right] = std::pair{nodes_[node].left, nodes_[node].right};
      here[left] = right == nothing ? here[node] : build_.both(here[node], goes_left);
      if (right != nothing) here[right] = build_.both(here[node], complement(goes_left));
    }
    if (last) return;
    // At a node without a right half the number is not less than 0, and stays.
    XagNumber less = left_sum;
    for (Signal& bit : less) bit = build_.both(bit, complement(goes_left));
    number = subtract(build_, number, less, widest_half(level));
  }

  /// Whether all weights are 0 or 1.
  [[nodiscard]] bool all_single(const std::vector<std::size_t>& level) const {
    return std::all_of(level.begin(), level.end(), [&](std::size_t node) {
      const std::size_t right = nodes_[node].right;
      return nodes_[nodes_[node].left].sum.size() == 1 &&
             (right == nothing || nodes_[right].sum.size() == 1);
    });
  }

  /// Left where that is to be had and the number is 0.
  void descend_to_single(const std::vector<std::size_t>& level, std::vector<Signal>& here,
                         const XagNumber& number) {
    const Signal first = complement(bit_of(number, 0));
    for (const std::size_t node : level) {
      const auto [left, right] = std::pair{nodes_[node].left, nodes_[node].right};
      if (right == nothing) {
        here[left] = here[node];
        continue;
      }
      here[left] = build_.both(here[node], build_.both(nodes_[left].sum[0], first));
      here[right] = build_.both(here[node], complement(here[left]));
    }
  }

  /// The sum of the left half of the node where the lane is; 0 where there is no right half.
  [[nodiscard]] XagNumber collect(const std::vector<std::size_t>& level,
                                  const std::vector<Signal>& here) {
    XagNumber collected;
    for (const std::size_t node : level) {
      if (nodes_[node].right == nothing) continue;
      const XagNumber& sum = nodes_[nodes_[node].left].sum;
      if (collected.size() < sum.size()) collected.resize(sum.size(), false_signal);
      for (std::size_t i = 0; i < sum.size(); ++i) {
        collected[i] = build_.either(collected[i], build_.both(here[node], sum[i]));
      }
    }
    return collected;
  }

  /// Bits that a number below the sum of a half has.
  [[nodiscard]] std::size_t widest_half(const std::vector<std::size_t>& level) const {
    std::size_t bits = 0;
    for (const std::size_t node : level) {
      bits = std::max(bits, nodes_[nodes_[node].left].sum.size());
      if (nodes_[node].right != nothing) {
        bits = std::max(bits, nodes_[nodes_[node].right].sum.size());
      }
    }
    return bits;
  }

  XagBuilder& build_;
  std::vector<TreeNode> nodes_;             ///< alternatives first
  std::vector<std::size_t> alternatives_;   ///< by node: which of the weights
  std::vector<std::vector<std::size_t>> levels_;  ///< alternatives first, the root last
};

/// The bits that numbers below n have, of the lowest `bits`; all of these for n = 0.
XagNumber mask_below(XagBuilder& build, const XagNumber& n, std::size_t bits) {
  XagNumber mask = subtract(build, n, {true_signal}, bits);
  mask.resize(bits, false_signal);
  for (std::size_t i = mask.size() - 1; i-- > 0;) mask[i] = build.either(mask[i], mask[i + 1]);
  return mask;
}

}  // namespace

LaneChoice choose_in_lanes(XagBuilder& build, std::span<const XagNumber> weights,
                           std::size_t rounds, const std::function<Signal()>& random_word) {
  LaneChoice choice;
  ChoiceBuilder tree(build, weights);
  const XagNumber& sum = tree.sum();
  choice.none = complement(build.any_of(sum));
  if (sum.size() <= 1) {  // at most one alternative
    choice.made = complement(choice.none);
    choice.chosen = tree.select({}, weights.size());
    return choice;
  }
  const XagNumber mask = mask_below(build, sum, tree.bits_below());
  XagNumber number;
  for (std::size_t round = 0; round < rounds; ++round) {
    XagNumber drawn;
    for (const Signal bit : mask) {
      drawn.push_back(bit == false_signal ? bit : build.both(bit, random_word()));
    }
    const Signal fits = is_less(build, drawn, sum);
    if (round == 0) {
      number = drawn;
      choice.made = fits;
      continue;
    }
    for (std::size_t i = 0; i < number.size(); ++i) {
      number[i] = build.choose(choice.made, number[i], drawn[i]);
    }
    choice.made = build.either(choice.made, fits);
  }
  choice.chosen = tree.select(std::move(number), weights.size());
  return choice;
}

}  // namespace tesuji::passes
