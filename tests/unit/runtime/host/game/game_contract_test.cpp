// The game contract on every example and a sample of the corpus, in every engine.
#include "tests/unit/support/game_contract.h"
#include "backend/driver/load.h"
#include "backend/driver/rulesheet/reference.h"
#include "backend/reference/reference_game.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/memory/rng.h"
#include "tests/corpus/corpus_files.h"
#include "tests/unit/support/folders.h"

#include <algorithm>
#include <thread>

using namespace tesuji;
using namespace tesuji::tests;

namespace {

std::vector<std::filesystem::path> examples() {
  return files_in(std::filesystem::path(source_dir()) / "examples", ".kif");
}

/// Every so many of the corpus' sheets, the small ones.
std::vector<std::filesystem::path> corpus_sample(std::size_t every, std::uintmax_t most_bytes) {
  const std::filesystem::path folder = shared_path("corpus/dev");
  std::vector<std::filesystem::path> sample;
  if (!have_corpus(folder)) return sample;
  std::size_t number = 0;
  for (const std::filesystem::path& path : files_in(folder, ".kif")) {
    if (number++ % every == 0 && std::filesystem::file_size(path) <= most_bytes) {
      sample.push_back(path);
    }
  }
  return sample;
}

driver::LoadedGame load(const std::filesystem::path& path, const driver::Options& options) {
  driver::Session session;
  auto game = driver::load_game(path.string(), options, session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  return std::move(*game);
}

void check(const std::filesystem::path& path, const driver::Options& options,
           const ContractOptions& contract) {
  CAPTURE(path);
  const driver::LoadedGame loaded = load(path, options);
  check_contract(*loaded.game, contract);
  check_threads(*loaded.game, {contract.seed, 1, 6});
}

constexpr driver::Engine interpreter = driver::Engine::interpreter;
constexpr driver::Engine jit = driver::Engine::jit;
constexpr driver::Engine net = driver::Engine::net;

}  // namespace

TEST_CASE("every example keeps the game contract", "[contract]") {
  for (const auto& path : examples()) {
    check(path, {interpreter, {}, false}, {1, 2, 30});
    check(path, {jit, {}, true}, {2, 2, 30});
    check(path, {net, {}, false}, {2, 2, 30});
  }
}

TEST_CASE("examples in optimised code keep the game contract", "[contract]") {
  for (const char* const name : {"noughts-and-crosses", "hexapawn3", "goofspiel"}) {
    const auto path =
        std::filesystem::path(source_dir()) / "examples" / (std::string(name) + ".kif");
    check(path, {jit, {}, false}, {3, 2, 30});
    check(path, {driver::Engine::net_jit, {}, false}, {3, 2, 30});
    for (const driver::Engine lanes :
         {driver::Engine::lanes_64, driver::Engine::lanes_256, driver::Engine::lanes_512}) {
      check(path, {lanes, {}, false}, {3, 1, 10});
    }
  }
}

TEST_CASE("every example in the reference reasoner keeps the game contract",
          "[contract][reference]") {
  for (const auto& path : examples()) {
    CAPTURE(path);
    driver::Session session;
    auto program = driver::load_reference(path.string(), session);
    INFO(session.diagnostics.render());
    REQUIRE(program);
    const auto game = reference::make_reference_game(std::move(program), path.stem().string());
    check_contract(*game, {1, 1, 4});
    check_threads(*game, {1, 1, 3});
    const driver::Options reference{driver::Engine::reference, {}, false};
    check_no_history(*load(path, reference).game, *load(path, reference).game, {3, 1, 4});
  }
}

TEST_CASE("Corpus: sampled games keep the game contract", "[contract][corpus]") {
  const auto sample = corpus_sample(9, 20'000);
  for (const auto& path : sample) {
    if (path.stem() == "ggpbase-test.test_invalid_sentence_arities_differ") continue;
    check(path, {interpreter, {}, false}, {4, 1, 6});
  }
}

TEST_CASE("Corpus: sampled games in native code keep the game contract", "[contract][corpus]") {
  const auto sample = corpus_sample(41, 12'000);
  for (const auto& path : sample) {
    if (path.stem() == "ggpbase-test.test_invalid_sentence_arities_differ") continue;
    check(path, {jit, {}, true}, {5, 1, 6});
  }
}

TEST_CASE("several threads use one strategy", "[contract][strategy]") {
  const driver::Engine engine = GENERATE(driver::Engine::interpreter, driver::Engine::jit);
  const std::string root = source_dir();
  const driver::Options options{engine, {}, true};
  const driver::LoadedGame loaded = load(root + "/examples/hexapawn3.kif", options);
  driver::Session session;
  const auto text = driver::load_strategy(root + "/examples/strategies/hexapawn3.pl", session);
  REQUIRE(text);
  const auto strategy = driver::compile_strategy(loaded, *text, options);

  /// One playout's states, and in each what every predicate and the strategy say.
  const auto ask_all = [&](std::uint64_t seed) {
    std::vector<std::string> answers;
    const auto memory = strategy->make_memory();
    const auto scratch = loaded.game->make_scratch();
    for (std::uint64_t playout = 0; playout < 20; ++playout) {
      runtime::Rng rng(seed, playout);
      runtime::State state(loaded.game->initial().begin(), loaded.game->initial().end());
      std::vector<std::vector<runtime::Move>> legal;
      while (!loaded.game->terminal(state, *scratch)) {
        for (std::uint32_t p = 0; p < strategy->predicates().size(); ++p) {
          answers.push_back(strategy->holds(p, state, *memory) ? "yes" : "no");
        }
        const auto choice = strategy->choose(state, *memory);
        answers.push_back(choice ? std::string(choice->name) + " " +
                                       loaded.game->move_name(choice->move)
                                 : "nothing");
        loaded.game->legal(state, *scratch, legal);
        std::vector<runtime::Move> joint;
        for (const auto& moves : legal) joint.push_back(moves.at(rng.below(moves.size())));
        runtime::State next(loaded.game->state_words());
        loaded.game->next(state, joint, *scratch, next);
        state = next;
      }
    }
    return answers;
  };

  const std::vector<std::string> first = ask_all(1);
  const std::vector<std::string> second = ask_all(2);
  CHECK(std::find(first.begin(), first.end(), "yes") != first.end());
  CHECK(first != second);
  std::vector<std::vector<std::string>> found(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < found.size(); ++t) {
    threads.emplace_back([&, t] { found[t] = ask_all(1 + t % 2); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < found.size(); ++t) CHECK(found[t] == (t % 2 == 0 ? first : second));
}
