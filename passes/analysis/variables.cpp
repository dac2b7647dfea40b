#include "passes/analysis/variables.h"

namespace tesuji::passes {

void add_variables(const std::vector<ir::Argument>& args, std::set<ir::VariableId>& into) {
  for (const ir::Argument& arg : args) {
    if (ir::is_variable(arg)) into.insert(arg.id);
  }
}

void add_variables(const ir::Literal& literal, std::set<ir::VariableId>& into) {
  add_variables(literal.args, into);
  add_variables(literal.right, into);
}

}  // namespace tesuji::passes
