// Definition 2 of Haufe, Schiffel and Thielscher (2012) over the dependency
// graph of relation names: who may not depend on whom.
#include "frontend/checks.h"
#include "frontend/gdl_visit.h"

#include <fmt/format.h>

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

/// `head` has a clause whose body contains `atom`.
struct Edge {
  ir::Symbol head;
  const Term* atom;
};

using Graph = std::unordered_map<ir::Symbol, std::vector<Edge>>;

Graph dependency_graph(const CheckContext& context) {
  Graph graph;
  for (const Clause& clause : context.rulesheet.clauses) {
    std::vector<Edge>& edges = graph[clause.head.name];
    for_each_atom(clause.body,
                  [&](const Term& atom) { edges.push_back({clause.head.name, &atom}); });
  }
  return graph;
}

/// Shortest way, as edges, from `start` to every relation it depends on.
class Reachable {
 public:
  Reachable(const Graph& graph, ir::Symbol start) : start_(start) {
    std::deque<ir::Symbol> queue{start};
    while (!queue.empty()) {
      const auto found = graph.find(queue.front());
      queue.pop_front();
      if (found == graph.end()) {
        continue;
      }
      for (const Edge& edge : found->second) {
        if (arrived_by_.try_emplace(edge.atom->name, edge).second) {
          queue.push_back(edge.atom->name);
        }
      }
    }
  }

  [[nodiscard]] bool contains(ir::Symbol relation) const {
    return arrived_by_.find(relation) != arrived_by_.end();
  }

  /// The edges from the start to `end`, which must be reachable; never empty.
  [[nodiscard]] std::vector<Edge> path(ir::Symbol end) const {
    std::vector<Edge> backwards;
    do {
      const Edge edge = arrived_by_.at(end);
      backwards.push_back(edge);
      end = edge.head;
    } while (end != start_);
    return {backwards.rbegin(), backwards.rend()};
  }

 private:
  ir::Symbol start_;
  std::unordered_map<ir::Symbol, Edge> arrived_by_;
};

struct Ban {
  std::string_view from;
  std::vector<std::string_view> to;
  std::string_view reason;
};

// `next` is not listed: it may not stand in a body at all.
std::vector<Ban> bans() {
  constexpr std::string_view moves = "it belongs to a state, whatever moves are made in it";
  return {{"init",
           {"true", "does", "legal", "goal", "terminal"},
           "the initial state is computed before there is any state"},
          {"legal", {"does"}, moves},
          {"goal", {"does"}, moves},
          {"terminal", {"does"}, moves}};
}

void report(const CheckContext& context, const std::vector<Edge>& path, std::string_view reason) {
  const auto name = [&](ir::Symbol symbol) -> const std::string& {
    return context.symbols.text(symbol);
  };
  const std::string& from = name(path.front().head);
  const std::string& to = context.name(*path.back().atom);
  ir::Diagnostic& error =
      context.diagnostics.error(path.front().atom->span, "keyword",
                                fmt::format("`{}` may not depend on `{}`: {}", from, to, reason));
  for (std::size_t i = 1; i < path.size(); ++i) {
    error.notes.push_back(
        {path[i].atom->span, fmt::format("`{}` depends on `{}` here", name(path[i].head),
                                         context.name(*path[i].atom))});
  }
}

/// Reports the first of the forbidden dependencies that there is; the others
/// mostly have the same cause.
void check_ban(const CheckContext& context, const Graph& graph, const Ban& ban) {
  const std::optional<ir::Symbol> from = context.symbols.find(ban.from);
  if (!from) {
    return;
  }
  const Reachable reachable(graph, *from);
  for (const std::string_view target : ban.to) {
    const std::optional<ir::Symbol> to = context.symbols.find(target);
    if (to && reachable.contains(*to)) {
      report(context, reachable.path(*to), ban.reason);
      return;
    }
  }
}

}  // namespace

void check_dependencies(const CheckContext& context) {
  const Graph graph = dependency_graph(context);
  for (const Ban& ban : bans()) {
    check_ban(context, graph, ban);
  }
}

}  // namespace tesuji::frontend
