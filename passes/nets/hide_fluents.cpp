#include "passes/nets/hide_fluents.h"

#include "ir/nets/bitboards.h"
#include "passes/nets/net_copy.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::FluentFact;
using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// In larger groups, a gate over all other fluents costs more than a bit of the state.
constexpr std::size_t most_of_group = 4;

/// In smaller groups, a number saves too few bits for its gates.
constexpr std::size_t least_numbered = 6;

std::size_t bits_for(std::size_t numbers) {
  return static_cast<std::size_t>(std::bit_width(numbers - 1));
}

/// Chooses the fluents to hide, by positions in the whole net.
class Choice {
 public:
  /// A group, and the number of its first fluent; the others follow. The first number is 1 if 0
  /// must mean that none holds.
  struct Number {
    FluentList members;
    std::uint32_t first = 0;
    std::size_t bits = 0;
  };

  Choice(const ir::Net& net, const ir::FluentFacts& facts, const FluentList& kept, GroupCodes codes)
      : net_(net), hidden_(net.fluents.size()), needed_(net.fluents.size(), false) {
    for (const std::uint32_t fluent : kept) needed_[fluent] = true;
    for (std::uint32_t i = 0; i < hidden_.size(); ++i) {
      if (ir::is_fixed(net_.fluents[i])) hide_constant(i, net_.fluents[i].initially);
    }
    for (const FluentFact& fact : facts) {
      const bool always = fact.kind == FluentFact::Kind::always;
      if (!always && fact.kind != FluentFact::Kind::never) continue;
      for (const std::uint32_t i : fact.fluents) hide_constant(i, always);
    }
    for (const FluentFact& fact : facts) {
      if (fact.kind == FluentFact::Kind::equal) hide_equal(fact.fluents);
    }
    if (codes == GroupCodes::numbers) number_groups(facts);
    for (const FluentFact& fact : facts) {
      if (fact.kind == FluentFact::Kind::exactly_one) hide_last(fact.fluents);
    }
  }

  [[nodiscard]] const std::vector<Number>& numbers() const { return numbers_; }

  [[nodiscard]] const std::optional<HiddenFluent>& of(std::uint32_t fluent) const {
    return hidden_[fluent];
  }

 private:
  /// Numbers groups with the largest savings first; each fluent is in at most one of them.
  void number_groups(const ir::FluentFacts& facts) {
    std::vector<Number> groups;
    for (const FluentFact& fact : facts) {
      const bool exactly = fact.kind == FluentFact::Kind::exactly_one;
      if (!exactly && fact.kind != FluentFact::Kind::at_most_one) continue;
      Number group;
      for (const std::uint32_t i : fact.fluents) {
        if (!hidden_[i] && !needed_[i]) group.members.push_back(i);
      }
      if (group.members.size() < least_numbered) continue;
      group.first = exactly && group.members.size() == fact.fluents.size() ? 0 : 1;
      group.bits = bits_for(group.members.size() + group.first);
      groups.push_back(std::move(group));
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Number& a, const Number& b) {
      return a.members.size() - a.bits > b.members.size() - b.bits;
    });
    for (Number& group : groups) {
      const bool taken = std::any_of(group.members.begin(), group.members.end(),
                                     [&](std::uint32_t i) { return hidden_[i].has_value(); });
      if (taken) continue;
      std::uint32_t code = group.first;
      for (const std::uint32_t i : group.members) {
        hidden_[i] = HiddenFluent{i, HiddenFluent::Kind::coded, {}, code++};
      }
      numbers_.push_back(std::move(group));
    }
  }

  void hide_constant(std::uint32_t fluent, bool value) {
    if (needed_[fluent]) return;
    hidden_[fluent] = {fluent, value ? HiddenFluent::Kind::always : HiddenFluent::Kind::never};
  }

  void hide_equal(const std::vector<std::uint32_t>& fluents) {
    const auto first =
        std::find_if(fluents.begin(), fluents.end(), [&](std::uint32_t i) { return !hidden_[i]; });
    if (first == fluents.end()) return;
    for (const std::uint32_t i : fluents) {
      if (i == *first || hidden_[i] || needed_[i]) continue;
      hidden_[i] = HiddenFluent{i, HiddenFluent::Kind::with, {*first}};
      needed_[*first] = true;
    }
  }

  void hide_last(const std::vector<std::uint32_t>& group) {
    std::vector<std::uint32_t> stored;
    for (const std::uint32_t i : group) {
      if (!hidden_[i]) {
        stored.push_back(i);
      } else if (hidden_[i]->kind == HiddenFluent::Kind::with) {
        stored.push_back(hidden_[i]->stored.front());
      } else if (hidden_[i]->kind != HiddenFluent::Kind::never) {
        return;
      }
    }
    if (stored.size() < 2 || stored.size() > most_of_group) return;
    // Prefers one that holds initially, such as blank cells: the words of new games are then zero.
    const auto may_go = [&](std::uint32_t i) { return !hidden_[i] && !needed_[i]; };
    auto last = std::find_if(stored.begin(), stored.end(), [&](std::uint32_t i) {
      return may_go(i) && net_.fluents[i].initially;
    });
    if (last == stored.end()) last = std::find_if(stored.begin(), stored.end(), may_go);
    if (last == stored.end()) return;
    const std::uint32_t fluent = *last;
    std::erase(stored, fluent);
    for (const std::uint32_t i : stored) needed_[i] = true;
    hidden_[fluent] = HiddenFluent{fluent, HiddenFluent::Kind::without, std::move(stored)};
  }

  const ir::Net& net_;
  std::vector<std::optional<HiddenFluent>> hidden_;
  std::vector<bool> needed_;  ///< stays, because a hidden fluent depends on it
  std::vector<Number> numbers_;
};

