// Compiles plans to instructions: resolves variables, constants, domains and storage.
#pragma once

#include "backend/interpreter/bytecode.h"
#include "backend/interpreter/fixed_data.h"
#include "ir/module/layout.h"
#include "ir/module/module.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace tesuji::interpreter {

/// Data that all plans of a program share. Owns what instructions point to, and creates it on
/// demand.
class ProgramData {
 public:
  /// Module and layout must outlive this object. `encoded`: static relations that other programs
  /// have encoded; this program adds its own.
  ProgramData(const ir::Module& module, const ir::Layout& layout,
              std::shared_ptr<FixedRelations> encoded);

  [[nodiscard]] const ir::Module& module() const { return module_; }
  [[nodiscard]] const ir::Layout& layout() const { return layout_; }

  /// Whether the relation's tuples are known at compile time: static relations, and derived ones
  /// that no stratum computes.
  [[nodiscard]] bool is_fixed(ir::RelationId relation) const;
  FixedRelation& fixed(ir::RelationId relation);

  /// Returns the call for a relation that is computed in calls; its plans are empty until they are
  /// compiled.
  CompiledCall& call(ir::RelationId relation);

  /// All such calls.
  [[nodiscard]] std::map<ir::RelationId, CompiledCall>& calls() { return calls_; }

  /// Returns the map from positions in `from` to positions in `to`; nullptr if positions stay the
  /// same.
  const std::int32_t* translation(ir::DomainId from, ir::DomainId to);

  /// Returns where the bits of a relation lie; the relation must not be fixed.
  [[nodiscard]] Words words(ir::RelationId relation) const;

 private:
  const ir::Module& module_;
  const ir::Layout& layout_;
  std::vector<bool> computed_;
  std::shared_ptr<FixedRelations> encoded_;
  FixedRelations empty_;  ///< derived relations that no stratum of this program computes
  std::map<ir::RelationId, CompiledCall> calls_;
  std::map<std::pair<ir::DomainId, ir::DomainId>, std::vector<std::int32_t>> translations_;
};

/// Throws std::invalid_argument for plans that the verifier rejects.
[[nodiscard]] CompiledPlan compile_plan(ProgramData& data, const ir::Plan& plan);

}  // namespace tesuji::interpreter
