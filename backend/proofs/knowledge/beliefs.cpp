#include "backend/proofs/knowledge/beliefs.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::proofs {

void Beliefs::restart() {
  walk_.restart();
  steps_.assign(1, {{walk_.state(), 0, {}}});
  complete_ = true;
}

void Beliefs::advance(runtime::Move own, const std::vector<std::string>& percepts) {
  std::vector<Place> next;
  std::set<runtime::State> met;
  std::uint64_t tried = 0;
  const std::vector<Place>& now = steps_.back();
  for (std::size_t i = 0; i < now.size(); ++i) {
    walk_.go_to(now[i].state);
    if (walk_.over()) continue;
    std::vector<Moves> legal = walk_.legal();
    const bool can = std::find(legal[role_].begin(), legal[role_].end(), own) != legal[role_].end();
    const bool stuck =
        std::any_of(legal.begin(), legal.end(), [](const Moves& moves) { return moves.empty(); });
    if (!can || stuck) continue;
    legal[role_] = {own};
    std::vector<std::size_t> at(legal.size(), 0);
    for (bool some = true; some;) {
      if (++tried > limits_.most_moves || next.size() >= limits_.most_states) {
        complete_ = false;
        steps_.push_back(std::move(next));
        return;
      }
      Moves joint;
      for (std::size_t r = 0; r < legal.size(); ++r) joint.push_back(legal[r][at[r]]);
      if (walk_.percepts(joint)[role_] == percepts) {
        static_cast<void>(walk_.advance(joint));
        if (met.insert(walk_.state()).second) next.push_back({walk_.state(), i, std::move(joint)});
        walk_.go_to(now[i].state);
      }
      some = false;
      for (std::size_t r = 0; r < at.size() && !some; ++r) {
        some = ++at[r] < legal[r].size();
        if (!some) at[r] = 0;
      }
    }
  }
  steps_.push_back(std::move(next));
}

std::vector<Moves> Beliefs::way_to(std::size_t i) const {
  std::vector<Moves> way;
  for (std::size_t step = steps_.size(); --step > 0;) {
    const Place& place = steps_[step][i];
    way.push_back(place.joint);
    i = place.before;
  }
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace tesuji::proofs
