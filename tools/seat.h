// Who sits at the board in `tesuji play`: one seat per role.
#pragma once

#include "backend/driver/driver.h"
#include "backend/driver/features.h"
#include "runtime/host/alpha_beta.h"
#include "runtime/host/game.h"
#include "runtime/host/rng.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace tesuji::tools {

/// What a seat chose, and why.
struct Decision {
  runtime::Move move = 0;
  std::string by;  ///< the predicate that fired, `random`, `minimax`, `human`, ..; empty if forced
  std::string reading;  ///< the predicate in words, or what was found; may be empty
};

/// A state in which the seat's role has a choice, or is the one to move.
struct Situation {
  runtime::StateView state;
  std::span<const runtime::Move> legal;  ///< of the seat's role, ascending, not empty
  runtime::Rng& random;
};

class Seat {
 public:
  virtual ~Seat() = default;
  /// As on the command line: `minimax`, `strategy:FILE`, `strategy` (a plugin's own), ...
  [[nodiscard]] virtual std::string description() const = 0;
  /// Nothing when the player leaves the table (end of input, Ctrl-C).
  [[nodiscard]] virtual std::optional<Decision> decide(const Situation& situation) = 0;
};

/// For players that search with weights of features.
struct EvaluationContext {
  driver::FeatureSources sources;
  runtime::AlphaBetaOptions search;
};

struct SeatContext {
  const driver::LoadedGame& game;
  const driver::Options& options;
  driver::Session& session;  ///< for reading files
  const EvaluationContext& evaluation;
};

/// Makes a seat from its description; `role` is its name, for prompts. Reports
/// (in the session) and returns nullptr where that fails. Throws
/// runtime::TurnError where the game is not for such a seat.
[[nodiscard]] std::unique_ptr<Seat> make_seat(const std::string& description,
                                              const std::string& role, SeatContext& context);

/// Whether a description names a known kind of seat.
[[nodiscard]] bool is_seat(const std::string& description);

/// Whether such a seat needs a game in which players take turns.
[[nodiscard]] bool needs_turns(const std::string& description);

}  // namespace tesuji::tools
