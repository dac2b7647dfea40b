// Nets by cases answer as the whole net does, in states of a case and in all others.
#include "backend/driver/games/net.h"
#include "backend/interpreter/net_evaluator.h"
#include "backend/llvm/nets/net_jit.h"
#include "ir/nets/net_module.h"
#include "ir/verify/verifier.h"
#include "passes/nets/specialise_net.h"
#include "tests/property/text_game.h"
#include "tests/unit/support/random_net.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace tesuji;
using runtime::Game;
using runtime::Move;
using runtime::State;

namespace {

/// Cases whether they pay or not.
constexpr passes::CaseLimits always{
    .percent = 1'000'000, .saved_gates = 0, .all_gates = 1'000'000, .net_gates = 1'000'000};

runtime::NetTables tables_for(const ir::Net& net) {
  runtime::NetTables tables;
  tables.name = "random";
  tables.initial.resize((net.fluents.size() + 63) / 64);
  for (std::size_t i = 0; i < net.fluents.size(); ++i) {
    tables.fluents.push_back("f" + std::to_string(i));
  }
  for (std::size_t i = 0; i < net.moves.size(); ++i) {
    tables.moves.push_back("m" + std::to_string(i));
    tables.role_moves.resize(net.moves[i].role + 1);
    tables.role_moves.back().push_back(static_cast<Move>(i));
  }
  for (std::size_t i = 0; i < tables.role_moves.size(); ++i) {
    tables.roles.push_back("r" + std::to_string(i));
  }
  return tables;
}

/// Questions about a state to which two games give different answers.
class GameComparison {
 public:
  GameComparison(const Game& a, const Game& b)
      : a_(a), b_(b), a_scratch_(a.make_scratch()), b_scratch_(b.make_scratch()) {}

  std::size_t differences(const State& state, std::mt19937& random) {
    std::size_t wrong = a_.terminal(state, *a_scratch_) == b_.terminal(state, *b_scratch_) ? 0 : 1;
    std::vector<std::vector<Move>> a_moves;
    std::vector<std::vector<Move>> b_moves;
    a_.legal(state, *a_scratch_, a_moves);
    b_.legal(state, *b_scratch_, b_moves);
    wrong += a_moves == b_moves ? 0 : 1;

    const std::size_t roles = a_.roles().size();
    const std::uint64_t seed = random();
    runtime::Rng a_rng(seed);
    runtime::Rng b_rng(seed);
    std::vector<Move> a_joint(roles);
    std::vector<Move> b_joint(roles);
    const runtime::Drawn drawn = a_.draw(state, *a_scratch_, a_rng, a_joint);
    wrong += drawn == b_.draw(state, *b_scratch_, b_rng, b_joint) ? 0 : 1;
    if (drawn == runtime::Drawn::joint) {
      wrong += a_joint == b_joint && a_rng.next() == b_rng.next() ? 0 : 1;
    }
    // Native code plays whole games in one function, the interpreter asks question by question.
    State a_last(state);
    State b_last(state);
    std::uint64_t a_steps = 0;
    std::uint64_t b_steps = 0;
    const std::uint64_t limit = random() % 8;
    wrong += a_.play_out(a_last, *a_scratch_, a_rng, limit, a_steps) ==
                     b_.play_out(b_last, *b_scratch_, b_rng, limit, b_steps)
                 ? 0
                 : 1;
    wrong += a_last == b_last && a_steps == b_steps && a_rng.next() == b_rng.next() ? 0 : 1;

    for (Move& move : a_joint) {  // legal or not; high numbers are no moves at all
      if (random() % 2 == 0) move = static_cast<Move>(random() % (random() % 2 == 0 ? 15 : 200));
    }
    State a_next(state.size());
    State b_next(state.size());
    a_.next(state, a_joint, *a_scratch_, a_next);
    b_.next(state, a_joint, *b_scratch_, b_next);
    return wrong + (a_next == b_next ? 0 : 1);
  }

