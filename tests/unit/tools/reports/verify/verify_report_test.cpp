// Reports of `tesuji verify` as text and JSON, of what was made by hand.
#include "tests/unit/support/verify_scene.h"

#include "tools/base/json.h"

#include "tools/reports/verify/verify_report.h"
#include "tools/reports/verify/verify_words.h"

#include <algorithm>
#include <string_view>

namespace tesuji::tests {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using proofs::Verdict;
using tools::Json;
using tools::patterns_of;

const std::string formulas = R"(
invariant one: exists[1] P: role. true(control(P)).
invariant turns: forall P: role. true(control(P)) implies next not true(control(P)).
invariant stays[X,Y: index, M: mark]: true(cell(X,Y,M)) implies next true(cell(X,Y,M)).
invariant '<b>odd</b>': not terminal.
)";

/// Those of the list with a number that is told by its bits in the text: the numbers of '1'.
std::vector<std::uint64_t> ones(std::string_view bits) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i] == '1') numbers.push_back(i);
  return numbers;
}

ir::Invariant family(const std::vector<std::size_t>& sizes) {
  ir::Invariant invariant;
  ir::Symbol next = 100;
  for (const std::size_t size : sizes) {
    invariant.parameters.push_back(static_cast<ir::VariableId>(invariant.variables.size()));
    auto& domain = invariant.variables.emplace_back().domain;
    for (std::size_t i = 0; i < size; ++i) domain.push_back(next++);
  }
  return invariant;
}

}  // namespace

TEST_CASE("instances are told as products", "[verify]") {
  using Patterns = std::vector<tools::InstancePattern>;
  const ir::Invariant two = family({2, 3});  // 100, 101; 102, 103, 104
  CHECK(patterns_of(two, ones("111111"), 1) == Patterns{{{100, 101}, {102, 103, 104}}});
  CHECK(patterns_of(two, ones("011011"), 1) == Patterns{{{100, 101}, {103, 104}}});
  CHECK(patterns_of(two, ones("000010"), 1) == Patterns{{{101}, {103}}});
  CHECK(patterns_of(two, ones("111010"), 2) == Patterns{{{100}, {102, 103, 104}}, {{101}, {103}}});
  CHECK(patterns_of(two, ones("111010"), 1).empty());
  CHECK(patterns_of(two, {}, 4).empty());
  CHECK(patterns_of(family({}), ones("1"), 1) == Patterns{{}});
  // Values with the same rest go together, whatever stands between them.
  const ir::Invariant three = family({3, 3});
  CHECK(patterns_of(three, ones("110001110"), 2) ==
        Patterns{{{100, 102}, {103, 104}}, {{101}, {105}}});
  CHECK(patterns_of(three, ones("100010001"), 2).empty());
  // Whatever is told, it is the instances and no others, each once.
  const ir::Invariant cube = family({2, 3, 2});
  for (std::uint64_t bits = 1; bits < 1U << 12U; ++bits) {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t i = 0; i < 12; ++i)
      if ((bits >> i & 1U) != 0) numbers.push_back(i);
    std::vector<std::uint64_t> told;
    const Patterns patterns = patterns_of(cube, numbers, 12);
    REQUIRE(patterns.size() <= 12);
    for (const auto& pattern : patterns) {
      for (const ir::Symbol a : pattern[0])
        for (const ir::Symbol b : pattern[1])
          for (const ir::Symbol c : pattern[2])
            told.push_back(((a - 100) * 3 + (b - 102)) * 2 + (c - 105));
    }
    std::sort(told.begin(), told.end());
    REQUIRE(told == numbers);
  }
}

