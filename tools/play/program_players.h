// Holds functions of players that only the complete program has. They learn evaluations from a
// game's goal, and search for plans of games with one role; the small command omits their code.
#pragma once

#include "backend/players/tree_player.h"
#include "runtime/host/search/forward_solver.h"
#include "tools/play/seat.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Learns an evaluation of the game at `path`, in logits, and keeps it for the next call with the
/// same game. `by`: by_goal, by_fluents or by_patterns. Returns an empty function if it cannot
/// (reported). Checks the stop flag of the scope it is in, and throws runtime::Stopped.
/// Thread-safe.
using GameLearner = std::function<driver::EvaluationMaker(
    std::string_view by, const std::string& path, const driver::LoadedGame& game,
    const driver::Options& options, driver::Session& session)>;

/// Given instead of a file of weights: evaluations by features of the goal
/// (learner/regression/goal_evaluation.h), by which fluents hold (fluent_evaluation.h), and by
/// patterns of them (pattern_evaluation.h).
inline constexpr std::string_view by_goal = "goal";
inline constexpr std::string_view by_fluents = "fluents";
inline constexpr std::string_view by_patterns = "patterns";

/// Whether an evaluation by this is learned from the rules, not read from a file.
[[nodiscard]] constexpr bool is_learned(std::string_view by) {
  return by == by_goal || by == by_fluents || by == by_patterns;
}

/// Returns this program's learner; empty: it has none. Set it before commands run, and do not
/// change it afterwards.
[[nodiscard]] GameLearner& game_learner();

/// Calls game_learner() for the context's game; reports (code "usage") if none exists, and (code
/// "limit") if Ctrl-C stops it. The result may outlive the context.
[[nodiscard]] driver::EvaluationMaker learn_game(const std::string& description,
                                                 std::string_view by, SeatContext& context);

/// Returns functions that call game_learner() for the game at `path`, and drop messages; empty ones
/// if none exists.
[[nodiscard]] driver::EvaluationLearners evaluation_learners(
    const std::string& path, const driver::Options& options,
    const std::map<std::string, std::string>& texts);

/// Returns a function that learns an evaluation by the game's goal for a search to order moves by.
/// Learning takes up to some seconds, so only the twentieth call learns: short work needs no better
/// order. Other calls return null, and so does that one if nothing can be learned. Drops messages.
[[nodiscard]] runtime::OrderMaker goal_order_maker(const std::string& path,
                                                   const driver::LoadedGame& game,
                                                   const driver::Options& options);

/// Makes one for the game at `path`, which is loaded with these options.
using PlanMakerOf =
    std::function<driver::PlanMaker(const std::string& path, const driver::Options& options)>;

/// Returns this program's maker; empty: it has none. Set it before commands run, and do not change
/// it afterwards.
[[nodiscard]] PlanMakerOf& plan_maker_of_program();

/// Returns an empty function if the program finds no plans.
[[nodiscard]] driver::PlanMaker plan_maker(const std::string& path, const driver::Options& options);

}  // namespace tesuji::tools
