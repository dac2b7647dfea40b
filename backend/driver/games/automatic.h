// Chooses an engine for each question of a game: compiles both, times each on the states of random
// games, and keeps the faster one.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/driver/load.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Relations of more rows are not grounded: their nets come out too large, or take too long.
inline constexpr std::uint64_t most_grounded_rows = 700'000;
/// The same where something is left out.
inline constexpr std::uint64_t most_retried_rows = 90'000;
/// Steps that grounding may take: about two seconds.
inline constexpr std::uint64_t most_grounding_steps = 100'000'000;
/// Nets of more gates for legal, next and terminal together are not compiled: it would take
/// longer than their speed makes up for.
inline constexpr std::uint64_t most_step_gates = 120'000;
/// Recursion of more literals, all rounds together, is left to the matchers: its net would be
/// larger still.
inline constexpr std::uint64_t most_unrolled_literals = 250'000;
/// Nets of more nodes are not looked at.
inline constexpr std::size_t most_net_nodes = 1'000'000;
/// Goals of more gates are left to the matchers: they are only asked at the end.
inline constexpr std::uint64_t most_goal_gates = 20'000;

/// All of these.
[[nodiscard]] NetLimits automatic_limits();

/// How one question is answered, and why.
struct QuestionChoice {
  std::string question;   ///< `legal, terminal` (asked together), `next` or `goal`
  bool net = false;       ///< else matchers
  double net_ns = 0;      ///< per answer; 0: not timed
  double matcher_ns = 0;  ///< per answer; 0: not timed
  std::string reason;
};

struct AutomaticChoice {
  std::vector<QuestionChoice> questions;  ///< empty where no net could be made
  std::string no_net;                     ///< why the net answers nothing; empty where it might
};

struct AutomaticGame {
  LoadedGame loaded;  ///< its layout is that of the matchers; null where the net answers all
  AutomaticChoice choice;
  /// The net, where it answers anything (GroundGame::answers()); with matchers, placed on their
  /// states.
  std::optional<GroundGame> net{};
  /// take_over: it may have states of its own, which those of the matchers do not fit.
  bool own_states = false;
};

/// A module at level clauses, before any pass, or at level plans, as the fastest game that there is
/// for it; `path` is for messages. Reports what is wrong.
[[nodiscard]] std::optional<AutomaticGame> choose_engines(ir::Module source,
                                                          const std::string& path,
                                                          const Options& options, Session& session);

/// Called with the seconds that compiling a net may take, before it begins; false: leave it.
using BeforeCompiling = std::function<bool(double)>;

/// The fastest game of the same states and moves as `matchers`, which play already: with a net of
/// `source` (the clauses they were made of, before any pass, with symbols of its own) for the
/// questions that it answers faster. Where there is none, the game is theirs. With `go_on_alone`,
/// first tries for games with states of their own (AutomaticGame::own_states), as choose_engines
/// does, until it returns false. Throws what compiling throws.
[[nodiscard]] AutomaticGame take_over(ir::Module source, const LoadedGame& matchers,
                                      const Options& options, const BeforeCompiling& go_on,
                                      const std::stop_token& stop,
                                      const BeforeCompiling& go_on_alone = {});

}  // namespace tesuji::driver
