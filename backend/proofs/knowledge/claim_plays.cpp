#include "backend/proofs/knowledge/claim_plays.h"

#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/rng.h"

#include <fmt/format.h>

#include <deque>
#include <optional>
#include <span>
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

namespace {

using sat::KnowledgeFormula;

/// What a role considers possible, for the leaves in claims.
struct RoleView {
  /// By leaf in a claim: a possible state in which it does not hold; empty if no such state exists.
  std::map<std::size_t, std::optional<std::size_t>> counter;
  bool complete = false;  ///< whether all possible states were checked
};
using RoleViews = std::map<std::uint32_t, RoleView>;

/// Evaluates a claim in the last state that `now` looked at.
Truth evaluate_seen(const KnowledgeFormula& formula, Leaves& now, const RoleViews& views) {
  return evaluate(
      formula, [&](std::size_t leaf) { return truth_of(now.holds(leaf)); },
      [&](std::uint32_t role, std::size_t leaf) {
        const RoleView& view = views.at(role);
        if (view.counter.at(leaf)) return Truth::no;
        return view.complete ? Truth::yes : Truth::unknown;
      });
}

/// `states`: number of states to check.
template <typename States>
RoleView view_of(const std::set<std::size_t>& leaves, std::size_t states, const States& state,
                 bool complete, Leaves& looks) {
  RoleView view;
  view.complete = complete;
  for (const std::size_t leaf : leaves) view.counter[leaf] = std::nullopt;
  for (std::size_t i = 0; i < states; ++i) {
    looks.look(state(i));
    for (auto& [leaf, counter] : view.counter) {
      if (!counter && !looks.holds(leaf)) counter = i;
    }
  }
  return view;
}

/// Plays at random, and tracks what each role of the claims considers possible.
class ClaimAttack {
 public:
  ClaimAttack(const ClaimScene& scene, const ClaimAttackOptions& options)
      : scene_(scene),
        options_(options),
        deadline_(options.seconds),
        walk_(scene.observer),
        now_(scene.observer, scene.leaves),
        others_(scene.observer, scene.leaves),
        rng_(options.seed),
        violated_(scene.claims.claims.size(), false) {
    for (const SplitClaim& claim : scene.claims.claims) collect_known(claim.formula, asked_);
    for (const auto& [role, leaves] : asked_) {
      beliefs_.emplace_back(scene.observer, role, options.beliefs);
    }
  }

  ClaimAttackResult run() {
    while (result_.pairs < options_.pairs && !scene_.claims.claims.empty() && !is_over()) play();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_over() {
    return deadline_.is_over() ||
           (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));
  }

  void play() {
    constexpr std::size_t most_moves = 1000;
    walk_.restart();
    for (Beliefs& belief : beliefs_) belief.restart();
    std::vector<Moves> moves;
    for (;;) {
      ask(moves);
      if (is_over() || walk_.over() || moves.size() == most_moves) return;
      Moves joint;
      for (const Moves& legal : walk_.legal()) {
        if (legal.empty()) return;
        joint.push_back(legal[rng_.below(legal.size())]);
      }
      const auto percepts = walk_.advance(joint);
      for (Beliefs& belief : beliefs_) {
        belief.advance(joint[belief.role()], percepts[belief.role()]);
      }
      moves.push_back(std::move(joint));
    }
  }

  void ask(const std::vector<Moves>& moves) {
    ++result_.states;
    RoleViews views;
    for (Beliefs& belief : beliefs_) {
      views[belief.role()] = view_of(
          asked_.at(belief.role()), belief.size(), [&](std::size_t i) { return belief.state(i); },
          belief.is_complete(), others_);
      result_.pairs += belief.size();
    }
    now_.look(walk_.state());
    for (std::size_t c = 0; c < scene_.claims.claims.size(); ++c) {
      const KnowledgeFormula& formula = scene_.claims.claims[c].formula;
      if (violated_[c] || evaluate_seen(formula, now_, views) != Truth::no) continue;
      violated_[c] = true;
      PlaysApart plays{shown_play(scene_.observer, moves), {}};
      add_witnesses(formula, views, plays);
      result_.violations.push_back({c, std::move(plays)});
    }
  }