 private:
  const Game& a_;
  const Game& b_;
  std::unique_ptr<runtime::Scratch> a_scratch_;
  std::unique_ptr<runtime::Scratch> b_scratch_;
};

std::shared_ptr<const Game> evaluated(const ir::Net& net) {
  auto evaluated = interpreter::evaluate_net(std::make_shared<const ir::Net>(net));
  runtime::NetTables tables = tables_for(net);
  tables.scratch_words = evaluated.scratch_words;
  return runtime::make_net_game(std::move(tables), std::move(evaluated.code));
}

std::shared_ptr<const Game> native(const ir::Net& net, const ir::NetCases& cases) {
  auto compiled = llvm_backend::compile_net(
      net, {llvm_backend::JitOptions::Tier::fast, /*verify=*/true}, {}, cases);
  CHECK(compiled.code.cases.size() == cases.cases.size());
  runtime::NetTables tables = tables_for(net);
  tables.scratch_words = compiled.scratch_words;
  return runtime::make_net_game(std::move(tables), std::move(compiled.code));
}

/// Of the group one fluent holds in most of the states, none or several in the others.
State random_state(std::size_t fluents, const passes::FluentList& group, std::mt19937& random) {
  State state((fluents + 63) / 64);
  const auto put = [&](std::uint32_t fluent, bool value) {
    const std::uint64_t bit = std::uint64_t{1} << (fluent % 64);
    state[fluent / 64] = (state[fluent / 64] & ~bit) | (value ? bit : 0);
  };
  for (std::uint32_t f = 0; f < fluents; ++f) put(f, random() % 2 == 0);
  if (random() % 4 == 0) return state;
  for (const std::uint32_t f : group) put(f, false);
  put(group[random() % group.size()], true);
  return state;
}

void check_random(const tests::RandomNetShape& shape, const passes::FluentList& group,
                  std::uint32_t seed) {
  CAPTURE(shape.fluents, group, seed);
  std::mt19937 random(seed);
  const ir::Net net = tests::random_net(shape, random);
  const ir::NetCases cases = passes::specialise_net(net, group, always);
  REQUIRE(cases.cases.size() == group.size());
  REQUIRE((cases.position && cases.next));
  const auto whole = evaluated(net);
  const auto by_cases = native(net, cases);
  GameComparison compare(*whole, *by_cases);
  std::size_t wrong = 0;
  for (int round = 0; round < 200; ++round) {
    wrong += compare.differences(random_state(shape.fluents, group, random), random);
  }
  CHECK(wrong == 0);
}

driver::GroundGame ground(const std::string& text, driver::Session& session) {
  auto sheet = tests::parse_text(text, frontend::Syntax::kif, session);
  REQUIRE(sheet);
  auto clauses = tests::clauses_of(std::move(*sheet), session);
  REQUIRE(clauses);
  auto game = driver::ground_game(std::move(*clauses), {}, {}, session);
  REQUIRE(game);
  return std::move(*game);
}

std::vector<std::string> control_of(const driver::GroundGame& game) {
  const runtime::NetTables tables = driver::make_net_tables(game);
  std::vector<std::string> names;
  for (const std::uint32_t fluent : game.control) names.push_back(tables.fluents[fluent]);
  std::sort(names.begin(), names.end());
  return names;
}

/// Who has the turn takes one of twelve stones, all different, unless it is gone. A lamp is on or
/// off besides, and is of no consequence.
constexpr std::string_view stones = R"(
(role left) (role right)
(init (turn left)) (init (lamp on))
(number 1) (number 2) (number 3) (number 4) (number 5) (number 6)
(number 7) (number 8) (number 9) (number 10) (number 11) (number 12)
(<= (legal ?p (take ?n)) (true (turn ?p)) (number ?n) (not (true (gone ?n))))
(<= (legal left wait) (true (turn right)))
(<= (legal right wait) (true (turn left)))
(<= (next (turn left)) (true (turn right)))
(<= (next (turn right)) (true (turn left)))
(<= (next (lamp on)) (true (lamp off)))
(<= (next (lamp off)) (true (lamp on)))
(<= (next (gone ?n)) (true (gone ?n)))
(<= (next (gone ?n)) (does ?p (take ?n)))
(<= open (number ?n) (not (true (gone ?n))))
(<= terminal (not open))
(<= (goal left 50) (true (lamp on))) (<= (goal left 0) (true (lamp off)))
(goal right 50)
)";

}  // namespace

