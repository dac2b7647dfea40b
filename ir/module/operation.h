// Represents operations of plans and agendas; module.h and agenda.h define their meanings.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/source.h"
#include "ir/module/computation.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::ir {

enum class Comparison : std::uint8_t {
  different,  ///< not the same constant
  same,
  less,  ///< of numbers, integer or decimal; false if a side is not a number
  less_or_equal,
  greater,
  greater_or_equal,
};

struct Operation {
  enum class Kind : std::uint8_t {
    scan,
    probe,
    test,
    absent,
    different,  ///< plans only, as is `same`: of two tuples
    same,
    compare,  ///< agendas only: of two values
    compute,  ///< agendas only: the first argument is the value of a function of the others
    unless_derived,
    exists,
    unless,  ///< agendas only: `body` has no instance; `args`: variables used from outside
    insert,  ///< a conclusion; agendas write `add`
    remove,  ///< a conclusion, agendas only
    given,   ///< plans only: binds the given values of a call
  };
  Kind kind = Kind::scan;
  std::uint32_t relation = no_id;                 ///< unset if the operation reads no facts
  bool delta = false;                             ///< scan in plans only
  std::uint32_t index = no_id;                    ///< probe only: position in Relation::indexes
  Comparison comparison = Comparison::different;  ///< compare only
  std::vector<Argument> args;  ///< columns; the two sides of `compare`; the left tuple
  std::vector<ComputationStep> computation;  ///< compute
  std::vector<Argument> right;               ///< different, same: the right tuple
  std::vector<Operation> body;               ///< exists, unless
  double estimate = 0;  ///< expected number of bindings after it; in agendas 0 if unknown
  std::string origin;   ///< the pass that inserted it, empty if from the source
  Span span;
};

/// Whether it may continue several times, once for each fact.
[[nodiscard]] bool walks(const Operation& op);
[[nodiscard]] bool concludes(const Operation& op);
/// Whether it reads facts of `relation`.
[[nodiscard]] bool has_relation(const Operation& op);
[[nodiscard]] bool binds(const Operation& op);
/// Sets the flags of the variables that the operation binds.
void mark_bound(const Operation& op, std::vector<bool>& bound);
/// Whether a pass has inserted existence tests or absent-checks among these operations.
[[nodiscard]] bool has_checks(const std::vector<Operation>& ops);
/// Returns the number of operations, including those inside existence tests.
[[nodiscard]] std::size_t count_operations(const std::vector<Operation>& ops);
/// Returns the sum of all estimates; those inside an existence test count for each binding that
/// reaches it.
[[nodiscard]] double expected_bindings(const std::vector<Operation>& ops);

}  // namespace tesuji::ir
