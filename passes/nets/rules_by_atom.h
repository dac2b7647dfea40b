// A ground program's rules by head, and which atoms depend on each other.
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

  /// Whether a rule of the atom has it in its body.
  [[nodiscard]] bool reads_itself(GroundAtom atom) const;

  /// Atoms with rules, those that depend on each other together, after what they depend on.
  [[nodiscard]] const std::vector<std::vector<GroundAtom>>& components() const {
    return components_;
  }

 private:
  void find_components();

  const GroundProgram& program_;
  std::vector<std::uint32_t> begins_;  ///< by atom: where its rules begin
  std::vector<std::vector<GroundAtom>> components_;
};

}  // namespace tesuji::passes
