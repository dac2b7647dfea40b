// Rules learned from small worlds, and the rulesheet that they become.
#include "learner/game_rules/rule_learning.h"
#include "learner/game_rules/rules_to_gdl.h"
#include "runtime/host/memory/rng.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace tesuji;

namespace {

/// A row of cells, of which a move flips one: off becomes on, on becomes gone; what was gone stays.
struct FlippedRow {
  learner::PlayVocabulary vocabulary;
  learner::PlayTask task;

  /// `noise`: so many labels of 1000 are wrong.
  explicit FlippedRow(std::size_t states, std::uint64_t noise = 0) {
    task.target = "next";
    runtime::Rng rng(4);
    const auto atom = [&](const char* name, const std::vector<std::string>& args) {
      learner::PlayAtom made{vocabulary.predicate(name, static_cast<std::uint32_t>(args.size())),
                             {}};
      for (const auto& arg : args) made.args.push_back(vocabulary.constants.intern(arg));
      return made;
    };
    const char* kinds[] = {"off", "on", "gone"};
    for (int cell = 0; cell < 5; ++cell) {
      for (const char* kind : kinds) {
        task.train.atoms.push_back(atom("next_cell", {std::to_string(cell), kind}));
      }
    }
    std::sort(task.train.atoms.begin(), task.train.atoms.end());
    for (std::size_t state = 0; state < states; ++state) {
      learner::PlayExample example;
      const std::uint64_t flipped = rng.below(5);
      example.background.push_back(atom("does_flip", {"robot", std::to_string(flipped)}));
      for (std::uint64_t cell = 0; cell < 5; ++cell) {
        const std::uint64_t kind = rng.below(3);
        example.background.push_back(atom("true_cell", {std::to_string(cell), kinds[kind]}));
        std::uint64_t after = cell == flipped ? std::min<std::uint64_t>(kind + 1, 2) : kind;
        if (noise > 0 && rng.below(1000) < noise) after = (after + 1) % 3;
        example.positives.push_back(atom("next_cell", {std::to_string(cell), kinds[after]}));
      }
      std::sort(example.background.begin(), example.background.end());
      std::sort(example.positives.begin(), example.positives.end());
      task.train.examples.push_back(std::move(example));
    }
    task.test = task.train;
  }

  learner::LearnedRules learn(const learner::RuleLearningOptions& options) {
    return learner::learn_rules({task}, vocabulary, options);
  }

  [[nodiscard]] std::string text(const learner::LearnedRules& rules) const {
    std::string all;
    for (const auto& definition : rules.definitions) {
      for (const auto& clause : definition.clauses) all += to_text(clause, vocabulary) + "\n";
    }
    return all;
  }
};

}  // namespace

TEST_CASE("a frame axiom and its exceptions are learned, the same ones each time", "[iggp]") {
  FlippedRow row(200);
  const auto rules = row.learn({});
  CAPTURE(row.text(rules));
  REQUIRE(rules.targets.size() == 1);
  CHECK(rules.targets[0].train.wrong() == 0);
  CHECK(rules.targets[0].test.balanced_accuracy() == 1);
  CHECK(row.text(rules).find("next_cell(A,B) :- true_cell(A,B), not does_flip(_,A).") !=
        std::string::npos);
  std::size_t clauses = 0;
  for (const auto& definition : rules.definitions) clauses += definition.clauses.size();
  CHECK(clauses <= 5);
  FlippedRow again(200);
  CHECK(again.text(again.learn({})) == row.text(rules));
}

TEST_CASE("with noise allowed, single wrong labels are not learned", "[iggp]") {
  FlippedRow row(400, 10);
  learner::RuleLearningOptions options;
  options.seconds = 20;
  options.noise = true;
  const auto rules = row.learn(options);
  CAPTURE(row.text(rules));
  std::size_t clauses = 0;
  for (const auto& definition : rules.definitions) clauses += definition.clauses.size();
  CHECK(clauses <= 5);
  CHECK(rules.targets[0].test.balanced_accuracy() > 0.97);
  CHECK(rules.targets[0].test.wrong() > 0);
}

TEST_CASE("what no clause covers is named, and time is kept", "[iggp]") {
  FlippedRow row(120);
  // Labels by chance: nothing short explains them.
  runtime::Rng rng(9);
  for (auto& example : row.task.train.examples) {
    std::erase_if(example.positives, [&](const auto&) { return rng.below(2) == 0; });
  }
  learner::RuleLearningOptions options;
  options.seconds = 1;
  const auto rules = row.learn(options);
  CHECK(rules.targets[0].seconds < 2);
  CHECK(rules.targets[0].train.wrong() > 0);
}

TEST_CASE("learned rules become a rulesheet in which negation is safe", "[iggp]") {
  FlippedRow row(200);
  const auto rules = row.learn({});
  learner::RulesheetParts parts;
  parts.definitions = rules.definitions;
  for (const auto& atom : row.task.train.atoms) {
    parts.flattened[atom.predicate].insert(atom.args.back());
  }
  for (const auto& atom : row.task.train.examples[0].background) {
    parts.flattened[atom.predicate].insert(atom.args.back());
  }
  const std::string sheet = learner::rulesheet_text(parts, row.vocabulary);
  CAPTURE(sheet);
  CHECK(sheet.find("(<= (next (cell ?v0 ?v1))\n    (true (cell ?v0 ?v1))\n    (not "
                   "(some_does_flip_1 ?v0)))") != std::string::npos);
  CHECK(sheet.find("(<= (some_does_flip_1 ?v1)\n    (does ?w0 (flip ?v1)))") != std::string::npos);
  CHECK(sheet.find("(<= terminal") != std::string::npos);
}
