#include "backend/proofs/knowledge/prove_knowledge.h"

#include "backend/proofs/prove/prover.h"
#include "backend/proofs/prove/sat_prover.h"
#include "backend/proofs/sat/knowledge_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace tesuji::proofs {

namespace {

constexpr std::size_t most_witnesses = 3;

/// Copies the solver's answer, without plays, into a KnownFact or ClaimFact.
void enter(const auto& answer, bool limit_reached, auto& fact) {
  if (answer.outcome == Outcome::proved) {
    fact.verdict = Verdict::proved;
    fact.depth = answer.depth;
  } else if (answer.outcome == Outcome::refuted) {
    fact.verdict = Verdict::refuted;
  } else {
    fact.verdict = limit_reached ? Verdict::unknown : Verdict::step_fails;
    if (limit_reached) fact.reason = "the SAT solver reached its limit of time or memory";
  }
}

KnownFact fact_of(const sat::KnowledgeAnswer& answer, bool limit_reached, const NetAtoms& atoms) {
  KnownFact fact{answer.known};
  enter(answer, limit_reached, fact);
  if (answer.plays) {
    fact.plays.emplace(play_of(answer.plays->first, atoms, {}),
                       play_of(answer.plays->second, atoms, {}));
  }
  return fact;
}

ClaimFact fact_of(const sat::ClaimAnswer& answer, bool limit_reached, const NetAtoms& atoms,
                  const std::vector<std::uint32_t>& witnesses) {
  ClaimFact fact;
  enter(answer, limit_reached, fact);
  if (answer.plays.empty()) return fact;
  fact.plays.emplace();
  fact.plays->play = play_of(answer.plays[0], atoms, {});
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    fact.plays->witnesses.push_back({witnesses[i], play_of(answer.plays[i + 1], atoms, {})});
  }
  return fact;
}

std::vector<sat::RoleFacts> facts_of(const std::vector<RoleKnowledge>& known) {
  std::vector<sat::RoleFacts> facts;
  for (const RoleKnowledge& role : known) {
    sat::RoleFacts& some = facts.emplace_back();
    some.role = role.role;
    some.fluents = role.positions;
    some.terminal = std::any_of(role.facts.begin(), role.facts.end(), [](const KnownFact& fact) {
      return fact.known == Known::terminal && fact.verdict == Verdict::proved;
    });
  }
  return facts;
}

}  // namespace

std::string_view words_for(Known known) {
  switch (known) {
    case Known::legal:
      return "its legal moves";
    case Known::terminal:
      return "when the game is over";
    case Known::goal:
      return "its goals at the end";
  }
  return "";
}

std::vector<RoleKnowledge> prove_knowledge(const ir::Module& lowered, const NetAtoms& atoms,
                                           std::span<const Candidate> premises,
                                           const KnowledgeOptions& options) {
  const KnownAtoms known(atoms);
  const TimeBudget time(options.all_seconds);
  std::vector<RoleKnowledge> result;
  for (std::uint32_t role = 0; role < lowered.roles.size(); ++role) {
    if (lowered.symbols->text(lowered.roles[role]) == "random") continue;
    sat::KnowledgeOptions wanted;
    wanted.goals = atoms.goals_of(role);
    wanted.most_depth = options.most_depth;
    wanted.most_moves = options.most_moves;
    const auto roles_left = static_cast<double>(lowered.roles.size() - role);
    wanted.limits = limits_of(within(options.seconds, time.left() / roles_left),
                              options.memory_bytes, options.stop);
    const sat::KnowledgeResult found =
        sat::find_knowledge(atoms.net(), atoms.roles(), role, known, premises, wanted);
    RoleKnowledge& some = result.emplace_back();
    some.role = role;
    for (const sat::KnowledgeAnswer& answer : found.answers) {
      some.facts.push_back(fact_of(answer, found.limit_reached, atoms));
    }
    some.positions = found.fluents;
    for (const std::uint32_t fluent : found.fluents) {
      some.fluents.push_back(atoms.fluent_names()[fluent]);
    }
    std::sort(some.fluents.begin(), some.fluents.end());
  }
  return result;
}

std::vector<ClaimFact> prove_claims(const NetAtoms& atoms, const SplitClaims& claims,
                                    const std::vector<bool>& refuted,
                                    std::span<const Candidate> premises,
                                    const std::vector<RoleKnowledge>& known,
                                    const KnowledgeOptions& options) {
  std::vector<ClaimFact> result(claims.claims.size());
  const KnownAtoms signals(atoms);
  const std::vector<sat::RoleFacts> facts = facts_of(known);
  std::vector<Candidate> leaves;
  for (const ir::Invariant& leaf : claims.leaves) leaves.push_back({&leaf});
  // Claims that need the same witnesses are proved together.
  std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> groups;
  for (std::size_t c = 0; c < claims.claims.size(); ++c) {
    std::vector<std::uint32_t> witnesses;
    const std::vector<std::size_t> needed =
        sat::witnesses_of(claims.claims[c].formula, atoms.roles(),
                          [&](std::size_t a, std::size_t b) { return claims.are_opposite(a, b); });
    for (std::uint32_t role = 0; role < needed.size(); ++role) {
      witnesses.insert(witnesses.end(), std::min(needed[role], most_witnesses + 1), role);
    }
    if (witnesses.size() > most_witnesses) {
      result[c].reason =
          fmt::format("more than {} plays besides one may be needed to refute it", most_witnesses);
      continue;
    }
    groups[witnesses].push_back(c);
  }
  const TimeBudget time(options.all_seconds);
  std::size_t groups_left = groups.size();
  for (const auto& [witnesses, group] : groups) {
    std::vector<sat::KnowledgeClaim> asked;
    for (const std::size_t c : group) asked.push_back({claims.claims[c].formula, refuted[c]});
    sat::ClaimsOptions wanted;
    wanted.witnesses = witnesses;
    wanted.most_depth = options.most_depth;
    wanted.most_moves = options.most_moves;
    const double left = time.left() / static_cast<double>(groups_left--);
    wanted.limits = limits_of(within(options.seconds, left), options.memory_bytes, options.stop);
    const sat::ClaimsResult found = sat::prove_claims(atoms.net(), atoms.roles(), signals, leaves,
                                                      asked, premises, facts, wanted);
    for (std::size_t i = 0; i < group.size(); ++i) {
      result[group[i]] = fact_of(found.answers[i], found.limit_reached, atoms, witnesses);
    }
  }
  return result;
}

}  // namespace tesuji::proofs
