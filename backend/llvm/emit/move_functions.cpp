#include "backend/llvm/emit/move_functions.h"
#include "backend/llvm/emit/word_bits.h"

#include <algorithm>
#include <functional>

namespace tesuji::llvm_backend {
namespace {

template <typename Operation>
MoveFunction combine(const MoveFunction& a, const MoveFunction& b, Operation operation) {
  MoveFunction result(a.size());
  std::transform(a.begin(), a.end(), b.begin(), result.begin(), operation);
  return result;
}

}  // namespace

bool holds(const MoveFunction& function, std::uint32_t move) {
  return (function[move / word_bits] >> (move % word_bits) & 1U) != 0;
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
  std::vector<std::uint32_t> numbers;  // of moves among their role's
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

}  // namespace tesuji::llvm_backend
