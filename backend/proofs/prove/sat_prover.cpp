#include "backend/proofs/prove/sat_prover.h"

#include "backend/proofs/prove/net_proofs.h"
#include "backend/proofs/sat/induction.h"
#include "backend/proofs/sat/property_directed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace tesuji::proofs {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view limit_reached = "the SAT solver reached its limit of time or memory";
constexpr std::string_view interrupted = "interrupted";
constexpr std::string_view too_large = "it is too large to be written out for the SAT solver";

Stage stage_of(sat::Outcome outcome) {
  switch (outcome) {
    case sat::Outcome::open:
      return Stage::open;
    case sat::Outcome::base_failed:
      return Stage::base_failed;
    case sat::Outcome::base_holds:
      return Stage::base_holds;
    case sat::Outcome::step_failed:
      return Stage::step_failed;
    case sat::Outcome::proved:
      return Stage::proved;
  }
  return Stage::open;
}

/// Works on one set.
class NetProver {
 public:
  NetProver(const NetAtoms& atoms, const InvariantSet& set, const std::vector<Question>& premises,
            const SatOptions& options, std::span<const Words> refuted)
      : atoms_(atoms), options_(options), known_(atoms) {
    result_.name = set.name;
    premises_ = candidates_of(premises);
    for (std::size_t i = 0; i < set.invariants.size(); ++i) {
      const ir::Invariant& invariant = set.invariants[i];
      InvariantProof& proof = result_.proofs.emplace_back();
      proof.invariant = &invariant;
      proof.stages.assign(ir::instances(invariant), Stage::open);
      for (InstanceNumber k = 0; k < proof.stages.size(); ++k) {
        candidates_.push_back({&invariant, instance_symbols(invariant, k),
                               i < refuted.size() && has_bit(refuted[i], k)});
        places_.emplace_back(i, k);
      }
    }
  }

  SetProof run() {
    by_induction();
    if (options_.directed_seconds > 0) by_directed_search();
    for (InvariantProof& proof : result_.proofs) {
      if (proof.count(Stage::open) + proof.count(Stage::base_holds) == 0) proof.reason.clear();
    }
    result_.seconds = elapsed();
    result_.step_seconds = result_.seconds;
    return std::move(result_);
  }

 private:
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  [[nodiscard]] InvariantProof& proof_of(std::size_t c) { return result_.proofs[places_[c].first]; }
  [[nodiscard]] Stage& stage(std::size_t c) { return proof_of(c).stages[places_[c].second]; }

  [[nodiscard]] bool stopped() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }
  [[nodiscard]] sat::Limits limits(double seconds) const {
    return limits_of(seconds, options_.memory_bytes, options_.stop);
  }

  void by_induction() {
    sat::InductionOptions wanted;
    wanted.first_depth = options_.first_depth;
    wanted.most_depth = options_.most_depth;
    wanted.simple_paths = options_.simple_paths;
    wanted.nonplayable = options_.nonplayable;
    wanted.limits = limits(options_.seconds);
    const sat::InductionResult found = sat::prove_by_induction(atoms_.net(), atoms_.roles(), known_,
                                                               premises_, candidates_, wanted);
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      const sat::Outcome outcome = found.outcomes[c];
      stage(c) = stage_of(outcome);
      if (outcome == sat::Outcome::base_holds && candidates_[c].refuted) {
        stage(c) = Stage::refuted;
      } else if (outcome == sat::Outcome::open || outcome == sat::Outcome::base_holds) {
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
        record.formulas.push_back(formula(c));
        proof_of(c).induction = std::max(proof_of(c).induction, step.depth);
      }
    }
  }

  [[nodiscard]] ProvedFormula formula(std::size_t c) const {
    return {candidates_[c].invariant, places_[c].second};
  }

  /// The lemmas as formulas, which are proved together, and then the formula that follows.
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
    result_.steps.push_back({{formula(c)}, 1, false, false, elapsed()});
  }

  void enter_play(std::size_t c, const sat::Trace& trace) {
    if (trace.violated > 0) stage(c) = Stage::refuted;  // it is true in the initial state
    if (!proof_of(c).play) {
      proof_of(c).play = play_of(trace, atoms_, candidates_[c].instance);
    }
  }

  /// Formulas whose step fails, one by one, each with an equal part of the time that is left.
  void by_directed_search() {
    std::vector<std::size_t> left;
    std::vector<sat::Candidate> premises = premises_;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      if (stage(c) == Stage::step_failed || stage(c) == Stage::base_holds) left.push_back(c);
      if (stage(c) == Stage::proved) premises.push_back(candidates_[c]);
    }
    if (left.empty()) return;
    const double end = elapsed() + options_.directed_seconds;
    std::optional<sat::PropertyDirected> search;
    try {
      search.emplace(atoms_.net(), atoms_.roles(), known_, premises, options_.nonplayable,
                     limits(options_.directed_seconds));
    } catch (const sat::LimitReached&) {
      return;
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
      const double time = (end - elapsed()) / static_cast<double>(left.size() - i);
      if (time <= 0) return;
      const std::size_t c = left[i];
      const sat::DirectedResult found = search->decide(candidates_[c], limits(time));
      if (found.verdict == sat::DirectedResult::Verdict::proved) {
        stage(c) = Stage::proved;
        proof_of(c).lemmas += found.lemmas.size();
        record_directed(c, found.lemmas);
      } else if (found.verdict == sat::DirectedResult::Verdict::violated) {
        stage(c) = Stage::base_failed;
        enter_play(c, *found.play);
      }
    }
  }

  const NetAtoms& atoms_;
  const SatOptions& options_;
  const Clock::time_point begin_ = Clock::now();
  KnownAtoms known_;
  std::vector<sat::Candidate> premises_;
  std::vector<sat::Candidate> candidates_;
  std::vector<std::pair<std::size_t, InstanceNumber>> places_;  ///< by candidate
  SetProof result_;
};

}  // namespace

SetProof prove_on_net(const NetAtoms& atoms, const InvariantSet& set,
                      const std::vector<Question>& premises, const SatOptions& options,
                      std::span<const Words> refuted) {
  return NetProver(atoms, set, premises, options, refuted).run();
}

}  // namespace tesuji::proofs
