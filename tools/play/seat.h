// Declares the players of `tesuji play`: one seat per role.
//
// seat.cpp has the random, evaluation and strategy players; seat_kinds.h declares the others.
#pragma once

#include "backend/driver/load.h"
#include "backend/features/sets/features.h"
#include "backend/players/lane_loader.h"
#include "backend/players/tree_player.h"
#include "backend/strategies/strategy_witness.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/search/alpha_beta.h"
#include "runtime/host/strategy/strategy_threats.h"

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// A seat's choice, and the reason.
struct Decision {
  runtime::Move move = 0;
  std::string by;  ///< the predicate that fired, `random`, `minimax`, `human`, ..; empty if forced
  std::string reading;  ///< the predicate's meaning in words, or a result of the search; may be
                        ///< empty
  /// Why the seat could not choose as its description says, in words; empty if it could.
  std::string fallback;
  bool undo = false;  ///< no move: the seat takes its last one back (Situation::can_undo)
  /// Time of the choice, if the seat knows it better than the caller.
  std::optional<double> seconds{};
  /// The proved outcome of the move: `won in 5 moves`; else empty.
  std::string outcome{};
};

/// The last joint move.
struct LastTurn {
  std::vector<std::string> joint;  ///< move names in role order; empty: there was none
  /// What each role perceived of it; empty in games without percepts.
  std::vector<std::vector<std::string>> percepts;
  /// Why other players than people chose: `x by win_2, which claims: ..`, and the clause if it is
  /// known. Only in games whose players know everything.
  std::vector<std::string> reasons{};
};

/// A state in which the seat's role has a choice, or is the mover; for seats that are told all, any
/// state.
struct Situation {
  runtime::StateView state;
  std::span<const runtime::Move> legal;  ///< of the seat's role, ascending, not empty
  runtime::Rng& random;
  bool can_undo = false;  ///< the seat has chosen before in this match
  std::size_t turn = 0;   ///< joint moves before it
  const LastTurn* last = nullptr;
};

/// Draws a legal move with equal probability.
[[nodiscard]] runtime::Move random_move(const Situation& situation);

class Seat {
 public:
  virtual ~Seat() = default;
  /// Returns the text for the command line: `minimax`, `strategy:FILE`, `strategy` (a plugin's
  /// own), ...
  [[nodiscard]] virtual std::string description() const = 0;
  /// Returns nothing if the player leaves (end of input, Ctrl-C).
  [[nodiscard]] virtual std::optional<Decision> decide(const Situation& situation) = 0;

  /// Returns the clause behind a decision of this seat in this situation, and the states that it
  /// binds. Nothing if no clause of a strategy's text decided.
  [[nodiscard]] virtual std::optional<driver::StrategyWitness> witness(
      const Situation& /*situation*/, const Decision& /*decision*/) {
    return std::nullopt;
  }

  /// Returns the threats of a decision of this seat in this situation, by the strategy's win_1,
  /// win_2, .. below the predicate that decided, or by the first of them. Nothing if no strategy
  /// decided.
  [[nodiscard]] virtual std::optional<runtime::Threats> threats(const Situation& /*situation*/,
                                                                const Decision& /*decision*/) {
    return std::nullopt;
  }

  /// Called before each match: forgets the one before.
  virtual void begin_match() {}
  /// Called instead if the match begins in this state, as all players know, and not in the initial
  /// one. Returns false, and no match has begun, if the player cannot be told so.
  [[nodiscard]] virtual bool begin_match_in(runtime::StateView /*state*/) {
    begin_match();
    return true;
  }
  /// Returns when the player is ready, or its time for that has run out.
  virtual void await_ready() {}
  /// Whether the player is asked in every turn, even without a choice, and told how a match ends.
  [[nodiscard]] virtual bool is_told_all() const { return false; }
  /// Called before any role is asked, for players that are told all: they think in parallel.
  /// decide() need not follow.
  virtual void announce(const Situation& /*situation*/) {}
  /// Called after the match, at its end or earlier.
  virtual void end_match(const LastTurn& /*last*/, bool /*finished*/) {}

  /// Whether this seat may be asked about any position of the game without begin_match(), and uses
  /// what it has found before. Then its answers depend on time anyway.
  [[nodiscard]] virtual bool reuses_results() const { return false; }
};

/// Options of players that search with an evaluation.
struct EvaluationContext {
  driver::FeatureSources sources;
  std::optional<unsigned> depth{};  ///< if requested
  double seconds = 0;               ///< for a move; 0: no limit

  /// Returns the requested depth; else as deep as the time allows, or the default depth.
  [[nodiscard]] runtime::AlphaBetaOptions search() const {
    runtime::AlphaBetaOptions options;
    options.seconds = seconds;
    if (seconds > 0) options.depth = runtime::AlphaBeta::most_depth;
    options.depth = depth.value_or(options.depth);
    return options;
  }
};

/// Options of players that search a tree.
struct SearchContext {
  driver::TreePlayerOptions player;
  runtime::TreeSearchLimits limits{.seconds = 1};
  std::shared_ptr<driver::LaneLoader> lanes;  ///< of the game, shared by all players; may be null
  std::shared_ptr<driver::SearchContest> contest;  ///< for players that want it; shared, too
};

/// For players on other servers.
struct RemoteContext {
  double start_clock = 30;  ///< whole seconds
  double play_clock = 10;   ///< whole seconds
};

struct SeatContext {
  const driver::LoadedGame& game;
  const driver::Options& options;
  driver::Session& session;  ///< for reading files
  const EvaluationContext& evaluation;
  const SearchContext& search;
  const RemoteContext& remote;
  std::size_t budget = runtime::StateSpaceOptions{}.budget;  ///< bytes of each seat's state space
  /// Ends searches and learning; null: Ctrl-C does, for which handlers are installed.
  const std::atomic<bool>* stop = nullptr;
};

/// Returns the context's flag, or that of Ctrl-C.
[[nodiscard]] const std::atomic<bool>* stop_of(const SeatContext& context);

/// A kind of player.
struct SeatKind {
  std::string_view name;
  std::string_view form;     ///< of its descriptions
  std::string_view meaning;  ///< for help, in a few words
};

/// Returns all kinds of players, people first.
[[nodiscard]] std::span<const SeatKind> seat_kinds();

/// Returns what is wrong with the description of a player; empty if nothing is. `others`: names of
/// additional players of a command.
[[nodiscard]] std::string check_seat(const std::string& description, std::string_view others = {});

/// Makes a seat from its description for a role, whose name is used in prompts. The context, and
/// all that it refers to, must outlive the seat. Reports (in the session) and returns nullptr if
/// that fails. Throws runtime::TurnError if the game is not suitable for such a seat.
[[nodiscard]] std::unique_ptr<Seat> make_seat(const std::string& description, runtime::Role role,
                                              SeatContext& context);

/// Whether such a seat needs a game in which players take turns.
[[nodiscard]] bool needs_turns(const std::string& description);

}  // namespace tesuji::tools
