#include "tools/finding_report.h"

#include "ir/answer.h"
#include "tools/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>

namespace tesuji::tools {

namespace {

using runtime::PlayFault;
using runtime::PlayFinding;

/// Longer ways to a state are shown by their end.
constexpr std::size_t most_moves = 40;

/// A session starts with the game's own text.
constexpr ir::Span whole_file{0, {0, 0}, {0, 0}};

std::string message(const PlayFinding& finding, const std::string& role) {
  const std::string goals = fmt::format("{}", fmt::join(finding.goals, ", "));
  switch (finding.fault) {
    case PlayFault::no_legal:
      return fmt::format("`{}` has no legal move in a state that is not terminal", role);
    case PlayFault::goal_missing:
      return fmt::format("`{}` has no goal value in a terminal state", role);
    case PlayFault::goal_several:
      return fmt::format("`{}` has several goal values in a terminal state: {}", role, goals);
    case PlayFault::goal_value:
      break;
  }
  return fmt::format("a goal value of `{}` in a terminal state is no integer from 0 to 100: {}",
                     role, goals);
}

std::string moves_text(const PlayFinding& finding) {
  if (finding.moves.empty()) return "it is the initial state";
  std::string text = fmt::format("after {}, ", counted(finding.moves.size(), "joint move"));
  std::size_t first = 0;
  if (finding.moves.size() > most_moves) {
    first = finding.moves.size() - most_moves;
    text += fmt::format("the last {} of them: ", most_moves);
  } else {
    text += "from the initial state on: ";
  }
  for (std::size_t i = first; i < finding.moves.size(); ++i) {
    text += fmt::format("{}[{}]", i == first ? "" : " ", fmt::join(finding.moves[i], ", "));
  }
  return text;
}

/// The first clause of the relation whose rules leave something out; the file as a
/// whole where that is not known.
ir::Span place_of(PlayFault fault, const driver::LoadedGame& game) {
  const std::string_view answer = fault == PlayFault::no_legal ? "legal" : "goal";
  if (game.module == nullptr) return whole_file;
  for (const ir::Relation& relation : game.module->relations) {
    if (ir::answer_of(relation.name) == answer && relation.span.known()) return relation.span;
  }
  return whole_file;
}

}  // namespace

void report_findings(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                     driver::Session& session) {
  for (const PlayFinding& finding : findings.findings) {
    ir::Diagnostic& error =
        session.diagnostics.error(place_of(finding.fault, game), runtime::code_of(finding.fault),
                                  message(finding, game.game->roles()[finding.role]));
    error.notes.push_back({{},
                           fmt::format("first in playout {} of {}, {} in all", finding.playout,
                                       findings.playouts, counted(finding.count, "time"))});
    error.notes.push_back({{}, fmt::format("the state: {}", fmt::join(finding.state, " "))});
    error.notes.push_back({{}, moves_text(finding)});
  }
  if (findings.cut > 0 && findings.cut == findings.playouts) {
    session.diagnostics.warning(
        whole_file, "play-cut",
        fmt::format("no playout of {} came to an end within the step limit: terminal states and "
                    "goals were not looked at",
                    findings.playouts));
  }
}

Json to_json(const runtime::PlayFindings& findings, const runtime::Game& game) {
  Json list = Json::array();
  for (const PlayFinding& finding : findings.findings) {
    list.push_back({{"code", runtime::code_of(finding.fault)},
                    {"role", game.roles()[finding.role]},
                    {"count", finding.count},
                    {"playout", finding.playout},
                    {"step", finding.moves.size()},
                    {"goals", finding.goals},
                    {"state", finding.state},
                    {"moves", finding.moves}});
  }
  return {{"playouts", findings.playouts},
          {"steps", findings.steps},
          {"cut", findings.cut},
          {"findings", std::move(list)}};
}

}  // namespace tesuji::tools