/// Rebuilds the net, replacing hidden fluents by signals of others.
class Rebuild {
 public:
  Rebuild(const ir::Net& net, const Choice& choice, std::size_t most_flattened)
      : net_(net), choice_(choice), copy_(net, most_flattened) {
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
      places_.push_back(choice_.of(i) ? ir::no_fluent : next++);
    }
    bits_.resize(net.fluents.size());
    for (const Choice::Number& number : choice_.numbers()) {
      std::vector<std::uint32_t> bits(number.bits);
      for (std::uint32_t& bit : bits) bit = next++;
      for (const std::uint32_t i : number.members) bits_[i] = bits;
    }
    stored_count_ = next;
  }

  HiddenFluents run() {
    add_inputs();
    copy_.add_gates([](NodeId node) { return ir::signal_of(node); });
    const std::vector<ir::NetFluent> number_bits = make_number_bits();
    HiddenFluents result;
    result.net = copy_.take();
    const std::vector<ir::NetFluent> all = std::exchange(result.net.fluents, {});
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const std::optional<HiddenFluent>& hidden = choice_.of(i);
      if (!hidden) {
        result.net.fluents.push_back(all[i]);
        continue;
      }
      HiddenFluent& some = result.hidden.emplace_back(*hidden);
      for (std::uint32_t& fluent : some.stored) fluent = places_[fluent];
      if (some.kind == HiddenFluent::Kind::coded) some.stored = bits_[i];
    }
    result.net.fluents.insert(result.net.fluents.end(), number_bits.begin(), number_bits.end());
    result.places = std::move(places_);
    return result;
  }

 private:
  void add_inputs() {
    std::vector<NodeId> fluents(net_.fluents.size(), ir::no_id);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      const NetNode& some = net_.nodes[node];
      if (some.kind == NetNode::Kind::fluent) fluents[some.first] = node;
    }
    std::vector<Signal> stored(net_.fluents.size(), ir::false_signal);
    for (std::uint32_t i = 0; i < fluents.size(); ++i) {
      if (choice_.of(i)) continue;
      stored[i] = copy_.builder().add_fluent(places_[i]);
      if (fluents[i] != ir::no_id) copy_.set(fluents[i], stored[i]);
    }
    std::vector<Signal> number_bits(stored_count_, ir::false_signal);
    for (const Choice::Number& number : choice_.numbers()) {
      for (const std::uint32_t bit : bits_[number.members.front()]) {
        number_bits[bit] = copy_.builder().add_fluent(bit);
      }
    }
    copy_.add_moves();
    for (std::uint32_t i = 0; i < fluents.size(); ++i) {
      if (fluents[i] != ir::no_id && choice_.of(i)) {
        copy_.set(fluents[i], signal_of(*choice_.of(i), stored, number_bits));
      }
    }
  }

  /// Returns the bits of numbers as fluents of the new net.
  [[nodiscard]] std::vector<ir::NetFluent> make_number_bits() {
    std::vector<ir::NetFluent> made;
    for (const Choice::Number& number : choice_.numbers()) {
      for (std::size_t bit = 0; bit < number.bits; ++bit) {
        ir::NetFluent& fluent = made.emplace_back();
        std::vector<Signal> ways;
        for (const std::uint32_t i : number.members) {
          if ((choice_.of(i)->code >> bit & 1U) == 0) continue;
          ways.push_back(copy_.at(net_.fluents[i].next));
          if (net_.fluents[i].initially) fluent.initially = true;
        }
        fluent.next = copy_.builder().any_of(std::move(ways));
      }
    }
    return made;
  }

  [[nodiscard]] Signal signal_of(const HiddenFluent& hidden, const std::vector<Signal>& stored,
                                 const std::vector<Signal>& number_bits) {
    switch (hidden.kind) {
      case HiddenFluent::Kind::always:
        return ir::true_signal;
      case HiddenFluent::Kind::never:
        return ir::false_signal;
      case HiddenFluent::Kind::with:
        return stored[hidden.stored.front()];
      case HiddenFluent::Kind::without: {
        std::vector<Signal> some;
        for (const std::uint32_t fluent : hidden.stored) some.push_back(stored[fluent]);
        return ir::complement(copy_.builder().any_of(std::move(some)));
      }
      case HiddenFluent::Kind::coded: {
        const std::vector<std::uint32_t>& bits = bits_[hidden.fluent];
        std::vector<Signal> all;
        for (std::size_t bit = 0; bit < bits.size(); ++bit) {
          const bool set = (hidden.code >> bit & 1U) != 0;
          all.push_back(set ? number_bits[bits[bit]] : ir::complement(number_bits[bits[bit]]));
        }
        return copy_.builder().all_of(std::move(all));
      }
    }
    return ir::false_signal;
  }

  const ir::Net& net_;
  const Choice& choice_;
  NetCopy copy_;
  std::vector<std::uint32_t> places_;
  std::vector<std::vector<std::uint32_t>> bits_;  ///< by coded fluent of the whole net
  std::uint32_t stored_count_ = 0;
};

}  // namespace

HiddenFluents hide_fluents(const ir::Net& net, const ir::FluentFacts& facts, const FluentList& kept,
                           GroupCodes codes, std::size_t most_flattened) {
  return Rebuild(net, Choice(net, facts, kept, codes), most_flattened).run();
}

}  // namespace tesuji::passes