TEST_CASE("verify's text tells each verdict in words", "[verify]") {
  VerifyScene scene(formulas);
  scene.decide("one", Verdict::proved);
  CHECK_THAT(scene.text(), Contains("yours     1 of 1 proved (true at the start), 14 unknown"));
  CHECK_THAT(scene.text(), Contains("  one: degree 0\n"
                                    "      invariant one: exists[1..1] P:role. true(control(P)).\n"
                                    "    proved: holds in every state that can be reached\n"));
  scene.of("one").verdicts = {Verdict::unknown};
  scene.of("one").reason = "clingo took more than 60 s";
  CHECK_THAT(scene.text(), Contains("    unknown: clingo took more than 60 s\n"));
  scene.of("one").verdicts = {Verdict::enumerated};
  scene.of("one").states = 57;
  CHECK_THAT(scene.text(), Contains("yours     1 of 1 proved (true at the start), by enumeration"));
  CHECK_THAT(scene.text(), Contains("    proved by enumeration: holds in all 57 states that can be "
                                    "reached\n"));
  scene.of("one").verdicts = {Verdict::unknown};
  scene.report.sets.back().tried = false;
  CHECK_THAT(scene.text(), Contains("yours     not tried, "));
  scene.report.sets.back().tried = true;
  scene.report.opening = proofs::Opening::over;
  CHECK_THAT(scene.text(), Contains("WARNING: the game never starts, since its initial state is"));
  scene.report.opening = proofs::Opening::plays;
  scene.decide("turns", Verdict::step_fails);
  CHECK_THAT(scene.text(), Contains("    the induction step fails: the step has a counterexample, "
                                    "which may be out of reach\n"));
  scene.of("turns").pair = VerifyScene::play(1);
  scene.of("turns").pair_note = "the game plays it so";
  scene.of("turns").attacked = 1000;
  const std::string text = scene.text();
  CHECK_THAT(text, Contains("these two states refute it; the first may be out of reach (playouts"));
  CHECK_THAT(text, Contains("through 1000 sequences did not find such a state)"));
  CHECK_THAT(text, Contains("      state 1\n"
                            "        2 e e\n"
                            "        1 e e\n"
                            "          1 2\n"
                            "        control <b>\n"
                            "        1. <b> (put 1 1), o& wait\n"
                            "      state 2: here it fails  (* changed by the move)\n"
                            "        2 e    e\n"
                            "        1 <b>* e\n"
                            "          1    2\n"
                            "        control o&*\n"
                            "    the game plays it so\n"));
}

TEST_CASE("verify's text tells families by verdict", "[verify]") {
  VerifyScene scene(formulas);
  scene.decide("stays", Verdict::proved);
  CHECK_THAT(scene.text(), Contains("  stays: 12 formulas of degree 1\n"));
  CHECK_THAT(scene.text(), Contains("    proved: 12 of 12, stays[_,_,_]; holds in every state"));
  scene.decide("stays", Verdict::refuted, {"e"});
  scene.of("stays").play = VerifyScene::play(1);
  scene.of("stays").play->violated = 0;
  scene.of("stays").play->instance = {scene.symbol("1"), scene.symbol("1"), scene.symbol("e")};
  const std::string text = scene.text();
  CHECK_THAT(text, Contains("    proved: 8 of 12, stays[_,_,except e]; holds"));
  CHECK_THAT(text, Contains("    false: 4 of 12, stays[_,_,e]; here is a play in which it fails\n"
                            "      stays[1,1,e] fails:\n"
                            "      at the start\n"));
  // A formula about the next state fails there.
  CHECK_THAT(text, Contains("      after 1 move: here it fails  (* changed by the move)\n"));
  // A pair is no news of what a play refutes.
  scene.of("stays").pair = scene.of("stays").play;
  scene.decide("stays", Verdict::step_fails, {"o&"});
  CHECK_THAT(scene.text(), !Contains("state 1"));
  scene.of("stays").pair->instance.back() = scene.symbol("o&");
  CHECK_THAT(scene.text(), Contains("these two states"));
  CHECK_THAT(scene.text(), Contains("      stays[1,1,'o&'] fails:\n      state 1\n"));
  scene.of("stays").pair.reset();
  // No product: the first few, or all but a few.
  auto& verdicts = scene.of("stays").verdicts;
  verdicts.assign(12, Verdict::proved);
  for (const std::size_t i : {0U, 4U, 8U}) verdicts[i] = Verdict::step_fails;
  CHECK_THAT(scene.text(), Contains("3 of 12, stays[1,1,'<b>'], stays[1,2,'o&'], stays[2,1,e]; "));
}

