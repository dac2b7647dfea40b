// Test support: reports of `tesuji verify` made by hand.
#pragma once

#include "tools/reports/verify/verify_report.h"

#include "tests/unit/support/invariants_support.h"

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tests {

/// A board of two rows, whose turn it is, and marks with names that pages must not take as they
/// are.
inline const std::string odd_marks = R"(
(role <b>) (role o&) (index 1) (index 2)
(mark <b>) (mark o&) (mark e)
(init (cell 1 1 e)) (init (cell 1 2 e)) (init (cell 2 1 e)) (init (cell 2 2 e))
(init (control <b>))
(<= (legal ?p (put ?x ?y)) (true (control ?p)) (true (cell ?x ?y e)))
(<= (legal ?p wait) (role ?p) (not (true (control ?p))))
(<= (next (cell ?x ?y ?p)) (does ?p (put ?x ?y)))
(<= (next (cell ?x ?y ?m)) (true (cell ?x ?y ?m)) (distinct ?m e))
(<= (next (cell ?x ?y e)) (true (cell ?x ?y e)) (index ?x) (does ?p (put ?v ?w)) (distinct ?x ?v))
(<= (next (cell ?x ?y e)) (true (cell ?x ?y e)) (index ?y) (does ?p (put ?v ?w)) (distinct ?y ?w))
(<= (next (control o&)) (true (control <b>)))
(<= (next (control <b>)) (true (control o&)))
(<= (goal ?p 50) (role ?p))
(<= terminal (not open))
(<= open (true (cell ?x ?y e)))
)";

/// Owns what a report refers to.
class VerifyScene {
 public:
  explicit VerifyScene(const std::string& invariants, const std::string& rules = odd_marks)
      : read_(rules), boards_(*read_.game.module) {
    auto file = read_.file(invariants);
    INFO(read_.rendered);
    REQUIRE(file);
    users_ = std::move(*file);
    report.clingo = "5.4.1";
    report.clingo_usable = true;
    report.seconds = 1.5;
    add_set("yours", users_).of_user = true;
  }

  /// A set of which nothing is known.
  proofs::SetReport& add_set(const std::string& name,
                             const std::vector<ir::Invariant>& invariants) {
    proofs::SetReport& set = report.sets.emplace_back();
    set.name = name;
    set.seconds = 0.25;
    for (const ir::Invariant& invariant : invariants) {
      proofs::InvariantReport& added = set.invariants.emplace_back();
      added.invariant = &invariant;
      added.verdicts.assign(ir::instances(invariant), proofs::Verdict::unknown);
    }
    return set;
  }

  /// The sets that every game gets; everything unknown.
  void add_automatic() {
    automatic_ = proofs::automatic_sets(module());
    for (const proofs::InvariantSet& set : automatic_) add_set(set.name, set.invariants);
  }

  proofs::InvariantReport& of(const std::string& name) {
    for (proofs::SetReport& set : report.sets) {
      for (proofs::InvariantReport& invariant : set.invariants) {
        if (invariant.invariant->name == name) return invariant;
      }
    }
    FAIL("no invariant " << name);
    return report.sets.front().invariants.front();
  }

  /// The verdict of all instances whose constants at the end are these.
  void decide(const std::string& name, proofs::Verdict verdict,
              const std::vector<std::string>& last = {}) {
    proofs::InvariantReport& found = of(name);
    for (std::size_t i = 0; i < found.verdicts.size(); ++i) {
      const std::vector<ir::Symbol> constants = ir::instance_symbols(*found.invariant, i);
      bool fits = true;
      for (std::size_t k = 0; k < last.size(); ++k) {
        const ir::Symbol constant = constants[constants.size() - last.size() + k];
        fits = fits && module().symbols->text(constant) == last[k];
      }
      if (!fits) continue;
      found.verdicts[i] = verdict;
      found.base_holds += verdict == proofs::Verdict::unknown ? 0 : 1;
    }
  }

  /// A play of so many moves on the board; the formula fails in the last state.
  static proofs::Play play(std::size_t moves) {
    proofs::Play play;
    for (std::size_t i = 0; i <= moves; ++i) {
      proofs::PlayStep& step = play.steps.emplace_back();
      for (std::size_t square = 0; square < 4; ++square) {
        const char* const mark = square >= i ? "e" : square % 2 == 0 ? "<b>" : "o&";
        step.fluents.push_back("(cell " + std::to_string(square / 2 + 1) + " " +
                               std::to_string(square % 2 + 1) + " " + mark + ")");
      }
      step.fluents.push_back(i % 2 == 0 ? "(control <b>)" : "(control o&)");
      if (i == moves) break;
      step.joint = {"(put " + std::to_string(i / 2 + 1) + " " + std::to_string(i % 2 + 1) + ")",
                    "wait"};
      if (i % 2 == 1) std::swap(step.joint[0], step.joint[1]);
    }
    play.violated = moves;
    return play;
  }

  [[nodiscard]] const ir::Module& module() const { return *read_.game.module; }
  [[nodiscard]] ir::Symbol symbol(const std::string& text) const {
    return module().symbols->find(text).value();
  }
  [[nodiscard]] tools::ReportScene scene() const {
    return {report, module(), boards_, "games/<odd> & \"new\".kif"};
  }
  [[nodiscard]] std::string text(bool verbose = false) const {
    return tools::verify_text(scene(), verbose);
  }

  proofs::VerificationReport report;

 private:
  Invariants read_;
  tools::BoardView boards_;
  std::vector<ir::Invariant> users_;
  std::vector<proofs::InvariantSet> automatic_;
};

}  // namespace tesuji::tests
