#include "passes/analysis/dependencies.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

namespace tesuji::passes {

Dependencies find_dependencies(const ir::Module& module) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  const std::size_t count = module.relations.size();
  Dependencies result;
  result.rules.resize(count);
  Graph graph(count);
  for (std::uint32_t r = 0; r < module.rules.size(); ++r) {
    const ir::Rule& rule = module.rules[r];
    result.rules[rule.head].push_back(r);
    for (const ir::Literal& literal : rule.body) {
      if (literal.relation != ir::no_id) boost::add_edge(rule.head, literal.relation, graph);
    }
  }
  // Tarjan's numbering: a component is finished before those that depend on it.
  result.component.resize(count);
  const auto components = static_cast<std::size_t>(
      count == 0 ? 0 : boost::strong_components(graph, result.component.data()));
  result.members.resize(components);
  result.recursive.resize(components);
  for (ir::RelationId id = 0; id < count; ++id) {
    result.members[result.component[id]].push_back(id);
  }
  for (const ir::Rule& rule : module.rules) {
    for (const ir::Literal& literal : rule.body) {
      if (literal.relation == ir::no_id) continue;
      const std::uint32_t component = result.component[rule.head];
      if (result.component[literal.relation] == component) result.recursive[component] = true;
    }
  }
  return result;
}

std::vector<bool> demanded_relations(const ir::Module& module) {
  std::vector<bool> demanded(module.relations.size(), false);
  for (const ir::Relation& relation : module.relations) {
    if (relation.origin == ir::Origin::need && relation.origin_of != ir::no_id) {
      demanded[relation.origin_of] = true;
    }
  }
  return demanded;
}

}  // namespace tesuji::passes
