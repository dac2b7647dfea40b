// Proofs on nets: larger K, formulas together, lemmas, plays.
#include "backend/proofs/prove/sat_prover.h"
#include "backend/driver/session.h"
#include "backend/proofs/games/verify.h"
#include "backend/proofs/prove/discovered_set.h"
#include "backend/proofs/sat/induction.h"
#include "frontend/invariants/invariants_reader.h"
#include "tests/unit/support/folder.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace tesuji {
namespace {

using proofs::Outcome;

/// A rulesheet lowered, its net, and a set of formulas.
class NetSheet {
 public:
  NetSheet(const std::string& rules, const std::string& formulas) {
    const tests::Folder folder;
    const std::string path = folder.path / "test.kif";
    std::ofstream(path) << rules;
    module_ = driver::load_clauses(path, session_);
    INFO(session_.diagnostics.render());
    REQUIRE(module_);
    constexpr std::array<std::string_view, 1> passes{"infer-domains"};
    REQUIRE(driver::run_passes(*module_, passes, {}, session_));
    const ir::FileId file = session_.sources->add("test.inv", formulas);
    auto read = frontend::read_invariants(file, *module_, session_.diagnostics);
    REQUIRE(read);
    set = {"test", std::move(*read), 1, false, true};
    std::vector<std::uint32_t> relations;
    const auto sights = proofs::find_sights(*module_);
    for (std::uint32_t id = 0; id < sights.size(); ++id) {
      if (sights[id] != proofs::Sight::never) relations.push_back(id);
    }
    atoms_ = driver::net_atoms(*module_, relations, {}, session_);
    REQUIRE(atoms_);
  }

  [[nodiscard]] proofs::SetProof prove(const proofs::SatOptions& options) const {
    return proofs::SatProver(*atoms_, options).prove({set});
  }

  [[nodiscard]] proofs::InvariantSet discovered() const {
    return proofs::discovered_set(*module_, *atoms_);
  }

  /// By formula of the set, where the solver is stopped at its `looks`-th look at the limits.
  [[nodiscard]] sat::InductionResult prove_stopped(int looks) const {
    std::vector<proofs::Candidate> asked;
    for (const ir::Invariant& some : set.invariants) {
      for (ir::InstanceNumber k = 0; k < ir::instances(some); ++k) asked.push_back({&some, k});
    }
    sat::InductionOptions options;
    options.limits.stopped = [&looks] { return --looks < 0; };
    return sat::prove_by_induction(atoms_->net(), atoms_->roles(), proofs::KnownAtoms(*atoms_), {},
                                   asked, options);
  }

  proofs::InvariantSet set;

