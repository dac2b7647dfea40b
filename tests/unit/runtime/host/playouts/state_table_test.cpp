// Tables of states tell states apart as a map does: whole or packed, with and without bits that do
// not count.
#include "runtime/host/playouts/state_table.h"
#include "runtime/host/memory/rng.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <map>

using namespace tesuji;
using runtime::State;
using runtime::StateTable;

namespace {

/// Few bits of few words, so that states come again.
State random_state(std::size_t words, runtime::Rng& rng) {
  State state(words);
  for (int i = 0; i < 3; ++i) state[rng.below(words)] |= std::uint64_t{1} << rng.below(20);
  return state;
}

State masked(State state, const State& ignored) {
  for (std::size_t i = 0; i < ignored.size(); ++i) state[i] &= ~ignored[i];
  return state;
}

}  // namespace

TEST_CASE("a state table keeps the first of equal states", "[state-table]") {
  for (const std::size_t words : {1U, 3U, 9U, 700U}) {
    for (const auto storage : {StateTable::Storage::whole, StateTable::Storage::least}) {
      for (const bool ignores : {false, true}) {
        INFO(words << " words, " << static_cast<int>(storage) << ", " << ignores);
        runtime::Rng rng(1, words);
        State ignored;
        if (ignores) ignored.assign(words, 0xF0);
        StateTable table(words, ignored, storage);
        std::map<State, StateTable::Index> known;
        std::vector<State> first;
        State buffer;
        for (int i = 0; i < 20'000; ++i) {
          const State state = random_state(words, rng);
          const auto [place, is_new] = known.emplace(masked(state, ignored), table.size());
          const auto parent = i == 0 ? 0 : static_cast<StateTable::Index>(rng.below(table.size()));
          const auto before = table.find(state, table.hash(state));
          const auto added = table.add(state, parent);
          REQUIRE(added.is_new == is_new);
          REQUIRE(added.index == place->second);
          REQUIRE(before.has_value() == !is_new);
          if (is_new) first.push_back(state);
        }
        REQUIRE(table.size() == known.size());
        for (StateTable::Index i = 0; i < table.size(); ++i) {
          const runtime::StateView loaded = table.load(i, buffer);
          REQUIRE(std::equal(loaded.begin(), loaded.end(), first[i].begin(), first[i].end()));
          const auto path = table.path_to(i);
          REQUIRE(path.front() == 0);
          REQUIRE(path.back() == i);
        }
        CHECK(table.bytes_with_another() > table.size() * sizeof(StateTable::Index));
      }
    }
  }
}
