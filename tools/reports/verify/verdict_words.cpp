// Implements the part of verify_words.h about verdicts, plays and the attack.
#include "tools/base/report.h"
#include "tools/reports/verify/verify_words.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace tesuji::tools {

namespace {

using proofs::InvariantReport;
using proofs::Verdict;

std::string presumption(proofs::Playability playable) {
  constexpr std::string_view premise =
      "; presumes a playable game: every role has a move until the end, which is ";
  switch (playable) {
    case proofs::Playability::proved:
      return fmt::format("{}proved, too", premise);
    case proofs::Playability::fails:
      return fmt::format("{}false of this game: nothing is said of states in which play stops",
                         premise);
    case proofs::Playability::open:
      return fmt::format("{}not proved", premise);
    case proofs::Playability::untried:
      break;
  }
  return fmt::format("{}not tried (--auto tries it)", premise);
}

std::string step_meaning(const InvariantReport& invariant) {
  std::string text = "the step has a counterexample, which may be out of reach";
  if (const proofs::Play* const pair = pair_of(invariant)) {
    const std::size_t states = pair->steps.size();
    text = fmt::format("these {} states refute it; the first may be out of reach",
                       states == 2 ? "two" : std::to_string(states));
  }
  if (!pair_of(invariant) && !invariant.invariant->span.known()) {
    text += "; --counterexamples=all shows it";
  }
  if (invariant.attacked == 0) return text;
  const bool states = ir::degree(invariant.invariant->formula) == 0;
  return text + fmt::format(" (playouts through {} did not find such a state)",
                            counted(invariant.attacked, states ? "state" : "sequence"));
}

}  // namespace

std::vector<std::uint64_t> instances_with(std::span<const Verdict> verdicts, Verdict verdict) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i] == verdict) numbers.push_back(i);
  }
  return numbers;
}

std::vector<std::uint64_t> proved_instances(const InvariantReport& invariant) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < invariant.verdicts.size(); ++i) {
    const Verdict verdict = invariant.verdicts[i];
    if (verdict == Verdict::proved || verdict == Verdict::enumerated) numbers.push_back(i);
  }
  return numbers;
}

const proofs::Play* pair_of(const InvariantReport& invariant) {
  if (!invariant.pair) return nullptr;
  const auto number = ir::instance_of(*invariant.invariant, invariant.pair->instance);
  const bool open = number && *number < invariant.verdicts.size() &&
                    invariant.verdicts[*number] == Verdict::step_fails;
  return open ? &*invariant.pair : nullptr;
}

std::string_view name_of(proofs::Playability playable) {
  switch (playable) {
    case proofs::Playability::proved:
      return "proved";
    case proofs::Playability::fails:
      return "false";
    case proofs::Playability::open:
      return "unknown";
    case proofs::Playability::untried:
      break;
  }
  return "not tried";
}

VerdictWords words_of(const InvariantReport& invariant, Verdict verdict) {
  const std::string presumed = invariant.presumes ? presumption(*invariant.presumes) : "";
  switch (verdict) {
    case Verdict::proved:
      return {"proved", "holds in every state that can be reached" + presumed};
    case Verdict::refuted:
      if (!invariant.play) return {"false", "there is a play in which it fails"};
      return {"false", invariant.play->shortest ? "here is a shortest play in which it fails"
                                                : "here is a play in which it fails"};
    case Verdict::step_fails:
      return {"the induction step fails", step_meaning(invariant)};
    case Verdict::enumerated:
      return {"proved by enumeration",
              (invariant.states == 1
                   ? "holds in the only state that can be reached"
                   : fmt::format("holds in all {} states that can be reached", invariant.states)) +
                  presumed};
    case Verdict::unknown:
      break;
  }
  return {"unknown", invariant.reason.empty() ? "not decided" : invariant.reason};
}

std::string summary(const proofs::SetReport& set) {
  if (set.invariants.empty()) return "nothing to prove";
  std::string text = "not tried";
  if (set.tried || set.proved() > 0) {
    text = fmt::format("{} of {} proved (true at the start)", set.proved(), set.base_holds());
  }
  if (const std::uint64_t some = set.count(Verdict::enumerated); some > 0) {
    text += some == set.proved() ? std::string(", by enumeration")
                                 : fmt::format(", {} of them by enumeration", some);
  }
  const std::uint64_t presuming = set.presuming();
  const auto unproved = [](const InvariantReport& some) {
    return some.presumes && *some.presumes != proofs::Playability::proved;
  };
  if (std::any_of(set.invariants.begin(), set.invariants.end(), unproved)) {
    text += fmt::format(", {} of them only if the game is playable", presuming);
  }
  if (!set.of_user) return text;
  for (const Verdict verdict : all_verdicts) {
    const std::uint64_t some = set.count(verdict);
    if (verdict == Verdict::proved || verdict == Verdict::enumerated || some == 0) continue;
    text += fmt::format(", {} {}", some,
                        verdict == Verdict::step_fails ? "not by induction" : name_of(verdict));
  }
  return text;
}

