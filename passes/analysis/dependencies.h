// Computes how relations depend on each other: the dependency graph with its strongly connected
// components (Definition 2 of Haufe, Schiffel and Thielscher, 2012), and where a relation's tuples
// flow, to rules that read it and relations that copy it.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

// --- Dependencies

struct Dependencies {
  /// The component of each relation. Components are numbered so that a component depends only on
  /// itself and on lower ones.
  std::vector<std::uint32_t> component;
  std::vector<std::vector<ir::RelationId>> members;  ///< ascending, per component
  std::vector<bool> recursive;                       ///< per component
  /// Rules of each relation, ascending.
  std::vector<std::vector<std::uint32_t>> rules;
};

[[nodiscard]] Dependencies find_dependencies(const ir::Module& module);

/// Returns `holds(relation)` by relation.
template <typename Holds>
[[nodiscard]] std::vector<bool> relations_where(const ir::Module& module, const Holds& holds) {
  std::vector<bool> result;
  for (const ir::Relation& relation : module.relations) result.push_back(holds(relation));
  return result;
}

/// Marks the roots, and all relations that they are computed from.
[[nodiscard]] std::vector<bool> needed_for(const ir::Module& module,
                                           const Dependencies& dependencies,
                                           std::vector<bool> roots);

/// Marks the roots, and all relations that are computed from them.
[[nodiscard]] std::vector<bool> computed_from(const ir::Module& module,
                                              const Dependencies& dependencies,
                                              std::vector<bool> roots);

/// Marks relations that have a relation of their needs (demand.h).
[[nodiscard]] std::vector<bool> demanded_relations(const ir::Module& module);

// --- Flow of tuples

/// By relation.
struct Flow {
  std::vector<std::vector<std::uint32_t>> readers;  ///< rules with a positive literal over it
  std::vector<std::vector<ir::RelationId>> feeds;   ///< states and moves that receive its tuples
};

/// `init` and `next` feed fluents, `legal` feeds moves.
[[nodiscard]] Flow find_flow(const ir::Module& module);

}  // namespace tesuji::passes
