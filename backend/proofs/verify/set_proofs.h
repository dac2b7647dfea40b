// Proves sets of formulas in order: chooses the prover, the premises and the time.
#pragma once

#include "backend/proofs/prove/prover.h"
#include "backend/proofs/verify/verification.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

/// The proofs of all sets. To be run once.
class SetProofs {
 public:
  /// The other inputs of proofs, besides subject, sets and options.
  struct Scene {
    bool clingo_usable = false;
    /// By invariant of all sets, then instance: whether random games refuted it before. May be
    /// empty.
    std::span<const Words> refuted{};
    double part_of_time = 1;                         ///< fraction of the budget, from its beginning
    std::function<void(const std::string&)> tell{};  ///< for several threads; not empty
  };

  /// All references must outlive this.
  SetProofs(const Subject& subject, const std::vector<InvariantSet>& sets,
            const VerificationOptions& options, const TimeBudget& budget, Scene scene);

  /// Proves sets whose formulas become premises one after the other, and the sets between them in
  /// parallel.
  void run();

  [[nodiscard]] std::vector<SetProof>& proofs() { return proofs_; }
  /// Returns the formulas proved by sets whose formulas become premises.
  [[nodiscard]] std::vector<Candidate>& premises() { return premises_; }

 private:
  void prove_beside(const std::vector<std::size_t>& which);
  void prove_set(std::size_t i);
  /// Returns the seconds for the proofs of a set, which begins now; 0: no limit.
  [[nodiscard]] double begin_set(std::size_t i);
  void advance(std::size_t i, double seconds);
  [[nodiscard]] std::span<const Words> refuted(std::size_t set) const;

  const std::vector<InvariantSet>& sets_;
  const VerificationOptions& options_;
  const TimeBudget& budget_;
  const Scene scene_;
  std::vector<std::unique_ptr<Prover>> provers_;  ///< in the order in which they run
  std::vector<SetProof> proofs_;
  std::vector<Candidate> premises_;
  std::mutex mutex_;         ///< guards the next two members
  std::size_t waiting_ = 0;  ///< number of sets that have not begun
  std::size_t running_ = 0;
};

/// Whether the SAT solver is used.
[[nodiscard]] bool uses_net(const Subject& subject, const VerificationOptions& options);

/// Returns why nothing can be proved by induction if there is neither clingo nor a net.
[[nodiscard]] std::string_view why_no_induction(const VerificationOptions& options);

/// Returns a proof in which all formulas of the set are undecided for this reason.
[[nodiscard]] SetProof undecided(const InvariantSet& set, std::string_view reason);

}  // namespace tesuji::proofs
