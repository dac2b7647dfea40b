#include "runtime/host/mcts/move_sequences.h"

#include <catch2/catch.hpp>

using namespace tesuji::runtime;

namespace {

std::uint64_t joint_key(std::initializer_list<Move> moves) {
  JointKey key;
  for (const Move move : moves) key.add(move);
  return key.value();
}

}  // namespace

TEST_CASE("sequences of two moves have a mean of their own", "[mcts]") {
  MoveSequences sequences;
  const std::uint64_t before = joint_key({3, 0});
  CHECK_FALSE(sequences.mean(before, 1, 7, 1));
  sequences.count(before, 1, 7, 1.0, 3);
  sequences.count(before, 1, 7, 0.0, 1);
  CHECK(sequences.mean(before, 1, 7, 4) == Approx(0.75));
  CHECK_FALSE(sequences.mean(before, 1, 7, 5));             // not visited so often
  CHECK_FALSE(sequences.mean(before, 0, 7, 1));             // another role
  CHECK_FALSE(sequences.mean(before, 1, 8, 1));             // another move
  CHECK_FALSE(sequences.mean(joint_key({0, 3}), 1, 7, 1));  // another joint move before
}

TEST_CASE("many sequences replace each other, and old visits fade", "[mcts]") {
  MoveSequences sequences;
  for (Move move = 0; move < 500'000; ++move) sequences.count(joint_key({move}), 0, move, 0.5, 4);
  std::size_t known = 0;
  for (Move move = 0; move < 500'000; ++move) {
    const auto mean = sequences.mean(joint_key({move}), 0, move, 4);
    if (!mean) continue;
    ++known;
    REQUIRE(*mean == Approx(0.5));
  }
  CHECK(known > 10'000);
  CHECK(known < 100'000);
  const std::uint64_t before = joint_key({1, 2});
  for (int i = 0; i < 64; ++i) sequences.count(before, 0, 1, 0.0, 1 << 16);
  for (int i = 0; i < 64; ++i) sequences.count(before, 0, 1, 1.0, 1 << 16);
  CHECK(*sequences.mean(before, 0, 1, 4) > 0.7);
}
