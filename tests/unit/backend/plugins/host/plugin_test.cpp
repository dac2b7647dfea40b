// Plugins: the C contract as a host sees it, and files that are not what they should be.
#include "backend/plugins/host/library.h"
#include "backend/plugins/host/seal.h"
#include "runtime/host/memory/rng.h"
#include "tests/property/plugin_game.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace tesuji::tests {
namespace {

std::string example(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(source_dir() + "/examples/" + name).rdbuf();
  return text.str();
}

void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// Counts what is taken, and can be told to refuse.
struct Source {
  std::set<void*> taken;
  long allowed = -1;  ///< calls that still get memory; below 0: all

  static void* resize(void* context, void* memory, std::size_t bytes) {
    auto& self = *static_cast<Source*>(context);
    if (bytes == 0) {
      self.taken.erase(memory);
      std::free(memory);
      return nullptr;
    }
    if (self.allowed == 0) return nullptr;
    if (self.allowed > 0) --self.allowed;
    void* moved = std::realloc(memory, bytes);
    if (memory != nullptr) self.taken.erase(memory);
    self.taken.insert(moved);
    return moved;
  }
  tsj_memory_source abi() { return {resize, this, nullptr, 0, 0}; }
};

/// A plugin of an example as a C host uses it.
class Host {
 public:
  Host(const std::string& sheet, driver::Engine engine) {
    const std::filesystem::path path = folder_.path / "game.so";
    write(path, compile_plugin(example(sheet), engine));
    library_ = std::make_unique<plugin::Library>(path.string());
  }
  const tsj_plugin& plugin() const { return library_->get(); }

