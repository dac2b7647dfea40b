// States of nets in which fluents are constants: whoever names a state gets it or is told why not.
#include "backend/driver/games/net.h"
#include "ir/text/text.h"
#include "passes/nets/fold_inert.h"
#include "tests/unit/support/folders.h"
#include "tools/files/state_list.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;

namespace {

using Names = std::vector<std::string>;

/// The walk, whose lamp is never put out; place 2 cannot be reached any more.
struct Walk {
  std::shared_ptr<ir::SourceMap> sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics{*sources};
  std::shared_ptr<const runtime::Game> game;

  Walk() {
    std::ifstream file(tests::source_dir() + "/tests/fuzz/seeds/net_text/walk.tir",
                       std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const std::string reached = "next true.at(2) = n2\n";
    REQUIRE(text.find(reached) != std::string::npos);
    text.replace(text.find(reached), reached.size(), "next true.at(2) = false\n");
    auto module = ir::parse(sources->add("walk.tir", text), sources, diagnostics);
    REQUIRE(module);
    auto net = std::make_shared<const ir::Net>(passes::fold_inert(*module->net));
    game = driver::evaluate_game(
        {std::make_shared<const ir::Module>(std::move(*module)), std::move(net)});
  }
};

}  // namespace

TEST_CASE("States are named with the fluents that never change", "[net]") {
  const Walk walk;
  const auto initial = walk.game->initial();
  CHECK(walk.game->fluents(initial) == Names{"(at 1)", "lamp"});
  const auto state = walk.game->state_of(Names{"lamp", "(at 1)"});
  REQUIRE(state);
  CHECK(std::equal(state->begin(), state->end(), initial.begin(), initial.end()));

  std::string unknown;
  CHECK_FALSE(walk.game->state_of(Names{"(at 1)"}, &unknown));
  CHECK(unknown == "lamp");
  CHECK_FALSE(walk.game->state_of(Names{"(at 2)", "lamp"}, &unknown));
  CHECK(unknown == "(at 2)");
  CHECK_FALSE(walk.game->state_of(Names{"(at 1)"}));

  // What is left of the state is kept from step to step.
  const auto scratch = walk.game->make_scratch();
  const runtime::Move go = *walk.game->find_move("go");
  runtime::State next(walk.game->state_words());
  walk.game->next(initial, std::vector<runtime::Move>{go}, *scratch, next);
  CHECK(walk.game->fluents(next) == Names{"lamp"});
}

TEST_CASE("A list of states tells which fluent is missing", "[net]") {
  Walk walk;
  const ir::FileId file = walk.sources->add("states", "(at 1) lamp\n(at 1)\n(at 2) lamp\n");
  CHECK_FALSE(tools::read_states(file, *walk.game, walk.diagnostics));
  const std::string messages = walk.diagnostics.render();
  CHECK_THAT(messages, Catch::Contains("states:2:1: error: `lamp` is missing: it holds in every "
                                       "state of walk that can be reached"));
  CHECK_THAT(messages, Catch::Contains("states:3:1: error: `(at 2)` is not a fluent of walk"));
}
