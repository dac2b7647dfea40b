#include "tools/reports/learning/learn_report.h"

#include "tools/base/json.h"

#include "tools/base/report_text.h"
#include "tools/files/svg_plot.h"
#include "tools/reports/learning/experiment_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace tesuji::tools {

namespace {

using learner::Run;

/// Replaces regret if the game is not solved.
constexpr const char* lost_points = "points lost to wins";

/// Returns `25 after 10 games, 40 after 20`.
std::string curve_text(const std::vector<std::int64_t>& curve) {
  std::vector<std::string> parts;
  for (const std::size_t game : told_games(curve.size())) {
    parts.push_back(fmt::format("{} after {}", curve[game - 1],
                                parts.empty() ? counted(game, "game") : std::to_string(game)));
  }
  return parts.empty() ? "no game was played" : fmt::format("{}", fmt::join(parts, ", "));
}

std::size_t count(const Run& run, learner::Outcome outcome) {
  return static_cast<std::size_t>(
      std::count_if(run.games.begin(), run.games.end(),
                    [&](const learner::TrainingGame& game) { return game.outcome == outcome; }));
}

std::string outcome_text(const Run& run) {
  return fmt::format("won {}, drawn {}, lost {}", count(run, learner::Outcome::won),
                     count(run, learner::Outcome::drawn), count(run, learner::Outcome::lost));
}

std::string reason(const learner::LearningReport::Missing& missing, bool refute) {
  using Reason = learner::LearningReport::Missing::Reason;
  switch (missing.reason) {
    case Reason::steps:
      return "a search needs more steps (--max-proof-steps)";
    case Reason::levels:
      return "it has examples, but is deeper than --levels allows";
    case Reason::clauses:
      break;
  }
  return refute ? "no definition has so few clauses (--max-clauses)"
                : "no definition by these metarules has so few clauses (--max-clauses; --refute "
                  "adds a metarule)";
}

/// Returns a line for each predicate that has examples and was not learned.
std::string missing_lines(const Run& run, bool refute, std::string_view begin) {
  std::string text;
  for (const auto& missing : run.learning.missing) {
    text += fmt::format("{}: {}; {}\n", begin, missing.name, reason(missing, refute));
  }
  return text;
}

/// Returns why a run learned nothing, if no predicate with examples is missing; else empty.
std::string nothing_text(const Run& run) {
  if (!run.program.predicates.empty() || !run.learning.missing.empty()) return {};
  return fmt::format("Nothing was learned: {}", count(run, learner::Outcome::won) == 0
                                                    ? "no game was won"
                                                    : "no level has examples of its own");
}

/// Puts `begin` before each line of a text.
std::string with_prefix(std::string_view begin, const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    result += fmt::format("{}{}", begin, text.substr(at, end - at));
    at = end;
  }
  return result;
}

Json to_json(const std::vector<learner::LearningReport::Missing>& all, bool refute) {
  Json json = Json::array();
  for (const auto& missing : all) {
    json.push_back({{"predicate", missing.name}, {"reason", reason(missing, refute)}});
  }
  return json;
}

/// Returns values by game, from game 0 on, where nothing has been lost yet.
std::vector<PlotPoint> points_of(const std::vector<double>& curve) {
  std::vector<PlotPoint> points{{0, 0}};
  for (std::size_t i = 0; i < curve.size(); ++i) {
    points.push_back({static_cast<double>(i + 1), curve[i]});
  }
  return points;
}

std::string ending(const Run& run) {
  if (run.complete) return {};
  return fmt::format("ended early, after {}{}", counted(run.games.size(), "game"),
                     run.why.empty() ? "" : ": " + run.why);
}

Json to_json(const Run& run, bool refute) {
  std::string outcomes;
  for (const learner::TrainingGame& game : run.games) {
    outcomes += "ldw"[static_cast<std::size_t>(game.outcome)];
  }
  Json json{{"seed", run.seed},
            {"complete", run.complete},
            {"games", run.games.size()},
            {"cumulative_regret", run.regret()},
            {"curve", run.curve()},
            {"outcomes", outcomes},
            {"seconds", run.seconds},
            {"searches", run.learning.searches},
            {"search_steps", run.learning.steps},
            {"not_learned", to_json(run.learning.missing, refute)},
            {"strategy", to_prolog(run.program)}};
  if (!run.why.empty()) json["why"] = run.why;
  return json;
}

}  // namespace

std::string learned_prolog(const LearnScene& scene) {
  const Run& run = scene.experiment.runs.front();
  std::string text = fmt::format(
      "% Learned by tesuji ({}, seed {}) as {} of {}.\n"
      "% {}: {}.\n",
      scene.learner, run.seed, scene.game.roles()[scene.role], scene.game.name(),
      scene.is_solved ? "Cumulative minimax regret" : "Points lost to wins",
      curve_text(run.curve()));
  if (!run.complete) text += fmt::format("% The run {}.\n", ending(run));
  if (!scene.from_start) {
    text += fmt::format(
        "% Learned from {}, not from the initial state, where it may have no move "
        "(--boards=initial; with --opponent=self if perfect play does not win there).\n",
        counted(scene.boards, "start board"));
  }
  text += missing_lines(run, scene.refute, "% Not learned");
  const std::string nothing = nothing_text(run);
  if (!nothing.empty()) text += fmt::format("% {}.\n", nothing);
  if (scene.comprehension) text += with_prefix("% ", comprehension_text(*scene.comprehension));
  return text + to_prolog(run.program);
}

