#include "backend/proofs/games/play_length.h"

#include "backend/proofs/formulas/summary_sets.h"
#include "backend/proofs/prove/prover.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace tesuji::driver {
namespace {

constexpr double most_seconds = 5;           ///< of each set's proofs
constexpr double most_directed_seconds = 1;  ///< of the search for lemmas

/// Returns the functionals that are proved, as one set of premises.
proofs::InvariantSet premises_of(const Verified& verified) {
  proofs::InvariantSet premises{"premises", {}, 1, true};
  for (const proofs::SetReport& set : verified.report.sets) {
    if (set.of_user) continue;
    for (const proofs::InvariantReport& some : set.invariants) {
      const bool single = some.invariant->parameters.empty() && some.proved() > 0;
      if (single && proofs::counted_atoms(some.invariant->formula)) {
        premises.invariants.push_back(*some.invariant);
      }
    }
  }
  return premises;
}

}  // namespace

PlayLength bound_length(const Verified& verified, const proofs::NetAtoms& net,
                        const proofs::VerificationOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  PlayLength length;
  length.tried = true;
  proofs::SummarySets made = proofs::length_sets(verified.module);
  std::vector<proofs::InvariantSet> sets{premises_of(verified)};
  std::ranges::move(made.sets, std::back_inserter(sets));
  proofs::VerificationOptions wanted = options;
  wanted.provers = proofs::Provers::sat;
  wanted.counterexamples = proofs::Counterexamples::none;
  wanted.enumerate = proofs::Enumerate::never;
  wanted.knowledge = false;
  wanted.directed_seconds = std::min(options.directed_seconds, most_directed_seconds);
  wanted.prover.program = {};
  wanted.prover.clingo.seconds = proofs::within(options.prover.clingo.seconds, most_seconds);
  wanted.progress = {};
  const proofs::VerificationReport proved =
      proofs::verify({verified.module, &net, std::nullopt, {}}, sets, wanted);
  length.undecided =
      proved.stopped || std::ranges::any_of(proved.sets, [](const proofs::SetReport& set) {
        return !set.aborted.empty();
      });
  // Facts of both reports together.
  proofs::VerificationReport all;
  all.initial = verified.report.initial;
  all.sets = verified.report.sets;
  const std::size_t first = all.sets.size();
  all.sets.insert(all.sets.end(), proved.sets.begin() + 1, proved.sets.end());
  const std::vector<LengthBound> bounds =
      length_bounds(ProvedFacts(verified.module, all), made.claims, first);
  if (!bounds.empty()) length.bound = bounds.front();
  length.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return length;
}

}  // namespace tesuji::driver
