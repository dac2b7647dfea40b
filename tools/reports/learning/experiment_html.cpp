#include "tools/reports/learning/experiment_html.h"

#include "tools/base/html.h"
#include "tools/base/version.h"
#include "tools/files/strategy_text.h"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

namespace tesuji::tools {

namespace {

constexpr std::string_view page_style =
    R"(pre { font: 0.9em/1.4 ui-monospace, monospace; white-space: pre-wrap; background: #f5f5f2;
  padding: 0.5em 0.8em; }
p.meta { color: #555; font-size: 0.9em; }
table { border-collapse: collapse; }
th, td { padding: 0.2em 0.9em; border-bottom: 1px solid #ddd; text-align: right;
  font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; height: auto; }
summary { cursor: pointer; }
)";

std::string table_of(const ComparedLearners& compared) {
  const std::vector<std::size_t> told = told_games(compared.question.games);
  std::string text = "<table>\n<tr><th>learner</th><th>runs</th>";
  for (const std::size_t game : told) text += fmt::format("<th>{}</th>", counted(game, "game"));
  text += "<th>ms a game</th><th>at last</th><th>flawless</th></tr>\n";
  for (const LearnerRuns& learner : compared.learners) {
    text += fmt::format("<tr><td>{}</td><td>{}</td>", html_text(learner.name), learner.curve.runs);
    for (const std::size_t game : told) {
      text += fmt::format("<td>{:.2f} ± {:.2f}</td>", learner.curve.mean[game - 1],
                          learner.standard_error(game - 1));
    }
    text += fmt::format("<td>{:.4f}</td><td>{:.2f}</td><td>{} of {}</td></tr>\n",
                        1e3 * learner.seconds_per_game, learner.final_regret, learner.flawless_runs,
                        learner.final_runs);
  }
  return text + "</table>\n";
}

std::string rules_of(const LearnerRuns& learner, driver::Session& session) {
  std::istringstream sentences(strategy_text(learner.program, FileKind::words, session));
  std::string claims;
  std::getline(sentences, claims);
  std::string text = fmt::format(
      "<h3>{}</h3>\n<p class=\"meta\">Learned in {} of {}. {}</p>\n<ul>\n", html_text(learner.name),
      learner.program_runs, counted(learner.curve.runs, "run"), html_text(claims));
  for (std::string sentence; std::getline(sentences, sentence);) {
    if (!sentence.empty()) text += fmt::format("<li>{}</li>\n", html_text(sentence));
  }
  return text + fmt::format(
                    "</ul>\n<details><summary>As a program</summary><pre>{}</pre>"
                    "</details>\n",
                    html_text(learner.program));
}

/// Returns the picture without the XML declaration.
std::string picture_of(const ComparedLearners& compared) {
  const std::string svg = experiment_svg({compared});
  return svg.substr(svg.find("<svg"));
}

}  // namespace

std::string experiment_html(const std::vector<ComparedLearners>& all, driver::Session& session) {
  std::string text = html_head("Learning experiments", page_style);
  text += fmt::format(
      "<p class=\"meta\">tesuji {}. Cumulative minimax regret: a "
      "win "
      "is worth 2, a draw 1; mean ± standard error over runs. Time: of the processor, for playing "
      "and learning. At last: regret of all start boards together, played once each after the last "
      "game; flawless: runs without any.</p>\n",
      version_text());
  for (const ComparedLearners& compared : all) {
    text += fmt::format(
        "<h2>{}</h2>\n<p class=\"meta\">As {}, from {}, {} a run{}, against {}.</p>\n",
        html_text(compared.question.game), html_text(compared.role),
        counted(compared.boards, "start board"), counted(compared.question.games, "game"),
        compared.question.in_order ? ", boards in order" : "", compared.question.opponent);
    text += picture_of(compared) + table_of(compared);
    for (const LearnerRuns& learner : compared.learners) {
      if (!learner.program.empty()) text += rules_of(learner, session);
    }
  }
  return html_page(text + "</body>\n</html>\n");
}

}  // namespace tesuji::tools
