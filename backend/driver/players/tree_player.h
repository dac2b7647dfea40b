// A player by tree search: at once with what plays soon, in lanes as soon as these are compiled.
#pragma once

#include "backend/driver/driver.h"
#include "runtime/host/mcts/tree_search.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tesuji::driver {

struct BatchGame;

struct TreePlayerOptions {
  runtime::TreeSearchOptions search;
  std::uint64_t step_limit = 2'000;  ///< moves of a playout
  bool lanes = true;                 ///< playouts many at a time, where the game can do it
  /// Lanes are waited for before the first move, so that every move is searched alike.
  bool wait = false;
  std::size_t leaves = 64;     ///< at a time, in lanes
  std::uint32_t playouts = 1;  ///< from each, in lanes, to begin with
};

/// What the player found.
struct Thought {
  std::string move;  ///< term
  double value = 0;  ///< of the role's goal, 0..100, as search sees it
  bool proven = false;
  std::uint64_t simulations = 0;
  std::size_t depth = 0;
  std::size_t nodes = 0;
  std::vector<std::string> variation;  ///< joint moves that were visited most, in role order
  bool lanes = false;                  ///< how playouts were made
};

/// Plays one game. Not thread-safe; think() searches in threads of its own. Of games without
/// percepts (GDL-I).
class TreePlayer {
 public:
  /// `game` is what is played by at first: by tiers, it is there soonest. `path` of its rules is
  /// loaded again for lanes, in the background; empty: no lanes. Messages about that are dropped,
  /// since the game has been loaded before. Throws runtime::LimitReached as the game does of its
  /// initial state.
  TreePlayer(const LoadedGame& game, std::string path, const Options& options,
             TreePlayerOptions player);
  ~TreePlayer();
  TreePlayer(const TreePlayer&) = delete;
  TreePlayer& operator=(const TreePlayer&) = delete;

  /// The state that the match is in; a state of the game that it was made with.
  void set_state(runtime::StateView state);

  /// Nothing where the role has no move there. Throws runtime::LimitReached.
  [[nodiscard]] std::optional<Thought> think(runtime::Role role,
                                             const runtime::TreeSearchLimits& limits);

  /// Searches ahead, also where the role has one move, or it is others' turn; think() goes on from
  /// what was found. Throws runtime::LimitReached.
  void ponder(const runtime::TreeSearchLimits& limits);

  /// Whether lanes are in use, or will never be.
  [[nodiscard]] bool is_settled() const;

 private:
  void load_lanes();
  void take_lanes();
  void search_by(std::shared_ptr<const runtime::Game> game, runtime::RolloutFactory rollouts);

  LoadedGame first_;
  std::string path_;
  Options options_;
  TreePlayerOptions player_;
  runtime::State state_;                       ///< of `first_`
  std::shared_ptr<const runtime::Game> game_;  ///< that is searched
  std::unique_ptr<runtime::TreeSearch> search_;
  bool in_lanes_ = false;

  std::shared_ptr<const BatchGame> loaded_;  ///< set before `done_`
  std::atomic<bool> done_{false};
  std::atomic<bool> given_up_{false};
  std::jthread loader_;
};

}  // namespace tesuji::driver
