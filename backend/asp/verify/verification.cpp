#include "backend/asp/verify/verification.h"

#include "backend/asp/attack/replay.h"
#include "backend/asp/prove/sat_prover.h"
#include "backend/asp/verify/counterexample_search.h"
#include "backend/asp/verify/knowledge_report.h"
#include "ir/core/counted.h"
#include "runtime/host/memory/on_threads.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <mutex>
#include <new>
#include <numeric>
#include <span>
#include <utility>

namespace tesuji::asp {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view no_clingo = "nothing is proved by induction without clingo";
constexpr std::string_view decided_without = "enumeration leaves nothing to prove";

Verdict verdict_of(Stage stage) {
  switch (stage) {
    case Stage::proved:
      return Verdict::proved;
    case Stage::base_failed:
    case Stage::refuted:
      return Verdict::refuted;
    case Stage::step_failed:
      return Verdict::step_fails;
    case Stage::open:
    case Stage::base_holds:
      break;
  }
  return Verdict::unknown;
}

class Verifier {
 public:
  Verifier(const Subject& subject, const std::vector<InvariantSet>& sets,
           const VerificationOptions& options)
      : subject_(subject), sets_(sets), options_(options), proofs_(sets.size()) {
    result_.sets.resize(sets.size());
  }

  VerificationReport run() {
    const ClingoVersion version = clingo_version(options_.prover.clingo, options_.total_seconds);
    result_.clingo_usable = !version.text.empty();
    result_.clingo = result_.clingo_usable ? version.text : version.message;
    if (subject_.play) {
      try {
        find_opening();
      } catch (const runtime::LimitReached&) {
        // Proofs need no answer of the game.
      }
    }
    if (options_.enumerate == Enumerate::first) enumerate_all();
    const bool induction = (result_.clingo_usable || uses_net()) && !result_.enumeration.complete;
    if (induction) {
      sieve_all();
      prove_in_order();
    } else {
      const std::string_view why = stopped()                      ? "interrupted"
                                   : result_.enumeration.complete ? decided_without
                                                                  : no_clingo;
      for (std::size_t i = 0; i < sets_.size(); ++i) proofs_[i] = undecided(sets_[i], why);
    }
    if (induction && uses_net()) record_fixed();
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      report_set(i);
      result_.sets[i].tried = induction;
    }
    if (subject_.play) {
      attack_all();
      enter_plays();
    }
    if (options_.enumerate == Enumerate::rest && some_open()) enumerate_all();
    enter_enumeration();
    if (result_.clingo_usable && options_.counterexamples != Counterexamples::none) {
      search_counterexamples(subject_, sets_, options_, {premises_, proofs_}, elapsed(), result_);
    }
    result_.seconds = elapsed();
    if (options_.knowledge && has_percepts(subject_.module)) {
      result_.knowledge = find_knowledge(subject_, premises_, options_, result_);
    }
    result_.stopped = stopped();
    result_.seconds = elapsed();
    return std::move(result_);
  }

