#include "backend/proofs/verify/known_formulas.h"

#include "backend/proofs/knowledge/claim_enumeration.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tesuji::proofs {

KnownFormulas::KnownFormulas(const Subject& subject, const VerificationOptions& options,
                             VerificationReport& report)
    : subject_(subject),
      options_(options),
      report_(report),
      claims_(split_claims(subject.knowledge, subject.module)),
      facts_(claims_.claims.size()) {
  if (subject.play) leaves_.emplace(*subject.play->observer, claims_.leaves);
}

std::string KnownFormulas::name_of_claim(std::size_t claim) const {
  const SplitClaim& some = claims_.claims[claim];
  const ir::Invariant& invariant = subject_.knowledge[some.invariant];
  return ir::instance_name(invariant, ir::instance_symbols(invariant, some.instance),
                           *subject_.module.symbols);
}

void KnownFormulas::prove(const std::vector<RoleKnowledge>* roles,
                          std::span<const Candidate> premises, const KnowledgeOptions& wanted) {
  if (roles == nullptr) {
    for (ClaimFact& fact : facts_) {
      fact.reason = "it is proved on a net of the game, and nets do not represent percepts";
    }
    return;
  }
  facts_ = prove_claims(*subject_.net, claims_, std::vector<bool>(facts_.size(), false), premises,
                        *roles, wanted);
}

void KnownFormulas::check() {
  const ClaimScene scene{*subject_.play->observer, *leaves_, claims_};
  for (std::size_t c = 0; c < facts_.size(); ++c) {
    if (!facts_[c].plays) continue;
    std::string wrong;
    switch (replay_claim(scene, c, *facts_[c].plays, wrong)) {
      case ClaimReplay::fails:
        continue;
      case ClaimReplay::undecided:
        break;
      case ClaimReplay::differs:
        report_.disagreements.push_back(
            fmt::format("the plays that refute {} are not played as they should be: {}",
                        name_of_claim(c), wrong));
        break;
    }
    facts_[c].verdict = Verdict::step_fails;
    facts_[c].plays.reset();
  }
}

std::uint64_t KnownFormulas::attack(const TimeBudget& budget) {
  constexpr double least =
      0.05;  // fraction of the budget: every proved formula is also attacked by plays
  if (claims_.claims.empty() || options_.attack.states == 0) return 0;
  ClaimAttackOptions wanted;
  wanted.pairs = options_.attack.states;
  wanted.seconds =
      within(options_.attack.seconds, std::max(budget.left(), least * budget.seconds()));
  wanted.seed = options_.attack.seed;
  wanted.stop = options_.prover.clingo.stop;
  const ClaimScene scene{*subject_.play->observer, *leaves_, claims_};
  ClaimAttackResult attacked = attack_claims(scene, wanted);
  for (ClaimViolation& violation : attacked.violations) {
    refute(violation.claim, std::move(violation.plays));
  }
  return attacked.pairs;
}

void KnownFormulas::enumerate(const TimeBudget& budget) {
  if (options_.enumerate == Enumerate::never || budget.is_over()) return;
  std::vector<bool> asked;
  for (const ClaimFact& fact : facts_) {
    asked.push_back(fact.verdict == Verdict::step_fails || fact.verdict == Verdict::unknown);
  }
  if (std::find(asked.begin(), asked.end(), true) == asked.end()) return;
  ClaimEnumerationOptions wanted;
  wanted.max_places = options_.max_states > 0 ? options_.max_states : ~std::uint64_t{0};
  wanted.seconds = within(options_.prover.clingo.seconds, budget.left());
  wanted.stop = options_.prover.clingo.stop;
  const ClaimScene scene{*subject_.play->observer, *leaves_, claims_};
  ClaimEnumeration found = enumerate_claims(scene, asked, wanted);
  for (ClaimViolation& violation : found.violations) {
    refute(violation.claim, std::move(violation.plays));
  }
  if (!found.complete) return;
  for (std::size_t c = 0; c < facts_.size(); ++c) {
    if (!asked[c] || facts_[c].verdict == Verdict::refuted) continue;
    facts_[c].verdict = Verdict::enumerated;
    facts_[c].reason.clear();
  }
}

void KnownFormulas::refute(std::size_t claim, PlaysApart plays) {
  ClaimFact& fact = facts_[claim];
  if (fact.verdict == Verdict::proved) {
    ++report_.violations;
    report_.disagreements.push_back(name_of_claim(claim) +
                                    " was proved, but is false in plays that look alike");
  }
  fact.verdict = Verdict::refuted;
  fact.reason.clear();
  if (!fact.plays) fact.plays = std::move(plays);
}

std::vector<KnownFormula> KnownFormulas::take() && {
  std::vector<KnownFormula> result;
  for (std::size_t i = 0; i < subject_.knowledge.size(); ++i) {
    KnownFormula& some = result.emplace_back();
    some.invariant = &subject_.knowledge[i];
    some.verdicts.assign(ir::instances(*some.invariant), Verdict::unknown);
    some.reason = claims_.left_out[i];
  }
  for (std::size_t c = 0; c < facts_.size(); ++c) {
    const SplitClaim& claim = claims_.claims[c];
    KnownFormula& some = result[claim.invariant];
    ClaimFact& fact = facts_[c];
    some.verdicts[claim.instance] = fact.verdict;
    some.induction = std::max(some.induction, fact.depth);
    if (fact.verdict == Verdict::unknown && some.reason.empty()) some.reason = fact.reason;
    if (!fact.plays || some.plays) continue;
    some.plays = std::move(fact.plays);
    some.instance = ir::instance_symbols(*some.invariant, claim.instance);
  }
  return result;
}

}  // namespace tesuji::proofs
