#include "backend/features/views/simplify.h"

#include "backend/features/views/literal_tree.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::views {

namespace {

/// Twice a slot, plus one if it is negated.
using Signed = std::uint32_t;
using Conjunction = std::vector<Signed>;

/// Longer conjunctions are not compared literal by literal.
constexpr std::size_t most_literals = 16;

struct Hash {
  std::size_t operator()(const std::vector<Signed>& key) const {
    std::uint64_t hash = key.size();
    for (const Signed one : key) hash = (hash ^ one) * 0x9E3779B97F4A7C15U + (hash >> 32U);
    return hash;
  }
};

class Simplification {
 public:
  explicit Simplification(LiteralTree& tree)
      : tree_(tree),
        last_(last_literals(tree)),
        order_(order_slots(tree, last_)),
        same_as_(tree.slots),
        flat_(tree.slots) {
    std::iota(same_as_.begin(), same_as_.end(), Slot{0});
  }

  std::vector<Cycle> run() {
    find_same();
    find_needed();
    renumber();
    rebuild();
    return std::move(cycles_);
  }

 private:
  void find_same() {
    auto cycle = order_.cycles.begin();
    for (Slot rank = 0; rank < order_.slots.size(); ++rank) {
      while (cycle != order_.cycles.end() && cycle->end <= rank) ++cycle;
      if (cycle != order_.cycles.end() && cycle->begin <= rank) continue;
      const Slot slot = order_.slots[rank];
      if (slot != tree_.always && !tree_.is_input[slot]) compare(slot);
    }
  }

  /// Finds whether a slot equals an earlier one; slots on which it depends are already compared.
  void compare(Slot slot) {
    std::vector<Conjunction> conjunctions;
    for (const NodeId last : last_.of(slot)) conjunctions.push_back(flattened(last));
    std::sort(conjunctions.begin(), conjunctions.end());
    conjunctions.erase(std::unique(conjunctions.begin(), conjunctions.end()), conjunctions.end());
    if (conjunctions.size() == 1 && conjunctions[0].size() <= most_literals) {
      if (conjunctions[0].size() == 1 && conjunctions[0][0] % 2 == 0) {
        same_as_[slot] = conjunctions[0][0] / 2;
        return;
      }
      flat_[slot] = conjunctions[0];
    }
    std::vector<Signed> key;
    for (const Conjunction& one : conjunctions) {
      key.push_back(static_cast<Signed>(one.size()));
      key.insert(key.end(), one.begin(), one.end());
    }
    same_as_[slot] = known_.try_emplace(std::move(key), slot).first->second;
  }

  /// Returns the conjunction that ends with a literal: ascending, each literal once.
  [[nodiscard]] Conjunction flattened(NodeId last) const {
    Conjunction conjunction;
    for (NodeId node = last; node != 0; node = tree_.literals[node].parent) {
      const Literal& one = tree_.literals[node];
      if (one.slot == tree_.always) continue;
      const Slot slot = same_as_[one.slot];
      if (!one.negated && !flat_[slot].empty()) {
        conjunction.insert(conjunction.end(), flat_[slot].begin(), flat_[slot].end());
      } else {
        conjunction.push_back(2 * slot + static_cast<Signed>(one.negated));
      }
    }
    std::sort(conjunction.begin(), conjunction.end());
    conjunction.erase(std::unique(conjunction.begin(), conjunction.end()), conjunction.end());
    return conjunction;
  }

  /// Marks the literals on which counters depend.
  void find_needed() {
    needed_.resize(tree_.literals.size());
    reached_.resize(tree_.slots);
    std::vector<Slot> left;
    const auto need = [&](NodeId last) {
      for (NodeId node = last; node != 0 && !needed_[node]; node = tree_.literals[node].parent) {
        needed_[node] = true;
        const Slot slot = same_as_[tree_.literals[node].slot];
        if (!reached_[slot]) {
          reached_[slot] = true;
          left.push_back(slot);
        }
      }
    };
    for (NodeId node = 1; node < tree_.literals.size(); ++node) {
      const Target target = tree_.literals[node].target;
      if (target != no_target && target >= counter_mark) need(node);
    }
    while (!left.empty()) {
      const Slot slot = left.back();
      left.pop_back();
      for (const NodeId last : last_.of(slot)) need(last);
    }
  }

