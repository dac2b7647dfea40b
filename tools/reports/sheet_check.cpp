#include "tools/reports/sheet_check.h"

#include "backend/driver/rulesheet/rule_use.h"
#include "backend/driver/rulesheet/rulesheet.h"
#include "backend/rules/trial_game.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/reports/check_plays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

using runtime::PlayFault;
using runtime::PlayFinding;

std::string message(const PlayFinding& finding, const std::string& role) {
  const std::string goals = fmt::format("{}", fmt::join(finding.goals, ", "));
  switch (finding.fault) {
    case PlayFault::no_legal:
      return fmt::format("`{}` has no legal move in a state that is not terminal", role);
    case PlayFault::goal_missing:
      return fmt::format("`{}` has no goal value in a terminal state", role);
    case PlayFault::goal_several:
      return fmt::format("`{}` has several goal values in a terminal state: {}", role, goals);
    case PlayFault::over:
      return "the game is over before its first move: the initial state is terminal";
    case PlayFault::goal_value:
      break;
  }
  return fmt::format("a goal value of `{}` in a terminal state is not an integer from 0 to 100: {}",
                     role, goals);
}

/// Returns the first clause of the relation whose rules are incomplete; the file as a whole if that
/// is unknown.
ir::Span place_of(PlayFault fault, const driver::LoadedGame& game) {
  if (game.module == nullptr) return whole_file;
  if (fault == PlayFault::over) {
    const ir::Span rule = driver::terminal_rule_at_start(game.module);
    return rule.known() ? rule : whole_file;
  }
  const ir::Answer answer = fault == PlayFault::no_legal ? ir::Answer::legal : ir::Answer::goal;
  for (const ir::Relation& relation : game.module->relations) {
    if (relation.answer == answer && relation.span.known()) return relation.span;
  }
  return whole_file;
}

/// Prefers a clause for the role, if there is one.
ir::Span place_of(PlayFault fault, const driver::LoadedGame& game, const std::string& role,
                  std::string_view value, driver::Session& session) {
  if (fault == PlayFault::over) return place_of(fault, game);
  const char* relation = fault == PlayFault::no_legal ? "legal" : "goal";
  const auto place = driver::clause_for_role(session, relation, role, value);
  return place ? *place : place_of(fault, game);
}

/// Whether two players' ends with this sum may be intended, although the others have another one:
/// in a draw often no player gets anything.
bool may_be_draw(int sum) {
  return sum == 0;
}

/// Returns `x 100, o 50`: the players' goal values.
std::string goals_text(std::span<const std::string> roles, std::span<const std::string> goals) {
  std::string text;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    if (goals[role].empty()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", roles[role], goals[role]);
  }
  return text;
}

/// Returns the role whose goal is most likely wrong: losses and wins have 0 and 100.
std::size_t odd_role(std::span<const std::string> goals) {
  const auto rank = [](const std::string& goal) {
    return goal.empty() ? 0 : goal == "0" ? 1 : goal == "100" ? 2 : 3;
  };
  const auto odd = std::max_element(
      goals.begin(), goals.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return static_cast<std::size_t>(odd - goals.begin());
}

/// Players' goals need not add up to 100. If they mostly do, exceptions may be a mistake.
void report_sums(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                 driver::Session& session) {
  constexpr int expected = 100;
  const std::span<const std::string> roles = game.game->roles();
  const auto players = std::count_if(roles.begin(), roles.end(), [](const std::string& role) {
    return role != runtime::chance_role;
  });
  const auto whole = findings.goal_sums.find(expected);
  if (players != 2 || whole == findings.goal_sums.end()) return;
  std::uint64_t others = 0;
  std::string list;
  std::string rare;  // sums of ends that occurred in no playout
  const runtime::GoalSum* shortest = nullptr;
  for (const auto& [sum, found] : findings.goal_sums) {
    if (sum == expected || may_be_draw(sum)) continue;
    others += found.count;
    if (found.count > 0) {
      list += fmt::format("{}to {} in {}", list.empty() ? "" : ", ", sum, found.count);
    } else {
      rare += fmt::format("{}to {}", rare.empty() ? "" : ", ", sum);
    }
    if (shortest == nullptr || found.shortest.moves.size() < shortest->shortest.moves.size()) {
      shortest = &found;
    }
  }
  if (shortest == nullptr || others >= whole->second.count) return;
  if (!rare.empty()) list += fmt::format("{}{} in rare plays", list.empty() ? "" : ", ", rare);
  const std::size_t odd = odd_role(shortest->goals);
  const std::string goals = goals_text(roles, shortest->goals);
  ir::Diagnostic& report = session.diagnostics.warning(
      place_of(PlayFault::goal_several, game, roles[odd], shortest->goals[odd], session),
      "goal-sum",
      fmt::format("the players' goals add up to {} in {}, but {}", expected,
                  counted(whole->second.count, "playout"), list));
  report.notes.push_back(
      {{}, fmt::format("{}: {}", found_in(shortest->shortest, findings), goals)});
  add_notes(shortest->shortest, report);
}

}  // namespace

