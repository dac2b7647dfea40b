#include "backend/llvm/nets/word_schedule.h"
#include "backend/llvm/emit/word_bits.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

}  // namespace

std::uint64_t cost_of(const WordPack& pack) {
  std::uint64_t cost = 2;
  for (const WordSlot& slot : slots_of(pack)) {
    cost += 2;
    for (const Gather& gather : slot.gathers) cost += cost_of(gather, GatherBy::one_instruction);
  }
  for (const WordLane& lane : pack) {
    if (!lane.apart) continue;
    cost += 3;
    for (std::size_t i = 0; i < lane.inputs.size(); ++i) {
      cost += i == 0 || lane.inputs[i].word != lane.inputs[i - 1].word ? 4 : 0;
    }
  }
  return cost;
}

namespace {

std::uint64_t cost_of(const std::vector<WordPack>& packs) {
  std::uint64_t cost = 0;
  for (const WordPack& pack : packs) cost += cost_of(pack);
  return cost;
}

/// Computes lanes with more than `max_slots` inputs separately, but never those without inputs.
std::uint64_t cost_with(WordPack& pack, std::size_t max_slots) {
  for (WordLane& lane : pack) lane.apart = lane.inputs.size() > max_slots;
  return cost_of(pack);
}

/// Computes lanes in slots or separately, whichever is cheaper. Returns the cost.
std::uint64_t choose_apart(WordPack& pack) {
  std::size_t best = 0;
  std::uint64_t cost = cost_with(pack, best);
  for (const std::size_t max_slots : {2, 3, 4, 6, 9, 13, 20}) {
    const std::uint64_t other = cost_with(pack, max_slots);
    if (other < cost) {
      best = max_slots;
      cost = other;
    }
  }
  return cost_with(pack, best);
}

/// Maximum cost of separate lanes in one WordAnswer.
constexpr std::uint64_t answer_cost = 300;

/// Order of the nodes of a level: by the answers' first need, or by the words that they read.
enum class Order : std::uint8_t { by_need, by_words };

class Packer {
 public:
  Packer(const ir::Net& net, Order order) : net_(net), order_(order), places_(net.nodes.size()) {}

  WordSchedule run(const std::vector<Signal>& answer) {
    result_.state_words =
        static_cast<std::uint32_t>((net_.fluents.size() + word_bits - 1) / word_bits);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      const std::uint32_t first = net_.nodes[node].first;
      if (net_.nodes[node].kind == NetNode::Kind::fluent) {
        result_.state_words = std::max(result_.state_words, first / word_bits + 1);
      } else if (net_.nodes[node].kind == NetNode::Kind::move) {
        result_.move_words = std::max(result_.move_words, first / word_bits + 1);
      }
    }
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      const NetNode& input = net_.nodes[node];
      if (input.kind == NetNode::Kind::conjunction) continue;
      const std::uint32_t before = input.kind == NetNode::Kind::move ? result_.state_words : 0;
      places_[node] = {before + input.first / word_bits, input.first % word_bits, false};
    }
    count_uses(answer);
    find_levels(answer);
    for (std::vector<NodeId>& nodes : levels_) {
      if (order_ == Order::by_words) sort_by_words(nodes);
      add(nodes, packs_of(nodes));
    }
    add_answers(answer);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_conjunction(NodeId node) const {
    return net_.nodes[node].kind == NetNode::Kind::conjunction;
  }

  /// Finds the levels of conjunctions that other conjunctions need, in the order of first need:
  /// depth first, with an explicit stack, since nets may be deep.
  void find_levels(const std::vector<Signal>& answer) {
    std::vector<std::uint32_t> level(net_.nodes.size(), 0);  // 0: not found yet
    for (const Signal signal : answer) {
      if (!is_conjunction(ir::node_of(signal))) continue;
      // An answer's lane recomputes the node, at no cost.
      for (const Signal root : flat_inputs(ir::node_of(signal))) {
        std::vector<std::pair<NodeId, std::size_t>> stack{{ir::node_of(root), 0}};
        while (!stack.empty()) {
          const NodeId node = stack.back().first;
          if (!is_conjunction(node) || level[node] != 0) {
            stack.pop_back();
            continue;
          }
          const std::vector<Signal>& inputs = flat_inputs(node);
          if (stack.back().second < inputs.size()) {
            stack.emplace_back(ir::node_of(inputs[stack.back().second++]), 0);
            continue;
          }
          stack.pop_back();
          for (const Signal input : inputs) {
            level[node] = std::max(level[node], level[ir::node_of(input)]);
          }
          if (levels_.size() == level[node]) levels_.emplace_back();
          levels_[level[node]++].push_back(node);
        }
      }
    }
  }

