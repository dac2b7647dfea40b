#include "passes/analysis/canonical_rules.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

using namespace tesuji;
using ir::Argument;
using ir::Literal;

namespace {

Literal literal(Literal::Kind kind, ir::RelationId relation, std::vector<std::uint32_t> variables) {
  Literal one;
  one.kind = kind;
  one.relation = relation;
  for (const std::uint32_t v : variables) one.args.push_back(Argument::variable(v));
  return one;
}

std::uint32_t below(std::mt19937& random, std::uint32_t count) {
  return static_cast<std::uint32_t>(random()) % count;
}

/// Literals of two relations of two columns, some of them negated.
ir::Rule random_rule(std::mt19937& random, std::uint32_t variables, std::size_t literals) {
  ir::Rule rule;
  rule.head = 9;
  rule.variables.resize(variables);
  for (std::size_t i = 0; i < literals; ++i) {
    const auto kind = below(random, 4) == 0 ? Literal::Kind::negative : Literal::Kind::positive;
    rule.body.push_back(
        literal(kind, below(random, 2), {below(random, variables), below(random, variables)}));
  }
  for (int c = 0; c < 2; ++c)
    rule.head_args.push_back(Argument::variable(below(random, variables)));
  return rule;
}

/// The rule with other names, literals in another order, one of them twice, and columns exchanged.
ir::Rule disguised(std::mt19937& random, const ir::Rule& rule) {
  std::vector<std::uint32_t> names(rule.variables.size());
  std::iota(names.begin(), names.end(), 0U);
  std::shuffle(names.begin(), names.end(), random);
  ir::Rule result = rule;
  const auto rename = [&](std::vector<Argument>& args) {
    for (Argument& arg : args) arg.id = names[arg.id];
  };
  rename(result.head_args);
  for (Literal& one : result.body) rename(one.args);
  std::shuffle(result.body.begin(), result.body.end(), random);
  result.body.push_back(result.body.front());
  std::reverse(result.head_args.begin(), result.head_args.end());
  return result;
}

passes::CanonicalRules form_of(passes::CanonicalForms& forms, const ir::Rule& rule) {
  const ir::Rule* const one = &rule;
  return forms.of({&one, 1}, rule.head_args.size());
}

}  // namespace

TEST_CASE("rules that are equal but for names and order have one canonical form") {
  std::mt19937 random(7);
  passes::CanonicalForms forms;
  for (int round = 0; round < 500; ++round) {
    const ir::Rule rule = random_rule(random, 1 + below(random, 5), 1 + below(random, 6));
    const ir::Rule other = disguised(random, rule);
    const auto form = form_of(forms, rule);
    const auto same = form_of(forms, other);
    REQUIRE(form.key == same.key);
    // Columns correspond, but for symmetries of the rule: the heads are then exchanged, too.
    ir::Rule ordered = other;
    for (std::size_t c = 0; c < 2; ++c) {
      ordered.head_args[form.columns[c]] = other.head_args[same.columns[c]];
    }
    REQUIRE(form_of(forms, ordered).key == form.key);
  }
}

TEST_CASE("rules that differ have different canonical forms") {
  passes::CanonicalForms forms;
  ir::Rule rule;
  rule.head = 9;
  rule.variables.resize(3);
  rule.head_args = {Argument::variable(0), Argument::variable(1)};
  rule.body = {literal(Literal::Kind::positive, 0, {0, 2}),
               literal(Literal::Kind::positive, 0, {2, 1})};
  const auto form = form_of(forms, rule);
  ir::Rule other = rule;
  SECTION("a join of other columns") {
    other.body[1] = literal(Literal::Kind::positive, 0, {1, 2});
  }
  SECTION("a negation") {
    other.body[1].kind = Literal::Kind::negative;
  }
  SECTION("another relation") {
    other.body[1].relation = 1;
  }
  SECTION("a constant") {
    other.body[1].args[0] = Argument::constant(2);
  }
  SECTION("a literal less") {
    other.body.pop_back();
  }
  SECTION("a head that counts something else") {
    other.head_args[1] = Argument::variable(2);
  }
  SECTION("a literal over its own relation") {
    other.body[1].relation = 9;
  }
  REQUIRE(form.key != form_of(forms, other).key);
}

TEST_CASE("differences are equal whichever side comes first") {
  passes::CanonicalForms forms;
  ir::Rule rule;
  rule.head = 9;
  rule.variables.resize(2);
  rule.head_args = {Argument::variable(0)};
  rule.body = {literal(Literal::Kind::positive, 0, {0, 1})};
  Literal different;
  different.kind = Literal::Kind::different;
  different.args = {Argument::variable(0)};
  different.right = {Argument::variable(1)};
  rule.body.push_back(different);
  ir::Rule other = rule;
  std::swap(other.body[1].args, other.body[1].right);
  REQUIRE(form_of(forms, rule).key == form_of(forms, other).key);
  other.body[1].right = {Argument::constant(3)};
  REQUIRE(form_of(forms, rule).key != form_of(forms, other).key);
}
