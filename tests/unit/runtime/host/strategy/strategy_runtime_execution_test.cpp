// Execution of learned strategies, in every engine: MIGO's published moves, and
// the general shapes of procs against a direct reading of Prolog's semantics.

#include "ir/module/proc_program.h"
#include "tests/unit/support/strategy_runtime_support.h"
#include "tests/unit/support/words.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <sstream>

using namespace tesuji;
using runtime::State;
using runtime::StateView;
using runtime::Strategy;

namespace {

Strategy make(const test::EngineUnderTest& engine, std::shared_ptr<const test::BoardGame> game,
              const std::vector<ir::Proc>& procs, const std::vector<std::string>& order) {
  return Strategy(std::move(game), test::BoardGame::turn_rule(), engine.make(procs, order));
}

/// Prolog's semantics read off the procs: every solution in order, nothing
/// remembered, over states and not nodes.
class PlainProlog {
 public:
  PlainProlog(const test::BoardGame& game, const std::vector<ir::Proc>& procs)
      : game_(game), procs_(procs), scratch_(game.make_scratch()) {}

  using Found = std::function<bool(const State&)>;  ///< true ends the search

  bool search(const std::string& name, const State& from, const Found& found) {
    if (name == "move") return successors(from, found);
    const auto proc = std::find_if(procs_.begin(), procs_.end(),
                                   [&](const ir::Proc& p) { return p.name == name; });
    for (const ir::ProcClause& clause : proc->clauses) {
      std::vector<State> variables(clause.variables.size());
      variables[0] = from;
      if (run(clause, 0, variables, found)) return true;
    }
    return false;
  }

 private:
  bool successors(const State& from, const Found& found) {
    if (game_.terminal(from, *scratch_)) return false;
    std::vector<std::vector<runtime::Move>> moves;
    game_.legal(from, *scratch_, moves);
    for (const runtime::Move first : moves[0])
      for (const runtime::Move second : moves[1]) {
        State next(3);
        game_.next(from, std::vector<runtime::Move>{first, second}, *scratch_, next);
        if (found(next)) return true;
      }
    return false;
  }

  bool outcome(const std::string& name, const State& state) {
    if (!game_.terminal(state, *scratch_)) return false;
    std::vector<std::vector<std::string>> goals;
    game_.goal(state, *scratch_, goals);
    const bool won = goals[1 - state[2]].front() == "100";
    return name == "won" ? won : !won && goals[0].front() == "50";
  }

  bool holds(const ir::ProcOperation& op, const std::vector<State>& variables) {
    const State& from = variables[op.args[0].id];
    if (op.callee == "won" || op.callee == "drawn") return outcome(op.callee, from);
    if (op.args.size() == 2 && op.args[1].kind == ir::Argument::Kind::variable)
      return search(op.callee, from,
                    [&](const State& found) { return found == variables[op.args[1].id]; });
    return search(op.callee, from, [](const State&) { return true; });
  }

  bool run(const ir::ProcClause& clause, std::size_t at, std::vector<State>& variables,
           const Found& found) {
    const ir::ProcOperation& op = clause.ops[at];
    switch (op.kind) {
      case ir::ProcOperation::Kind::yield:
        return found(variables[op.args.back().id]);
      case ir::ProcOperation::Kind::test:
        return holds(op, variables) && run(clause, at + 1, variables, found);
      case ir::ProcOperation::Kind::absent:
        return !holds(op, variables) && run(clause, at + 1, variables, found);
      case ir::ProcOperation::Kind::call:
        break;
    }
    return search(op.callee, variables[op.args[0].id], [&](const State& solution) {
      variables[op.args[1].id] = solution;
      return run(clause, at + 1, variables, found);
    });
  }