TEST_CASE("Random nets by cases", "[net][llvm]") {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    check_random({7, {3}, 20}, {0, 1}, seed);
    check_random({70, {64, 2}, 60}, {1, 5, 66}, seed);
    check_random({130, {5, 70, 12}, 150}, {0, 1, 2, 3, 63, 64, 127, 128}, seed);
  }
}

TEST_CASE("The group of those to move is found and pays", "[net]") {
  driver::Session session;
  const driver::GroundGame game = ground(std::string(stones), session);
  CHECK(control_of(game) == std::vector<std::string>{"(turn left)", "(turn right)"});
  passes::CaseLimits few = {};
  few.saved_gates = 1;
  const ir::NetCases cases = passes::specialise_net(*game.net, game.control, few);
  REQUIRE(cases.cases.size() == 2);
  CHECK(cases.position);
  for (const ir::NetCase& one : cases.cases) {
    const ir::Module module = ir::net_module(*game.module, one.net);
    CHECK(ir::verify(module, session.diagnostics));
    // Who waits has one move, and nothing asks whose turn it is.
    const auto legal = [&](const ir::NetMove& move) { return move.legal == ir::true_signal; };
    CHECK(std::count_if(one.net.moves.begin(), one.net.moves.end(), legal) == 1);
  }
  passes::CaseLimits most = {};
  most.percent = 1;
  CHECK(passes::specialise_net(*game.net, game.control, most).cases.empty());
  // A whole of more gates than all cases may have is not optimised: then they may have more.
  passes::CaseLimits quick = few;
  quick.all_gates = 1;
  CHECK(passes::specialise_net(*game.net, game.control, quick).cases.size() == 2);
  quick.quick_gates = 1;
  CHECK(passes::specialise_net(*game.net, game.control, quick).cases.empty());
}

TEST_CASE("States in which nobody or everybody has the turn", "[net][llvm]") {
  driver::Session session;
  driver::GroundGame game = ground(std::string(stones), session);
  const ir::NetCases cases = passes::specialise_net(*game.net, game.control, always);
  auto compiled = llvm_backend::compile_net(*game.net, {}, {}, cases);
  runtime::NetTables tables = driver::make_net_tables(game);
  tables.scratch_words = compiled.scratch_words;
  const auto by_cases = runtime::make_net_game(std::move(tables), std::move(compiled.code));
  const auto whole = driver::evaluate_game(game);
  GameComparison compare(*whole, *by_cases);
  std::mt19937 random(1);
  for (const std::vector<std::string>& fluents :
       {std::vector<std::string>{"(turn left)", "(turn right)", "(gone 3)"},
        std::vector<std::string>{"(gone 12)", "(lamp on)"}, std::vector<std::string>{},
        std::vector<std::string>{"(turn left)", "(gone 1)"},
        std::vector<std::string>{"(turn right)", "(lamp on)", "(lamp off)"}}) {
    const auto state = by_cases->state_of(fluents, nullptr);
    REQUIRE(state);
    std::size_t wrong = 0;
    for (int round = 0; round < 50; ++round) wrong += compare.differences(*state, random);
    CHECK(wrong == 0);
  }
}

TEST_CASE("No cases without a group of which exactly one holds", "[net]") {
  driver::Session session;
  // Both move at once; the counter has more values than a group may.
  const driver::GroundGame game = ground(R"(
    (role a) (role b) (init (step 0))
    (<= (legal ?r (say ?n)) (role ?r) (word ?n))
    (word 1) (word 2)
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
    (succ 8 9) (succ 9 0)
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
    (<= (next (said ?n)) (does a (say ?n)) (does b (say ?n)))
    (<= terminal (true (said 1)) (true (step 5)))
    (goal a 50) (goal b 50))",
                                         session);
  CHECK(game.control.empty());
  CHECK(passes::specialise_net(*game.net, game.control).cases.empty());
}

TEST_CASE("Cases can be switched off", "[net]") {
  driver::Session session;
  auto sheet = tests::parse_text(std::string(stones), frontend::Syntax::kif, session);
  auto clauses = tests::clauses_of(std::move(*sheet), session);
  REQUIRE(clauses);
  driver::Options options;
  options.pipeline.disabled = {std::string(passes::specialise_net_name)};
  const auto game = driver::ground_game(std::move(*clauses), options, {}, session);
  REQUIRE(game);
  CHECK(game->control.empty());
}
