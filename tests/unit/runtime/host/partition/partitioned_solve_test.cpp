// Solving on several ranks: the values of all states are those of complete search, whatever the
// number of ranks.
#include "runtime/host/partition/partitioned_solve.h"

#include "runtime/host/partition/key_collector.h"
#include "runtime/host/partition/ranks.h"
#include "runtime/host/search/minimax.h"
#include "runtime/host/search/survey.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/graph_game.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {
namespace {

using test::GraphGame;

/// States of a graph as they are: 16 bits of the node, and who moves.
StateCode graph_code(std::span<const BitPermutation> symmetries = {}) {
  const State used{0xffff, 1};
  const State fixed{0, 0};
  return StateCode({}, used, fixed, symmetries);
}

PartitionedSolution solved(const Game& game, const TurnRule& rule, const StateCode& code,
                           unsigned count, const std::vector<State>& states = {}) {
  const Turns turns(game, rule);
  PartitionedSolution solution;
  PartitionOptions options;
  options.digest = true;
  options.states = states;
  run_on_threads(count, [&](Ranks& ranks) {
    const auto own = solve_partitioned(game, turns, code, ranks, options);
    if (ranks.rank() == 0) solution = own;
  });
  return solution;
}

/// What complete search finds.
struct Expected {
  GameValue value;
  std::uint64_t states = 0, first = 0, second = 0, drawn = 0, endless = 0, digest = 0;
  std::vector<State> all;
  std::vector<StateAnswer> answers;
  std::vector<PlayedMove> best_play;
  Survey survey;  ///< counts a state for each role that may have moved there

  Expected(const std::shared_ptr<const Game>& game, const TurnRule& rule) {
    Minimax minimax(game, rule);
    value = minimax.value(game->initial());
    std::set<State> met;
    minimax.visit(game->initial(), [&](const SolvedState& solved) {
      if (!met.emplace(solved.state.begin(), solved.state.end()).second) return;
      ++states;
      const int margin = solved.value.margin;
      ++(solved.value.endless ? endless : margin > 0 ? first : margin < 0 ? second : drawn);
      digest += digest_of(solved.state, solved.value);
    });
    all.assign(met.begin(), met.end());
    PlayEnds ends(*game, minimax);
    for (const State& state : all) {
      StateAnswer& answer = answers.emplace_back();
      answer.value = minimax.value(state);
      if (const auto best = minimax.best(state)) answer.best = PlayedMove{best->mover, best->move};
      answer.end = ends.of(state);
    }
    survey = runtime::survey(*game, minimax, game->initial());
    State state(game->initial().begin(), game->initial().end());
    for (std::set<State> seen; seen.insert(state).second;) {
      const auto best = minimax.best(state);
      if (!best) break;
      best_play.push_back({best->mover, best->move});
      state.assign(best->successor.begin(), best->successor.end());
    }
  }
};

/// Of complete search and of ranks.
void compare_answers(const std::vector<StateAnswer>& expected,
                     const std::vector<StateAnswer>& found) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO("state " << i);
    CHECK(found[i].value == expected[i].value);
    CHECK(found[i].best == expected[i].best);
    CHECK(found[i].end == expected[i].end);
  }
}

/// Of complete search and of ranks, which count states whose play ends stuck with the others.
void compare_surveys(const Survey& expected, const Survey& found) {
  CHECK(found.terminal == expected.terminal);
  CHECK(found.stuck == expected.stuck);
  for (Role role = 0; role < 2; ++role) {
    const SurveyOfMover& own = found.movers[role];
    const SurveyOfMover& other = expected.movers[role];
    CHECK(own.states == other.states);
    CHECK(own.most_moves == other.most_moves);
    CHECK(own.endless == other.endless);
    if (expected.stuck > 0) continue;
    CHECK(own.won == other.won);
    CHECK(own.drawn == other.drawn);
    CHECK(own.lost == other.lost);
    CHECK(own.won_in == other.won_in);
  }
  REQUIRE(found.faults.size() == expected.faults.size());
  for (const GoalFault& fault : expected.faults) {
    CHECK(std::ranges::count_if(found.faults, [&](const GoalFault& one) {
            return one.fault == fault.fault && one.role == fault.role && one.count == fault.count;
          }) == 1);
  }
}

