#include "tools/reports/player_regret_report.h"

#include "tools/base/json.h"

#include <fmt/core.h>

#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

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

Json share_json(const Share& share) {
  return {{"kept", share.kept}, {"positions", share.all}, {"percent", share.percent()}};
}

}  // namespace

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

}  // namespace tesuji::tools