 private:
  Folder folder_;
  std::unique_ptr<plugin::Library> library_;
};

/// Scratch memory, open.
class Work {
 public:
  Work(const tsj_plugin& plugin, Source& source) : plugin_(plugin) {
    const std::size_t bytes = (plugin.scratch_bytes(&plugin) + 63) / 64 * 64;
    memory_ = static_cast<tsj_work*>(std::aligned_alloc(64, bytes));
    std::memset(static_cast<void*>(memory_), 0xAA, bytes);  // it need not be clean
    const tsj_memory_source abi = source.abi();
    status_ = plugin.open_scratch(&plugin, memory_, &abi);
  }
  ~Work() {
    if (status_ == TSJ_OK) plugin_.close_scratch(&plugin_, memory_);
    std::free(memory_);
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  [[nodiscard]] std::int32_t status() const { return status_; }
  [[nodiscard]] tsj_work* get() const { return memory_; }

 private:
  const tsj_plugin& plugin_;
  tsj_work* memory_ = nullptr;
  std::int32_t status_ = TSJ_OK;
};

std::string name_of(const tsj_plugin& plugin, std::uint64_t move) {
  std::string name(64, 'x');
  const std::uint64_t length = plugin.move_name(&plugin, move, name.data(), name.size());
  return name.substr(0, length);
}

}  // namespace

TEST_CASE("every move that is legal in play is an action", "[plugin]") {
  const driver::Engine engine = GENERATE(driver::Engine::jit, driver::Engine::net_jit);
  struct Counts {
    const char* sheet;
    std::vector<std::uint64_t> actions;  ///< by role
  };
  const Counts counts =
      GENERATE(Counts{"hexapawn3.kif", {15, 15}}, Counts{"breakthrough.kif", {155, 155}},
               Counts{"nim.kif", {13, 13}}, Counts{"goofspiel.kif", {4, 4, 4}});
  const Host host(counts.sheet, engine);
  const tsj_plugin& plugin = host.plugin();
  Source source;
  const Work work(plugin, source);
  REQUIRE(work.status() == TSJ_OK);
  std::vector<std::uint64_t> actions;
  for (std::uint32_t role = 0; role < plugin.role_count; ++role) {
    actions.push_back(plugin.action_count(&plugin, role));
    for (std::uint64_t action = 0; action < actions.back(); ++action) {
      const std::uint64_t move = plugin.action_move(&plugin, role, action);
      if (plugin.move_action(&plugin, role, move) != action) FAIL(name_of(plugin, move));
    }
  }
  CHECK(actions == counts.actions);
  runtime::Rng rng(1);
  std::vector<std::uint64_t> state(plugin.initial, plugin.initial + plugin.state_words);
  std::vector<tsj_moves> moves(plugin.role_count);
  while (plugin.terminal(&plugin, work.get(), state.data()) == TSJ_OK) {
    REQUIRE(plugin.legal(&plugin, work.get(), state.data(), moves.data()) == TSJ_OK);
    std::vector<std::uint64_t> joint;
    for (std::uint32_t role = 0; role < plugin.role_count; ++role) {
      REQUIRE(moves[role].count > 0);
      for (std::uint64_t i = 0; i < moves[role].count; ++i) {
        const std::uint64_t action = plugin.move_action(&plugin, role, moves[role].moves[i]);
        if (action >= actions[role]) FAIL(name_of(plugin, moves[role].moves[i]));
      }
      joint.push_back(moves[role].moves[rng.below(moves[role].count)]);
    }
    std::vector<std::uint64_t> next(plugin.state_words);
    REQUIRE(plugin.next(&plugin, work.get(), state.data(), joint.data(), next.data()) == TSJ_OK);
    state.swap(next);
  }
}

TEST_CASE("a plugin's functions as a C host calls them", "[plugin]") {
  const driver::Engine engine =
      GENERATE(driver::Engine::jit, driver::Engine::net_jit, driver::Engine::automatic);
  const Host host("noughts-and-crosses.kif", engine);
  const tsj_plugin& plugin = host.plugin();
  Source source;
  {
    const Work work(plugin, source);
    REQUIRE(work.status() == TSJ_OK);
    REQUIRE(plugin.role_count == 2);
    CHECK(std::string(plugin.roles[0]) == "o");
    CHECK(std::string(plugin.name) == "sheet");
    CHECK(plugin.missing_cpu_features(&plugin) == 0);

    std::vector<tsj_moves> moves(2);
    REQUIRE(plugin.legal(&plugin, work.get(), plugin.initial, moves.data()) == TSJ_OK);
    CHECK(moves[0].count == 9);
    CHECK(moves[1].count == 1);
    CHECK(std::is_sorted(moves[0].moves, moves[0].moves + 9));
    CHECK(name_of(plugin, moves[0].moves[0]) == "(mark 1 1)");
    CHECK(name_of(plugin, moves[1].moves[0]) == "noop");
    CHECK(name_of(plugin, plugin.move_limit) == "?");
    std::uint64_t mark = 0;
    REQUIRE(plugin.find_move(&plugin, "(mark 1 1)", &mark) == TSJ_OK);
    CHECK(mark == moves[0].moves[0]);
    CHECK(plugin.find_move(&plugin, "(mark 1 9)", &mark) == TSJ_UNKNOWN);
    CHECK(plugin.find_move(&plugin, "(mark 1", &mark) == TSJ_UNKNOWN);
    CHECK(plugin.find_move(&plugin, "", &mark) == TSJ_UNKNOWN);

    const std::uint64_t joint[] = {moves[0].moves[0], moves[1].moves[0]};
    std::vector<std::uint64_t> state(plugin.state_words);
    REQUIRE(plugin.next(&plugin, work.get(), plugin.initial, joint, state.data()) == TSJ_OK);
    CHECK(plugin.terminal(&plugin, work.get(), state.data()) == TSJ_OK);
    std::vector<std::string> fluents;
    const auto collect = [](void* env, std::uint32_t, const char* term) {
      static_cast<std::vector<std::string>*>(env)->emplace_back(term);
    };
    REQUIRE(plugin.fluents(&plugin, work.get(), state.data(), collect, &fluents) == TSJ_OK);
    CHECK(std::count(fluents.begin(), fluents.end(), "(cell 1 1 o)") == 1);
    CHECK(std::count(fluents.begin(), fluents.end(), "(control x)") == 1);

    std::vector<const char*> terms;
    for (const std::string& fluent : fluents) terms.push_back(fluent.c_str());
    std::vector<std::uint64_t> again(plugin.state_words);
    const char* wrong = nullptr;
    REQUIRE(plugin.state_of(&plugin, work.get(), terms.data(), terms.size(), again.data(),
                            &wrong) == TSJ_OK);
    CHECK(again == state);
    terms.push_back("(cell 1 1 y)");
    CHECK(plugin.state_of(&plugin, work.get(), terms.data(), terms.size(), again.data(), &wrong) ==
          TSJ_UNKNOWN);
    CHECK(std::string(wrong) == "(cell 1 1 y)");
  }
  CHECK(source.taken.empty());
}

TEST_CASE("a plugin's playouts end as its draws do, and by its seed", "[plugin]") {
  const driver::Engine engine =
      GENERATE(driver::Engine::jit, driver::Engine::net_jit, driver::Engine::automatic);
  const Host host("connect-four.kif", engine);
  const tsj_plugin& plugin = host.plugin();
  Source source;
  const Work work(plugin, source);
  REQUIRE(work.status() == TSJ_OK);
  for (std::uint64_t stream = 0; stream < 20; ++stream) {
    tsj_random random{};
    plugin.seed(&random, 7, stream);
    runtime::Rng same(7, stream);
    CHECK(std::equal(same.words().begin(), same.words().end(), random.words));
    std::vector<std::uint64_t> state(plugin.initial, plugin.initial + plugin.state_words);
    std::uint64_t steps = 0;
    REQUIRE(plugin.playout(&plugin, work.get(), &random, 1000, state.data(), &steps) ==
            TSJ_TERMINAL);

    plugin.seed(&random, 7, stream);
    std::vector<std::uint64_t> here(plugin.initial, plugin.initial + plugin.state_words);
    std::vector<std::uint64_t> there(here.size());
    std::vector<std::uint64_t> joint(plugin.role_count);
    std::uint64_t drawn = 0;
    while (plugin.draw(&plugin, work.get(), here.data(), &random, joint.data()) == TSJ_DRAWN) {
      REQUIRE(plugin.next(&plugin, work.get(), here.data(), joint.data(), there.data()) == TSJ_OK);
      here.swap(there);
      ++drawn;
    }
    CHECK(drawn == steps);
    CHECK(here == state);
    std::vector<std::int32_t> values(plugin.role_count);
    REQUIRE(plugin.goal_values(&plugin, work.get(), state.data(), values.data()) == TSJ_OK);
    CHECK(values[0] + values[1] == 100);

    plugin.seed(&random, 7, stream);
    std::copy(plugin.initial, plugin.initial + plugin.state_words, state.begin());
    CHECK(plugin.playout(&plugin, work.get(), &random, steps - 1, state.data(), &drawn) ==
          TSJ_DRAWN);
    CHECK(drawn == steps - 1);
  }
}

TEST_CASE("a plugin without memory reaches a limit and leaks nothing", "[plugin]") {
  // Plans of rows: tables need memory from the beginning, and more when they grow.
  const Host host("quarto.kif", driver::Engine::jit);
  const tsj_plugin& plugin = host.plugin();
  for (long allowed = 0; allowed < 60; ++allowed) {
    Source source;
    source.allowed = allowed;
    {
      const Work work(plugin, source);
      if (work.status() == TSJ_OK) {
        tsj_random random{};
        plugin.seed(&random, 1, 0);
        std::vector<std::uint64_t> state(plugin.initial, plugin.initial + plugin.state_words);
        std::uint64_t steps = 0;
        const std::int32_t status =
            plugin.playout(&plugin, work.get(), &random, 50, state.data(), &steps);
        CHECK((status == TSJ_LIMIT || status == TSJ_TERMINAL));
        // With memory again, the same scratch memory goes on.
        source.allowed = -1;
        std::copy(plugin.initial, plugin.initial + plugin.state_words, state.begin());
        CHECK(plugin.playout(&plugin, work.get(), &random, 50, state.data(), &steps) ==
              TSJ_TERMINAL);
      } else {
        CHECK(work.status() == TSJ_LIMIT);
      }
    }
    CHECK(source.taken.empty());
  }
}

TEST_CASE("files that are no whole plugin are refused", "[plugin]") {
  const Folder folder;
  const std::string path = (folder.path / "game.so").string();
  const std::string whole = compile_plugin(example("nim.kif"), driver::Engine::jit);
  write(path, whole);
  CHECK(std::string(plugin::Library(path).get().name) == "sheet");

  const auto refuse = [&](const std::string& bytes) {
    write(path, bytes);
    CHECK_THROWS_AS(plugin::Library(path), plugin::PluginError);
  };
  refuse("");
  refuse("(role x)");
  refuse(
      "\x7f"
      "ELF");
  refuse(whole + "x");
  // Sealed, but of another kind: a shared library without the tables.
  std::vector<char> other(whole.begin(), whole.begin() + 64);
  plugin::seal(other);
  refuse({other.begin(), other.end()});
  CHECK_THROWS_AS(plugin::Library((folder.path / "none.so").string()), plugin::PluginFileError);
  CHECK_THROWS_AS(plugin::Library(folder.path.string()), plugin::PluginFileError);
  CHECK_FALSE(plugin::is_plugin_file(folder.path.string()));

  // Bytes flipped, cut, doubled, exchanged: ten thousand times.
  runtime::Rng rng(2026, 11);
  for (int i = 0; i < 10'000; ++i) {
    std::string bytes = whole;
    const std::size_t place = rng.below(bytes.size());
    switch (rng.below(4)) {
      case 0:
        bytes.resize(place);
        break;
      case 1:
        bytes.insert(place, 1, static_cast<char>(rng.below(256)));
        break;
      case 2:
        std::swap(bytes[place], bytes[rng.below(bytes.size())]);
        break;
      default:
        for (std::uint64_t flips = 1 + rng.below(4); flips > 0; --flips) {
          bytes[rng.below(bytes.size())] ^= static_cast<char>(1U << rng.below(8));
        }
    }
    const std::string wrong = plugin::check_seal(bytes);
    if (wrong.empty() != (bytes == whole)) FAIL("mutation " << i << ": " << wrong);
    if (i % 100 != 0) continue;  // by the file, and by the dynamic linker where it is whole
    write(path, bytes);
    if (bytes == whole) {
      CHECK_NOTHROW(plugin::Library(path));
    } else {
      CHECK_THROWS_AS(plugin::Library(path), plugin::PluginError);
    }
  }
}

TEST_CASE("libraries of one file and of others, whichever goes first", "[plugin]") {
  const Folder folder;
  const std::string nim = (folder.path / "nim.so").string();
  const std::string pawns = (folder.path / "pawns.so").string();
  write(nim, compile_plugin(example("nim.kif"), driver::Engine::jit));
  write(pawns, compile_plugin(example("hexapawn3.kif"), driver::Engine::jit));
  auto first = std::make_unique<plugin::Library>(nim);
  const std::string role = first->get().roles[0];
  const plugin::Library second(nim);
  first.reset();
  const plugin::Library third(pawns);
  CHECK(std::string(second.get().roles[0]) == role);
  CHECK(std::string(third.get().roles[0]) == "w");
}

TEST_CASE("a plugin of another interface or processor is refused", "[plugin]") {
  const Folder folder;
  const std::string path = (folder.path / "game.so").string();
  const std::string whole = compile_plugin(example("nim.kif"), driver::Engine::jit);
  const std::string magic(TSJ_PLUGIN_MAGIC, 8);
  const std::size_t tables = whole.find(magic);
  REQUIRE(tables != std::string::npos);
  const auto refused = [&](std::size_t offset, const std::string& bytes) {
    std::vector<char> changed(whole.begin(), whole.end() - 24);  // without the seal
    std::copy(bytes.begin(), bytes.end(),
              changed.begin() + static_cast<std::ptrdiff_t>(tables + offset));
    plugin::seal(changed);
    write(path, {changed.begin(), changed.end()});
    try {
      const plugin::Library library(path);
    } catch (const plugin::PluginError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  tesuji::tests::check_words(refused(offsetof(tsj_plugin, magic), "TESUJI"));
  tesuji::tests::check_words(refused(offsetof(tsj_plugin, abi), "\x09"));
  tesuji::tests::check_words(refused(offsetof(tsj_plugin, size), std::string("\x08\0", 2)));
  CHECK_THAT(refused(offsetof(tsj_plugin, cpu_features), std::string(8, '\xff')),
             Catch::Contains("this processor lacks"));
  CHECK(refused(0, "") == "taken");
}

TEST_CASE("a plugin's playout ends when it is told to", "[plugin]") {
  const Host host("nim.kif", driver::Engine::jit);
  const tsj_plugin& plugin = host.plugin();
  const int stop = 1;
  Source source;
  std::vector<unsigned char> memory(plugin.scratch_bytes(&plugin) + 64);
  void* place = memory.data();
  std::size_t room = memory.size();
  auto* work = static_cast<tsj_work*>(std::align(64, room - 64, place, room));
  tsj_memory_source abi = source.abi();
  abi.stop = &stop;
  REQUIRE(plugin.open_scratch(&plugin, work, &abi) == TSJ_OK);
  tsj_random random{};
  plugin.seed(&random, 1, 0);
  std::vector<std::uint64_t> state(plugin.initial, plugin.initial + plugin.state_words);
  std::uint64_t steps = 0;
  CHECK(plugin.playout(&plugin, work, &random, 100, state.data(), &steps) == TSJ_STOPPED);
  plugin.close_scratch(&plugin, work);
}

TEST_CASE("a file that takes another's place is loaded afresh", "[plugin]") {
  const Folder folder;
  const std::string path = (folder.path / "game.so").string();
  write(path, compile_plugin(example("nim.kif"), driver::Engine::jit));
  const plugin::Library first(path);
  const std::string next = (folder.path / "next.so").string();
  write(next, compile_plugin(example("hexapawn3.kif"), driver::Engine::jit));
  std::filesystem::rename(next, path);
  const plugin::Library second(path);
  CHECK(std::string(first.get().roles[0]) != std::string(second.get().roles[0]));
}

}  // namespace tesuji::tests