void report_findings(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                     bool asked, driver::Session& session) {
  for (const PlayFinding& finding : findings.findings) {
    const std::string& role = game.game->roles()[finding.role];
    const ir::Span place = place_of(finding.fault, game, role, "", session);
    const std::string code = runtime::code_of(finding.fault);
    const std::string text = message(finding, role);
    const bool over = finding.fault == PlayFault::over;
    ir::Diagnostic& report = asked || over ? session.diagnostics.error(place, code, text)
                                           : session.diagnostics.warning(place, code, text);
    if (over) {
      report.notes.push_back(
          {{}, fmt::format("the state: {}", fmt::join(finding.shortest.state, " "))});
      continue;
    }
    const std::string often =
        finding.count > 0 ? fmt::format(", {} in all", counted(finding.count, "time")) : "";
    report.notes.push_back({{}, found_in(finding.shortest, findings) + often});
    add_notes(finding.shortest, report);
  }
  report_sums(findings, game, session);
  report_doubled(findings, session);
  report_endless(findings, game, session);
}

namespace {

constexpr std::size_t most_rules = 3;

/// Whether a rule is about moves, states or the end. Rules of goals do not count: they are often
/// complete though some cases never occur.
bool says_what_happens(const driver::RulesAsWritten::Rule& rule) {
  return rule.answer == ir::Answer::terminal || rule.answer == ir::Answer::legal ||
         rule.answer == ir::Answer::next;
}

/// Returns `first in playout 3, after 2 joint moves, ..`: the joint moves up to this one.
std::string way_to(const runtime::PlayFindings& findings, std::size_t game, std::size_t step) {
  const runtime::RecordedGame& recorded = findings.recorded[game];
  const auto end = recorded.moves.begin() + static_cast<std::ptrdiff_t>(step) + 1;
  return fmt::format("first in playout {}, {}", game, moves_text({recorded.moves.begin(), end}));
}

}  // namespace

void report_lost_fluents(const runtime::PlayFindings& findings, driver::Session& session) {
  for (const driver::GoneFluent& gone : driver::gone_fluents(session, findings.recorded)) {
    const std::string message =
        gone.for_good
            ? fmt::format(
                  "no rule for `next` keeps `{}` where a joint move leaves it alone: with "
                  "that move all of `{}` is gone for good, since each rule that gives one "
                  "needs one",
                  gone.fluent, gone.group)
            : fmt::format(
                  "no rule for `next` keeps `{}`: it held before a joint move that no rule "
                  "about it mentions, and is gone after it",
                  gone.fluent);
    ir::Diagnostic& report = session.diagnostics.warning(gone.rules.front(), "frame", message);
    report.notes.push_back({{}, way_to(findings, gone.game, gone.step)});
    for (std::size_t i = 0; i < std::min(gone.rules.size(), most_rules); ++i) {
      report.notes.push_back(
          {gone.rules[i], gone.for_good
                              ? "this rule is for other cases"
                              : fmt::format("this rule keeps others of `{}`", gone.form)});
    }
  }
}

