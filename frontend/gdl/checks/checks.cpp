#include "frontend/gdl/checks/checks.h"

#include "frontend/gdl/syntax.h"

#include <fmt/format.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <deque>

namespace tesuji::frontend {

// --- Dependencies between relations

RelationGraph::RelationGraph(const Rulesheet& rulesheet) {
  // Relations depend on each other within the strongly connected components.
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph;
  std::unordered_map<ir::Symbol, std::size_t> vertices;
  const auto vertex = [&](ir::Symbol relation) {
    const auto [found, is_new] = vertices.try_emplace(relation, vertices.size());
    if (is_new) boost::add_vertex(graph);
    return found->second;
  };
  for (const Clause& clause : rulesheet.clauses) {
    const std::size_t head = vertex(clause.head.name);
    std::vector<Dependency>& uses = uses_[clause.head.name];
    for_each_atom(clause.body, [&](const Term& atom) {
      uses.push_back({clause.head.name, &atom});
      boost::add_edge(head, vertex(atom.name), graph);
    });
  }
  if (vertices.empty()) return;
  std::vector<std::uint32_t> components(vertices.size());
  boost::strong_components(graph, components.data());
  for (const auto& [relation, number] : vertices) component_[relation] = components[number];
}

const std::vector<Dependency>& RelationGraph::uses(ir::Symbol relation) const {
  static const std::vector<Dependency> none;
  const auto found = uses_.find(relation);
  return found == uses_.end() ? none : found->second;
}

bool RelationGraph::on_a_cycle(ir::Symbol a, ir::Symbol b) const {
  if (a == b) {
    const std::vector<Dependency>& edges = uses(a);
    return std::any_of(edges.begin(), edges.end(), [&](const Dependency& edge) {
      const ir::Symbol target = edge.atom->name;
      return target == a || on_a_cycle(a, target);
    });
  }
  const auto first = component_.find(a);
  const auto second = component_.find(b);
  return first != component_.end() && second != component_.end() && first->second == second->second;
}

Reachable::Reachable(const RelationGraph& graph, ir::Symbol start) : start_(start) {
  std::deque<ir::Symbol> queue{start};
  while (!queue.empty()) {
    const ir::Symbol relation = queue.front();
    queue.pop_front();
    for (const Dependency& use : graph.uses(relation)) {
      if (arrived_by_.try_emplace(use.atom->name, use).second) {
        queue.push_back(use.atom->name);
      }
    }
  }
}

std::vector<Dependency> Reachable::path(ir::Symbol end) const {
  std::vector<Dependency> backwards;
  do {
    const Dependency& use = arrived_by_.at(end);
    backwards.push_back(use);
    end = use.head;
  } while (end != start_);
  return {backwards.rbegin(), backwards.rend()};
}

// --- Checks

namespace {

/// Whether the author wrote `_`: parsers replace each one by a new name.
bool is_anonymous(const Term& variable, const ir::SourceMap& sources) {
  const ir::Span& span = variable.span;
  if (!span.known() || span.begin.line != span.end.line) return false;
  const std::string_view line = sources[span.file].line(span.begin.line);
  return span.begin.column <= line.size() && span.end.column == span.begin.column + 1 &&
         line[span.begin.column - 1] == '_';
}

}  // namespace

std::string CheckContext::text(const Term& term) const {
  if (term.kind == Term::Kind::variable && is_anonymous(term, diagnostics.sources())) return "_";
  return print_term(term, written.syntax, symbols);
}

std::string CheckContext::form(const Term& term) const {
  if (term.kind != Term::Kind::compound || term.args.empty()) return text(term);
  return outline(text({Term::Kind::constant, term.name, {}, {}}), "..");
}

std::string CheckContext::outline(std::string_view name, std::string_view arguments) const {
  const bool infix = written.syntax == Syntax::infix;
  return infix ? fmt::format("{}({})", name, arguments) : fmt::format("({} {})", name, arguments);
}

}  // namespace tesuji::frontend
