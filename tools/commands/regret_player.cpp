#include "tools/commands/regret_player.h"

#include "runtime/host/search/move_judge.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/play/seat_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

/// A position with the player's move there.
struct PlayerLine {
  std::uint32_t line = 0;
  runtime::JudgedMove judged;
};

struct PlayerScene {
  const std::string& path;
  const std::string& player;
  const runtime::Game& game;
  std::vector<PlayerLine> lines{};
  std::size_t without_choice = 0;
  std::size_t unsolved = 0;    ///< within --position-seconds
  std::size_t unanswered = 0;  ///< the player gave no move
};

struct Share {
  std::size_t kept = 0;
  std::size_t all = 0;
  [[nodiscard]] double percent() const {
    return all == 0 ? 0 : 100.0 * static_cast<double>(kept) / static_cast<double>(all);
  }
};

/// Counts positions in which the move keeps the value; `role`: of this mover only; `critical`: only
/// where another move loses it.
Share share_of(const PlayerScene& scene, std::optional<runtime::Role> role, bool critical) {
  Share share;
  for (const PlayerLine& line : scene.lines) {
    if (role && line.judged.mover != *role) continue;
    if (critical && !line.judged.can_lose) continue;
    ++share.all;
    if (line.judged.keeps_value()) ++share.kept;
  }
  return share;
}

const char* outcome(std::int32_t margin) {
  if (margin == 0) return "drawn";
  return margin > 0 ? "won" : "lost";
}

std::string player_text(const PlayerScene& scene, std::size_t worst) {
  const auto text_of = [](const Share& share) {
    return fmt::format("{} of {} ({:.1f} %)", share.kept, share.all, share.percent());
  };
  std::string text = fmt::format("{}: {} keeps the value in {}\n", scene.path, scene.player,
                                 text_of(share_of(scene, std::nullopt, false)));
  text +=
      fmt::format("where a move can lose it: {}\n", text_of(share_of(scene, std::nullopt, true)));
  for (const runtime::Role role : {0U, 1U}) {
    text +=
        fmt::format("  {}: {}\n", scene.game.roles()[role], text_of(share_of(scene, role, true)));
  }
  if (scene.without_choice > 0) {
    text +=
        fmt::format("left out: {} without a choice\n", counted(scene.without_choice, "position"));
  }
  if (scene.unsolved > 0) {
    text += fmt::format("left out: {} not solved (--position-seconds)\n",
                        counted(scene.unsolved, "position"));
  }
  if (scene.unanswered > 0) {
    text += fmt::format("left out: {} without a move of the player\n",
                        counted(scene.unanswered, "position"));
  }
  for (const PlayerLine& line : scene.lines) {
    if (worst == 0) break;
    const runtime::JudgedMove& judged = line.judged;
    if (judged.keeps_value()) continue;
    --worst;
    text +=
        fmt::format("line {}: {} {}, {} after {}{}\n", line.line, scene.game.roles()[judged.mover],
                    outcome(judged.value), outcome(judged.after), scene.game.move_name(judged.move),
                    judged.best ? "; best " + scene.game.move_name(*judged.best) : "");
  }
  return text;
}

Json share_json(const Share& share) {
  return {{"kept", share.kept}, {"positions", share.all}, {"percent", share.percent()}};
}

Json player_json(const PlayerScene& scene) {
  Json lines = Json::array();
  for (const PlayerLine& line : scene.lines) {
    const runtime::JudgedMove& judged = line.judged;
    Json json{{"line", line.line},
              {"role", scene.game.roles()[judged.mover]},
              {"move", scene.game.move_name(judged.move)},
              {"value", judged.value},
              {"after", judged.after},
              {"can_lose", judged.can_lose}};
    if (judged.best) json["best"] = scene.game.move_name(*judged.best);
    lines.push_back(std::move(json));
  }
  return {{"game", scene.path},
          {"player", scene.player},
          {"all", share_json(share_of(scene, std::nullopt, false))},
          {"critical", share_json(share_of(scene, std::nullopt, true))},
          {"without_choice", scene.without_choice},
          {"unsolved", scene.unsolved},
          {"unanswered", scene.unanswered},
          {"positions", std::move(lines)}};
}

/// Asks the player of the state's mover.
std::optional<runtime::Move> ask(Seat& seat, const runtime::State& state,
                                 const runtime::MoveJudge::Choice& choice, runtime::Rng& random) {
  if (!seat.begin_match_in(state)) return std::nullopt;
  const Situation situation{state, choice.legal[choice.mover], random};
  const auto decision = seat.decide(situation);
  return decision ? std::optional(decision->move) : std::nullopt;
}

}  // namespace

int judge_player(const LoadedSearch& search, GameOptions& game, const SolvingOptions& limits,
                 const std::string& states, const PlayerRegretArguments& arguments,
                 std::size_t worst, bool json) {
  const driver::LoadedGame& loaded = search.loaded;
  driver::Session& session = search.session;
  const TimeLimit& limit = search.limit;
  const auto why_stopped = [] { return std::string("stopped: no result"); };
  return answer_or_reason(game, loaded, limits.memory_mib, why_stopped, [&]() -> int {
    const auto listed = listed_or_random_states(states, loaded, session);
    if (!listed) {
      print_diagnostics(session.diagnostics);
      return exit_code_of(session.diagnostics);
    }
    const driver::Options options = game.driver_options();
    EvaluationContext evaluation;
    evaluation.sources.game = game.path();
    SearchContext searching;
    RemoteContext remote;
    if (arguments.move_seconds) {
      searching.limits.seconds = *arguments.move_seconds;
      evaluation.seconds = *arguments.move_seconds;
    }
    prepare_search(searching, game.path(), options, 1, limits.memory_mib << 19U);
    searching.player.wait = true;  // all positions are searched alike
    SeatContext context{loaded, options, session, evaluation, searching, remote};
    std::array<std::unique_ptr<Seat>, 2> seats;
    runtime::MoveJudge judge(loaded.game, limits.memory_mib << 19U);
    runtime::Rng random(1);
    PlayerScene scene{game.path(), arguments.player, *loaded.game};
    for (const ListedState& one : *listed) {
      const auto choice = judge.choice(one.state);
      if (!choice) {
        ++scene.without_choice;
        continue;
      }
      std::unique_ptr<Seat>& seat = seats[choice->mover];
      if (!seat) {
        seat = make_seat(arguments.player, choice->mover, context);
        if (!seat) {
          print_diagnostics(session.diagnostics);
          return exit_code_of(session.diagnostics);
        }
        seat->await_ready();
      }
      const auto move = ask(*seat, one.state, *choice, random);
      if (!move) {
        ++scene.unanswered;
        continue;
      }
      auto judged = judge.judge(one.state, *choice, *move,
                                {.seconds = arguments.position_seconds, .stop = &limit.flag()});
      if (judged) {
        scene.lines.push_back({one.line, std::move(*judged)});
      } else {
        ++scene.unsolved;
      }
    }
    if (json) {
      print_json(player_json(scene));
    } else {
      fmt::print("{}", player_text(scene, worst));
    }
    print_diagnostics(session.diagnostics);
    return exit_ok;
  });
}

}  // namespace tesuji::tools
