// Implements the part of verify_words.h that selects what is worth knowing of the automatic sets.
#include "backend/proofs/formulas/automatic_sets.h"
#include "backend/proofs/formulas/invariant_maker.h"
#include "tools/base/report.h"
#include "tools/reports/verify/verify_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

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

/// If every role has a goal at the end.
constexpr std::string_view all_goals_add_up = "at the end the goals add up to 100";

/// Whether the set proves that every role has a goal at the end.
bool proves_goals(const proofs::SetReport& set) {
  return std::any_of(set.invariants.begin(), set.invariants.end(), [](const auto& report) {
    return proofs::single_name(*report.invariant) == proofs::unique_goals && report.proved() > 0;
  });
}

/// Whether two functionals are about the same fluents and the same values of other arguments.
bool are_of_same_fluents(const FormulaWords::Functional& a, const FormulaWords::Functional& b) {
  return a.fluents == b.fluents && a.each == b.each;
}

/// Returns the functionals that hold at the start with exactly one fluent each, and of which play
/// reaches a state with several: a square that is empty and occupied.
std::vector<Finding> broken_functionals(const proofs::SetReport& set, const FormulaWords& words) {
  std::vector<FormulaWords::Functional> exact;
  std::set<std::string> kept;  // functors of which another functional with places is proved
  for (const InvariantReport& report : set.invariants) {
    const auto functional = words.functional(*report.invariant);
    if (!functional || functional->lower != 1) continue;
    if (report.proved() > 0 && !functional->each.empty()) {
      kept.insert(functional->fluents.substr(0, functional->fluents.find('(')));
    }
    if (report.base_holds > 0) exact.push_back(*functional);
  }
  std::vector<Finding> found;
  for (const InvariantReport& report : set.invariants) {
    const auto functional = words.functional(*report.invariant);
    if (!functional || functional->lower != 0 || !report.play) continue;
    if (report.count(Verdict::refuted) == 0 || report.base_holds == 0) continue;
    if (kept.contains(functional->fluents.substr(0, functional->fluents.find('(')))) continue;
    if (std::none_of(exact.begin(), exact.end(),
                     [&](const auto& other) { return are_of_same_fluents(*functional, other); })) {
      continue;
    }
    Finding finding;
    finding.words = fmt::format("{}: exactly one{}{} at the start, but several after {}",
                                functional->fluents, functional->each.empty() ? "" : " for each ",
                                functional->each, counted(report.play->violated, "move"));
    finding.shown = &*report.play;
    finding.report = &report;
    found.push_back(std::move(finding));
  }
  return found;
}

/// Most games have no goals at the start: that is not worth a line.
bool fails_at_start(const InvariantReport& report, Verdict verdict) {
  return verdict == Verdict::refuted && report.play && report.play->violated == 0 &&
         proofs::single_name(*report.invariant) == proofs::monotonic_goals;
}

Finding property(const InvariantReport& report, Verdict verdict, const FormulaWords& words,
                 bool goals_exist) {
  const ir::Invariant& invariant = *report.invariant;
  const VerdictWords said = words_of(report, verdict);
  Finding finding;
  finding.words = fmt::format("{}: {}: {}", invariant.name,
                              goals_exist && proofs::single_name(invariant) == proofs::zero_sum
                                  ? all_goals_add_up
                                  : words.meaning(invariant),
                              said.verdict);
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
  std::vector<Finding> result = broken_functionals(set, words);
  const bool goals_exist = proves_goals(set);
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
        if (report.count(verdict) == 0 || fails_at_start(report, verdict)) continue;
        result.push_back(property(report, verdict, words, goals_exist));
      }
    }
  }
  return result;
}

}  // namespace tesuji::tools
