// Frees a production rule's premises from their order.
//
// Any order in which premises that must wait for variables (comparisons, absent) stand
// behind what binds these means the same, in rule sets that only add (ir/module/agenda.h).
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
  /// Variables that stand in one premise only, and in no conclusion, become `_`. Absent-checks
  /// and existence tests of the agenda are taken out. Views names of the module.
  FreeBody(const ir::Module& module, const ir::Agenda& agenda);
  /// The conditions of an `unless` of the agenda, where what it uses from outside is bound.
  FreeBody(const ir::Module& module, const ir::Agenda& agenda, const ir::Operation& unless);

  [[nodiscard]] const std::vector<ir::Operation>& premises() const { return premises_; }
  [[nodiscard]] const std::vector<LiteralView>& views() const { return views_; }
  [[nodiscard]] std::size_t variables() const { return wanted_.size(); }
  /// What is bound before the first premise.
  [[nodiscard]] const std::vector<bool>& outside() const { return outside_; }
  /// Whether the variable is one of the conclusions.
  [[nodiscard]] bool wanted(std::size_t variable) const { return wanted_[variable]; }

  /// Whether the premise may stand where exactly these variables are bound.
  [[nodiscard]] bool may_stand(std::size_t premise, const std::vector<bool>& bound) const;
  /// Whether it would bind a variable there.
  [[nodiscard]] bool binds(std::size_t premise, const std::vector<bool>& bound) const;
  /// Adds what the premise binds.
  void bind(std::size_t premise, std::vector<bool>& bound) const;

  /// The premises in an order.
  [[nodiscard]] std::vector<ir::Operation> in_order(const PremiseOrder& order) const;

 private:
  std::vector<ir::Operation> premises_;
  std::vector<LiteralView> views_;
  std::vector<bool> wanted_;
  std::vector<bool> outside_;
};

}  // namespace tesuji::passes
