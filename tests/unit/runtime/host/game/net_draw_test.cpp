// How games of nets draw moves from the bits of legal moves.
#include "runtime/host/game/net_game.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <random>
#include <vector>

using namespace tesuji::runtime;

namespace {

constexpr std::size_t words = 4;

/// The legal moves of all roles are the state's bits.
void legal(const void*, const std::uint64_t* state, const std::uint32_t*, std::uint64_t*,
           std::uint64_t* out) {
  for (std::size_t w = 0; w < words; ++w) out[w] = state[w];
}

void never(const void*, const std::uint64_t*, const std::uint32_t*, std::uint64_t*,
           std::uint64_t* out) {
  out[0] = 0;
}

/// A game in which role r has moves `counts[r]`, all in a row.
std::shared_ptr<const Game> game_of(const std::vector<std::size_t>& counts) {
  NetTables tables;
  for (std::size_t i = 0; i < 64 * words; ++i) tables.fluents.push_back("f" + std::to_string(i));
  tables.initial.resize(words);
  for (const std::size_t count : counts) {
    tables.roles.push_back("r" + std::to_string(tables.roles.size()));
    std::vector<Move>& moves = tables.role_moves.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
      moves.push_back(tables.moves.size());
      tables.moves.push_back("m" + std::to_string(tables.moves.size()));
    }
  }
  NetCode code;
  code.legal = legal;
  code.terminal = never;
  code.goals = never;
  return make_net_game(std::move(tables), std::move(code));
}

}  // namespace

TEST_CASE("A move of a net is drawn as an element of the list of moves would be", "[runtime]") {
  std::mt19937_64 random(3);
  for (int round = 0; round < 600; ++round) {
    std::vector<std::size_t> counts{random() % 140, random() % 90};
    counts.push_back(random() % (64 * words - counts[0] - counts[1]));
    const auto game = game_of(counts);
    const auto scratch = game->make_scratch();
    State state(words);
    for (std::uint64_t& word : state)
      word = random() & random() & (round % 2 == 0 ? random() : ~0U);
    std::vector<std::vector<Move>> moves;
    game->legal(state, *scratch, moves);
    Rng one(5, static_cast<std::uint64_t>(round));
    Rng other = one;
    std::vector<Move> joint(3);
    std::vector<Move> expected(3);
    const bool some = choose_at_random(moves, other, expected);
    CAPTURE(round, counts);
    REQUIRE((game->draw(state, *scratch, one, joint) == Drawn::joint) == some);
    if (some) CHECK(joint == expected);
    CHECK(one.next() == other.next());
  }
}

TEST_CASE("Names of nets are found among many", "[runtime]") {
  const auto game = game_of({200, 20});
  for (Move move = 0; move < 220; ++move) {
    CHECK(game->move_name(move) == "m" + std::to_string(move));
    CHECK(game->find_move("m" + std::to_string(move)) == move);
  }
  CHECK(game->move_name(220) == "?");
  CHECK_FALSE(game->find_move("m220"));
  CHECK_FALSE(game->find_move(""));
  State state(words);
  state[1] = 4;
  state[3] = 1;
  CHECK(game->fluents(state) == std::vector<std::string>{"f192", "f66"});
  CHECK(game->state_of(game->fluents(state)) == state);
  std::string unknown;
  const std::vector<std::string> wrong{"f1", "( f   a )"};
  CHECK_FALSE(game->state_of(wrong, &unknown));
  CHECK(unknown == "( f   a )");
}
