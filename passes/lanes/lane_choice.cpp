#include "passes/lanes/lane_choice.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace tesuji::passes {

// --- Numbers in lanes

namespace {

using ir::complement;
using ir::false_signal;
using ir::Signal;
using ir::true_signal;

void trim(XagNumber& number) {
  while (!number.empty() && number.back() == false_signal) number.pop_back();
}

}  // namespace

Signal bit_of(const XagNumber& number, std::size_t position) {
  return position < number.size() ? number[position] : false_signal;
}

XagNumber number_where(Signal condition, std::uint64_t value) {
  XagNumber number;
  for (; value != 0; value >>= 1U) number.push_back((value & 1U) != 0 ? condition : false_signal);
  trim(number);
  return number;
}

XagNumber add(XagBuilder& build, const XagNumber& a, const XagNumber& b) {
  XagNumber sum;
  Signal carry = false_signal;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const Signal x = bit_of(a, i);
    const Signal y = bit_of(b, i);
    sum.push_back(build.differ(build.differ(x, y), carry));
    carry = build.majority(x, y, carry);
  }
  sum.push_back(carry);
  trim(sum);
  return sum;
}

Signal is_less(XagBuilder& build, const XagNumber& a, const XagNumber& b) {
  Signal less = false_signal;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    less = build.majority(complement(bit_of(a, i)), bit_of(b, i), less);
  }
  return less;
}

XagNumber subtract(XagBuilder& build, const XagNumber& a, const XagNumber& b, std::size_t bits) {
  XagNumber difference;
  Signal borrow = false_signal;
  for (std::size_t i = 0; i < bits; ++i) {
    const Signal x = bit_of(a, i);
    const Signal y = bit_of(b, i);
    difference.push_back(build.differ(build.differ(x, y), borrow));
    borrow = build.majority(complement(x), y, borrow);
  }
  trim(difference);
  return difference;
}

// --- Choice

