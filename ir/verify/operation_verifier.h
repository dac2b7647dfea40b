// Verifies the common properties of operations in plans and agendas.
#pragma once

#include "ir/verify/verification.h"

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// Verifies the operations of one plan or agenda: every variable is bound once and before its uses,
/// existence tests contain no conclusions, absent-checks have no effect on the result.
class OperationVerifier {
 public:
  /// `unit`: `plan NAME` or `agenda NAME`, for messages.
  OperationVerifier(Verification& run, std::string unit, const std::vector<Operation>& ops,
                    const std::vector<std::string>& variables, const Span& span);
  virtual ~OperationVerifier() = default;

  void verify();

 protected:
  /// Verifies an operation over a relation with the right number of columns.
  virtual void verify_relation(const Operation& op) = 0;
  /// Whether the unit may contain such an operation at all.
  [[nodiscard]] virtual bool has_kind(Operation::Kind kind) const = 0;
  virtual void verify_exists_place() {}

  /// Reports a fault of the current operation, or of the unit otherwise.
  void fault(const std::string& what);
  /// Checks that the operation is in a rule that only adds, after the conclusions' variables are
  /// bound.
  void verify_settled(std::string_view what);
  /// Checks that constants of a conclusion are in the domains of its columns.
  void verify_constants(const Operation& conclusion);

  Verification& run_;

 private:
  enum class State : std::uint8_t { fresh, bound, closed };

  void verify(const Operation& op);
  /// Checks that used variables are bound, and that binders and `_` occur only where allowed.
  void use(const std::vector<Argument>& args, bool may_bind, bool may_ignore);
  void bind(const std::vector<Argument>& args);
  void verify_exists(const Operation& op);
  /// Checks that the body only reads facts and compares, and uses only the outer variables in
  /// `args`.
  void verify_unless(const Operation& op);
  void verify_compute(const Operation& op);
  void verify_probe(const Operation& op);

  const std::string unit_;
  const std::vector<Operation>& ops_;
  const std::vector<std::string>& variables_;
  const Span& span_;
  std::vector<State> state_;
  std::vector<VariableId> bound_;  ///< in binding order
  const Operation* current_ = nullptr;
  int depth_ = 0;  ///< nesting of exists and unless
  int unless_depth_ = 0;
};

}  // namespace tesuji::ir
