// Adds the variables of arguments and literals to a set.
#pragma once

#include "ir/module/module.h"

#include <set>
#include <vector>

namespace tesuji::passes {

void add_variables(const std::vector<ir::Argument>& args, std::set<ir::VariableId>& into);

/// Adds the variables of both sides if the literal is a comparison.
void add_variables(const ir::Literal& literal, std::set<ir::VariableId>& into);

}  // namespace tesuji::passes
