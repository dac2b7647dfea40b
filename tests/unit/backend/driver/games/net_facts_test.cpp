// Facts about fluents: what is proved holds in every state of play, and the smaller nets that they
// make answer as the whole ones do.
#include "backend/driver/games/net_facts.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "frontend/gdl/syntax.h"
#include "passes/nets/hide_fluents.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "runtime/host/playouts/reachable_states.h"
#include "tests/property/random_rulesheet.h"
#include "tests/property/text_game.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji {
namespace {

using runtime::StateFact;
using Names = std::vector<std::string>;

/// What a game says of a state.
struct Answers {
  Names fluents;
  bool terminal = false;
  std::vector<std::set<std::string>> legal;
  std::vector<Names> goals;

  bool operator==(const Answers&) const = default;
};

Answers answers_in(const runtime::Game& game, runtime::StateView state) {
  const auto scratch = game.make_scratch();
  Answers answers;
  answers.fluents = game.fluents(state);
  answers.terminal = game.terminal(state, *scratch);
  std::vector<std::vector<runtime::Move>> legal;
  game.legal(state, *scratch, legal);
  for (const auto& moves : legal) {
    std::set<std::string>& names = answers.legal.emplace_back();
    for (const runtime::Move move : moves) names.insert(game.move_name(move));
  }
  game.goal(state, *scratch, answers.goals);
  return answers;
}

/// All states of play, by their fluents.
std::set<Names> states_of(const runtime::Game& game, std::size_t most) {
  runtime::ReachOptions options;
  options.max_states = most;
  const auto found = runtime::ReachableStates::find(game, options);
  std::set<Names> states;
  for (runtime::ReachableStates::Index i = 0; i < found.size(); ++i) {
    states.insert(game.fluents(found.state(i)));
  }
  return states;
}

/// A game's net, and the same with all that facts allow.
struct Both {
  driver::Session session;
  std::optional<driver::GroundGame> whole;
  std::vector<driver::GroundGame> smaller;  ///< without codes, with them
  std::vector<StateFact> facts;

