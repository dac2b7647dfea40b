#include "frontend/gdl/checks/relation_graph.h"

#include "frontend/gdl/gdl_visit.h"

#include <algorithm>
#include <deque>

namespace tesuji::frontend {

/// Tarjan's algorithm (1972) for strongly connected components, with a stack of
/// its own: chains of relations may be longer than the program's stack is deep.
class RelationGraph::ComponentFinder {
 public:
  explicit ComponentFinder(RelationGraph& graph) : graph_(graph) {}

  void visit(ir::Symbol root) {
    if (state_.contains(root)) {
      return;
    }
    enter(root);
    while (!path_.empty()) {
      const ir::Symbol here = path_.back().relation;
      const std::vector<Dependency>& uses = graph_.uses(here);
      if (path_.back().next_use == uses.size()) {
        leave();
        continue;
      }
      const ir::Symbol target = uses[path_.back().next_use++].atom->name;
      const auto known = state_.find(target);
      if (known == state_.end()) {
        enter(target);
      } else if (known->second.open) {
        State& state = state_.at(here);
        state.lowest = std::min(state.lowest, known->second.number);
      }
    }
  }

 private:
  struct State {
    std::uint32_t number = 0;  ///< order of the first visit
    std::uint32_t lowest = 0;  ///< earliest relation found to be reachable on the open path
    bool open = true;          ///< its component is not complete yet
  };
  struct Step {
    ir::Symbol relation;
    std::size_t next_use = 0;
  };

  void enter(ir::Symbol relation) {
    const auto number = static_cast<std::uint32_t>(state_.size());
    state_.emplace(relation, State{number, number, true});
    open_.push_back(relation);
    path_.push_back({relation, 0});
  }

  void leave() {
    const ir::Symbol here = path_.back().relation;
    path_.pop_back();
    const State finished = state_.at(here);
    if (!path_.empty()) {
      State& before = state_.at(path_.back().relation);
      before.lowest = std::min(before.lowest, finished.lowest);
    }
    if (finished.lowest != finished.number) {
      return;
    }
    for (ir::Symbol member = ir::no_symbol; member != here;) {
      member = open_.back();
      open_.pop_back();
      state_.at(member).open = false;
      graph_.component_[member] = finished.number;
    }
  }

  RelationGraph& graph_;
  std::unordered_map<ir::Symbol, State> state_;
  std::vector<ir::Symbol> open_;
  std::vector<Step> path_;
};

RelationGraph::RelationGraph(const Rulesheet& rulesheet) {
  for (const Clause& clause : rulesheet.clauses) {
    std::vector<Dependency>& uses = uses_[clause.head.name];
    for_each_atom(clause.body,
                  [&](const Term& atom) { uses.push_back({clause.head.name, &atom}); });
  }
  ComponentFinder finder(*this);
  for (const Clause& clause : rulesheet.clauses) {
    finder.visit(clause.head.name);
  }
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

}  // namespace tesuji::frontend
