// Proves sets of formulas in order: who proves them, with which premises, in what time.
#pragma once

#include "backend/proofs/prove/prover.h"
#include "backend/proofs/prove/time_budget.h"
#include "backend/proofs/verify/verification.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

/// The proofs of all sets. For one use.
class SetProofs {
 public:
  /// What proofs depend on besides subject, sets and options.
  struct Scene {
    bool clingo_usable = false;
    /// By invariant of all sets, then instance: what random games refuted before. May be empty.
    std::span<const Words> refuted{};
    double part_of_time = 1;                         ///< of the budget, from its beginning on
    std::function<void(const std::string&)> tell{};  ///< for several threads; not empty
  };

  /// All of it outlives this.
  SetProofs(const Subject& subject, const std::vector<InvariantSet>& sets,
            const VerificationOptions& options, const TimeBudget& budget, Scene scene);

  /// Proves sets whose formulas become premises one after the other, those between them beside
  /// each other.
  void run();

  [[nodiscard]] std::vector<SetProof>& proofs() { return proofs_; }
  /// What sets proved whose formulas become premises.
  [[nodiscard]] std::vector<Candidate>& premises() { return premises_; }

 private:
  void prove_beside(const std::vector<std::size_t>& which);
  void prove_set(std::size_t i);
  /// Seconds for the proofs of a set, which begins now; 0: no limit.
  [[nodiscard]] double begin_set(std::size_t i);
  void advance(std::size_t i, double seconds);
  [[nodiscard]] std::span<const Words> refuted(std::size_t set) const;

  const std::vector<InvariantSet>& sets_;
  const VerificationOptions& options_;
  const TimeBudget& budget_;
  const Scene scene_;
  std::vector<std::unique_ptr<Prover>> provers_;  ///< in the order in which they are asked
  std::vector<SetProof> proofs_;
  std::vector<Candidate> premises_;
  std::mutex mutex_;         ///< of the two below
  std::size_t waiting_ = 0;  ///< sets that have not begun
  std::size_t running_ = 0;
};

/// Whether the SAT solver proves.
[[nodiscard]] bool uses_net(const Subject& subject, const VerificationOptions& options);

/// Why nothing can be proved by induction, where there is neither clingo nor a net to prove on.
[[nodiscard]] std::string_view why_no_induction(const VerificationOptions& options);

/// Nothing is known of any formula of the set, for this reason.
[[nodiscard]] SetProof undecided(const InvariantSet& set, std::string_view reason);

}  // namespace tesuji::proofs