TEST_CASE("verify's text writes integers in a row as a range, and what is left out", "[verify]") {
  VerifyScene scene("invariant free[X: n, Y: n]: not true(at(p(X),Y)).", R"(
(role r) (n 1) (n 2) (n 3) (n 4) (n 7) (n odd+)
(init (at (p 1) 1))
(<= (legal r (go ?x ?y)) (n ?x) (n ?y))
(<= (next (at (p ?x) ?y)) (does r (go ?x ?y)))
(<= terminal (true (at (p 1) 2)))
(<= (goal r 100) (role r))
)");
  scene.add_automatic();
  for (const char* value : {"2", "3", "4", "7"}) scene.decide("free", Verdict::proved, {value});
  CHECK_THAT(scene.text(), Contains("proved: 24 of 36, free[_,{2..4,7}]; holds"));
  scene.decide("free", Verdict::proved);
  scene.decide("free", Verdict::unknown, {"3"});
  CHECK_THAT(scene.text(), Contains("proved: 30 of 36, free[_,except 3]; holds"));
  // A propositional fluent and one in a term are written without `true`.
  for (proofs::InvariantReport& report : scene.report.sets.back().invariants)
    report.verdicts.assign(report.verdicts.size(), Verdict::proved);
  CHECK_THAT(scene.text(), Contains("  36 of 36 stay true: at(p(_),_)\n"));
}

TEST_CASE("verify's text abridges long plays in the middle", "[verify]") {
  VerifyScene scene(formulas);
  scene.decide("<b>odd</b>", Verdict::refuted);
  scene.of("<b>odd</b>").play = VerifyScene::play(4);
  const std::string four = scene.text();
  CHECK_THAT(four, Contains("  <b>odd</b>: degree 0\n"));
  CHECK_THAT(four, Contains("        3. <b> (put 2 1), o& wait\n      after 3 moves  (* "));
  CHECK_THAT(
      four, Contains("      after 4 moves: here it fails\n        2 o&  o&*\n        1 <b> <b>\n"));
  CHECK_THAT(four, !Contains("after 1 move"));
  scene.of("<b>odd</b>").play = VerifyScene::play(40);
  const std::string forty = scene.text();
  CHECK_THAT(forty, Contains("        8. "));
  CHECK_THAT(forty, Contains("\n      ... 16 more moves ...\n       25. "));
  CHECK_THAT(forty, !Contains("        9. "));
  CHECK_THAT(forty, Contains("after 40 moves: here it fails"));
}

TEST_CASE("verify's text begins with what is a bug of ours", "[verify]") {
  VerifyScene scene(formulas);
  CHECK_THAT(scene.text(), StartsWith("games/<odd> & \"new\".kif: 1.50 s, clingo 5.4.1\n"));
  scene.report.disagreements = {"`one` was proved, but fails in playout 7"};
  CHECK_THAT(scene.text(),
             StartsWith("BUG of tesuji: 1 disagreement. Please report it with the rulesheet.\n"
                        "  !! `one` was proved, but fails in playout 7\n"));
  scene.report.clingo = "not found";
  scene.report.clingo_usable = false;
  CHECK_THAT(scene.text(),
             Contains("  without clingo the SAT solver alone proves by induction: not "
                      "found\n"));
  scene.report.no_induction = "nothing is proved by induction without clingo";
  CHECK_THAT(scene.text(),
             Contains("  nothing is proved by induction without clingo: not found\n"));
}