 private:
  driver::Session session_;
  std::optional<ir::Module> module_;
  std::optional<proofs::NetAtoms> atoms_;
};

/// What holds moves on by one place each move; nothing ever comes in, as `tick` and `tock`
/// alternate.
const std::string shift = R"(
(role r)
(succ 1 2) (succ 2 3) (succ 3 4)
(init tick)
(<= (legal r (push ?x)) (succ ?x ?y))
(<= (next tick) (true tock))
(<= (next tock) (true tick))
(<= (next (at 1)) (true tick) (true tock))
(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
(<= (next (seen ?x)) (does r (push ?x)))
(<= terminal (true (seen 3)) (true (at 4)))
(<= (goal r 100) terminal)
)";

Outcome stage_of(const proofs::SetProof& proof, std::size_t i = 0) {
  return proof.proofs.at(i).outcomes.at(0);
}

TEST_CASE("a formula whose step needs several states is proved with as many", "[asp][sat]") {
  const NetSheet sheet(shift, "invariant never: not true(at(4)).");
  proofs::SatOptions options;
  CHECK(stage_of(sheet.prove(options)) == Outcome::step_failed);
  options.most_depth = 8;
  const proofs::SetProof proof = sheet.prove(options);
  CHECK(stage_of(proof) == Outcome::proved);
  REQUIRE(proof.steps.size() == 1);
  CHECK(proof.steps[0].induction > 1);
  options.most_depth = proof.steps[0].induction - 1;
  CHECK(stage_of(sheet.prove(options)) == Outcome::step_failed);
}

TEST_CASE("lemmas prove what one state does not", "[asp][sat]") {
  const NetSheet sheet(shift, "invariant never: not true(at(4)).");
  proofs::SatOptions options;
  options.directed_seconds = 60;
  const proofs::SetProof proof = sheet.prove(options);
  CHECK(stage_of(proof) == Outcome::proved);
  CHECK_FALSE(proof.lemmas.empty());
  // The lemmas, then the formula.
  REQUIRE(proof.steps.size() == 2);
  CHECK(proof.steps[0].formulas.size() == proof.lemmas.size());
  CHECK(proof.steps[1].formulas[0].invariant == &sheet.set.invariants[0]);
  // They are formulas that are proved by themselves, together.
  NetSheet again(shift, "invariant never: not true(at(4)).");
  again.set.invariants.clear();
  for (const auto& lemma : proof.lemmas) again.set.invariants.push_back(*lemma);
  const proofs::SetProof lemmas = again.prove({});
  for (std::size_t i = 0; i < lemmas.proofs.size(); ++i)
    CHECK(stage_of(lemmas, i) == Outcome::proved);
}

TEST_CASE("formulas that follow from each other are proved together", "[asp][sat]") {
  const NetSheet sheet(shift,
                       "invariant one: not true(at(1)). invariant two: not true(at(2)).\n"
                       "invariant three: not true(at(3)). invariant four: not true(at(4)).\n"
                       "invariant on: not (true(tick) and true(tock)).");
  const proofs::SetProof proof = sheet.prove({});
  for (std::size_t i = 0; i < 5; ++i) CHECK(stage_of(proof, i) == Outcome::proved);
  REQUIRE(proof.steps.size() == 1);
  CHECK(proof.steps[0].formulas.size() == 5);
}

TEST_CASE("what is false after some moves is refuted by a play", "[asp][sat]") {
  const NetSheet sheet(R"(
(role r)
(succ 0 1) (succ 1 2) (succ 2 3)
(init (count 0))
(legal r wait)
(legal r step)
(<= (next (count ?y)) (does r step) (true (count ?x)) (succ ?x ?y))
(<= (next (count ?x)) (does r wait) (true (count ?x)))
(<= terminal (true (count 3)))
(<= (goal r 100) terminal)
)",
                       "invariant low: not true(count(3)).");
  for (const bool directed : {false, true}) {
    proofs::SatOptions options;
    options.most_depth = directed ? 1 : 5;
    options.directed_seconds = directed ? 60 : 0;
    const proofs::SetProof proof = sheet.prove(options);
    CHECK(stage_of(proof) == Outcome::refuted);
    REQUIRE(proof.proofs[0].play);
    const proofs::Play& play = *proof.proofs[0].play;
    CHECK(play.violated + 1 == play.steps.size());
    CHECK(play.violated >= 3);
    CHECK(play.steps.back().fluents == std::vector<std::string>{"(count 3)"});
    CHECK(play.steps.front().joint.size() == 1);
  }
}

TEST_CASE("a sequence that a role without moves ends is none, unless it is asked for",
          "[asp][sat]") {
  const std::string rules = R"(
(role r)
(init a)
(<= (legal r go) (true a))
(<= (next b) (true a))
(<= terminal (true never))
(<= (next never) (true never))
(<= (next never) (true a) (not (true a)))
(<= (goal r 100) terminal)
)";
  // After `a` comes `b`, in which nothing can be done.
  const NetSheet sheet(rules, "invariant dead: next next true(a).");
  CHECK(stage_of(sheet.prove({})) != Outcome::base_failed);
  proofs::SatOptions options;
  options.nonplayable = true;
  CHECK(stage_of(sheet.prove(options)) == Outcome::proved);
}

