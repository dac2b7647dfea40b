// Clauses evaluated over vectors of states, against the meaning of clauses spelled out.
#include "learner/game_rules/clause_matches.h"
#include "runtime/host/memory/rng.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace tesuji;
using learner::PlayArg;
using learner::PlayAtom;
using learner::PlayClause;
using learner::PlayLiteral;

namespace {

/// A world of random facts over the constants 0, 1, 2.
struct RandomPlay {
  learner::PlayVocabulary vocabulary;
  learner::PlayPart part;
  std::vector<learner::PlayPredicate> predicates;
  learner::PlayPredicate target;
  runtime::Rng rng;

  explicit RandomPlay(std::uint64_t seed) : rng(seed) {
    for (const char* name : {"0", "1", "2"}) (void)vocabulary.constants.intern(name);
    predicates = {vocabulary.predicate("true", 1), vocabulary.predicate("true_cell", 2),
                  vocabulary.predicate("succ", 2), vocabulary.predicate("true_on", 0)};
    target = vocabulary.predicate("next", 2);
    for (learner::Constant a = 0; a < 3; ++a) {
      for (learner::Constant b = 0; b < 3; ++b) {
        part.atoms.push_back({target, {a, b}});
        if (rng.below(2) == 0) part.statics.push_back({predicates[2], {a, b}});
      }
    }
    for (int state = 0; state < 70; ++state) {
      learner::PlayExample example;
      for (learner::Constant a = 0; a < 3; ++a) {
        if (rng.below(2) == 0) example.background.push_back({predicates[0], {a}});
        for (learner::Constant b = 0; b < 3; ++b) {
          if (rng.below(3) == 0) example.background.push_back({predicates[1], {a, b}});
        }
      }
      if (rng.below(2) == 0) example.background.push_back({predicates[3], {}});
      std::sort(example.background.begin(), example.background.end());
      for (const PlayAtom& atom : part.atoms) {
        if (rng.below(4) == 0) example.positives.push_back(atom);
      }
      part.examples.push_back(std::move(example));
    }
  }

  /// Negated literals have variables of earlier ones only.
  PlayClause clause() {
    PlayClause made;
    made.head = {target, false, 2, {}};
    std::uint32_t variables = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      made.head.args[i] = rng.below(3) == 0 ? PlayArg{PlayArg::Kind::constant, constant()}
                                            : PlayArg{PlayArg::Kind::variable, variables++};
    }
    for (std::uint64_t left = rng.below(4); left > 0; --left) {
      PlayLiteral literal;
      const std::uint32_t before = variables;
      if (rng.below(6) == 0 && variables > 0) {
        literal = {learner::equality, rng.below(2) == 0, 2, {}};
        literal.args[0] = {PlayArg::Kind::variable, below(variables)};
        literal.args[1] = {PlayArg::Kind::constant, constant()};
        made.body.push_back(literal);
        continue;
      }
      literal.predicate = predicates[rng.below(predicates.size())];
      literal.negated = rng.below(3) == 0;
      literal.arity = static_cast<std::uint8_t>(vocabulary[literal.predicate].arity);
      for (std::size_t i = 0; i < literal.arity; ++i) {
        switch (rng.below(4)) {
          case 0:
            literal.args[i] = {PlayArg::Kind::constant, constant()};
            break;
          case 1:
            break;
          case 2:
            if (!literal.negated && variables < 5) {
              literal.args[i] = {PlayArg::Kind::variable, variables++};
              break;
            }
            [[fallthrough]];
          default:
            if (before > 0) literal.args[i] = {PlayArg::Kind::variable, below(before)};
        }
      }
      made.body.push_back(literal);
    }
    return made;
  }

  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(rng.below(bound)); }
  learner::Constant constant() { return below(3); }
};