  /// Renumbers, in their order, the slots that are needed and those of the position, read or not.
  void renumber() {
    number_.resize(tree_.slots);
    reached_[tree_.always] = true;
    for (const Slot input : tree_.inputs) reached_[input] = true;
    std::vector<bool> is_input;
    std::vector<Slot> before(order_.slots.size() + 1);  // by rank: number of slots kept before it
    for (Slot rank = 0; rank < order_.slots.size(); ++rank) {
      const Slot slot = order_.slots[rank];
      before[rank + 1] = before[rank] + static_cast<Slot>(reached_[slot]);
      if (!reached_[slot]) continue;
      number_[slot] = before[rank];
      is_input.push_back(tree_.is_input[slot]);
    }
    for (const Cycle& cycle : order_.cycles) {
      const Cycle kept{before[cycle.begin], before[cycle.end]};
      if (kept.begin < kept.end) cycles_.push_back(kept);
    }
    old_always_ = std::exchange(tree_.always, number_[tree_.always]);
    tree_.slots = before.back();
    tree_.is_input = std::move(is_input);
    for (Slot& input : tree_.inputs) input = number_[input];
  }

  /// Rebuilds the needed conjunctions, each literal once, as a tree with shared prefixes.
  void rebuild() {
    std::vector<Literal> literals{tree_.literals.front()};
    literals.front().slot = tree_.always;
    std::unordered_map<std::uint64_t, NodeId> shared;
    Conjunction conjunction;
    for (NodeId last = 1; last < tree_.literals.size(); ++last) {
      Target target = tree_.literals[last].target;
      if (target == no_target || !needed_[last]) continue;
      if (target < counter_mark) target = number_[target];
      conjunction.clear();
      for (NodeId node = last; node != 0; node = tree_.literals[node].parent) {
        const Literal& one = tree_.literals[node];
        if (one.slot != old_always_) conjunction.push_back(2 * same_as_[one.slot] + one.negated);
      }
      std::reverse(conjunction.begin(), conjunction.end());
      if (!make_distinct(conjunction)) continue;
      NodeId parent = 0;
      for (std::size_t i = 0; i + 1 < conjunction.size(); ++i) {
        const Signed one = 2 * number_[conjunction[i] / 2] + conjunction[i] % 2;
        const auto [found, fresh] = shared.try_emplace(std::uint64_t{parent} << 32U | one,
                                                       static_cast<NodeId>(literals.size()));
        if (fresh) literals.push_back({parent, one / 2, one % 2 != 0, no_target});
        parent = found->second;
      }
      if (conjunction.empty()) {
        literals.push_back({parent, tree_.always, false, target});
      } else {
        const Signed one = conjunction.back();
        literals.push_back({parent, number_[one / 2], one % 2 != 0, target});
      }
    }
    tree_.literals = std::move(literals);
  }

  /// Removes repeated literals; returns false if the conjunction contradicts itself.
  static bool make_distinct(Conjunction& conjunction) {
    std::size_t kept = 0;
    for (const Signed one : conjunction) {
      const auto end = conjunction.begin() + static_cast<std::ptrdiff_t>(kept);
      if (std::find(conjunction.begin(), end, one ^ 1U) != end) return false;
      if (std::find(conjunction.begin(), end, one) == end) conjunction[kept++] = one;
    }
    conjunction.resize(kept);
    return true;
  }

  LiteralTree& tree_;
  LastLiterals last_;
  SlotOrder order_;
  std::vector<Slot> same_as_;      ///< by slot: its representative
  std::vector<Conjunction> flat_;  ///< by slot: its only conjunction, or empty
  std::unordered_map<std::vector<Signed>, Slot, Hash> known_;
  std::vector<bool> needed_;   ///< by literal
  std::vector<bool> reached_;  ///< by slot
  std::vector<Slot> number_;   ///< by slot: its new number
  Slot old_always_ = 0;
  std::vector<Cycle> cycles_;
};

}  // namespace

std::vector<Cycle> simplify(LiteralTree& tree) {
  return Simplification(tree).run();
}

}  // namespace tesuji::views
