// The game contract: the functions of every engine for every game, over states as plain bytes.
//
// One Game serves many threads: it is immutable; what a call needs besides the state is in a
// Scratch that the caller owns, one per thread. Sources: General Game Playing semantics of GDL
// (Haufe, Schiffel, Thielscher 2012, section 3.2): a state is the set of fluents that hold.
#pragma once

#include "runtime/host/game/state_facts.h"
#include "runtime/host/memory/rng.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// Playouts of one run from one state: number i draws from Rng(seed, i).
struct ManyPlayouts {
  std::span<const std::uint64_t> start;
  std::uint64_t seed = 1;
  std::uint64_t first = 0;  ///< number of the first one
  std::uint64_t count = 0;
  std::uint64_t step_limit = 0;  ///< moves of a playout
};

/// Sums over those that ended, as PlayoutStatistics has them.
struct ManyEnds {
  explicit ManyEnds(std::size_t roles) : goal_sums(roles), goal_counts(roles) {}

  std::uint64_t playouts = 0;
  std::uint64_t terminal = 0;
  std::uint64_t cut = 0;
  std::uint64_t stuck = 0;
  std::uint64_t steps = 0;
  std::uint64_t shortest = UINT64_MAX;
  std::uint64_t longest = 0;
  std::uint64_t goals_missing = 0;
  std::uint64_t goals_ambiguous = 0;
  std::uint64_t goals_not_integer = 0;
  std::vector<std::uint64_t> goal_sums;    ///< per role
  std::vector<std::uint64_t> goal_counts;  ///< per role
};

/// A move of any role: a number that is valid for the game that made it. Compiled
/// games number their moves densely and in order (domain order, arguments left to
/// right); others may number them as they meet them.
using Move = std::uint64_t;

/// Index of a role, in the order of the rulesheet's role facts.
using Role = std::uint32_t;

/// The role that GDL-II gives to chance: it moves at random, and need not have a goal.
inline constexpr std::string_view chance_role = "random";

/// A state, `Game::state_words()` words; equal states are equal bytes.
using StateView = std::span<const std::uint64_t>;
using StateOut = std::span<std::uint64_t>;
using State = std::vector<std::uint64_t>;

/// A limit on rows or memory was reached while answering; the state is intact.
class LimitReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where the states of a game keep whether a fluent holds.
struct FluentPlace {
  enum class Kind : std::uint8_t {
    bit,
    always,    ///< it holds in every state of play
    never,     ///< it holds in none, or is not a fluent of the game
    elsewhere  ///< in rows, or as a code of several bits, or the game does not say
  };
  Kind kind = Kind::elsewhere;
  /// From the state's first word on, for `bit` and `always`; no_bit where a fluent that always
  /// holds has none.
  std::uint64_t bit = no_bit;

  static constexpr std::uint64_t no_bit = ~std::uint64_t{0};
};

/// What came of drawing a joint move.
enum class Drawn : std::uint8_t {
  joint,
  terminal,  ///< no move: the state is terminal
  stuck      ///< no move: it is not, but a role has none
};

/// Working memory of one thread for one game. Made by Game::make_scratch.
class Scratch {
 public:
  virtual ~Scratch() = default;

 private:
  friend class Game;
  std::vector<std::vector<Move>> legal_;  ///< what Game::draw chose from
  std::vector<Move> joint_;               ///< what Game::play_out drew last
  State next_;                            ///< where Game::play_out writes to
};

class Game {
 public:
  virtual ~Game() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::span<const std::string> roles() const = 0;
  /// Number of 8-byte words of a state.
  [[nodiscard]] virtual std::size_t state_words() const = 0;
  [[nodiscard]] virtual std::unique_ptr<Scratch> make_scratch() const = 0;

  /// The initial state, owned by the game.
  [[nodiscard]] virtual StateView initial() const = 0;

  /// The legal moves of every role, appended to `moves[role]` after clearing it,
  /// in the order of moves, whatever was asked before, and without duplicates. `moves`
  /// is resized to the number of roles.
  virtual void legal(StateView state, Scratch& scratch,
                     std::vector<std::vector<Move>>& moves) const = 0;

  /// Unless the state is terminal, a legal move for every role, each with equal probability.
  /// `joint` has an element for each role, and means nothing without Drawn::joint. Draws one
  /// number per role in role order, `rng.below(number of its legal moves)`, which counts in
  /// the order of moves, and none for a role with a single move. Engines may do better than
  /// this implementation, which asks terminal() and legal(), but draw the same.
  virtual Drawn draw(StateView state, Scratch& scratch, Rng& rng, std::span<Move> joint) const;

  /// Moves at random, as draw() draws, from `state`, which becomes the last state reached: until
  /// that is terminal, or nobody can move (stuck), or `step_limit` joint moves have been made
  /// (joint). Adds their number to `steps`, also where it throws LimitReached; then `state` is some
  /// state on the way. This implementation asks draw(), next() and at the limit terminal().
  virtual Drawn play_out(State& state, Scratch& scratch, Rng& rng, std::uint64_t step_limit,
                         std::uint64_t& steps) const;

