#include "learner/migo/game_background.h"

#include "learner/migo/state_terms.h"

namespace tesuji::learner {

Value GameBackground::value(runtime::Node& node) {
  const auto [place, added] = values_.try_emplace(&node, static_cast<Value>(nodes_.size()));
  if (added) nodes_.push_back(&node);
  return place->second;
}

std::span<const BackgroundPredicate> GameBackground::predicates() const {
  static const std::array<BackgroundPredicate, 3> all{
      {{"move", 2, {}}, {"won", 1, {}}, {"drawn", 1, {}}}};
  return all;
}

bool GameBackground::holds(std::uint32_t predicate, std::span<const Value> args) {
  runtime::Node& node = *nodes_[args[0]];
  if (predicate == won) return space_.won(node);
  if (predicate == drawn) return space_.drawn(node);
  const runtime::Node* const wanted = nodes_[args[1]];
  space_.poll();
  space_.expand(node);
  for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
    if (space_.successor(node, edge) == wanted) return true;
  }
  return false;
}

void GameBackground::solve(std::uint32_t predicate, std::span<const Value> args,
                           std::vector<Value>& solutions) {
  if (args[0] == unbound) return;
  if (predicate != move || args[1] != unbound) {
    if (holds(predicate, args)) solutions.insert(solutions.end(), args.begin(), args.end());
    return;
  }
  space_.poll();
  runtime::Node& node = *nodes_[args[0]];
  space_.expand(node);
  for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
    solutions.push_back(args[0]);
    solutions.push_back(value(*space_.successor(node, edge)));
  }
}

bool GameBackground::any(std::uint32_t predicate, std::span<const Value> args) {
  if (args[0] == unbound) return false;
  if (predicate != move || args[1] != unbound) return holds(predicate, args);
  runtime::Node& node = *nodes_[args[0]];
  space_.expand(node);
  return node.edge_count > 0;
}

std::string GameBackground::text(Value value) const {
  std::string text = "[";
  for (const std::string& fluent : space_.game().fluents(space_.state(*nodes_[value]))) {
    if (text.size() > 1) text += ',';
    text += prolog_text(fluent);
  }
  return text + ']';
}

}  // namespace tesuji::learner
