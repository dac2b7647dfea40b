#include "tests/property/invariants_differential.h"

#include "backend/proofs/clingo/simplify.h"
#include "backend/proofs/games/verify.h"
#include "backend/proofs/observe/observed_game.h"
#include "backend/proofs/playouts/replay.h"
#include "backend/proofs/prove/clingo_prover.h"
#include "backend/proofs/prove/counterexample.h"
#include "ir/formulas/formula_text.h"
#include "runtime/host/memory/rng.h"
#include "tests/property/brute_force_prover.h"
#include "tests/property/certificates/differential.h"
#include "tests/property/invariants/net_proofs.h"
#include "tests/property/invariants/play_faults.h"
#include "tests/property/random_claim.h"
#include "tests/property/random_invariant.h"
#include "tests/property/reference_states.h"
#include "tests/property/text_game.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::tests {

namespace {

using ir::InstanceNumber;
using ir::Invariant;
using proofs::Candidate;
using proofs::InvariantSet;
using proofs::Outcome;
using Kind = InvariantsOutcome::Kind;
using Names = std::vector<std::string>;

struct Refused {
  std::string report;
};
struct Disagreement {
  std::string message;
};

constexpr std::uint64_t most_instances = 64;
constexpr double clingo_seconds = 120;
constexpr std::uint64_t most_cnfs = 60;

/// A game that plays, and judges formulas.
struct Arena {
  driver::LoadedGame game;
  std::optional<proofs::Observer> observer;
  std::optional<proofs::Checker> checker;
};

class Comparison {
 public:
  Comparison(const std::string& kif, std::uint64_t seed, bool thorough)
      : kif_(kif), seed_(seed), thorough_(thorough), rng_(seed, 1), random_(seed) {}

  void run() {
    load();
    outcome_.states = states_->count();
    for (StateNumber number = 0; number < states_->count(); ++number) {
      outcome_.moving += states_->at(number).successors.empty() ? 0 : 1;
    }
    if (seed_ % 4 == 0) {
      const std::string found = compare_with_reference(*states_, kif_);
      if (!found.empty()) throw Disagreement{found};
    }
    options_.induction = chance(60) ? 1 : 2 + static_cast<std::uint32_t>(rng_.below(2));
    options_.nonplayable = chance(50);
    options_.clingo.seconds = clingo_seconds;
    options_.program = [this](const std::string&, const std::string&) { ++outcome_.programs; };
    truth_.emplace(*states_, options_.induction, options_.nonplayable);
    first_ = make_set("first", 2);
    second_ = make_set("second", 3);
    assumed_ = make_set("assumed", 2);
    if (chance(30)) sieve(first_);
    const proofs::SetProof proof = compare_set(first_, {}, 1);
    const std::uint64_t kind = rng_.below(3);
    // Else the first states of a sequence that ends soon are never looked at.
    const bool sound = options_.induction == 1 || options_.nonplayable;
    if (sound) check_soundness(proof);
    prove_on_net(first_, {}, proof, true);
    refuted_.clear();
    if (kind == 1) premises_ = proofs::premises_of(proof);
    if (kind == 2) premises_ = some_instances(assumed_);
    const proofs::SetProof last = compare_set(second_, premises_, 2);
    if (sound && kind != 2) check_soundness(last);
    prove_on_net(second_, premises_, last, kind != 2);
    if (!options_.nonplayable && outcome_.certificates.cnfs < most_cnfs) {
      for (const InvariantSet* set : {&first_, &second_}) {
        const std::string found = compare_certificates(kif_, *module_, *set, options_.induction,
                                                       *truth_, outcome_.certificates);
        if (!found.empty()) throw Disagreement{found};
      }
    }
    for (const Invariant& invariant : second_.invariants) {
      if (chance(50)) compare_set({"alone", {invariant}, 1, false, true}, premises_, 1);
    }
    compare_counterexamples(second_, last);
  }

  /// What was asked when it went wrong.
  [[nodiscard]] std::string context() const {
    std::string text =
        fmt::format("induction {}, nonplayable {}\n", options_.induction, options_.nonplayable);
    for (const Candidate& premise : premises_) {
      text += "premise: " + formula_name(premise) + ": " + text_of(*premise.invariant);
    }
    return text;
  }
  [[nodiscard]] const InvariantsOutcome& outcome() const { return outcome_; }

