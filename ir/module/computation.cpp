#include "ir/module/computation.h"

#include <algorithm>

namespace tesuji::ir {

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

}  // namespace tesuji::ir
