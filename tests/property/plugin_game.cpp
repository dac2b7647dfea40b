#include "tests/property/plugin_game.h"

#include "backend/driver/games/plugin.h"
#include "backend/plugins/make/compile_plugin.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace tesuji::tests {
namespace {

void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// Nothing where all errors are limits.
void throw_unless_limit(const driver::Session& session) {
  for (const ir::Diagnostic& diagnostic : session.diagnostics.all()) {
    if (diagnostic.severity == ir::Severity::error && diagnostic.code != "limit") {
      throw std::runtime_error("plugin: " + diagnostic.message);
    }
  }
}

}  // namespace

std::string compile_plugin(const std::string& kif, driver::Engine engine,
                           const std::string& strategy, bool batch, const std::string& cpu) {
  const Folder folder;
  const std::filesystem::path sheet = folder.path / "sheet.kif";
  write(sheet, kif);
  driver::Session session;
  driver::Options options;
  options.engine = engine;
  options.pipeline.verify_each = true;
  const std::array forms{driver::PluginForm::library};
  driver::PluginOptions plugin;
  plugin.batch = batch;
  if (!cpu.empty()) plugin.cpu = cpu;
  if (!strategy.empty()) {
    plugin.strategy = (folder.path / "strategy.pl").string();
    write(*plugin.strategy, strategy);
  }
  const auto files = driver::compile_plugin(sheet.string(), options, plugin, forms, session);
  if (files) return files->front();
  throw_unless_limit(session);
  return {};
}

std::shared_ptr<const runtime::Game> plugin_game(const std::string& kif, driver::Engine engine) {
  const std::string bytes = compile_plugin(kif, engine);
  if (bytes.empty()) return nullptr;
  const Folder folder;
  const std::filesystem::path path = folder.path / "sheet.so";
  write(path, bytes);
  driver::Session session;
  const auto loaded = driver::load_plugin(path.string(), session);
  if (!loaded) throw_unless_limit(session);
  return loaded ? loaded->game : nullptr;
}

}  // namespace tesuji::tests
