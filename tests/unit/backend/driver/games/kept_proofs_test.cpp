// Proofs that are kept are found again for the same net and facts alone, and what is no proof is
// not taken for one.
#include "backend/driver/games/kept_net.h"

#include "backend/driver/games/lanes.h"
#include "backend/driver/games/net_facts.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/object_cache/cache_file.h"
#include "ir/nets/net_numbers.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

namespace tesuji {
namespace {

using object_cache::ObjectCache;

struct Example {
  driver::Session session;
  driver::GroundGame game;
  ir::FluentFacts facts;

  explicit Example(const std::string& name) {
    game = *driver::load_net(tests::source_dir() + "/examples/" + name, {}, {}, session);
    facts = driver::find_facts(*game.net, game.module->roles.size(), {});
    REQUIRE(facts.size() > 5);
  }
  [[nodiscard]] driver::KeptProofs place(const std::shared_ptr<ObjectCache>& cache,
                                         const ir::FluentFacts& asked) const {
    return {cache, *game.net, game.module->roles.size(), asked, "test"};
  }
};

}  // namespace

TEST_CASE("proofs of a net are found again, for its facts alone", "[net-facts][cache]") {
  const Example some("noughts-and-crosses.kif");
  const tests::Folder folder;
  const auto cache = std::make_shared<ObjectCache>(folder.path.string());
  const driver::KeptProofs place = some.place(cache, some.facts);
  CHECK_FALSE(place.find());
  driver::NetProofs proofs = driver::compare_signals(some.game, some.facts);
  proofs.facts.erase(proofs.facts.begin() + 2);  // not all that were to be shown
  place.store(proofs);
  const auto found = place.find();
  REQUIRE(found);
  CHECK(found->facts == proofs.facts);
  CHECK(found->same == proofs.same);

  ir::FluentFacts fewer = some.facts;
  fewer.pop_back();
  CHECK_FALSE(some.place(cache, fewer).find());
  const Example other("connect-four.kif");
  CHECK_FALSE(other.place(cache, some.facts).find());
  CHECK_FALSE(some.place(nullptr, some.facts).find());
}

TEST_CASE("nets of the same numbers compute the same", "[net-facts]") {
  const Example some("noughts-and-crosses.kif");
  ir::Net net = *some.game.net;
  const auto numbers = ir::numbers_of(net);
  net.terminal ^= 1U;
  CHECK((ir::numbers_of(net) != numbers));
  net.terminal ^= 1U;
  net.fluents.front().initially = !net.fluents.front().initially;
  CHECK((ir::numbers_of(net) != numbers));
  net.fluents.front().initially = !net.fluents.front().initially;
  net.moves.front().atom.args.clear();  // a name
  CHECK((ir::numbers_of(net) == numbers));
}

TEST_CASE("kept bytes that are no proofs of the net are not taken for some", "[net-facts][cache]") {
  const Example some("noughts-and-crosses.kif");
  const tests::Folder folder;
  const auto cache = std::make_shared<ObjectCache>(folder.path.string());
  const driver::KeptProofs place = some.place(cache, some.facts);
  place.store(driver::compare_signals(some.game, some.facts));
  REQUIRE(place.find());
  std::filesystem::path path;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path)) {
    if (object_cache::is_cache_file_name(entry.path().filename().string())) path = entry.path();
  }
  const auto file =
      object_cache::decode_cache_file(*object_cache::read_own_file(path.string(), false));
  REQUIRE(file);
  const auto found_of = [&](const std::string& payload) {
    std::ofstream(path, std::ios::binary)
        << object_cache::encode_cache_file(file->key, file->label, payload);
    return place.find();
  };
  const std::string& whole = file->payload;
  CHECK(found_of(whole));
  CHECK_FALSE(found_of(""));
  CHECK_FALSE(found_of(whole.substr(0, whole.size() - 1)));
  CHECK_FALSE(found_of(whole.substr(0, whole.size() - 4)));
  CHECK_FALSE(found_of(whole.substr(0, 8)));
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{4}, whole.size() - 8, whole.size() - 4}) {
    std::string changed = whole;
    changed.replace(at, 4, "\xff\xff\xff\xff");
    INFO("byte " << at);
    CHECK_FALSE(found_of(changed));
  }
}

TEST_CASE("a game is made of kept proofs as of new ones", "[net-facts][cache]") {
  Example some("hexapawn3.kif");
  driver::SavedInvariants saved;
  saved.path = "some.json";
  saved.facts = std::make_shared<const runtime::StateFacts>(
      driver::named_facts(some.facts, driver::make_net_tables(some.game).fluents));
  driver::Options options;
  options.invariants = std::make_shared<const driver::SavedInvariants>(saved);
  const tests::Folder folder;
  const auto use = [&] {
    options.cache = std::make_shared<ObjectCache>(folder.path.string());
    driver::GroundGame game = some.game;
    REQUIRE(driver::use_invariants(game, options, false, some.session));
    return std::pair(ir::numbers_of(*game.net), options.cache->counts());
  };
  const auto [net, first] = use();
  CHECK(first.stored == 1);
  const auto [again, second] = use();
  CHECK(second.found == 1);
  CHECK(second.stored == 0);
  CHECK((again == net));
  CHECK((net != ir::numbers_of(*some.game.net)));
}

}  // namespace tesuji
