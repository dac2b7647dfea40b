// Trials counted by the interpreter, and the profiles made of them.
#include "passes/ordering/plan_profile.h"

#include "backend/driver/load.h"
#include "backend/interpreter/interpreter.h"
#include "passes/ordering/observed_metarules.h"
#include "tests/property/text_game.h"
#include "tests/unit/support/model.h"
#include "tests/unit/support/random_module.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tesuji;
using namespace tesuji::tests;

namespace {

using Kind = ir::Operation::Kind;

/// Whether the number of trials is told by what the operations mean: it is not where a walk ends
/// at a first match, which one that is being open, or where tuples agree on what is bound.
bool is_determined(const ir::Plan& plan) {
  const bool once =
      std::none_of(plan.ops.back().args.begin(), plan.ops.back().args.end(),
                   [](const auto& arg) { return arg.kind == ir::Argument::Kind::variable; });
  return !once && std::all_of(plan.ops.begin(), plan.ops.end(), [](const ir::Operation& op) {
    const bool walks = op.kind == Kind::scan || op.kind == Kind::probe;
    const bool ignores = std::any_of(op.args.begin(), op.args.end(), [](const auto& arg) {
      return arg.kind == ir::Argument::Kind::ignore;
    });
    return op.kind != Kind::exists && op.kind != Kind::unless_derived && !(walks && ignores);
  });
}

/// Compares the trials of determined plans in a few situations; returns how many were counted.
std::uint64_t compare_trials(std::uint64_t seed, StorageMix mix) {
  const auto module = std::make_shared<ir::Module>(random_module(seed, mix));
  const ir::Layout layout = ir::lay_out(*module);
  const interpreter::Program program(module, layout, interpreter::Execution::interpreted,
                                     interpreter::Trials::counted);
  const ir::Entry& entry = *module->find_entry("next");
  // Calls with several scratch blocks are added up.
  runtime::ScratchBlock scratch(table_shapes(*module, layout), layout.scratch_size);
  runtime::ScratchBlock other(table_shapes(*module, layout), layout.scratch_size);
  ModelTrials expected;
  for (std::uint64_t situation = 0; situation < 3; ++situation) {
    Model naive = random_situation(*module, seed + situation);
    Model found = naive;
    evaluate_naively(*module, entry, naive, expected);
    REQUIRE(run_entry(*module, layout, entry, program.entry("next"), &program,
                      situation == 1 ? other : scratch, found) == TSJ_OK);
  }
  const auto trials = program.trials();
  REQUIRE(trials.size() == module->plans.size());
  std::uint64_t compared = 0;
  for (const ir::Stratum& stratum : module->strata) {
    if (stratum.recursive) continue;
    for (const std::uint32_t p : stratum.plans) {
      const ir::Plan& plan = module->plans[p];
      if (trials[p].empty() || !is_determined(plan)) continue;
      REQUIRE(trials[p].size() == plan.ops.size());
      for (std::size_t i = 0; i < plan.ops.size(); ++i) {
        INFO("seed " << seed << ", plan " << plan.rule << ", operation " << i);
        REQUIRE(trials[p][i] == expected[&plan.ops[i]]);
        compared += trials[p][i];
      }
    }
  }
  return compared;
}

/// Two roles that move at once; recursion, a variable that occurs twice, one that occurs once.
constexpr auto sheet = R"(
(role left) (role right)
(init (at left 1)) (init (at right 4)) (init lit)
(next-to 1 2) (next-to 2 3) (next-to 3 4)
(pair 1 1) (pair 1 2) (pair 4 4)
(<= (legal ?r (go ?y)) (true (at ?r ?x)) (next-to ?x ?y))
(<= (legal ?r (turn ?x)) (true (at ?r ?x)) (pair ?x ?x))
(<= (legal ?r (point ?y)) (true (at ?r ?x)) (pair ?x ?y))
(<= (legal ?r stay) (role ?r))
(<= (next (at ?r ?y)) (does ?r (go ?y)))
(<= (next lit) (true lit))
(<= (reached ?x) (true (at left ?x)))
(<= (reached ?y) (reached ?x) (true lit) (next-to ?x ?y))
(<= ends (next-to ?x ?y) (not (reached ?y)))
(<= terminal (true (at ?r ?x)) (not (true lit)))
(<= (goal left 100) (reached 4))
(<= (goal left 20) ends)
(<= (goal right ?g) (goal left ?g))
)";

/// What a question about the initial state adds to the profile.
class Asked {
 public:
  explicit Asked(const std::vector<std::string>& disabled = {}) {
    auto parsed = parse_text(sheet, frontend::Syntax::kif, session_);
    REQUIRE(parsed);
    auto clauses = clauses_of(std::move(*parsed), session_);
    REQUIRE(clauses);
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    options.count_trials = true;
    options.pipeline.disabled = disabled;
    auto loaded = driver::match_game(std::move(*clauses), "sheet", options, session_);
    REQUIRE(loaded);
    loaded_ = std::move(*loaded);
    scratch_ = loaded_.game->make_scratch();
  }

  passes::Profile legal(bool whole = true) {
    return added(
        [&] {
          std::vector<std::vector<runtime::Move>> legal;
          loaded_.game->legal(loaded_.game->initial(), *scratch_, legal);
        },
        whole);
  }

