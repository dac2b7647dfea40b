#include "backend/proofs/verify/verification.h"

#include "backend/proofs/knowledge/alike_plays.h"
#include "backend/proofs/prove/prover.h"
#include "backend/proofs/verify/counterexample_search.h"
#include "backend/proofs/verify/known_formulas.h"
#include "backend/proofs/verify/playability.h"
#include "backend/proofs/verify/report_entries.h"
#include "backend/proofs/verify/set_proofs.h"
#include "ir/core/counted.h"
#include "runtime/host/game/game.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::proofs {

namespace {

// Decides what roles know in a game by proofs and random plays, and compares the results.

KnownFact& fact_about(KnowledgeReport& found, std::uint32_t role, Known known) {
  const auto some = std::find_if(found.roles.begin(), found.roles.end(),
                                 [&](const RoleKnowledge& other) { return other.role == role; });
  return *std::find_if(some->facts.begin(), some->facts.end(),
                       [&](const KnownFact& fact) { return fact.known == known; });
}

std::string claim_words(const Subject& subject, std::uint32_t role, Known known) {
  return fmt::format("that {} knows {}", subject.module.symbols->text(subject.module.roles[role]),
                     words_for(known));
}

/// Checks that the game plays the solver's plays as shown.
void replay_plays(const Subject& subject, KnowledgeReport& found, VerificationReport& report) {
  for (RoleKnowledge& role : found.roles) {
    for (KnownFact& fact : role.facts) {
      if (!fact.plays) continue;
      const std::string wrong =
          replay_alike(*subject.play->observer, role.role, fact.known, *fact.plays);
      if (wrong.empty()) continue;
      report.disagreements.push_back(
          fmt::format("the plays that refute {} are not played as they should be: {}",
                      claim_words(subject, role.role, fact.known), wrong));
      fact.plays.reset();
    }
  }
}

void attack_facts(const Subject& subject, const VerificationOptions& options,
                  const TimeBudget& budget, KnowledgeReport& found, VerificationReport& report) {
  constexpr double least =
      0.05;  // fraction of the total time: every proved fact is also attacked by plays
  AlikeOptions wanted;
  wanted.pairs = options.attack.states;
  wanted.seconds =
      within(options.attack.seconds, std::max(budget.left(), least * budget.seconds()));
  wanted.seed = options.attack.seed;
  wanted.stop = options.prover.clingo.stop;
  if (wanted.pairs == 0) return;
  AlikeResult attacked = attack_alike(*subject.play->observer, wanted);
  found.pairs += attacked.pairs;
  for (AlikeViolation& violation : attacked.violations) {
    // Two different histories may have equal hashes.
    if (!replay_alike(*subject.play->observer, violation.role, violation.known, violation.plays)
             .empty()) {
      continue;
    }
    KnownFact& fact = fact_about(found, violation.role, violation.known);
    if (fact.verdict == Verdict::proved) {
      ++report.violations;
      report.disagreements.push_back(claim_words(subject, violation.role, violation.known) +
                                     " was proved, but is false in two plays that look alike");
    }
    fact.verdict = Verdict::refuted;
    fact.reason.clear();
    if (!fact.plays) fact.plays = std::move(violation.plays);
  }
}

/// Decides what the roles of a game with percepts know, and compares random plays that look alike.
/// Reports disagreements, which are bugs of ours. `premises` are proved. Takes at most the time of
/// one proof per role plus that of the attack, within the budget.
KnowledgeReport find_knowledge(const Subject& subject, std::span<const Candidate> premises,
                               const VerificationOptions& options, const TimeBudget& budget,
                               VerificationReport& report) {
  const TimeBudget own_time(0);
  KnowledgeReport found;
  const bool provable = subject.net != nullptr && subject.net->shows_percepts();
  if (!provable) {
    found.left_out = subject.net == nullptr
                         ? "the game has no net within the limits, or clingo was chosen as prover"
                         : "the game's net does not show percepts";
  }
  KnowledgeOptions wanted;
  wanted.seconds = options.prover.clingo.seconds;
  wanted.memory_bytes = options.prover.clingo.memory_bytes;
  wanted.most_depth = std::max(options.most_induction, options.prover.induction);
  wanted.most_moves = options.search_moves;
  wanted.stop = options.prover.clingo.stop;
  // Fractions of the total time: formulas, then plays, follow.
  constexpr double part = 0.9;
  constexpr double part_for_roles = 0.8;
  wanted.all_seconds = within(0, budget.left(subject.knowledge.empty() ? part : part_for_roles));
  std::vector<RoleKnowledge> roles;
  if (provable) roles = prove_knowledge(subject.module, *subject.net, premises, wanted);
  KnownFormulas formulas(subject, options, report);
  if (!subject.knowledge.empty()) {
    wanted.all_seconds = within(0, budget.left(part));
    formulas.prove(provable ? &roles : nullptr, premises, wanted);
  }
  if (options.knowledge) found.roles = std::move(roles);
  if (subject.play) {
    try {
      formulas.check();
      found.pairs += formulas.attack(budget);
      formulas.enumerate(budget);
      if (options.knowledge && provable) {
        replay_plays(subject, found, report);
        attack_facts(subject, options, budget, found, report);
      }
    } catch (const runtime::LimitReached&) {
      // Proofs do not need the game's answers.
    }
  }
  found.formulas = std::move(formulas).take();
  found.seconds = own_time.elapsed();
  return found;
}

constexpr std::string_view decided_without = "enumeration decided every formula";

/// When each stage ends, as a fraction of the total time, so that later stages have their share.
/// Random games get at least `least_for_play`, since every proved formula is attacked by them.
struct StageEnds {
  double proofs = 1;
  double play = 1;
  double search = 1;
};
constexpr double least_for_play = 0.05;
constexpr StageEnds with_play{0.75, 0.9, 1};
constexpr StageEnds with_knowledge{0.55, 0.65, 0.7};

Verdict verdict_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::proved:
      return Verdict::proved;
    case Outcome::base_failed:
    case Outcome::refuted:
      return Verdict::refuted;
    case Outcome::step_failed:
      return Verdict::step_fails;
    case Outcome::open:
    case Outcome::base_holds:
      break;
  }
  return Verdict::unknown;
}

