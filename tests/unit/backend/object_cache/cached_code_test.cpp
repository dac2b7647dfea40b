// Code from the object cache is the code that would have been compiled: the same games, and a key
// that tells apart whatever code generation does.
#include "backend/driver/games/tiers.h"
#include "backend/driver/load.h"
#include "backend/llvm/nets/net_jit.h"
#include "backend/llvm/plans/jit.h"
#include "backend/object_cache/object_cache.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "runtime/host/playouts/playout.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/playout_digest.h"
#include "tests/unit/support/random_net.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tesuji;
using driver::Engine;
using object_cache::ObjectCache;
using tests::Folder;
using tests::playout_digest;

namespace {

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

driver::LoadedGame load(const std::string& path, driver::Options options,
                        std::shared_ptr<ObjectCache> cache) {
  options.cache = std::move(cache);
  driver::Session session;
  auto game = driver::load_game(path, options, session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  if (game->tiers) REQUIRE(game->tiers->wait(100));
  return std::move(*game);
}

/// Reads IR text; nothing where it is wrong.
std::optional<ir::Module> parse(const std::string& text) {
  auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  const ir::FileId file = sources->add("test.tir", text);
  auto module = ir::parse(file, sources, diagnostics);
  if (!module || !ir::verify(*module, diagnostics)) return std::nullopt;
  return module;
}

/// Machine code of the fast tier.
std::vector<char> code_of(const ir::Module& module) {
  llvm_backend::JitOptions options;
  options.tier = llvm_backend::JitOptions::Tier::fast;
  return llvm_backend::make_object(module, ir::lay_out(module), options)->bytes;
}

llvm_backend::JitOptions only_cached(const std::shared_ptr<ObjectCache>& cache) {
  llvm_backend::JitOptions options;
  options.tier = llvm_backend::JitOptions::Tier::fast;
  options.cache = cache;
  options.cached_only = true;
  return options;
}

/// The text with a digit changed or a line left out.
std::string changed(std::string text, std::mt19937& random) {
  const std::size_t place = random() % text.size();
  if (random() % 3 == 0) {
    const std::size_t begin = text.rfind('\n', place) + 1;
    return text.erase(begin, text.find('\n', place) + 1 - begin);
  }
  const std::size_t digit = text.find_first_of("0123456789", place);
  if (digit != std::string::npos) text[digit] = static_cast<char>('0' + random() % 10);
  return text;
}

}  // namespace

TEST_CASE("games from the cache are the games that were compiled", "[cache][llvm]") {
  const std::string name = GENERATE("noughts-and-crosses", "hanoi", "goofspiel");
  const Engine engine = GENERATE(Engine::jit, Engine::net_jit, Engine::automatic, Engine::tiers);
  CAPTURE(name, static_cast<int>(engine));
  const Folder folder;
  driver::Options options;
  options.engine = engine;
  const std::string expected = playout_digest(*load(example(name), options, nullptr).game);
  const auto cold = std::make_shared<ObjectCache>(folder.path);
  CHECK(playout_digest(*load(example(name), options, cold).game) == expected);
  CHECK(cold->counts().stored >= 1);
  const auto warm = std::make_shared<ObjectCache>(folder.path);
  CHECK(playout_digest(*load(example(name), options, warm).game) == expected);
  CHECK(warm->counts().found >= 1);
  // What runs faster is measured; it may be the other engine this time.
  const bool measured = engine == Engine::automatic || engine == Engine::tiers;
  if (!measured) CHECK(warm->counts().stored == 0);
  for (const auto& entry : object_cache::list_cache(folder.path)) {
    CHECK(entry.valid);
    CHECK(entry.label.name == name);
  }
}

TEST_CASE("code for many games is cached once it is made", "[cache][net]") {
  const Folder folder;
  driver::Options options;
  options.engine = Engine::net_jit;
  std::uint64_t steps = 0;
  for (const bool first : {true, false}) {
    const auto cache = std::make_shared<ObjectCache>(folder.path);
    const auto game = load(example("noughts-and-crosses"), options, cache).game;
    CHECK(cache->counts().stored == (first ? 1 : 0));
    game->prepare_many();
    CHECK(cache->counts().stored == (first ? 2 : 0));
    CHECK(cache->counts().found == (first ? 0 : 2));
    runtime::Player player(*game);
    runtime::ManyEnds ends(2);
    REQUIRE(player.play_many({game->initial(), 1, 0, 100, 100}, ends));
    CHECK(ends.playouts == 100);
    CHECK((first || ends.steps == steps));
    steps = ends.steps;
  }
}

namespace {

/// Tiers that can answer, without the net, which depends on what was measured.
std::vector<driver::Tiers::Ready> ready_matchers(const driver::LoadedGame& game) {
  std::vector<driver::Tiers::Ready> ready = game.tiers->ready();
  std::erase_if(ready, [](const driver::Tiers::Ready& one) { return one.tier == "net"; });
  return ready;
}

}  // namespace

TEST_CASE("tiers leave out what the cache makes needless", "[cache][tiers]") {
  const Folder folder;
  driver::Options options;
  options.engine = Engine::tiers;
  const auto cache = std::make_shared<ObjectCache>(folder.path);
  {
    const auto ready = ready_matchers(load(example("nim"), options, cache));
    REQUIRE(ready.size() == 3);
    CHECK(!ready[1].cached);
    CHECK(!ready[2].cached);
  }
  {
    const auto ready = ready_matchers(load(example("nim"), options, cache));
    REQUIRE(ready.size() == 2);
    CHECK(ready[1].tier == "optimised");
    CHECK(ready[1].cached);
  }
  // Only the fast tier's code is left: it is taken, and the other made.
  for (const auto& entry : object_cache::list_cache(folder.path)) {
    if (entry.label.tier == "optimised") std::filesystem::remove(folder.path / entry.file);
  }
  const auto ready = ready_matchers(load(example("nim"), options, cache));
  REQUIRE(ready.size() == 3);
  CHECK(ready[1].cached);
  CHECK(!ready[2].cached);
}

TEST_CASE("a sheet may lie anywhere, but the tier counts", "[cache][llvm]") {
  const Folder folder;
  const auto cache = std::make_shared<ObjectCache>(folder.path / "cache");
  driver::Options options;
  static_cast<void>(load(example("nim"), options, cache));
  REQUIRE(cache->counts().stored == 1);
  std::filesystem::copy(example("nim"), folder.path / "nim.kif");
  static_cast<void>(load(folder.path / "nim.kif", options, cache));
  CHECK(cache->counts().found == 1);
  options.fast_tier = true;
  static_cast<void>(load(example("nim"), options, cache));
  CHECK(cache->counts().stored == 2);
}

TEST_CASE("modules with one key are of one code", "[cache][llvm][slow]") {
  const std::string name = GENERATE("nim", "kuhn-poker", "buttons-and-lights", "hexapawn3");
  driver::Session session;
  const auto module = driver::load_module(example(name), {}, session);
  REQUIRE(module);
  REQUIRE(driver::make_runnable(*module, name, session));
  const std::string text = ir::print(*module);
  const std::vector<char> code = code_of(*module);
  const Folder folder;
  auto options = only_cached(std::make_shared<ObjectCache>(folder.path));
  CHECK(llvm_backend::compile(*module, ir::lay_out(*module), options) == nullptr);
  options.cached_only = false;
  CHECK(!llvm_backend::compile(*module, ir::lay_out(*module), options)->cached());
  options.cached_only = true;
  std::mt19937 random(7);
  std::size_t same = 0;
  std::size_t other = 0;
  for (int i = 0; i < 150; ++i) {
    const auto mutant = parse(changed(text, random));
    if (!mutant) continue;
    try {
      const auto found = llvm_backend::compile(*mutant, ir::lay_out(*mutant), options);
      if (code_of(*mutant) != code) {
        ++other;
        CHECK(found == nullptr);
      } else {
        same += found != nullptr ? 1 : 0;
      }
    } catch (const std::length_error&) {  // too large to be laid out
    } catch (const std::invalid_argument&) {
    }
  }
  CAPTURE(name);
  CHECK(same > 0);
  CHECK(other > 0);
}

// Keys are made of the text; it must say everything that code generation asks for.
TEST_CASE("what is read back from its text is of the same code", "[cache][llvm]") {
  const std::string name = GENERATE("connect-four", "kuhn-poker", "quarto", "buttons-and-lights");
  driver::Session session;
  const auto module = driver::load_module(example(name), {}, session);
  REQUIRE(module);
  REQUIRE(driver::make_runnable(*module, name, session));
  const auto again = parse(ir::print(*module));
  REQUIRE(again);
  CHECK(code_of(*again) == code_of(*module));
}

TEST_CASE("nets with one key are one net", "[cache][net]") {
  const Folder folder;
  llvm_backend::JitOptions options;
  options.tier = llvm_backend::JitOptions::Tier::fast;
  options.cache = std::make_shared<ObjectCache>(folder.path);
  std::mt19937 random(11);
  const ir::Net net = tests::random_net({64, {5, 2}, 60}, random);
  const auto found = [&](const ir::Net& other, const llvm_backend::NetJitShape& shape,
                         const ir::NetCases& cases) {
    const std::uint64_t before = options.cache->counts().found;
    static_cast<void>(llvm_backend::compile_net(other, options, shape, cases));
    return options.cache->counts().found > before;
  };
  CHECK(!found(net, {}, {}));
  CHECK(found(net, {}, {}));
  ir::Net other = net;
  other.terminal = ir::complement(other.terminal);
  CHECK(!found(other, {}, {}));
  other = net;
  other.fluents[3].next = ir::complement(other.fluents[3].next);
  CHECK(!found(other, {}, {}));
  other = net;
  other.moves[1].legal = ir::complement(other.moves[1].legal);
  CHECK(!found(other, {}, {}));
  for (ir::NetNode& node : (other = net).nodes) {
    if (node.kind != ir::NetNode::Kind::conjunction) continue;
    other.inputs[node.first] = ir::complement(other.inputs[node.first]);
    break;
  }
  CHECK(!found(other, {}, {}));
  CHECK(!found(net, {.gates_per_function = 10}, {}));
  CHECK(!found(net, {.most_optimised_gates = 1}, {}));
  const ir::NetCases cases{{{0, net, {}}, {1, net, {}}}, true, false};
  CHECK(!found(net, {}, cases));
  CHECK(found(net, {}, cases));
  CHECK(found(net, {}, {}));
}
