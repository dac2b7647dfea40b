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

/// What all plans of a program share. What is made on demand here is what the
/// instructions point to, so it lives as long as they do.
class ProgramData {
 public:
  /// Module and layout must outlive this object. `encoded`: static relations that other programs
  /// have encoded, to which those of this one are added.
  ProgramData(const ir::Module& module, const ir::Layout& layout,
              std::shared_ptr<FixedRelations> encoded);

  [[nodiscard]] const ir::Module& module() const { return module_; }
  [[nodiscard]] const ir::Layout& layout() const { return layout_; }

  /// Whether the relation's tuples are known now: static relations, and derived
  /// ones that no stratum computes.
  [[nodiscard]] bool is_fixed(ir::RelationId relation) const;
  FixedRelation& fixed(ir::RelationId relation);

  /// Where the plans of a relation that is computed in calls belong: empty until somebody
  /// compiles them.
  CompiledCall& call(ir::RelationId relation);

  /// All of them.
  [[nodiscard]] std::map<ir::RelationId, CompiledCall>& calls() { return calls_; }

  /// How positions in `from` become positions in `to`; nullptr where they stay the same.
  const std::int32_t* translation(ir::DomainId from, ir::DomainId to);

  /// Where the bits of a relation lie that is not fixed.
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

/// Throws std::invalid_argument for what the verifier refuses.
[[nodiscard]] CompiledPlan compile_plan(ProgramData& data, const ir::Plan& plan);

}  // namespace tesuji::interpreter
