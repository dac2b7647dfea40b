// Proofs of sets of formulas by induction over joint moves, with clingo.
//
// Source: Haufe, Schiffel, Thielscher (2012), theorems 17 and 18; 6.3 for the order of sets.
#pragma once

#include "backend/proofs/clingo/clingo.h"
#include "backend/proofs/clingo/proof_programs.h"
#include "backend/proofs/formulas/automatic_sets.h"
#include "backend/proofs/formulas/bit_words.h"
#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/prove/proof_record.h"
#include "ir/formulas/formula.h"
#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::proofs {

struct ProverOptions {
  ClingoOptions clingo;                ///< its limits are those of one run
  double set_seconds = 0;              ///< for all runs of a set; 0: no limit
  std::uint32_t induction = 1;         ///< consecutive states that the step may assume
  bool nonplayable = false;            ///< 5.2: do not take for granted that there is a move
  passes::PipelineOptions pipeline{};  ///< of simplifications; `after` is called by several threads
  /// Called with every program before it is run; may come from several threads at once.
  std::function<void(const std::string& name, const std::string& text)> program;
};

/// How far the proof of one formula has come.
enum class Stage : std::uint8_t {
  open,         ///< nothing known, or a limit reached: verdict unknown
  base_failed,  ///< there is a play that violates it
  base_holds,   ///< the step is not decided
  step_failed,
  refuted,  ///< true in the initial state, but not in a play known beforehand: no step is tried
  proved,
};

/// What came of an invariant: of one formula for each instance of its parameters.
struct InvariantProof {
  const ir::Invariant* invariant = nullptr;
  std::vector<Stage> stages;    ///< by InstanceNumber
  std::string reason;           ///< why something is not decided; empty where all is
  std::optional<Play> play{};   ///< in which an instance is false, where the prover found one
  std::uint64_t lemmas = 0;     ///< clauses about states that its proofs took besides premises
  std::uint32_t induction = 0;  ///< the largest K of its proofs; 0: that of the options

  [[nodiscard]] std::uint64_t count(Stage stage) const;
  /// True in the initial state, as far as known.
  [[nodiscard]] std::uint64_t base_holds() const;
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
};

/// Proves what it can of the set; premises hold in all reachable states. Formulas of different
/// degrees are asked for apart: so nothing is taken for granted about whether the game is playable
/// (theorem 17), and each program is no longer than it must be. The set, the module and
/// the premises' invariants must outlive the result. For any number of threads at once.
/// `refuted`: by invariant of the set, then instance, whether a play is known in which it is false;
/// empty, or of the set's size. `begun`: what another prover found out of the set; null: nothing.
[[nodiscard]] SetProof prove(const ir::Module& module, const InvariantSet& set,
                             const std::vector<Question>& premises, const ProverOptions& options,
                             std::span<const Words> refuted = {}, const SetProof* begun = nullptr);

/// What a set proved, as premises for other proofs.
[[nodiscard]] std::vector<Question> premises_of(const SetProof& proof);

}  // namespace tesuji::proofs
