// What variables stand for once atoms of rules have been made the same: unification where arguments
// have no parts.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <vector>

namespace tesuji::passes {

class Substitution {
 public:
  /// So many variables, each of which stands for itself.
  explicit Substitution(std::size_t variables = 0) {
    for (std::size_t i = 0; i < variables; ++i) add();
  }

  /// One variable more, which stands for itself.
  ir::Argument add();
  [[nodiscard]] std::size_t size() const { return stands_for_.size(); }

  /// A variable that stands for itself, or what is no variable.
  [[nodiscard]] ir::Argument of(ir::Argument argument) const;

  /// Makes the two the same; of two variables the right one stands for the left one then. False
  /// where they are different constants.
  [[nodiscard]] bool unify(const ir::Argument& left, const ir::Argument& right);

 private:
  std::vector<ir::Argument> stands_for_;  ///< by variable: itself, another one, or a constant
};

}  // namespace tesuji::passes
