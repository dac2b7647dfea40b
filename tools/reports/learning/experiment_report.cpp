#include "tools/reports/learning/experiment_report.h"

#include "tools/base/json.h"
#include "tools/base/report_text.h"
#include "tools/files/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace tesuji::tools {

namespace {

using learner::RunQuestion;
using learner::StoredRun;

auto setting(const RunQuestion& question) {
  return std::tie(question.game, question.rules, question.boards, question.opponent, question.ties,
                  question.in_order, question.games);
}

std::string name_of(const RunQuestion& question) {
  return question.source.empty() ? question.learner
                                 : question.learner + " after " + question.source;
}

void finish(LearnerRuns& learner) {
  std::vector<learner::Run> runs;
  std::map<std::string, std::size_t> programs;
  double seconds = 0;
  std::size_t games = 0;
  for (const StoredRun& stored : learner.runs) {
    runs.push_back(stored.run);
    seconds += stored.run.seconds;
    games += stored.run.games.size();
    if (!stored.program.empty()) ++programs[stored.program];
    if (const auto regret = stored.run.final_regret) {
      ++learner.final_runs;
      learner.final_regret += static_cast<double>(*regret);
      if (*regret == 0) ++learner.flawless_runs;
    }
  }
  if (learner.final_runs > 0) {
    learner.final_regret /= static_cast<double>(learner.final_runs);
  }
  learner.curve = learner::mean_curve(runs);
  learner.seconds_per_game = games == 0 ? 0 : seconds / static_cast<double>(games);
  for (const StoredRun& stored : learner.runs) {
    const auto found = programs.find(stored.program);
    if (found == programs.end() || found->second <= learner.program_runs) continue;
    learner.program = found->first;
    learner.program_runs = found->second;
  }
}

std::string title_of(const ComparedLearners& compared) {
  return fmt::format(
      "{}: {}, {} of {}", compared.question.game, compared.role,
      counted(compared.boards, "start board"),
      counted(compared.question.games, "game") + " a run" +
          (compared.question.opponent == "perfect" ? ""
                                                   : ", opponent " + compared.question.opponent));
}

std::size_t widest(const ComparedLearners& compared) {
  std::size_t width = 7;
  for (const LearnerRuns& learner : compared.learners) {
    width = std::max(width, learner.name.size());
  }
  return width;
}

PlotSeries regret_series(const LearnerRuns& learner, const std::string& name) {
  PlotSeries series{PlotSeries::Kind::line,
                    fmt::format("{} ({})", name, counted(learner.curve.runs, "run")),
                    {{0, 0}},
                    {0}};
  for (std::size_t game = 0; game < learner.curve.mean.size(); ++game) {
    series.points.push_back({static_cast<double>(game + 1), learner.curve.mean[game]});
    series.spread.push_back(learner.standard_error(game));
  }
  return series;
}

PlotPanel regret_panel(const ComparedLearners& compared) {
  PlotPanel panel{title_of(compared), "games", "cumulative minimax regret (points)", {}, {}};
  for (const LearnerRuns& learner : compared.learners) {
    panel.series.push_back(regret_series(learner, learner.name));
  }
  return panel;
}

bool differ_in_opponent(const ComparedLearners& a, const ComparedLearners& b) {
  RunQuestion same = b.question;
  same.opponent = a.question.opponent;
  return a.question.opponent != b.question.opponent && setting(a.question) == setting(same);
}

/// Returns the regret of the same learners against several opponents; nothing if `compared` is not
/// the first of these comparisons, or there is no other. Excludes unsolved games, whose regret is
/// defined differently.
std::optional<PlotPanel> opponents_panel(const std::vector<ComparedLearners>& all,
                                         const ComparedLearners& compared) {
  PlotPanel panel{
      fmt::format("{}: {}, learning from several opponents", compared.question.game, compared.role),
      "games",
      "cumulative minimax regret (points)",
      {},
      {}};
  bool several = false;
  for (const ComparedLearners& other : all) {
    const bool differs = differ_in_opponent(compared, other);
    if (other.question.opponent.ends_with("unsolved") || (!differs && &other != &compared))
      continue;
    if (differs && !several && panel.series.empty()) return std::nullopt;  // another one is first
    several |= differs;
    for (const LearnerRuns& learner : other.learners) {
      panel.series.push_back(
          regret_series(learner, learner.name + ", opponent " + other.question.opponent));
    }
  }
  return several ? std::optional(std::move(panel)) : std::nullopt;
}

PlotPanel time_panel(const ComparedLearners& compared) {
  PlotPanel panel{
      compared.question.game + ": processor time", "learner", "milliseconds a game", {}, {}};
  PlotSeries series{PlotSeries::Kind::bars, "", {}, {}, 0.6};
  for (const LearnerRuns& learner : compared.learners) {
    series.points.push_back(
        {static_cast<double>(panel.categories.size()), 1e3 * learner.seconds_per_game});
    panel.categories.push_back(learner.name);
  }
  panel.series.push_back(std::move(series));
  return panel;
}

}  // namespace