 private:
  [[nodiscard]] std::string formula_name(const Candidate& some) const {
    return ir::instance_name(*some.invariant, ir::instance_symbols(*some.invariant, some.instance),
                             *module_->symbols);
  }
  bool chance(std::uint64_t percent) { return rng_.below(100) < percent; }

  [[nodiscard]] std::string text_of(const Invariant& invariant) const {
    return ir::to_text(invariant, *module_) + "\n";
  }

  // The game.

  [[nodiscard]] Refused refused() const {
    Refused result;
    for (const ir::Diagnostic& diagnostic : session_.diagnostics.all()) {
      if (diagnostic.severity == ir::Severity::error) {
        result.report += diagnostic.code + ": " + session_.diagnostics.render(diagnostic);
      }
    }
    return result;
  }

  void load() {
    auto sheet = parse_text(kif_, frontend::Syntax::kif, session_);
    if (!sheet) throw refused();
    module_ = clauses_of(std::move(*sheet), session_);
    constexpr std::array<std::string_view, 1> passes{"infer-domains"};
    if (!module_ || !driver::run_passes(*module_, passes, {}, session_)) throw refused();
    states_.emplace(*module_);
    const std::vector<proofs::Sight> sights = proofs::find_sights(*module_);
    for (std::uint32_t id = 0; id < sights.size(); ++id) {
      if (sights[id] != proofs::Sight::never) visible_.push_back(id);
    }
  }

  /// A game for replays; with `anywhere` one that can be in every state.
  [[nodiscard]] Arena make_arena(bool anywhere, const std::vector<Invariant>& invariants) {
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    if (anywhere) {
      options.pipeline.disabled.assign(proofs::narrowing_passes.begin(),
                                       proofs::narrowing_passes.end());
    }
    Arena arena;
    auto game =
        driver::match_game(proofs::with_observed(*module_, visible_), "sheet", options, session_);
    if (!game) throw refused();
    arena.game = std::move(*game);
    passes::PassContext context = driver::pass_context(session_);
    const auto facts = proofs::fixed_facts(*module_, visible_, context);
    if (!facts) throw refused();
    arena.observer =
        proofs::Observer::make(*module_, *arena.game.game, visible_, *facts, session_.diagnostics);
    if (!arena.observer) throw refused();
    arena.checker.emplace(*arena.observer, invariants);
    return arena;
  }

  // The formulas.

  Invariant make_invariant(const std::vector<Invariant>& others) {
    if (!others.empty() && chance(25)) {
      return varied(others[rng_.below(others.size())], *module_, rng_);
    }
    return chance(60) ? random_claim(*module_, visible_, rng_)
                      : random_invariant(*module_, visible_, random_);
  }

  /// Whether some instance holds at first, and not because it always does.
  bool is_interesting(const Invariant& invariant) {
    const std::vector<bool> always = truth_->holds_anywhere(invariant);
    for (InstanceNumber k = 0; k < always.size(); ++k) {
      if (!always[k] && !truth_->has_play(invariant, k, 0)) return true;
    }
    return false;
  }

  InvariantSet make_set(const std::string& name, std::size_t size) {
    InvariantSet set;
    set.name = name;
    set.runs = static_cast<unsigned>(rng_.below(3));
    for (int tries = 0; tries < 40 && set.invariants.size() < size; ++tries) {
      Invariant invariant = make_invariant(set.invariants);
      invariant.name = fmt::format("{}_{}", name, tries);
      const std::uint64_t count = ir::instances(invariant);
      if (count == 0 || count > most_instances) continue;
      if (ir::degree(invariant.formula) + options_.induction > 4) continue;
      if (tries < 20 && !chance(10) && !is_interesting(invariant)) continue;
      set.invariants.push_back(std::move(invariant));
    }
    return set;
  }

  std::vector<Candidate> some_instances(const InvariantSet& set) {
    std::vector<Candidate> result;
    for (const Invariant& invariant : set.invariants) {
      const bool all = invariant.parameters.empty() || chance(50);
      for (InstanceNumber k = 0; k < ir::instances(invariant); ++k) {
        if (all || chance(50)) result.push_back({&invariant, k});
      }
    }
    return result;
  }

  // Proofs.

