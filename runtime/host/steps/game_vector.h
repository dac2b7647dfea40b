// Steps many games of one rulesheet side by side, with moves that the caller chooses: an
// environment for learners (docs/engines/steps.md).
//
// Moves come in by *seat*, one number for each game. If the rules show whose turn it is there is
// one seat, of the role that moves; else every role has one. A role's moves are numbered from 0
// (VectorShape::actions), as plugins number its actions (runtime/core/tesuji/plugin.h).
//
// A game that is over begins again within the step in which it ended: rewards and flags describe
// the state that it ended in, legal moves and states the new one.
#pragma once

#include "runtime/host/game/game.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// An input of moves.
struct VectorSeat {
  std::optional<Role> role;     ///< nothing: the role whose turn it is
  std::uint32_t width = 0;      ///< numbers below it can be moves
  std::uint32_t row_words = 0;  ///< 64-bit words of a row of legal moves: at least 1
};

/// What a role may perceive of a joint move (GDL-II).
struct VectorPercept {
  Role role = 0;
  std::string term;
};

/// The properties that are the same for all games and at all times.
struct VectorShape {
  std::size_t games = 0;
  std::size_t padded = 0;  ///< games that arrays have room for: whole words of lanes
  std::uint32_t roles = 0;
  std::vector<VectorSeat> seats;
  bool turns = false;          ///< whether all roles share one seat
  std::optional<Role> chance;  ///< the role that moves at random, if there is one
  bool chance_given = false;   ///< whether its moves come in like those of others; else they are
                               ///< drawn, and its seat is ignored
  std::vector<std::vector<Move>> actions;  ///< by role: the game's moves by number
  std::size_t fluents = 0;                 ///< in observations
  std::size_t state_words = 0;             ///< of an observation, 64 fluents each
  std::uint32_t lanes = 0;                 ///< games in one word; 0: games are stepped one after
                                           ///< the other
  /// By bit of VectorArrays::percepts. Empty if the rules have no percepts, or without lanes.
  std::vector<VectorPercept> percepts;
  std::size_t percept_words = 0;  ///< 64-bit words of a row of percepts
};

struct VectorOptions {
  std::size_t games = 1;  ///< at least 1
  unsigned threads = 1;   ///< at least 1; does not change results
  std::uint64_t seed = 0;
  std::uint32_t step_limit = 0;  ///< joint moves after which a game is ended; 0: no limit
  bool chance_given = false;     ///< VectorShape::chance_given
  bool last_states = false;      ///< steps write VectorArrays::last_states
};

/// Counts over the games of a step.
struct StepCounts {
  std::uint64_t ended = 0;   ///< games that ended and have begun again
  std::uint64_t faults = 0;  ///< games in which no move was made, because one was not legal
};

/// Results of the last call, by game; the pointers stay valid, their contents change.
struct VectorArrays {
  std::vector<const std::uint64_t*> legal;  ///< by seat: VectorSeat::row_words for each game
  const std::uint8_t* movers = nullptr;     ///< the role whose turn it is; null without turns
  const std::int32_t* rewards = nullptr;    ///< VectorShape::roles for each game, as in
                                            ///< lane_steps.h
  const std::uint8_t* terminated = nullptr;
  const std::uint8_t* truncated = nullptr;  ///< 1: by the limit, 2: a role has no legal move
  const std::uint8_t* faults = nullptr;
  const std::uint32_t* lengths = nullptr;  ///< joint moves of the game
  /// Percepts of the last joint move: VectorShape::percept_words for each game; null without
  /// percepts. Undefined before the first step, and for games that were restarted.
  const std::uint64_t* percepts = nullptr;
  /// The state in which each game ended last, before it began again: VectorShape::state_words for
  /// each game, as of observe(). Undefined until its first end; null without the option.
  const std::uint64_t* last_states = nullptr;
};