AttackTotals totals(const proofs::VerificationReport& report) {
  AttackTotals totals;
  const proofs::AttackResult& attack = report.attack;
  if (attack.seconds > 0) {
    totals.states_per_second = static_cast<double>(attack.states) / attack.seconds;
  }
  for (const proofs::AttackedInvariant& attacked : attack.invariants) {
    totals.windows += attacked.windows;
    totals.failed += attacked.refuted_count;
  }
  return totals;
}

std::vector<std::string> attack_words(const proofs::VerificationReport& report) {
  const proofs::AttackResult& attack = report.attack;
  std::vector<std::string> words;
  if (!attack.error.empty()) words.push_back("ended by an error: " + attack.error);
  if (attack.playouts == 0) return words;
  const AttackTotals sums = totals(report);
  words.push_back(fmt::format("{} in {}, {:.2f} s ({:.0f} states/s)",
                              counted(attack.states, "state"), counted(attack.playouts, "playout"),
                              attack.seconds, sums.states_per_second));
  words.push_back(fmt::format("{} tried, {}", counted(sums.windows, "sequence"),
                              report.disagreements.empty() ? "no violation of what was proved"
                                                           : "see the disagreements above"));
  if (sums.failed > 0) {
    words.push_back(counted(sums.failed, "formula") + " found false, of all that were tried");
  }
  if (attack.stuck > 0) {
    words.push_back(counted(attack.stuck, "playout") +
                    " came to a state without a move for a role");
  }
  if (attack.cut > 0) {
    words.push_back(counted(attack.cut, "playout") + " cut at the step limit");
  }
  if (attack.limited > 0) {
    words.push_back(
        fmt::format("{} ended by a limit: {}", counted(attack.limited, "playout"), attack.limit));
  }
  if (!attack.complete) words.emplace_back("not all states that were asked for");
  return words;
}

std::string enumeration_words(const proofs::VerificationReport& report) {
  const proofs::EnumerationResult& found = report.enumeration;
  if (!found.tried) return {};
  if (!found.complete && found.looked_at == 0) {
    return fmt::format("none evaluated: {}", found.reason);
  }
  if (!found.complete) {
    return fmt::format("{} evaluated, those nearest to the start; {}",
                       counted(found.looked_at, "state"), found.reason);
  }
  return fmt::format("{}, {} between them, all evaluated, {:.2f} s", counted(found.states, "state"),
                     counted(found.edges, "step"), found.seconds);
}

std::string clingo_words(const proofs::VerificationReport& report) {
  if (report.clingo_usable) return {};
  if (!report.no_induction.empty()) {
    return fmt::format("{}: {}", report.no_induction, report.clingo);
  }
  return "without clingo the SAT solver alone proves by induction: " + report.clingo;
}

std::string opening_words(const proofs::VerificationReport& report) {
  constexpr std::string_view alone =
      ": no move is ever made, and proofs are about that state alone";
  switch (report.opening) {
    case proofs::Opening::plays:
      break;
    case proofs::Opening::over:
      return fmt::format("the game never starts, since its initial state is terminal{}", alone);
    case proofs::Opening::stuck:
      return fmt::format("the game never starts, since a role has no legal move{}", alone);
  }
  return {};
}

std::string joint_text(const std::vector<std::string>& joint, const ir::Module& module) {
  if (joint.size() != module.roles.size() || joint.size() == 1) {
    return fmt::format("{}", fmt::join(joint, ", "));
  }
  std::string text;
  for (std::size_t i = 0; i < joint.size(); ++i) {
    text +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", module.symbols->text(module.roles[i]), joint[i]);
  }
  return text;
}

std::size_t failing_state(const proofs::Play& play, std::size_t degree) {
  const std::size_t last = play.steps.empty() ? 0 : play.steps.size() - 1;
  return std::max(play.violated, std::min(play.violated + degree, last));
}

std::string state_title(const proofs::Play& play, std::size_t step, bool pair, std::size_t degree) {
  std::string title = "at the start";
  if (pair) {
    title = fmt::format("state {}", step + 1);
  } else if (step > 0) {
    title = "after " + counted(step, "move");
  }
  return step == failing_state(play, degree) ? title + ": here it fails" : title;
}

}  // namespace tesuji::tools
