// Proves formulas about what roles know, by induction over tuples of states.
//
// A formula fails at the end of a play 0 when it does so with what *witnesses* show: plays that
// look alike to a role, and at whose ends something does not hold. A formula gets as many witnesses
// for a role as it may need (witnesses_of); knows(R, p) is then read as: p holds in play 0 and in
// all witnesses of R.
//
// BASE CASE. No plays of fewer than K moves show that it fails.
//
// STEP. Take sequences of K + 1 states, one for each play, that look alike, and in whose first K
// states the formulas hold as far as these plays can tell. Then they do in the last ones. What a
// model refutes is claimed no longer, until there is no model (induction.h). Premises are formulas
// proved of single states, and what roles were shown to know (knowledge.h).
//
// Why that is sound: where a formula fails, there are plays, as many as are at hand, of which it
// does not hold as far as they can tell. That a role does not know p is taken for so only where p
// is false in one of the plays at hand: what is proved then is more than the formula says, and may
// be more than is true, so that there is no proof.
//
// Source: Haufe and Thielscher, Automated verification of epistemic properties for general game
// playing (2012).
#pragma once

#include "backend/proofs/sat/candidate.h"
#include "backend/proofs/sat/formula_literals.h"
#include "backend/proofs/sat/knowledge_formula.h"
#include "backend/proofs/sat/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::sat {

/// What one role was shown to know in every state.
struct RoleFacts {
  std::uint32_t role = 0;
  std::vector<std::uint32_t> fluents{};  ///< positions in Net::fluents
  bool terminal = false;
};

/// Of each role the number of witnesses that may be needed to show that the formula fails. Where
/// that it knows p and that it knows not p are both denied, play 0 is a witness of one of them;
/// `opposite(a, b)`: whether one leaf is the other's negation.
template <typename Opposite>
[[nodiscard]] std::vector<std::size_t> witnesses_of(const KnowledgeFormula& formula,
                                                    std::size_t roles, const Opposite& opposite) {
  std::vector<std::size_t> result(roles, 0);
  if (formula.kind == KnowledgeFormula::Kind::knows && !formula.negated) result[formula.role] = 1;
  const bool any = formula.kind == KnowledgeFormula::Kind::any;
  for (const KnowledgeFormula& part : formula.parts) {
    const std::vector<std::size_t> own = witnesses_of(part, roles, opposite);
    for (std::size_t r = 0; r < roles; ++r) {
      result[r] = any ? result[r] + own[r] : std::max(result[r], own[r]);
    }
  }
  if (!any) return result;
  std::vector<bool> saved(roles, false);
  for (const KnowledgeFormula& a : formula.parts) {
    for (const KnowledgeFormula& b : formula.parts) {
      const bool both = a.kind == KnowledgeFormula::Kind::knows && !a.negated &&
                        b.kind == KnowledgeFormula::Kind::knows && !b.negated && a.role == b.role;
      if (!both || saved[a.role] || !opposite(a.leaf, b.leaf)) continue;
      saved[a.role] = true;
      --result[a.role];
    }
  }
  return result;
}

struct KnowledgeClaim {
  KnowledgeFormula formula;
  bool refuted = false;  ///< plays are known in which it fails: nothing is proved of it
};

struct ClaimAnswer {
  Outcome outcome = Outcome::open;  ///< proved, refuted or open
  std::uint32_t depth = 0;          ///< proved: K
  /// Refuted: play 0 and its witnesses, in the order of ClaimsOptions::witnesses. Where the
  /// formula says that a role does not know something, they show that it fails only if no other
  /// play does.
  std::vector<Trace> plays{};
};

struct ClaimsOptions {
  std::vector<std::uint32_t> witnesses{};  ///< the role of each
  std::uint32_t most_depth = 3;            ///< the largest K
  std::uint32_t most_moves = 8;            ///< the longest plays that are looked for
  Limits limits{};
};

struct ClaimsResult {
  std::vector<ClaimAnswer> answers;  ///< by claim
  bool limit_reached = false;
};

/// Decides claims that need the same witnesses. `leaves`: formulas of single states, of degree 0.
/// `premises` hold in every reachable state, `facts` of all plays that look alike.
[[nodiscard]] ClaimsResult prove_claims(const ir::Net& net, std::size_t roles,
                                        const AtomSignals& atoms, std::span<const Candidate> leaves,
                                        std::span<const KnowledgeClaim> claims,
                                        std::span<const Candidate> premises,
                                        std::span<const RoleFacts> facts,
                                        const ClaimsOptions& options);

}  // namespace tesuji::sat
