// Legal moves that say by themselves that a game is not over.
#include "ir/nets/open_moves.h"

#include "backend/driver/games/net.h"
#include "tests/unit/support/folder.h"

#include <catch2/catch.hpp>

#include <bit>
#include <fstream>
#include <string>

using namespace tesuji;

namespace {

/// Two lamps that may be switched off; `rules` say what is terminal.
ir::Net lamps(const std::string& rules) {
  const tests::Folder folder;
  const std::filesystem::path path = folder.path / "lamps.kif";
  std::ofstream(path) << R"((role player)
(init (on 1)) (init (on 2))
(<= (legal player (switch ?n)) (true (on ?n)))
(<= (legal player wait) (true (on 1)))
(<= (next (on ?n)) (true (on ?n)) (not (does player (switch ?n))))
(<= (goal player 100) (role player))
)" << rules;
  driver::Session session;
  auto clauses = driver::load_clauses(path.string(), session);
  REQUIRE(clauses);
  const auto game = driver::ground_game(std::move(*clauses), {}, {}, session);
  REQUIRE(game);
  return *game->net;
}

int open_of(const ir::Net& net) {
  int count = 0;
  for (const std::uint64_t word : ir::open_moves(net)) count += std::popcount(word);
  return count;
}

}  // namespace

TEST_CASE("Moves that are not legal in terminal states", "[net]") {
  // `wait` needs the first lamp, as the move that switches it off does.
  CHECK(open_of(lamps("(<= terminal (not (true (on 1))) (not (true (on 2))))")) == 3);
  CHECK(open_of(lamps("(<= terminal (not (true (on 1))))")) == 2);
  CHECK(open_of(lamps("(<= terminal (not (true (on 1)))) (<= terminal (not (true (on 2))))")) == 0);
  CHECK(open_of(lamps("(<= terminal (true (on 1)))")) == 0);
}

TEST_CASE("Few gates are not worth asking for legal moves first", "[net]") {
  CHECK(ir::useful_open_moves(lamps("(<= terminal (not (true (on 1))) (not (true (on 2))))"))
            .empty());
}
