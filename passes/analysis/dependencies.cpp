#include "passes/analysis/dependencies.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>

namespace tesuji::passes {

// --- Dependencies

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
  // Tarjan's numbering: a component precedes those that depend on it.
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

namespace {

/// Calls `visit` with the relation of each literal in the rules of `members`.
template <typename Visit>
void each_read(const ir::Module& module, const Dependencies& dependencies,
               const std::vector<ir::RelationId>& members, const Visit& visit) {
  for (const ir::RelationId id : members) {
    for (const std::uint32_t rule : dependencies.rules[id]) {
      for (const ir::Literal& literal : module.rules[rule].body) {
        if (literal.relation != ir::no_id) visit(literal.relation);
      }
    }
  }
}

bool has_any(const std::vector<bool>& flags, const std::vector<ir::RelationId>& members) {
  return std::any_of(members.begin(), members.end(), [&](auto id) { return flags[id]; });
}

}  // namespace

// Readers have higher components than the relations they read, so one sweep closes a set.

std::vector<bool> needed_for(const ir::Module& module, const Dependencies& dependencies,
                             std::vector<bool> roots) {
  for (std::size_t c = dependencies.members.size(); c-- > 0;) {
    const std::vector<ir::RelationId>& members = dependencies.members[c];
    if (!has_any(roots, members)) continue;
    for (const ir::RelationId id : members) roots[id] = true;
    each_read(module, dependencies, members, [&](ir::RelationId read) { roots[read] = true; });
  }
  return roots;
}

std::vector<bool> computed_from(const ir::Module& module, const Dependencies& dependencies,
                                std::vector<bool> roots) {
  for (const std::vector<ir::RelationId>& members : dependencies.members) {
    bool any = has_any(roots, members);
    each_read(module, dependencies, members, [&](ir::RelationId read) { any |= roots[read]; });
    for (const ir::RelationId id : members) roots[id] = any;
  }
  return roots;
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

// --- Flow of tuples

Flow find_flow(const ir::Module& module) {
  Flow flow;
  flow.readers.resize(module.relations.size());
  flow.feeds.resize(module.relations.size());
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    for (const ir::RelationId source : {relation.next, relation.init, relation.legal}) {
      if (source != ir::no_id) flow.feeds[source].push_back(id);
    }
  }
  for (std::uint32_t r = 0; r < module.rules.size(); ++r) {
    for (const ir::Literal& literal : module.rules[r].body) {
      if (literal.kind == ir::Literal::Kind::positive) flow.readers[literal.relation].push_back(r);
    }
  }
  return flow;
}

}  // namespace tesuji::passes
