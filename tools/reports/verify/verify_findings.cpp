#include "tools/reports/verify/verify_findings.h"

#include "tools/base/report.h"

#include <fmt/core.h>

#include <set>

namespace tesuji::tools {

namespace {

using proofs::InvariantReport;
using proofs::Verdict;

Finding persistent(const InvariantReport& report, const proofs::Persistence& persistence,
                   const FormulaWords& words) {
  const std::vector<std::uint64_t> proved = proved_instances(report);
  Finding finding;
  finding.words = fmt::format("{} of {} stay {}: {}", proved.size(), report.verdicts.size(),
                              persistence.holds ? "true" : "false",
                              words.fluents(*report.invariant, persistence, proved));
  return finding;
}

Finding property(const InvariantReport& report, Verdict verdict, const FormulaWords& words) {
  const ir::Invariant& invariant = *report.invariant;
  const VerdictWords said = words_of(report, verdict);
  Finding finding;
  finding.words = fmt::format("{}: {}: {}", invariant.name, words.meaning(invariant), said.verdict);
  // A game that lacks these has a fault; a game that lacks the others is just different.
  const std::string_view name = proofs::single_name(invariant);
  const bool fault = name == proofs::playability || name == proofs::unique_goals;
  finding.report = &report;
  if (fault && verdict == Verdict::step_fails) {
    finding.shown = pair_of(report);
    finding.pair = true;
  }
  const bool is_proof = verdict == Verdict::proved || verdict == Verdict::enumerated;
  if (verdict == Verdict::enumerated || (is_proof && report.presumes) ||
      verdict == Verdict::unknown || (verdict == Verdict::step_fails && (fault || !report.pair))) {
    finding.words += ": " + said.meaning;
  } else if (verdict == Verdict::refuted && report.play) {
    finding.words += fmt::format(", after {} in a play", counted(report.play->violated, "move"));
    if (fault) finding.shown = &*report.play;
  }
  return finding;
}

}  // namespace

std::vector<Finding> findings(const proofs::SetReport& set, const FormulaWords& words) {
  std::vector<Finding> result;
  std::set<std::string> exact;
  for (const InvariantReport& report : set.invariants) {
    const auto functional = words.functional(*report.invariant);
    if (functional && functional->lower == 1 && report.proved() > 0) {
      exact.insert(functional->fluents);
    }
  }
  for (const InvariantReport& report : set.invariants) {
    const ir::Invariant& invariant = *report.invariant;
    const bool proved = report.proved() > 0;
    if (const auto persistence = proofs::persistence_of(invariant)) {
      if (proved) result.push_back(persistent(report, *persistence, words));
    } else if (const auto functional = words.functional(invariant)) {
      const bool follows = functional->lower == 0 && exact.contains(functional->fluents);
      if (proved && !follows) result.emplace_back().words = words.meaning(invariant);
    } else {
      for (const Verdict verdict : all_verdicts) {
        if (report.count(verdict) > 0) result.push_back(property(report, verdict, words));
      }
    }
  }
  return result;
}

}  // namespace tesuji::tools
