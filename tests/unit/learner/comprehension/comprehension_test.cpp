// Measures of comprehension, beside an interpreter that does the work that is counted.
#include "learner/comprehension/comprehension.h"
#include "runtime/host/memory/rng.h"
#include "tests/unit/support/strategy_runtime_support.h"

#include <catch2/catch.hpp>

#include <functional>
#include <limits>

using namespace tesuji;
using ir::Argument;
using ir::ProcOperation;
using learner::HandWork;
using runtime::Node;

namespace {

/// Interprets clauses goal by goal and counts what it does; remembers nothing.
class Reader {
 public:
  Reader(const std::vector<ir::Proc>& procs, runtime::StateSpace& space)
      : procs_(procs), space_(space) {}

  using Found = std::function<bool(Node*, std::uint32_t)>;

  /// True: `found` wanted no more.
  bool prove(const ir::Proc& proc, Node* from, Node* to, std::uint32_t plies, const Found& found) {
    for (const ir::ProcClause& clause : proc.clauses) {
      Frame frame(clause.variables.size());
      frame[0] = {from, plies};
      if (run(clause, 0, frame, to, found)) return true;
    }
    return false;
  }

  void tried() { ++work.literals; }
  HandWork work;

 private:
  struct Bound {
    Node* node = nullptr;
    std::uint32_t plies = 0;
  };
  using Frame = std::vector<Bound>;

  static bool is_spoken_of(const ir::ProcClause& clause, std::size_t after, std::uint32_t id) {
    for (std::size_t i = after + 1; i < clause.ops.size(); ++i) {
      for (const Argument& arg : clause.ops[i].args) {
        if (arg.kind != Argument::Kind::ignore && arg.id == id) return true;
      }
    }
    return false;
  }

  bool run(const ir::ProcClause& clause, std::size_t at, Frame frame, Node* to,
           const Found& found) {
    const ProcOperation& op = clause.ops[at];
    const Bound from = frame[op.args.front().id];
    if (op.kind == ProcOperation::Kind::yield) {
      const Bound last = frame[op.args.back().id];
      if (to && last.node != to) return false;
      return found(last.node, last.plies);
    }
    tried();
    const bool binds = op.args.size() == 2 && op.args[1].kind == Argument::Kind::binder;
    const std::uint32_t out = binds ? op.args[1].id : 0;
    const bool given = op.args.size() == 2 && op.args[1].kind == Argument::Kind::variable;
    const std::uint32_t last = clause.ops.back().args.back().id;
    if (binds && is_spoken_of(clause, at, out) && !(to && out == last)) {
      return call(op.callee, from, nullptr, [&](Node* node, std::uint32_t plies) {
        frame[out] = {node, plies};
        return run(clause, at + 1, frame, to, found);
      });
    }
    Bound target;
    if (binds && to && out == last) target.node = to;
    if (given) target = frame[op.args[1].id];
    std::uint32_t plies = 0;
    const bool holds = call(op.callee, from, target.node, [&](Node*, std::uint32_t at_plies) {
      plies = at_plies;
      return true;
    });
    if (holds == (op.kind == ProcOperation::Kind::absent)) return false;
    if (binds && to && out == last) frame[out] = {to, plies};
    return run(clause, at + 1, frame, to, found);
  }

  bool call(const std::string& name, Bound from, Node* to, const Found& found) {
    if (name == "won" || name == "drawn") {
      ++work.tests;
      work.plies = std::max(work.plies, from.plies);
      const bool holds = name == "won" ? space_.won(*from.node) : space_.drawn(*from.node);
      return holds && found(from.node, from.plies);
    }
    if (name != "move") {
      for (const ir::Proc& proc : procs_) {
        if (proc.name == name) return prove(proc, from.node, to, from.plies, found);
      }
    }
    space_.expand(*from.node);
    for (std::uint32_t edge = 0; edge < from.node->edge_count; ++edge) {
      Node* const next = space_.successor(*from.node, edge);
      if (to && next != to) continue;
      ++work.boards;
      work.plies = std::max(work.plies, from.plies + 1);
      if (found(next, from.plies + 1)) return true;
    }
    return false;
  }

  const std::vector<ir::Proc>& procs_;
  runtime::StateSpace& space_;
};

/// p0, p1, .. over those before them and the primitives, and win_1, win_2 of the last two.
std::string random_strategy(runtime::Rng& random) {
  std::string text;
  const std::size_t count = 2 + random.below(3);
  for (std::size_t number = 0; number < count; ++number) {
    const auto callee = [&] {
      const std::size_t pick = random.below(number + 1);
      return pick == number ? std::string("move") : "p" + std::to_string(pick);
    };
    for (std::uint64_t clauses = 1 + random.below(2); clauses > 0; --clauses) {
      text += "p" + std::to_string(number) + "(A,B):-" + callee() + "(A,B)";
      switch (random.below(6)) {
        case 0:
          text += ",won(B)";
          break;
        case 1:
          text += ",drawn(B)";
          break;
        case 2:
          text += ",not(" + callee() + "(B,_))";
          break;
        case 3:
          text += "," + callee() + "(A,B),not(drawn(B))";
          break;
        case 4:
          text += "," + callee() + "(B,C),not(won(C))";
          break;
        default:
          text += "," + callee() + "(B,C)";
      }
      text += ".\n";
    }
  }
  for (std::size_t level = 1; level <= 2; ++level) {
    text += "win_" + std::to_string(level) + "(A,B):-p" + std::to_string(count - 3 + level) +
            "(A,B).\n";
  }
  return text;
}

}  // namespace