  /// Plays all of them as play_out() does, where there is code by now that plays many at once and
  /// counts them; else does nothing and returns false, as this implementation does. Those that had
  /// not ended when it was told to stop (StopScope) do not count; it returns true then, too.
  virtual bool play_many(const ManyPlayouts& wanted, Scratch& scratch, ManyEnds& ends) const;

  /// Makes code for play_many(), where there can be some: takes as long as compiling does. Other
  /// threads may go on with the game meanwhile.
  virtual void prepare_many() const;

  /// The next state for one move per role (in role order; need not be legal).
  /// `out` has state_words() words and may not overlap `state`.
  virtual void next(StateView state, std::span<const Move> joint, Scratch& scratch,
                    StateOut out) const = 0;

  [[nodiscard]] virtual bool terminal(StateView state, Scratch& scratch) const = 0;

  /// All goal values of every role, ascending, as written in the rulesheet's
  /// terms. `goals` is resized to the number of roles. None, one or several.
  virtual void goal(StateView state, Scratch& scratch,
                    std::vector<std::vector<std::string>>& goals) const = 0;

  /// Goals as numbers, for those who ask often: `values[role]` becomes the role's
  /// goal where it has exactly one and that is an integer in 0..100, otherwise -1.
  /// `values` has an element for each role. Engines may do better than this
  /// implementation, which reads the terms that goal() gives.
  virtual void goal_values(StateView state, Scratch& scratch, std::span<int> values) const;

  /// Whether the rulesheet has clauses for `sees` (GDL-II): then, after a joint move,
  /// a role knows its own moves and its percepts, and nothing else. In other games
  /// (GDL-I) every role sees every move. This implementation: false.
  [[nodiscard]] virtual bool has_percepts() const { return false; }

  /// What every role perceives when `joint` (one move per role, as for next) is made
  /// in `state`: its percepts' terms, sorted bytewise, without duplicates. `percepts`
  /// is resized to the number of roles. This implementation, for games without
  /// percepts, gives none to anybody.
  /// Source: Thielscher, A General Game Description Language for Incomplete
  /// Information Games (2010), definition 2: the information relation.
  virtual void percepts(StateView state, std::span<const Move> joint, Scratch& scratch,
                        std::vector<std::vector<std::string>>& percepts) const;

  // Names. Terms are KIF, lower case, one blank between arguments, as in traces.

  /// Fluents that hold, sorted bytewise.
  [[nodiscard]] virtual std::vector<std::string> fluents(StateView state) const = 0;
  /// The state in which exactly these fluents hold; nothing where one is no
  /// fluent of the game, or one is missing that holds in every state that can be
  /// reached (then `unknown`, if given, is set to it), or they violate one of state_facts()
  /// (then to its text).
  [[nodiscard]] virtual std::optional<State> state_of(std::span<const std::string> fluents,
                                                      std::string* unknown = nullptr) const = 0;
  /// Returns where states keep this fluent. This implementation returns `elsewhere`.
  [[nodiscard]] virtual FluentPlace place_of(std::string_view fluent) const;
  [[nodiscard]] virtual std::string move_name(Move move) const = 0;
  [[nodiscard]] virtual std::optional<Move> find_move(std::string_view name) const = 0;

  /// Facts that the engine takes for granted, which state_of() checks; null: none.
  [[nodiscard]] const StateFacts* state_facts() const { return facts_.get(); }
  /// Sets them. To be called before others share the game.
  void set_state_facts(std::shared_ptr<const StateFacts> facts) const {
    facts_ = std::move(facts);
  }

 private:
  mutable std::shared_ptr<const StateFacts> facts_;
};

/// A legal move for every role as Game::draw draws it, where these are the legal moves;
/// false where a role has none. `joint` has an element for each role.
[[nodiscard]] bool choose_at_random(const std::vector<std::vector<Move>>& legal, Rng& rng,
                                    std::span<Move> joint);

/// In a list of bits: a fluent that no state has, and one that all states have.
inline constexpr std::uint64_t never_holds = ~std::uint64_t{0};
inline constexpr std::uint64_t always_holds = never_holds - 1;

/// Returns for each fluent its bit, never_holds or always_holds. Returns nothing if the game does
/// not store a fluent as a bit, or stores two in the same bit.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> bits_of(
    const Game& game, std::span<const std::string> fluents);

/// The value of a goal term in 0..100, or nothing where it is no such integer.
[[nodiscard]] std::optional<int> goal_value(std::string_view term);

/// Whether the move is one of them. They are in the order of moves, which need not be that of their
/// numbers: some games number moves as they meet them.
[[nodiscard]] inline bool has_move(std::span<const Move> legal, Move move) {
  return std::find(legal.begin(), legal.end(), move) != legal.end();
}

}  // namespace tesuji::runtime
