// MIGO on the boards of the published runs: what it learns, and what that costs, beside
// reference/migo.md.
#include "learner/experiments/experiment.h"
#include "runtime/host/search/survey.h"
#include "tests/unit/support/strategy_runtime_support.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <sstream>

using namespace tesuji;
using learner::Goal;
using learner::Labelling;

namespace {

struct PublishedRuns {
  const char* name;
  std::shared_ptr<const test::BoardGame> game;
  std::string folder;
  std::string scores;  ///< beginning of the files' names
  int runs;
  std::uint64_t games;
};

PublishedRuns noughts_runs() {
  return {"noughts-and-crosses",
          test::noughts_and_crosses(),
          "migo-data/noughts-and-crosses/",
          "score_migo_",
          20,
          200};
}

PublishedRuns hexapawn_runs() {
  return {"hexapawn3", test::hexapawn(3), "migo-data/hexapawn3/", "score_metagol_", 40, 100};
}

/// The start boards of a run in the order of play: from the highest index down.
std::vector<runtime::State> boards_of(const PublishedRuns& runs, int run) {
  const auto text =
      test::reference_file(runs.folder + "boards-per-run/input_" + std::to_string(run) + ".pl");
  std::map<int, runtime::State, std::greater<>> boards;
  if (!text) return {};
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t board = line.find("b(");
    if (board == std::string::npos || line.find("board(") != 0) continue;
    const std::size_t begin = line.find("b(", 6);
    boards[std::stoi(line.substr(6))] = runs.game->parse_board(line.substr(begin), 0);
  }
  std::vector<runtime::State> result;
  for (auto& [index, board] : boards) result.push_back(std::move(board));
  return result;
}

std::vector<double> numbers(const std::string& text) {
  std::istringstream stream(text);
  std::vector<double> result;
  for (double number; stream >> number;) result.push_back(number);
  return result;
}

struct Options : learner::ExperimentOptions {
  learner::MigoOptions migo;
};

learner::Experiment play(const PublishedRuns& runs, std::vector<runtime::State> boards,
                         Options options, const learner::ExperimentHooks& hooks = {}) {
  options.in_order = true;
  options.games = runs.games;
  const auto make_arena = [&] {
    return std::make_unique<learner::Arena>(runs.game, test::BoardGame::turn_rule(), boards);
  };
  const learner::Entrant entrant = learner::migo_entrant("migo", {options.migo});
  return run_experiment(options, make_arena, {&entrant, 1}, nullptr, hooks);
}

}  // namespace

TEST_CASE("the published runs' boards are learned at the published regret", "[migo]") {
  const PublishedRuns runs = GENERATE(noughts_runs(), hexapawn_runs());
  const Labelling labelling = GENERATE(Labelling::mixed, Labelling::separated);
  const std::string kind = labelling == Labelling::mixed ? "mixed" : "separated";
  const auto mean =
      test::reference_file(runs.folder + "published/" + runs.scores + kind + "_av.txt");
  const auto deviation =
      test::reference_file(runs.folder + "published/" + runs.scores + kind + "_std.txt");
  if (!mean || !deviation) return;
  std::vector<learner::Run> all;
  for (int run = 0; run < runs.runs; ++run) {
    Options options;
    options.seed = static_cast<std::uint64_t>(run);
    options.migo.labelling = labelling;
    auto boards = boards_of(runs, run);
    REQUIRE(boards.size() == runs.games);
    learner::Experiment experiment = play(runs, std::move(boards), options);
    REQUIRE(experiment.runs.front().complete);
    all.push_back(std::move(experiment.runs.front()));
  }
  const learner::MeanCurve curve = learner::mean_curve(all);
  const std::vector<double> published = numbers(*mean);
  const std::vector<double> spread = numbers(*deviation);
  for (const std::size_t game : {10, 20, 50, 100, 200}) {
    if (game > runs.games) continue;
    INFO(runs.name << " " << kind << ", game " << game);
    CHECK(curve.mean[game - 1] <=
          published[game - 1] + 2 * spread[game - 1] / std::sqrt(static_cast<double>(runs.runs)));
  }
}

TEST_CASE("learned winning rules are those published, on every reachable position", "[migo]") {
  const PublishedRuns runs = GENERATE(noughts_runs(), hexapawn_runs());
  const auto text = test::reference_file("migo-data/strategies/" + std::string(runs.name) + ".pl");
  if (!text) return;
  const auto procs = test::parse_procs(*text);
  const auto engine = test::strategy_engines().front();
  const runtime::Strategy published(runs.game, test::BoardGame::turn_rule(),
                                    engine.make(procs, test::execution_order(procs)));
  const auto memory = published.make_memory();
  const auto positions = test::reachable(*runs.game);
  std::size_t compared = 0;
  learner::ExperimentHooks hooks;
  hooks.after_run = [&](const learner::Run& run, learner::Learner& learner, learner::Arena& arena) {
    auto& properties = dynamic_cast<learner::MigoLearner&>(learner).properties();
    for (const learner::LearnedPredicate* predicate : run.program.playing()) {
      if (predicate->goal != Goal::win) continue;
      const auto same = published.find(predicate->name);
      INFO("seed " << run.seed << ": " << predicate->name);
      REQUIRE(same);
      for (const runtime::State& position : positions) {
        runtime::Node& node = *arena.space().root(position);
        if (properties.any(predicate->definition, node) ==
            published.holds(*same, position, *memory)) {
          ++compared;
        } else {
          FAIL_CHECK(runs.game->board(position));
        }
      }
    }
  };
  for (int run = 0; run < runs.runs; ++run) {
    Options options;
    options.seed = static_cast<std::uint64_t>(run);
    auto boards = boards_of(runs, run);
    REQUIRE(!boards.empty());
    static_cast<void>(play(runs, std::move(boards), options, hooks));
  }
  CHECK(compared >= positions.size() * static_cast<std::size_t>(runs.runs));
}