  /// Adds a play for each `knows` that fails.
  void add_witnesses(const KnowledgeFormula& formula, const RoleViews& views, PlaysApart& into) {
    for (const KnowledgeFormula& part : formula.parts) add_witnesses(part, views, into);
    if (formula.kind != KnowledgeFormula::Kind::knows || formula.negated) return;
    const auto& counter = views.at(formula.role).counter.at(formula.leaf);
    if (!counter) return;
    const auto belief = std::find_if(beliefs_.begin(), beliefs_.end(), [&](const Beliefs& some) {
      return some.role() == formula.role;
    });
    into.witnesses.push_back({formula.role, shown_play(scene_.observer, belief->way_to(*counter))});
  }

  const ClaimScene& scene_;
  const ClaimAttackOptions& options_;
  runtime::Deadline deadline_;
  Walk walk_;
  Leaves now_;
  Leaves others_;
  runtime::Rng rng_;
  LeavesByRole asked_;           ///< leaves by role
  std::deque<Beliefs> beliefs_;  ///< by role of `asked_`
  std::vector<bool> violated_;
  ClaimAttackResult result_;
};

/// Returns what a role considers possible along a play, which must be valid.
Beliefs beliefs_along(const ClaimScene& scene, std::uint32_t role, const Play& play) {
  Walk walk(scene.observer);
  Beliefs belief(scene.observer, role, {});
  for (std::size_t t = 0; t + 1 < play.steps.size(); ++t) {
    Moves joint;
    for (const std::string& name : play.steps[t].joint) {
      joint.push_back(walk.game().find_move(name).value());
    }
    const auto percepts = walk.advance(joint);
    belief.advance(joint[role], percepts[role]);
  }
  return belief;
}

RoleView view_of(const Beliefs& belief, const std::set<std::size_t>& leaves, Leaves& looks) {
  return view_of(
      leaves, belief.size(), [&](std::size_t i) { return belief.state(i); }, belief.is_complete(),
      looks);
}

}  // namespace

ClaimReplay replay_claim(const ClaimScene& scene, std::size_t claim, const PlaysApart& plays,
                         std::string& wrong) {
  const KnowledgeFormula& formula = scene.claims.claims[claim].formula;
  LeavesByRole asked;
  collect_known(formula, asked);
  Walk first(scene.observer);
  Walk again(scene.observer);
  wrong = play_alike(0, plays.play, plays.play, first, again);
  if (!wrong.empty()) return ClaimReplay::differs;
  std::map<std::uint32_t, std::vector<runtime::State>> possible;
  for (const auto& [role, leaves] : asked) possible[role].push_back(first.state());
  for (const PlaysApart::Witness& witness : plays.witnesses) {
    Walk one(scene.observer);
    Walk other(scene.observer);
    wrong = play_alike(witness.role, plays.play, witness.play, one, other);
    if (!wrong.empty()) return ClaimReplay::differs;
    possible[witness.role].push_back(other.state());
  }
  Leaves looks(scene.observer, scene.leaves);
  RoleViews views;
  for (const auto& [role, leaves] : asked) {
    views[role] = formula.has_ignorance()
                      ? view_of(beliefs_along(scene, role, plays.play), leaves, looks)
                      : view_of(
                            leaves, possible[role].size(),
                            [&](std::size_t i) -> runtime::StateView { return possible[role][i]; },
                            false, looks);
  }
  looks.look(first.state());
  if (evaluate_seen(formula, looks, views) == Truth::no) return ClaimReplay::fails;
  if (formula.has_ignorance()) return ClaimReplay::undecided;
  wrong = "the formula does not fail by the game's rules";
  return ClaimReplay::differs;
}

PlaysApart plays_apart(const ClaimScene& scene, std::size_t claim, Play play) {
  PlaysApart result{std::move(play), {}};
  LeavesByRole asked;
  collect_known(scene.claims.claims[claim].formula, asked);
  Leaves looks(scene.observer, scene.leaves);
  for (const auto& [role, leaves] : asked) {
    const Beliefs belief = beliefs_along(scene, role, result.play);
    for (const auto& [leaf, counter] : view_of(belief, leaves, looks).counter) {
      if (!counter) continue;
      result.witnesses.push_back({role, shown_play(scene.observer, belief.way_to(*counter))});
    }
  }
  return result;
}

ClaimAttackResult attack_claims(const ClaimScene& scene, const ClaimAttackOptions& options) {
  return ClaimAttack(scene, options).run();
}

}  // namespace tesuji::proofs
