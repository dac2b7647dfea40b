#include "backend/proofs/prove/sat_prover.h"

#include "backend/proofs/prove/prover.h"
#include "backend/proofs/sat/property_directed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace tesuji::proofs {

ir::Signal KnownAtoms::signal(ir::RelationId relation, std::span<const ir::Symbol> tuple) const {
  std::vector<std::uint32_t> key{relation};
  key.insert(key.end(), tuple.begin(), tuple.end());
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  const ir::Signal signal = atoms_.signal(relation, tuple);
  known_.emplace(std::move(key), signal);
  return signal;
}

Play play_of(const sat::Trace& trace, const NetAtoms& atoms,
             const std::vector<ir::Symbol>& instance) {
  Play play;
  play.violated = trace.violated;
  play.instance = instance;
  for (std::size_t t = 0; t < trace.states.size(); ++t) {
    PlayStep& step = play.steps.emplace_back();
    for (std::size_t i = 0; i < trace.states[t].size(); ++i) {
      if (trace.states[t][i]) step.fluents.push_back(atoms.fluent_names()[i]);
    }
    std::sort(step.fluents.begin(), step.fluents.end());
    if (t == trace.moves.size()) break;
    for (const std::uint32_t move : trace.moves[t]) {
      step.joint.push_back(move == ir::no_id ? "" : atoms.move_names()[move]);
    }
  }
  return play;
}

sat::Limits limits_of(double seconds, std::uint64_t memory_bytes, const std::atomic<bool>* stop) {
  sat::Limits limits;
  if (seconds > 0) {
    using Clock = std::chrono::steady_clock;
    limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(seconds));
  }
  limits.memory_bytes = memory_bytes;
  if (stop != nullptr) {
    limits.stopped = [stop] { return stop->load(std::memory_order_relaxed); };
  }
  return limits;
}

namespace {

constexpr std::string_view limit_reached = "the SAT solver reached its limit of time or memory";
constexpr std::string_view interrupted = "interrupted";
constexpr std::string_view too_large = "it is too large to be written out for the SAT solver";

/// Proves one set.
class SetWork {
 public:
  SetWork(const NetAtoms& atoms, const ProofTask& task, const SatOptions& options, SetProof& proof)
      : atoms_(atoms), task_(task), options_(options), known_(atoms), result_(proof) {
    premises_.assign(task.premises.begin(), task.premises.end());
    for (std::size_t i = 0; i < proof.proofs.size(); ++i) {
      const InvariantProof& some = proof.proofs[i];
      for (InstanceNumber k = 0; k < some.outcomes.size(); ++k) {
        if (some.outcomes[k] == Outcome::proved) {
          premises_.push_back({some.invariant, k});
        } else if (some.outcomes[k] != Outcome::base_failed &&
                   some.outcomes[k] != Outcome::refuted) {
          candidates_.push_back({some.invariant, k, task.is_refuted(i, k)});
          places_.push_back(i);
        }
      }
    }
  }

  void run() {
    double seconds = within(options_.seconds, time_.left());
    double directed_seconds = options_.directed_seconds;
    if (seconds > 0) {
      directed_seconds = std::min(directed_seconds, seconds / 2);
      seconds -= directed_seconds;
    }
    by_induction(seconds);
    if (directed_seconds > 0) by_directed_search(directed_seconds);
    for (InvariantProof& proof : result_.proofs) {
      if (!proof.is_undecided()) proof.reason.clear();
    }
    result_.seconds += elapsed();
    result_.step_seconds = result_.seconds;
  }

 private:
  [[nodiscard]] double elapsed() const { return time_.elapsed(); }
  [[nodiscard]] InvariantProof& proof_of(std::size_t c) { return result_.proofs[places_[c]]; }
  [[nodiscard]] Outcome& outcome(std::size_t c) {
    return proof_of(c).outcomes[candidates_[c].instance];
  }

  [[nodiscard]] bool stopped() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }
  [[nodiscard]] sat::Limits limits(double seconds) const {
    return limits_of(seconds, options_.memory_bytes, options_.stop);
  }

