#include "backend/llvm/emit/loop_bounds.h"
#include "backend/llvm/emit/word_bits.h"

#include <algorithm>

namespace tesuji::llvm_backend {
namespace {

using ir::Argument;
using ir::Operation;

/// Steps that a call counts in its caller. A call that may take longer checks by itself whether to
/// stop.
constexpr double steps_of_call = 4096;

/// Maximum number of recursive calls caused by one call; relations that may exceed it are not
/// called (passes/calls/choose_calls.h).
constexpr double most_recursive_calls = 4096;

/// Maximum number of rows of a table, which only its limit bounds for certain.
constexpr double most_rows = 50'000'000;

/// Whether the column's value is known before the operation begins.
bool is_given(const Operation& operation, const Argument& argument) {
  if (argument.kind == Argument::Kind::constant) return true;
  if (argument.kind != Argument::Kind::variable) return false;
  return std::none_of(operation.args.begin(), operation.args.end(), [&](const Argument& other) {
    return other == Argument::binder(argument.id);
  });
}

/// Returns the maximum number of tuples that match the given columns.
double most_matches(const ir::Module& module, const Operation& operation) {
  const ir::Relation& relation = module.relations[operation.relation];
  double product = 1;
  for (std::size_t c = 0; c < operation.args.size(); ++c) {
    if (is_given(operation, operation.args[c])) continue;
    product *= static_cast<double>(module.domains[relation.columns[c]].values.size());
  }
  if (relation.storage == ir::Storage::bits || relation.storage == ir::Storage::call) {
    return product;
  }
  const bool is_static = relation.storage == ir::Storage::rows;
  return std::min(product, is_static ? static_cast<double>(relation.facts.rows) : most_rows);
}

/// Returns the steps of a test, which ends with the first matching tuple; for a call, without the
/// call itself.
double steps_of_test(const ir::Module& module, const Operation& operation) {
  if (module.relations[operation.relation].storage == ir::Storage::call) return 0;
  const bool is_list = module.relations[operation.relation].storage == ir::Storage::list;
  const double matches = most_matches(module, operation);
  return std::max(1.0, is_list ? matches : matches / word_bits);
}

bool is_call(const ir::Module& module, const Operation& operation) {
  const bool reads = operation.kind == Operation::Kind::scan ||
                     operation.kind == Operation::Kind::probe ||
                     operation.kind == Operation::Kind::test ||
                     operation.kind == Operation::Kind::absent;
  return reads && !operation.delta &&
         module.relations[operation.relation].storage == ir::Storage::call;
}

/// As most_steps, with `of_call(relation)` steps for a call.
template <typename OfCall>
std::vector<double> steps_with(const ir::Module& module, std::span<const Operation> operations,
                               const OfCall& of_call) {
  std::vector<double> steps(operations.size());
  double inside = 0;
  for (std::size_t i = operations.size(); i-- > 0;) {
    const Operation& operation = operations[i];
    const double call = is_call(module, operation) ? of_call(operation.relation) : 0;
    switch (operation.kind) {
      case Operation::Kind::scan:
      case Operation::Kind::probe:
        inside = call + most_matches(module, operation) * std::max(1.0, inside);
        break;
      case Operation::Kind::test:
      case Operation::Kind::absent:
        inside = call + steps_of_test(module, operation) + inside;
        break;
      case Operation::Kind::exists: {
        const std::vector<double> body = steps_with(module, operation.body, of_call);
        inside = (body.empty() ? 0 : body.front()) + inside;
        break;
      }
      default:
        inside = 1 + inside;
    }
    constexpr double most = 1e300;
    inside = std::min(inside, most);  // infinity times 0 would be NaN
    steps[i] = inside;
  }
  return steps;
}

/// Whether an operation is a call for which `holds` returns true.
template <typename Holds>
bool has_call(const ir::Module& module, std::span<const Operation> operations, const Holds& holds) {
  return std::any_of(operations.begin(), operations.end(), [&](const Operation& operation) {
    return (is_call(module, operation) && holds(operation.relation)) ||
           has_call(module, operation.body, holds);
  });
}

}  // namespace

std::vector<double> most_steps(const ir::Module& module, std::span<const Operation> operations) {
  return steps_with(module, operations, [](ir::RelationId) { return steps_of_call; });
}

LoopBounds::LoopBounds(const ir::Module& module)
    : module_(module), calls_(module.relations.size(), 0) {
  // Callees come first.
  for (const ir::Stratum& stratum : module.strata) {
    if (stratum.relations.size() != 1) continue;
    const ir::RelationId own = stratum.relations.front();
    if (module.relations[own].storage != ir::Storage::call) continue;
    double sum = 1;
    bool recursive = false;
    for (const std::uint32_t number : stratum.plans) {
      const ir::Plan& plan = module.plans[number];
      const std::vector<double> steps = steps_with(
          module, plan.ops, [&](ir::RelationId called) { return called == own ? 1 : calls_[called]; });
      const double once = steps.empty() ? 0 : steps.front();
      sum += plan.delta_of == ir::no_id
                 ? once
                 : once * static_cast<double>(module.tuples_per_call(module.relations[own]));
      recursive = recursive || has_call(module, plan.ops,
                                        [&](ir::RelationId called) { return called == own; });
    }
    calls_[own] = recursive ? most_recursive_calls * sum : sum;
  }
}

bool LoopBounds::may_take_long(const ir::Plan& plan) const {
  const std::vector<double> steps = most_steps(module_, plan.ops);
  return (!steps.empty() && steps.front() > most_steps_unwatched) ||
         has_call(module_, plan.ops, [&](ir::RelationId called) { return is_long_call(called); });
}

}  // namespace tesuji::llvm_backend