TEST_CASE("the work by hand is what an interpreter does", "[comprehension]") {
  const auto game = test::hexapawn(3);
  const runtime::Turns turns(*game, test::BoardGame::turn_rule());
  const auto states = test::reachable(*game);
  std::uint64_t checks = 0;
  std::size_t decided = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    runtime::Rng random(seed, 0);
    const std::string text = random_strategy(random);
    const auto procs = test::parse_procs(text);
    const auto order = test::execution_order(procs);
    learner::HandWorker worker(procs, order, *game, turns);
    const runtime::Strategy strategy(game, test::BoardGame::turn_rule(),
                                     test::strategy_engines().front().make(procs, order));
    const auto memory = strategy.make_memory();
    runtime::StateSpace space(*game, turns);
    for (std::size_t i = seed % 7; i < states.size(); i += 7) {
      const auto result = worker.choose(states[i]);
      Node& node = *space.root(states[i]);
      Reader reader(procs, space);
      bool found = false;
      for (std::size_t p = 0; p < order.size() && !found; ++p) {
        reader.tried();
        const auto proc = std::find_if(procs.begin(), procs.end(),
                                       [&](const ir::Proc& one) { return one.name == order[p]; });
        found = reader.prove(*proc, &node, nullptr, 0,
                             [](Node*, std::uint32_t plies) { return plies == 1; });
      }
      INFO(text << game->board(states[i]));
      CHECK(result.work == reader.work);
      const auto chosen = strategy.choose(states[i], *memory);
      REQUIRE(chosen.has_value() == result.predicate.has_value());
      if (chosen) CHECK(procs[*result.predicate].name == chosen->name);
      checks += result.work.checks();
      decided += chosen ? 1 : 0;
    }
  }
  CHECK(checks > 10'000);
  CHECK(decided > 100);
}

TEST_CASE("the text of a strategy is measured", "[comprehension]") {
  const auto procs = test::parse_procs(R"(
    win_1(A,B):-move(A,B),won(B).
    win_2(A,B):-win_2_1(A,B),not(win_2_1(B,_)).
    win_2_1(A,B):-move(A,B),not(win_1(B,_)).
    unused(A,B):-win_2(A,B),drawn(B).
  )");
  const auto order = test::execution_order(procs);
  REQUIRE(order == std::vector<std::string>{"win_1", "win_2"});
  const std::vector<std::string> first{"win_1"};
  // win_1 A B move A B won B
  CHECK(learner::measure_text(procs, order, first) == learner::TextMeasures{1, 0, 1, 2, 8, 1});
  CHECK(learner::measure_text(procs, order, order) == learner::TextMeasures{3, 1, 3, 6, 26, 3});
  CHECK(learner::measure_text(procs, order, {}) == learner::TextMeasures{});
}

TEST_CASE("work that does not fit a count stays at the largest number", "[comprehension]") {
  // Each predicate calls the one before twice.
  std::string text = "p0(A,B):-move(A,B),not(drawn(A)).\n";
  for (int i = 1; i < 70; ++i) {
    const std::string before = "p" + std::to_string(i - 1);
    text += "p" + std::to_string(i) + "(A,B):-" + before + "(A,B)," + before + "(A,B).\n";
  }
  text += "win_1(A,B):-p69(A,B),won(A).\n";
  const auto game = test::hexapawn(3);
  const runtime::Turns turns(*game, test::BoardGame::turn_rule());
  const auto procs = test::parse_procs(text);
  const std::vector<std::string> order{"win_1"};
  learner::HandWorker worker(procs, order, *game, turns);
  const auto result = worker.choose(game->initial());
  CHECK_FALSE(result.predicate);
  CHECK(result.work.literals == std::numeric_limits<std::uint64_t>::max());
  CHECK(result.work.checks() == std::numeric_limits<std::uint64_t>::max());
  CHECK(result.work.plies == 1);
}

TEST_CASE("mean and worst case are of the states of a predicate", "[comprehension]") {
  const auto game = test::hexapawn(3);
  const runtime::Turns turns(*game, test::BoardGame::turn_rule());
  const auto procs = test::parse_procs("win_1(A,B):-move(A,B),won(B).");
  const std::vector<std::string> order{"win_1"};
  const std::vector<runtime::State> states{
      runtime::State(game->initial().begin(), game->initial().end()),
      game->parse_board("b(e,b,b,w,e,e,e,e,w)", 0)};
  const auto all = learner::measure_comprehension(procs, order, *game, turns, states);
  REQUIRE(all.work.size() == 2);
  CHECK(all.work[0].work == HandWork{3, 3, 5, 1});
  CHECK(all.deciding == std::vector<std::size_t>{1, 0});
  const auto won = learner::summary_of(all, 0);
  CHECK(won.states == 1);
  CHECK(won.worst_state == 1);
  const auto whole = learner::summary_of(all);
  CHECK(whole.states == 2);
  CHECK(whole.checks ==
        (static_cast<double>(all.work[0].work.checks() + all.work[1].work.checks())) / 2);
}