  void count_uses(const std::vector<Signal>& answer) {
    uses_.assign(net_.nodes.size(), 0);
    const std::vector<bool> needed = ir::cone_of(net_, answer);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!needed[node] || !is_conjunction(node)) continue;
      for (const Signal input : net_.inputs_of(node)) ++uses_[ir::node_of(input)];
    }
  }

  /// Returns a node's inputs; conjunctions used only here are replaced by their inputs.
  const std::vector<Signal>& flat_inputs(NodeId node) {
    std::vector<Signal>& flat = flat_inputs_[node];
    if (!flat.empty()) return flat;
    std::vector<Signal> open(net_.inputs_of(node).begin(), net_.inputs_of(node).end());
    while (!open.empty()) {
      const Signal signal = open.back();
      const NodeId input = ir::node_of(signal);
      open.pop_back();
      if (is_conjunction(input) && !ir::is_complemented(signal) && uses_[input] == 1) {
        open.insert(open.end(), net_.inputs_of(input).begin(), net_.inputs_of(input).end());
      } else {
        flat.push_back(signal);
      }
    }
    std::sort(flat.begin(), flat.end());
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    if (!flat.empty() && flat.front() == ir::true_signal) flat.erase(flat.begin());
    if (!flat.empty() && flat.front() == ir::false_signal) flat = {ir::false_signal};
    return flat;
  }

  /// Returns a lane that computes a node; its lane number is not set.
  [[nodiscard]] WordLane lane_of(NodeId node) {
    WordLane lane;
    const std::vector<Signal>& inputs = flat_inputs(node);
    bool never = !inputs.empty() && inputs.front() == ir::false_signal;
    if (!never) {
      for (const Signal input : inputs) lane.inputs.push_back(place_of(input));
    }
    std::sort(lane.inputs.begin(), lane.inputs.end(), [](const SourceBit& a, const SourceBit& b) {
      return std::pair(a.word, a.bit) < std::pair(b.word, b.bit);
    });
    for (std::size_t i = 0; i + 1 < lane.inputs.size(); ++i) {
      const SourceBit& a = lane.inputs[i];
      const SourceBit& b = lane.inputs[i + 1];
      never |= a.word == b.word && a.bit == b.bit && a.complemented != b.complemented;
    }
    if (never) lane = {0, true, false, {}};
    return lane;
  }

  [[nodiscard]] SourceBit place_of(Signal signal) const {
    SourceBit place = places_[ir::node_of(signal)];
    place.complemented = ir::is_complemented(signal);
    return place;
  }

  void sort_by_words(std::vector<NodeId>& nodes) {
    std::vector<std::pair<std::vector<std::uint32_t>, NodeId>> keys;
    for (const NodeId node : nodes) {
      keys.emplace_back(std::vector<std::uint32_t>(), node);
      for (const SourceBit& input : lane_of(node).inputs) keys.back().first.push_back(input.word);
    }
    std::stable_sort(keys.begin(), keys.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = keys[i].second;
  }

  /// Puts a node into the lane of its first input, if that is free: then that slot may need no
  /// gathering.
  [[nodiscard]] std::vector<WordPack> packs_of(const std::vector<NodeId>& nodes) {
    std::vector<WordPack> packs;
    std::uint64_t used = 0;
    for (const NodeId node : nodes) {
      if (packs.empty() || packs.back().size() == word_bits) {
        packs.emplace_back();
        used = 0;
      }
      WordLane lane = lane_of(node);
      lane.lane = lane.inputs.empty() ? 0 : lane.inputs.front().bit;
      if ((used >> lane.lane & 1U) != 0) {
        lane.lane = static_cast<std::uint32_t>(std::countr_one(used));
      }
      used |= std::uint64_t{1} << lane.lane;
      packs.back().push_back(std::move(lane));
    }
    for (WordPack& pack : packs) choose_apart(pack);
    return packs;
  }

  void add(const std::vector<NodeId>& nodes, const std::vector<WordPack>& packs) {
    std::size_t number = 0;
    for (const WordPack& pack : packs) {
      const auto word = static_cast<std::uint32_t>(result_.state_words + result_.move_words +
                                                   result_.packs.size());
      for (const WordLane& lane : pack) places_[nodes[number++]] = {word, lane.lane, false};
      result_.packs.push_back(pack);
    }
  }

  void add_answers(const std::vector<Signal>& answer) {
    std::vector<WordPack> packs((answer.size() + word_bits - 1) / word_bits);
    for (std::uint32_t bit = 0; bit < answer.size(); ++bit) {
      const Signal signal = answer[bit];
      if (signal == ir::false_signal) continue;
      WordLane lane;
      if (is_conjunction(ir::node_of(signal))) {
        lane = lane_of(ir::node_of(signal));
        lane.complemented ^= ir::is_complemented(signal);
      } else if (signal != ir::true_signal) {
        lane.inputs = {place_of(signal)};
      }
      lane.lane = bit % word_bits;
      packs[bit / word_bits].push_back(std::move(lane));
    }
    for (std::uint32_t word = 0; word < packs.size(); ++word) {
      choose_apart(packs[word]);
      WordPack in_slots;
      WordPack apart;
      for (WordLane& lane : packs[word]) {
        (lane.apart ? apart : in_slots).push_back(std::move(lane));
        if (cost_of(apart) < answer_cost) continue;
        result_.answers.push_back({word, std::move(apart)});
        apart.clear();
      }
      if (!in_slots.empty()) result_.answers.push_back({word, std::move(in_slots)});
      if (!apart.empty()) result_.answers.push_back({word, std::move(apart)});
    }
  }

  const ir::Net& net_;
  Order order_;
  std::vector<SourceBit> places_;    ///< by node
  std::vector<std::uint32_t> uses_;  ///< by node: in conjunctions
  std::unordered_map<NodeId, std::vector<Signal>> flat_inputs_;
  std::vector<std::vector<NodeId>> levels_;  ///< of conjunctions
  WordSchedule result_;
};

}  // namespace

