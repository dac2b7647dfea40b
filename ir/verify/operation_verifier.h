// Verifies what operations of plans and of agendas have in common.
#pragma once

#include "ir/verify/verification.h"

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// Verifies the operations of one plan or agenda: every variable bound once and before its uses,
/// existence tests without conclusions, absent-checks where they change nothing.
class OperationVerifier {
 public:
  /// `unit`: `plan NAME` or `agenda NAME`, for messages.
  OperationVerifier(Verification& run, std::string unit, const std::vector<Operation>& ops,
                    const std::vector<std::string>& variables, const Span& span);
  virtual ~OperationVerifier() = default;

  void verify();

 protected:
  /// An operation over a relation that has as many columns: what is asked of that.
  virtual void verify_relation(const Operation& op) = 0;
  /// Whether the unit may contain such an operation at all.
  [[nodiscard]] virtual bool has_kind(Operation::Kind kind) const = 0;
  virtual void verify_exists_place() {}

  /// Reports a fault of the operation that is verified, or of the unit where none is.
  void fault(const std::string& what);
  /// The operation stands in a rule that only adds, where the conclusions' variables are bound.
  void verify_settled(std::string_view what);
  /// Constants of a conclusion are in the domains of its columns.
  void verify_constants(const Operation& conclusion);

  Verification& run_;

 private:
  enum class State : std::uint8_t { fresh, bound, closed };

  void verify(const Operation& op);
  /// Uses are of bound variables; binders and `_` only where they may be.
  void use(const std::vector<Argument>& args, bool may_bind, bool may_ignore);
  void bind(const std::vector<Argument>& args);
  void verify_exists(const Operation& op);
  /// The body asks for facts and compares, and uses of what is bound outside what `args` names.
  void verify_unless(const Operation& op);
  void verify_compute(const Operation& op);
  void verify_probe(const Operation& op);

  const std::string unit_;
  const std::vector<Operation>& ops_;
  const std::vector<std::string>& variables_;
  const Span& span_;
  std::vector<State> state_;
  std::vector<VariableId> bound_;  ///< in the order of their binding
  const Operation* current_ = nullptr;
  int depth_ = 0;  ///< of exists and unless
  int unless_depth_ = 0;
};

}  // namespace tesuji::ir