TEST_CASE("verify's text tells how the attack went", "[verify]") {
  VerifyScene scene(formulas);
  scene.decide("one", Verdict::proved);
  scene.decide("stays", Verdict::refuted, {"e"});
  proofs::AttackResult& attack = scene.report.attack;
  attack.states = 5000;
  attack.playouts = 100;
  attack.seconds = 0.5;
  attack.complete = true;
  attack.invariants.resize(4);
  for (proofs::AttackedInvariant& invariant : attack.invariants) {
    invariant.windows = 250;
    invariant.refuted = {0};
  }
  attack.invariants[2].refuted = {0b100100100100};
  attack.invariants[2].refuted_count = 4;
  CHECK_THAT(scene.text(), Contains("Playouts  5000 states in 100 playouts, 0.50 s (10000 "
                                    "states/s)\n"
                                    "          1000 sequences tried, no violation of what was "
                                    "proved\n"
                                    "          4 formulas found false, of all that were tried\n"));
  scene.report.disagreements = {"one was proved, but is false in a play"};
  CHECK_THAT(scene.text(), Contains("1000 sequences tried, see the disagreements above\n"));
}

TEST_CASE("verify's text has of automatic sets what is worth knowing", "[verify]") {
  VerifyScene scene(formulas);
  scene.add_automatic();
  scene.decide("exactly_one_cell_x_x_y", Verdict::proved);
  scene.decide("at_most_one_cell_x_x_y", Verdict::proved);
  scene.decide("at_most_one_control_y", Verdict::proved);
  scene.decide("playable", Verdict::refuted);
  scene.of("playable").play = VerifyScene::play(2);
  scene.decide("zero_sum", Verdict::refuted);
  scene.of("zero_sum").play = VerifyScene::play(4);
  scene.decide("monotonic_goals", Verdict::step_fails);
  scene.decide("stays_cell", Verdict::proved, {"<b>"});
  scene.decide("stays_away_cell", Verdict::proved, {"1", "e"});
  const std::string text = scene.text();
  CHECK_THAT(text, Contains("Functionals\n"
                            "  cell(X,Y,_): exactly one for each X, Y\n"
                            "  control(_): at most one\n"
                            "\nLegals\n"));
  CHECK_THAT(text, Contains("  playable: until the game is over every role has a move: false, "
                            "after 2 moves in a play\n      at the start\n"));
  CHECK_THAT(text, Contains("  zero_sum: at the end the goals add up to 100, where every role has "
                            "one: false, after 4 moves in\n      a play\n  unique"));
  CHECK_THAT(text, Contains("unknown: not decided"));
  CHECK_THAT(text, Contains("the induction step\n      fails: the step has a counterexample"));
  CHECK_THAT(text, Contains("Persistence\n"
                            "  4 of 12 stay true: cell(_,_,'<b>')\n"
                            "  2 of 12 stay false: cell(_,1,e)\n"));
  CHECK_THAT(text, !Contains("stays_control"));
  // Where every role has a goal at the end, the sum is about every end.
  scene.decide("unique_goals", Verdict::proved);
  scene.decide("zero_sum", Verdict::proved);
  CHECK_THAT(scene.text(), Contains("  zero_sum: at the end the goals add up to 100: proved\n"));
  // Goals that fail to be monotonic at the start are those of most games.
  scene.decide("monotonic_goals", Verdict::refuted);
  scene.of("monotonic_goals").play = VerifyScene::play(1);
  CHECK_THAT(scene.text(), Contains("monotonic_goals"));
  scene.of("monotonic_goals").play = VerifyScene::play(0);
  CHECK_THAT(scene.text(), !Contains("monotonic_goals"));
  // A square with several contents comes before what is proved.
  scene.decide("exactly_one_cell_x_x_y", Verdict::refuted);
  scene.decide("at_most_one_cell_x_x_y", Verdict::refuted);
  scene.of("exactly_one_cell_x_x_y").base_holds = 1;
  scene.of("at_most_one_cell_x_x_y").base_holds = 1;
  scene.of("at_most_one_cell_x_x_y").play = VerifyScene::play(1);
  CHECK_THAT(scene.text(), Contains("Functionals\n"
                                    "  cell(X,Y,_): exactly one for each X, Y at the start, but "
                                    "several after 1 move\n      at the start\n"));
  // That not everybody can move may be due to states out of reach.
  scene.of("playable").verdicts = {Verdict::step_fails};
  scene.of("playable").play.reset();
  scene.of("playable").pair = VerifyScene::play(1);
  CHECK_THAT(scene.text(),
             Contains("these two\n"
                      "      states refute it; the first may be out of reach\n      state 1\n"));
  const std::string verbose = scene.text(true);
  CHECK_THAT(verbose, Contains("  stays_control: 2 formulas of degree 1\n"
                               "    control(_): once true, true for ever\n"));
  CHECK_THAT(verbose, Contains("at_most_one_cell_x_x_y"));
}

