// The certificates' own reader and grounder: what they say of a game is what the reference
// reasoner says.
#include "backend/proofs/certificates/grounding.h"

#include "backend/driver/rulesheet/reference.h"
#include "backend/driver/session.h"
#include "backend/proofs/certificates/cnf.h"
#include "backend/proofs/certificates/transition_check.h"
#include "backend/proofs/games/check_certificate.h"
#include "tests/corpus/corpus_files.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace tesuji;
using namespace tesuji::certificates;

namespace {

std::string content(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A game of two roles around the given rules.
std::string sheet_of(const std::string& rules) {
  return "(role a) (role b) (init (on 1)) (succ 1 2) (succ 2 3)\n"
         "(<= (legal ?r go) (role ?r)) (<= (legal ?r stop) (role ?r))\n" +
         rules;
}

GroundGame grounded(const std::string& rules) {
  return ground(sheet_of(rules), {});
}

/// Compares states of random play; returns how many values were compared, and had none.
struct Compared {
  std::uint64_t values = 0;
  std::uint64_t open = 0;
};
Compared compare(const std::string& path, std::uint64_t states, double seconds = 0,
                 const CnfLimits& limits = {}) {
  driver::Session session;
  const auto program = driver::load_reference(path, session);
  INFO(session.diagnostics.render());
  REQUIRE(program);
  GroundGame game = ground(content(path), {{"goal", 2}});
  TransitionCheck check(game, limits);
  driver::SamplingOptions options;
  options.states = states;
  options.seconds = seconds;
  std::vector<std::string> faults;
  driver::sample_transitions(*program, check.asked(), options, [&](const SampledState& state) {
    for (const std::string& fault : check.compare(state)) faults.push_back(fault);
  });
  for (const std::string& fault : faults) UNSCOPED_INFO(path << ": " << fault);
  CHECK(faults.empty());
  return {check.compared(), check.open()};
}

Compared compare_text(const std::string& text, std::uint64_t states, const CnfLimits& limits = {}) {
  const tests::Folder folder;
  const std::string path = (folder.path / "game.kif").string();
  std::ofstream(path) << text;
  return compare(path, states, 0, limits);
}

}  // namespace

TEST_CASE("Possible atoms are those of the relaxed game", "[certificates][grounding]") {
  const GroundGame game = grounded(
      "(<= (next (on ?y)) (true (on ?x)) (succ ?x ?y) (does a go))\n"
      "(<= (next (on 9)) (true (on 8)))\n"
      "(<= terminal (true (on 3)) (not (true (on 1))))\n");
  CHECK(game.fluents.size() == 3);  // 9 needs 8, which nothing gives
  CHECK(game.moves.size() == 2);
  CHECK(game.moves[0].size() == 2);
  REQUIRE(game.terminal != no_atom);
  CHECK(game.bodies_of(game.terminal).size() == 1);
}

TEST_CASE("Bodies are read with or, not, distinct and propositions", "[certificates][grounding]") {
  compare_text(
      sheet_of("(<= (next (on ?y)) (true (on ?x)) (succ ?x ?y) (or (does a go) (does b go)))\n"
               "(<= (next (on ?x)) (true (on ?x)) (not (or (does a stop) (does b stop))))\n"
               "(<= (next (flag)) (both)) (<= both (does a ?m) (does b ?m))\n"
               "(<= (next flag) (does a ?m) (does b ?n) (distinct ?m ?n))\n"
               "(<= (next (pair ?m ?m)) (does a ?m) (does b ?n) (not (distinct ?m ?n)))\n"
               "(<= TERMINAL (TRUE (ON 3)) (true flag))\n"
               "(<= (goal ?r 0) (role ?r) (not (goal ?r 100))) (<= (goal a 100) (true (on 2)))\n"),
      200);
}

TEST_CASE("GDL-II: percepts are no part of it, chance is a role", "[certificates][grounding]") {
  compare(tests::source_dir() + "/examples/monty-hall.kif", 100);
  compare(tests::source_dir() + "/examples/kuhn-poker.kif", 100);
}

TEST_CASE("Atoms that depend on themselves are unrolled", "[certificates][grounding]") {
  const std::string rules =
      "(<= (next (on ?x)) (true (on ?x)) (does a go)) (<= (next (on ?x)) (succ ?x ?y) (does b "
      "go))\n(<= (goal ?r 0) (role ?r))\n"
      "(link 1 2) (link 2 3) (link 3 1) (link 3 4)\n"
      "(<= (reach ?x) (true (on ?x))) (<= (reach ?y) (reach ?x) (link ?x ?y))\n"
      "(<= terminal (not (reach 4)) (true (on 2)))\n";
  CHECK(compare_text(sheet_of(rules), 100).open == 0);
  // Defined by itself, its values are open where nothing decides them, and never wrong.
  CnfLimits limits;
  limits.unrolled = 0;
  const Compared completed = compare_text(sheet_of(rules), 100, limits);
  CHECK(completed.open > 0);
  CHECK(completed.open < completed.values);
}

TEST_CASE("What has no meaning is refused", "[certificates][grounding]") {
  for (const std::string rules :
       {"(<= (next (on ?x)) (does a go))", "(<= terminal (not (true (on ?x))))",
        "(<= (p) (not (q)) (true (on 1))) (<= q (p)) (<= terminal p)",
        "(<= (true (on 1)) (role a))", "(<= (init (on 2)) (true (on 1)))",
        "(<= terminal (does a go))", "(<= )", "(", ")", "(<= terminal (not (role a) (role b)))",
        "(<= terminal (distinct a))", "(?x a)", "((a) b)", "(<= terminal (and (role a)))",
        "\x01"}) {
    INFO(rules);
    CHECK_THROWS_AS(grounded(rules), Malformed);
  }
  GroundLimits limits;
  limits.atoms = 1000;
  CHECK_THROWS_AS(ground(sheet_of("(n z) (<= (n (s ?x)) (n ?x)) (<= terminal (n ?x))"), {}, limits),
                  LimitExceeded);
}

TEST_CASE("Limits of grounding are kept", "[certificates][grounding]") {
  const std::string path = tests::source_dir() + "/examples/noughts-and-crosses.kif";
  GroundLimits limits;
  limits.atoms = 20;
  CHECK_THROWS_AS(ground(content(path), {}, limits), LimitExceeded);
  limits = {};
  limits.body_literals = 10;
  CHECK_THROWS_AS(ground(content(path), {}, limits), LimitExceeded);
  limits = {};
  limits.steps = 10;
  CHECK_THROWS_AS(ground(content(path), {}, limits), LimitExceeded);
}

TEST_CASE("The examples and the corpus agree with the reference reasoner",
          "[certificates][grounding][slow]") {
  const auto all_of = [](const std::string& folder, std::size_t every) {
    std::vector<std::string> paths;
    if (!tests::have_corpus_part(folder)) return paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".kif") paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> some;
    for (std::size_t i = 0; i < paths.size(); i += every) some.push_back(paths[i]);
    return some;
  };
  std::uint64_t compared = 0;
  for (const std::string& path : all_of(tests::source_dir() + "/examples", 1)) {
    compared += compare(path, 5, 0.3).values;
  }
  for (const std::string& path : all_of(tests::shared_dir() + "/corpus/dev", 20)) {
    if (std::filesystem::file_size(path) > 30'000) continue;
    try {
      compared += compare(path, 5, 0.3).values;
    } catch (const LimitExceeded&) {
    }
  }
  CHECK(compared > 1000);
}
