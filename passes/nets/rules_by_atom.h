// Indexes a ground program's rules by head, and computes dependencies between atoms.
#pragma once

#include "passes/nets/ground.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::passes {

class RulesByAtom {
 public:
  /// Refers to `program`, which must outlive it.
  explicit RulesByAtom(const GroundProgram& program);

  [[nodiscard]] std::span<const GroundRule> of(GroundAtom atom) const {
    return {program_.rules.data() + begins_[atom], begins_[atom + 1] - begins_[atom]};
  }

  /// Whether a rule of the atom contains it in its body.
  [[nodiscard]] bool reads_itself(GroundAtom atom) const;

  /// Returns atoms with rules, grouped by mutual dependency, after their dependencies.
  [[nodiscard]] const std::vector<std::vector<GroundAtom>>& components() const {
    return components_;
  }

 private:
  void find_components();

  const GroundProgram& program_;
  std::vector<std::uint32_t> begins_;  ///< by atom: start of its rules
  std::vector<std::vector<GroundAtom>> components_;
};

}  // namespace tesuji::passes