TEST_CASE("what comes after the end needs no legal moves", "[asp][sat]") {
  // In (s 2) the game is over; nothing is legal in what would come next.
  const NetSheet sheet(R"(
(role r)
(init (s 1))
(<= (legal r go) (true (s 1)))
(<= (next (s 2)) (true (s 1)) (does r go))
(<= terminal (true (s 2)))
(<= (goal r 100) (true (s 2)))
(<= (goal r 0) (true (s 1)))
)",
                       "invariant far: not true(s(2)) and next next not true(s(1)).");
  for (const double directed : {0.0, 60.0}) {
    for (const std::uint32_t depth : {1U, 3U}) {
      proofs::SatOptions options;
      options.most_depth = depth;
      options.directed_seconds = directed;
      CHECK(stage_of(sheet.prove(options)) != Outcome::proved);
    }
  }
}

TEST_CASE("limits leave formulas open", "[asp][sat]") {
  const NetSheet sheet(shift, "invariant never: not true(at(4)).");
  proofs::SatOptions options;
  options.memory_bytes = 1;
  const proofs::SetProof proof = sheet.prove(options);
  CHECK(stage_of(proof) == Outcome::open);
  CHECK_FALSE(proof.aborted.empty());
  CHECK_FALSE(proof.proofs[0].reason.empty());
}

/// After three moves q comes, and p after it; z never does.
const std::string delay = R"(
(role r)
(legal r go)
(init (c 0))
(succ 0 1) (succ 1 2) (succ 2 3)
(<= (next (c ?y)) (true (c ?x)) (succ ?x ?y))
(<= (next q) (true (c 3)))
(<= (next p) (true q))
(init tick)
(<= (next tick) (true tock))
(<= (next tock) (true tick))
(<= (next z) (true tick) (true tock))
(<= terminal (true p) (true z))
(<= (goal r 0) terminal)
)";

TEST_CASE("what stands when a limit is reached is proved, and nothing else", "[asp][sat]") {
  constexpr int most_looks = 400;
  SECTION("a formula whose ground has gone does not stand") {
    // That p stays false rests on `soon`, whose own step fails.
    const NetSheet sheet(delay,
                         "invariant never: not true(p).\n"
                         "invariant soon: not true(q) and next not true(q).");
    bool complete = false;
    for (int looks = 0; looks < most_looks && !complete; ++looks) {
      const sat::InductionResult found = sheet.prove_stopped(looks);
      complete = !found.limit_reached;
      CHECK(found.outcomes[0] != Outcome::proved);
      CHECK(found.outcomes[1] != Outcome::proved);
    }
    CHECK(complete);
  }
  SECTION("a formula that needs no other one stands") {
    const NetSheet sheet(delay,
                         "invariant never: not true(z) and not (true(tick) and true(tock)).\n"
                         "invariant later: not true(z) and next next not true(z).");
    bool complete = false;
    int kept = 0;
    for (int looks = 0; looks < most_looks && !complete; ++looks) {
      const sat::InductionResult found = sheet.prove_stopped(looks);
      complete = !found.limit_reached;
      if (!complete && found.outcomes[0] == Outcome::proved) ++kept;
      CHECK(found.outcomes[0] != Outcome::base_failed);
    }
    CHECK(complete);
    CHECK(kept > 0);
  }
}

TEST_CASE("candidates that are made of a game's fluents have a limit, which is told",
          "[asp][sat]") {
  const auto rules = [](int relations) {
    std::string text = "(role r)\n(legal r go)\n(<= terminal (true (f1 a a a a)))\n(goal r 0)\n";
    for (int i = 1; i <= relations; ++i) {
      const std::string name = "f" + std::to_string(i);
      text += "(init (" + name + " a b a b))\n(<= (next (" + name + " ?x ?y ?z ?u)) (true (" +
              name + " ?y ?x ?u ?z)))\n";
    }
    return text;
  };
  const std::string formula = "invariant some: not true(f1(a,a,a,a)).";
  CHECK(NetSheet(rules(4), formula).discovered().left_out.empty());
  const proofs::InvariantSet most = NetSheet(rules(26), formula).discovered();
  // Of 24 relations with four columns: six formulas a pair, in each order of columns.
  CHECK(most.left_out.size() == 2);
  CHECK(most.invariants.size() == 20'000);
}

}  // namespace
}  // namespace tesuji
