#include "backend/reference/tree_builder.h"

#include "backend/reference/goals.h"

#include <algorithm>
#include <utility>

namespace tesuji::reference {

bool TreeBuilder::add(DerivationNode node, std::size_t parent) {
  goals_ += node.goals.size();
  if (tree.nodes.size() >= limits_.nodes || goals_ > limits_.goals) return false;
  node.parent = parent;
  if (parent != no_node) tree.nodes[parent].children.push_back(tree.nodes.size());
  tree.nodes.push_back(std::move(node));
  return true;
}

void TreeBuilder::name_variables(const std::vector<std::string>& wanted) {
  for (const std::string& name : wanted) tree.variable_names.push_back(names_.take(name));
}

void TreeBuilder::release_names(const DerivationNode& node) {
  if (node.step != DerivationNode::Step::clause) return;
  const std::size_t count = program_.clauses()[node.clause].variables.size();
  for (std::size_t i = count; i-- > 0;) {
    names_.release(tree.variable_names[node.first_variable + i]);
  }
}

void append_goal(const Goal& goal, std::size_t from, std::vector<Goal>& goals,
                 std::vector<std::size_t>& calls) {
  if (goal.kind == Goal::Kind::conjunction) {
    for (const Goal& child : goal.children) append_goal(child, from, goals, calls);
    return;
  }
  goals.push_back(goal);
  calls.push_back(from);
}

std::size_t select_goal(const std::vector<Goal>& goals, const TermStore& terms) {
  const auto found = std::find_if(goals.begin(), goals.end(), [&](const Goal& goal) {
    const bool waits = goal.kind == Goal::Kind::negation || goal.kind == Goal::Kind::distinct;
    return !waits || ground(goal, terms);
  });
  if (found == goals.end()) {
    throw ReasoningError("unsafe",
                         "nothing gives a value to all variables of this negation or `distinct`",
                         goals.front().span);
  }
  return static_cast<std::size_t>(found - goals.begin());
}

bool too_deep(const std::vector<Goal>& goals, std::uint32_t depth, const TermStore& terms) {
  return std::any_of(goals.begin(), goals.end(),
                     [&](const Goal& goal) { return term_depth(goal, terms) > depth; });
}

}  // namespace tesuji::reference
