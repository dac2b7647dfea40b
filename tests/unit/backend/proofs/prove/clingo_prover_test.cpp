// Proofs of invariants: the encoding, its simplifications, induction, premises.
#include "backend/proofs/prove/clingo_prover.h"
#include "backend/driver/session.h"
#include "backend/proofs/clingo/program.h"
#include "backend/proofs/clingo/proof_programs.h"
#include "backend/proofs/clingo/simplify.h"
#include "backend/proofs/formulas/automatic_sets.h"
#include "frontend/invariants/invariants_reader.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji {
namespace {

using proofs::Outcome;

/// A rulesheet lowered, with formulas read for it.
class Sheet {
 public:
  static Sheet text(const std::string& rules) {
    Sheet sheet;
    sheet.load(rules);
    return sheet;
  }

  static Sheet example(const std::string& name) {
    Sheet sheet;
    sheet.module_ =
        driver::load_clauses(tests::source_dir() + "/examples/" + name, *sheet.session_);
    sheet.infer();
    return sheet;
  }

  [[nodiscard]] const ir::Module& module() const { return *module_; }

  proofs::InvariantSet set(const std::string& formulas) {
    const ir::FileId file = session_->sources->add("test.inv", formulas);
    auto read = frontend::read_invariants(file, *module_, session_->diagnostics);
    INFO(session_->diagnostics.render());
    REQUIRE(read);
    return {"test", std::move(*read), 1, false, true};
  }

 private:
  void load(const std::string& rules) {
    const tests::Folder folder;
    const std::string path = folder.path / "test.kif";
    std::ofstream(path) << rules;
    module_ = driver::load_clauses(path, *session_);
    infer();
  }
  void infer() {
    INFO(session_->diagnostics.render());
    REQUIRE(module_);
    constexpr std::array<std::string_view, 1> passes{"infer-domains"};
    REQUIRE(driver::run_passes(*module_, passes, {}, *session_));
  }

  std::unique_ptr<driver::Session> session_ = std::make_unique<driver::Session>();
  std::optional<ir::Module> module_;
};

std::vector<std::string> all_passes() {
  std::vector<std::string> names;
  for (const auto& pass : proofs::simplifications()) names.emplace_back(pass.name);
  return names;
}

/// Stages by invariant: `one_piece` -> counts in the order of Outcome.
std::map<std::string, std::array<std::uint64_t, 5>> stages(const proofs::SetProof& proof) {
  std::map<std::string, std::array<std::uint64_t, 5>> result;
  for (const auto& some : proof.proofs) {
    for (std::size_t stage = 0; stage < 5; ++stage) {
      result[some.invariant->name][stage] = some.count(static_cast<Outcome>(stage));
    }
  }
  return result;
}

Outcome only(const proofs::SetProof& proof, const std::string& name) {
  for (const auto& some : proof.proofs) {
    if (some.invariant->name != name) continue;
    REQUIRE(some.outcomes.size() == 1);
    return some.outcomes.front();
  }
  FAIL("no " << name);
  return Outcome::open;
}

// Tic-tac-toe's automatic sets as the paper's Figure 3 has them, and so whichever
// simplifications are left out.
TEST_CASE("prover: automatic sets of noughts and crosses, with and without each simplification",
          "[prover]") {
  const Sheet sheet = Sheet::example("noughts-and-crosses.kif");
  const auto sets = proofs::automatic_sets(sheet.module());
  REQUIRE(sets.size() == 4);
  std::vector<std::vector<std::string>> variants{{}, all_passes()};
  for (const std::string& pass : all_passes()) variants.push_back({pass});
  std::vector<std::map<std::string, std::array<std::uint64_t, 5>>> expected;
  for (const auto& disabled : variants) {
    CAPTURE(disabled);
    proofs::ProverOptions options;
    options.pipeline.disabled = disabled;
    options.clingo.seconds = 120;
    std::vector<proofs::SetProof> proofs;
    std::vector<proofs::Candidate> premises;
    for (const auto& set : sets) {
      proofs.push_back(proofs::ClingoProver(sheet.module(), options).prove({set, premises}));
      CHECK(proofs.back().aborted.empty());
      if (set.premises) premises = proofs::premises_of(proofs.back());
    }
    std::vector<std::map<std::string, std::array<std::uint64_t, 5>>> found;
    for (const auto& proof : proofs) found.push_back(stages(proof));
    if (expected.empty()) {
      expected = found;
      CHECK(only(proofs[1], std::string(proofs::playability)) == Outcome::proved);
      CHECK(only(proofs[1], std::string(proofs::turn_taking)) == Outcome::proved);
      CHECK(only(proofs[2], std::string(proofs::zero_sum)) == Outcome::proved);
      CHECK(only(proofs[2], std::string(proofs::unique_goals)) == Outcome::proved);
    }
    CHECK(found == expected);
  }
}

// A light that is on, and another that follows it: f(n+1) needs f(n), so that each is proved
// only with what was proved before.
constexpr const char* chain = R"(
(role r) (legal r a) (legal r b)
(init (f 1)) (init (f 2)) (init (f 3))
(<= (next (f 1)) (does r ?m))
(<= (next (f 2)) (true (f 1)))
(<= (next (f 3)) (true (f 2)))
(<= (next (g ?m)) (does r ?m))
(<= terminal (true (g c)))
(goal r 100)
)";

