// Proofs and playouts know nothing of each other: they may not disagree.
#include "backend/proofs/formulas/automatic_sets.h"
#include "backend/proofs/playouts/attack.h"
#include "backend/proofs/prove/clingo_prover.h"
#include "tests/corpus/corpus_files.h"
#include "tests/unit/support/observed.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace tesuji;
using proofs::Outcome;

namespace {

/// What the attack found of one invariant against what the prover says of its instances.
void compare(const proofs::InvariantProof& proof, const proofs::AttackedInvariant& attacked,
             std::uint32_t degree) {
  CAPTURE(proof.invariant->name);
  std::vector<std::uint64_t> steps(proof.outcomes.size(), ~std::uint64_t{0});
  for (const proofs::Violation& violation : attacked.violations) {
    steps[violation.instance] = violation.step;
  }
  for (std::size_t instance = 0; instance < proof.outcomes.size(); ++instance) {
    CAPTURE(instance);
    const bool refuted = (attacked.refuted[instance / 64] >> (instance % 64) & 1) != 0;
    const Outcome stage = proof.outcomes[instance];
    if (stage == Outcome::proved) CHECK_FALSE(refuted);
    // What fails in the initial state fails in some sequence from there, if not in every playout.
    if (stage == Outcome::base_failed) CHECK(refuted);
    if (stage == Outcome::base_failed && degree == 0) CHECK(steps[instance] == 0);
    if (stage == Outcome::step_failed) CHECK(steps[instance] != 0);
  }
}

}  // namespace

TEST_CASE("what is proved is refuted by no playout, and what fails at once by some", "[asp]") {
  if (proofs::clingo_version({}, 0).text.empty()) {
    tests::say_skipped("clingo is missing");
    return;
  }
  std::vector<std::string> paths = {tests::example_path("noughts-and-crosses.kif"),
                                    tests::example_path("hexapawn3.kif")};
  const auto corpus = tests::shared_path("corpus/fig3");
  if (tests::have_corpus_part(corpus)) {
    for (const char* name : {"tictactoe", "chomp", "bidding-tictactoe", "kriegtictactoe"}) {
      paths.push_back(corpus / (std::string(name) + ".kif"));
    }
  }
  for (const std::string& path : paths) {
    CAPTURE(path);
    const tests::ObservedGame game(path, {}, driver::Engine::interpreter);
    const std::vector<proofs::InvariantSet> sets = proofs::automatic_sets(game.module());
    std::vector<proofs::Candidate> premises;
    std::vector<proofs::SetProof> proofs;
    proofs.reserve(sets.size());  // premises refer to them
    for (const proofs::InvariantSet& set : sets) {
      proofs.push_back(proofs::ClingoProver(game.module(), {}).prove({set, premises}));
      const proofs::Checker checker(game.observer(), set.invariants);
      proofs::AttackOptions options;
      options.states = 10'000;
      options.seconds = 0;
      const proofs::AttackResult attacked = proofs::attack(checker, game.observer(), options);
      REQUIRE(attacked.complete);
      for (std::size_t i = 0; i < set.invariants.size(); ++i) {
        compare(proofs.back().proofs[i], attacked.invariants[i], checker.degree(i));
      }
      if (!set.premises) continue;
      for (const proofs::Candidate& proved : proofs::premises_of(proofs.back())) {
        premises.push_back(proved);
      }
    }
  }
}
