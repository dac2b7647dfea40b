// The tables of a plugin, read back from its library by the schema, are those of the game in
// memory that the same engine makes.
#include "backend/driver/load.h"
#include "backend/plugins/host/library.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/table_fields.h"
#include "tests/property/plugin_game.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>

namespace tesuji::tests {
namespace {

/// Prints tables as text, without functions and what belongs to them: these differ.
struct TableText {
  runtime::TableLengths lengths{};
  std::string text{};

  template <typename... Values>
  void operator()(const Values&... values) {
    (value(values), ...);
  }
  template <typename T>
  void array(const T* elements, std::size_t count) {
    text += "[ ";
    for (std::size_t i = 0; i < count; ++i) value(elements[i]);
    text += "] ";
  }
  template <typename T>
  void arrays(const T* elements, const std::vector<std::size_t>& counts) {
    for (std::size_t i = 0; i < counts.size(); ++i) array(elements[i], counts[i]);
  }
  void opaque(const void* /*address*/) {}

 private:
  template <typename T>
  void value(const T& given) {
    if constexpr (std::is_same_v<T, tsj_circuit_many>) {
      return;
    } else if constexpr (std::is_same_v<T, char>) {
      text += given;
    } else if constexpr (std::is_integral_v<T>) {
      text += std::to_string(given) + " ";
    } else if constexpr (std::is_array_v<T>) {
      array(given, std::extent_v<T>);
    } else if constexpr (std::is_same_v<T, const char*>) {
      text += given == nullptr ? "- " : "`" + std::string(given) + "` ";
    } else if constexpr (!std::is_pointer_v<T>) {
      text += "{ ";
      runtime::fields(*this, given);
      text += "}\n";
    }
  }
};

/// The tables of plans, or of a propositional network.
template <typename Tables>
std::string text_of(const tsj_plugin& plugin, const Tables* tables) {
  TableText written;
  written.lengths = {plugin.role_count, plugin.feature_count, plugin.state_words};
  written.array(tables, tables != nullptr);
  return written.text;
}

const tsj_game_data& data_of(const tsj_plugin& plugin) {
  return *static_cast<const tsj_game_data*>(plugin.data);
}

void compare_with_memory(const std::string& name, driver::Engine engine) {
  INFO(name);
  const std::string sheet = source_dir() + "/examples/" + name;
  std::ostringstream text;
  text << std::ifstream(sheet).rdbuf();
  const Folder folder;
  const std::filesystem::path path = folder.path / "game.so";
  // Both for this processor: the room for packs of words depends on it.
  std::ofstream(path, std::ios::binary) << compile_plugin(text.str(), engine, {}, false, "native");
  const plugin::Library library(path.string());

  driver::Session session;
  driver::Options options;
  options.engine = engine;
  const auto loaded = driver::load_game(sheet, options, session);
  REQUIRE(loaded);
  const tsj_plugin* const memory = runtime::c_tables_of(*loaded->game, runtime::CGameKind::memory);
  REQUIRE(memory != nullptr);

  const tsj_game_data& written = data_of(library.get());
  const tsj_game_data& made = data_of(*memory);
  REQUIRE((written.plans != nullptr || written.circuit != nullptr));
  CHECK(text_of(library.get(), written.plans) == text_of(*memory, made.plans));
  CHECK(text_of(library.get(), written.circuit) == text_of(*memory, made.circuit));
}

}  // namespace

TEST_CASE("A plugin's tables of plans are those in memory", "[plugin]") {
  for (const char* sheet : {"connect-four.kif", "nim.kif", "kuhn-poker.kif", "quarto.kif"}) {
    compare_with_memory(sheet, driver::Engine::jit);
  }
}

TEST_CASE("A plugin's tables of a network are those in memory", "[plugin]") {
  for (const char* sheet : {"connect-four.kif", "goofspiel.kif", "monty-hall.kif"}) {
    compare_with_memory(sheet, driver::Engine::net_jit);
  }
}

}  // namespace tesuji::tests