TEST_CASE("prover: earlier formulas are premises, run by run", "[prover]") {
  Sheet sheet = Sheet::text(chain);
  proofs::InvariantSet set = sheet.set(
      "invariant one: true(f(1)).\ninvariant two: true(f(2)).\ninvariant three: true(f(3)).\n");
  proofs::ProverOptions options;
  options.clingo.seconds = 60;
  proofs::SetProof proof = proofs::ClingoProver(sheet.module(), options).prove({set});
  CHECK(only(proof, "one") == Outcome::proved);
  CHECK(only(proof, "two") == Outcome::step_failed);
  set.runs = 2;
  proof = proofs::ClingoProver(sheet.module(), options).prove({set});
  CHECK(only(proof, "two") == Outcome::proved);
  CHECK(only(proof, "three") == Outcome::step_failed);
  set.runs = 0;  // while it helps
  proof = proofs::ClingoProver(sheet.module(), options).prove({set});
  CHECK(only(proof, "three") == Outcome::proved);
}

TEST_CASE("prover: the record has everything that was proved, once, in order", "[prover]") {
  const Sheet sheet = Sheet::example("noughts-and-crosses.kif");
  std::vector<proofs::Candidate> premises;
  for (const proofs::InvariantSet& set : proofs::automatic_sets(sheet.module())) {
    const proofs::SetProof proof = proofs::ClingoProver(sheet.module(), {}).prove({set, premises});
    std::set<std::pair<const ir::Invariant*, ir::InstanceNumber>> recorded;
    for (const proofs::ProofStep& step : proof.steps) {
      CHECK(step.induction == 1);
      CHECK_FALSE(step.simple_path);
      CHECK_FALSE(step.formulas.empty());
      // What is proved together has one degree.
      for (const proofs::Candidate& formula : step.formulas) {
        CHECK(ir::degree(formula.invariant->formula) ==
              ir::degree(step.formulas.front().invariant->formula));
        CHECK(recorded.emplace(formula.invariant, formula.instance).second);
      }
    }
    std::uint64_t proved = 0;
    for (const proofs::InvariantProof& some : proof.proofs) {
      for (ir::InstanceNumber k = 0; k < some.outcomes.size(); ++k) {
        if (some.outcomes[k] != Outcome::proved) continue;
        ++proved;
        CHECK(recorded.count({some.invariant, k}) == 1);
      }
    }
    CHECK(recorded.size() == proved);
  }
}

TEST_CASE("prover: an induction over several states", "[prover]") {
  Sheet sheet = Sheet::text(R"(
(role r) (legal r a)
(init (p)) (init (q 0))
(<= (next (p)) (true (old)))
(<= (next (old)) (true (p)))
(init (old))
(<= terminal (true (q 1)))
(goal r 100)
)");
  // (p) now is what (p) was two states ago.
  const proofs::InvariantSet set = sheet.set("invariant p: true(p()).");
  proofs::ProverOptions options;
  CHECK(only(proofs::ClingoProver(sheet.module(), options).prove({set}), "p") ==
        Outcome::step_failed);
  options.induction = 2;
  options.nonplayable = true;
  CHECK(only(proofs::ClingoProver(sheet.module(), options).prove({set}), "p") == Outcome::proved);
}

// The two games of section 5.2.
TEST_CASE("prover: sequences that end for want of a move", "[prover]") {
  constexpr const char* rules = R"(
(role r) (init (f))
(<= (legal r a) (true (f)))
)";
  constexpr const char* formulas =
      "invariant playable: not terminal implies "
      "(forall R:{r}. exists M:{a}. legal(R,M)).\n"
      "invariant next_f: next true(f()).";
  Sheet stuck = Sheet::text(std::string(rules) + "(<= terminal (true (g)))(init (h))(goal r 100)");
  const proofs::InvariantSet set = stuck.set(formulas);
  proofs::ProverOptions options;
  const proofs::SetProof proof = proofs::ClingoProver(stuck.module(), options).prove({set});
  CHECK(only(proof, "playable") == Outcome::step_failed);
  CHECK(only(proof, "next_f") == Outcome::base_failed);
}

