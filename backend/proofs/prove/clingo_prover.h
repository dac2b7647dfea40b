// Proofs of sets of formulas by induction over joint moves, with clingo.
//
// Formulas of different degrees are asked for apart: so nothing is taken for granted about whether
// the game is playable (theorem 17), and each program is no longer than it must be.
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
  ClingoOptions clingo;                ///< its limits are those of one run
  std::uint32_t induction = 1;         ///< consecutive states that the step may assume
  bool nonplayable = false;            ///< 5.2: do not take for granted that there is a move
  passes::PipelineOptions pipeline{};  ///< of simplifications; `after` is called by several threads
  /// Called with every program before it is run; may come from several threads at once.
  std::function<void(const std::string& name, const std::string& text)> program;
};

class ClingoProver final : public Prover {
 public:
  /// Requires a module at level clauses whose columns have domains, which outlives it.
  ClingoProver(const ir::Module& module, ProverOptions options)
      : module_(module), options_(std::move(options)) {}

  void advance(SetProof& proof, const ProofTask& task) const override;

 private:
  const ir::Module& module_;
  const ProverOptions options_;
};

}  // namespace tesuji::proofs