void compare(const std::shared_ptr<const Game>& game, const TurnRule& rule, const StateCode& code,
             std::initializer_list<unsigned> rank_counts) {
  const Expected expected(game, rule);
  for (const unsigned count : rank_counts) {
    INFO(count << " ranks");
    const PartitionedSolution found = solved(*game, rule, code, count);
    CHECK(found.survey.states == expected.states);
    CHECK(found.survey.value == expected.value);
    CHECK(found.first_wins == expected.first);
    CHECK(found.second_wins == expected.second);
    CHECK(found.drawn == expected.drawn);
    CHECK(found.survey.endless == expected.endless);
    CHECK(found.digest == expected.digest);
    if (expected.survey.states == expected.states) compare_surveys(expected.survey, found.survey);
    CHECK(found.best_play == expected.best_play);
    CHECK(std::accumulate(found.levels.begin(), found.levels.end(), std::uint64_t{0}) ==
          expected.states);
    const PartitionedSolution asked = solved(*game, rule, code, count, expected.all);
    CHECK(asked.survey.value == expected.value);
    compare_answers(expected.answers, asked.answers);
  }
}

/// A graph of pairs of nodes that a symmetry exchanges, and of nodes that it leaves alone: bits 0
/// and 1 of a node's number say on which side it is.
std::shared_ptr<const GraphGame> symmetric_graph(Rng& rng, std::uint32_t size) {
  const auto mirrored = [](std::uint32_t node) {
    const std::uint32_t side = node % 4;
    return node - side + (side == 1 ? 2 : side == 2 ? 1 : 0);
  };
  const auto any_node = [&] {
    return 4 * static_cast<std::uint32_t>(rng.below(size)) +
           static_cast<std::uint32_t>(rng.below(3));
  };
  constexpr std::int32_t margins[] = {-100, -50, 0, 0, 50, 100};
  std::vector<GraphGame::GraphNode> nodes(std::size_t{4} * size);
  for (std::uint32_t i = 0; i < size; ++i) {
    GraphGame::GraphNode& middle = nodes[4 * i];
    middle.mover = static_cast<Role>(rng.below(2));
    middle.margin = margins[rng.below(6)];
    for (std::uint64_t n = rng.below(3) + (i == 0 ? 1 : 0); n > 0; --n) {
      const std::uint32_t next = any_node();
      middle.next.push_back(next);
      if (mirrored(next) != next) middle.next.push_back(mirrored(next));
    }
    GraphGame::GraphNode& left = nodes[4 * i + 1];
    left.mover = static_cast<Role>(rng.below(2));
    left.margin = margins[rng.below(6)];
    for (std::uint64_t n = rng.below(4); n > 0; --n) left.next.push_back(any_node());
    GraphGame::GraphNode& right = nodes[4 * i + 2];
    right = left;
    for (std::uint32_t& next : right.next) next = mirrored(next);
  }
  return std::make_shared<const GraphGame>(nodes);
}

/// A random graph, and what complete search finds.
struct RandomCase {
  std::shared_ptr<const GraphGame> game;
  Expected expected;
  Turns turns;

  RandomCase(Rng& rng, bool alternating)
      : game(std::make_shared<const GraphGame>(graph(rng, alternating))),
        expected(game, GraphGame::turn_rule()),
        turns(*game, GraphGame::turn_rule()) {}

 private:
  static GraphGame graph(Rng& rng, bool alternating) {
    GraphGame::RandomGraph shape;
    shape.nodes = 20 + static_cast<std::uint32_t>(rng.below(200));
    shape.alternating = alternating;
    return GraphGame::random(rng, shape);
  }
};

}  // namespace

TEST_CASE("graphs with cycles are solved alike on any number of ranks", "[partition]") {
  Rng rng(7);
  std::uint64_t layered = 0;
  std::uint64_t endless = 0;
  for (int i = 0; i < 400; ++i) {
    INFO("graph " << i);
    GraphGame::RandomGraph shape;
    shape.nodes = 2 + static_cast<std::uint32_t>(rng.below(60));
    shape.ends_in_ten = static_cast<std::uint32_t>(rng.below(5));
    shape.alternating = i % 2 == 0;
    const auto game = std::make_shared<const GraphGame>(GraphGame::random(rng, shape));
    if (game->nodes().front().next.empty() && game->nodes().size() > 1 && i % 7 != 0) continue;
    compare(game, GraphGame::turn_rule(), graph_code(), {1, 3});
    const auto found = solved(*game, GraphGame::turn_rule(), graph_code(), 2);
    layered += found.layered ? 1 : 0;
    endless += found.survey.endless;
  }
  CHECK(layered > 10);
  CHECK(endless > 100);
}