  explicit Both(const std::string& text) {
    auto sheet = tests::parse_text(text, frontend::Syntax::kif, session);
    if (!sheet) return;
    auto module = tests::clauses_of(std::move(*sheet), session);
    if (!module) return;
    whole = driver::ground_game(std::move(*module), {}, {}, session);
    if (!whole || !whole->answers().all()) {
      whole.reset();
      return;
    }
    const ir::FluentFacts found = driver::find_facts(*whole->net, whole->module->roles.size(), {});
    facts = driver::named_facts(found, driver::make_net_tables(*whole).fluents);
    for (const auto codes : {passes::GroupCodes::none, passes::GroupCodes::numbers}) {
      driver::GroundGame& game = smaller.emplace_back(*whole);
      REQUIRE(driver::apply_proofs(game, driver::compare_signals(game, found), {}, session));
      driver::hide_fluents(game, codes, {}, session);
    }
  }
};

/// The number of states compared.
std::size_t compare(const Both& both, std::size_t most_states) {
  const auto whole = driver::evaluate_game(*both.whole);
  const runtime::StateFacts facts(both.facts);
  const std::set<Names> states = states_of(*whole, most_states);
  for (const driver::GroundGame& ground : both.smaller) {
    const auto smaller = driver::evaluate_game(ground);
    if (states.size() < most_states) CHECK(states == states_of(*smaller, most_states + 1));
    for (const Names& fluents : states) {
      CHECK(facts.violated(fluents) == nullptr);
      const auto a = whole->state_of(fluents);
      const auto b = smaller->state_of(fluents);
      REQUIRE(a);
      REQUIRE(b);
      CHECK(answers_in(*whole, *a) == answers_in(*smaller, *b));
    }
  }
  return states.size();
}

std::string example(const std::string& name) {
  std::ifstream file(tests::source_dir() + "/examples/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t count(const std::vector<StateFact>& facts, StateFact::Kind kind) {
  return static_cast<std::size_t>(std::count_if(
      facts.begin(), facts.end(), [&](const StateFact& fact) { return fact.kind == kind; }));
}

}  // namespace

TEST_CASE("cells have one mark at most", "[net-facts]") {
  const Both both(example("noughts-and-crosses.kif"));
  REQUIRE(both.whole);
  CHECK(count(both.facts, StateFact::Kind::at_most_one) >= 9);
  CHECK(compare(both, 10'000) == 5'478);
}

TEST_CASE("facts hold in every state, and smaller nets answer alike", "[net-facts]") {
  for (const char* name : {"hexapawn3.kif", "buttons-and-lights.kif", "hanoi.kif", "nim.kif",
                           "kuhn-poker.kif", "monty-hall.kif", "tutorial/drop-three.kif"}) {
    INFO(name);
    const Both both(example(name));
    REQUIRE(both.whole);
    CHECK(compare(both, 3'000) > 1);
  }
}

TEST_CASE("lanes with numbers for groups play to the ends that there are", "[net-facts][lanes]") {
  std::size_t coded = 0;
  for (const char* name : {"hanoi.kif", "kuhn-poker.kif", "nim.kif", "tutorial/drop-three.kif"}) {
    INFO(name);
    const Both both(example(name));
    REQUIRE(both.whole);
    const auto whole = driver::evaluate_game(*both.whole);
    const std::set<Names> states = states_of(*whole, 100'000);
    const driver::GroundGame& ground = both.smaller.back();
    coded += static_cast<std::size_t>(std::count_if(
        ground.proof.hidden.begin(), ground.proof.hidden.end(),
        [](const auto& hidden) { return hidden.kind == runtime::HiddenFluent::Kind::coded; }));
    const auto game = driver::evaluate_game(ground);
    const runtime::LanePlayer player =
        driver::compile_lanes(ground, driver::make_lane_game(ground), game, 1, {});
    runtime::SimulationOptions options;
    options.playouts = 200;
    options.step_limit = 300;
    const auto scratch = whole->make_scratch();
    std::size_t ends = 0;
    const auto counted = runtime::simulate_in_lanes(
        player, game->initial(), options, [&](const runtime::LaneEnd& end) {
          const Names fluents = game->fluents(end.state);
          CHECK(states.contains(fluents));
          const auto state = whole->state_of(fluents);
          REQUIRE(state);
          CHECK(whole->terminal(*state, *scratch) == (end.how == runtime::PlayoutEnd::terminal));
          ++ends;
        });
    CHECK(counted.front().statistics.playouts == 200);
    CHECK(ends == 200);
  }
  CHECK(coded > 10);
}

TEST_CASE("the same on random rulesheets", "[net-facts]") {
  const char* const asked = std::getenv("TESUJI_SEEDS");  // more, by hand
  const std::uint64_t seeds = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 150;
  std::size_t games = 0;
  std::size_t facts = 0;
  std::size_t hidden = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    INFO("seed " << seed);
    ir::SymbolTable symbols;
    const auto sheet = seed % 2 == 0 ? tests::random_rulesheet(seed, symbols)
                                     : tests::random_tiny_rulesheet(seed, symbols);
    const Both both(frontend::print_rulesheet(sheet, frontend::Syntax::kif, symbols));
    if (!both.whole) continue;
    compare(both, 300);
    ++games;
    facts += both.facts.size();
    hidden += both.smaller.back().proof.hidden.size();
  }
  CHECK(games > 50);
  CHECK(facts > 50);
  CHECK(hidden > 20);
}

TEST_CASE("facts that do not hold are refused", "[net-facts]") {
  Both both(example("noughts-and-crosses.kif"));
  REQUIRE(both.whole);
  driver::SavedInvariants saved;
  saved.path = "false.json";
  const Names names = driver::make_net_tables(*both.whole).fluents;
  const auto use = [&](std::vector<StateFact> facts) {
    saved.facts = std::make_shared<const runtime::StateFacts>(std::move(facts));
    driver::Options options;
    options.invariants = std::make_shared<const driver::SavedInvariants>(saved);
    driver::GroundGame game = *both.whole;
    driver::Session session{both.session.sources, both.session.symbols};
    const bool used = driver::use_invariants(game, options, false, session);
    return std::pair(used, session.diagnostics.render());
  };
  CHECK(use(both.facts).first);
  // Each of them, made false.
  for (std::size_t i = 0; i < both.facts.size(); ++i) {
    std::vector<StateFact> facts = both.facts;
    facts[i].kind = StateFact::Kind::equal;
    const auto [used, messages] = use(facts);
    INFO(runtime::text_of(facts[i]));
    CHECK_FALSE(used);
    CHECK_THAT(messages, Catch::Contains("`false.json` is wrong: that all or none of"));
  }
  const auto [used, messages] = use({{StateFact::Kind::never, {names.front()}}});
  CHECK_FALSE(used);
  CHECK_THAT(messages, Catch::Contains("never " + names.front()));
  // What names no fluents is left out.
  CHECK(use({{StateFact::Kind::never, {"(no such)"}}}).first);
}

TEST_CASE("states that no play leads to are refused", "[net-facts]") {
  const Both both(example("noughts-and-crosses.kif"));
  REQUIRE(both.whole);
  const auto game = driver::evaluate_game(both.smaller.back());
  game->set_state_facts(std::make_shared<const runtime::StateFacts>(both.facts));
  Names fluents = game->fluents(game->initial());
  REQUIRE(game->state_of(fluents));
  fluents.push_back("(control o)");
  fluents.push_back("(control x)");
  std::string unknown;
  CHECK_FALSE(game->state_of(fluents, &unknown));
  CHECK(unknown == "exactly one of (control o), (control x)");
  CHECK_FALSE(game->state_of(Names{"(no such)"}, &unknown));
  CHECK(unknown == "(no such)");
}

TEST_CASE("fluents without bits are asked for in any order, and each of them", "[net-facts]") {
  const Both both(example("hanoi.kif"));
  REQUIRE(both.whole);
  for (const driver::GroundGame& ground : both.smaller) {
    REQUIRE(ground.proof.hidden.size() > 1);
    const auto game = driver::evaluate_game(ground);
    const runtime::State initial(game->initial().begin(), game->initial().end());
    const Names fluents = game->fluents(initial);
    const Names reversed(fluents.rbegin(), fluents.rend());
    CHECK(game->state_of(fluents) == initial);
    CHECK(game->state_of(reversed) == initial);
    Names twice = fluents;
    twice.insert(twice.end(), fluents.begin(), fluents.end());
    CHECK(game->state_of(twice) == initial);
    std::size_t missed = 0;
    for (std::size_t i = 0; i < fluents.size(); ++i) {
      const bool is_hidden = std::any_of(ground.proof.hidden.begin(), ground.proof.hidden.end(),
                                         [&](const auto& one) { return one.name == fluents[i]; });
      Names without = fluents;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      std::string missing;
      const auto state = game->state_of(without, &missing);
      CHECK(state != initial);
      if (!is_hidden || state) continue;
      ++missed;
      // As many hold as are given, and one of them twice.
      for (const std::string& other : without) {
        Names again = without;
        again.push_back(other);
        std::string still_missing;
        CHECK_FALSE(game->state_of(again, &still_missing));
        CHECK(still_missing == missing);
      }
    }
    CHECK(missed > 0);
  }
}

}  // namespace tesuji
