#include "backend/llvm/emit/move_rows.h"

#include "backend/llvm/emit/word_bits.h"
#include "ir/nets/net.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {

namespace {

// Finds the nodes of a net that depend only on the move of one role.

/// The function's value, by number of the role's move; the last value is for no move. 64 values per
/// word, the last word padded with zeros.
using MoveFunction = std::vector<std::uint64_t>;

/// Role of constants, and of nodes that also depend on other inputs.
inline constexpr std::uint32_t no_single_role = std::numeric_limits<std::uint32_t>::max();

bool holds(const MoveFunction& function, std::uint32_t move) {
  return (function[move / word_bits] >> (move % word_bits) & 1U) != 0;
}

class MoveFunctions {
 public:
  /// Makes functions for the needed nodes; returns nothing if they need more than `limit` words
  /// together.
  [[nodiscard]] static std::optional<MoveFunctions> make(const ir::Net& net,
                                                         const std::vector<bool>& needed,
                                                         std::size_t limit);

  /// Returns the role of whose moves this node is a function, or no_single_role.
  [[nodiscard]] std::uint32_t role_of(ir::NodeId node) const { return roles_[node]; }
  /// The signal's node must have a role.
  [[nodiscard]] MoveFunction function(ir::Signal signal) const;

  [[nodiscard]] std::uint32_t role_count() const {
    return static_cast<std::uint32_t>(move_counts_.size());
  }
  /// Number of the role's moves: one less than the values of a function.
  [[nodiscard]] std::uint32_t move_count(std::uint32_t role) const { return move_counts_[role]; }
  [[nodiscard]] MoveFunction always(std::uint32_t role) const;
  [[nodiscard]] MoveFunction inverse(std::uint32_t role, const MoveFunction& function) const;
  /// Returns the function's value if the role makes none of its moves.
  [[nodiscard]] bool of_no_move(std::uint32_t role, const MoveFunction& function) const {
    return holds(function, move_counts_[role]);
  }

 private:
  std::vector<std::uint32_t> move_counts_;
  std::vector<std::uint32_t> roles_;     ///< by node
  std::vector<MoveFunction> functions_;  ///< by node; empty if it has no role
};

template <typename Operation>
MoveFunction combine(const MoveFunction& a, const MoveFunction& b, Operation operation) {
  MoveFunction result(a.size());
  std::transform(a.begin(), a.end(), b.begin(), result.begin(), operation);
  return result;
}

bool is_never(const MoveFunction& function) {
  return std::all_of(function.begin(), function.end(),
                     [](std::uint64_t word) { return word == 0; });
}

MoveFunction both(const MoveFunction& a, const MoveFunction& b) {
  return combine(a, b, std::bit_and<>());
}

MoveFunction either(const MoveFunction& a, const MoveFunction& b) {
  return combine(a, b, std::bit_or<>());
}

std::optional<MoveFunctions> MoveFunctions::make(const ir::Net& net,
                                                 const std::vector<bool>& needed,
                                                 std::size_t limit) {
  MoveFunctions result;
  std::vector<std::uint32_t> numbers;  // of each move among its role's moves
  for (const ir::NetMove& move : net.moves) {
    if (move.role >= result.move_counts_.size()) result.move_counts_.resize(move.role + 1);
    numbers.push_back(result.move_counts_[move.role]++);
  }
  result.roles_.assign(net.nodes.size(), no_single_role);
  result.functions_.resize(net.nodes.size());
  std::size_t words = 0;
  for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
    if (!needed[node]) continue;
    std::uint32_t role = no_single_role;
    if (net.nodes[node].kind == ir::NetNode::Kind::move) {
      role = net.moves[net.nodes[node].first].role;
    } else if (net.nodes[node].kind == ir::NetNode::Kind::conjunction) {
      const auto inputs = net.inputs_of(node);
      role = result.roles_[ir::node_of(inputs.front())];
      for (const ir::Signal input : inputs) {
        if (result.roles_[ir::node_of(input)] != role) role = no_single_role;
      }
    }
    if (role == no_single_role) continue;
    MoveFunction function = result.always(role);
    words += function.size();
    if (words > limit) return std::nullopt;
    if (net.nodes[node].kind == ir::NetNode::Kind::move) {
      const std::uint32_t number = numbers[net.nodes[node].first];
      std::fill(function.begin(), function.end(), 0);
      function[number / word_bits] = std::uint64_t{1} << (number % word_bits);
    } else {
      for (const ir::Signal input : net.inputs_of(node)) {
        function = both(function, result.function(input));
      }
    }
    result.roles_[node] = role;
    result.functions_[node] = std::move(function);
  }
  return result;
}