TEST_CASE("one board of noughts and crosses is lost for ever, as published", "[migo]") {
  const PublishedRuns runs = noughts_runs();
  auto boards = boards_of(runs, 0);
  if (boards.empty()) return;
  const runtime::State unlearnable = runs.game->parse_board("b(e,e,e,o,e,x,e,e,e)", 0);
  Options options;
  options.seed = 0;
  const learner::Experiment experiment = play(runs, boards, options);
  const auto& games = experiment.runs.front().games;
  std::size_t lost = 0;
  for (std::size_t game = 100; game < games.size(); ++game) {
    const bool is_it = boards[games[game].board] == unlearnable;
    CHECK(games[game].regret == (is_it ? 1 : 0));
    lost += is_it ? 1 : 0;
  }
  CHECK(lost > 0);
}

TEST_CASE("runs are the same whatever the number of threads", "[migo]") {
  const PublishedRuns runs = hexapawn_runs();
  const std::vector<runtime::State> boards = {runs.game->parse_board("b(e,b,b,b,w,e,w,e,w)", 0),
                                              runs.game->parse_board("b(b,e,b,w,b,e,e,w,w)", 0)};
  Options options;
  options.runs = 7;
  const learner::Experiment one = play(runs, boards, options);
  options.threads = 3;
  const learner::Experiment three = play(runs, boards, options);
  for (std::size_t run = 0; run < 7; ++run) {
    CHECK(one.runs[run].curve() == three.runs[run].curve());
    CHECK(to_prolog(one.runs[run].program) == to_prolog(three.runs[run].program));
  }
}

TEST_CASE("the number of stable games follows the depth", "[migo]") {
  CHECK(learner::default_stability(3) == 5);
  CHECK(learner::default_stability(5) == 10);
  CHECK(learner::default_stability(9) == 15);
}

TEST_CASE("what is refuted does not work", "[migo]") {
  const auto game = GENERATE(test::noughts_and_crosses(), test::hexapawn(4));
  // A start board that is won, and one that is drawn.
  const bool noughts = game->name() == test::noughts_and_crosses()->name();
  const std::vector<runtime::State> boards =
      noughts
          ? std::vector<runtime::State>{game->parse_board("b(e,e,e,e,e,o,e,x,e)", 0),
                                        game->parse_board("b(e,e,e,o,e,x,e,e,e)", 0)}
          : std::vector<runtime::State>{game->parse_board("b(b,b,b,e,e,e,e,b,w,e,e,e,e,w,w,w)", 0),
                                        game->parse_board("b(e,b,b,b,b,e,e,e,w,e,e,e,e,w,w,w)", 0)};
  learner::Arena arena(game, test::BoardGame::turn_rule(), boards);
  learner::MigoOptions options;
  options.learning.refute = true;
  learner::MigoLearner learner(arena.space(), arena.levels(), options);
  learner::Migo& migo = learner.migo();
  learner::Training training(arena, learner, {});
  for (int number = 0; number < 60; ++number) static_cast<void>(training.next());
  std::size_t checked = 0;
  for (const auto& [number, bounds] : migo.refutations().all()) {
    for (std::uint32_t edge = 0; edge < bounds.moves.size(); ++edge) {
      if (bounds.moves[edge] == learner::Outcome::won) continue;
      const runtime::Node* next = arena.space().successor(*bounds.node, edge);
      const auto value = arena.minimax().value(arena.space().state(*next));
      const std::int32_t margin = value.margin_for(runtime::StateSpace::mover(*bounds.node));
      INFO(game->board(arena.space().state(*bounds.node)) << " edge " << edge);
      CHECK(runtime::points(margin) <= static_cast<int>(bounds.moves[edge]));
      ++checked;
    }
  }
  CHECK(checked > 20);
}

TEST_CASE("with refutations no board of noughts and crosses is lost for ever", "[migo]") {
  const PublishedRuns runs = noughts_runs();
  for (const int run : {0, 5, 9, 14}) {
    auto boards = boards_of(runs, run);
    if (boards.empty()) return;
    Options options;
    options.seed = static_cast<std::uint64_t>(run);
    options.migo.learning.refute = true;
    const learner::Experiment experiment = play(runs, std::move(boards), options);
    const auto curve = experiment.runs.front().curve();
    INFO("run " << run);
    CHECK(curve[199] == curve[99]);
  }
}
