#include "tools/commands/regret_player.h"

#include "backend/strategies/strategy.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/search/minimax.h"
#include "runtime/host/search/move_judge.h"
#include "tools/base/command.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/play/program_players.h"
#include "tools/play/seat_options.h"
#include "tools/reports/player_regret_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

/// Asks the player of the state's mover.
std::optional<runtime::Move> ask(Seat& seat, const runtime::State& state,
                                 const runtime::MoveJudge::Choice& choice, runtime::Rng& random) {
  if (!seat.begin_match_in(state)) return std::nullopt;
  const Situation situation{state, choice.legal[choice.mover], random};
  const auto decision = seat.decide(situation);
  return decision ? std::optional(decision->move) : std::nullopt;
}

/// Asks the player in one position after the other, and judges its moves.
class PlayerJudge {
 public:
  PlayerJudge(const LoadedSearch& search, GameOptions& game, const SolvingOptions& limits,
              const PlayerRegretArguments& arguments)
      : arguments_(arguments),
        stop_(search.limit.flag()),
        options_(game.driver_options()),
        context_{search.loaded, options_, search.session, evaluation_, searching_, remote_},
        judge_(search.loaded.game, limits.table_bytes() / 2,
               goal_order_maker(game.path(), search.loaded, options_)),
        progress_("regret", limits.progress) {
    evaluation_.sources.game = game.path();
    if (arguments.move_seconds) {
      searching_.limits.seconds = *arguments.move_seconds;
      evaluation_.seconds = *arguments.move_seconds;
    }
    prepare_search(searching_, game.path(), options_, 1, limits.table_bytes() / 2);
    searching_.player.wait = true;  // all positions are searched alike
    searching_.limits.stop = &stop_;
    context_.budget = limits.table_bytes();
  }

  /// Adds the result to the scene, unless another role is to move. Returns false if there is no
  /// such player (reported).
  bool judge(const ListedState& one, const std::string& role, PlayerScene& scene) {
    if (stop_) throw runtime::Stopped();
    const auto choice = judge_.choice(one.state);
    if (!choice) {
      ++scene.without_choice;
      return true;
    }
    if (!role.empty() && scene.game.roles()[choice->mover] != role) return true;
    std::unique_ptr<Seat>& seat = seats_[choice->mover];
    if (!seat) {
      seat = make_seat(arguments_.player, choice->mover, context_);
      if (!seat) return false;
      seat->await_ready();
    }
    progress_.begin(fmt::format("{} judged", counted(scene.lines.size(), "position")));
    const auto move = ask(*seat, one.state, *choice, random_);
    if (!move) {
      ++scene.unanswered;
      return true;
    }
    auto judged = judge_.judge(one.state, *choice, *move,
                               {.seconds = arguments_.position_seconds, .stop = &stop_});
    if (judged) {
      scene.lines.push_back({one.line, std::move(*judged)});
    } else {
      ++scene.unsolved;
    }
    return true;
  }

 private:
  const PlayerRegretArguments& arguments_;
  const std::atomic<bool>& stop_;
  driver::Options options_;
  EvaluationContext evaluation_;
  SearchContext searching_;
  RemoteContext remote_;
  SeatContext context_;
  std::array<std::unique_ptr<Seat>, 2> seats_;  ///< by role
  runtime::MoveJudge judge_;
  runtime::Rng random_{1};
  ProgressLine progress_;
};

/// Returns all states of the game, or listed or random ones; nothing if these are wrong (reported).
std::optional<std::vector<ListedState>> states_to_judge(const std::string& states,
                                                        const LoadedSearch& search,
                                                        const SolvingOptions& limits) {
  if (states != all_states) {
    return listed_or_random_states(states, search.loaded, OverStates::dropped, search.session,
                                   &search.limit.flag());
  }
  runtime::StateSpaceOptions space;
  space.stop = &search.limit.flag();
  space.budget = limits.memory_mib << 20U;
  runtime::Minimax minimax(search.loaded.game, driver::turn_rule(search.loaded), space);
  return states_to_solve(states, {search.loaded, minimax, space, search.session, [] {}},
                         OverStates::dropped);
}

}  // namespace

int judge_player(const LoadedSearch& search, GameOptions& game, const SolvingOptions& limits,
                 const std::string& states, const std::string& role,
                 const PlayerRegretArguments& arguments, std::size_t worst, bool json) {
  driver::Session& session = search.session;
  const runtime::Game& rules = *search.loaded.game;
  PlayerScene scene{game.path(), arguments.player, rules};
  const auto why_stopped = [&] {
    return fmt::format("stopped{} after {}", search.limit.is_over() ? " (--seconds)" : "",
                       counted(scene.lines.size(), "position"));
  };
  const auto print_scene = [&] {
    if (json) {
      print_json(player_json(scene));
    } else {
      fmt::print("{}", player_text(scene, worst));
    }
  };
  return answer_or_reason(game, search.loaded, limits.memory_mib, why_stopped, [&]() -> int {
    const auto roles = rules.roles();
    if (!role.empty() && std::find(roles.begin(), roles.end(), role) == roles.end()) {
      session.diagnostics.error({}, "usage", "unknown role `" + role + "`");
    }
    const auto listed =
        session.diagnostics.has_errors() ? std::nullopt : states_to_judge(states, search, limits);
    bool is_known = listed.has_value();
    try {
      std::optional<PlayerJudge> judge;
      if (listed) judge.emplace(search, game, limits, arguments);
      for (std::size_t i = 0; is_known && i < listed->size(); ++i) {
        is_known = judge->judge((*listed)[i], role, scene);
      }
    } catch (const runtime::Stopped&) {
      print_scene();  // what was judged in time
      throw;
    }
    if (is_known) print_scene();
    print_diagnostics(session.diagnostics);
    return is_known ? exit_ok : exit_code_of(session.diagnostics);
  });
}

}  // namespace tesuji::tools
