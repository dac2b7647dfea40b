#include "learner/arena/state_classes.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tesuji::learner {

using runtime::Node;
using runtime::StateSpace;

const StateClasses::Place& StateClasses::of(const Node& node) {
  const auto known = places_.find(node.number);
  if (known != places_.end()) return known->second;
  return places_.emplace(node.number, place(node)).first->second;
}

StateClasses::Place StateClasses::place(const Node& node) {
  Place result;
  if (!group_ || group_->empty()) {
    result.state = node.number;
    result.moves.resize(node.edge_count);
    std::iota(result.moves.begin(), result.moves.end(), 0U);
    result.move_classes = node.edge_count;
    return result;
  }
  const runtime::Game& game = space_.game();
  const runtime::Role mover = StateSpace::mover(node);
  std::vector<std::string> moves;
  for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
    moves.push_back(game.move_name(node.edges[edge].move));
  }
  // Takes the least of all images of the state, and the least images of the moves under the
  // symmetries that lead there.
  std::vector<std::string> least = game.fluents(space_.state(node));
  std::vector<std::string> names = moves;
  for (const runtime::NamedSymmetry& symmetry : *group_) {
    std::vector<std::string> fluents = game.fluents(space_.state(node));
    for (std::string& fluent : fluents) fluent = runtime::image(symmetry.fluents, fluent);
    std::sort(fluents.begin(), fluents.end());
    if (fluents > least) continue;
    std::vector<std::string> images;
    for (const std::string& move : moves) {
      images.push_back(runtime::image(symmetry.moves[mover], move));
    }
    if (fluents < least) {
      least = std::move(fluents);
      names = std::move(images);
      continue;
    }
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::min(names[i], images[i]);
  }
  const auto next = static_cast<std::uint32_t>(classes_.size());
  Class& its = classes_.emplace(std::move(least), Class{next, {}}).first->second;
  result.state = its.number;
  for (const std::string& name : names) {
    const auto slot = static_cast<std::uint32_t>(its.moves.size());
    result.moves.push_back(its.moves.emplace(name, slot).first->second);
  }
  result.move_classes = static_cast<std::uint32_t>(its.moves.size());
  return result;
}

}  // namespace tesuji::learner
