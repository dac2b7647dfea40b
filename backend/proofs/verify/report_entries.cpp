#include "backend/proofs/verify/report_entries.h"

#include "backend/proofs/formulas/bit_words.h"
#include "backend/proofs/playouts/replay.h"
#include "backend/proofs/verify/counterexample_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

namespace tesuji::proofs {

void ReportEntries::enter_attack(std::span<const SetProof> proofs, std::span<const Words> sieved) {
  std::size_t flat = 0;
  for (std::size_t i = 0; i < result_.sets.size(); ++i) {
    for (std::size_t j = 0; j < result_.sets[i].invariants.size(); ++j, ++flat) {
      enter_attacked(result_.sets[i].invariants[j], flat, proofs[i].proofs[j].outcomes, sieved);
    }
  }
}

void ReportEntries::enter_attacked(InvariantReport& report, std::size_t flat,
                                   const std::vector<Outcome>& outcomes,
                                   std::span<const Words> sieved) {
  if (flat >= result_.attack.invariants.size()) return;
  AttackedInvariant& attacked = result_.attack.invariants[flat];
  report.attacked = attacked.windows;
  for (InstanceNumber k = 0; k < report.verdicts.size(); ++k) {
    const bool refuted_before = flat < sieved.size() && has_bit(sieved[flat], k);
    if (!refuted_before && !has_bit(attacked.refuted, k)) continue;
    if (report.verdicts[k] == Verdict::proved) {
      differs(report, k, "was proved, but is false in a play");
    }
    report.verdicts[k] = Verdict::refuted;
  }
  check_start(report, outcomes, attacked);
  // An attack may stop before it reaches the violation that the sieve found.
  if (!attacked.play && flat < sieved.size()) attacked.play = result_.sieve.invariants[flat].play;
  if (!attacked.play) return;
  attacked.play = without_repetitions(std::move(*attacked.play));
  check(report, flat, *attacked.play, "a play");
  report.play = std::move(attacked.play);
  attacked.play.reset();
  if (report.count(Verdict::unknown) == 0) report.reason.clear();
}

void ReportEntries::enter_plays(std::span<SetProof> proofs) {
  std::size_t flat = 0;
  for (std::size_t i = 0; i < result_.sets.size(); ++i) {
    for (std::size_t j = 0; j < result_.sets[i].invariants.size(); ++j, ++flat) {
      InvariantReport& report = result_.sets[i].invariants[j];
      std::optional<Play>& play = proofs[i].proofs[j].play;
      if (report.play || !play) continue;
      if (check(report, flat, *play, "a play of the SAT solver's")) report.play = std::move(play);
    }
  }
}

/// Reports a bug if an instance proved by the base case has a violation that begins in the initial
/// state.
void ReportEntries::check_start(const InvariantReport& report, const std::vector<Outcome>& outcomes,
                                const AttackedInvariant& attacked) {
  for (const Violation& violation : attacked.violations) {
    const Outcome outcome = outcomes.at(violation.instance);
    if (violation.step != 0 || outcome == Outcome::open || outcome == Outcome::base_failed)
      continue;
    result_.disagreements.push_back(
        fmt::format("{} was shown to hold at the start, but is false there in a play",
                    ir::instance_name(*report.invariant,
                                      ir::instance_symbols(*report.invariant, violation.instance),
                                      *subject_.module.symbols)));
    if (outcome != Outcome::proved) ++result_.violations;
  }
}

void ReportEntries::enter_enumeration() {
  if (!result_.enumeration.tried) return;
  std::size_t flat = 0;
  for (SetReport& set : result_.sets) {
    for (InvariantReport& report : set.invariants) {
      EnumeratedInvariant& found = result_.enumeration.invariants[flat];
      if (found.asked) enter_enumerated(report, flat, found);
      ++flat;
    }
    if (set.count(Verdict::unknown) == 0) set.aborted.clear();
  }
}

void ReportEntries::enter_enumerated(InvariantReport& report, std::size_t flat,
                                     EnumeratedInvariant& found) {
  const bool complete = result_.enumeration.complete;
  for (InstanceNumber k = 0; k < report.verdicts.size(); ++k) {
    Verdict& verdict = report.verdicts[k];
    const Verdict before = verdict;
    if (has_bit(found.refuted, k)) {
      verdict = Verdict::refuted;
      if (before == Verdict::proved) differs(report, k, "was proved, but is false in a play");
    } else if (complete && before == Verdict::refuted) {
      differs(report, k, "is false in a play, but in no state that can be reached");
    } else if (complete && before != Verdict::proved) {
      verdict = Verdict::enumerated;
    }
  }
  if (complete) {
    report.states = result_.enumeration.states;
    report.base_holds = report.verdicts.size();
    for (const std::uint64_t word : found.refuted_at_start)
      report.base_holds -= static_cast<std::uint64_t>(std::popcount(word));
  }
  if (found.play && check(report, flat, *found.play, "a shortest play")) {
    report.play = std::move(found.play);
  }
  found.play.reset();
  if (report.count(Verdict::unknown) == 0) report.reason.clear();
}

/// Reports a bug of ours.
void ReportEntries::differs(const InvariantReport& report, InstanceNumber k, std::string_view how) {
  ++result_.violations;
  result_.disagreements.push_back(
      fmt::format("{} {}",
                  ir::instance_name(*report.invariant, ir::instance_symbols(*report.invariant, k),
                                    *subject_.module.symbols),
                  how));
}

/// Whether the game plays a counterexample as shown.
bool ReportEntries::check(const InvariantReport& report, std::size_t flat, const Play& play,
                          std::string_view what) {
  return plays_as_shown(subject_, options_, {report.invariant, flat}, play, PlayStart::initial,
                        what, result_);
}

// Counts over the reports of a verification.

std::uint64_t InvariantReport::count(Verdict verdict) const {
  return static_cast<std::uint64_t>(std::count(verdicts.begin(), verdicts.end(), verdict));
}

std::uint64_t KnownFormula::count(Verdict verdict) const {
  return static_cast<std::uint64_t>(std::count(verdicts.begin(), verdicts.end(), verdict));
}

std::uint64_t SetReport::proved() const {
  return std::accumulate(
      invariants.begin(), invariants.end(), std::uint64_t{0},
      [](std::uint64_t sum, const InvariantReport& report) { return sum + report.proved(); });
}

std::uint64_t SetReport::count(Verdict verdict) const {
  std::uint64_t sum = 0;
  for (const InvariantReport& report : invariants) sum += report.count(verdict);
  return sum;
}

std::uint64_t SetReport::presuming() const {
  std::uint64_t sum = 0;
  for (const InvariantReport& report : invariants) sum += report.presumes ? report.proved() : 0;
  return sum;
}

std::uint64_t SetReport::base_holds() const {
  return std::accumulate(
      invariants.begin(), invariants.end(), std::uint64_t{0},
      [](std::uint64_t sum, const InvariantReport& report) { return sum + report.base_holds; });
}

}  // namespace tesuji::proofs