TEST_CASE("verify's JSON has every instance and the whole play", "[verify]") {
  VerifyScene scene(formulas);
  scene.add_automatic();
  scene.decide("one", Verdict::proved);
  scene.decide("stays", Verdict::proved);
  scene.decide("stays", Verdict::refuted, {"1", "e"});
  scene.of("stays").play = VerifyScene::play(40);
  scene.of("stays").play->violated = 39;
  scene.of("stays").play->instance = {scene.symbol("2"), scene.symbol("1"), scene.symbol("<b>")};
  scene.decide("turns", Verdict::step_fails);
  scene.of("turns").pair = VerifyScene::play(1);
  scene.of("turns").pair_note = "a \"note\"";
  scene.of("turns").reason = "bytes that are no UTF-8: \xFF";
  const Json json = Json::parse(tools::json_text(verify_json(scene.scene()), 2));
  CHECK(json["schema"] == "tesuji-verify/1");
  CHECK(json["game"] == "games/<odd> & \"new\".kif");
  CHECK(json["clingo"] == "5.4.1");
  REQUIRE(json["sets"].size() == 5);
  const Json& yours = json["sets"][0];
  CHECK(yours["set"] == "yours");
  CHECK(yours["of_user"] == true);
  CHECK(yours["formulas"] == 15);
  CHECK(yours["proved"] == 11);
  const Json& one = yours["invariants"][0];
  CHECK(one["statement"] == "invariant one: exists[1..1] P:role. true(control(P)).");
  CHECK(one["verdicts"] == Json::parse(R"({"proved": 1, "false": 0, "induction step fails": 0,
                                           "unknown": 0,
                                            "proved by enumeration": 0})"));
  CHECK(!one.contains("instances"));
  CHECK(!one.contains("play"));
  const Json& turns = yours["invariants"][1];
  CHECK(turns["degree"] == 1);
  CHECK(turns["pair"]["steps"].size() == 2);
  CHECK(turns["pair"]["violated"] == 1);
  CHECK(turns["pair_note"] == "a \"note\"");
  CHECK(turns["reason"] == "bytes that are no UTF-8: \xEF\xBF\xBD");
  const Json& stays = yours["invariants"][2];
  CHECK(stays["instances"]["false"] == Json::parse(R"(["1,1,e", "2,1,e"])"));
  CHECK(stays["instances"]["proved"].size() == 10);
  CHECK(stays["instances"]["proved"][0] == "1,1,'<b>'");
  CHECK(stays["play"]["instance"] == "2,1,'<b>'");
  CHECK(stays["play"]["violated"] == 39);
  REQUIRE(stays["play"]["steps"].size() == 41);
  CHECK(stays["play"]["steps"][1]["joint"] == Json::parse(R"j(["wait", "(put 1 2)"])j"));
  CHECK(!stays["play"]["steps"][40].contains("joint"));
  CHECK(yours["invariants"][3]["invariant"] == "<b>odd</b>");
  CHECK(json["sets"][2]["invariants"][0]["meaning"] ==
        "until the game is over every role has a move");
  CHECK(json["attack"]["states"] == 0);
}

}  // namespace tesuji::tests
