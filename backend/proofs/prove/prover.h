// Provers: what they are asked, what they answer, and the record that certificates are made of.
//
// A prover takes a set of formulas as far as it can; what it leaves undecided the next one takes on
// (verify/set_proofs.h). There are two: one that answers on the game's net by SAT (sat_prover.h),
// and one that asks clingo about answer set programs (clingo_prover.h).
#pragma once

#include "backend/proofs/formulas/automatic_sets.h"
#include "backend/proofs/formulas/bit_words.h"
#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/sat/candidate.h"
#include "ir/formulas/formula.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::proofs {

using ir::InstanceNumber;

/// Formulas that were proved together: each by itself, or by mutual induction. All formulas of
/// earlier steps were premises, or might have been.
struct ProofStep {
  std::vector<Candidate> formulas;
  std::uint32_t induction = 1;  ///< states in which the formulas are assumed; prefix: its length
  /// The step only considers sequences in which no state comes twice.
  bool simple_path = false;
  /// The formulas hold in the first states of every play; of others nothing is said.
  bool is_prefix = false;
  double seconds = 0;  ///< from the beginning of the set's proofs to this one, by the clock
};

/// The proof of an invariant: of one formula for each instance of its parameters.
struct InvariantProof {
  const ir::Invariant* invariant = nullptr;
  std::vector<Outcome> outcomes;  ///< by InstanceNumber
  std::string reason;             ///< why something is not decided; empty where all is
  std::optional<Play> play{};     ///< in which an instance is false, where the prover found one
  std::uint64_t lemmas = 0;       ///< clauses about states that its proofs took besides premises
  std::uint32_t induction = 0;    ///< the largest K of its proofs; 0: that of the options

  [[nodiscard]] std::uint64_t count(Outcome outcome) const;
  /// Instances that are true in the initial state, as far as known.
  [[nodiscard]] std::uint64_t base_holds() const;
  /// Whether a prover may still decide an instance.
  [[nodiscard]] bool is_undecided() const {
    return count(Outcome::open) + count(Outcome::base_holds) > 0;
  }
};

struct SetProof {
  std::string name;
  std::vector<InvariantProof> proofs;  ///< in the order of the set
  std::vector<ProofStep> steps;        ///< what is proved, in the order in which it was
  /// Formulas that a prover found and steps name, besides those of the set.
  std::vector<std::shared_ptr<const ir::Invariant>> lemmas;
  double seconds = 0;       ///< wall clock
  double base_seconds = 0;  ///< of it in clingo, summed
  double step_seconds = 0;
  std::string aborted;  ///< why not everything was decided; empty if it was

  [[nodiscard]] bool is_undecided() const;
};

/// The set, with nothing decided. The set must outlive it.
[[nodiscard]] SetProof begin_proof(const InvariantSet& set);

/// What a set proved, as premises for other proofs.
[[nodiscard]] std::vector<Candidate> premises_of(const SetProof& proof);

struct ProofTask {
  const InvariantSet& set;
  std::span<const Candidate> premises{};  ///< hold in every reachable state
  /// By invariant of the set, then instance: whether a play is known in which it is false. Empty,
  /// or of the set's size.
  std::span<const Words> refuted{};
  double seconds = 0;  ///< for the set; 0: no limit

  [[nodiscard]] bool is_refuted(std::size_t invariant, InstanceNumber instance) const {
    return invariant < refuted.size() && has_bit(refuted[invariant], instance);
  }
};

/// For any number of sets and threads at once.
class Prover {
 public:
  virtual ~Prover() = default;

  /// Decides what it can of the task's set, of which `proof` has what is known already. The
  /// invariants of set and premises must outlive the proof.
  virtual void advance(SetProof& proof, const ProofTask& task) const = 0;

  [[nodiscard]] SetProof prove(const ProofTask& task) const {
    SetProof proof = begin_proof(task.set);
    advance(proof, task);
    return proof;
  }
};

}  // namespace tesuji::proofs
