// introduce-exists: tests parts of the body that the head (or the conclusions) does not need only
// for existence: each stops at its first witness.
//
// In plans, each part of the body that shares no unbound variable with the head, nor with the rest,
// becomes an existence test, as early as possible, even before the head is bound. The same applies
// within a test to parts that share no variables with each other.
//
//   before:  scan  true.cell(?X, ?Y, ?M)     after:  scan  true.cell(?X, ?Y, ?M)
//            probe succ(X, ?Z) using index 0         exists {
//            test  true.cell(Z, Y, M)                  probe succ(X, ?Z) using index 0
//            insert line(M)                            test  true.cell(Z, Y, M)
//                                                    } by introduce-exists
//                                                    insert line(M)
//
// In production rules this begins where the variables of all conclusions are bound: parts are
// tested in the order of their first premises, and premises of a part keep their order.
//
//   before:  scan  a(?X)                 after:  scan  a(?X)
//            probe b(X, ?Y) using index 0        exists {
//            probe c(Y, ?Z) using index 0          probe b(X, ?Y) using index 0
//            probe d(X, ?W) using index 0          probe c(Y, ?Z) using index 0
//            add   e(X)                          } by introduce-exists
//                                                exists {
//                                                  probe d(X, ?W) using index 0
//                                                } by introduce-exists
//                                                add   e(X)
//
// Does not change rules that remove facts. Sound for every rule: a second witness could only add
// what the first has added. Requires plans, if there are rules; run it before insert-absent, whose
// checks it would otherwise have to handle.
#pragma once

#include "ir/core/argument.h"
#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <cstddef>
#include <set>
#include <vector>

namespace tesuji::passes {

// --- Independent parts

/// Operations connected by variables, and those variables.
struct Part {
  std::vector<std::size_t> members;  ///< positions, ascending
  std::set<ir::VariableId> variables;
};

/// Returns the parts: operations that share variables, directly or through others. `open[i]` are
/// the variables of operation `i` that are not bound before the body. Ordered by their first
/// members.
[[nodiscard]] std::vector<Part> independent_parts(
    const std::vector<std::set<ir::VariableId>>& open);

// --- Plans

/// Maximum nesting of tests, such that the text form can be parsed back.
inline constexpr int max_test_depth = 50;

/// Returns the variables of the operation that are unbound before it.
[[nodiscard]] std::set<ir::VariableId> open_variables(const ir::Operation& op,
                                                      const std::vector<bool>& bound);

/// Wraps these operations, at least one, in a test marked as introduced by the pass.
[[nodiscard]] ir::Operation existence_test(std::vector<ir::Operation> body, double estimate);

/// Returns whether anything changed. Does not change a plan that already has existence tests or
/// absent-checks. Estimates after the tests decrease: a test lets a binding pass at most once.
bool introduce_exists(ir::Plan& plan);

// --- The pass

bool introduce_exists(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
