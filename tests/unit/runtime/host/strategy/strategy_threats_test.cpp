// Threats of moves, beside what the rules of the game say.
#include "runtime/host/strategy/strategy_threats.h"
#include "tests/unit/support/strategy_runtime_support.h"

#include <catch2/catch.hpp>

#include <map>

using namespace tesuji;
using runtime::Node;
using runtime::Threats;

TEST_CASE("threats are the moves that win after an answer", "[strategy]") {
  const auto procs = test::parse_procs(R"(
    win_1(A,B):-move(A,B),won(B).
    win_2(A,B):-win_2_1(A,B),not(win_2_1(B,_)).
    win_2_1(A,B):-move(A,B),not(win_1(B,_)).
  )");
  const auto game = GENERATE(test::noughts_and_crosses(), test::hexapawn(3));
  const auto order = test::execution_order(procs);
  const auto engine = GENERATE(from_range(test::strategy_engines()));
  const runtime::Strategy strategy(game, test::BoardGame::turn_rule(), engine.make(procs, order));
  const auto memory = strategy.make_memory();
  const runtime::Turns turns(*game, test::BoardGame::turn_rule());
  runtime::StateSpace space(*game, turns);
  const std::vector<std::uint32_t> wins{*strategy.find("win_1")};
  std::size_t double_attacks = 0;
  for (const runtime::State& state : test::reachable(*game)) {
    Node& node = *space.root(state);
    space.expand(node);
    for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
      Node& after = *space.successor(node, edge);
      space.expand(after);
      std::map<runtime::Move, std::uint32_t> expected;
      std::uint32_t lost = 0;
      for (std::uint32_t answer = 0; answer < after.edge_count; ++answer) {
        Node& answered = *space.successor(after, answer);
        space.expand(answered);
        bool any = false;
        for (std::uint32_t win = 0; win < answered.edge_count; ++win) {
          if (!space.won(*space.successor(answered, win))) continue;
          ++expected[answered.edges[win].move];
          any = true;
        }
        lost += any ? 1 : 0;
      }
      const Threats found =
          runtime::find_threats(strategy, wins, state, node.edges[edge].move, *memory);
      INFO(engine.name << ": " << game->board(state));
      CHECK(found.answers == after.edge_count);
      CHECK(found.lost == lost);
      std::map<runtime::Move, std::uint32_t> counted;
      for (const runtime::Threat& threat : found.threats) {
        counted[threat.move] = threat.answers;
        CHECK(threat.predicate == wins.front());
        CHECK(space.won(*space.root(threat.after)));
      }
      CHECK(counted == expected);
      if (counted.size() > 1 && lost == found.answers) ++double_attacks;
    }
  }
  CHECK(double_attacks > 0);
}

TEST_CASE("what is no move, and what ends a game, threatens nothing", "[strategy]") {
  const auto procs = test::parse_procs("win_1(A,B):-move(A,B),won(B).");
  const auto game = test::hexapawn(3);
  const auto engine = test::strategy_engines().front();
  const runtime::Strategy strategy(game, test::BoardGame::turn_rule(),
                                   engine.make(procs, test::execution_order(procs)));
  const auto memory = strategy.make_memory();
  const std::vector<std::uint32_t> wins{0};
  CHECK(runtime::find_threats(strategy, wins, game->initial(), 0, *memory).answers == 0);
  const runtime::State last = game->parse_board("b(e,b,b,w,e,e,e,e,w)", 0);
  const auto choice = strategy.choose(last, *memory);
  REQUIRE(choice);
  const Threats found = runtime::find_threats(strategy, wins, last, choice->move, *memory);
  CHECK(found.answers == 0);
  CHECK(found.threats.empty());
}
