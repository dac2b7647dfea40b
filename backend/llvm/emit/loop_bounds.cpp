#include "backend/llvm/emit/loop_bounds.h"
#include "backend/llvm/emit/word_bits.h"

#include <algorithm>

namespace tesuji::llvm_backend {
namespace {

using ir::Argument;
using ir::Operation;

/// Steps that a call counts as. Its plans look for themselves where they take longer.
constexpr double steps_of_call = 4096;

/// Rows of tables, which only their limit bounds for certain.
constexpr double most_rows = 50'000'000;

/// Whether the column's value is known before the operation begins.
bool is_given(const Operation& operation, const Argument& argument) {
  if (argument.kind == Argument::Kind::constant) return true;
  if (argument.kind != Argument::Kind::variable) return false;
  return std::none_of(operation.args.begin(), operation.args.end(), [&](const Argument& other) {
    return other == Argument::binder(argument.id);
  });
}

/// The most tuples that agree with what is given.
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

/// The steps of a test, which ends with the first tuple that agrees.
double steps_of_test(const ir::Module& module, const Operation& operation) {
  if (module.relations[operation.relation].storage == ir::Storage::call) return steps_of_call;
  const bool is_list = module.relations[operation.relation].storage == ir::Storage::list;
  const double matches = most_matches(module, operation);
  return std::max(1.0, is_list ? matches : matches / word_bits);
}

/// The steps of one operation, where those behind it take `inside`.
double steps_with(const ir::Module& module, const Operation& operation, double inside) {
  switch (operation.kind) {
    case Operation::Kind::scan:
    case Operation::Kind::probe:
      return (module.relations[operation.relation].storage == ir::Storage::call ? steps_of_call
                                                                                : 0) +
             most_matches(module, operation) * std::max(1.0, inside);
    case Operation::Kind::test:
    case Operation::Kind::absent:
      return steps_of_test(module, operation) + inside;
    case Operation::Kind::exists: {
      const std::vector<double> body = most_steps(module, operation.body);
      return (body.empty() ? 0 : body.front()) + inside;
    }
    default:
      return 1 + inside;
  }
}

}  // namespace

std::vector<double> most_steps(const ir::Module& module, std::span<const Operation> operations) {
  std::vector<double> steps(operations.size());
  double inside = 0;
  for (std::size_t i = operations.size(); i-- > 0;) {
    inside = steps[i] = steps_with(module, operations[i], inside);
  }
  return steps;
}

bool may_take_long(const ir::Module& module, const ir::Plan& plan) {
  const std::vector<double> steps = most_steps(module, plan.ops);
  return !steps.empty() && steps.front() > most_steps_unwatched;
}

}  // namespace tesuji::llvm_backend
