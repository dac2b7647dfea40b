#include "tools/reports/check_plays.h"

#include "backend/driver/rulesheet/rulesheet.h"
#include "tools/base/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

namespace tesuji::tools {
namespace {

/// Of longer ways to a state, only the end is shown.
constexpr std::size_t most_moves = 40;

/// Returns `[..] [..]`, the joint moves from number `first` on.
std::string list_of(const std::vector<std::vector<std::string>>& moves, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < moves.size(); ++i) {
    text += fmt::format("{}[{}]", i == first ? "" : " ", fmt::join(moves[i], ", "));
  }
  return text;
}

}  // namespace

std::string moves_text(const std::vector<std::vector<std::string>>& moves) {
  if (moves.empty()) return "it is the initial state";
  std::string text = fmt::format("after {}, ", counted(moves.size(), "joint move"));
  std::size_t first = 0;
  if (moves.size() > most_moves) {
    first = moves.size() - most_moves;
    text += fmt::format("the last {} of them: ", most_moves);
  } else {
    text += "from the initial state on: ";
  }
  return text + list_of(moves, first);
}

/// Returns `shortest in playout 3 of 20`.
std::string found_in(const runtime::ShownPlay& play, const runtime::PlayFindings& findings) {
  if (play.playout) {
    return fmt::format("shortest in playout {} of {}", *play.playout, findings.playouts);
  }
  return "shortest of all plays";
}

void add_notes(const runtime::ShownPlay& play, ir::Diagnostic& report) {
  report.notes.push_back({{}, fmt::format("the state: {}", fmt::join(play.state, " "))});
  report.notes.push_back({{}, moves_text(play.moves)});
}

namespace {

/// Returns the first clause of `terminal`; the file as a whole if none exists.
ir::Span place_of_end(const driver::LoadedGame& game, driver::Session& session) {
  if (const auto clause = driver::first_clause(session, "terminal")) return *clause;
  if (game.module == nullptr) return whole_file;
  const ir::RelationId terminal = game.module->find_answer(ir::Answer::terminal);
  if (terminal == ir::no_id || !game.module->relations[terminal].span.known()) return whole_file;
  return game.module->relations[terminal].span;
}

}  // namespace

void report_endless(const runtime::PlayFindings& findings, const driver::LoadedGame& game,
                    driver::Session& session) {
  if (findings.states && !findings.ends && findings.findings.empty()) {
    session.diagnostics.warning(
        place_of_end(game, session), "play-cut",
        fmt::format("the game never ends: none of {} that play can reach is terminal",
                    counted(*findings.states, "state")));
    return;
  }
  const std::uint64_t ended = findings.playouts - findings.cut - findings.given_up;
  // Where no random play ends but shorter ones can, people who play on purpose may end it.
  if (findings.cut == 0 || (ended == 0 && findings.ends)) return;
  const ir::Span place = place_of_end(game, session);
  const std::string path = place.known() ? (*session.sources)[place.file].path : "GAME";
  const std::string within = fmt::format("within {}", counted(findings.step_limit, "joint move"));
  ir::Diagnostic& report = session.diagnostics.warning(
      place, "play-cut",
      ended == 0 ? fmt::format("no playout of {} came to an end {}", findings.cut, within)
                 : fmt::format("{} of {} did not end {}", findings.cut,
                               counted(findings.playouts, "playout"), within));
  if (const auto& repeated = findings.repeated) {
    report.notes.push_back(
        {{},
         fmt::format("playout {} comes back to the state after {}, by {}: {}; so a play can "
                     "last for ever",
                     repeated->playout, counted(repeated->step, "joint move"),
                     counted(repeated->cycle.size(), "more joint move"),
                     list_of(repeated->cycle, 0))});
    report.notes.push_back({{}, fmt::format("that state: {}", fmt::join(repeated->state, " "))});
    report.notes.push_back({{}, "count the moves in a fluent, and let the game end at a limit"});
  } else {
    report.notes.push_back(
        {{}, fmt::format("no state of playout {} occurs twice", findings.first_cut)});
  }
  const std::uint64_t plays = findings.first_cut + 1;
  report.notes.push_back(
      {{},
       fmt::format("`tesuji record {} --playouts={} --seed={} --max-steps={}` writes {}", path,
                   plays, findings.seed, findings.step_limit,
                   plays == 1 ? "one of them" : "one of them last")});
}

void report_doubled(const runtime::PlayFindings& findings, driver::Session& session) {
  for (const runtime::DoubledFinding& found : findings.doubled) {
    const runtime::DoubledPlace& doubled = found.doubled;
    const auto rule = driver::rule_that_keeps(session, doubled.fluents.front());
    ir::Diagnostic& report = session.diagnostics.warning(
        rule ? rule->span : whole_file, "several-contents",
        fmt::format("{} hold together, though at the start each of {} places such as {} has one "
                    "content",
                    fmt::join(doubled.fluents, " and "), doubled.places, doubled.place));
    report.notes.push_back({{}, found_in(found.shortest, findings)});
    add_notes(found.shortest, report);
    if (rule && rule->keeps) {
      report.notes.push_back(
          {{}, "this rule keeps a content: does it need a condition for moves that change it?"});
    }
  }
}

std::string extent_of(const runtime::PlayFindings& findings) {
  const std::string games = counted(findings.playouts, "random game");
  if (findings.states) {
    return fmt::format("{}, all {} that play can reach", games, counted(*findings.states, "state"));
  }
  if (findings.short_states == 0) return games;
  return fmt::format("{}, the nearest {}", games, counted(findings.short_states, "state"));
}

}  // namespace tesuji::tools
