// Native code of bitboards answers as the net does, and plays the same games.
#include "backend/driver/games/net.h"
#include "backend/llvm/nets/net_jit.h"
#include "runtime/host/memory/rng.h"
#include "tests/property/text_game.h"
#include "tests/unit/support/board_games.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using namespace tesuji;
using runtime::Drawn;
using runtime::Game;
using runtime::State;

namespace {

driver::GroundGame ground_text(const std::string& rules, driver::Session& session) {
  auto sheet = tests::parse_text(rules, frontend::Syntax::kif, session);
  REQUIRE(sheet);
  auto clauses = tests::clauses_of(std::move(*sheet), session);
  REQUIRE(clauses);
  auto game = driver::ground_game(std::move(*clauses), {}, {}, session);
  REQUIRE(game);
  return std::move(*game);
}

/// Terms of a game's fluents, the same whatever their places.
std::vector<std::string> terms(const Game& game, runtime::StateView state) {
  std::vector<std::string> result = game.fluents(state);
  std::sort(result.begin(), result.end());
  return result;
}

/// Games that two engines play in another way from the same seeds.
std::size_t differences(const Game& a, const Game& b, std::uint64_t games) {
  const auto a_scratch = a.make_scratch();
  const auto b_scratch = b.make_scratch();
  std::size_t wrong = 0;
  for (std::uint64_t seed = 0; seed < games; ++seed) {
    runtime::Rng a_random(seed);
    runtime::Rng b_random(seed);
    State a_state(a.initial().begin(), a.initial().end());
    State b_state(b.initial().begin(), b.initial().end());
    std::uint64_t a_steps = 0;
    std::uint64_t b_steps = 0;
    const std::uint64_t most = seed % 2 == 0 ? 200 : seed % 13;
    const Drawn a_end = a.play_out(a_state, *a_scratch, a_random, most, a_steps);
    const Drawn b_end = b.play_out(b_state, *b_scratch, b_random, most, b_steps);
    const bool same = a_end == b_end && a_steps == b_steps &&
                      terms(a, a_state) == terms(b, b_state) &&
                      a.terminal(a_state, *a_scratch) == b.terminal(b_state, *b_scratch);
    wrong += same ? 0 : 1;
  }
  return wrong;
}

std::shared_ptr<const Game> compile(driver::GroundGame ground, bool always, bool in_parts,
                                    bool by_rotations = false) {
  driver::specialise(ground, {});
  REQUIRE(ground.cases);
  llvm_backend::JitOptions jit;
  jit.verify = true;
  llvm_backend::NetJitShape shape;
  shape.always_boards = always;
  shape.by_rotations = by_rotations;
  if (in_parts) shape.gates_per_function = 2;
  llvm_backend::CompiledNet compiled =
      llvm_backend::compile_net(*ground.net, jit, shape, *ground.cases);
  runtime::NetTables tables = driver::make_net_tables(ground);
  tables.scratch_words = compiled.scratch_words;
  return runtime::make_net_game(std::move(tables), std::move(compiled.code));
}

}  // namespace

TEST_CASE("Native code of bitboards", "[bitboards][net][llvm]") {
  const std::string rules = GENERATE(tests::enclosing_game(5, 6), tests::enclosing_game(9, 8),
                                     tests::enclosing_game(13, 5), tests::jumping_game());
  driver::Session session;
  const driver::GroundGame ground = ground_text(rules, session);
  const std::shared_ptr<const Game> expected = driver::evaluate_game(ground);
  for (const bool always : {false, true}) {
    CHECK(differences(*expected, *compile(ground, always, false), 60) == 0);
  }
  CHECK(differences(*expected, *compile(ground, true, true), 20) == 0);
  CHECK(differences(*expected, *compile(ground, true, false, true), 60) == 0);
}