void report_idle_rules(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                       driver::Session& session) {
  if (!findings.states || !findings.ends || !findings.findings.empty()) return;
  const auto written = driver::rules_as_written(session);
  if (!written) return;
  std::vector<driver::RulesAsWritten::Rule> rules = driver::idle_rules(*written, game);
  std::erase_if(rules, [](const auto& rule) { return !says_what_happens(rule); });
  if (rules.empty()) return;
  std::stable_partition(rules.begin(), rules.end(),
                        [](const auto& rule) { return rule.answer != ir::Answer::next; });
  const bool next_alone = rules.front().answer == ir::Answer::next;
  const std::string message = fmt::format(
      "this rule adds nothing in any of the {} that play can reach: its conditions never hold, or "
      "other rules give the same",
      counted(*findings.states, "state"));
  ir::Diagnostic& report =
      next_alone ? session.diagnostics.note(rules.front().span, "idle-rule", message)
                 : session.diagnostics.warning(rules.front().span, "idle-rule", message);
  for (std::size_t i = 1; i < std::min(rules.size(), most_rules + 1); ++i) {
    report.notes.push_back({rules[i].span, "neither does this one"});
  }
  if (rules.size() > most_rules + 1) {
    report.notes.push_back(
        {{}, fmt::format("and {} do not", counted(rules.size() - most_rules - 1, "other rule"))});
  }
}

void report_unseen_goals(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                         driver::Session& session) {
  const auto written = driver::rules_as_written(session);
  if (!written || findings.playouts == findings.cut) return;
  const auto unseen = driver::unseen_goals(*written, game.game->roles(), findings.goals);
  if (unseen.empty()) return;
  std::string list;
  for (const auto& goal : unseen) {
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", goal.role, goal.value);
  }
  session.diagnostics.note(
      place_of(PlayFault::goal_several, game, unseen.front().role, unseen.front().value, session),
      "goals-unseen",
      fmt::format("goals that none of {} reached: {}",
                  counted(findings.playouts - findings.cut, "playout"), list));
}

Json to_json(const runtime::PlayFindings& findings, const runtime::Game& game) {
  Json list = Json::array();
  for (const PlayFinding& finding : findings.findings) {
    const bool of_role = finding.fault != PlayFault::over;
    list.push_back({{"code", runtime::code_of(finding.fault)},
                    {"role", of_role ? Json(game.roles()[finding.role]) : Json(nullptr)},
                    {"count", finding.count},
                    {"playout", finding.shortest.playout.value_or(0)},
                    {"step", finding.shortest.moves.size()},
                    {"goals", finding.goals},
                    {"state", finding.shortest.state},
                    {"moves", finding.shortest.moves}});
  }
  return {{"playouts", findings.playouts},
          {"steps", findings.steps},
          {"cut", findings.cut},
          {"findings", std::move(list)}};
}

std::optional<std::string> report_trial(const std::shared_ptr<const ir::Module>& module,
                                        bool rulesheet, driver::Session& session) {
  const auto trial = driver::play_trial(module);
  if (!trial) return std::nullopt;
  report_findings(trial->findings, trial->game, false, session);
  if (rulesheet) {
    report_lost_fluents(trial->findings, session);
    report_idle_rules(trial->findings, trial->game, session);
  }
  return extent_of(trial->findings);
}

void report_sheet(ir::FileId file, const std::string& path, driver::Session& session,
                  const std::function<void()>& read) {
  const auto sheet = driver::check_rulesheet(file, session);
  read();
  if (!sheet) return;
  auto clauses = driver::lower_rulesheet(*sheet, path, session);
  if (!clauses) return;
  const auto module = std::make_shared<ir::Module>(std::move(*clauses));
  if (!driver::run_passes(*module, passes::default_pipeline(), {}, session)) return;
  if (module->level == ir::Level::plans && driver::fits(*module, session)) {
    static_cast<void>(report_trial(module, true, session));
  }
}

}  // namespace tesuji::tools
