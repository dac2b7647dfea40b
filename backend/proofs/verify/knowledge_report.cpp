#include "backend/proofs/verify/knowledge_report.h"

#include "backend/proofs/knowledge/alike_plays.h"
#include "backend/proofs/verify/known_formulas.h"
#include "runtime/host/game/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tesuji::proofs {

namespace {

KnownFact& fact_about(KnowledgeReport& found, std::uint32_t role, Known known) {
  const auto some = std::find_if(found.roles.begin(), found.roles.end(),
                                 [&](const RoleKnowledge& other) { return other.role == role; });
  return *std::find_if(some->facts.begin(), some->facts.end(),
                       [&](const KnownFact& fact) { return fact.known == known; });
}

std::string claim_words(const Subject& subject, std::uint32_t role, Known known) {
  return fmt::format("that {} knows {}", subject.module.symbols->text(subject.module.roles[role]),
                     words_for(known));
}

/// Plays of the solver's are played by the game as they are.
void replay_plays(const Subject& subject, KnowledgeReport& found, VerificationReport& report) {
  for (RoleKnowledge& role : found.roles) {
    for (KnownFact& fact : role.facts) {
      if (!fact.plays) continue;
      const std::string wrong =
          replay_alike(*subject.play->observer, role.role, fact.known, *fact.plays);
      if (wrong.empty()) continue;
      report.disagreements.push_back(
          fmt::format("the plays that refute {} are not played as they should be: {}",
                      claim_words(subject, role.role, fact.known), wrong));
      fact.plays.reset();
    }
  }
}

void attack_facts(const Subject& subject, const VerificationOptions& options,
                  const TimeBudget& budget, KnowledgeReport& found, VerificationReport& report) {
  constexpr double least = 0.05;  // of a limit for all: nothing is proved that plays did not attack
  AlikeOptions wanted;
  wanted.pairs = options.attack.states;
  wanted.seconds =
      within(options.attack.seconds, std::max(budget.left(), least * budget.seconds()));
  wanted.seed = options.attack.seed;
  wanted.stop = options.prover.clingo.stop;
  if (wanted.pairs == 0) return;
  AlikeResult attacked = attack_alike(*subject.play->observer, wanted);
  found.pairs += attacked.pairs;
  for (AlikeViolation& violation : attacked.violations) {
    // What two histories have been mixed to may be equal where they are not.
    if (!replay_alike(*subject.play->observer, violation.role, violation.known, violation.plays)
             .empty()) {
      continue;
    }
    KnownFact& fact = fact_about(found, violation.role, violation.known);
    if (fact.verdict == Verdict::proved) {
      ++report.violations;
      report.disagreements.push_back(claim_words(subject, violation.role, violation.known) +
                                     " was proved, but is false in two plays that look alike");
    }
    fact.verdict = Verdict::refuted;
    fact.reason.clear();
    if (!fact.plays) fact.plays = std::move(violation.plays);
  }
}

}  // namespace

KnowledgeReport find_knowledge(const Subject& subject, std::span<const Candidate> premises,
                               const VerificationOptions& options, const TimeBudget& budget,
                               VerificationReport& report) {
  const TimeBudget own_time(0);
  KnowledgeReport found;
  const bool provable = subject.net != nullptr && subject.net->shows_percepts();
  if (!provable) {
    found.left_out = subject.net == nullptr
                         ? "the game has no net within the limits, or clingo is to prove"
                         : "the game's net does not show percepts";
  }
  KnowledgeOptions wanted;
  wanted.seconds = options.prover.clingo.seconds;
  wanted.memory_bytes = options.prover.clingo.memory_bytes;
  wanted.most_depth = std::max(options.most_induction, options.prover.induction);
  wanted.most_moves = options.search_moves;
  wanted.stop = options.prover.clingo.stop;
  // Of a limit for all: formulas, then plays, follow.
  constexpr double part = 0.9;
  constexpr double part_for_roles = 0.8;
  wanted.all_seconds = within(0, budget.left(subject.knowledge.empty() ? part : part_for_roles));
  std::vector<RoleKnowledge> roles;
  if (provable) roles = prove_knowledge(subject.module, *subject.net, premises, wanted);
  KnownFormulas formulas(subject, options, report);
  if (!subject.knowledge.empty()) {
    wanted.all_seconds = within(0, budget.left(part));
    formulas.prove(provable ? &roles : nullptr, premises, wanted);
  }
  if (options.knowledge) found.roles = std::move(roles);
  if (subject.play) {
    try {
      formulas.check();
      found.pairs += formulas.attack(budget);
      formulas.enumerate(budget);
      if (options.knowledge && provable) {
        replay_plays(subject, found, report);
        attack_facts(subject, options, budget, found, report);
      }
    } catch (const runtime::LimitReached&) {
      // Proofs need no answer of the game.
    }
  }
  found.formulas = std::move(formulas).take();
  found.seconds = own_time.elapsed();
  return found;
}

}  // namespace tesuji::proofs
