// Adapts a module as a unit of passes.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// The module must outlive it.
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
  /// Drops plans before passes over clauses (back_to_clauses).
  [[nodiscard]] bool enter(const Pass& pass, ir::Diagnostics& diagnostics) override;
  /// Makes the names of rules unique.
  void changed() override;

 private:
  ir::Module& module_;
};

/// Returns the pass that must run before the requirement holds; empty if it holds. For code that
/// works on clauses after a pipeline that may have stopped early.
[[nodiscard]] std::string_view missing_pass(const ir::Module& module, Requirement requirement);

/// Adapts a function over modules for an entry of the table of passes.
template <bool (*run)(ir::Module&, PassContext&)>
bool on_module(PassUnit& unit, PassContext& context) {
  return run(static_cast<ModuleUnit&>(unit).get(), context);
}

}  // namespace tesuji::passes
