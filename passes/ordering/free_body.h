// Represents a production rule's premises without their order.
//
// In rule sets that only add (ir/module/agenda.h), all orders are equivalent in which premises that
// need bound variables (comparisons, absent) come after the premises that bind these.
#pragma once

#include "ir/module/module.h"
#include "passes/core/metarules.h"

#include <cstddef>
#include <vector>

namespace tesuji::passes {

/// Positions of premises in FreeBody::premises().
using PremiseOrder = std::vector<std::size_t>;

class FreeBody {
 public:
  /// Replaces variables that occur in only one premise and in no conclusion by `_`. Removes the
  /// agenda's absent-checks and existence tests. Views names of the module.
  FreeBody(const ir::Module& module, const ir::Agenda& agenda);
  /// The conditions of an `unless` of the agenda, with its outer variables bound.
  FreeBody(const ir::Module& module, const ir::Agenda& agenda, const ir::Operation& unless);

  [[nodiscard]] const std::vector<ir::Operation>& premises() const { return premises_; }
  [[nodiscard]] const std::vector<LiteralView>& views() const { return views_; }
  [[nodiscard]] std::size_t variables() const { return wanted_.size(); }
  /// Returns the variables bound before the first premise.
  [[nodiscard]] const std::vector<bool>& outside() const { return outside_; }
  /// Whether the variable occurs in the conclusions.
  [[nodiscard]] bool wanted(std::size_t variable) const { return wanted_[variable]; }

  /// Whether the premise may be evaluated when exactly these variables are bound.
  [[nodiscard]] bool may_stand(std::size_t premise, const std::vector<bool>& bound) const;
  /// Whether the premise would then bind a variable.
  [[nodiscard]] bool binds(std::size_t premise, const std::vector<bool>& bound) const;
  /// Adds the variables that the premise binds.
  void bind(std::size_t premise, std::vector<bool>& bound) const;

  /// Returns the premises in the given order.
  [[nodiscard]] std::vector<ir::Operation> in_order(const PremiseOrder& order) const;

 private:
  std::vector<ir::Operation> premises_;
  std::vector<LiteralView> views_;
  std::vector<bool> wanted_;
  std::vector<bool> outside_;
};

}  // namespace tesuji::passes
