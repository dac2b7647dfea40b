// Prints the results of `tesuji verify` about what roles know, as text.
#include "tools/reports/verify/verify_report.h"

#include "tools/base/report.h"
#include "tools/base/report_text.h"
#include "tools/reports/verify/verify_words.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

using proofs::Play;
using proofs::Verdict;

constexpr std::string_view step_words =
    "the induction step fails, and no plays were found in which it is false";

class KnowledgeText {
 public:
  KnowledgeText(const ReportScene& scene, bool verbose)
      : scene_(scene),
        knowledge_(*scene.report.knowledge),
        words_(scene.module),
        verbose_(verbose) {}

  std::string write() {
    text_ += "Knowledge\n";
    if (!knowledge_.left_out.empty()) text_ += wrapped("left out: " + knowledge_.left_out, 2);
    for (const proofs::KnownFormula& formula : knowledge_.formulas) paragraph(formula);
    if (!knowledge_.formulas.empty()) text_ += "\n";
    for (const proofs::RoleKnowledge& role : knowledge_.roles) facts(role);
    if (knowledge_.left_out.empty() || knowledge_.pairs > 0) {
      text_ += fmt::format("  {} of random plays that look alike compared, {:.2f} s in all\n",
                           counted(knowledge_.pairs, "pair"), knowledge_.seconds);
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] const std::string& name_of_role(std::uint32_t role) const {
    return scene_.module.symbols->text(scene_.module.roles[role]);
  }

  void paragraph(const proofs::KnownFormula& formula) {
    const ir::Invariant& invariant = *formula.invariant;
    const bool family = !invariant.parameters.empty();
    text_ += "\n";
    std::string head = invariant.name + ":";
    if (family) head += " " + counted(formula.verdicts.size(), "formula");
    text_ += wrapped(head, 2);
    text_ += wrapped(words_.statement(invariant), 6);
    for (const Verdict verdict : all_verdicts) {
      const std::vector<std::uint64_t> numbers = instances_with(formula.verdicts, verdict);
      if (numbers.empty()) continue;
      std::string line = formula_words(formula, verdict);
      if (family) {
        line += fmt::format(" ({} of {}, {})", numbers.size(), formula.verdicts.size(),
                            words_.instances(invariant, numbers));
      }
      text_ += wrapped(line, 4);
      if (verdict == Verdict::refuted && formula.plays) plays(formula);
    }
  }

  static std::string formula_words(const proofs::KnownFormula& formula, Verdict verdict) {
    switch (verdict) {
      case Verdict::proved:
        return "proved: holds in every state that can be reached";
      case Verdict::refuted:
        return formula.plays && formula.plays->witnesses.empty()
                   ? "false: here is a play in which it fails"
                   : "false: here are plays in which it fails";
      case Verdict::step_fails:
        return std::string(step_words);
      case Verdict::enumerated:
        return "proved by enumeration: all plays were looked at";
      case Verdict::unknown:
        break;
    }
    return "unknown: " + formula.reason;
  }

  void plays(const proofs::KnownFormula& formula) {
    if (!formula.invariant->parameters.empty()) {
      text_ += wrapped(words_.instance(*formula.invariant, formula.instance) + " fails:", 6);
    }
    text_ += "      play 1\n";
    play(formula.plays->play);
    std::size_t number = 1;
    for (const proofs::PlaysApart::Witness& witness : formula.plays->witnesses) {
      text_ += fmt::format("      play {}, which looks like it to {}\n", ++number,
                           name_of_role(witness.role));
      play(witness.play);
    }
  }

  void facts(const proofs::RoleKnowledge& role) {
    const std::string& name = name_of_role(role.role);
    for (const proofs::KnownFact& fact : role.facts) {
      text_ += wrapped(
          fmt::format("{} knows {}: {}", name, proofs::words_for(fact.known), fact_words(fact)), 2);
      if (!fact.plays) continue;
      text_ += "      play 1\n";
      play(fact.plays->first);
      text_ += "      play 2\n";
      play(fact.plays->second);
    }
    if (!verbose_) return;
    text_ +=
        wrapped(fmt::format("{} always knows {}{}", name, counted(role.fluents.size(), "fluent"),
                            role.fluents.empty() ? "" : ": " + joined(role.fluents)),
                2);
  }

  static std::string fact_words(const proofs::KnownFact& fact) {
    switch (fact.verdict) {
      case Verdict::proved:
        return "proved";
      case Verdict::refuted:
        return "false: two plays look alike, and differ in this at the end";
      case Verdict::step_fails:
        return std::string(step_words);
      case Verdict::unknown:
      case Verdict::enumerated:
        break;
    }
    return "unknown: " + fact.reason;
  }

  void play(const Play& play) {
    for (std::size_t i = 0; i + 1 < play.steps.size(); ++i) {
      text_ += wrapped(
          fmt::format("{:>3}. {}", i + 1, joint_text(play.steps[i].joint, scene_.module)), 6);
    }
    std::string lines = scene_.boards.draw(play.steps.back().fluents, nullptr, scene_.colour);
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      text_ += "      " + lines.substr(0, end) + "\n";
      lines.erase(0, end + 1);
    }
  }

  static std::string joined(const std::vector<std::string>& terms) {
    std::string text;
    for (const std::string& term : terms) text += (text.empty() ? "" : " ") + term;
    return text;
  }

  const ReportScene& scene_;
  const proofs::KnowledgeReport& knowledge_;
  FormulaWords words_;
  bool verbose_;
  std::string text_;
};

}  // namespace

std::string knowledge_text(const ReportScene& scene, bool verbose) {
  return KnowledgeText(scene, verbose).write();
}

}  // namespace tesuji::tools