 private:
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  [[nodiscard]] bool stopped() const {
    const auto* stop = options_.prover.clingo.stop;
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
  void tell(const std::string& what) {
    if (!options_.progress) return;
    const std::lock_guard lock(progress_);
    options_.progress(what);
  }

  static SetProof undecided(const InvariantSet& set, std::string_view reason) {
    SetProof proof;
    proof.name = set.name;
    proof.aborted = reason;
    for (const ir::Invariant& invariant : set.invariants) {
      proof.proofs.push_back({&invariant, {}, proof.aborted});
      proof.proofs.back().stages.assign(ir::instances(invariant), Stage::open);
    }
    return proof;
  }

  /// The options of one set's proofs, within what is left of the time for all; of which premises
  /// may take half.
  [[nodiscard]] ProverOptions within_total(const InvariantSet& set) const {
    ProverOptions options = options_.prover;
    if (options_.total_seconds > 0) {
      constexpr double least = 0.001;
      double left = std::max(options_.total_seconds - elapsed(), least);
      if (set.premises && sets_.size() > 1) left /= 2;
      options.set_seconds = options.set_seconds > 0 ? std::min(options.set_seconds, left) : left;
    }
    return options;
  }

  void prove_set(std::size_t i) {
    tell(fmt::format("{}: proofs", sets_[i].name));
    try {
      prove_set(i, within_total(sets_[i]));
    } catch (const std::bad_alloc&) {
      proofs_[i] = undecided(sets_[i], "out of memory");
    }
    std::uint64_t proved = 0;
    std::uint64_t base = 0;
    for (const InvariantProof& proof : proofs_[i].proofs) {
      proved += proof.count(Stage::proved);
      base += proof.base_holds();
    }
    tell(fmt::format("{}: {} of {} proved, {:.2f} s{}{}", sets_[i].name, proved, base,
                     proofs_[i].seconds, proofs_[i].aborted.empty() ? "" : "; ",
                     proofs_[i].aborted));
  }

  /// First with the SAT solver, where the game has a net, then with clingo what is left.
  void prove_set(std::size_t i, const ProverOptions& options) {
    const bool with_net = uses_net();
    if (with_net) {
      SatOptions wanted;
      wanted.seconds = options.clingo.seconds;
      if (options.set_seconds > 0 &&
          (wanted.seconds == 0 || options.set_seconds < wanted.seconds)) {
        wanted.seconds = options.set_seconds;
      }
      wanted.first_depth = options.induction;
      wanted.most_depth = std::max(options.induction, options_.most_induction);
      wanted.simple_paths = options_.simple_paths;
      wanted.directed_seconds = options_.directed_seconds;
      if (wanted.seconds > 0) {
        wanted.directed_seconds = std::min(wanted.directed_seconds, wanted.seconds / 2);
        wanted.seconds -= wanted.directed_seconds;
      }
      wanted.nonplayable = options.nonplayable;
      wanted.memory_bytes = options.clingo.memory_bytes;
      wanted.stop = options.clingo.stop;
      proofs_[i] = prove_on_net(*subject_.net, sets_[i], premises_, wanted, refuted_by_sieve(i));
      if (!is_undecided(proofs_[i]) || options_.provers == Provers::sat) return;
    }
    if (!result_.clingo_usable) {
      if (!with_net) proofs_[i] = undecided(sets_[i], no_clingo);
      return;
    }
    const SetProof begun = std::move(proofs_[i]);
    proofs_[i] = prove(subject_.module, sets_[i], premises_, options, refuted_by_sieve(i),
                       with_net ? &begun : nullptr);
  }
  [[nodiscard]] bool uses_net() const {
    return subject_.net != nullptr && options_.provers != Provers::clingo;
  }
  [[nodiscard]] static bool is_undecided(const SetProof& proof) {
    return std::any_of(proof.proofs.begin(), proof.proofs.end(), [](const InvariantProof& some) {
      return some.count(Stage::open) + some.count(Stage::base_holds) > 0;
    });
  }

  /// Sets that give premises, one after the other; between these the others, beside each other.
  void prove_in_order() {
    std::vector<std::size_t> beside;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (!sets_[i].premises) {
        beside.push_back(i);
        continue;
      }
      prove_beside(std::exchange(beside, {}));
      prove_set(i);
      for (Question& question : premises_of(proofs_[i])) premises_.push_back(std::move(question));
    }
    prove_beside(beside);
  }

  void prove_beside(const std::vector<std::size_t>& which) {
    std::atomic<std::size_t> next{0};
    // clingo's processes die with the thread that started them: this one waits for the others.
    runtime::on_threads(
        std::min<std::size_t>(options_.jobs, which.size()),
        [&](std::size_t) {
          for (std::size_t i = next++; i < which.size(); i = next++) prove_set(which[i]);
        },
        [&] { next = which.size(); });
  }

  /// What proofs on the net begin with.
  void record_fixed() {
    result_.lemmas = subject_.net->fixed_fluents();
    ProofStep step;
    for (const auto& fixed : result_.lemmas) step.formulas.push_back({fixed.get(), 0});
    if (!step.formulas.empty()) result_.steps.push_back(std::move(step));
  }

  void report_set(std::size_t i) {
    SetReport& report = result_.sets[i];
    report.name = sets_[i].name;
    report.of_user = sets_[i].of_user;
    report.seconds = proofs_[i].seconds;
    report.aborted = proofs_[i].aborted;
    report.left_out = sets_[i].left_out;
    std::ranges::move(proofs_[i].steps, std::back_inserter(result_.steps));
    std::ranges::move(proofs_[i].lemmas, std::back_inserter(result_.lemmas));
    for (const InvariantProof& proof : proofs_[i].proofs) {
      InvariantReport& some = report.invariants.emplace_back();
      some.invariant = proof.invariant;
      some.base_holds = proof.base_holds();
      some.induction = proof.induction > 0 ? proof.induction : options_.prover.induction;
      some.lemmas = proof.lemmas;
      some.reason = proof.reason;
      stages_.push_back(&proof.stages);
      for (const Stage stage : proof.stages) some.verdicts.push_back(verdict_of(stage));
    }
  }

