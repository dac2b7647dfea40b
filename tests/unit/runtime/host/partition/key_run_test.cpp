#include "runtime/host/partition/key_run.h"

#include "runtime/host/memory/rng.h"
#include "runtime/host/partition/key_collector.h"
#include "runtime/host/partition/state_code.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace tesuji::runtime {

TEMPLATE_TEST_CASE("sorted numbers are read, found and sought", "[partition]", ShortKey, WideKey,
                   WiderKey, WidestKey) {
  using Key = TestType;
  constexpr unsigned key_bits = 8 * sizeof(Key);
  const bool even = GENERATE(true, false);
  Rng rng(11);
  for (const std::size_t count : {0, 1, 2, 63, 64, 65, 1000, 20'000}) {
    std::set<Key> keys;
    while (keys.size() < count) {
      if (even) {
        const Key high = rng.below(count * 20 + 1);
        keys.insert(static_cast<Key>(high << (key_bits - 64)) + rng.below(3));
      } else {  // some close together, some far apart; the least and the largest, too
        const Key high = rng.below(std::numeric_limits<std::uint64_t>::max());
        const Key some = high << (key_bits - 64) >> rng.below(key_bits);
        keys.insert({some, static_cast<Key>(~some), static_cast<Key>(some + rng.below(4))});
      }
    }
    KeyCollector<Key> collector(500);
    for (const Key key : keys) {
      collector.add(key);
      if (rng.below(2) == 0) collector.add(key);
      if (rng.below(50) == 0) collector.add(*keys.begin());
    }
    typename KeyRun<Key>::Writer writer;
    collector.take_all([&](Key key) { writer.add(key); });
    const KeyRun<Key> run = writer.finish();
    REQUIRE(run.size() == keys.size());
    typename KeyRun<Key>::Reader reader(run);
    typename KeyRun<Key>::Seeker seeker(run);
    std::vector<Key> asked{0, ~Key{0}};
    for (const Key expected : keys) {
      Key key = 0;
      REQUIRE(reader.next(key));
      CHECK((key == expected));
      asked.insert(asked.end(), {key - 1, key, key + 1, key + (Key{1} << rng.below(key_bits))});
      if (key > 0 && !keys.contains(key - 1)) CHECK_FALSE(seeker.contains(key - 1));
      if (rng.below(3) > 0) CHECK(seeker.contains(key));
    }
    Key none = 0;
    CHECK_FALSE(reader.next(none));
    CHECK(seeker.contains(~Key{0}) == keys.contains(~Key{0}));
    std::vector<std::uint64_t> places(asked.size());
    run.find(asked, places);
    const std::vector<Key> all(keys.begin(), keys.end());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto place = std::lower_bound(all.begin(), all.end(), asked[i]);
      const bool is_one = place != all.end() && *place == asked[i];
      const auto expected = static_cast<std::uint64_t>(place - all.begin());
      CHECK(places[i] == (is_one ? expected : KeyRun<Key>::nowhere));
    }
  }
}

}  // namespace tesuji::runtime