  /// Passes over programs to leave out: none, all, one or any.
  Names disabled_passes() {
    Names all;
    for (const passes::Pass& pass : proofs::simplifications()) all.emplace_back(pass.name);
    switch (rng_.below(4)) {
      case 0:
        return {};
      case 1:
        return all;
      case 2:
        return {all[rng_.below(all.size())]};
      default:
        std::erase_if(all, [&](const std::string&) { return chance(50); });
        return all;
    }
  }

  /// Some choices of them; with `thorough` each pass alone, too.
  std::vector<Names> choices_of_passes(std::size_t count) {
    std::vector<Names> result;
    if (thorough_) {
      result.emplace_back();
      for (const passes::Pass& pass : proofs::simplifications()) {
        result.push_back({std::string(pass.name)});
      }
    }
    while (count-- > 0) result.push_back(disabled_passes());
    return result;
  }

  /// What playouts may have found out about a set: some of what is false in reach.
  void sieve(const InvariantSet& set) {
    for (const Invariant& invariant : set.invariants) {
      const std::vector<bool> holds = truth_->holds_in_reach(invariant);
      proofs::Words& words = refuted_.emplace_back(holds.size() / 64 + 1);
      for (InstanceNumber k = 0; k < holds.size(); ++k) {
        if (!holds[k] && chance(70)) words[k / 64] |= std::uint64_t{1} << (k % 64);
      }
    }
  }

  proofs::SetProof compare_set(const InvariantSet& set, std::span<const Candidate> premises,
                               std::size_t choices) {
    const BruteForceProver::Outcomes expected = truth_->prove(set, premises, refuted_);
    std::optional<proofs::SetProof> result;
    for (const Names& disabled : choices_of_passes(choices)) {
      options_.pipeline.disabled = disabled;
      proofs::SetProof proof =
          proofs::ClingoProver(*module_, options_).prove({set, premises, refuted_});
      const auto where = [&] {
        return fmt::format("set {} ({} runs, {} premises), without [{}]", set.name, set.runs,
                           premises.size(), fmt::join(disabled, " "));
      };
      if (!proof.aborted.empty()) throw Disagreement{where() + ": " + proof.aborted};
      for (std::size_t i = 0; i < expected.size(); ++i) {
        compare_outcomes(set, i, proof.proofs[i].outcomes, expected[i], where());
      }
      if (!result) result = std::move(proof);
    }
    for (const auto& outcomes : expected)
      for (const Outcome outcome : outcomes)
        ++outcome_.by_outcome[static_cast<std::size_t>(outcome)];
    return std::move(*result);
  }

  void prove_on_net(const InvariantSet& set, std::span<const Candidate> premises,
                    const proofs::SetProof& proof, bool premises_hold) {
    if (!net_tried_) net_ = driver::net_atoms(*module_, visible_, {}, session_);
    net_tried_ = true;
    if (!net_) return;
    const NetQuestion question{*net_,    *module_,           *truth_,
                               set,      premises,           premises_hold,
                               refuted_, options_.induction, options_.nonplayable};
    std::string wrong = compare_on_net(question, proof, rng_, outcome_.on_net);
    constexpr int stops = 10;
    for (int i = 0; i < stops && wrong.empty(); ++i) {
      wrong = compare_when_stopped(question, rng_, outcome_.on_net);
    }
    if (!wrong.empty()) throw Disagreement{wrong};
  }

  void compare_outcomes(const InvariantSet& set, std::size_t which,
                        const std::vector<Outcome>& found, const std::vector<Outcome>& expected,
                        const std::string& where) const {
    const Invariant& invariant = set.invariants[which];
    for (InstanceNumber k = 0; k < expected.size(); ++k) {
      if (found[k] == expected[k]) continue;
      std::string message = fmt::format(
          "{}\n{}: clingo says `{}`, its states say `{}`\n", where,
          ir::instance_name(invariant, ir::instance_symbols(invariant, k), *module_->symbols),
          name_of(found[k]), name_of(expected[k]));
      for (const Invariant& some : set.invariants) message += text_of(some);
      throw Disagreement{std::move(message)};
    }
  }

  /// What is proved is true: a test of the method, and of BruteForceProver.
  void check_soundness(const proofs::SetProof& proof) {
    const std::string wrong = unsound_part(proof, *truth_, *module_);
    if (!wrong.empty()) throw Disagreement{wrong};
  }

  // Counterexamples.

