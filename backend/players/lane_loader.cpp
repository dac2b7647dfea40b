#include "backend/players/lane_loader.h"

#include <optional>
#include <utility>

namespace tesuji::driver {

LaneLoader::LaneLoader(std::string path, Options options, PlayoutPolicy policy, Texts texts)
    : path_(std::move(path)),
      options_(std::move(options)),
      policy_(std::move(policy)),
      texts_(std::move(texts)),
      game_([this] { return load(); }) {
  // These callbacks report on the game as it was first loaded.
  options_.pipeline.after = nullptr;
  options_.pipeline.after_code = nullptr;
}

std::shared_ptr<const BatchGame> LaneLoader::load() const {
  Session session;
  session.texts = texts_;
  std::optional<BatchGame> batch = load_batch_game(path_, 0, options_, session, policy_, true);
  if (!batch || !batch->lanes) return nullptr;
  return std::make_shared<const BatchGame>(std::move(*batch));
}

}  // namespace tesuji::driver
