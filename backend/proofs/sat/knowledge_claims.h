// Proves formulas about what roles know, by induction over tuples of states.
//
// A formula fails at the end of a play 0 if it fails with the *witnesses* at hand: plays that look
// alike to a role, at whose ends something does not hold. A formula gets as many witnesses per role
// as it may need (witnesses_of). Then knows(R, p) means: p holds in play 0 and in all witnesses of
// R.
//
// BASE CASE. No plays of fewer than K moves show that it fails.
//
// STEP. Take sequences of K + 1 states, one for each play, that look alike, and in whose first K
// states the formulas hold with these witnesses. Then they hold in the last ones. Claims that a
// model refutes are dropped, until there is no model (induction.h). Premises are formulas proved of
// single states, and facts that roles were proved to know (knowledge.h).
//
// Soundness: if a formula fails, there are plays, at most as many as the witnesses, with which it
// fails. Ignorance of p is accepted only if p is false in one of the plays at hand. So the proved
// statement is stronger than the formula, and may be too strong to be true; then there is no proof.
//
// Source: Haufe and Thielscher, Automated verification of epistemic properties for general game
// playing (2012).
#pragma once

#include "backend/proofs/sat/candidate.h"
#include "backend/proofs/sat/formula_literals.h"
#include "backend/proofs/sat/knowledge_formula.h"
#include "backend/proofs/sat/unrolling.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::sat {

/// Facts that one role was proved to know in every state.
struct RoleFacts {
  std::uint32_t role = 0;
  std::vector<std::uint32_t> fluents{};  ///< positions in Net::fluents
  bool terminal = false;
};

/// Returns, per role, the number of witnesses that may be needed to show that the formula fails. If
/// the formula denies both that the role knows p and that it knows not p, play 0 is a witness of
/// one of them; `opposite(a, b)`: whether one leaf is the other's negation.
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
  bool refuted = false;  ///< plays in which it fails are known: no proof is attempted
};

struct ClaimAnswer {
  Outcome outcome = Outcome::open;  ///< proved, refuted or open
  std::uint32_t depth = 0;          ///< proved: K
  /// Refuted: play 0 and its witnesses, in the order of ClaimsOptions::witnesses. If the formula
  /// says that a role does not know something, they show that it fails only if no other play
  /// refutes that.
  std::vector<Trace> plays{};
};

struct ClaimsOptions {
  std::vector<std::uint32_t> witnesses{};  ///< the role of each witness
  std::uint32_t most_depth = 3;            ///< the largest K
  std::uint32_t most_moves = 8;            ///< maximum length of the plays that are searched for
  Limits limits{};
};

struct ClaimsResult {
  std::vector<ClaimAnswer> answers;  ///< by claim
  bool limit_reached = false;
};

/// Decides claims that need the same witnesses. `leaves`: formulas of single states, of degree 0.
/// `premises` must hold in every reachable state, `facts` in all plays that look alike.
[[nodiscard]] ClaimsResult prove_claims(const ir::Net& net, std::size_t roles,
                                        const AtomSignals& atoms, std::span<const Candidate> leaves,
                                        std::span<const KnowledgeClaim> claims,
                                        std::span<const Candidate> premises,
                                        std::span<const RoleFacts> facts,
                                        const ClaimsOptions& options);

}  // namespace tesuji::sat