  void by_induction(double seconds) {
    sat::InductionOptions wanted;
    wanted.first_depth = options_.first_depth;
    wanted.most_depth = options_.most_depth;
    wanted.simple_paths = options_.simple_paths;
    wanted.nonplayable = options_.nonplayable;
    wanted.limits = limits(seconds);
    const sat::InductionResult found = sat::prove_by_induction(atoms_.net(), atoms_.roles(), known_,
                                                               premises_, candidates_, wanted);
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      outcome(c) = found.outcomes[c];
      if (outcome(c) == Outcome::base_holds && candidates_[c].refuted) {
        outcome(c) = Outcome::refuted;
      } else if (outcome(c) == Outcome::open || outcome(c) == Outcome::base_holds) {
        proof_of(c).reason = stopped()             ? interrupted
                             : found.limit_reached ? limit_reached
                                                   : too_large;
        result_.aborted = proof_of(c).reason;
      }
    }
    for (const auto& [c, trace] : found.plays) enter_play(c, trace);
    for (const sat::InductionStep& step : found.steps) {
      ProofStep& record = result_.steps.emplace_back();
      record.induction = step.depth;
      record.simple_path = step.simple_paths;
      record.seconds = step.seconds;
      for (const std::size_t c : step.candidates) {
        record.formulas.push_back(candidates_[c]);
        proof_of(c).induction = std::max(proof_of(c).induction, step.depth);
      }
    }
  }

  /// Records the lemmas as formulas that are proved together, and then the formula that they imply.
  void record_directed(std::size_t c, const std::vector<sat::Cube>& lemmas) {
    ProofStep step;
    for (const sat::Cube& cube : lemmas) {
      std::vector<ir::Formula> parts;
      for (const sat::FluentLiteral& literal : cube) {
        std::optional<ir::Formula> atom = atoms_.fluent_atom(literal.fluent);
        if (!atom) return;
        parts.push_back(literal.holds ? std::move(*atom) : ir::negation_of(std::move(*atom)));
      }
      auto lemma = std::make_shared<ir::Invariant>();
      lemma->name =
          fmt::format("lemma_{}_of_{}", result_.lemmas.size() + 1, candidates_[c].invariant->name);
      lemma->formula = ir::negation_of(ir::conjunction_of(std::move(parts)));
      step.formulas.push_back({lemma.get(), 0});
      result_.lemmas.push_back(std::move(lemma));
    }
    step.seconds = elapsed();
    if (!step.formulas.empty()) result_.steps.push_back(std::move(step));
    result_.steps.push_back({{candidates_[c]}, 1, false, false, elapsed()});
  }

  void enter_play(std::size_t c, const sat::Trace& trace) {
    if (trace.violated > 0) outcome(c) = Outcome::refuted;  // it is true in the initial state
    if (!proof_of(c).play) {
      proof_of(c).play = play_of(
          trace, atoms_, ir::instance_symbols(*candidates_[c].invariant, candidates_[c].instance));
    }
  }

  /// Proves the formulas whose step fails one by one, each in an equal part of the remaining time.
  void by_directed_search(double seconds) {
    std::vector<std::size_t> left;
    std::vector<Candidate> premises = premises_;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      if (outcome(c) == Outcome::step_failed || outcome(c) == Outcome::base_holds)
        left.push_back(c);
      if (outcome(c) == Outcome::proved) premises.push_back(candidates_[c]);
    }
    if (left.empty()) return;
    const double end = elapsed() + seconds;
    std::optional<sat::PropertyDirected> search;
    try {
      search.emplace(atoms_.net(), atoms_.roles(), known_, premises, options_.nonplayable,
                     limits(seconds));
    } catch (const sat::LimitReached&) {
      return;
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
      const double time = (end - elapsed()) / static_cast<double>(left.size() - i);
      if (time <= 0) return;
      const std::size_t c = left[i];
      const sat::DirectedResult found = search->decide(candidates_[c], limits(time));
      if (found.outcome == Outcome::proved) {
        outcome(c) = Outcome::proved;
        proof_of(c).lemmas += found.lemmas.size();
        record_directed(c, found.lemmas);
      } else if (found.outcome == Outcome::refuted) {
        outcome(c) = Outcome::base_failed;
        enter_play(c, *found.play);
      }
    }
  }

  const NetAtoms& atoms_;
  const ProofTask& task_;
  const SatOptions& options_;
  const TimeBudget time_{task_.seconds};
  KnownAtoms known_;
  std::vector<Candidate> premises_;
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> places_;  ///< by candidate: index of its invariant in the set
  SetProof& result_;
};

}  // namespace

void SatProver::advance(SetProof& proof, const ProofTask& task) const {
  SetWork(atoms_, task, options_, proof).run();
}

}  // namespace tesuji::proofs