WordSchedule schedule_words(const ir::Net& net, const std::vector<Signal>& answer) {
  WordSchedule by_need = Packer(net, Order::by_need).run(answer);
  WordSchedule by_words = Packer(net, Order::by_words).run(answer);
  return cost_of(by_words) < cost_of(by_need) ? by_words : by_need;
}

std::vector<Turn> turns_of(const Gather& gather) {
  std::map<std::uint32_t, std::uint64_t> lanes;
  for (std::uint32_t lane = 0; lane < word_bits; ++lane) {
    const std::uint64_t bit = std::uint64_t{1} << lane;
    if ((gather.lanes & bit) != 0) lanes[(gather.bits[lane] - lane) % word_bits] |= bit;
  }
  std::vector<Turn> turns;
  for (const auto& [rotation, own] : lanes) turns.push_back({rotation, own});
  return turns;
}

namespace {

/// Of a rotation, a mask and their combination with others.
constexpr std::uint64_t turn_cost = 3;
/// Of pext, pdep and their combination with others; pext and pdep take three cycles each.
constexpr std::uint64_t deposit_cost = 3;
constexpr std::uint64_t deposit_latency = 6;

}  // namespace

std::vector<Deposit> deposits_of(const Gather& gather) {
  std::vector<Deposit> deposits;
  std::vector<std::uint32_t> last;  // bit of each deposit
  for (std::uint32_t lane = 0; lane < word_bits; ++lane) {
    const std::uint64_t own = std::uint64_t{1} << lane;
    if ((gather.lanes & own) == 0) continue;
    const std::uint32_t bit = gather.bits[lane];
    // The fullest that it may follow: with the highest bit so far.
    std::size_t best = deposits.size();
    for (std::size_t i = 0; i < deposits.size(); ++i) {
      if (last[i] < bit && (best == deposits.size() || last[i] > last[best])) best = i;
    }
    if (best == deposits.size()) {
      deposits.emplace_back();
      last.push_back(bit);
    }
    deposits[best].from |= std::uint64_t{1} << bit;
    deposits[best].lanes |= own;
    last[best] = bit;
  }
  if (deposit_cost * deposits.size() >= turn_cost * turns_of(gather).size()) deposits.clear();
  return deposits;
}

