// Defines provers: their tasks, their time, their results, and the record from which certificates
// are made.
//
// A prover decides as many formulas of a set as it can; the next prover continues with the rest
// (verify/set_proofs.h). There are two: one works on the game's net by SAT (sat_prover.h), the
// other runs clingo on answer set programs (clingo_prover.h).
#pragma once

#include "backend/proofs/formulas/automatic_sets.h"
#include "backend/proofs/formulas/bit_words.h"
#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/sat/candidate.h"
#include "ir/formulas/formula.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::proofs {

// The time that all stages of a verification share.

/// Immutable; thread-safe.
class TimeBudget {
 public:
  using Clock = std::chrono::steady_clock;

  /// `seconds` count from `begin`, or from now if it is empty; 0: no limit.
  explicit TimeBudget(double seconds, std::optional<Clock::time_point> begin = std::nullopt)
      : seconds_(seconds), begin_(begin.value_or(Clock::now())) {}

  [[nodiscard]] bool is_limited() const { return seconds_ > 0; }
  [[nodiscard]] double seconds() const { return seconds_; }
  /// Seconds since the beginning.
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  /// Returns the seconds until a part of the time has passed: negative afterwards, infinite without
  /// a limit.
  [[nodiscard]] double left(double part = 1) const {
    return is_limited() ? part * seconds_ - elapsed() : std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] bool is_over() const { return left() <= 0; }

 private:
  double seconds_;
  Clock::time_point begin_;
};

/// Returns the smaller of a limit in seconds (0: no limit) and the time left, which may be
/// infinite: again a limit, very short if no time is left.
[[nodiscard]] inline double within(double limit, double left) {
  constexpr double least = 0.001;
  if (left == std::numeric_limits<double>::infinity()) return limit;
  left = std::max(left, least);
  return limit > 0 ? std::min(limit, left) : left;
}

using ir::InstanceNumber;

/// Formulas that were proved together: each by itself, or by mutual induction. All formulas of
/// earlier steps were allowed as premises.
struct ProofStep {
  std::vector<Candidate> formulas;
  std::uint32_t induction =
      1;  ///< number of states in which the formulas are assumed; prefix: its length
  /// The step only considers sequences in which no state occurs twice.
  bool simple_path = false;
  /// The formulas are proved only for the first states of every play.
  bool is_prefix = false;
  double seconds = 0;  ///< wall-clock time from the start of the set's proofs to this one
};

/// The proof of an invariant: of one formula for each instance of its parameters.
struct InvariantProof {
  const ir::Invariant* invariant = nullptr;
  std::vector<Outcome> outcomes;  ///< by InstanceNumber
  std::string reason;             ///< why an instance is undecided; empty if none is
  std::optional<Play> play{};     ///< a play in which an instance is false, if the prover found one
  std::uint64_t lemmas =
      0;  ///< number of clauses about states that its proofs used besides premises
  std::uint32_t induction = 0;  ///< the largest K of its proofs; 0: the K of the options

  [[nodiscard]] std::uint64_t count(Outcome outcome) const;
  /// Number of instances known to be true in the initial state.
  [[nodiscard]] std::uint64_t base_holds() const;
  /// Whether a prover may still decide an instance.
  [[nodiscard]] bool is_undecided() const {
    return count(Outcome::open) + count(Outcome::base_holds) > 0;
  }
};

struct SetProof {
  std::string name;
  std::vector<InvariantProof> proofs;  ///< in the order of the set
  std::vector<ProofStep> steps;        ///< proved formulas, in the order of the proofs
  /// Formulas found by a prover and used in steps, besides those of the set.
  std::vector<std::shared_ptr<const ir::Invariant>> lemmas;
  double seconds = 0;       ///< wall clock
  double base_seconds = 0;  ///< part of it spent in clingo, summed
  double step_seconds = 0;
  std::string aborted;  ///< why some formulas are undecided; empty if none is

  [[nodiscard]] bool is_undecided() const;
};

/// Returns the set with all formulas undecided. The set must outlive it.
[[nodiscard]] SetProof begin_proof(const InvariantSet& set);

/// Returns the proved formulas of a set, as premises for other proofs.
[[nodiscard]] std::vector<Candidate> premises_of(const SetProof& proof);

struct ProofTask {
  const InvariantSet& set;
  std::span<const Candidate> premises{};  ///< hold in every reachable state
  /// By invariant of the set, then instance: whether a known play violates it. Empty, or of the
  /// set's size.
  std::span<const Words> refuted{};
  double seconds = 0;  ///< for the set; 0: no limit

  [[nodiscard]] bool is_refuted(std::size_t invariant, InstanceNumber instance) const {
    return invariant < refuted.size() && has_bit(refuted[invariant], instance);
  }
};

/// Thread-safe, for any number of sets.
class Prover {
 public:
  virtual ~Prover() = default;

  /// Decides as many formulas of the task's set as it can; `proof` contains the results so far. The
  /// invariants of set and premises must outlive the proof.
  virtual void advance(SetProof& proof, const ProofTask& task) const = 0;

  [[nodiscard]] SetProof prove(const ProofTask& task) const {
    SetProof proof = begin_proof(task.set);
    advance(proof, task);
    return proof;
  }
};

}  // namespace tesuji::proofs