  const test::BoardGame& game_;
  const std::vector<ir::Proc>& procs_;
  std::unique_ptr<runtime::Scratch> scratch_;
};

/// Every predicate at every state: truth, first solution and all solutions.
void check_against_plain_prolog(std::shared_ptr<const test::BoardGame> game, const char* text,
                                const std::vector<State>& states) {
  const std::vector<ir::Proc> procs = test::parse_procs(text);
  PlainProlog prolog(*game, procs);
  std::map<std::pair<std::string, State>, std::vector<State>> expected;
  for (const ir::Proc& proc : procs)
    for (const State& state : states) {
      auto& solutions = expected[{proc.name, state}];
      prolog.search(proc.name, state, [&](const State& found) {
        if (std::find(solutions.begin(), solutions.end(), found) == solutions.end())
          solutions.push_back(found);
        return false;
      });
    }
  for (const bool memo : {true, false})
    for (const test::EngineUnderTest& engine : test::strategy_engines()) {
      CAPTURE(engine.name, memo);
      const Strategy strategy = make(engine, game, test::parse_procs(text, memo), {});
      const auto memory = strategy.make_memory();
      std::size_t wrong = 0;
      for (const ir::Proc& proc : procs) {
        const std::uint32_t predicate = *strategy.find(proc.name);
        for (const State& state : states) {
          const std::vector<State>& solutions = expected[{proc.name, state}];
          const auto first = strategy.first(predicate, state, *memory);
          const bool same =
              strategy.holds(predicate, state, *memory) == !solutions.empty() &&
              first.has_value() == !solutions.empty() &&
              (!first || std::equal(first->begin(), first->end(), solutions[0].begin())) &&
              strategy.solutions(predicate, state, *memory) == solutions;
          if (!same && ++wrong == 1) UNSCOPED_INFO(proc.name << " at " << game->board(state));
        }
      }
      CHECK(wrong == 0);
    }
}

void check_published_moves(std::shared_ptr<const test::BoardGame> game, const std::string& name,
                           std::size_t boards) {
  const auto program = test::reference_file("migo-data/strategies/" + name + ".pl");
  const auto moves = test::reference_file("migo-data/" + name + "/strategy-moves.txt");
  if (!program || !moves) return;
  const std::vector<ir::Proc> procs = test::parse_procs(*program);
  for (const test::EngineUnderTest& engine : test::strategy_engines())
    for (const bool one_board_at_a_time : {false, true}) {
      CAPTURE(engine.name, one_board_at_a_time);
      const Strategy strategy = make(engine, game, procs, test::execution_order(procs));
      const auto memory = strategy.make_memory();
      std::istringstream lines(*moves);
      std::size_t count = 0;
      for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string board, clause, successor;
        words >> board >> clause >> successor;
        if (one_board_at_a_time) memory->clear();
        const State state = game->parse_board(board, 0);
        const auto choice = strategy.choose(state, *memory);
        ++count;
        if (!choice) {
          // Where no predicate has a solution the data names none.
          CHECK(std::find(strategy.order().begin(), strategy.order().end(),
                          strategy.find(clause).value_or(~0u)) == strategy.order().end());
          continue;
        }
        if (choice->name != clause || game->board(choice->successor) != successor)
          FAIL_CHECK(board << ": " << choice->name << " " << game->board(choice->successor)
                           << ", published " << clause << " " << successor);
      }
      CHECK(count == boards);
    }
}

}  // namespace

TEST_CASE("published moves of the learned strategies", "[strategy]") {
  SECTION("noughts and crosses") {
    check_published_moves(test::noughts_and_crosses(), "noughts-and-crosses", 2423);
  }
  SECTION("hexapawn 3x3") {
    check_published_moves(test::hexapawn(3), "hexapawn3", 33);
  }
}

TEST_CASE("published predicates mean what Prolog makes of them", "[strategy]") {
  SECTION("hexapawn 3x3, every state") {
    const auto program = test::reference_file("migo-data/strategies/hexapawn3.pl");
    if (!program) return;
    const auto game = test::hexapawn(3);
    check_against_plain_prolog(game, program->c_str(), test::reachable(*game));
  }
  SECTION("noughts and crosses, states with at most five empty cells") {
    const auto program = test::reference_file("migo-data/strategies/noughts-and-crosses.pl");
    if (!program) return;
    const auto game = test::noughts_and_crosses();
    std::vector<State> states;
    for (const State& state : test::reachable(*game))
      if (std::popcount(state[0] | state[1]) >= 4) states.push_back(state);
    check_against_plain_prolog(game, program->c_str(), states);
  }
}

