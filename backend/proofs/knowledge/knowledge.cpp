#include "backend/proofs/knowledge/knowledge.h"

#include "backend/proofs/prove/net_proofs.h"
#include "backend/proofs/prove/time_budget.h"

#include <algorithm>

namespace tesuji::proofs {

namespace {

KnownFact fact_of(const sat::KnowledgeAnswer& answer, bool limit_reached, const NetAtoms& atoms) {
  KnownFact fact{answer.known};
  switch (answer.verdict) {
    case sat::KnowledgeAnswer::Verdict::proved:
      fact.verdict = Verdict::proved;
      fact.depth = answer.depth;
      break;
    case sat::KnowledgeAnswer::Verdict::violated:
      fact.verdict = Verdict::refuted;
      fact.plays.emplace(play_of(answer.plays->first, atoms, {}),
                         play_of(answer.plays->second, atoms, {}));
      break;
    case sat::KnowledgeAnswer::Verdict::open:
      fact.verdict = limit_reached ? Verdict::unknown : Verdict::step_fails;
      if (limit_reached) fact.reason = "the SAT solver reached its limit of time or memory";
      break;
  }
  return fact;
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
                                           const std::vector<Question>& premises,
                                           const KnowledgeOptions& options) {
  const std::vector<sat::Candidate> granted = candidates_of(premises);
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
        sat::find_knowledge(atoms.net(), atoms.roles(), role, known, granted, wanted);
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

}  // namespace tesuji::proofs
