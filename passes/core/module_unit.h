// A module as a unit of passes.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// The module outlives it.
class ModuleUnit final : public PassUnit {
 public:
  explicit ModuleUnit(ir::Module& module) : PassUnit(UnitKind::module), module_(module) {}

  [[nodiscard]] ir::Module& get() { return module_; }
  [[nodiscard]] const ir::Module* module() const override { return &module_; }
  [[nodiscard]] std::string text(ir::PrintedPlaces places) const override;
  [[nodiscard]] std::string size() const override;
  [[nodiscard]] bool verify(ir::Diagnostics& diagnostics) const override;
  [[nodiscard]] bool lacks(Analysis analysis) const override;
  [[nodiscard]] std::string_view missing(Requirement requirement) const override;
  /// Passes over clauses drop plans (back_to_clauses).
  [[nodiscard]] bool enter(const Pass& pass, ir::Diagnostics& diagnostics) override;
  /// Gives rules of the same name names of their own.
  void changed() override;

 private:
  ir::Module& module_;
};

/// The pass whose work the module lacks for what is required; empty if there is none. For what
/// works on clauses behind a pipeline that may have been stopped early.
[[nodiscard]] std::string_view missing_pass(const ir::Module& module, Requirement requirement);

/// An entry of a table for a function over modules.
template <bool (*run)(ir::Module&, PassContext&)>
bool on_module(PassUnit& unit, PassContext& context) {
  return run(static_cast<ModuleUnit&>(unit).get(), context);
}

}  // namespace tesuji::passes