  /// The first playouts of the attack, before the proofs.
  void sieve_all() {
    constexpr double longest = 5;  // seconds
    AttackOptions options = options_.attack;
    options.states = std::min(options.states, options_.sieve_states);
    options.seconds = options.seconds > 0 ? std::min(options.seconds, longest) : longest;
    if (options_.total_seconds > 0) {
      constexpr double part = 0.1;
      options.seconds = std::min(options.seconds, part * options_.total_seconds);
    }
    if (options.states == 0 || !subject_.play || stopped()) return;
    tell("playouts before the proofs");
    result_.sieve = play_out(std::move(options));
    for (const AttackedInvariant& some : result_.sieve.invariants) sieved_.push_back(some.refuted);
  }

  /// By invariant of the set, what the sieve refuted.
  [[nodiscard]] std::span<const Words> refuted_by_sieve(std::size_t set) const {
    if (sieved_.empty()) return {};
    std::size_t begin = 0;
    for (std::size_t i = 0; i < set; ++i) begin += sets_[i].invariants.size();
    return std::span(sieved_).subspan(begin, sets_[set].invariants.size());
  }

  [[nodiscard]] AttackResult play_out(AttackOptions options) const {
    options.threads = std::max(options_.jobs, 1U);
    options.stop = options_.prover.clingo.stop;
    options.nonplayable = options_.prover.nonplayable;
    return attack(*subject_.play->checker, *subject_.play->observer, options);
  }

  /// Playouts look for violations of everything: what was proved must have none.
  void attack_all() {
    if (options_.attack.states == 0) return;
    if (stopped()) {
      result_.attack = result_.sieve;
    } else {
      tell("playouts");
      result_.attack = play_out(options_.attack);
    }
    tell(fmt::format("playouts: {}, {:.2f} s", ir::counted(result_.attack.states, "state"),
                     result_.attack.seconds));
    if (!result_.attack.error.empty()) result_.disagreements.push_back(result_.attack.error);
    std::size_t flat = 0;
    for (SetReport& set : result_.sets)
      for (InvariantReport& report : set.invariants) enter_attack(report, flat++);
  }

  void enter_attack(InvariantReport& report, std::size_t flat) {
    if (flat >= result_.attack.invariants.size()) return;
    AttackedInvariant& attacked = result_.attack.invariants[flat];
    report.attacked = attacked.windows;
    for (InstanceNumber k = 0; k < report.verdicts.size(); ++k) {
      const bool sieved = flat < sieved_.size() && has_bit(sieved_[flat], k);
      if (!sieved && !has_bit(attacked.refuted, k)) continue;
      if (report.verdicts[k] == Verdict::proved) {
        differs(report, k, "was proved, but is false in a play");
      }
      report.verdicts[k] = Verdict::refuted;
    }
    check_start(report, flat, attacked);
    // An attack may be cut short before it comes to what the sieve saw.
    if (!attacked.play && flat < sieved_.size())
      attacked.play = result_.sieve.invariants[flat].play;
    if (!attacked.play) return;
    check(report, flat, *attacked.play, PlayStart::initial, "a play");
    report.play = std::move(attacked.play);
    attacked.play.reset();
    if (report.count(Verdict::unknown) == 0) report.reason.clear();
  }

  /// Plays that provers found, of what no random game refutes.
  void enter_plays() {
    std::size_t flat = 0;
    for (std::size_t i = 0; i < result_.sets.size(); ++i) {
      for (std::size_t j = 0; j < result_.sets[i].invariants.size(); ++j, ++flat) {
        InvariantReport& report = result_.sets[i].invariants[j];
        std::optional<Play>& play = proofs_[i].proofs[j].play;
        if (report.play || !play) continue;
        if (check(report, flat, *play, PlayStart::initial, "a play of the SAT solver's")) {
          report.play = std::move(play);
        }
      }
    }
  }

  /// What the base case shows has no violation that begins in the initial state.
  void check_start(const InvariantReport& report, std::size_t flat,
                   const AttackedInvariant& attacked) {
    for (const Violation& violation : attacked.violations) {
      const Stage stage = stages_[flat]->at(violation.instance);
      if (violation.step != 0 || stage == Stage::open || stage == Stage::base_failed) continue;
      result_.disagreements.push_back(
          fmt::format("{} was shown to hold at the start, but is false there in a play",
                      ir::instance_name(*report.invariant,
                                        instance_symbols(*report.invariant, violation.instance),
                                        *subject_.module.symbols)));
      if (stage != Stage::proved) ++result_.violations;
    }
  }