TEST_CASE("procs of every shape", "[strategy]") {
  const auto game = test::hexapawn(3);
  const std::vector<State> states = test::reachable(*game);
  SECTION("chains of moves, and solutions that are several moves away") {
    check_against_plain_prolog(game, R"(
      two(A,B):-move(A,C),move(C,B).
      three(A,B):-two(A,C),move(C,B).
      four(A,B):-two(A,C),two(C,B).
      last(A,B):-three(A,B),won(B).
    )",
                               states);
  }
  SECTION("several clauses, inside and outside chains") {
    check_against_plain_prolog(game, R"(
      ends(A,B):-move(A,B),won(B).
      ends(A,B):-move(A,B),drawn(B).
      safe(A,B):-move(A,B),not(ends(B,_)).
      safe(A,B):-ends(A,B).
      plan(A,B):-safe(A,C),safe(C,D),ends(D,B),not(drawn(B)).
      plan(A,B):-ends(A,B).
      plan(A,A):-drawn(A).
      goal(A,B):-plan(A,B),not(won(B)).
      goal(A,B):-safe(A,C),plan(C,B),won(B).
    )",
                               states);
  }
  SECTION("tests of given pairs, ignored arguments, properties of one state") {
    check_against_plain_prolog(game, R"(
      over(A):-won(A).
      over(A):-drawn(A).
      alive(A):-move(A,_),not(over(A)).
      reply(A,B):-move(A,B),alive(B).
      both(A,B):-reply(A,B),move(A,B),not(over(B)).
      apart(A,B):-move(A,C),move(C,B),not(move(A,B)),not(reply(A,B)).
      forced(A,B):-move(A,B),reply(B,_),not(both(B,_)).
      again(A,B):-apart(A,C),apart(C,B),apart(A,C).
      ending(A):-reply(A,B),not(reply(B,_)).
      near(A,B):-reply(A,B),ending(B).
    )",
                               states);
  }
  SECTION("deep chains are called once they would grow too large in place") {
    std::string text = "p0(A,B):-move(A,B).\n";
    for (int i = 1; i <= 8; ++i) {
      const std::string below = "p" + std::to_string(i - 1);
      text += "p" + std::to_string(i) + "(A,B):-" + below + "(A,C)," + below + "(C,B).\n";
    }
    // Games of hexapawn 3x3 last 8 moves at most, so that few of these hold.
    check_against_plain_prolog(game, text.c_str(), {states.begin(), states.begin() + 8});
  }
}

TEST_CASE("unusable procs are refused", "[strategy]") {
  for (const test::EngineUnderTest& engine : test::strategy_engines()) {
    CAPTURE(engine.name);
    const auto refused = [&](const char* text, std::vector<std::string> order) {
      try {
        (void)engine.make(test::parse_procs(text), order);
      } catch (const std::invalid_argument& error) {
        return std::string(error.what());
      }
      return std::string("accepted");
    };
    tesuji::tests::check_words(refused("p(A,B):-q(A,B).", {}));
    tesuji::tests::check_words(refused("p(A,B):-won(A,B).", {}));
    tesuji::tests::check_words(refused("p(A,B):-q(A,B).\nq(A,B):-p(A,B).", {}));
    tesuji::tests::check_words(refused("p(A,B):-not(move(A,B)).", {}));
    tesuji::tests::check_words(refused("p(A,B):-move(A,B).", {"q"}));
    tesuji::tests::check_words(refused("p(A):-won(A).", {"p"}));
    CHECK(refused("p(A,B):-move(A,B).", {"p"}) == "accepted");
    const auto chain = [](std::uint32_t length) {
      std::string text = "p1(A,B):-move(A,B).\n";
      for (std::uint32_t i = 2; i <= length; ++i)
        text += "p" + std::to_string(i) + "(A,B):-p" + std::to_string(i - 1) + "(A,B).\n";
      return text;
    };
    tesuji::tests::check_words(refused(chain(ir::deepest_proc + 1).c_str(), {}));
  }
}

TEST_CASE("the deepest procs that are allowed run", "[strategy]") {
  std::string text = "p1(A,B):-move(A,B).\np1(A,B):-move(A,B),won(B).\n";
  for (std::uint32_t i = 2; i <= ir::deepest_proc; ++i) {
    const std::string below = "p" + std::to_string(i - 1);
    text += "p" + std::to_string(i) + "(A,B):-" + below + "(A,B).\n";
  }
  const auto game = test::hexapawn(3);
  for (const test::EngineUnderTest& engine : test::strategy_engines()) {
    CAPTURE(engine.name);
    const Strategy strategy = make(engine, game, test::parse_procs(text), {});
    const auto memory = strategy.make_memory();
    CHECK(strategy.solutions(ir::deepest_proc - 1, game->initial(), *memory).size() == 3);
  }
}

TEST_CASE("solutions that no single move leads to are not chosen", "[strategy]") {
  const auto game = test::hexapawn(3);
  const std::vector<ir::Proc> procs =
      test::parse_procs("far(A,B):-move(A,C),move(C,B).\nnear(A,B):-move(A,B).");
  for (const test::EngineUnderTest& engine : test::strategy_engines()) {
    const Strategy strategy = make(engine, game, procs, {"far", "near"});
    const auto memory = strategy.make_memory();
    const auto choice = strategy.choose(game->initial(), *memory);
    REQUIRE(choice);
    CHECK(choice->name == "near");
    CHECK(game->board(choice->successor) == "b(b,b,b,w,e,e,e,w,w)");
    CHECK(choice->move == 1 + 6 * 9 + 3);
  }
}
