#include "learner/induction/search_cuts.h"
#include "learner/induction/induction_checks.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace tesuji;
using learner::ClauseSpace;
using learner::SearchOptions;
using learner::SearchResult;
using learner::StopCause;
using Cut = learner::BiasForms::Cut;
using End = SearchResult::End;

namespace {

struct Case {
  ClauseSpace space;
  SearchResult result;
  StopCause cause = StopCause::interrupt;
  std::optional<std::uint64_t> unanswered;
};

/// `max_body=3 seconds `
std::string names(const Case& one) {
  SearchOptions options;
  options.max_clauses = 4;
  options.max_goals = 50;
  options.max_depth = 60;
  options.max_steps = 70;
  std::string text;
  for (const learner::SearchCut& cut :
       learner::search_cuts(one.space, options, one.result, one.cause, one.unanswered)) {
    text += cut.limit + (cut.value ? "=" + std::to_string(*cut.value) : "") + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("each limit that left something out is named, and no other", "[induce]") {
  Case one;
  one.space.body = 3;
  one.space.variables = 5;
  one.space.max_forms = 9;
  CHECK(names(one).empty());
  one.result.end = End::found;
  CHECK(names(one).empty());
  SECTION("max_body") {
    one.space.body_cut = Cut::max_body;
    CHECK(names(one) == "max_body=3 ");
  }
  SECTION("max_forms") {
    one.space.body_cut = Cut::forms;
    CHECK(names(one) == "max_forms=9 ");
  }
  SECTION("max_orders") {
    one.space.body_cut = Cut::orders;
    CHECK(names(one) == "max_orders ");
  }
  SECTION("max_vars") {
    one.space.variables_cut = true;
    CHECK(names(one) == "max_vars=5 ");
  }
  SECTION("max_clauses") {
    one.result.more_clauses = true;
    CHECK(names(one) == "max_clauses=4 ");
  }
  SECTION("max_goals") {
    one.result.too_many_goals = true;
    CHECK(names(one) == "max_goals=50 ");
  }
  SECTION("max_depth") {
    one.result.too_deep = true;
    CHECK(names(one) == "max_depth=60 ");
  }
  SECTION("max_call_steps") {
    one.unanswered = 80;
    CHECK(names(one) == "max_call_steps=80 ");
  }
  SECTION("max_proof_steps") {
    one.result.end = End::steps;
    CHECK(names(one) == "max_proof_steps=70 ");
  }
  SECTION("seconds and interrupt") {
    one.result.end = End::stopped;
    CHECK(names(one) == "interrupt ");
    one.cause = StopCause::seconds;
    CHECK(names(one) == "seconds ");
    one.result.end = End::exhausted;
    CHECK(names(one).empty());
  }
  SECTION("several, those of the clauses first") {
    one.space.body_cut = Cut::max_body;
    one.space.variables_cut = one.result.more_clauses = one.result.too_deep = true;
    CHECK(names(one) == "max_body=3 max_vars=5 max_clauses=4 max_depth=60 ");
  }
}

TEST_CASE("limits of a bias leave metarules out, and are named where they do", "[induce]") {
  const auto all = ir::usual_metarules(2);  // up to 2 literals and 3 variables
  const auto space = [&](std::uint32_t variables, std::uint32_t body, bool recursion) {
    ir::BiasText bias;
    bias.max_variables = {variables, {}};
    bias.max_body = {body, {}};
    auto kept = all;
    ir::SourceMap sources;
    ir::Diagnostics diagnostics(sources);
    REQUIRE(learner::keep_to_bias(bias, recursion, 2, kept, diagnostics));
    return learner::space_of(bias, recursion, all, kept);
  };
  const ClauseSpace wide = space(3, 2, true);
  CHECK(wide.body_cut == Cut::none);
  CHECK_FALSE(wide.variables_cut);
  CHECK(wide.body == 2);
  CHECK(wide.variables == 3);
  // More than there is: the space is what the metarules have.
  CHECK(space(9, 9, true).body == 2);
  CHECK(space(9, 9, true).variables == 3);
  const ClauseSpace shallow = space(3, 1, true);
  CHECK(shallow.body_cut == Cut::max_body);
  CHECK(shallow.body == 1);
  const ClauseSpace narrow = space(2, 2, true);
  CHECK(narrow.body_cut == Cut::none);
  CHECK(narrow.variables_cut);
  CHECK(narrow.variables == 2);
}
