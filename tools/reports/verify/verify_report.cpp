#include "tools/reports/verify/verify_report.h"

#include "tools/base/report.h"
#include "tools/base/report_text.h"
#include "tools/reports/verify/length_words.h"
#include "tools/reports/verify/verify_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tesuji::tools {

namespace {

using proofs::InvariantReport;
using proofs::Play;
using proofs::SetReport;
using proofs::Verdict;

constexpr std::size_t most_signs = 1200;  ///< of a formula
constexpr std::size_t few_states = 4;     ///< plays with this many states are drawn completely
constexpr std::size_t most_moves = 30;    ///< of longer plays, only the first and last moves are
                                          ///< printed
constexpr std::size_t first_moves = 8;
constexpr std::size_t last_moves = 16;

std::string indented(const std::string& lines, std::size_t indent) {
  std::string result;
  std::size_t begin = 0;
  while (begin < lines.size()) {
    const std::size_t end = lines.find('\n', begin);
    result += std::string(indent, ' ') + lines.substr(begin, end - begin) + "\n";
    if (end == std::string::npos) break;
    begin = end + 1;
  }
  return result;
}

class TextReport {
 public:
  TextReport(const ReportScene& scene, bool verbose)
      : scene_(scene), report_(scene.report), words_(scene.module), verbose_(verbose) {}

  std::string write() {
    disagreements();
    head();
    summaries();
    length();
    attack();
    for (const SetReport& set : report_.sets) {
      if (set.of_user) whole(set);
    }
    for (const SetReport& set : report_.sets) {
      if (set.of_user) continue;
      if (verbose_) {
        whole(set);
      } else {
        worth_knowing(set);
      }
    }
    if (report_.knowledge) text_ += "\n" + knowledge_text(scene_, verbose_);
    return std::move(text_);
  }

 private:
  void disagreements() {
    if (report_.disagreements.empty()) return;
    text_ += fmt::format("BUG of tesuji: {}. Please report it with the rulesheet.\n",
                         counted(report_.disagreements.size(), "disagreement"));
    for (const std::string& one : report_.disagreements) text_ += wrapped("!! " + one, 2);
    text_ += "\n";
  }

  void head() {
    text_ += fmt::format("{}: {:.2f} s", scene_.path, report_.seconds);
    if (report_.clingo_usable) {
      text_ += fmt::format(", clingo {}\n", report_.clingo);
    } else {
      text_ += "\n" + wrapped(clingo_words(report_), 2);
    }
    const std::string opening = opening_words(report_);
    if (!opening.empty()) text_ += wrapped("WARNING: " + opening, 2);
    if (report_.stopped) text_ += "  stopped before everything was tried\n";
    text_ += "\n";
  }

  void summaries() {
    std::size_t width = std::string_view("Playouts").size();
    for (const SetReport& set : report_.sets) width = std::max(width, set.name.size());
    name_width_ = width + 2;
    for (const SetReport& set : report_.sets) {
      text_ += fmt::format("{:<{}}{}", set.name, name_width_, summary(set));
      if (!set.invariants.empty()) text_ += fmt::format("  {:.2f} s", set.seconds);
      if (!set.aborted.empty()) text_ += fmt::format("  ({})", set.aborted);
      text_ += "\n";
      for (const std::string& words : set.left_out) {
        text_ += fmt::format("{:<{}}left out: {}\n", "", name_width_, words);
      }
    }
  }

  void length() {
    if (scene_.length == nullptr || !scene_.length->tried) return;
    text_ += fmt::format("{:<{}}{}  {:.2f} s\n", "Length", name_width_,
                         play_length_words(*scene_.length, scene_.module, words_),
                         scene_.length->seconds);
  }

  void attack() {
    std::string name = "Playouts";
    for (const std::string& words : attack_words(report_)) {
      text_ += fmt::format("{:<{}}{}\n", std::exchange(name, ""), name_width_, words);
    }
    const std::string states = enumeration_words(report_);
    if (!states.empty()) text_ += fmt::format("{:<{}}{}\n", "States", name_width_, states);
  }

  /// Prints all formulas of a set.
  void whole(const SetReport& set) {
    if (set.invariants.empty()) return;
    text_ += fmt::format("\n{}\n", set.name);
    for (const InvariantReport& invariant : set.invariants) {
      text_ += "\n";
      paragraph(invariant, !set.of_user);
    }
  }

