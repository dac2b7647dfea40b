// Holds players that choose moves for callers of the library, between their questions.
#pragma once

#include "tools/play/seat.h"

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace tesuji::tools {

class AskedGame;

/// The properties of a player; players with equal ones are interchangeable.
struct PlayerWish {
  std::string description;  ///< as of `play --player`
  runtime::Role role = 0;
  double seconds = 1;  ///< for a move
  std::uint64_t seed = 1;
  std::uint64_t memory_mib = 512;  ///< of a search tree, or of a state space
  std::optional<unsigned> depth{};
  driver::FeatureSources sources{};  ///< for players by weights
  /// Ends its searches. Only calls with this flag may use the player; never null.
  const std::atomic<bool>* stop = nullptr;
};

/// A seat with all that it refers to.
class AskedPlayer {
 public:
  /// Makes the seat; without one, `session` has the reasons. Throws as make_seat().
  AskedPlayer(const PlayerWish& wish, AskedGame& game, const driver::LoadedGame& loaded);
  AskedPlayer(const AskedPlayer&) = delete;
  AskedPlayer& operator=(const AskedPlayer&) = delete;

  [[nodiscard]] Seat* seat() const { return seat_.get(); }
  [[nodiscard]] const ir::Diagnostics& diagnostics() const { return session_.diagnostics; }
  std::optional<std::uint64_t> match{};  ///< the match that it plays; nothing: none so far

 private:
  driver::Options options_;
  driver::Session session_;
  EvaluationContext evaluation_;
  SearchContext search_;
  RemoteContext remote_;
  SeatContext context_;
  std::unique_ptr<Seat> seat_;
};

/// Keeps the players that were used last, for one question at a time each. Thread-safe.
class AskedPlayers {
 public:
  /// Returns a player with these properties and removes it; null if none is kept.
  [[nodiscard]] std::unique_ptr<AskedPlayer> take(const PlayerWish& wish);
  /// Keeps the player, made for this wish, for take(). Destroys those that were used longest ago if
  /// the memory of all exceeds 2 GiB.
  void keep(const PlayerWish& wish, std::unique_ptr<AskedPlayer> player);

 private:
  struct Kept {
    std::string key;
    std::uint64_t memory_mib = 0;
    std::unique_ptr<AskedPlayer> player;
  };
  std::mutex mutex_;
  std::list<Kept> players_;  ///< the one used last first
};

}  // namespace tesuji::tools