MoveFunction MoveFunctions::function(ir::Signal signal) const {
  const ir::NodeId node = ir::node_of(signal);
  return ir::is_complemented(signal) ? inverse(roles_[node], functions_[node]) : functions_[node];
}

MoveFunction MoveFunctions::always(std::uint32_t role) const {
  const std::uint32_t values = move_counts_[role] + 1;
  MoveFunction result((values + word_bits - 1) / word_bits, ~std::uint64_t{0});
  if (values % word_bits != 0) result.back() >>= word_bits - values % word_bits;
  return result;
}

MoveFunction MoveFunctions::inverse(std::uint32_t role, const MoveFunction& function) const {
  return combine(always(role), function, std::bit_xor<>());
}

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

constexpr int most_nested = 64;  ///< maximum depth of nested disjunctions to split

/// The next value of one fluent, as a disjunction.
struct NextValue {
  std::map<std::uint32_t, MoveFunction> set;   ///< by role
  std::map<std::uint32_t, MoveFunction> keep;  ///< by role; only if `kept`
  bool kept = false;
  std::vector<Signal> rest;  ///< of the given net
};

class Tabulator {
 public:
  Tabulator(const ir::Net& net, const MoveFunctions& functions)
      : net_(net),
        functions_(functions),
        fluent_nodes_(net.fluents.size(), ir::no_id),
        work_left_(4 * (net.nodes.size() + net.inputs.size())) {
    for (NodeId node = 0; node < net.nodes.size(); ++node) {
      if (net.nodes[node].kind == NetNode::Kind::fluent) {
        fluent_nodes_[net.nodes[node].first] = node;
      }
    }
    bits_.resize(functions.role_count());
    result_.roles.resize(functions.role_count());
  }

  /// Returns nothing if the tables would need more words.
  std::optional<MoveRows> run(std::size_t most_table_words) {
    for (std::uint32_t fluent = 0; fluent < net_.fluents.size(); ++fluent) {
      values_.push_back(split(fluent));
    }
    add_updates();
    make_net();
    if (table_words() > most_table_words) return std::nullopt;
    fill_tables();
    return std::move(result_);
  }

 private:
  [[nodiscard]] NextValue split(std::uint32_t fluent) {
    NextValue value;
    add(net_.fluents[fluent].next, fluent, value, 0);
    return value;
  }

  /// Adds one disjunct; returns whether rows cover part of it. Splits a disjunction inside it if
  /// rows cover part of that, since disjuncts shared by several fluents may be nodes of their own.
  bool add(Signal signal, std::uint32_t fluent, NextValue& value, int depth) {
    const NodeId node = ir::node_of(signal);
    const std::uint32_t role = functions_.role_of(node);
    if (signal == ir::false_signal) return false;
    if (role != no_single_role) {
      const auto [known, added] = value.set.try_emplace(role, functions_.function(signal));
      if (!added) known->second = either(known->second, functions_.function(signal));
      return true;
    }
    if (!value.kept && fluent_nodes_[fluent] != ir::no_id && keep(signal, fluent, value)) {
      return true;
    }
    if (ir::is_complemented(signal) && is_open(node) && depth < most_nested && visit(node)) {
      const std::size_t before = value.rest.size();
      bool taken = false;
      for (const Signal input : net_.inputs_of(node)) {
        taken |= add(ir::complement(input), fluent, value, depth + 1);
      }
      if (taken) return true;
      value.rest.resize(before);
    }
    value.rest.push_back(signal);
    return false;
  }

  /// Whether the node can be split.
  [[nodiscard]] bool is_open(NodeId node) const {
    return net_.nodes[node].kind == NetNode::Kind::conjunction &&
           functions_.role_of(node) == no_single_role;
  }

  /// Returns false once splitting would cost as much work as the rest.
  bool visit(NodeId node) {
    const std::size_t work = net_.nodes[node].count;
    if (work > work_left_) return false;
    work_left_ -= work;
    return true;
  }

