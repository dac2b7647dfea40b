#include "backend/proofs/verify/counterexample_search.h"

#include "backend/proofs/prove/counterexample.h"
#include "backend/proofs/prove/prover.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::proofs {

namespace {

class CounterexampleSearch {
 public:
  CounterexampleSearch(const Subject& subject, const std::vector<InvariantSet>& sets,
                       const VerificationOptions& options, const ProvedBefore& proved, double left,
                       VerificationReport& report)
      : subject_(subject),
        sets_(sets),
        options_(options),
        proved_(proved),
        time_(within(options.search_seconds, left)),
        result_(report) {}

  void run() {
    std::vector<Sought> pairs;
    std::vector<Sought> plays;
    std::size_t flat = 0;
    for (std::size_t i = 0; i < result_.sets.size(); ++i) {
      for (InvariantReport& report : result_.sets[i].invariants) {
        const bool without_play = !report.play && report.count(Verdict::refuted) > 0;
        const bool wanted =
            options_.counterexamples == Counterexamples::all || sets_[i].of_user || without_play;
        const auto number = wanted ? sought_instance(report, without_play) : std::nullopt;
        if (number && !without_play) pairs.push_back({report, i, flat, *number});
        if (number && !report.play) plays.push_back({report, i, flat, *number});
        ++flat;
      }
    }
    std::size_t left = pairs.size() + plays.size();
    for (const Sought& sought : pairs) search_pair(sought, search_end(left--));
    for (const Sought& sought : plays) {
      const TimeBudget end = search_end(left--);
      if (sought.report.verdicts[sought.number] != Verdict::proved) search_play(sought, end);
    }
  }

 private:
  /// An invariant for which clingo searches for a counterexample.
  struct Sought {
    InvariantReport& report;
    std::size_t set = 0;
    std::size_t flat = 0;  ///< index among the invariants of all sets
    InstanceNumber number = 0;
  };

  [[nodiscard]] bool stopped() const {
    const auto* stop = options_.prover.clingo.stop;
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
  void tell(const std::string& what) const {
    if (options_.progress) options_.progress(what);
  }

  [[nodiscard]] static std::optional<InstanceNumber> sought_instance(const InvariantReport& report,
                                                                     bool without_play) {
    const Verdict verdict = without_play ? Verdict::refuted : Verdict::step_fails;
    const auto found = std::find(report.verdicts.begin(), report.verdicts.end(), verdict);
    if (found == report.verdicts.end()) return std::nullopt;
    return static_cast<InstanceNumber>(found - report.verdicts.begin());
  }

  /// Returns the time for the next of `searches` searches.
  [[nodiscard]] TimeBudget search_end(std::size_t searches) const {
    return TimeBudget(within(0, time_.left() / static_cast<double>(searches)));
  }

  /// Returns the limits of a run of clingo within a search; nothing if its time is over.
  [[nodiscard]] std::optional<ProverOptions> within_search(const TimeBudget& end) const {
    if (stopped() || end.is_over() || time_.is_over()) return std::nullopt;
    ProverOptions options = options_.prover;
    options.clingo.seconds = within(options.clingo.seconds, end.left());
    return options;
  }

  void search_play(const Sought& sought, const TimeBudget& end) {
    InvariantReport& report = sought.report;
    tell(fmt::format("{}: looking for a play", report.invariant->name));
    const std::vector<ir::Symbol> instance = ir::instance_symbols(*report.invariant, sought.number);
    // Plays that were enumerated are not searched for again.
    const EnumerationResult& looked = result_.enumeration;
    const bool asked = looked.tried && looked.invariants[sought.flat].asked;
    const std::uint32_t covered = asked ? looked.moves_covered : 0;
    const std::uint32_t degree = ir::degree(report.invariant->formula);
    const std::uint32_t first = covered > degree ? covered - degree : 0;
    for (std::uint32_t moves = first; moves <= options_.search_moves; ++moves) {
      const auto options = within_search(end);
      if (!options) return;
      FoundPlay found = find_play(subject_.module, *report.invariant, instance, moves, *options);
      if (!found.message.empty()) return;
      if (!found.play) continue;
      if (!plays_as_shown(subject_, options_, {report.invariant, sought.flat}, *found.play,
                          PlayStart::initial, "a play of clingo's", result_))
        return;
      report.play = std::move(found.play);
      report.verdicts[sought.number] = Verdict::refuted;
      return;
    }
  }

  void search_pair(const Sought& sought, const TimeBudget& end) {
    InvariantReport& report = sought.report;
    const auto options = within_search(end);
    if (!options) {
      if (!stopped()) report.pair_note = "not searched: --search-seconds exceeded";
      return;
    }
    tell(fmt::format("{}: looking for states that refute the step", report.invariant->name));
    const std::uint32_t degree = ir::degree(report.invariant->formula);
    std::vector<Candidate> premises = premises_of(proved_.proofs[sought.set]);
    if (!sets_[sought.set].premises) {
      premises.insert(premises.begin(), proved_.premises.begin(), proved_.premises.end());
    }
    std::erase_if(premises, [&](const Candidate& some) {
      return ir::degree(some.invariant->formula) > degree + options->induction;
    });
    const std::vector<ir::Symbol> instance = ir::instance_symbols(*report.invariant, sought.number);
    FoundPlay found = find_pair(subject_.module, *report.invariant, instance, premises, *options);
    if (!found.play) {
      // No counterexample exists: formulas proved meanwhile exclude it.
      if (found.message.empty()) {
        report.verdicts[sought.number] = Verdict::proved;
        result_.steps.push_back({{{report.invariant, sought.number}}, options->induction, false});
      }
      if (!found.message.empty()) report.pair_note = "not found again: " + found.message;
      return;
    }
    if (plays_as_shown(subject_, options_, {report.invariant, sought.flat}, *found.play,
                       PlayStart::anywhere, "a pair of states", result_, &report.pair_note)) {
      report.pair = std::move(found.play);
    }
  }

  const Subject& subject_;
  const std::vector<InvariantSet>& sets_;
  const VerificationOptions& options_;
  const ProvedBefore& proved_;
  const TimeBudget time_;
  VerificationReport& result_;
};

}  // namespace

bool plays_as_shown(const Subject& subject, const VerificationOptions& options,
                    const Counterexampled& of, const Play& play, PlayStart start,
                    std::string_view what, VerificationReport& report, std::string* note) {
  const std::optional<Arena> arena =
      start == PlayStart::initial || !subject.anywhere ? subject.play : subject.anywhere();
  if (!arena) {
    if (note != nullptr) *note = "the game could not be played to check it";
    return true;
  }
  const ReplayResult replayed =
      replay(*arena->observer, *arena->checker, of.flat, play, start, options.prover.nonplayable);
  if (replayed.outcome == Replayed::agrees) return true;
  if (replayed.outcome == Replayed::outside) {
    if (note != nullptr) *note = replayed.message;
    return true;
  }
  report.disagreements.push_back(fmt::format("{} that refutes {} is not played as it should be: {}",
                                             what, of.invariant->name, replayed.message));
  return false;
}

void search_counterexamples(const Subject& subject, const std::vector<InvariantSet>& sets,
                            const VerificationOptions& options, const ProvedBefore& proved,
                            double left, VerificationReport& report) {
  CounterexampleSearch(subject, sets, options, proved, left, report).run();
}

}  // namespace tesuji::proofs
