#include "backend/driver/open/open_batch.h"

#include "backend/driver/open/batch_game.h"

#include <optional>
#include <utility>

namespace tesuji::driver {
namespace {

std::optional<BatchGame> load(const std::string& path, std::uint32_t lanes, Session& session) {
  if (lanes == on_gpu) return load_batch_game(path, gpu_blocks, {}, session);
  if (lanes != 0 && lanes != 64 && lanes != 256 && lanes != 512) {
    session.diagnostics.error({}, "usage", "there are no " + std::to_string(lanes) + " lanes");
    return std::nullopt;
  }
  return load_batch_game(path, lanes / 64, {}, session);
}

}  // namespace

OpenedBatch open_batch(const std::string& path, std::uint32_t lanes) {
  Session session;
  std::optional<BatchGame> loaded = load(path, lanes, session);
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
