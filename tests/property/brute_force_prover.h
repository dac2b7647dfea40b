// What proofs::prove and its like must say of a small game, found by going through all sequences of
// states: theorems 17 and 18 and section 5.2 of Haufe, Schiffel, Thielscher (2012) by their letter.
#pragma once

#include "backend/proofs/clingo/proof_programs.h"
#include "backend/proofs/formulas/automatic_sets.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/prove/clingo_prover.h"
#include "tests/property/all_states.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tesuji::tests {

/// Invariants are told apart by their names. All functions throw as AllStates::for_each_sequence.
class BruteForceProver {
 public:
  /// `states` must outlive it. The others: as in proofs::ProverOptions.
  BruteForceProver(AllStates& states, std::uint32_t induction, bool nonplayable)
      : states_(states), induction_(induction), nonplayable_(nonplayable) {}

  /// By invariant of the set and instance: the stages of proofs::InvariantProof.
  using Outcomes = std::vector<std::vector<proofs::Outcome>>;
  [[nodiscard]] Outcomes prove(const proofs::InvariantSet& set,
                             std::span<const proofs::Candidate> premises,
                             std::span<const proofs::Words> refuted = {});

  /// Whether the instance fails after so many joint moves of some play (proofs::find_play).
  [[nodiscard]] bool has_play(const ir::Invariant& invariant, ir::InstanceNumber instance,
                              std::uint32_t moves);
  /// Whether there are states that refute the step (proofs::find_pair). Premises look no farther
  /// than the step does.
  [[nodiscard]] bool has_pair(const ir::Invariant& invariant, ir::InstanceNumber instance,
                              std::span<const proofs::Candidate> premises);

  /// By instance, whether it holds of every sequence from every state that can be reached.
  [[nodiscard]] std::vector<bool> holds_in_reach(const ir::Invariant& invariant);
  /// By instance, whether it holds of every sequence whatsoever.
  [[nodiscard]] std::vector<bool> holds_anywhere(const ir::Invariant& invariant);

  /// By instance, whether it holds of the sequence's first states.
  [[nodiscard]] const std::vector<bool>& holds(const ir::Invariant& invariant, Sequence sequence);
  /// The same of the states from `begin` on; true of all where the sequence ended before.
  [[nodiscard]] std::vector<bool> holds_from(const ir::Invariant& invariant, Sequence sequence,
                                             std::size_t begin);
  [[nodiscard]] bool all_hold(std::span<const proofs::Candidate> premises, Sequence sequence);

 private:
  struct Running;

  void decide_base(Running& running, std::uint32_t degree);
  void decide_step(Running& running, std::uint32_t degree);
  [[nodiscard]] std::vector<bool> step_fails(const ir::Invariant& invariant, Sequence sequence);
  [[nodiscard]] std::vector<StateNumber> reachable();
  /// By instance: whether it holds in all sequences from these states.
  template <typename States>
  [[nodiscard]] std::vector<bool> holds_from(const States& states, const ir::Invariant& invariant);

  AllStates& states_;
  std::uint32_t induction_;
  bool nonplayable_;
  std::map<std::string, std::map<std::vector<StateNumber>, std::vector<bool>>> known_;
};

}  // namespace tesuji::tests
