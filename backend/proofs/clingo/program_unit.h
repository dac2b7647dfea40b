// An answer set program as a unit of passes.
#pragma once

#include "backend/proofs/clingo/program.h"
#include "passes/core/pass.h"

namespace tesuji::proofs {

/// The program outlives it.
class ProgramUnit final : public passes::PassUnit {
 public:
  explicit ProgramUnit(Program& program)
      : PassUnit(passes::UnitKind::answer_sets), program_(program) {}

  [[nodiscard]] Program& get() { return program_; }
  /// As clingo reads it.
  [[nodiscard]] std::string text(ir::PrintedPlaces places) const override;
  [[nodiscard]] std::string size() const override;
  /// Whether rules are of predicates and variables that there are, with an argument for each
  /// column.
  [[nodiscard]] bool verify(ir::Diagnostics& diagnostics) const override;

 private:
  Program& program_;
};

/// An entry of a table for a function over programs.
template <bool (*run)(Program&)>
bool on_program(passes::PassUnit& unit, passes::PassContext& /*context*/) {
  return run(static_cast<ProgramUnit&>(unit).get());
}

}  // namespace tesuji::proofs