TEST_CASE("symmetric states are stored once, and counted all", "[partition]") {
  BitPermutation sides(128);
  std::iota(sides.begin(), sides.end(), 0U);
  std::swap(sides[0], sides[1]);
  const StateCode merged = graph_code({&sides, 1});
  CHECK(merged.symmetries() == 2);
  CHECK(merged.identity() != graph_code().identity());
  Rng rng(13);
  std::uint64_t stored = 0;
  std::uint64_t states = 0;
  for (int i = 0; i < 200; ++i) {
    INFO("graph " << i);
    const auto game = symmetric_graph(rng, 2 + static_cast<std::uint32_t>(rng.below(30)));
    compare(game, GraphGame::turn_rule(), merged, {1, 3});
    const auto once = solved(*game, GraphGame::turn_rule(), merged, 2);
    const auto each = solved(*game, GraphGame::turn_rule(), graph_code(), 2);
    CHECK(once.levels == each.levels);
    CHECK(once.survey.terminal == each.survey.terminal);
    CHECK(once.edges == each.edges);
    CHECK(once.longest == each.longest);
    CHECK(once.layered == each.layered);
    CHECK(each.stored == each.survey.states);
    stored += once.stored;
    states += once.survey.states;
  }
  CHECK(states > 1000);
  CHECK(stored < states * 3 / 4);
}

TEST_CASE("a state that play does not reach has no answer", "[partition]") {
  const GraphGame game({{0, {1}, 0}, {1, {}, 100}, {0, {1}, 0}});
  const auto found = solved(game, GraphGame::turn_rule(), graph_code(), 2,
                            {game.state(1), game.state(2), game.state(0)});
  REQUIRE(found.answers.size() == 3);
  CHECK(found.answers[0].value == GameValue{100, 0, false});
  CHECK_FALSE(found.answers[0].best);
  CHECK_FALSE(found.answers[1].value);
  CHECK_FALSE(found.answers[1].best);
  CHECK(found.answers[2].best == PlayedMove{0, 1});
}

TEST_CASE("states that are not as proved have no answer", "[partition]") {
  // Bits 0 and 1 of a node are at most one by what was proved, and bits 2 and 3; the symmetry
  // exchanges 1 and 2, so that images of other states are not so.
  const std::vector<BitGroup> groups{{{0, 1}, false}, {{2, 3}, false}};
  BitPermutation symmetry(128);
  std::iota(symmetry.begin(), symmetry.end(), 0U);
  std::swap(symmetry[1], symmetry[2]);
  const StateCode code(groups, State{0xf, 1}, State{0, 0}, {&symmetry, 1});
  std::vector<GraphGame::GraphNode> nodes(16);
  nodes[0].next = {1, 2, 4};
  nodes[1] = {1, {}, 100};
  nodes[2] = {1, {}, -100};
  nodes[4] = {1, {}, -100};
  const GraphGame game(nodes);
  std::vector<State> states;
  for (std::uint32_t node = 0; node < 16; ++node) states.push_back(game.state(node));
  const auto found = solved(game, GraphGame::turn_rule(), code, 2, states);
  for (std::uint32_t node = 0; node < 16; ++node) {
    INFO("node " << node);
    const bool reached = node == 0 || node == 1 || node == 2 || node == 4;
    CHECK(found.answers[node].value.has_value() == reached);
  }
  CHECK(found.answers[0].best == PlayedMove{0, 1});
}

TEST_CASE("ranks that are asked about different states say so", "[partition]") {
  const GraphGame game({{0, {1}, 0}, {1, {}, 100}});
  const Turns turns(game, GraphGame::turn_rule());
  CHECK_THROWS_WITH(run_on_threads(2,
                                   [&](Ranks& ranks) {
                                     const std::vector<State> states(1, game.state(ranks.rank()));
                                     PartitionOptions options;
                                     options.states = states;
                                     const StateCode code = graph_code();
                                     (void)solve_partitioned(game, turns, code, ranks, options);
                                   }),
                    "ranks evaluate different states");
}

