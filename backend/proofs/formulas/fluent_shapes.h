// Fluents as functors with arguments, where the IR has a relation for each shape of these.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// A relation of fluents: the shapes of its functor's arguments.
struct FluentShape {
  ir::RelationId relation = ir::no_id;
  std::vector<std::string> arguments;  ///< KIF with `?` for each leaf
  std::vector<std::size_t> leaves;     ///< of each argument: how many columns it takes
};

/// All relations of fluents of one functor and number of arguments.
struct FluentSymbol {
  std::string functor;
  std::size_t arity = 0;
  std::vector<FluentShape> shapes;
};

/// The module's fluents that have arguments, in the order of its relations.
[[nodiscard]] std::vector<FluentSymbol> fluent_symbols(const ir::Module& module);

}  // namespace tesuji::proofs
