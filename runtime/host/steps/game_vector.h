// Many games of one rulesheet side by side, with moves that the caller chooses: an environment for
// learners (docs/engines/steps.md).
//
// Moves come in by *seat*, one number for each game. Where the rules tell whose turn it is there is
// one seat, of the role that moves; else every role has one. A role's moves are numbered from 0
// (VectorShape::actions), as plugins number its actions (runtime/core/tesuji/plugin.h).
//
// A game that is over begins again within the step in which it ended: rewards and flags are of the
// state that it ended in, legal moves and states of the new one.
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

/// Where moves come in.
struct VectorSeat {
  std::optional<Role> role;     ///< none: the one whose turn it is
  std::uint32_t width = 0;      ///< numbers below it may be moves
  std::uint32_t row_words = 0;  ///< of 64 bits, of a row of legal moves: at least 1
};

/// What a role may perceive of a joint move (GDL-II).
struct VectorPercept {
  Role role = 0;
  std::string term;
};

/// What is the same for all games and at all times.
struct VectorShape {
  std::size_t games = 0;
  std::size_t padded = 0;  ///< games that arrays have room for: whole words of lanes
  std::uint32_t roles = 0;
  std::vector<VectorSeat> seats;
  bool turns = false;          ///< whether there is one seat for all roles
  std::optional<Role> chance;  ///< the role that moves at random, if there is one
  bool chance_given = false;   ///< whether its moves come in as those of others; else it is drawn
                               ///< what it makes, whatever its seat is given
  std::vector<std::vector<Move>> actions;  ///< by role: the game's moves by number
  std::size_t fluents = 0;                 ///< that observations have
  std::size_t state_words = 0;             ///< of an observation, 64 fluents each
  std::uint32_t lanes = 0;                 ///< games in one word; 0: one after the other
  /// By bit of VectorArrays::percepts. Empty where the rules have none, or without lanes.
  std::vector<VectorPercept> percepts;
  std::size_t percept_words = 0;  ///< of 64 bits, of a row of percepts
};

struct VectorOptions {
  std::size_t games = 1;  ///< at least 1
  unsigned threads = 1;   ///< at least 1; outcomes do not depend on it
  std::uint64_t seed = 0;
  std::uint32_t step_limit = 0;  ///< joint moves, after which a game is ended; 0: none
  bool chance_given = false;     ///< VectorShape::chance_given
};

/// Counts over the games of a step.
struct StepCounts {
  std::uint64_t ended = 0;   ///< games that are over, and have begun again
  std::uint64_t faults = 0;  ///< games that made no move, since one was not legal
};

/// What the last call has found, by game; the pointers stay, what they point to changes.
struct VectorArrays {
  std::vector<const std::uint64_t*> legal;  ///< by seat: VectorSeat::row_words for each game
  const std::uint8_t* movers = nullptr;     ///< whose turn it is; null without turns
  const std::int32_t* rewards = nullptr;    ///< VectorShape::roles for each game, as lane_steps.h
  const std::uint8_t* terminated = nullptr;
  const std::uint8_t* truncated = nullptr;  ///< 1: by the limit, 2: a role has no legal move
  const std::uint8_t* faults = nullptr;
  const std::uint32_t* lengths = nullptr;  ///< joint moves of the game
  /// What was perceived of the last joint move: VectorShape::percept_words for each game; null
  /// without percepts. Means nothing before the first step, and where games were begun again.
  const std::uint64_t* percepts = nullptr;
};

/// What lanes work on: bits of games in *planes*, one for each fluent and move. Game 64 * (blocks *
/// g
/// + c) + i is bit i of word c of a plane of group g, which begins at group_words * g + blocks * p
/// for plane p. Bits of games behind the last one mean nothing.
struct VectorPlanes {
  std::size_t groups = 0;
  std::size_t blocks = 0;
  std::size_t group_words = 0;
  const std::uint64_t* fluents = nullptr;   ///< VectorShape::fluents planes
  std::vector<const std::uint64_t*> legal;  ///< by seat: VectorSeat::width planes
};

/// For one thread at a time; the options' threads are its own.
class GameVector {
 public:
  virtual ~GameVector() = default;
  GameVector(const GameVector&) = delete;
  GameVector& operator=(const GameVector&) = delete;

  [[nodiscard]] const VectorShape& shape() const { return shape_; }
  [[nodiscard]] const VectorArrays& arrays() const { return arrays_; }

  /// All games begin again; random numbers, too, as if the options had this seed.
  void reset(std::uint64_t seed);
  /// Games whose byte is not 0 begin again: an element for each game.
  virtual void reset_games(std::span<const std::uint8_t> which) = 0;

  /// A joint move in every game. `moves`: for each seat a number for each game; with a seat for
  /// each role, -1 where the role has one legal move, which it then makes. A game whose moves are
  /// not all legal stays as it is (VectorArrays::faults). A chance role's seat may be
  /// null where its moves are drawn.
  virtual StepCounts step(std::span<const std::int32_t* const> moves) = 0;

  /// Draws a legal move for each game, all equally likely, -1 where there is none. The same seed,
  /// step and seat draw the same; they are not the numbers of the chance role.
  virtual void draw(std::size_t seat, std::int32_t* numbers) = 0;

  /// Legal moves as bytes 0 or 1: VectorSeat::width for each game.
  virtual void legal_bytes(std::size_t seat, std::uint8_t* bytes) const = 0;

  /// Fluents that hold, as bits: VectorShape::state_words for each game.
  virtual void observe(std::uint64_t* rows) const = 0;
  /// The same as bytes 0 or 1: VectorShape::fluents for each game.
  virtual void observe_bytes(std::uint8_t* bytes) const = 0;

  /// The planes themselves, which stay where they are; nothing without lanes.
  [[nodiscard]] virtual std::optional<VectorPlanes> planes() const { return std::nullopt; }

  /// The game's states, Game::state_words for each.
  virtual void states(std::uint64_t* states) const = 0;
  /// Sets them; games have made no moves then. False, and nothing is changed, where one is not a
  /// state that a play may lead to, as far as is known, or is terminal, or a role has no legal move
  /// there; `wrong` becomes its number.
  virtual bool set_states(const std::uint64_t* states, std::size_t& wrong) = 0;

  [[nodiscard]] std::size_t saved_words() const;
  /// Writes all that later calls depend on into saved_words() words: states, results of the last
  /// step, and the place in the random numbers.
  void save(std::span<std::uint64_t> saved) const;
  /// Goes on where a vector of the same game and shape was saved. Throws std::invalid_argument,
  /// with nothing changed, where the words are not such ones.
  void restore(std::span<const std::uint64_t> saved);

 protected:
  GameVector(VectorShape shape, const VectorOptions& options);

  /// Begins all games again.
  virtual void begin_all() = 0;
  /// Words of each of states().
  [[nodiscard]] virtual std::size_t game_state_words() const = 0;

  /// Throws LimitReached where the machine does not have so much memory: asked before memory is
  /// taken that the system would promise, and not have.
  static void check_memory(std::size_t games, double bytes_each);

  VectorShape shape_;
  VectorOptions options_;
  std::uint64_t steps_ = 0;  ///< since the last reset
  // What arrays_ points to, for `padded` games.
  std::vector<std::vector<std::uint64_t>> legal_;
  std::vector<std::uint8_t> movers_;
  std::vector<std::int32_t> rewards_;
  std::vector<std::uint8_t> terminated_;
  std::vector<std::uint8_t> truncated_;
  std::vector<std::uint8_t> faults_;
  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint64_t> percepts_;

 private:
  VectorArrays arrays_;
};

}  // namespace tesuji::runtime