TEST_CASE("what was stopped goes on from files", "[partition]") {
  Rng rng(5);
  std::size_t resumed = 0;
  for (int i = 0; i < 24; ++i) {
    INFO("graph " << i);
    const RandomCase random(rng, i % 2 == 0);
    const auto& [game, expected, turns] = random;
    const tests::Folder folder;
    const unsigned count = 1 + static_cast<unsigned>(i % 3);
    PartitionedSolution solution;
    const auto solve = [&](unsigned ranks_now, const PartitionOptions& common) {
      run_on_threads(ranks_now, [&](Ranks& ranks) {
        PartitionOptions options = common;
        options.folder = folder.path.string();
        options.digest = true;
        if (ranks.rank() != 0) options.progress = {};
        const auto own = solve_partitioned(*game, turns, graph_code(), ranks, options);
        if (ranks.rank() == 0) solution = own;
      });
    };
    // Stopped after some levels, again and again, until it is not.
    for (bool done = false; !done;) {
      std::atomic<bool> stop{false};
      std::uint64_t levels = 1 + rng.below(4);
      PartitionOptions options;
      options.stop = &stop;
      options.progress = [&](const PartitionProgress&) {
        if (--levels == 0) stop = true;
      };
      try {
        solve(count, options);
        done = true;
      } catch (const Stopped&) {
      }
    }
    resumed += solution.resumed ? 1 : 0;
    CHECK(solution.survey.states == expected.states);
    CHECK(solution.digest == expected.digest);
    CHECK(solution.survey.value == expected.value);
    // Once more, of what is complete; and by others than it is for.
    solve(count, {});
    CHECK(solution.digest == expected.digest);
    CHECK_THROWS_AS(solve(count + 1, {}), FileError);
  }
  CHECK(resumed > 12);
}

TEST_CASE("ranks that died at different times go on together", "[partition]") {
  Rng rng(21);
  std::size_t killed = 0;
  for (int i = 0; i < 16; ++i) {
    INFO("graph " << i);
    const RandomCase random(rng, i % 2 == 0);
    const auto& [game, expected, turns] = random;
    const tests::Folder folder;
    PartitionedSolution solution;
    for (bool done = false; !done;) {
      const auto victim = static_cast<unsigned>(rng.below(3));
      std::uint64_t left = 1 + rng.below(5);
      try {
        run_on_threads(3, [&](Ranks& ranks) {
          PartitionOptions options;
          options.folder = folder.path.string();
          options.digest = true;
          if (ranks.rank() == victim) {
            options.progress = [&](const PartitionProgress&) {
              if (--left == 0) throw std::runtime_error("killed");
            };
          }
          const auto own = solve_partitioned(*game, turns, graph_code(), ranks, options);
          if (ranks.rank() == 0) solution = own;
        });
        done = true;
      } catch (const FileError&) {
        throw;
      } catch (const std::runtime_error& error) {
        REQUIRE(std::string(error.what()) == "killed");
        ++killed;
      }
    }
    CHECK(solution.digest == expected.digest);
    CHECK(solution.survey.value == expected.value);
  }
  CHECK(killed > 40);
}

TEST_CASE("plays that are too long for two bytes are a limit", "[partition]") {
  // A chain whose states come again, and ends of 51 margins: 1,273 plies fit in.
  const auto chain = [](std::uint32_t length) {
    std::vector<GraphGame::GraphNode> nodes(length + 100);
    for (std::uint32_t i = 0; i < length; ++i) {
      nodes[i].mover = i % 2;
      nodes[i].next = {i + 1};
      if (i >= 4 && i % 2 == 0) nodes[i].next.push_back(i - 1);
    }
    nodes[length].mover = length % 2;
    nodes[length].margin = 100;
    // Ends that nobody wants, so that there are many margins.
    for (std::uint32_t i = 0; i < 50; ++i) {
      nodes[2 * i].next.push_back(length + 1 + i);
      nodes[length + 1 + i] = {0, {}, static_cast<std::int32_t>(i) + 1};
    }
    return std::make_shared<const GraphGame>(nodes);
  };
  compare(chain(300), GraphGame::turn_rule(), graph_code(), {2});
  CHECK_THROWS_AS(solved(*chain(1400), GraphGame::turn_rule(), graph_code(), 2), LimitReached);
}

