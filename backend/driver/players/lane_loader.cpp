#include "backend/driver/players/lane_loader.h"

#include "runtime/host/game/stop.h"

#include <exception>
#include <system_error>
#include <utility>

namespace tesuji::driver {

LaneLoader::LaneLoader(std::string path, Options options, MoveWeights weights)
    : path_(std::move(path)), options_(std::move(options)), weights_(std::move(weights)) {
  // Those are about the game as it was loaded first.
  options_.pipeline.after = nullptr;
  options_.pipeline.after_code = nullptr;
}

LaneLoader::~LaneLoader() {
  given_up_ = true;
}

void LaneLoader::begin() {
  std::call_once(begun_, [this] {
    try {
      thread_ = std::jthread([this] { load(); });
    } catch (const std::system_error&) {
      done_ = true;  // no thread to be had
      done_.notify_all();
    }
  });
}

void LaneLoader::wait() {
  begin();
  done_.wait(false);
}

std::shared_ptr<const BatchGame> LaneLoader::game() const {
  return done_ ? loaded_ : nullptr;
}

void LaneLoader::load() {
  const runtime::StopScope scope(&given_up_);
  try {
    Session session;
    std::optional<BatchGame> batch = load_batch_game(path_, 0, options_, session, weights_, true);
    if (batch && batch->lanes) loaded_ = std::make_shared<const BatchGame>(std::move(*batch));
  } catch (const std::exception&) {
    // Limits and signals: it goes on without lanes.
  }
  done_ = true;
  done_.notify_all();
}

}  // namespace tesuji::driver
