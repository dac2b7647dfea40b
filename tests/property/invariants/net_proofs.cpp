#include "tests/property/invariants/net_proofs.h"

#include "backend/proofs/prove/sat_prover.h"
#include "backend/proofs/sat/induction.h"
#include "ir/formulas/formula_text.h"

#include <fmt/format.h>

#include <array>

namespace tesuji::tests {

namespace {

using ir::InstanceNumber;
using proofs::Outcome;

constexpr double lemma_seconds = 120;

}  // namespace

std::string_view name_of(Outcome stage) {
  static constexpr std::array<std::string_view, 6> names = {
      "open", "base fails", "base holds", "step fails", "refuted", "proved"};
  return names[static_cast<std::size_t>(stage)];
}

std::string unsound_part(const proofs::SetProof& proof, BruteForceProver& truth,
                         const ir::Module& module) {
  for (const proofs::InvariantProof& some : proof.proofs) {
    const std::vector<bool> holds = truth.holds_in_reach(*some.invariant);
    for (InstanceNumber k = 0; k < holds.size(); ++k) {
      const bool wrong =
          (some.outcomes[k] == Outcome::proved && !holds[k]) ||
          ((some.outcomes[k] == Outcome::base_failed || some.outcomes[k] == Outcome::refuted) &&
           holds[k]);
      if (!wrong) continue;
      return fmt::format("set {}, instance {}: `{}` but {} of all sequences in reach:\n{}\n",
                         proof.name, k, name_of(some.outcomes[k]), holds[k] ? "true" : "not true",
                         ir::to_text(*some.invariant, module));
    }
  }
  return {};
}

std::string compare_on_net(const NetQuestion& question, const proofs::SetProof& clingo,
                           runtime::Rng& rng, NetCounts& counts) {
  proofs::SatOptions options;
  options.first_depth = question.induction;
  options.most_depth = question.induction + static_cast<std::uint32_t>(rng.below(3));
  options.nonplayable = question.nonplayable;
  options.simple_paths = rng.below(2) == 0;
  if (rng.below(2) == 0) options.directed_seconds = lemma_seconds;
  const proofs::SetProof found = proofs::SatProver(question.net, options)
                                     .prove({question.set, question.premises, question.refuted});
  if (question.premises_hold) {
    std::string wrong = unsound_part(found, question.truth, question.module);
    if (!wrong.empty()) return "on the net " + wrong;
  }
  const bool comparable = question.induction == 1 || question.nonplayable;
  for (std::size_t i = 0; i < found.proofs.size(); ++i) {
    for (InstanceNumber k = 0; k < found.proofs[i].outcomes.size(); ++k) {
      Outcome mine = found.proofs[i].outcomes[k];
      const Outcome other = clingo.proofs[i].outcomes[k];
      // A play with moves: the base case of clingo's looks at as many states as the step.
      if (mine == Outcome::refuted && other == Outcome::base_failed) mine = other;
      counts.proved += mine == Outcome::proved ? 1 : 0;
      const bool less = comparable && ((other == Outcome::proved && mine != Outcome::proved) ||
                                       (other == Outcome::base_failed && mine != other));
      // Property-directed reachability decides every formula, given time.
      const bool undecided = mine == Outcome::open || mine == Outcome::base_holds ||
                             (mine == Outcome::step_failed && options.directed_seconds > 0);
      if (!undecided && !less) continue;
      return fmt::format(
          "on the net {} instance {} of\n{}\nis `{}`, for clingo `{}`", question.set.name, k,
          ir::to_text(*found.proofs[i].invariant, question.module), name_of(mine), name_of(other));
    }
  }
  return {};
}

std::string compare_when_stopped(const NetQuestion& question, runtime::Rng& rng,
                                 NetCounts& counts) {
  if (!question.premises_hold) return {};
  constexpr std::uint64_t most_looks = 60;
  std::uint64_t looks_left = 1 + rng.below(most_looks);
  std::vector<proofs::Candidate> candidates;
  for (const ir::Invariant& invariant : question.set.invariants) {
    for (InstanceNumber k = 0; k < ir::instances(invariant); ++k) {
      candidates.push_back({&invariant, k});
    }
  }
  sat::InductionOptions options;
  options.first_depth = question.induction;
  options.most_depth = question.induction + static_cast<std::uint32_t>(rng.below(2));
  options.nonplayable = question.nonplayable;
  options.simple_paths = rng.below(2) == 0;
  options.easy_conflicts = 1;
  options.limits.stopped = [&looks_left] { return looks_left == 0 || --looks_left == 0; };
  const proofs::KnownAtoms atoms(question.net);
  const sat::InductionResult found = sat::prove_by_induction(
      question.net.net(), question.net.roles(), atoms, question.premises, candidates, options);
  counts.stopped += found.limit_reached ? 1 : 0;
  std::size_t c = 0;
  for (const ir::Invariant& invariant : question.set.invariants) {
    const std::vector<bool> holds = question.truth.holds_in_reach(invariant);
    for (InstanceNumber k = 0; k < holds.size(); ++k, ++c) {
      const bool proved = found.outcomes[c] == Outcome::proved;
      const bool refuted = found.outcomes[c] == Outcome::base_failed;
      if (found.limit_reached && proved) ++counts.kept;
      if ((!proved || holds[k]) && (!refuted || !holds[k])) continue;
      return fmt::format("stopped on the net, instance {} of\n{}\nis {}, which is wrong", k,
                         ir::to_text(invariant, question.module), proved ? "proved" : "refuted");
    }
  }
  return {};
}

}  // namespace tesuji::tests