/// What lanes compute with: bits of games in *planes*, one for each fluent and move. Game 64 *
/// (blocks * g + c) + i is bit i of word c of a plane of group g, which begins at group_words * g +
/// blocks * p for plane p. Bits after the last game are undefined.
struct VectorPlanes {
  std::size_t groups = 0;
  std::size_t blocks = 0;
  std::size_t group_words = 0;
  const std::uint64_t* fluents = nullptr;   ///< VectorShape::fluents planes
  std::vector<const std::uint64_t*> legal;  ///< by seat: VectorSeat::width planes
};

/// For one thread at a time; it owns the options' threads.
class GameVector {
 public:
  virtual ~GameVector() = default;
  GameVector(const GameVector&) = delete;
  GameVector& operator=(const GameVector&) = delete;

  [[nodiscard]] const VectorShape& shape() const { return shape_; }
  [[nodiscard]] const VectorArrays& arrays() const { return arrays_; }

  /// Restarts all games, and the random numbers as if the options had this seed.
  void reset(std::uint64_t seed);
  /// Restarts the games whose byte is not 0: an element for each game.
  virtual void reset_games(std::span<const std::uint8_t> which) = 0;

  /// Makes a joint move in every game. `moves` has for each seat a number for each game. With a
  /// seat for each role, -1 stands for the only legal move of a role that has just one. A game
  /// whose moves are not all legal stays unchanged (VectorArrays::faults). A chance role's seat may
  /// be null if its moves are drawn.
  virtual StepCounts step(std::span<const std::int32_t* const> moves) = 0;

  /// Draws a legal move for each game, all equally likely, or -1 if none exists. The same seed,
  /// step and seat draw the same numbers, which are independent of the chance role's.
  virtual void draw(std::size_t seat, std::int32_t* numbers) = 0;

  /// Writes legal moves as bytes 0 or 1: VectorSeat::width for each game.
  virtual void legal_bytes(std::size_t seat, std::uint8_t* bytes) const = 0;

  /// Writes the fluents that hold, as bits: VectorShape::state_words for each game.
  virtual void observe(std::uint64_t* rows) const = 0;
  /// Writes the fluents that hold, as bytes 0 or 1: VectorShape::fluents for each game.
  virtual void observe_bytes(std::uint8_t* bytes) const = 0;

  /// Returns the planes themselves, which stay at their addresses; nothing without lanes.
  [[nodiscard]] virtual std::optional<VectorPlanes> planes() const { return std::nullopt; }

  /// Writes the games' states, Game::state_words for each.
  virtual void states(std::uint64_t* states) const = 0;
  /// Sets the states; no moves have been made in the games then. Returns false and changes nothing
  /// if one is not reachable, as far as is known, or is terminal, or a role has no legal move
  /// there; sets `wrong` to its number.
  virtual bool set_states(const std::uint64_t* states, std::size_t& wrong) = 0;

  [[nodiscard]] std::size_t saved_words() const;
  /// Writes all that later calls depend on into saved_words() words: states, results of the last
  /// step, and the position in the random numbers.
  void save(std::span<std::uint64_t> saved) const;
  /// Continues from a saved vector of the same game and shape. Throws std::invalid_argument, with
  /// nothing changed, if the words are not one.
  void restore(std::span<const std::uint64_t> saved);

 protected:
  GameVector(VectorShape shape, const VectorOptions& options);

  /// Restarts all games.
  virtual void begin_all() = 0;
  /// Returns the words of each of states().
  [[nodiscard]] virtual std::size_t game_state_words() const = 0;

  /// Throws LimitReached if the machine lacks the memory: checked before memory is allocated that
  /// the system would promise, but not have.
  static void check_memory(std::size_t games, double bytes_each);

  VectorShape shape_;
  VectorOptions options_;
  std::uint64_t steps_ = 0;  ///< since the last reset
  // The memory of arrays_, for `padded` games.
  std::vector<std::vector<std::uint64_t>> legal_;
  std::vector<std::uint8_t> movers_;
  std::vector<std::int32_t> rewards_;
  std::vector<std::uint8_t> terminated_;
  std::vector<std::uint8_t> truncated_;
  std::vector<std::uint8_t> faults_;
  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint64_t> percepts_;
  std::vector<std::uint64_t> last_states_;

 private:
  VectorArrays arrays_;
};

}  // namespace tesuji::runtime
