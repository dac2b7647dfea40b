#include "learner/induction/bias_metarules.h"

#include "learner/search/clause_search.h"
#include "runtime/host/memory/rng.h"
#include "tests/unit/support/clause_search_brute_force.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <span>
#include <string>

using namespace tesuji;
using learner::BackgroundPredicate;
using learner::FormLimits;

namespace {

/// `Q1(0,2) Q2(2,1) `, the recursive literal as `P(..)`.
std::string body_of(const ir::ClauseMetarule& metarule) {
  std::string text;
  for (const auto& literal : metarule.body) {
    text += metarule.predicates[literal.predicate].name + "(";
    for (std::size_t i = 0; i < literal.args.size(); ++i) {
      text += (i > 0 ? "," : "") + std::to_string(literal.args[i]);
    }
    text += ") ";
  }
  return text;
}

std::vector<std::string> bodies(std::uint32_t arity,
                                const std::vector<BackgroundPredicate>& predicates,
                                const FormLimits& limits) {
  std::vector<std::string> texts;
  for (const auto& one : learner::bias_metarules(arity, predicates, limits).metarules) {
    texts.push_back(body_of(one));
  }
  return texts;
}

bool has(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

}  // namespace

TEST_CASE("forms of a bias are connected, without variables that stand once", "[induce]") {
  const std::vector<BackgroundPredicate> predicates{{"u", 1, {}}, {"e", 2, {}}};
  FormLimits limits;
  limits.max_variables = 3;
  limits.max_body = 2;
  const auto texts = bodies(2, predicates, limits);
  // Each once: no order of the same literals comes again.
  CHECK(texts.front() == "Q1(0,1) ");
  CHECK(has(texts, "Q1(1,0) "));
  CHECK(has(texts, "Q1(0) Q2(1) "));
  CHECK((has(texts, "Q1(0) Q2(0,1) ") != has(texts, "Q1(0,1) Q2(0) ")));
  CHECK(has(texts, "Q1(0,2) Q2(2,1) "));
  CHECK_FALSE(has(texts, "Q1(0,2) "));
  CHECK_FALSE(has(texts, "Q1(0) Q2(0) "));
  CHECK_FALSE(has(texts, "Q1(0,0) "));
  limits.singletons = true;
  CHECK(has(bodies(2, predicates, limits), "Q1(0,2) "));
  limits.singletons = false;
  limits.non_datalog = true;
  CHECK(has(bodies(2, predicates, limits), "Q1(0) "));
  CHECK_FALSE(has(bodies(2, predicates, limits), "Q1(0,2) "));
}

TEST_CASE("types and inputs leave forms out", "[induce]") {
  const std::vector<BackgroundPredicate> predicates{{"head", 2, {1, 2}, {true, false}},
                                                    {"tail", 2, {1, 1}, {true, false}}};
  FormLimits limits;
  limits.max_variables = 3;
  limits.max_body = 2;
  limits.target_inputs = {true, false};
  limits.target_types = {1, 2};
  const auto flat = bodies(2, predicates, limits);
  CHECK(has(flat, "Q1(0,1) "));
  CHECK_FALSE(has(flat, "Q1(1,0) "));
  CHECK(has(flat, "Q1(0,2) Q2(2,1) "));
  CHECK_FALSE(has(flat, "Q1(2,1) Q2(0,2) "));
  CHECK_FALSE(has(flat, "Q1(0,2) P(2,1) "));
  limits.recursion = true;
  const auto texts = bodies(2, predicates, limits);
  CHECK(has(texts, "Q1(0,2) P(2,1) "));
  CHECK_FALSE(has(texts, "P(0,2) Q1(2,1) "));
}

TEST_CASE("longer bodies are left out where there would be too many forms", "[induce]") {
  const std::vector<BackgroundPredicate> predicates{{"u", 1, {}}, {"e", 2, {}}};
  FormLimits limits;
  limits.max_forms = 50;
  const learner::BiasForms forms = learner::bias_metarules(2, predicates, limits);
  CHECK(forms.longest >= 1);
  CHECK(forms.longest < limits.max_body);
  CHECK(forms.metarules.size() <= 50);
  for (const auto& one : forms.metarules) CHECK(one.body.size() <= forms.longest);
}

TEST_CASE("a limit is named where it leaves forms out, and only there", "[induce]") {
  using Cut = learner::BiasForms::Cut;
  const std::vector<BackgroundPredicate> edges{{"e", 2, {}}};
  FormLimits limits;
  limits.max_variables = 2;
  SECTION("max_body") {
    // e(A,B), e(B,A), and both: no literal comes twice, so there is no form with three.
    limits.max_body = 1;
    CHECK(learner::bias_metarules(2, edges, limits).cut_by == Cut::max_body);
    limits.max_body = 2;
    const learner::BiasForms all = learner::bias_metarules(2, edges, limits);
    CHECK(all.metarules.size() == 3);
    CHECK(all.cut_by == Cut::none);
  }
  SECTION("max_body, where one more literal makes no form and two more do") {
    const std::vector<BackgroundPredicate> path{
        {"direct", 2, {1, 2}}, {"a", 2, {1, 3}}, {"b", 2, {3, 4}}, {"c", 2, {4, 2}}};
    limits.target_types = {1, 2};
    limits.max_variables = 4;
    limits.max_body = 1;
    CHECK(learner::bias_metarules(2, path, limits).cut_by == Cut::max_body);
    limits.max_body = 3;
    CHECK(has(bodies(2, path, limits), "Q1(0,2) Q2(2,3) Q3(3,1) "));
  }
  SECTION("max_forms") {
    limits.max_body = 2;
    limits.max_forms = 3;
    CHECK(learner::bias_metarules(2, edges, limits).cut_by == Cut::none);
    limits.max_forms = 2;
    const learner::BiasForms some = learner::bias_metarules(2, edges, limits);
    CHECK(some.cut_by == Cut::forms);
    CHECK(some.longest == 1);
  }
  SECTION("max_orders") {
    limits.max_body = 2;
    CHECK(learner::bias_metarules(2, edges, limits).cut_by == Cut::none);
    limits.max_orders = 3;  // length 2 looks at one more
    const learner::BiasForms some = learner::bias_metarules(2, edges, limits);
    CHECK(some.cut_by == Cut::orders);
    CHECK(some.longest == 1);
  }
  SECTION("max_vars") {
    limits.max_body = 2;
    CHECK(learner::bias_metarules(2, edges, limits).cut_variables);  // e(A,C), e(C,B)
    // Two literals and the head have six places, and every variable stands twice.
    limits.max_variables = 3;
    CHECK_FALSE(learner::bias_metarules(2, edges, limits).cut_variables);
    limits.singletons = true;
    CHECK(learner::bias_metarules(2, edges, limits).cut_variables);
    limits.max_variables = 4;
    CHECK_FALSE(learner::bias_metarules(2, edges, limits).cut_variables);
  }
  SECTION("max_vars, where types leave no form with more") {
    const std::vector<BackgroundPredicate> typed{{"f", 2, {1, 2}}, {"g", 2, {1, 2}}};
    limits.target_types = {1, 2};
    limits.max_body = 2;
    CHECK_FALSE(learner::bias_metarules(2, typed, limits).cut_variables);
    const std::vector<BackgroundPredicate> joined{
        {"f", 2, {1, 3}}, {"g", 2, {3, 2}}, {"k", 2, {1, 2}}};
    CHECK(learner::bias_metarules(2, joined, limits).cut_variables);
  }
}

TEST_CASE("a literal that gives an input may come before the one that joins it", "[induce]") {
  std::vector<BackgroundPredicate> predicates{{"one", 1, {}, {false}},
                                              {"add", 3, {}, {true, true, false}}};
  FormLimits limits;
  limits.max_variables = 3;
  limits.max_body = 2;
  limits.target_inputs = {true, false};
  const auto texts = bodies(2, predicates, limits);
  CHECK(has(texts, "Q1(2) Q2(0,2,1) "));
  CHECK_FALSE(has(texts, "Q1(0,2,1) Q2(2) "));  // add has no value at its second input there
  // Without inputs the joining literal can come first, so that the other order is left out.
  for (auto& predicate : predicates) predicate.inputs.clear();
  const auto free = bodies(2, predicates, limits);
  CHECK(has(free, "Q1(0,2,1) Q2(2) "));
  CHECK_FALSE(has(free, "Q1(2) Q2(0,2,1) "));
}

TEST_CASE("a wide head has as many variables as it needs", "[induce]") {
  CHECK(learner::form_limits({}, "h", 6).max_variables == 6);
  CHECK(learner::form_limits({}, "h", 7).max_variables == 7);
  ir::BiasText bias;
  bias.max_variables = {6, {}};
  CHECK(learner::form_limits(bias, "h", 7).max_variables == 6);
}

TEST_CASE("forms that hold for no example are left out where examples are given", "[induce]") {
  test::SmallWorld world;
  world.domain = 4;
  world.predicates = {{"e", 2, {}}, {"u", 1, {}}};
  world.tuples = {{{0, 1}, {1, 2}}, {{2}}};
  test::SmallBackground background(world);
  FormLimits limits;
  limits.max_variables = 3;
  limits.max_body = 2;
  const auto made = [&](const std::vector<std::vector<learner::Value>>& positive,
                        std::size_t calls) {
    std::vector<std::string> texts;
    const learner::FormExamples examples{&background, positive, calls};
    for (const auto& one :
         learner::bias_metarules(2, world.predicates, limits, examples).metarules) {
      texts.push_back(body_of(one));
    }
    return texts;
  };
  // e(A,C), e(C,B), in both orders.
  CHECK(made({{0, 2}}, 1000) == std::vector<std::string>{"Q1(0,2) Q2(2,1) ", "Q1(2,1) Q2(0,2) "});
  // One example is enough, whichever it is.
  CHECK(has(made({{0, 2}, {2, 1}, {0, 1}}, 1000), "Q1(0,1) "));
  CHECK(has(made({{0, 2}, {2, 1}, {0, 1}}, 1000), "Q1(1,0) "));
  CHECK_FALSE(has(made({{0, 2}, {2, 1}, {0, 1}}, 1000), "Q1(0,1) Q2(1,0) "));
  CHECK(made({{3, 3}}, 1000).empty());
  // Where the calls are used up no form is left out.
  CHECK(made({{3, 3}}, 0) == bodies(2, world.predicates, limits));
}

TEST_CASE("the forms that hold for an example are those that a search finds for it", "[induce]") {
  runtime::Rng rng(17);
  std::size_t kept = 0;
  std::size_t all = 0;
  for (int round = 0; round < 20; ++round) {
    test::SmallWorld world;
    world.domain = 4;
    world.predicates = {{"e", 2, {}}, {"f", 2, {}}, {"u", 1, {}}};
    world.tuples.resize(3);
    const auto value = [&] { return static_cast<learner::Value>(rng.below(world.domain)); };
    for (int i = 0; i < 3; ++i) {
      world.tuples[0].insert({value(), value()});
      world.tuples[1].insert({value(), value()});
    }
    world.tuples[2].insert({value()});
    test::SmallBackground background(world);
    FormLimits limits;
    limits.max_variables = 4;
    limits.max_body = 3;
    limits.singletons = round % 2 == 1;
    const std::vector<learner::Example> positive{{value(), value()}, {value(), value()}};
    std::vector<std::string> expected;
    for (const auto& form : learner::bias_metarules(2, world.predicates, limits).metarules) {
      learner::ClauseSearch search(std::span(&form, 1), background);
      learner::SearchOptions options;
      options.max_clauses = 1;
      options.invent = options.repeat_literals = false;
      const bool holds = std::any_of(positive.begin(), positive.end(), [&](const auto& one) {
        return search.learn(std::span(&one, 1), {}, options).end ==
               learner::SearchResult::End::found;
      });
      if (holds) expected.push_back(body_of(form));
      ++all;
    }
    std::vector<std::string> made;
    for (const auto& form :
         learner::bias_metarules(2, world.predicates, limits, {&background, positive}).metarules) {
      made.push_back(body_of(form));
    }
    INFO("round " << round);
    CHECK(made == expected);
    kept += made.size();
  }
  CHECK(kept > 50);
  CHECK(kept < all / 2);
}