  /// Adds the fluent alone, or a conjunction of it with functions of one role's moves each; returns
  /// false for any other signal.
  bool keep(Signal signal, std::uint32_t fluent, NextValue& value) {
    const Signal kept = ir::signal_of(fluent_nodes_[fluent]);
    std::vector<Signal> conditions;
    std::vector<Signal> open{signal};
    while (!open.empty()) {
      const Signal part = open.back();
      const NodeId node = ir::node_of(part);
      open.pop_back();
      if (part == kept) {
        value.kept = true;
      } else if (functions_.role_of(node) != no_single_role) {
        conditions.push_back(part);
      } else if (!ir::is_complemented(part) && is_open(node) && visit(node)) {
        const auto inputs = net_.inputs_of(node);
        open.insert(open.end(), inputs.begin(), inputs.end());
      } else {
        value.kept = false;
        return false;
      }
    }
    if (!value.kept) return false;
    for (const Signal condition : conditions) narrow(value.keep, condition);
    return true;
  }

  void narrow(std::map<std::uint32_t, MoveFunction>& conditions, Signal signal) const {
    const std::uint32_t role = functions_.role_of(ir::node_of(signal));
    const auto [known, added] = conditions.try_emplace(role, functions_.function(signal));
    if (!added) known->second = both(known->second, functions_.function(signal));
  }

  // Builds rows: gives bits to functions, in separate words for those that are combined by words.

  std::uint32_t new_word(std::uint32_t role) {
    bits_[role].resize(bits_[role].size() + word_bits);
    return result_.roles[role].stride++;
  }

  void add_updates() {
    for (std::uint32_t word = 0; word * word_bits < values_.size(); ++word) {
      const std::size_t first = word * word_bits;
      const std::size_t last = std::min<std::size_t>(values_.size(), first + word_bits);
      WordUpdate update;
      update.word = word;
      std::map<std::uint32_t, std::uint32_t> set;
      std::map<std::uint32_t, std::uint32_t> keep;
      for (std::size_t i = first; i < last; ++i) {
        for (const auto& [role, function] : values_[i].set) {
          if (set.try_emplace(role, 0).second) set[role] = new_word(role);
          bits_[role][set[role] * word_bits + i - first] = function;
        }
        if (!values_[i].kept) continue;
        update.kept |= std::uint64_t{1} << (i - first);
        for (const auto& [role, function] : values_[i].keep) {
          if (keep.try_emplace(role, 0).second) keep[role] = new_word(role);
        }
      }
      for (const auto& [role, offset] : keep) {
        for (std::size_t i = first; i < last; ++i) {
          if (!values_[i].kept) continue;
          const auto known = values_[i].keep.find(role);
          bits_[role][offset * word_bits + i - first] =
              known == values_[i].keep.end() ? functions_.always(role) : known->second;
        }
        update.keep.push_back({role, offset});
      }
      for (const auto& [role, offset] : set) update.set.push_back({role, offset});
      if (update.kept != 0 || !update.set.empty()) result_.updates.push_back(std::move(update));
    }
  }