std::vector<std::size_t> told_games(std::size_t games) {
  std::vector<std::size_t> told;
  constexpr std::size_t last_decade = 1'000'000'000'000;
  for (std::size_t decade = 10; decade <= std::min(games, last_decade); decade *= 10) {
    for (const std::size_t step : {1, 2, 5}) {
      if (decade * step < games) told.push_back(decade * step);
    }
  }
  if (games > 0) told.push_back(games);
  return told;
}

double LearnerRuns::standard_error(std::size_t game) const {
  const auto count = static_cast<double>(curve.runs);
  return curve.runs == 0 ? 0 : curve.deviation[game] / std::sqrt(count);
}

std::vector<ComparedLearners> compare(std::vector<StoredRun> runs) {
  std::vector<ComparedLearners> all;
  for (StoredRun& run : runs) {
    if (all.empty() || setting(all.back().question) != setting(run.question)) {
      all.push_back({run.question, run.role, run.boards, {}});
    }
    std::vector<LearnerRuns>& learners = all.back().learners;
    const std::string name = name_of(run.question);
    if (learners.empty() || learners.back().name != name) {
      learners.emplace_back().name = name;
    }
    learners.back().runs.push_back(std::move(run));
  }
  for (ComparedLearners& compared : all) {
    for (LearnerRuns& learner : compared.learners) finish(learner);
  }
  return all;
}

std::string experiment_text(const std::vector<ComparedLearners>& all) {
  std::string text;
  for (const ComparedLearners& compared : all) {
    const std::vector<std::size_t> told = told_games(compared.question.games);
    const std::size_t width = widest(compared);
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", title_of(compared));
    text += fmt::format("{:<{}} {:>5}", "learner", width, "runs");
    for (const std::size_t game : told) text += fmt::format(" {:>16}", game);
    text += fmt::format(" {:>10} {:>8} {:>8}\n", "ms a game", "at last", "flawless");
    for (const LearnerRuns& learner : compared.learners) {
      text += fmt::format("{:<{}} {:>5}", learner.name, width, learner.curve.runs);
      for (const std::size_t game : told) {
        text += fmt::format(" {:>16}", fmt::format("{:.2f} ± {:.2f}", learner.curve.mean[game - 1],
                                                   learner.standard_error(game - 1)));
      }
      text +=
          fmt::format(" {:>10.4f} {:>8} {:>8}\n", 1e3 * learner.seconds_per_game,
                      learner.final_runs == 0 ? "-" : fmt::format("{:.2f}", learner.final_regret),
                      fmt::format("{}/{}", learner.flawless_runs, learner.final_runs));
    }
  }
  if (text.empty()) return "No runs.\n";
  text +=
      "Cumulative minimax regret after so many games, mean ± standard error; processor time; at "
      "last: regret\nof all start boards together, played once each after the last game; flawless: "
      "runs without any.\n";
  if (std::any_of(all.begin(), all.end(), [](const ComparedLearners& compared) {
        return compared.question.opponent.ends_with("unsolved");
      })) {
    text += "Unsolved games: the loss of each compared with a win, against the opponent.\n";
  }
  return text;
}

