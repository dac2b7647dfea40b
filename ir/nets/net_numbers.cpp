#include "ir/nets/net_numbers.h"

#include <cstddef>

namespace tesuji::ir {
namespace {

std::uint32_t length(std::size_t count) {
  return static_cast<std::uint32_t>(count);
}

}  // namespace

std::vector<std::uint32_t> numbers_of(const Net& net) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(3 * net.nodes.size() + net.inputs.size() + 64);
  numbers.push_back(length(net.nodes.size()));
  for (const NetNode& node : net.nodes) {
    numbers.insert(numbers.end(), {static_cast<std::uint32_t>(node.kind), node.first, node.count});
  }
  numbers.push_back(length(net.inputs.size()));
  numbers.insert(numbers.end(), net.inputs.begin(), net.inputs.end());
  numbers.push_back(length(net.fluents.size()));
  for (const NetFluent& fluent : net.fluents) {
    numbers.insert(numbers.end(), {fluent.initially ? 1U : 0U, fluent.next});
  }
  numbers.push_back(length(net.moves.size()));
  for (const NetMove& move : net.moves) {
    numbers.insert(numbers.end(), {move.role, move.legal});
  }
  numbers.push_back(net.terminal);
  for (const std::vector<NetAnswer>* answers : {&net.goals, &net.percepts}) {
    numbers.push_back(length(answers->size()));
    for (const NetAnswer& answer : *answers) {
      numbers.insert(numbers.end(), {answer.role, answer.holds});
    }
  }
  numbers.push_back(length(net.unanswered.size()));
  for (const NetQuestion question : net.unanswered) {
    numbers.push_back(static_cast<std::uint32_t>(question));
  }
  return numbers;
}

std::vector<std::uint32_t> numbers_of(const FluentFacts& facts) {
  std::vector<std::uint32_t> numbers{length(facts.size())};
  for (const FluentFact& fact : facts) {
    numbers.insert(numbers.end(),
                   {static_cast<std::uint32_t>(fact.kind), length(fact.fluents.size())});
    numbers.insert(numbers.end(), fact.fluents.begin(), fact.fluents.end());
  }
  return numbers;
}

}  // namespace tesuji::ir
