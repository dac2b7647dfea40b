#include "ir/module/operation.h"

#include <algorithm>

namespace tesuji::ir {

// --- Functions on numbers

std::optional<std::size_t> depth_of(const std::vector<ComputationStep>& steps) {
  if (steps.size() > max_computation_steps) return std::nullopt;
  std::size_t held = 0;
  std::size_t most = 0;
  for (const ComputationStep& step : steps) {
    if (step.is_function) {
      const std::size_t arity = words_of(step.function).arity;
      if (held < arity) return std::nullopt;
      held -= arity;
    }
    ++held;
    most = std::max(most, held);
  }
  if (held != 1 || most > max_computation_depth) return std::nullopt;
  return most;
}

std::string function_text(const std::vector<ComputationStep>& steps,
                          const std::vector<std::string>& args) {
  std::vector<std::string> held;
  for (const ComputationStep& step : steps) {
    if (!step.is_function) {
      held.push_back(args[step.argument]);
      continue;
    }
    const FunctionWords& words = words_of(step.function);
    std::string text = "(" + std::string(words.sign);
    for (std::size_t i = held.size() - words.arity; i < held.size(); ++i) text += " " + held[i];
    held.resize(held.size() - words.arity);
    held.push_back(text + ")");
  }
  return held.back();
}

// --- Operations

bool walks(const Operation& op) {
  return op.kind == Operation::Kind::scan || op.kind == Operation::Kind::probe;
}

bool concludes(const Operation& op) {
  return op.kind == Operation::Kind::insert || op.kind == Operation::Kind::remove;
}

bool has_relation(const Operation& op) {
  switch (op.kind) {
    case Operation::Kind::scan:
    case Operation::Kind::probe:
    case Operation::Kind::test:
    case Operation::Kind::absent:
    case Operation::Kind::insert:
    case Operation::Kind::remove:
    case Operation::Kind::given:
      return true;
    default:
      return false;
  }
}

bool binds(const Operation& op) {
  return std::any_of(op.args.begin(), op.args.end(), [](const Argument& argument) {
    return argument.kind == Argument::Kind::binder;
  });
}

void mark_bound(const Operation& op, std::vector<bool>& bound) {
  for (const Argument& argument : op.args) {
    if (argument.kind == Argument::Kind::binder) bound[argument.id] = true;
  }
}

bool has_checks(const std::vector<Operation>& ops) {
  return std::any_of(ops.begin(), ops.end(), [](const Operation& op) {
    return op.kind == Operation::Kind::exists || op.kind == Operation::Kind::unless_derived;
  });
}

std::size_t count_operations(const std::vector<Operation>& ops) {
  std::size_t count = ops.size();
  for (const Operation& op : ops) count += count_operations(op.body);
  return count;
}

double expected_bindings(const std::vector<Operation>& ops) {
  double sum = 0;
  double live = 1;  // a body's estimates are per such binding
  for (const Operation& op : ops) {
    sum += op.estimate + live * expected_bindings(op.body);
    live = op.estimate;
  }
  return sum;
}

}  // namespace tesuji::ir