namespace {

constexpr std::size_t nothing = SIZE_MAX;

/// Up to three alternatives (and no halves), or two halves, of which the second may be missing.
struct TreeNode {
  XagNumber sum;
  std::uint64_t most = 0;  ///< maximum of the sum
  std::size_t left = nothing;
  std::size_t right = nothing;
  std::vector<std::size_t> alternatives{};
};

class ChoiceBuilder {
 public:
  ChoiceBuilder(XagBuilder& build, std::span<const XagNumber> weights)
      : build_(build), weights_(weights) {
    // Three bits are added as fast as two, and selecting among three needs no separate numbers.
    const bool single = std::all_of(weights.begin(), weights.end(),
                                    [](const XagNumber& weight) { return weight.size() <= 1; });
    const std::size_t most_alternatives = single ? 3 : 1;
    std::vector<std::size_t> level;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i].empty()) continue;
      if (level.empty() || nodes_.back().alternatives.size() == most_alternatives) {
        level.push_back(nodes_.size());
        nodes_.emplace_back();
      }
      nodes_.back().alternatives.push_back(i);
    }
    if (level.empty()) return;
    for (TreeNode& node : nodes_) sum_up(node);
    levels_.push_back(std::move(level));
    while (levels_.back().size() > 1) add_level();
  }

  /// Returns the sum of all weights.
  [[nodiscard]] const XagNumber& sum() const {
    static const XagNumber zero;
    return levels_.empty() ? zero : nodes_[levels_.back().front()].sum;
  }

  /// Returns the number of bits of a number below the sum.
  [[nodiscard]] std::size_t bits_below() const {
    return levels_.empty() ? 0 : std::bit_width(nodes_[levels_.back().front()].most - 1);
  }

  /// Returns whether each alternative is chosen, for a number below the sum.
  [[nodiscard]] std::vector<Signal> select(XagNumber number) {
    std::vector<Signal> chosen(weights_.size(), false_signal);
    if (levels_.empty()) return chosen;
    std::vector<Signal> here(nodes_.size(), false_signal);
    here[levels_.back().front()] = true_signal;
    for (std::size_t level = levels_.size() - 1; level > 0; --level) {
      descend(levels_[level], here, number);
    }
    for (const std::size_t node : levels_.front())
      select_in(nodes_[node], here[node], number, chosen);
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

  void sum_up(TreeNode& node) {
    for (const std::size_t i : node.alternatives) node.most += most_of(weights_[i]);
    if (node.alternatives.size() == 1) {
      node.sum = weights_[node.alternatives.front()];
      return;
    }
    std::array<Signal, 3> bits{};  // false if there are only two
    for (std::size_t i = 0; i < node.alternatives.size(); ++i) {
      bits[i] = weights_[node.alternatives[i]].front();
    }
    node.sum = {build_.differ(build_.differ(bits[0], bits[1]), bits[2])};
    const Signal carry = build_.majority(bits[0], bits[1], bits[2]);
    if (carry != false_signal) node.sum.push_back(carry);
  }

  /// Selects among a node's alternatives, if the lane is at the node with a number below its sum.
  void select_in(const TreeNode& node, Signal here, const XagNumber& number,
                 std::vector<Signal>& chosen) {
    const std::vector<std::size_t>& among = node.alternatives;
    if (among.size() == 1) {
      chosen[among[0]] = here;
      return;
    }
    // The first available one is chosen for 0; the next one for 1, or for 0 if the first is
    // unavailable.
    const Signal zero = complement(build_.either(bit_of(number, 0), bit_of(number, 1)));
    const Signal one = build_.both(bit_of(number, 0), complement(bit_of(number, 1)));
    const Signal first = weights_[among[0]].front();
    chosen[among[0]] = build_.both(here, build_.both(first, zero));
    if (among.size() == 2) {
      chosen[among[1]] = build_.both(here, complement(chosen[among[0]]));
      return;
    }
    const Signal second = build_.both(weights_[among[1]].front(), build_.choose(first, one, zero));
    chosen[among[1]] = build_.both(here, second);
    chosen[among[2]] =
        build_.both(build_.both(here, complement(chosen[among[0]])), complement(chosen[among[1]]));
  }

  void add_level() {
    const std::vector<std::size_t>& below = levels_.back();
    std::vector<std::size_t> level;
    for (std::size_t i = 0; i < below.size(); i += 2) {
      level.push_back(nodes_.size());
      TreeNode node = {nodes_[below[i]].sum, nodes_[below[i]].most, below[i], nothing};
      if (i + 1 < below.size()) {
        const TreeNode& right = nodes_[below[i + 1]];
        node.sum = add(build_, node.sum, right.sum);
        node.most += right.most;
        node.right = below[i + 1];
      }
      nodes_.push_back(std::move(node));
    }
    levels_.push_back(std::move(level));
  }

  /// Descends from the nodes of a level to their halves.
  void descend(const std::vector<std::size_t>& level, std::vector<Signal>& here,
               XagNumber& number) {
    const XagNumber left_sum = collect(level, here);
    const Signal goes_left = is_less(build_, number, left_sum);
    for (const std::size_t node : level) {
      const auto [left, right] = std::pair{nodes_[node].left, nodes_[node].right};
      here[left] = right == nothing ? here[node] : build_.both(here[node], goes_left);
      if (right != nothing) here[right] = build_.both(here[node], complement(goes_left));
    }
    // At a node without a right half the left sum is 0, so that the number stays unchanged.
    XagNumber less = left_sum;
    for (Signal& bit : less) bit = build_.both(bit, complement(goes_left));
    number = subtract(build_, number, less, widest_half(level));
  }

  /// Returns the sum of the left half of the node where the lane is; 0 if there is no right half.
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

  /// Returns the number of bits of a number below the sum of a half.
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
  std::span<const XagNumber> weights_;
  std::vector<TreeNode> nodes_;
  std::vector<std::vector<std::size_t>>
      levels_;  ///< nodes by level: those with alternatives first, the root last
};

/// Returns the bits that numbers below n may have, of the lowest `bits`; all of these for n = 0.
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
    choice.chosen = tree.select({});
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
  choice.chosen = tree.select(std::move(number));
  return choice;
}

}  // namespace tesuji::passes