// (off) never holds, which no column can say, and (go) is legal only where it does: so domains
// leave out what follows, and states with (off) would be such as no rule leads to.
TEST_CASE("prover: fluents that cannot hold are in no state", "[prover]") {
  Sheet sheet = Sheet::text(R"(
(role r) (legal r stay) (<= (legal r go) (true (off)))
(init (at 1)) (<= (next (at 1)) (true (at 1)))
(<= (next (at 2)) (does r go))
(<= (next (off)) (does r go))
(<= terminal (true (at 3)))
(goal r 100)
)");
  const proofs::InvariantSet set = sheet.set(
      "invariant off: not true(off()).\n"
      "invariant one: exists[1] X: {1}. true(at(X)).\n"
      "invariant two: not true(at(2)).\n");
  const proofs::SetProof proof = proofs::ClingoProver(sheet.module(), {}).prove({set});
  for (const char* name : {"off", "one", "two"}) CHECK(only(proof, name) == Outcome::proved);
}

TEST_CASE("prover: families, with constants that ASP has to quote", "[prover]") {
  Sheet sheet = Sheet::text(R"(
(role r) (legal r (put ++)) (legal r (put 007)) (legal r (put not))
(init (at 7))
(<= (next (at ?x)) (true (at ?x)))
(<= (next (at ?x)) (does r (put ?x)))
(<= terminal (true (at 007)))
(goal r 100)
)");
  const proofs::InvariantSet set = sheet.set(
      "invariant stays[X: dom(at, 1)]: true(at(X)) implies next true(at(X)).\n"
      "invariant stays_off[X: dom(at, 1)]: not true(at(X)) implies next not true(at(X)).");
  const proofs::SetProof proof = proofs::ClingoProver(sheet.module(), {}).prove({set});
  CHECK(proof.proofs[0].outcomes == std::vector<Outcome>(4, Outcome::proved));
  CHECK(proof.proofs[1].count(Outcome::proved) == 1);  // at(7), which nobody puts
  CHECK(proof.proofs[1].count(Outcome::base_failed) == 3);
}

TEST_CASE("prover: bounds that clingo's numbers do not hold", "[prover]") {
  Sheet sheet = Sheet::text(
      "(role r) (role s) (legal r a) (legal s a) (init p) (<= terminal (true q)) (goal r 100)");
  const proofs::InvariantSet set = sheet.set(
      "invariant a: exists[2147483648..inf] R: role. role(R).\n"
      "invariant b: exists[4294967296..inf] R: role. role(R).\n"
      "invariant c: exists[4294967298] R: role. role(R).\n"
      "invariant d: exists[0..4294967296] R: role. role(R).\n"
      "invariant e: exists[2..4294967297] R: role. role(R).\n"
      "invariant f: exists[3..1000000000000000000] R: role. role(R).");
  const proofs::SetProof proof = proofs::ClingoProver(sheet.module(), {}).prove({set});
  for (const char* const name : {"a", "b", "c", "f"}) {
    INFO(name);
    CHECK(only(proof, name) == Outcome::base_failed);
  }
  for (const char* const name : {"d", "e"}) {
    INFO(name);
    CHECK(only(proof, name) == Outcome::proved);
  }
}

TEST_CASE("prover: a time limit leaves what is not decided open, and says why", "[prover]") {
  const Sheet sheet = Sheet::example("noughts-and-crosses.kif");
  const auto sets = proofs::automatic_sets(sheet.module());
  const proofs::SetProof proof =
      proofs::ClingoProver(sheet.module(), {}).prove({sets[0], {}, {}, 1e-6});
  tesuji::tests::check_words(proof.aborted);
  for (const auto& some : proof.proofs) CHECK(some.count(Outcome::open) == some.outcomes.size());
}

TEST_CASE("asp: a program names its sources and is the same each time", "[prover]") {
  const Sheet sheet = Sheet::example("noughts-and-crosses.kif");
  const auto sets = proofs::automatic_sets(sheet.module());
  std::vector<std::string> texts;
  proofs::ProverOptions options;
  options.program = [&](const std::string&, const std::string& text) { texts.push_back(text); };
  const proofs::SetProof first = proofs::ClingoProver(sheet.module(), options).prove({sets[0]});
  const std::size_t count = texts.size();
  REQUIRE(count >= 2);
  CHECK(texts[1].find("at noughts-and-crosses.kif:") != std::string::npos);
  CHECK(texts[1].find("% state generator") != std::string::npos);
  static_cast<void>(proofs::ClingoProver(sheet.module(), options).prove({sets[0]}));
  REQUIRE(texts.size() == 2 * count);
  for (std::size_t i = 0; i < count; ++i) CHECK(texts[i] == texts[count + i]);
}

}  // namespace
}  // namespace tesuji
