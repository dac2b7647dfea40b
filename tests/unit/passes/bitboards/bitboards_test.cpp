// Bitboards answer as the net does: in states of play, of all kinds and of one.
#include "backend/driver/games/net.h"
#include "backend/interpreter/net_evaluator.h"
#include "backend/llvm/nets/net_jit.h"
#include "passes/bitboards/board_places.h"
#include "passes/bitboards/build_bitboards.h"
#include "passes/nets/specialise_net.h"
#include "runtime/host/memory/rng.h"
#include "tests/property/random_rulesheet.h"
#include "tests/property/text_game.h"
#include "tests/unit/support/board_games.h"
#include "tests/unit/support/board_values.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace tesuji;
using runtime::Game;
using runtime::Move;
using runtime::State;
using Words = std::vector<std::uint64_t>;

namespace {

/// A state of play and, by role, which of its moves in the net is made; none where it is over.
struct Step {
  State state;
  std::vector<std::uint32_t> moves;
};

std::vector<Step> steps_of(const driver::GroundGame& ground, int games, int most_steps) {
  const std::shared_ptr<const Game> game = driver::evaluate_game(ground);
  const runtime::NetTables tables = driver::make_net_tables(ground);
  const auto scratch = game->make_scratch();
  std::vector<Step> steps;
  for (int i = 0; i < games; ++i) {
    runtime::Rng random(5, static_cast<std::uint64_t>(i));
    State state(game->initial().begin(), game->initial().end());
    for (int n = 0; n < most_steps; ++n) {
      std::vector<Move> joint(game->roles().size());
      if (game->draw(state, *scratch, random, joint) != runtime::Drawn::joint) break;
      Step step{state, {}};
      for (std::size_t role = 0; role < joint.size(); ++role) {
        const std::vector<Move>& moves = tables.role_moves[role];
        const auto found = std::find(moves.begin(), moves.end(), joint[role]);
        step.moves.push_back(static_cast<std::uint32_t>(found - moves.begin()));
      }
      steps.push_back(std::move(step));
      State next(state.size());
      game->next(state, joint, *scratch, next);
      state = std::move(next);
    }
    steps.push_back({state, {}});
  }
  return steps;
}

/// Answers of boards and of the net they are of.
class Comparison {
 public:
  explicit Comparison(const driver::GroundGame& ground)
      : evaluated_(interpreter::evaluate_net(ground.net)), scratch_(evaluated_.scratch_words) {}

  std::size_t differences(const ir::Bitboards& boards, const Step& step) {
    std::vector<std::uint32_t> moves = step.moves;
    if (moves.empty()) moves.resize(boards.moves.size(), 0);
    const Words values = tests::values_of(boards, step.state, moves);
    std::size_t wrong = 0;
    const auto compare = [&](const std::vector<ir::BoardBit>& answer,
                             runtime::NetFunction question) {
      if (answer.empty()) return;
      Words expected((answer.size() + 63) / 64);
      question(evaluated_.code.self, step.state.data(), step.moves.data(), scratch_.data(),
               expected.data());
      wrong += tests::bits_of(answer, values) == expected ? 0 : 1;
    };
    compare(boards.legal, evaluated_.code.legal);
    compare(boards.terminal, evaluated_.code.terminal);
    if (!step.moves.empty()) compare(boards.next, evaluated_.code.next);
    return wrong;
  }