std::uint64_t cost_of(const Gather& gather, GatherBy by) {
  if (gather.rotation) return turn_cost;
  if (by == GatherBy::one_instruction) return 5;
  const auto deposits = by == GatherBy::deposits ? deposits_of(gather) : std::vector<Deposit>{};
  if (!deposits.empty()) return deposit_cost * deposits.size();
  return turn_cost * turns_of(gather).size();
}

std::uint64_t latency_of(const Gather& gather, GatherBy by) {
  if (gather.rotation) return 1;
  if (by == GatherBy::one_instruction) return gather_latency;
  const auto deposits = by == GatherBy::deposits ? deposits_of(gather) : std::vector<Deposit>{};
  return deposits.empty() ? 2 + turns_of(gather).size() : deposit_latency + deposits.size();
}

std::vector<WordSlot> slots_of(const WordPack& pack) {
  std::size_t count = 0;
  for (const WordLane& lane : pack) {
    if (!lane.apart) count = std::max(count, lane.inputs.size());
  }
  std::vector<WordSlot> slots(count);
  for (std::size_t s = 0; s < count; ++s) {
    std::map<std::uint32_t, Gather> gathers;
    for (const WordLane& lane : pack) {
      if (lane.apart) continue;
      const std::uint64_t bit = std::uint64_t{1} << lane.lane;
      if (s >= lane.inputs.size()) {
        slots[s].flipped |= bit;
        continue;
      }
      const SourceBit& input = lane.inputs[s];
      if (input.complemented) slots[s].flipped |= bit;
      const std::uint32_t rotation = (input.bit - lane.lane) % word_bits;
      const auto [known, added] = gathers.try_emplace(input.word);
      Gather& gather = known->second;
      gather.word = input.word;
      gather.lanes |= bit;
      gather.bits[lane.lane] = static_cast<std::uint8_t>(input.bit);
      if (added) {
        gather.rotation = rotation;
      } else if (gather.rotation != rotation) {
        gather.rotation.reset();
      }
    }
    for (auto& [word, gather] : gathers) slots[s].gathers.push_back(gather);
  }
  return slots;
}

std::uint64_t cost_of(const WordSchedule& schedule) {
  std::uint64_t cost = cost_of(schedule.packs);
  for (const WordAnswer& answer : schedule.answers) cost += cost_of(answer.lanes);
  return cost;
}

std::uint64_t latency_of(const WordSchedule& schedule) {
  const std::uint32_t inputs = schedule.state_words + schedule.move_words;
  std::vector<std::uint64_t> ready(inputs + schedule.packs.size(), 0);
  std::uint64_t longest = 0;
  const auto latency = [&](const WordPack& pack) {
    std::uint64_t last = 0;
    for (const WordSlot& slot : slots_of(pack)) {
      for (const Gather& gather : slot.gathers) {
        last = std::max(last, ready[gather.word] + (gather.rotation ? 1 : gather_latency) + 2);
      }
    }
    for (const WordLane& lane : pack) {
      if (!lane.apart) continue;
      for (const SourceBit& input : lane.inputs) last = std::max(last, ready[input.word] + 6);
    }
    longest = std::max(longest, last);
    return last;
  };
  for (std::size_t i = 0; i < schedule.packs.size(); ++i) {
    ready[inputs + i] = latency(schedule.packs[i]);
  }
  for (const WordAnswer& answer : schedule.answers) static_cast<void>(latency(answer.lanes));
  return longest;
}

}  // namespace tesuji::llvm_backend