  void paragraph(const InvariantReport& report, bool with_meaning) {
    const ir::Invariant& invariant = *report.invariant;
    const bool family = !invariant.parameters.empty();
    std::string head = invariant.name + ": ";
    if (family) head += counted(report.verdicts.size(), "formula") + " of ";
    text_ += wrapped(fmt::format("{}degree {}", head, ir::degree(invariant.formula)), 2);
    const std::string meaning = with_meaning ? words_.meaning(invariant) : "";
    if (!meaning.empty()) text_ += wrapped(meaning, 4);
    std::string statement = words_.statement(invariant);
    if (statement.size() > most_signs) {
      const std::size_t left_out = statement.size() - most_signs;
      statement.resize(most_signs);
      statement += fmt::format(" ... and {} more", counted(left_out, "byte"));
    }
    text_ += wrapped(statement, 6);
    for (const Verdict verdict : all_verdicts) verdict_lines(report, verdict);
  }

  void verdict_lines(const InvariantReport& report, Verdict verdict) {
    const ir::Invariant& invariant = *report.invariant;
    const std::vector<std::uint64_t> numbers = instances_with(report.verdicts, verdict);
    if (numbers.empty()) return;
    const VerdictWords words = words_of(report, verdict);
    std::string line = words.verdict + ": ";
    if (!invariant.parameters.empty()) {
      line += fmt::format("{} of {}, {}; ", numbers.size(), report.verdicts.size(),
                          words_.instances(invariant, numbers));
    }
    text_ += wrapped(line + words.meaning, 4);
    if (verdict == Verdict::refuted && report.play) play(report, *report.play, false);
    if (verdict != Verdict::step_fails) return;
    if (const Play* const pair = pair_of(report)) play(report, *pair, true);
    if (!report.pair_note.empty()) text_ += wrapped(report.pair_note, 4);
  }

  void play(const InvariantReport& report, const Play& play, bool pair) {
    const ir::Invariant& invariant = *report.invariant;
    if (!invariant.parameters.empty()) {
      text_ += wrapped(words_.instance(invariant, play.instance) + " fails:", 6);
    }
    const std::size_t moves = play.steps.empty() ? 0 : play.steps.size() - 1;
    for (std::size_t i = 0; i < play.steps.size(); ++i) {
      const bool drawn =
          i == 0 || i + 1 >= play.violated || play.steps.size() <= few_states || pair;
      if (drawn) state(play, i, pair, ir::degree(invariant.formula));
      if (i == moves) break;
      const bool told = moves <= most_moves || i < first_moves || i + last_moves >= moves;
      if (told) {
        text_ += wrapped(
            fmt::format("{:>3}. {}", i + 1, joint_text(play.steps[i].joint, scene_.module)), 6);
      } else if (i == first_moves) {
        text_ += fmt::format("      ... {} more moves ...\n", moves - first_moves - last_moves);
      }
    }
  }

  void state(const Play& play, std::size_t i, bool pair, std::size_t degree) {
    const std::vector<std::string>* before = i == 0 ? nullptr : &play.steps[i - 1].fluents;
    text_ += fmt::format("      {}{}\n", state_title(play, i, pair, degree),
                         before != nullptr && !legend_ ? "  (* changed by the move)" : "");
    legend_ = legend_ || before != nullptr;
    text_ += indented(scene_.boards.draw(play.steps[i].fluents, before, scene_.colour), 6);
  }

  /// Prints the important results of an automatic set.
  void worth_knowing(const SetReport& set) {
    const std::vector<Finding> all = findings(set, words_);
    if (!all.empty()) text_ += fmt::format("\n{}\n", set.name);
    for (const Finding& finding : all) {
      text_ += wrapped(finding.words, 2);
      if (finding.shown != nullptr) play(*finding.report, *finding.shown, finding.pair);
    }
  }

  const ReportScene& scene_;
  const proofs::VerificationReport& report_;
  FormulaWords words_;
  bool verbose_;
  std::size_t name_width_ = 0;
  bool legend_ = false;
  std::string text_;
};

}  // namespace

std::string verify_text(const ReportScene& scene, bool verbose) {
  return TextReport(scene, verbose).write();
}

}  // namespace tesuji::tools