 private:
  interpreter::EvaluatedNet evaluated_;
  Words scratch_;
};

driver::GroundGame ground_file(const std::string& path, driver::Session& session) {
  auto clauses = driver::load_clauses(path, session);
  REQUIRE(clauses);
  auto game = driver::ground_game(std::move(*clauses), {}, {}, session);
  REQUIRE(game);
  REQUIRE(game->program);
  return std::move(*game);
}

std::string sheet(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

/// What the case knows, of a net with cases.
passes::BoardCase known_in(const ir::NetCases& cases, std::size_t number) {
  passes::BoardCase known;
  for (std::size_t i = 0; i < cases.cases.size(); ++i) {
    (i == number ? known.true_fluents : known.false_fluents).push_back(cases.cases[i].fluent);
  }
  known.only_moves = cases.cases[number].only_moves;
  return known;
}

bool is_in(const ir::NetCases& cases, std::size_t number, const State& state) {
  for (std::size_t i = 0; i < cases.cases.size(); ++i) {
    const std::uint32_t fluent = cases.cases[i].fluent;
    if (((state[fluent / 64] >> (fluent % 64) & 1U) != 0) != (i == number)) return false;
  }
  return true;
}

}  // namespace

namespace {

driver::GroundGame ground_text(const std::string& rules, driver::Session& session) {
  auto sheet = tests::parse_text(rules, frontend::Syntax::kif, session);
  REQUIRE(sheet);
  auto clauses = tests::clauses_of(std::move(*sheet), session);
  REQUIRE(clauses);
  auto game = driver::ground_game(std::move(*clauses), {}, {}, session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  return std::move(*game);
}

/// Which questions are answered.
std::string answered(const ir::Bitboards& boards) {
  std::string text;
  if (!boards.legal.empty()) text += "legal ";
  if (!boards.terminal.empty()) text += "terminal ";
  if (!boards.next.empty()) text += "next";
  return text;
}

/// Answers that differ in play, of the boards for all states and those for each case.
std::size_t differences(const driver::GroundGame& ground, const passes::BitboardBuilder& builder,
                        const ir::Bitboards& boards) {
  Comparison compare(ground);
  const ir::NetCases cases = passes::specialise_net(
      *ground.net, ground.control,
      {.percent = 1'000'000, .saved_gates = 0, .all_gates = 1'000'000, .net_gates = 1'000'000});
  std::vector<std::optional<ir::Bitboards>> in_case;
  for (std::size_t i = 0; i < cases.cases.size(); ++i) {
    in_case.push_back(builder.build(known_in(cases, i)));
    CHECK(in_case.back());
  }
  std::size_t wrong = 0;
  for (const Step& step : steps_of(ground, 12, 60)) {
    wrong += compare.differences(boards, step);
    for (std::size_t i = 0; i < in_case.size(); ++i) {
      if (in_case[i] && is_in(cases, i, step.state))
        wrong += compare.differences(*in_case[i], step);
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("Bitboards of games", "[bitboards][net]") {
  const auto [name, rules, questions] = GENERATE(table<std::string, std::string, std::string>({
      {"noughts-and-crosses", "", "legal terminal next"},
      {"connect-four", "", "legal terminal next"},
      {"breakthrough", "", "legal terminal next"},
      {"hexapawn4", "", "legal terminal next"},
      {"quarto", "", "legal terminal next"},
      {"enclosing, one word", tests::enclosing_game(5, 6), "legal terminal next"},
      {"enclosing, two words", tests::enclosing_game(9, 8), "legal terminal next"},
      {"enclosing, one row over", tests::enclosing_game(13, 5), "legal terminal next"},
      {"jumping", tests::jumping_game(), "legal terminal next"},
  }));
  CAPTURE(name);
  driver::Session session;
  const driver::GroundGame ground =
      rules.empty() ? ground_file(sheet(name), session) : ground_text(rules, session);
  const passes::BitboardBuilder builder(*ground.program, *ground.net);
  const auto boards = builder.build({});
  REQUIRE(boards);
  CHECK(answered(*boards) == questions);
  CHECK(differences(ground, builder, *boards) == 0);
}

TEST_CASE("Bitboards of random rulesheets", "[bitboards][net]") {
  std::size_t with_boards = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    driver::Session session;
    auto clauses = tests::clauses_of(tests::random_rulesheet(seed, *session.symbols), session);
    if (!clauses) continue;
    const auto ground = driver::ground_game(std::move(*clauses), {}, {}, session);
    if (!ground || !ground->program) continue;
    const passes::BitboardBuilder builder(*ground->program, *ground->net);
    const auto boards = builder.build({});
    if (!boards) continue;
    ++with_boards;
    CHECK(differences(*ground, builder, *boards) == 0);
  }
  CHECK(with_boards >= 20);
}

TEST_CASE("Enclosing in a dozen operations for each way", "[bitboards]") {
  driver::Session session;
  const driver::GroundGame ground = ground_text(tests::enclosing_game(8, 8), session);
  const auto boards = passes::BitboardBuilder(*ground.program, *ground.net).build({});
  REQUIRE(boards);
  const std::uint64_t gates =
      ir::count_gates(*ground.net, ir::net_answers(*ground.net, ir::NetQuestion::next));
  CHECK(gates > 1'500);
  CHECK(ir::count_operations(*boards, boards->next) < gates / 6);
  CHECK(ir::count_operations(*boards, boards->legal) < 25);
}

TEST_CASE("Answers that boards do not shorten are left to gates", "[bitboards]") {
  driver::Session session;
  const driver::GroundGame ground = ground_text(tests::enclosing_game(8, 8), session);
  auto boards = passes::BitboardBuilder(*ground.program, *ground.net).build({});
  REQUIRE(boards);
  CHECK(passes::keep_short(*boards, *ground.net));
  CHECK(answered(*boards) == "legal terminal next");
  ir::Net no_gates = *ground.net;
  ir::each_answer(no_gates, [](ir::Signal& signal) { signal = ir::false_signal; });
  CHECK(ir::count_operations(*boards, boards->next) > 60);
  CHECK(passes::keep_short(*boards, no_gates));
  CHECK(answered(*boards) == "legal terminal ");
}

TEST_CASE("Fluents lie in states as boards read them", "[bitboards][net]") {
  driver::Session session;
  driver::GroundGame ground = ground_text(tests::enclosing_game(5, 6), session);
  driver::specialise(ground, {});
  const auto& boards =
      ground.cases->boards ? ground.cases->boards : ground.cases->cases.at(0).boards;
  REQUIRE(boards);
  std::size_t words = 0;
  for (const std::vector<std::uint32_t>& input : boards->inputs) {
    std::set<std::uint32_t> distances;
    std::set<std::uint32_t> state_words;
    for (std::uint32_t bit = 0; bit < input.size(); ++bit) {
      if (input[bit] == ir::no_fluent) continue;
      distances.insert(input[bit] - bit);
      state_words.insert(input[bit] / 64);
    }
    CHECK(distances.size() == 1);
    CHECK(state_words.size() == 1);
    ++words;
  }
  CHECK(words == 2);
  // Every fluent has a place of its own.
  std::multiset<std::string> names;
  for (const std::string& name : driver::make_net_tables(ground).fluents) {
    if (!name.empty()) names.insert(name);
  }
  CHECK(names.size() == 62);
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
}

TEST_CASE("Tuples whose labels are too many for a number have no boards", "[bitboards][net]") {
  // In 66 columns of two values, numbers of 64 bits would be the same for (a, b, b, ..) and (b, b,
  // ..).
  const auto wide = [](const std::string& first, const std::string& others) {
    std::string text = "(wide " + first;
    for (int i = 1; i < 66; ++i) text += " " + others;
    return text + ")";
  };
  const std::string rules =
      "(role r) (init (cell 1 1)) (init " + wide("a", "a") + ") (init " + wide("b", "b") +
      ")\n(index 1) (index 2) (index 3)\n" + "(<= (legal r (go ?x ?y)) (index ?x) (index ?y))\n" +
      "(<= (legal r hop) (true " + wide("a", "b") + "))\n" + "(<= (legal r skip) (true " +
      wide("b", "b") + "))\n" + "(<= (next (cell ?x ?y)) (does r (go ?x ?y)))\n" +
      "(<= (next (cell ?x ?y)) (true (cell ?x ?y)))\n" + "(<= (next " + wide("a", "b") +
      ") (does r skip))\n(<= (next " + wide("b", "b") + ") (does r hop))\n(<= (next " +
      wide("a", "a") + ") (does r (go 1 ?y)))\n" +
      "(<= terminal (true (cell 1 1)) (true (cell 2 2)) (true (cell 3 3)))\n" + "(goal r 100)\n";
  driver::Session session;
  const driver::GroundGame ground = ground_text(rules, session);
  const passes::BitboardBuilder builder(*ground.program, *ground.net);
  const auto boards = builder.build({});
  if (boards) CHECK(differences(ground, builder, *boards) == 0);
}
