// Writes the report of `tesuji verify` as an HTML page.
#include "tools/reports/verify/verify_report.h"

#include "tools/base/html.h"
#include "tools/base/report.h"
#include "tools/base/version.h"
#include "tools/boards/board_picture.h"
#include "tools/reports/verify/length_words.h"
#include "tools/reports/verify/verify_words.h"

#include <fmt/core.h>

#include <string_view>
#include <vector>

namespace tesuji::tools {

namespace {

using proofs::InvariantReport;
using proofs::Play;
using proofs::SetReport;
using proofs::Verdict;

constexpr std::size_t most_drawn = 200;  ///< states of a play, from each end
constexpr std::size_t most_shown = 600;  ///< bytes of a formula that is not folded

constexpr std::string_view style = R"(code, pre { font: 0.9em/1.4 ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f5f5f2; padding: 0.5em 0.8em; }
p.warning { border: 3px solid #8a5a00; padding: 0.5em 1em; }
p.meta, figcaption, p.fluents { color: #555; font-size: 0.9em; }
table.sets { border-collapse: collapse; }
table.sets th, table.sets td { padding: 0.2em 0.9em; border-bottom: 1px solid #ddd;
  text-align: left; }
table.sets td.number { text-align: right; font-variant-numeric: tabular-nums; }
section.bugs { border: 3px solid #b00020; padding: 0 1em; }
article { border-left: 4px solid #ddd; padding-left: 1em; margin: 1.5em 0; }
b.proved { color: #146c2e; } b.refuted { color: #b00020; }
b.step { color: #8a5a00; } b.unknown { color: #555; }
div.play { display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start; }
figure { margin: 0; } figure.violated { outline: 2px solid #b00020; outline-offset: 4px; }
.changed { background: #ffe08a; }
ol.moves { columns: 18em; font-size: 0.9em; }
summary { cursor: pointer; }
)";

std::string_view class_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
    case Verdict::enumerated:
      return "proved";
    case Verdict::refuted:
      return "refuted";
    case Verdict::step_fails:
      return "step";
    case Verdict::unknown:
      break;
  }
  return "unknown";
}

class HtmlReport {
 public:
  explicit HtmlReport(const ReportScene& scene)
      : scene_(scene), report_(scene.report), words_(scene.module) {}

  std::string write() {
    text_ = html_head("Invariants of " + scene_.path, style);
    disagreements();
    const std::string clingo = report_.clingo_usable ? ", clingo " + report_.clingo : "";
    paragraph(fmt::format("{}{}, {:.2f} s", release_text(), clingo, report_.seconds), "meta");
    if (!report_.clingo_usable) {
      paragraph(clingo_words(report_) + ".", "");
    }
    const std::string opening = opening_words(report_);
    if (!opening.empty()) paragraph("Warning: " + opening + ".", "warning");
    if (report_.stopped) paragraph("Stopped before everything was tried.", "");
    summaries();
    attack();
    for (std::size_t i = 0; i < report_.sets.size(); ++i) set(i);
    if (report_.knowledge) knowledge();
    text_ += "</body>\n</html>\n";
    return html_page(text_);
  }

 private:
  void paragraph(const std::string& words, std::string_view kind) {
    text_ += kind.empty() ? "<p>" : fmt::format("<p class=\"{}\">", kind);
    text_ += html_text(words) + "</p>\n";
  }

  void disagreements() {
    if (report_.disagreements.empty()) return;
    text_ += fmt::format(
        "<section class=\"bugs\">\n<h2>A bug of tesuji: {}</h2>\n"
        "<p>Please report it with the rulesheet.</p>\n<ul>\n",
        counted(report_.disagreements.size(), "disagreement"));
    for (const std::string& one : report_.disagreements) {
      text_ += "<li>" + html_text(one) + "</li>\n";
    }
    text_ += "</ul>\n</section>\n";
  }

  /// Returns why some formulas of the set are not decided, or not tried.
  static std::string remarks(const SetReport& set) {
    std::string text = set.aborted;
    for (const std::string& words : set.left_out) {
      if (!text.empty()) text += "; ";
      text += "left out: " + words;
    }
    return text;
  }

  void summaries() {
    text_ +=
        "<table class=\"sets\">\n<tr><th>formulas</th><th>proved</th><th>by enumeration</th>"
        "<th>true at the start</th>"
        "<th>false</th><th>not by induction</th><th>unknown</th><th>seconds</th><th></th></tr>\n";
    for (std::size_t i = 0; i < report_.sets.size(); ++i) {
      const SetReport& set = report_.sets[i];
      text_ += fmt::format("<tr><td><a href=\"#set{}\">{}</a></td>", i, html_text(set.name));
      for (const std::uint64_t number :
           {set.proved(), set.count(Verdict::enumerated), set.base_holds(),
            set.count(Verdict::refuted), set.count(Verdict::step_fails),
            set.count(Verdict::unknown)}) {
        text_ += fmt::format("<td class=\"number\">{}</td>", number);
      }
      text_ += fmt::format("<td class=\"number\">{:.2f}</td><td>{}</td></tr>\n", set.seconds,
                           html_text(remarks(set)));
    }
    text_ += "</table>\n";
  }

  void attack() {
    std::string text;
    for (const std::string& words : attack_words(report_)) {
      text += (text.empty() ? "Random playouts: " : "; ") + words;
    }
    if (!text.empty()) paragraph(text + ".", "");
    const std::string states = enumeration_words(report_);
    if (!states.empty()) paragraph("Reachable states: " + states + ".", "");
    if (scene_.length != nullptr && scene_.length->tried) {
      paragraph("Length: " + play_length_words(*scene_.length, scene_.module, words_) + ".", "");
    }
  }

  void set(std::size_t i) {
    const SetReport& set = report_.sets[i];
    text_ += fmt::format("<section id=\"set{}\">\n<h2>{}</h2>\n", i, html_text(set.name));
    paragraph(summary(set) + ".", "");
    if (!set.of_user) worth_knowing(set);
    if (!set.invariants.empty() && !set.of_user) {
      text_ += fmt::format("<details>\n<summary>All {}</summary>\n",
                           counted(set.invariants.size(), "invariant"));
    }
    for (const InvariantReport& report : set.invariants) invariant(report);
    if (!set.invariants.empty() && !set.of_user) text_ += "</details>\n";
    text_ += "</section>\n";
  }

  /// Writes what roles know, as in the text.
  void knowledge() {
    ReportScene plain = scene_;
    plain.colour = false;
    text_ += fmt::format("<section id=\"knowledge\">\n<pre>{}</pre>\n</section>\n",
                         html_text(knowledge_text(plain, true)));
  }

  void worth_knowing(const SetReport& set) {
    const std::vector<Finding> all = findings(set, words_);
    if (all.empty()) return;
    text_ += "<ul>\n";
    for (const Finding& finding : all) {
      text_ += "<li>" + html_text(finding.words);
      if (finding.shown != nullptr) play(*finding.report, *finding.shown, finding.pair);
      text_ += "</li>\n";
    }
    text_ += "</ul>\n";
  }

  void invariant(const InvariantReport& report) {
    const ir::Invariant& invariant = *report.invariant;
    text_ += fmt::format("<article>\n<h3>{}</h3>\n", html_text(invariant.name));
    const std::string meaning = words_.meaning(invariant);
    if (!meaning.empty()) paragraph(meaning, "");
    const std::string statement = words_.statement(invariant);
    const bool folded = statement.size() > most_shown;
    if (folded) text_ += "<details>\n<summary>The formula</summary>\n";
    text_ += "<pre>" + html_text(statement) + "</pre>\n";
    if (folded) text_ += "</details>\n";
    std::string facts = fmt::format("degree {}", ir::degree(invariant.formula));
    if (!invariant.parameters.empty()) {
      facts = fmt::format("{} of {}", counted(report.verdicts.size(), "formula"), facts);
    }
    if (report.attacked > 0) {
      facts += ", tried in " + counted(report.attacked, "sequence") + " of states";
    }
    paragraph(facts, "meta");
    for (const Verdict verdict : all_verdicts) this->verdict(report, verdict);
    text_ += "</article>\n";
  }

  void verdict(const InvariantReport& report, Verdict verdict) {
    const ir::Invariant& invariant = *report.invariant;
    const std::vector<std::uint64_t> numbers = instances_with(report.verdicts, verdict);
    if (numbers.empty()) return;
    const VerdictWords words = words_of(report, verdict);
    text_ += fmt::format("<p><b class=\"{}\">{}</b>: ", class_of(verdict), words.verdict);
    if (!invariant.parameters.empty()) {
      text_ += fmt::format("{} of {}, <code>{}</code>; ", numbers.size(), report.verdicts.size(),
                           html_text(words_.instances(invariant, numbers)));
    }
    text_ += html_text(words.meaning) + "</p>\n";
    if (verdict == Verdict::refuted && report.play) play(report, *report.play, false);
    if (verdict != Verdict::step_fails) return;
    if (const Play* const pair = pair_of(report)) play(report, *pair, true);
    if (!report.pair_note.empty()) paragraph(report.pair_note, "");
  }

  /// Writes the most important states, then all of them.
  void play(const InvariantReport& report, const Play& play, bool pair) {
    const ir::Invariant& invariant = *report.invariant;
    if (!invariant.parameters.empty()) {
      text_ += fmt::format("<p><code>{}</code> fails:</p>\n",
                           html_text(words_.instance(invariant, play.instance)));
    }
    const auto telling = [&](std::size_t i) { return pair || i == 0 || i + 1 >= play.violated; };
    states(play, pair, ir::degree(invariant.formula), telling);
    if (play.steps.size() < 2) return;
    text_ += "<ol class=\"moves\">\n";
    for (std::size_t i = 0; i + 1 < play.steps.size(); ++i) {
      text_ += fmt::format("<li><code>{}</code></li>\n",
                           html_text(joint_text(play.steps[i].joint, scene_.module)));
    }
    text_ += "</ol>\n";
    if (pair || play.violated < 3) return;  // all were drawn
    text_ +=
        fmt::format("<details>\n<summary>All {}</summary>\n", counted(play.steps.size(), "state"));
    states(play, pair, ir::degree(invariant.formula),
           [&](std::size_t i) { return i < most_drawn || i + most_drawn >= play.steps.size(); });
    text_ += "</details>\n";
  }

  template <typename Drawn>
  void states(const Play& play, bool pair, std::size_t degree, const Drawn& drawn) {
    text_ += "<div class=\"play\">\n";
    for (std::size_t i = 0; i < play.steps.size(); ++i) {
      if (!drawn(i)) continue;
      const std::vector<std::string>* before = i == 0 ? nullptr : &play.steps[i - 1].fluents;
      text_ += i == failing_state(play, degree) ? "<figure class=\"violated\">\n" : "<figure>\n";
      text_ += fmt::format("<figcaption>{}</figcaption>\n", state_title(play, i, pair, degree));
      text_ += state_svg(scene_.boards.squares(play.steps[i].fluents, before)) + "</figure>\n";
    }
    text_ += "</div>\n";
  }

  const ReportScene& scene_;
  const proofs::VerificationReport& report_;
  FormulaWords words_;
  std::string text_;
};

}  // namespace

std::string verify_html(const ReportScene& scene) {
  return HtmlReport(scene).write();
}

}  // namespace tesuji::tools
