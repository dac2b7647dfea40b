#include "backend/proofs/knowledge/claim_enumeration.h"

#include "backend/proofs/knowledge/claim_plays.h"
#include "runtime/host/memory/deadline.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tesuji::proofs {

namespace {

using StateId = std::uint32_t;
using BeliefId = std::uint32_t;

/// Thrown when a limit is reached.
struct GivenUp {};

class ClaimEnumerator {
 public:
  ClaimEnumerator(const ClaimScene& scene, const std::vector<bool>& asked,
                  const ClaimEnumerationOptions& options)
      : scene_(scene),
        options_(options),
        deadline_(options.seconds),
        walk_(scene.observer),
        leaves_(scene.observer, scene.leaves) {
    LeavesByRole known;
    for (std::size_t c = 0; c < asked.size(); ++c) {
      if (!asked[c]) continue;
      open_.push_back(c);
      collect_known(scene.claims.claims[c].formula, known);
    }
    for (const auto& [role, leaves] : known) roles_.push_back(role);
  }

  ClaimEnumeration run() {
    try {
      const StateId first = state_of(walk_.state());
      add({first, std::vector<BeliefId>(roles_.size(), belief_of({first}))}, 0, {});
      for (std::size_t n = 0; n < places_.size() && !open_.empty(); ++n) {
        ask(n);
        advance(n);
      }
      result_.complete = true;
    } catch (const GivenUp&) {
      // Claims refuted so far stay refuted.
    }
    result_.places = places_.size();
    return std::move(result_);
  }

 private:
  struct Step {
    Moves joint;
    std::vector<std::uint32_t> seen;  ///< by role of roles_: number of its move and percepts
    StateId next = 0;
  };
  struct Known {
    runtime::State state;
    std::optional<std::vector<Step>> steps;
    std::map<std::size_t, bool> holds;  ///< by leaf
  };
  struct Belief {
    std::vector<StateId> states;  ///< ascending
    std::map<std::size_t, bool> knows;
    /// By role of roles_: the successor for each move with percepts.
    std::map<std::size_t, std::map<std::uint32_t, BeliefId>> next;
  };
  using Key = std::pair<StateId, std::vector<BeliefId>>;
  struct Place {
    Key key;
    std::size_t before = 0;
    Moves joint;
  };

  void spend(std::uint64_t steps) {
    steps_ += steps;
    const bool stopped = options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
    if (steps_ > options_.max_steps || stopped || deadline_.is_over()) throw GivenUp{};
  }

  StateId state_of(const runtime::State& state) {
    const auto [place, is_new] = state_ids_.emplace(state, static_cast<StateId>(states_.size()));
    if (is_new) states_.push_back({state, std::nullopt, {}});
    return place->second;
  }

  BeliefId belief_of(std::vector<StateId> states) {
    const auto [place, is_new] =
        belief_ids_.emplace(states, static_cast<BeliefId>(beliefs_.size()));
    if (!is_new) return place->second;
    if (beliefs_.size() >= options_.max_places) throw GivenUp{};
    spend(states.size());
    beliefs_.push_back({std::move(states), {}, {}});
    return place->second;
  }

  void add(Key key, std::size_t before, Moves joint) {
    if (!met_.insert(key).second) return;
    if (places_.size() >= options_.max_places) throw GivenUp{};
    places_.push_back({std::move(key), before, std::move(joint)});
  }

  /// Returns all possible steps in a state.
  const std::vector<Step>& steps_of(StateId id) {
    if (states_[id].steps) return *states_[id].steps;
    std::vector<Step> steps;
    const runtime::State state = states_[id].state;
    walk_.go_to(state);
    std::vector<Moves> legal;
    if (!walk_.over()) legal = walk_.legal();
    bool some = !legal.empty() && std::none_of(legal.begin(), legal.end(),
                                               [](const Moves& moves) { return moves.empty(); });
    std::vector<std::size_t> at(legal.size(), 0);
    while (some) {
      spend(1);
      Step step;
      for (std::size_t r = 0; r < legal.size(); ++r) step.joint.push_back(legal[r][at[r]]);
      walk_.go_to(state);
      const auto percepts = walk_.advance(step.joint);
      for (const std::uint32_t role : roles_) {
        const auto number = static_cast<std::uint32_t>(seen_.size());
        step.seen.push_back(
            seen_.emplace(std::pair(step.joint[role], percepts[role]), number).first->second);
      }
      step.next = state_of(walk_.state());
      steps.push_back(std::move(step));
      some = false;
      for (std::size_t r = 0; r < at.size() && !some; ++r) {
        some = ++at[r] < legal[r].size();
        if (!some) at[r] = 0;
      }
    }
    return states_[id].steps.emplace(std::move(steps));
  }

