#include "learner/lookahead/proved_outcomes.h"

#include <array>
#include <utility>

namespace tesuji::learner {

using runtime::Node;
using runtime::StateSpace;

namespace {

/// Where moves that end the game lead.
struct Ends {
  StateSet terminal;
  StateSet open;  ///< the game goes on, and the moves are known
  StateSet won;
  StateSet drawn;
  StateSet lost;  ///< the other role has won
};

Ends ends_of(const StateSample& sample) {
  Ends ends{StateSet(sample.size()), StateSet(sample.size()), StateSet(sample.size()),
            StateSet(sample.size()), StateSet(sample.size())};
  StateSpace& space = sample.space();
  std::array<int, 2> goals{};
  for (std::size_t state = 0; state < sample.size(); ++state) {
    Node& node = sample.node(state);
    if (!space.terminal(node)) {
      if (sample.expanded(state) && !sample.successors(state).empty()) ends.open.insert(state);
      continue;
    }
    ends.terminal.insert(state);
    if (space.won(node)) {
      ends.won.insert(state);
    } else if (space.drawn(node)) {
      ends.drawn.insert(state);
    } else if (StateSpace::moved(node) < 2) {
      space.goal_values(node, goals);
      if (goals[runtime::other_role(StateSpace::moved(node))] == 100) ends.lost.insert(state);
    }
  }
  return ends;
}

/// Restricts `every`, a truth about all answers, to states where the game goes on and its moves are
/// known.
Truth where_open(const Ends& ends, const Truth& every) {
  Truth open(0);
  open.yes = ends.open;
  open.no = ends.terminal;
  return both(open, every);
}

/// Whether every move leads to a state with the property.
Truth every_successor(const StateSample& sample, const Truth& property) {
  return negation(some_successor(sample, negation(property)));
}

}  // namespace

ProvedOutcomes prove_outcomes(const StateSample& sample, std::uint32_t levels) {
  const Ends ends = ends_of(sample);
  ProvedOutcomes result;
  Truth won(sample.size());
  won.yes = ends.won;
  won.no = ends.terminal;
  won.no.remove(ends.won);
  Truth can_win(sample.size());  // the role to move
  for (std::uint32_t level = 1; level <= levels; ++level) {
    Truth wins = won;
    if (level == 1) {
      // A move that does not end the game does not win within 1.
      for (std::size_t state = 0; state < sample.size(); ++state) {
        if (!ends.terminal.has(state)) wins.no.insert(state);
      }
    } else {
      const Truth answered = where_open(ends, every_successor(sample, can_win));
      wins.yes.add(answered.yes);
      wins.no.add(answered.no);
      wins.no.remove(ends.won);
    }
    if (!result.wins.empty() && wins == result.wins.back()) break;
    can_win = some_successor(sample, wins);
    can_win.no.add(ends.terminal);
    can_win.yes.add(ends.lost);
    can_win.no.remove(ends.lost);
    result.wins.push_back(std::move(wins));
  }
  result.loses = Truth(sample.size());
  result.loses.yes = can_win.yes;
  // A move holds at least a draw if the game ends so, or if each answer has a move that holds.
  result.holds = Truth(sample.size());
  result.holds.yes = ends.won;
  result.holds.yes.add(ends.drawn);
  result.holds.no = result.loses.yes;
  for (std::uint32_t round = 0; round < 4 * levels + 4; ++round) {
    Truth can_hold = some_successor(sample, result.holds);
    // An answer that ends the game, whichever role made it.
    can_hold.no.add(ends.terminal);
    for (const StateSet* good : {&ends.drawn, &ends.lost}) {
      can_hold.yes.add(*good);
      can_hold.no.remove(*good);
    }
    const Truth answered = where_open(ends, every_successor(sample, can_hold));
    const std::size_t before = result.holds.yes.count();
    result.holds.yes.add(answered.yes);
    if (result.holds.yes.count() == before) break;
  }
  result.loses.no = result.holds.yes;
  return result;
}

}  // namespace tesuji::learner
