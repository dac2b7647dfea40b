// The dependency graph of relations and its strongly connected components.
// Source: Definition 2 of Haufe, Schiffel and Thielscher (2012).
#pragma once

#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

struct Dependencies {
  /// Per relation the component it belongs to. Components are numbered so that
  /// a component depends only on itself and on lower ones.
  std::vector<std::uint32_t> component;
  std::vector<std::vector<ir::RelationId>> members;  ///< ascending, per component
  std::vector<bool> recursive;                       ///< per component
  /// Rules of each relation, ascending.
  std::vector<std::vector<std::uint32_t>> rules;
};

[[nodiscard]] Dependencies find_dependencies(const ir::Module& module);

/// By relation, whether there is another one of its needs (demand.h).
[[nodiscard]] std::vector<bool> demanded_relations(const ir::Module& module);

}  // namespace tesuji::passes
