// A game's questions on an emulated GPU: the answers of its net.
#include "runtime/host/gpu/gpu_questions.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "passes/lanes/lane_step.h"
#include "runtime/host/game/lane_answers.h"
#include "runtime/host/playouts/reachable_states.h"
#include "tests/unit/support/emulated_gpu.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

/// The game with its questions answered by the emulated GPU.
std::shared_ptr<const runtime::Game> game_on_gpu(const driver::GroundGame& ground) {
  const ir::Net& net = *ground.net;
  runtime::LaneQuestionCode questions = tests::emulated_questions(passes::make_lane_questions(net));
  runtime::NetTables tables = driver::make_net_tables(ground);
  questions.fluents = net.fluents.size();
  for (const auto& moves : tables.role_moves) questions.moves.push_back(moves.size());
  questions.goal_count = net.goals.size();
  questions.percept_count = net.percepts.size();
  runtime::NetCode code = runtime::answer_in_lanes(std::move(questions), tables.scratch_words);
  return runtime::make_net_game(std::move(tables), std::move(code));
}

/// The states that are reached first, with what follows them: the same in both games.
void check_same(const runtime::Game& game, const runtime::Game& other, std::size_t states) {
  runtime::ReachOptions options;
  options.max_states = states;
  const auto expected = runtime::ReachableStates::find(game, options);
  const auto found = runtime::ReachableStates::find(other, options);
  REQUIRE(found.size() == expected.size());
  REQUIRE(found.expanded() == expected.expanded());
  const auto scratch = game.make_scratch();
  const auto other_scratch = other.make_scratch();
  std::vector<int> goals(game.roles().size());
  std::vector<int> other_goals(game.roles().size());
  std::size_t wrong = 0;
  for (runtime::ReachableStates::Index i = 0; i < expected.expanded(); ++i) {
    wrong +=
        std::equal(found.state(i).begin(), found.state(i).end(), expected.state(i).begin()) ? 0 : 1;
    wrong += found.terminal(i) == expected.terminal(i) ? 0 : 1;
    wrong += std::ranges::equal(found.successors(i), expected.successors(i)) ? 0 : 1;
    game.goal_values(expected.state(i), *scratch, goals);
    other.goal_values(found.state(i), *other_scratch, other_goals);
    wrong += goals == other_goals ? 0 : 1;
  }
  CHECK(wrong == 0);
}

void check_file(const std::string& path, std::size_t states, std::size_t& compared) {
  CAPTURE(path);
  driver::Session session;
  const auto source = driver::load_source(path, session);
  if (!source) return;
  std::string reason;
  const auto ground = driver::ground_for_lanes(*source, {}, session, reason, false);
  if (!ground || !ground->answers().all()) return;  // the net leaves questions out
  ++compared;
  check_same(*driver::evaluate_game(*ground), *game_on_gpu(*ground), states);
}

}  // namespace

TEST_CASE("a GPU answers what nets answer", "[gpu]") {
  tests::reset_emulated_driver();
  std::size_t compared = 0;
  for (const char* name : {"noughts-and-crosses", "connect-four", "hexapawn4", "goofspiel",
                           "breakthrough", "quarto", "kuhn-poker"}) {
    check_file(tests::source_dir() + "/examples/" + name + ".kif", 2000, compared);
  }
  CHECK(compared == 7);
}

TEST_CASE("the same for rulesheets of a folder", "[.gpu-corpus]") {
  tests::reset_emulated_driver();
  const char* folder = std::getenv("TESUJI_GPU_SHEETS");
  REQUIRE(folder != nullptr);
  std::size_t compared = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".kif") check_file(file.path().string(), 50, compared);
  }
  CHECK(compared > 0);
  WARN(compared << " rulesheets");
}