Json experiment_json(const std::vector<ComparedLearners>& all) {
  Json games = Json::array();
  for (const ComparedLearners& compared : all) {
    Json learners = Json::array();
    for (const LearnerRuns& learner : compared.learners) {
      Json runs = Json::array();
      for (const StoredRun& stored : learner.runs) {
        std::string outcomes;
        for (const learner::TrainingGame& game : stored.run.games) {
          outcomes += "ldw"[static_cast<std::size_t>(game.outcome)];
        }
        Json run{{"seed", stored.question.seed},
                 {"cumulative_regret", stored.run.regret()},
                 {"curve", stored.run.curve()},
                 {"outcomes", outcomes},
                 {"seconds", stored.run.seconds}};
        if (stored.run.final_regret) run["final_regret"] = *stored.run.final_regret;
        if (!stored.program.empty()) run["strategy"] = stored.program;
        runs.push_back(std::move(run));
      }
      std::vector<double> errors;
      for (std::size_t game = 0; game < learner.curve.mean.size(); ++game) {
        errors.push_back(learner.standard_error(game));
      }
      learners.push_back(
          {{"learner", learner.runs.front().question.learner},
           {"source", learner.runs.front().question.source},
           {"runs_complete", learner.curve.runs},
           {"mean_curve", learner.curve.mean},
           {"deviation", learner.curve.deviation},
           {"standard_error", errors},
           {"milliseconds_per_game", 1e3 * learner.seconds_per_game},
           {"final_regret", learner.final_runs == 0 ? Json() : Json(learner.final_regret)},
           {"flawless_runs", learner.flawless_runs},
           {"strategy", learner.program},
           {"strategy_runs", learner.program_runs},
           {"runs", std::move(runs)}});
    }
    games.push_back({{"game", compared.question.game},
                     {"role", compared.role},
                     {"start_boards", compared.boards},
                     {"boards", compared.question.boards},
                     {"opponent", compared.question.opponent},
                     {"ties", compared.question.ties},
                     {"in_order", compared.question.in_order},
                     {"games", compared.question.games},
                     {"learners", std::move(learners)}});
  }
  return {{"experiments", std::move(games)}};
}

std::string experiment_csv(const std::vector<ComparedLearners>& all) {
  const std::vector<std::string> head{
      "rulesheet", "boards", "opponent",     "learner", "source",           "seed", "game", "board",
      "outcome",   "moves",  "random_moves", "regret",  "cumulative_regret"};
  std::string text = csv_row(head);
  for (const ComparedLearners& compared : all) {
    for (const LearnerRuns& learner : compared.learners) {
      for (const StoredRun& stored : learner.runs) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < stored.run.games.size(); ++i) {
          const learner::TrainingGame& game = stored.run.games[i];
          sum += game.regret;
          const std::vector<std::string> row{stored.question.game,
                                             stored.question.boards,
                                             stored.question.opponent,
                                             stored.question.learner,
                                             stored.question.source,
                                             std::to_string(stored.question.seed),
                                             std::to_string(i + 1),
                                             std::to_string(game.board + 1),
                                             std::string(name_of(game.outcome)),
                                             std::to_string(game.length),
                                             std::to_string(game.random_moves),
                                             std::to_string(game.regret),
                                             std::to_string(sum)};
          text += csv_row(row);
        }
      }
    }
  }
  return text;
}

std::string experiment_svg(const std::vector<ComparedLearners>& all) {
  std::vector<PlotPanel> panels;
  for (const ComparedLearners& compared : all) {
    panels.push_back(regret_panel(compared));
    panels.push_back(time_panel(compared));
    if (auto panel = opponents_panel(all, compared)) panels.push_back(std::move(*panel));
  }
  return svg_plot(panels);
}

}  // namespace tesuji::tools
