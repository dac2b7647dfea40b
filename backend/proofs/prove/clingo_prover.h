// Proves sets of formulas by induction over joint moves, with clingo.
//
// Formulas of different degrees are decided in separate programs: so no proof assumes that the game
// is playable (theorem 17), and each program is as short as possible.
//
// Source: Haufe, Schiffel, Thielscher (2012), theorems 17 and 18; 6.3 for the order of sets.
#pragma once

#include "backend/proofs/clingo/clingo.h"
#include "backend/proofs/prove/prover.h"
#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <functional>
#include <string>

namespace tesuji::proofs {

struct ProverOptions {
  ClingoOptions clingo;                ///< with limits for one run
  std::uint32_t induction = 1;         ///< number of consecutive states that the step may assume
  bool nonplayable = false;            ///< 5.2: does not assume that there is a legal move
  passes::PipelineOptions pipeline{};  ///< of simplifications; several threads call `after`
  /// Called with every program before it runs; several threads may call it at once.
  std::function<void(const std::string& name, const std::string& text)> program;
};

class ClingoProver final : public Prover {
 public:
  /// Requires a module at level clauses whose columns have domains; it must outlive this.
  ClingoProver(const ir::Module& module, ProverOptions options)
      : module_(module), options_(std::move(options)) {}

  void advance(SetProof& proof, const ProofTask& task) const override;

 private:
  const ir::Module& module_;
  const ProverOptions options_;
};

}  // namespace tesuji::proofs