  passes::Profile goal() {
    return added(
        [&] {
          std::vector<std::vector<std::string>> goals;
          loaded_.game->goal(loaded_.game->initial(), *scratch_, goals);
        },
        true);
  }

 private:
  passes::Profile added(const std::function<void()>& ask, bool whole) {
    const auto before = loaded_.trials();
    ask();
    auto trials = loaded_.trials();
    for (std::size_t p = 0; p < trials.size(); ++p) {
      for (std::size_t i = 0; i < trials[p].size(); ++i) trials[p][i] -= before[p][i];
    }
    return passes::make_plan_profile(*loaded_.module, trials, whole);
  }

  driver::Session session_;
  driver::LoadedGame loaded_;
  std::unique_ptr<runtime::Scratch> scratch_;
};

const passes::ProfiledPremise& premise(const passes::Profile& profile, const std::string& rule,
                                       const std::string& relation) {
  for (const passes::ProfiledRule& each : profile) {
    if (each.name != rule) continue;
    for (const passes::ProfiledPremise& found : each.premises) {
      if (found.premise.relation == relation) return found;
    }
  }
  FAIL("rule " << rule << " has no premise " << relation);
  throw std::logic_error("not reached");
}

/// `?x ?y`, `_`: as text.
std::string arguments(const passes::ProfiledPremise& premise) {
  std::string text;
  for (const auto& argument : premise.premise.args) {
    const bool variable = argument.kind == ir::PremisePattern::Argument::Kind::variable;
    text += (text.empty() ? "" : " ") + std::string(variable ? "?" : "") + argument.text;
  }
  return text;
}

void check_counts(const passes::ProfiledPremise& premise, std::uint64_t trials,
                  std::uint64_t matches) {
  INFO(premise.premise.relation << " " << arguments(premise));
  CHECK(premise.trials == trials);
  CHECK(premise.matches == matches);
}

}  // namespace

TEST_CASE("the interpreter counts the trials that naive evaluation counts", "[profile][random]") {
  const StorageMix mix = GENERATE(StorageMix::bits, StorageMix::tables, StorageMix::mixed);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) compared += compare_trials(seed, mix);
  CHECK(compared > 10'000);
}

TEST_CASE("a game's profile has the literals of the rules", "[profile]") {
  Asked game;
  const passes::Profile profile = game.legal();
  check_counts(premise(profile, "legal.go#1", "true.at"), 1, 2);
  const passes::ProfiledPremise& step = premise(profile, "legal.go#1", "next-to");
  check_counts(step, 2, 1);
  CHECK(arguments(step) == "?x ?y");
  CHECK(step.bound == std::vector<std::string>{"x"});
  CHECK(!step.first_witness);
  // What nobody was asked about is not told of.
  CHECK(std::none_of(profile.begin(), profile.end(), [](const passes::ProfiledRule& rule) {
    return rule.name.starts_with("next") || rule.name.starts_with("reached");
  }));
}

TEST_CASE("a variable twice in a literal is one premise", "[profile]") {
  Asked game;
  const passes::Profile profile = game.legal();
  const passes::ProfiledPremise& pair = premise(profile, "legal.turn#1", "pair");
  CHECK(arguments(pair) == "?x ?x");
  for (const passes::ProfiledRule& rule : profile) {
    for (const passes::ProfiledPremise& each : rule.premises) {
      CHECK(each.premise.kind != ir::PremisePattern::Kind::compare);
    }
  }
}

TEST_CASE("delta plans tell nothing of what they scan for new tuples", "[profile]") {
  Asked game;
  const passes::Profile profile = game.goal();
  const passes::ProfiledPremise& start = premise(profile, "reached#1", "true.at");
  check_counts(start, 1, 1);
  CHECK(arguments(start) == "left ?x");
  // 1, 2, 3 and 4 are each new in one round.
  const passes::ProfiledPremise& fresh = premise(profile, "reached#2", "reached");
  CHECK(fresh.new_only);
  check_counts(fresh, 4, 4);
  check_counts(premise(profile, "reached#2", "next-to"), 4, 3);
  for (const ir::OrderingMetarule& metarule : passes::observed_metarules(profile)) {
    const bool whole =
        metarule.bound.empty() && metarule.premise.args.size() == 1 &&
        metarule.premise.args[0].kind != ir::PremisePattern::Argument::Kind::constant;
    CHECK(!(metarule.premise.relation == "reached" && whole));
  }
}

TEST_CASE("literals in existence tests are marked, whatever order they are in", "[profile]") {
  const passes::Profile with = Asked().goal();
  const passes::ProfiledPremise& tested = premise(with, "ends#1", "next-to");
  CHECK(tested.first_witness);
  CHECK(arguments(tested) == "?x ?y");
  // All of 2, 3 and 4 are reached, so that no witness is found.
  check_counts(tested, 1, 3);
  const passes::ProfiledPremise& absent = premise(with, "ends#1", "reached");
  CHECK(absent.premise.kind == ir::PremisePattern::Kind::absent);
  CHECK(absent.bound == std::vector<std::string>{"y"});
  check_counts(absent, 3, 0);
  // A head without variables ends at its first tuple, test or not.
  CHECK(premise(Asked({"introduce-exists"}).goal(), "ends#1", "next-to").first_witness);
}

TEST_CASE("an evaluation that was broken off tells of what was tried often", "[profile]") {
  Asked game;
  for (const passes::ProfiledRule& rule : game.legal(false)) CHECK(rule.premises.empty());
}
