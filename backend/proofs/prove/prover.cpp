#include "backend/proofs/prove/prover.h"

namespace tesuji::proofs {

std::uint64_t InvariantProof::count(Outcome outcome) const {
  return static_cast<std::uint64_t>(std::count(outcomes.begin(), outcomes.end(), outcome));
}

std::uint64_t InvariantProof::base_holds() const {
  return outcomes.size() - count(Outcome::open) - count(Outcome::base_failed);
}

bool SetProof::is_undecided() const {
  return std::any_of(proofs.begin(), proofs.end(),
                     [](const InvariantProof& some) { return some.is_undecided(); });
}

SetProof begin_proof(const InvariantSet& set) {
  SetProof proof;
  proof.name = set.name;
  for (const ir::Invariant& invariant : set.invariants) {
    InvariantProof& some = proof.proofs.emplace_back();
    some.invariant = &invariant;
    some.outcomes.assign(ir::instances(invariant), Outcome::open);
  }
  return proof;
}

std::vector<Candidate> premises_of(const SetProof& proof) {
  std::vector<Candidate> result;
  for (const InvariantProof& some : proof.proofs) {
    for (InstanceNumber k = 0; k < some.outcomes.size(); ++k) {
      if (some.outcomes[k] == Outcome::proved) result.push_back({some.invariant, k});
    }
  }
  return result;
}

}  // namespace tesuji::proofs