  void find_opening() {
    const runtime::Game& game = subject_.play->observer->game();
    const auto scratch = game.make_scratch();
    result_.initial = game.fluents(game.initial());
    std::vector<std::vector<runtime::Move>> legal;
    if (game.terminal(game.initial(), *scratch)) {
      result_.opening = Opening::over;
      return;
    }
    game.legal(game.initial(), *scratch, legal);
    const bool stuck =
        std::any_of(legal.begin(), legal.end(), [](const auto& moves) { return moves.empty(); });
    if (stuck) result_.opening = Opening::stuck;
  }

  /// Whether there is something that looking at all states may decide, or a formula of the user
  /// that is false, of which it knows a shortest play.
  [[nodiscard]] bool some_open() const {
    for (const SetReport& set : result_.sets)
      for (const InvariantReport& report : set.invariants)
        if (is_open(report) || (set.of_user && report.count(Verdict::refuted) > 0)) return true;
    return false;
  }
  [[nodiscard]] static bool is_open(const InvariantReport& report) {
    return report.count(Verdict::unknown) + report.count(Verdict::step_fails) > 0 ||
           (report.count(Verdict::refuted) > 0 && !report.play);
  }

  /// Looks at all reachable states: before the proofs with every formula in mind, after them only
  /// with those that are not proved, of which a shortest play is shown where they are false.
  void enumerate_all() {
    if (!subject_.play || stopped()) return;
    std::vector<bool> asked(subject_.play->checker->size(), true);
    std::size_t flat = 0;
    for (const SetReport& set : result_.sets) {
      for (const InvariantReport& report : set.invariants) {
        asked[flat++] = report.count(Verdict::proved) < report.verdicts.size();
      }
    }
    EnumerationOptions options;
    options.nonplayable = options_.prover.nonplayable;
    options.reach.max_states = options_.max_states;
    options.reach.memory_bytes = options_.prover.clingo.memory_bytes;
    options.reach.seconds = options_.prover.clingo.seconds;
    options.reach.stop = options_.prover.clingo.stop;
    if (options_.total_seconds > 0) {
      const double left = options_.total_seconds - elapsed();
      if (left <= 0) return;
      const double limit = options.reach.seconds;
      options.reach.seconds = limit > 0 ? std::min(limit, left) : left;
    }
    tell("looking at all reachable states");
    result_.enumeration =
        enumerate(*subject_.play->checker, *subject_.play->observer, asked, options);
    const EnumerationResult& found = result_.enumeration;
    tell(fmt::format("{} reachable states, {:.2f} s{}{}", found.states, found.seconds,
                     found.reason.empty() ? "" : "; ", found.reason));
    if (!found.error.empty()) result_.disagreements.push_back(found.error);
  }

  void enter_enumeration() {
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

  void enter_enumerated(InvariantReport& report, std::size_t flat, EnumeratedInvariant& found) {
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
    if (found.play && check(report, flat, *found.play, PlayStart::initial, "a shortest play")) {
      report.play = std::move(found.play);
    }
    found.play.reset();
    if (report.count(Verdict::unknown) == 0) report.reason.clear();
  }

  /// A bug of ours.
  void differs(const InvariantReport& report, InstanceNumber k, std::string_view how) {
    ++result_.violations;
    result_.disagreements.push_back(
        fmt::format("{} {}",
                    ir::instance_name(*report.invariant, instance_symbols(*report.invariant, k),
                                      *subject_.module.symbols),
                    how));
  }

  /// Whether the game plays a counterexample as it is.
  bool check(const InvariantReport& report, std::size_t flat, const Play& play, PlayStart start,
             std::string_view what) {
    return plays_as_shown(subject_, options_, {report.invariant, flat}, play, start, what, result_);
  }

  const Subject& subject_;
  const std::vector<InvariantSet>& sets_;
  const VerificationOptions& options_;
  const Clock::time_point begin_ = Clock::now();
  std::vector<Words> sieved_;  ///< what the sieve refuted, by invariant of all sets; may be empty
  std::vector<SetProof> proofs_;
  std::vector<const std::vector<Stage>*> stages_;  ///< by invariant of all sets, in order
  std::vector<Question> premises_;
  std::mutex progress_;
  VerificationReport result_;
};

}  // namespace

std::uint64_t InvariantReport::count(Verdict verdict) const {
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

std::uint64_t SetReport::base_holds() const {
  return std::accumulate(
      invariants.begin(), invariants.end(), std::uint64_t{0},
      [](std::uint64_t sum, const InvariantReport& report) { return sum + report.base_holds; });
}

VerificationReport verify(const Subject& subject, const std::vector<InvariantSet>& sets,
                          const VerificationOptions& options) {
  return Verifier(subject, sets, options).run();
}

}  // namespace tesuji::asp