  void compare_counterexamples(const InvariantSet& set, const proofs::SetProof& proof) {
    const Arena from_initial = make_arena(false, set.invariants);
    const Arena from_anywhere = make_arena(true, set.invariants);
    options_.pipeline.disabled = disabled_passes();
    for (std::size_t i = 0; i < set.invariants.size(); ++i) {
      const Invariant& invariant = set.invariants[i];
      const std::vector<Outcome>& outcomes = proof.proofs[i].outcomes;
      const InstanceNumber instance = rng_.below(outcomes.size());
      const std::vector<ir::Symbol> symbols = ir::instance_symbols(invariant, instance);
      const auto moves = static_cast<std::uint32_t>(rng_.below(3));
      compare_play(proofs::find_play(*module_, invariant, symbols, moves, options_),
                   truth_->has_play(invariant, instance, moves), from_initial, i, instance,
                   fmt::format("a play of {} moves", moves), proofs::PlayStart::initial, moves, {});
      const std::uint32_t sight = ir::degree(invariant.formula) + options_.induction;
      std::vector<Candidate> premises = premises_;
      std::erase_if(premises, [&](const Candidate& some) {
        return ir::degree(some.invariant->formula) > sight;
      });
      compare_play(proofs::find_pair(*module_, invariant, symbols, premises, options_),
                   truth_->has_pair(invariant, instance, premises), from_anywhere, i, instance,
                   "a pair", proofs::PlayStart::anywhere, options_.induction, premises);
    }
  }

  void compare_play(const proofs::FoundPlay& found, bool expected, const Arena& arena,
                    std::size_t which, InstanceNumber instance, const std::string& what,
                    proofs::PlayStart start, std::uint32_t moves,
                    std::span<const Candidate> premises) {
    const Invariant& invariant = arena.checker->invariant(which);
    const auto fail = [&](const std::string& why) {
      throw Disagreement{fmt::format("{}, without [{}], instance {}: {}\n{}", what,
                                     fmt::join(options_.pipeline.disabled, " "), instance, why,
                                     text_of(invariant))};
    };
    if (!found.message.empty()) fail(found.message);
    if (found.play.has_value() != expected) {
      fail(expected ? "there is one, clingo finds none" : "there is none, clingo finds one");
    }
    if (!found.play) return;
    const std::string wrong = fault_of_play({*found.play, invariant, instance, start, moves},
                                            premises, *states_, *truth_, options_.nonplayable);
    if (!wrong.empty()) fail(wrong);
    const proofs::ReplayResult replayed = proofs::replay(*arena.observer, *arena.checker, which,
                                                         *found.play, start, options_.nonplayable);
    if (replayed.outcome != proofs::Replayed::agrees) fail("replay: " + replayed.message);
    ++(start == proofs::PlayStart::initial ? outcome_.plays : outcome_.pairs);
  }

  const std::string& kif_;
  std::uint64_t seed_;
  bool thorough_;
  runtime::Rng rng_;
  std::mt19937_64 random_;
  driver::Session session_;
  std::optional<ir::Module> module_;
  std::optional<AllStates> states_;
  std::vector<std::uint32_t> visible_;  ///< relations that formulas may ask about
  proofs::ProverOptions options_;
  std::optional<BruteForceProver> truth_;
  std::vector<proofs::Words> refuted_;  ///< as proofs::prove is told
  InvariantSet first_;
  InvariantSet second_;
  InvariantSet assumed_;
  std::vector<Candidate> premises_;  ///< of the second set
  bool net_tried_ = false;
  std::optional<proofs::NetAtoms> net_;
  InvariantsOutcome outcome_;
};

}  // namespace

InvariantsOutcome compare_invariants(const std::string& kif, std::uint64_t seed, bool thorough) {
  Comparison comparison(kif, seed, thorough);
  const auto ended = [&](Kind kind, std::string message) {
    InvariantsOutcome outcome = comparison.outcome();
    outcome.kind = kind;
    outcome.message = std::move(message);
    return outcome;
  };
  try {
    comparison.run();
    return comparison.outcome();
  } catch (const Refused& refused) {
    return ended(Kind::refused, refused.report);
  } catch (const TooLarge& limit) {
    return ended(Kind::limit, limit.what());
  } catch (const Disagreement& disagreement) {
    return ended(Kind::disagreed, disagreement.message + comparison.context());
  }
}

}  // namespace tesuji::tests