/// Whether a literal holds for the values, with `_` and the literal's own variables anything.
bool holds(const PlayLiteral& literal, const std::vector<int>& values,
           const std::set<PlayAtom>& facts) {
  const auto agrees = [&](const PlayAtom& fact) {
    if (fact.predicate != literal.predicate) return false;
    for (std::size_t i = 0; i < literal.arity; ++i) {
      const PlayArg& arg = literal.args[i];
      if (arg.kind == PlayArg::Kind::constant && arg.value != fact.args[i]) return false;
      if (arg.kind == PlayArg::Kind::variable &&
          values[arg.value] != static_cast<int>(fact.args[i])) {
        return false;
      }
    }
    return true;
  };
  bool found = false;
  if (literal.predicate == learner::equality) {
    found = values[literal.args[0].value] == static_cast<int>(literal.args[1].value);
  } else {
    found = std::any_of(facts.begin(), facts.end(), agrees);
  }
  return found != literal.negated;
}

bool covers(const PlayClause& clause, const PlayAtom& atom, const std::set<PlayAtom>& facts) {
  const std::uint32_t variables = learner::variable_count(clause);
  std::vector<int> values(variables, 0);
  for (;;) {
    bool all = true;
    for (std::size_t i = 0; all && i < clause.head.arity; ++i) {
      const PlayArg& arg = clause.head.args[i];
      const int value =
          arg.kind == PlayArg::Kind::constant ? static_cast<int>(arg.value) : values[arg.value];
      all = value == static_cast<int>(atom.args[i]);
    }
    for (const PlayLiteral& literal : clause.body) all = all && holds(literal, values, facts);
    if (all) return true;
    std::size_t next = 0;
    while (next < values.size() && ++values[next] == 3) values[next++] = 0;
    if (next == values.size()) return false;
  }
}

}  // namespace

TEST_CASE("what a clause covers is what its meaning says", "[iggp]") {
  RandomPlay play(GENERATE(range(1, 9)));
  std::vector<std::uint32_t> all(play.part.examples.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  const learner::FactWorld world(play.part, all, play.vocabulary);
  learner::RuleProblem problem;
  problem.world = &world;
  problem.atoms = play.part.atoms;
  problem.positive = world.labels(problem.atoms);
  for (std::size_t i = 0; i < problem.positive.size(); ++i) {
    problem.negative.push_back(world.every_state()[i % world.words()] & ~problem.positive[i]);
  }
  for (int round = 0; round < 40; ++round) {
    const PlayClause clause = play.clause();
    const auto covered = learner::coverage(problem, clause, 1 << 20);
    REQUIRE(covered);
    CAPTURE(to_text(clause, play.vocabulary));
    learner::RuleCounts expected;
    std::size_t wrong = 0;
    for (std::uint32_t state = 0; state < world.states(); ++state) {
      const auto& example = play.part.examples[state];
      std::set<PlayAtom> facts(example.background.begin(), example.background.end());
      facts.insert(play.part.statics.begin(), play.part.statics.end());
      for (std::size_t atom = 0; atom < problem.atoms.size(); ++atom) {
        const bool should = covers(clause, problem.atoms[atom], facts);
        const bool does = ((*covered)[atom * world.words() + state / 64] >> state % 64 & 1) != 0;
        wrong += should != does ? 1 : 0;
        const bool positive = std::binary_search(example.positives.begin(), example.positives.end(),
                                                 problem.atoms[atom]);
        if (should) ++(positive ? expected.positive : expected.negative);
      }
    }
    CHECK(wrong == 0);
    // The last literal counted, not joined.
    if (clause.body.empty()) continue;
    PlayClause shorter = clause;
    shorter.body.pop_back();
    if (learner::variable_count(shorter) != learner::variable_count(clause)) continue;
    learner::ClauseMatches matches = learner::match_head(problem, shorter.head);
    for (const PlayLiteral& literal : shorter.body) {
      matches = *learner::extend(problem, matches, literal, 1 << 20);
    }
    const learner::LiteralProbe probe(world, clause.body.back(), matches.variables);
    CHECK(learner::count_with(problem, matches, probe) == expected);
  }
}