TEST_CASE("damaged files are not read", "[partition]") {
  Rng rng(9);
  GraphGame::RandomGraph shape;
  shape.nodes = 200;
  shape.ends_in_ten = 1;
  const GraphGame game = GraphGame::random(rng, shape);
  const Turns turns(game, GraphGame::turn_rule());
  const tests::Folder folder;
  const auto solve = [&](std::uint64_t rules) {
    run_on_threads(2, [&](Ranks& ranks) {
      PartitionOptions options;
      options.folder = folder.path.string();
      options.rules = rules;
      (void)solve_partitioned(game, turns, graph_code(), ranks, options);
    });
  };
  solve(1);
  solve(1);
  CHECK_THROWS_WITH(solve(2), Catch::Contains("another game"));
  std::size_t tried = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path)) {
    if (!entry.is_regular_file() || entry.file_size() == 0) continue;
    INFO(entry.path());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    for (const std::size_t place : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
      std::string damaged = whole;
      damaged[place] ^= 4;
      std::ofstream(entry.path(), std::ios::binary) << damaged;
      // That of the last level is computed again, if states are not layered.
      try {
        solve(1);
      } catch (const FileError&) {
        ++tried;
      }
    }
    std::ofstream(entry.path(), std::ios::binary) << whole;
  }
  CHECK(tried > 8);
}

TEST_CASE("damaged lists of a stage are not read", "[partition]") {
  // A ring with ways out that one of both wants.
  std::vector<GraphGame::GraphNode> nodes(66);
  for (std::uint32_t i = 0; i < 60; ++i) {
    nodes[i].mover = i % 2;
    nodes[i].next = {(i + 1) % 60, (i + 59) % 60};
    if (i % 10 == 9) nodes[i].next.push_back(60 + i / 10);
  }
  constexpr std::int32_t margins[] = {100, 0, 50, 100, 0, 100};
  for (std::uint32_t i = 0; i < 6; ++i) nodes[60 + i].margin = margins[i];
  const GraphGame game(nodes);
  const Turns turns(game, GraphGame::turn_rule());
  std::set<std::string> damaged;
  for (std::uint64_t after = 1; after < 60; ++after) {
    const tests::Folder folder;
    std::uint64_t left = after;
    const auto solve = [&] {
      run_on_threads(1, [&](Ranks& ranks) {
        PartitionOptions options;
        options.folder = folder.path.string();
        options.progress = [&](const PartitionProgress&) {
          if (--left == 0) throw std::runtime_error("killed");
        };
        (void)solve_partitioned(game, turns, graph_code(), ranks, options);
      });
    };
    try {
      solve();
      break;
    } catch (const std::runtime_error&) {
    }
    left = 1'000'000;
    std::set<std::string> tried;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path / "rank-0")) {
      const std::string list = entry.path().extension().string();
      const bool is_one =
          std::set<std::string>{".exact", ".bounds", ".plies", ".known", ".ended"}.contains(list);
      if (!is_one || entry.file_size() == 0 || !tried.insert(list).second) continue;
      std::fstream file(entry.path(), std::ios::binary | std::ios::in | std::ios::out);
      std::string before(2, '\0');
      file.read(before.data(), 2);
      file.seekp(0);
      file.write("\xfe\xfd", 2);
      file.flush();
      INFO(entry.path());
      CHECK_THROWS_AS(solve(), FileError);
      file.seekp(0);
      file.write(before.data(), 2);
      damaged.insert(list);
    }
  }
  CHECK(damaged.size() >= 4);
}

TEST_CASE("a rank that fails ends all", "[partition]") {
  CHECK_THROWS_WITH(run_on_threads(4,
                                   [](Ranks& ranks) {
                                     std::uint64_t one = 1;
                                     ranks.add_up({&one, 1});
                                     if (ranks.rank() == 2) throw std::runtime_error("no room");
                                     ranks.begin_exchange(std::vector<Ranks::Message>(4));
                                     (void)ranks.finish_exchange();
                                   }),
                    "no room");
}

TEST_CASE("messages arrive from all at all", "[partition]") {
  std::mutex mutex;
  run_on_threads(5, [&](Ranks& ranks) {
    for (std::uint64_t round = 0; round < 50; ++round) {
      std::vector<Ranks::Message> messages;
      for (unsigned to = 0; to < 5; ++to) {
        messages.emplace_back(round % 3, 100 * round + 10 * ranks.rank() + to);
      }
      ranks.begin_exchange(std::move(messages));
      const auto received = ranks.finish_exchange();
      std::uint64_t sum = ranks.rank();
      ranks.add_up({&sum, 1});
      const std::lock_guard lock(mutex);
      CHECK(sum == 10);
      for (unsigned from = 0; from < 5; ++from) {
        CHECK(received[from] == Ranks::Message(round % 3, 100 * round + 10 * from + ranks.rank()));
      }
    }
  });
}

}  // namespace tesuji::runtime
