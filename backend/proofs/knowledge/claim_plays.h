// Evaluates formulas about what roles know: from the known truth of their parts, and on plays by
// the game's own rules, found by proofs or random.
#pragma once

#include "backend/proofs/knowledge/alike_plays.h"
#include "backend/proofs/knowledge/prove_knowledge.h"
#include "backend/proofs/knowledge/split_claims.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/observe/observer.h"
#include "backend/proofs/sat/knowledge_formula.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tesuji::proofs {

enum class Truth : std::uint8_t { no, unknown, yes };

[[nodiscard]] inline Truth truth_of(bool holds) {
  return holds ? Truth::yes : Truth::no;
}
[[nodiscard]] inline Truth opposite(Truth truth) {
  return truth == Truth::no ? Truth::yes : truth == Truth::yes ? Truth::no : Truth::unknown;
}

/// `holds(leaf)` and `knows(role, leaf)` return the truth of parts, without their negation.
template <typename Holds, typename Knows>
[[nodiscard]] Truth evaluate(const sat::KnowledgeFormula& formula, const Holds& holds,
                             const Knows& knows) {
  using Kind = sat::KnowledgeFormula::Kind;
  switch (formula.kind) {
    case Kind::holds:
    case Kind::knows: {
      const Truth truth =
          formula.kind == Kind::holds ? holds(formula.leaf) : knows(formula.role, formula.leaf);
      return formula.negated ? opposite(truth) : truth;
    }
    case Kind::all:
    case Kind::any: {
      const bool all = formula.kind == Kind::all;
      Truth result = truth_of(all);
      for (const sat::KnowledgeFormula& part : formula.parts) {
        const Truth truth = evaluate(part, holds, knows);
        result = all ? std::min(result, truth) : std::max(result, truth);
      }
      return result;
    }
  }
  return Truth::unknown;
}

/// The leaves of `knows` in a formula, by role.
using LeavesByRole = std::map<std::uint32_t, std::set<std::size_t>>;
inline void collect_known(const sat::KnowledgeFormula& formula, LeavesByRole& into) {
  if (formula.kind == sat::KnowledgeFormula::Kind::knows) into[formula.role].insert(formula.leaf);
  for (const sat::KnowledgeFormula& part : formula.parts) collect_known(part, into);
}

/// Evaluates leaves in one state after the other. For one thread; both must outlive it.
class Leaves {
 public:
  Leaves(const Observer& observer, const Checker& leaves)
      : checker_(leaves), watcher_(observer), seen_(observer.make_observation()) {}

  /// Throws as Watcher::look does.
  void look(runtime::StateView state) { watcher_.look(state, seen_); }
  /// Whether the leaf holds in the last state passed to look().
  [[nodiscard]] bool holds(std::size_t leaf) {
    const Observation* const window = &seen_;
    return (checker_.failing(leaf, {&window, 1}, memory_)[0] & 1) == 0;
  }

 private:
  const Checker& checker_;
  Watcher watcher_;
  Observation seen_;
  Checker::Memory memory_;
};

// Computes the states that are possible for a role along a play: all states reached by plays that
// look alike to it. The role knows whatever holds in all of them.

struct BeliefLimits {
  std::size_t most_states = 2'000;    ///< in one belief
  std::uint64_t most_moves = 50'000;  ///< joint moves tried after one move of the role
};

/// For one thread; the observer must outlive it. Throws runtime::LimitReached as the game does.
class Beliefs {
 public:
  Beliefs(const Observer& observer, std::uint32_t role, const BeliefLimits& limits)
      : walk_(observer), role_(role), limits_(limits) {
    restart();
  }

  /// Returns to the initial state, which every role knows.
  void restart();
  /// The role makes a move and sees percepts.
  void advance(runtime::Move own, const std::vector<std::string>& percepts);

  [[nodiscard]] std::uint32_t role() const { return role_; }
  [[nodiscard]] std::size_t size() const { return steps_.back().size(); }
  [[nodiscard]] runtime::StateView state(std::size_t i) const { return steps_.back()[i].state; }
  /// Whether the list contains all possible states; otherwise only some of them.
  [[nodiscard]] bool is_complete() const { return complete_; }
  /// Returns the joint moves of a play to the state.
  [[nodiscard]] std::vector<Moves> way_to(std::size_t i) const;

 private:
  struct Place {
    runtime::State state;
    std::size_t before = 0;  ///< index in the previous step
    Moves joint{};           ///< made in that state
  };

  Walk walk_;
  std::uint32_t role_;
  BeliefLimits limits_;
  std::vector<std::vector<Place>> steps_;
  bool complete_ = true;
};

/// A game, and the objects that evaluate the leaves of claims in its states. All must outlive this.
struct ClaimScene {
  const Observer& observer;
  const Checker& leaves;  ///< of SplitClaims::leaves
  const SplitClaims& claims;
};

enum class ClaimReplay : std::uint8_t {
  fails,      ///< the game plays the plays as shown, and the formula fails
  undecided,  ///< it plays them as shown, but whether the formula fails depends on other plays
  differs,    ///< a bug of ours
};

/// Replays the plays that refute a claim. Sets `wrong` to the difference, in words.
[[nodiscard]] ClaimReplay replay_claim(const ClaimScene& scene, std::size_t claim,
                                       const PlaysApart& plays, std::string& wrong);

/// Returns a play that refutes a claim, with plays that look like it to the roles of the claim: one
/// for each leaf that they do not know.
[[nodiscard]] PlaysApart plays_apart(const ClaimScene& scene, std::size_t claim, Play play);

struct ClaimAttackOptions {
  std::uint64_t pairs = 1'000'000;  ///< of plays that look alike to some role
  double seconds = 5;               ///< 0: no limit
  std::uint64_t seed = 1;
  BeliefLimits beliefs{};
  const std::atomic<bool>* stop = nullptr;
};

struct ClaimViolation {
  std::size_t claim = 0;
  PlaysApart plays;
};

struct ClaimAttackResult {
  std::uint64_t pairs = 0;  ///< number of pairs of a random play's state and another possible state
  std::uint64_t states = 0;                ///< of random plays
  std::vector<ClaimViolation> violations;  ///< the first one for each claim
};

/// Plays at random. Computes in each state the states that are possible for the roles of the
/// claims, and evaluates the claims. Throws runtime::LimitReached as the game does.
[[nodiscard]] ClaimAttackResult attack_claims(const ClaimScene& scene,
                                              const ClaimAttackOptions& options);

}  // namespace tesuji::proofs
