#include "learner/induction/bias_metarules.h"

#include <catch2/catch.hpp>

#include <algorithm>
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