  /// Returns the states that role number `r` considers possible after an observation.
  BeliefId after(BeliefId id, std::size_t r, std::uint32_t seen) {
    const auto known = beliefs_[id].next.find(r);
    if (known != beliefs_[id].next.end()) return known->second.at(seen);
    std::map<std::uint32_t, std::vector<StateId>> next;
    const std::vector<StateId> states = beliefs_[id].states;
    for (const StateId state : states) {
      for (const Step& step : steps_of(state)) {
        spend(1);
        next[step.seen[r]].push_back(step.next);
      }
    }
    std::map<std::uint32_t, BeliefId> ids;
    for (auto& [what, reached] : next) {
      std::sort(reached.begin(), reached.end());
      reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
      ids[what] = belief_of(std::move(reached));
    }
    return (beliefs_[id].next[r] = std::move(ids)).at(seen);
  }

  void advance(std::size_t n) {
    const Key key = places_[n].key;
    const std::vector<Step> steps = steps_of(key.first);
    for (const Step& step : steps) {
      Key next{step.next, {}};
      for (std::size_t r = 0; r < roles_.size(); ++r) {
        next.second.push_back(after(key.second[r], r, step.seen[r]));
      }
      add(std::move(next), n, step.joint);
    }
  }

  bool holds(StateId id, std::size_t leaf) {
    const auto known = states_[id].holds.find(leaf);
    if (known != states_[id].holds.end()) return known->second;
    leaves_.look(states_[id].state);
    return states_[id].holds[leaf] = leaves_.holds(leaf);
  }

  bool knows(BeliefId id, std::size_t leaf) {
    const auto known = beliefs_[id].knows.find(leaf);
    if (known != beliefs_[id].knows.end()) return known->second;
    const bool all = std::all_of(beliefs_[id].states.begin(), beliefs_[id].states.end(),
                                 [&](StateId state) { return holds(state, leaf); });
    return beliefs_[id].knows[leaf] = all;
  }

  void ask(std::size_t n) {
    const Key key = places_[n].key;
    std::erase_if(open_, [&](std::size_t c) {
      spend(1);
      const Truth truth = evaluate(
          scene_.claims.claims[c].formula,
          [&](std::size_t leaf) { return truth_of(holds(key.first, leaf)); },
          [&](std::uint32_t role, std::size_t leaf) {
            const auto r = std::find(roles_.begin(), roles_.end(), role) - roles_.begin();
            return truth_of(knows(key.second[static_cast<std::size_t>(r)], leaf));
          });
      if (truth != Truth::no) return false;
      result_.violations.push_back({c, plays_apart(scene_, c, play_to(n))});
      return true;
    });
  }

  Play play_to(std::size_t n) {
    std::vector<Moves> moves;
    for (; n != 0; n = places_[n].before) moves.push_back(places_[n].joint);
    std::reverse(moves.begin(), moves.end());
    return shown_play(scene_.observer, moves);
  }

  const ClaimScene& scene_;
  const ClaimEnumerationOptions& options_;
  runtime::Deadline deadline_;
  Walk walk_;
  Leaves leaves_;
  std::vector<std::uint32_t> roles_;  ///< the roles of the claims
  std::vector<std::size_t> open_;     ///< claims not refuted yet
  std::map<runtime::State, StateId> state_ids_;
  std::vector<Known> states_;
  std::map<std::vector<StateId>, BeliefId> belief_ids_;
  std::vector<Belief> beliefs_;
  std::map<std::pair<runtime::Move, std::vector<std::string>>, std::uint32_t> seen_;
  std::set<Key> met_;
  std::vector<Place> places_;
  std::uint64_t steps_ = 0;
  ClaimEnumeration result_;
};

}  // namespace

ClaimEnumeration enumerate_claims(const ClaimScene& scene, const std::vector<bool>& asked,
                                  const ClaimEnumerationOptions& options) {
  return ClaimEnumerator(scene, asked, options).run();
}

}  // namespace tesuji::proofs