std::string missing_text(const LearnScene& scene, std::string_view begin) {
  const Run& run = scene.experiment.runs.front();
  std::string text = missing_lines(run, scene.refute, fmt::format("{}Not learned", begin));
  const std::string nothing = nothing_text(run);
  if (!nothing.empty()) text += fmt::format("{}{}\n", begin, nothing);
  return text;
}

std::size_t complete_runs(const LearnScene& scene) {
  const auto& runs = scene.experiment.runs;
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const Run& run) { return run.complete; }));
}

std::string learn_text(const LearnScene& scene) {
  const auto& runs = scene.experiment.runs;
  std::string text = fmt::format(
      "{}: {} as {}, {}{}\n", scene.path, scene.learner, scene.game.roles()[scene.role],
      counted(scene.boards, "start board"), scene.from_start ? "" : " without the initial state");
  for (const Run& run : runs) {
    text +=
        fmt::format("seed {}: {} {}; {}; {:.1f} ms{}\n", run.seed,
                    scene.is_solved ? "regret" : lost_points, curve_text(run.curve()),
                    outcome_text(run), 1e3 * run.seconds, run.complete ? "" : "; " + ending(run));
    text += missing_lines(run, scene.refute, fmt::format("seed {}: not learned", run.seed));
    const std::string nothing = nothing_text(run);
    if (!nothing.empty()) text += fmt::format("seed {}: {}\n", run.seed, nothing);
  }
  if (scene.comprehension) text += comprehension_text(*scene.comprehension);
  const learner::MeanCurve curve = learner::mean_curve(runs);
  if (scene.runs > 1 && curve.runs > 0) {
    std::vector<std::string> parts;
    for (const std::size_t game : told_games(curve.mean.size())) {
      parts.push_back(fmt::format("{:.2f} ± {:.2f} after {}", curve.mean[game - 1],
                                  curve.deviation[game - 1], game));
    }
    double most = 0;
    for (const Run& run : runs) most = std::max(most, run.seconds);
    const std::string of =
        curve.runs == scene.runs ? "" : fmt::format(" of {}", counted(curve.runs, "run"));
    text +=
        fmt::format("mean{}: {}; longest run {:.1f} ms\n", of, fmt::join(parts, ", "), 1e3 * most);
  }
  return text;
}

Json learn_json(const LearnScene& scene) {
  Json runs = Json::array();
  std::uint64_t games = 0;
  for (const Run& run : scene.experiment.runs) {
    runs.push_back(to_json(run, scene.refute));
    games += run.games.size();
  }
  const Run& first = scene.experiment.runs.front();
  Json json{
      {"game", scene.path},
      {"learner", scene.learner},
      {"role", scene.game.roles()[scene.role]},
      {"start_boards", scene.boards},
      {"levels", first.learning.levels},
      {"stability", first.learning.stability},
      {"seconds", {{"solving", scene.experiment.solving}, {"process", scene.seconds}}},
      {"milliseconds_per_game", games == 0 ? 0 : 1e3 * scene.seconds / static_cast<double>(games)}};
  if (scene.comprehension) json["comprehension"] = comprehension_json(*scene.comprehension);
  if (scene.runs == 1) {
    for (auto& [name, value] : runs[0].items()) {
      if (name != "seconds") json[name] = value;
    }
    json["seconds"]["run"] = first.seconds;
    return json;
  }
  const learner::MeanCurve curve = learner::mean_curve(scene.experiment.runs);
  json["runs_wanted"] = scene.runs;
  json["runs_complete"] = curve.runs;
  json["mean_curve"] = curve.mean;
  json["deviation"] = curve.deviation;
  json["runs"] = std::move(runs);
  return json;
}

std::string learn_csv(const LearnScene& scene) {
  const std::vector<std::string> head{"seed",  "game",         "board",  "outcome",
                                      "moves", "random_moves", "regret", "cumulative_regret"};
  std::string text = csv_row(head);
  for (const Run& run : scene.experiment.runs) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < run.games.size(); ++i) {
      const learner::TrainingGame& game = run.games[i];
      sum += game.regret;
      const std::vector<std::string> row{
          std::to_string(run.seed),       std::to_string(i + 1),
          std::to_string(game.board + 1), std::string(name_of(game.outcome)),
          std::to_string(game.length),    std::to_string(game.random_moves),
          std::to_string(game.regret),    std::to_string(sum)};
      text += csv_row(row);
    }
  }
  return text;
}

std::string learn_svg(const LearnScene& scene) {
  const auto& runs = scene.experiment.runs;
  PlotPanel panel;
  panel.title =
      fmt::format("{}: {} as {}", scene.game.name(), scene.learner, scene.game.roles()[scene.role]);
  panel.x_label = "games";
  panel.y_label = scene.is_solved ? "cumulative minimax regret (points)" : lost_points;
  for (const Run& run : runs) {
    const bool alone = runs.size() == 1;
    const auto kind = alone ? PlotSeries::Kind::line : PlotSeries::Kind::faint_line;
    const std::string name = !alone && &run == &runs.front() ? "single runs" : "";
    const std::vector<std::int64_t> curve = run.curve();
    panel.series.push_back({kind, name, points_of({curve.begin(), curve.end()})});
  }
  const learner::MeanCurve mean = learner::mean_curve(runs);
  if (runs.size() > 1 && !mean.mean.empty()) {
    panel.series.push_back({PlotSeries::Kind::line,
                            fmt::format("mean of {}", counted(mean.runs, "run")),
                            points_of(mean.mean)});
  }
  return svg_plot({panel});
}

}  // namespace tesuji::tools
