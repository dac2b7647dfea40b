// Ways to gather bits of a word: each gives the same bits.
#include "backend/llvm/nets/word_schedule.h"
#include "runtime/host/memory/rng.h"

#include <catch2/catch.hpp>

#include <bit>
#include <cstdint>

using namespace tesuji;
using namespace tesuji::llvm_backend;

namespace {

/// Gathers lane by lane.
std::uint64_t expected_of(const Gather& gather, std::uint64_t word) {
  std::uint64_t result = 0;
  for (std::uint32_t lane = 0; lane < 64; ++lane) {
    if ((gather.lanes >> lane & 1U) != 0) result |= (word >> gather.bits[lane] & 1U) << lane;
  }
  return result;
}

std::uint64_t by_turns(const Gather& gather, std::uint64_t word) {
  std::uint64_t result = 0;
  for (const Turn& turn : turns_of(gather)) {
    result |= std::rotr(word, static_cast<int>(turn.rotation)) & turn.lanes;
  }
  return result;
}

/// As pext and pdep do.
std::uint64_t deposited(const Deposit& deposit, std::uint64_t word) {
  std::uint64_t result = 0;
  std::uint64_t from = deposit.from;
  for (std::uint64_t lanes = deposit.lanes; lanes != 0; lanes &= lanes - 1) {
    if ((word >> std::countr_zero(from) & 1U) != 0) result |= lanes & (~lanes + 1);
    from &= from - 1;
  }
  return result;
}

/// Some lanes, each with some bit; `sorted`: bits ascend with lanes.
Gather random_gather(runtime::Rng& random, bool sorted) {
  Gather gather;
  std::uint32_t bit = 0;
  for (std::uint32_t lane = 0; lane < 64; ++lane) {
    if (random.below(3) == 0) continue;
    gather.lanes |= std::uint64_t{1} << lane;
    gather.bits[lane] = static_cast<std::uint8_t>(sorted ? bit : random.below(64));
    if (sorted) bit += bit < 63 ? 1 + static_cast<std::uint32_t>(random.below(2)) : 0;
    if (bit > 63) bit = 63;
  }
  return gather;
}

}  // namespace

TEST_CASE("rotations and deposits gather the same bits", "[llvm][bitboards]") {
  runtime::Rng random(1, 0);
  bool used_deposits = false;
  for (int round = 0; round < 500; ++round) {
    const Gather gather = random_gather(random, round % 2 == 0);
    const auto deposits = deposits_of(gather);
    used_deposits = used_deposits || !deposits.empty();
    CHECK(cost_of(gather, GatherBy::deposits) <= cost_of(gather, GatherBy::rotations));
    for (int word_number = 0; word_number < 4; ++word_number) {
      const std::uint64_t word = random.next();
      CHECK(by_turns(gather, word) == expected_of(gather, word));
      if (deposits.empty()) continue;
      std::uint64_t result = 0;
      for (const Deposit& deposit : deposits) {
        CHECK(std::popcount(deposit.from) == std::popcount(deposit.lanes));
        result |= deposited(deposit, word);
      }
      CHECK(result == expected_of(gather, word));
    }
  }
  CHECK(used_deposits);
}
