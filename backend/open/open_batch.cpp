#include "backend/open/open_batch.h"

#include "backend/driver/session.h"
#include "backend/object_cache/object_cache.h"
#include "backend/open/batch_game.h"

#include <memory>
#include <optional>
#include <utility>

namespace tesuji::driver {
namespace {

std::optional<BatchGame> load(const std::string& path, std::uint32_t lanes,
                              const std::string& cache, Session& session) {
  if (lanes != 0 && lanes != 64 && lanes != 256 && lanes != 512 && lanes != on_gpu) {
    session.diagnostics.error({}, "usage", "unsupported number of lanes: " + std::to_string(lanes));
    return std::nullopt;
  }
  Options options;
  if (!cache.empty()) options.cache = std::make_shared<object_cache::ObjectCache>(cache);
  const std::uint32_t blocks = lanes == on_gpu ? gpu_blocks : lanes / 64;
  auto loaded = load_batch_game(path, blocks, options, session);
  warn_of_cache_trouble(options, session);
  return loaded;
}

}  // namespace

OpenedBatch open_batch(const std::string& path, std::uint32_t lanes, const std::string& cache) {
  Session session;
  std::optional<BatchGame> loaded = load(path, lanes, cache, session);
  OpenedBatch opened;
  opened.messages = session.diagnostics.render();
  if (!loaded) return opened;
  opened.lanes = loaded->width();
  opened.reason = loaded->reason;
  if (loaded->lanes && loaded->lanes->device) opened.gpu = loaded->lanes->device->name();
  opened.gpu_reason = loaded->gpu_reason;
  const auto whole = std::make_shared<const BatchGame>(std::move(*loaded));
  opened.game = {whole, whole->loaded.game.get()};
  opened.batch = whole;
  return opened;
}

}  // namespace tesuji::driver