  void make_net() {
    result_.net.nodes.emplace_back();  // the constant
    signals_.assign(net_.nodes.size(), ir::false_signal);
    std::vector<Signal> roots;
    for (const NextValue& value : values_) {
      roots.insert(roots.end(), value.rest.begin(), value.rest.end());
    }
    const std::vector<bool> needed = ir::cone_of(net_, roots);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!needed[node] || functions_.role_of(node) != no_single_role) continue;
      if (net_.nodes[node].kind == NetNode::Kind::fluent) {
        signals_[node] = new_node(net_.nodes[node]);
      } else if (net_.nodes[node].kind == NetNode::Kind::conjunction) {
        signals_[node] = conjunction(net_.inputs_of(node), false);
      }
    }
    for (const NextValue& value : values_) {
      result_.answer.push_back(ir::complement(conjunction(value.rest, true)));
    }
  }

  Signal new_node(const NetNode& node) {
    result_.net.nodes.push_back(node);
    return ir::signal_of(static_cast<NodeId>(result_.net.nodes.size() - 1));
  }

  /// Returns the conjunction of signals of the given net, or of their complements.
  Signal conjunction(std::span<const Signal> signals, bool complements) {
    std::vector<Signal> inputs;
    std::map<std::uint32_t, MoveFunction> conditions;
    for (Signal signal : signals) {
      signal ^= complements ? 1U : 0U;
      const NodeId node = ir::node_of(signal);
      if (functions_.role_of(node) != no_single_role) {
        narrow(conditions, signal);
      } else {
        inputs.push_back(signals_[node] ^ (signal & 1U));
      }
    }
    for (auto& [role, function] : conditions) inputs.push_back(row_bit(role, std::move(function)));
    return shared(std::move(inputs));
  }

  Signal shared(std::vector<Signal> inputs) {
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    for (std::size_t i = 0; i + 1 < inputs.size(); ++i) {
      if (inputs[i] == ir::complement(inputs[i + 1])) return ir::false_signal;
    }
    if (!inputs.empty() && inputs.front() == ir::false_signal) return ir::false_signal;
    if (!inputs.empty() && inputs.front() == ir::true_signal) inputs.erase(inputs.begin());
    if (inputs.empty()) return ir::true_signal;
    if (inputs.size() == 1) return inputs.front();
    const auto [known, added] = conjunctions_.try_emplace(inputs, ir::false_signal);
    if (added) {
      NetNode node;
      node.kind = NetNode::Kind::conjunction;
      node.first = static_cast<std::uint32_t>(result_.net.inputs.size());
      node.count = static_cast<std::uint32_t>(inputs.size());
      result_.net.inputs.insert(result_.net.inputs.end(), inputs.begin(), inputs.end());
      known->second = new_node(node);
    }
    return known->second;
  }

  /// Gives the function a bit of a row, unless it or its complement has one already.
  Signal row_bit(std::uint32_t role, MoveFunction function) {
    const bool complemented = functions_.of_no_move(role, function);
    if (complemented) function = functions_.inverse(role, function);
    if (is_never(function)) return complemented ? ir::true_signal : ir::false_signal;
    const auto [known, added] = row_bits_.try_emplace({role, std::move(function)}, 0);
    if (added) {
      std::uint32_t& used = used_bits_[role];
      if (used % word_bits == 0) {
        input_words_[role] = static_cast<std::uint32_t>(result_.inputs.size());
        result_.inputs.push_back({role, new_word(role)});
      }
      const std::uint32_t input = input_words_[role];
      const std::uint32_t bit = used++ % word_bits;
      bits_[role][result_.inputs[input].offset * word_bits + bit] = known->first.second;
      NetNode node;
      node.kind = NetNode::Kind::move;
      node.first = input * word_bits + bit;
      known->second = new_node(node);
    }
    return known->second ^ (complemented ? 1U : 0U);
  }

  /// Number of rows of a role's table: one for each move and one for no move.
  [[nodiscard]] std::uint32_t row_count(std::uint32_t role) const {
    return functions_.move_count(role) + 1;
  }

  [[nodiscard]] std::size_t table_words() const {
    std::size_t words = 0;
    for (std::uint32_t role = 0; role < result_.roles.size(); ++role) {
      words += std::size_t{row_count(role)} * result_.roles[role].stride;
    }
    return words;
  }

  void fill_tables() {
    for (std::uint32_t role = 0; role < result_.roles.size(); ++role) {
      RoleRows& rows = result_.roles[role];
      const std::uint32_t count = row_count(role);
      rows.words.assign(std::size_t{count} * rows.stride, 0);
      for (std::size_t bit = 0; bit < bits_[role].size(); ++bit) {
        for (std::uint32_t move = 0; move < count && !bits_[role][bit].empty(); ++move) {
          if (!holds(bits_[role][bit], move)) continue;
          rows.words[std::size_t{move} * rows.stride + bit / word_bits] |= std::uint64_t{1}
                                                                           << (bit % word_bits);
        }
      }
    }
  }

  const ir::Net& net_;
  const MoveFunctions& functions_;
  std::vector<NodeId> fluent_nodes_;
  std::size_t work_left_;  ///< inputs of nodes that may still be split
  std::vector<NextValue> values_;
  std::vector<std::vector<MoveFunction>>
      bits_;  ///< by role: the functions of a row's bits; empty for false
  std::map<std::pair<std::uint32_t, MoveFunction>, Signal> row_bits_;
  std::map<std::uint32_t, std::uint32_t> used_bits_;    ///< by role: used bits of words for inputs
  std::map<std::uint32_t, std::uint32_t> input_words_;  ///< by role: the last one, in `inputs`
  std::map<std::vector<Signal>, Signal> conjunctions_;
  std::vector<Signal> signals_;  ///< by node of the given net
  MoveRows result_;
};

}  // namespace

std::optional<MoveRows> tabulate_moves(const ir::Net& net, const MoveRowLimits& limits) {
  std::vector<Signal> next;
  for (const ir::NetFluent& fluent : net.fluents) next.push_back(fluent.next);
  const auto functions = MoveFunctions::make(net, ir::cone_of(net, next), limits.work_words);
  if (!functions) return std::nullopt;
  return Tabulator(net, *functions).run(limits.table_words);
}

}  // namespace tesuji::llvm_backend