class Verifier {
 public:
  Verifier(const Subject& subject, const std::vector<InvariantSet>& sets,
           const VerificationOptions& options)
      : subject_(subject),
        sets_(sets),
        options_(options),
        budget_(options.total_seconds, options.begin) {
    result_.sets.resize(sets.size());
    if (subject.play) ends_ = asks_knowledge() ? with_knowledge : with_play;
  }

  VerificationReport run() {
    const ClingoVersion version = clingo_version(options_.prover.clingo, within(0, budget_.left()));
    result_.clingo_usable = !version.text.empty();
    result_.clingo = result_.clingo_usable ? version.text : version.message;
    if (subject_.play) {
      try {
        find_opening();
      } catch (const runtime::LimitReached&) {
        // Proofs do not need the game's answers.
      }
    }
    if (options_.enumerate == Enumerate::first) enumerate_all();
    const bool with_net = uses_net(subject_, options_);
    if (!result_.clingo_usable && !with_net) result_.no_induction = why_no_induction(options_);
    const bool induction = (result_.clingo_usable || with_net) && !result_.enumeration.complete;
    if (induction) {
      sieve_all();
      prove_all();
    } else {
      const std::string_view why = stopped()                      ? "interrupted"
                                   : result_.enumeration.complete ? decided_without
                                                                  : result_.no_induction;
      for (const InvariantSet& set : sets_) proofs_.push_back(undecided(set, why));
    }
    if (induction && with_net) record_fixed();
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      report_set(i);
      result_.sets[i].tried = induction;
    }
    ReportEntries entries(subject_, options_, result_);
    if (subject_.play) {
      attack_all(entries);
      entries.enter_plays(proofs_);
    }
    if (options_.enumerate == Enumerate::rest && some_open()) enumerate_all();
    entries.enter_enumeration();
    if (result_.clingo_usable && options_.counterexamples != Counterexamples::none) {
      search_counterexamples(subject_, sets_, options_, {premises_, proofs_},
                             budget_.left(ends_.search), result_);
    }
    if (asks_knowledge()) {
      result_.knowledge = find_knowledge(subject_, premises_, options_, budget_, result_);
    }
    if (!options_.prover.nonplayable) enter_presumptions(result_);
    result_.stopped = stopped();
    result_.seconds = own_time_.elapsed();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool asks_knowledge() const {
    return !subject_.knowledge.empty() || (options_.knowledge && has_percepts(subject_.module));
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

  void prove_all() {
    SetProofs proofs(subject_, sets_, options_, budget_,
                     {result_.clingo_usable, sieved_, ends_.proofs,
                      [this](const std::string& what) { tell(what); }});
    proofs.run();
    proofs_ = std::move(proofs.proofs());
    premises_ = std::move(proofs.premises());
  }

  /// Records the facts that proofs on the net assume.
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
    for (const ProofStep& step : proofs_[i].steps) {
      report.proved_seconds = std::max(report.proved_seconds, step.seconds);
    }
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
      for (const Outcome outcome : proof.outcomes) some.verdicts.push_back(verdict_of(outcome));
    }
  }

  /// Plays the first playouts of the attack, before the proofs.
  void sieve_all() {
    constexpr double longest = 5;  // seconds
    AttackOptions options = options_.attack;
    options.states = std::min(options.states, options_.sieve_states);
    options.seconds = options.seconds > 0 ? std::min(options.seconds, longest) : longest;
    constexpr double part = 0.1;
    if (budget_.is_limited()) options.seconds = within(options.seconds, part * budget_.seconds());
    if (options.states == 0 || !subject_.play || stopped()) return;
    tell("playouts before the proofs");
    result_.sieve = play_out(std::move(options));
    for (const AttackedInvariant& some : result_.sieve.invariants) sieved_.push_back(some.refuted);
  }

  [[nodiscard]] AttackResult play_out(AttackOptions options) const {
    options.threads = std::max(options_.jobs, 1U);
    options.stop = options_.prover.clingo.stop;
    options.nonplayable = options_.prover.nonplayable;
    return attack(*subject_.play->checker, *subject_.play->observer, options);
  }

  /// Searches by playouts for violations of all formulas: proved ones must have none.
  void attack_all(ReportEntries& entries) {
    if (options_.attack.states == 0) return;
    if (stopped()) {
      result_.attack = result_.sieve;
    } else {
      tell("playouts");
      AttackOptions options = options_.attack;
      options.seconds = within(
          options.seconds, std::max(budget_.left(ends_.play), least_for_play * budget_.seconds()));
      result_.attack = play_out(options);
    }
    tell(fmt::format("playouts: {}, {:.2f} s", ir::counted(result_.attack.states, "state"),
                     result_.attack.seconds));
    if (!result_.attack.error.empty()) result_.disagreements.push_back(result_.attack.error);
    entries.enter_attack(proofs_, sieved_);
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

  /// Whether enumerating all states may decide a formula, or find a shortest play for a false
  /// formula of the user.
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

  /// Enumerates all reachable states: before the proofs for every formula, after them only for
  /// unproved ones; for false ones it shows a shortest play.
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
    options.reach.stop = options_.prover.clingo.stop;
    const double left = budget_.left(ends_.search);
    if (left <= 0) return;
    options.reach.seconds = within(options_.prover.clingo.seconds, left);
    tell("looking at all reachable states");
    result_.enumeration =
        enumerate(*subject_.play->checker, *subject_.play->observer, asked, options);
    const EnumerationResult& found = result_.enumeration;
    tell(fmt::format("{} reachable states, {:.2f} s{}{}", found.states, found.seconds,
                     found.reason.empty() ? "" : "; ", found.reason));
    if (!found.error.empty()) result_.disagreements.push_back(found.error);
  }

  const Subject& subject_;
  const std::vector<InvariantSet>& sets_;
  const VerificationOptions& options_;
  const TimeBudget budget_;
  const TimeBudget own_time_{0};
  StageEnds ends_;
  std::vector<Words>
      sieved_;  ///< instances that the sieve refuted, by invariant of all sets; may be empty
  std::vector<SetProof> proofs_;
  std::vector<Candidate> premises_;
  std::mutex progress_;
  VerificationReport result_;
};

}  // namespace

VerificationReport verify(const Subject& subject, const std::vector<InvariantSet>& sets,
                          const VerificationOptions& options) {
  return Verifier(subject, sets, options).run();
}

}  // namespace tesuji::proofs
