#include "tools/reports/features_explain.h"

#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::tools {

namespace {

std::string part_text(const driver::AlgebraPart& part, std::size_t most_solutions) {
  std::string text = fmt::format("  {}\n", part.expression);
  std::size_t width = 0;
  for (const driver::AlgebraStep& step : part.steps) width = std::max(width, step.literal.size());
  for (const driver::AlgebraStep& step : part.steps) {
    text += fmt::format("    {:<{}}  {:>16} {:>18}\n", step.literal, width,
                        step.test ? "test" : ir::counted(step.rows, "row"),
                        "-> " + ir::counted(step.tuples, "tuple"));
  }
  const std::size_t solutions = part.solutions.size();
  if (part.variables.empty()) {
    return text + (solutions == 0 ? "    does not hold\n" : "    holds\n");
  }
  text += fmt::format("    {} of ({})\n", ir::counted(solutions, "solution"),
                      fmt::join(part.variables, ","));
  for (std::size_t i = 0; i < std::min(solutions, most_solutions); ++i) {
    text += fmt::format("      {}\n", fmt::join(part.solutions[i], " "));
  }
  if (solutions > most_solutions) {
    text += fmt::format("      and {} more\n", solutions - most_solutions);
  }
  return text;
}

}  // namespace

std::string explanation_text(const std::string& feature, const driver::FeatureAlgebra& algebra,
                             std::size_t most_solutions) {
  std::string text = fmt::format("{} = {}", feature, algebra.value);
  if (algebra.parts.empty()) {
    text += ": no position gives it a solution";
  } else if (algebra.is_union) {
    text += ": what any of its clauses gives";
  } else if (algebra.parts.size() > 1) {
    std::string factors;
    for (const driver::AlgebraPart& part : algebra.parts) {
      factors += fmt::format("{}{}", factors.empty() ? "" : " x ", part.solutions.size());
    }
    text += ": " + factors + ", parts without a variable in common";
  }
  text += '\n';
  for (const driver::AlgebraPart& part : algebra.parts) text += part_text(part, most_solutions);
  return text;
}

}  // namespace tesuji::tools
