#include "backend/reference/derivation.h"

#include "backend/reference/goals.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::reference {

namespace {

// Builds the nodes of a derivation tree; the search follows below.

/// A tree that grows within DerivationLimits, and the names of its variables.
class TreeBuilder {
 public:
  /// Both must outlive it.
  TreeBuilder(const Program& program, const DerivationLimits& limits)
      : program_(program), limits_(limits) {}

  /// Adds a node; returns false and adds nothing if that would exceed the limits.
  [[nodiscard]] bool add(DerivationNode node, std::size_t parent);

  /// Returns the number of the next variable to be named.
  [[nodiscard]] Variable next_variable() const {
    return static_cast<Variable>(tree.variable_names.size());
  }
  /// Creates variables with these names, or similar ones where a name is taken.
  void name_variables(const std::vector<std::string>& wanted);
  /// Ends the node's derivation: other branches may use its variable names.
  void release_names(const DerivationNode& node);

  DerivationTree tree;

 private:
  const Program& program_;
  const DerivationLimits& limits_;
  VariableNames names_;
  std::size_t goals_ = 0;  ///< in all nodes together
};

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

/// Adds a goal, splitting conjunctions, and for each part the call `from` which it came.
void append_goal(const Goal& goal, std::size_t from, std::vector<Goal>& goals,
                 std::vector<std::size_t>& calls) {
  if (goal.kind == Goal::Kind::conjunction) {
    for (const Goal& child : goal.children) append_goal(child, from, goals, calls);
    return;
  }
  goals.push_back(goal);
  calls.push_back(from);
}

/// Returns the index of the first goal that is an atom, a disjunction, or ground. Throws
/// ReasoningError ("unsafe") if no goal is; `goals` must not be empty.
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

/// Whether a term of the goals is deeper than `depth`.
bool too_deep(const std::vector<Goal>& goals, std::uint32_t depth, const TermStore& terms) {
  return std::any_of(goals.begin(), goals.end(),
                     [&](const Goal& goal) { return term_depth(goal, terms) > depth; });
}

using Node = DerivationNode;
using Outcome = DerivationNode::Outcome;
using TreeStep = DerivationNode::Step;

/// A selected atom, linked to the one whose clause introduced it.
struct Call {
  TermId variant = no_term;  ///< at its selection
  std::size_t parent = 0;
  std::size_t node = 0;
};
constexpr std::size_t no_call = ~std::size_t{0};

/// A node on the search path, deepest last.
struct Frame {
  std::size_t node = 0;
  std::vector<std::size_t> from;  ///< per goal of the node: the call that introduced it
  std::size_t call = no_call;     ///< of the selected atom
  std::size_t next = 0;           ///< next candidate to try
  Answer bound;                   ///< terms of the root's variables
};

/// A search tree: of the query, or of a negation that a derivation selected.
struct Tree {
  std::size_t root_frame = 0;  ///< index of its root's frame
  bool succeeded = false;
  bool looped = false;   ///< a branch was cut as a loop
  bool limited = false;  ///< a branch was cut by a limit
};

class Search {
 public:
  Search(Program& program, const Situation& situation, const DerivationLimits& limits)
      : program_(program),
        terms_(program.terms()),
        situation_(situation),
        candidates_(program, situation),
        limits_(limits),
        builder_(program, limits) {}

  DerivationTree run(const Query& query) {
    tree_.query_variables = static_cast<Variable>(query.variables.size());
    builder_.name_variables(query.variables);
    Frame root;
    for (Variable i = 0; i < tree_.query_variables; ++i) root.bound.push_back(terms_.variable(i));
    Node node;
    for (const Goal& goal : query.goals) append_goal(goal, no_call, node.goals, root.from);
    trees_.push_back({});
    if (add(std::move(node), no_node)) enter(std::move(root));
    while (!frames_.empty() && !stopped_) advance();
    if (stopped_) mark_what_is_left();
    return std::move(tree_);
  }

 private:
  const Goal& selected(const Frame& frame) const {
    const Node& node = tree_.nodes[frame.node];
    return node.goals[node.selected];
  }

  /// Tries one candidate of the deepest frame; leaves the frame if there are no more.
  void advance() {
    Frame& frame = frames_.back();
    const Goal& goal = selected(frame);
    const Resolution resolution = candidates_.resolution(goal);
    if (resolution == Resolution::negation) return negation(frame);
    const std::size_t count = candidates_.count(goal);
    while (frame.next < count) {
      const std::size_t candidate = frame.next++;
      if (!candidates_.unify_with(goal, candidate, builder_.next_variable(), substitution_))
        continue;
      step(frame, step_by(resolution), candidate);
      substitution_.undo(0);
      return;
    }
    leave();
  }

  static TreeStep step_by(Resolution resolution) {
    switch (resolution) {
      case Resolution::fluents:
        return TreeStep::fact_true;
      case Resolution::moves:
        return TreeStep::fact_does;
      case Resolution::negation:
        return TreeStep::negation;
      case Resolution::distinct:
        return TreeStep::distinct;
      case Resolution::disjunction:
        return TreeStep::branch;
      case Resolution::clauses:
        break;
    }
    return TreeStep::clause;
  }

  /// Creates and enters the child for a candidate, whose bindings are in the substitution.
  void step(Frame& frame, TreeStep how, std::size_t candidate) {
    const Node& parent = tree_.nodes[frame.node];
    const Goal& goal = parent.goals[parent.selected];
    substitution_.reserve(builder_.next_variable());
    Node node;
    Frame child;
    node.step = how;
    std::vector<Goal> body;
    if (how == TreeStep::clause) {
      node.clause = candidates_.clause(goal, candidate);
      const Clause& clause = program_.clauses()[node.clause];
      node.first_variable = builder_.next_variable();
      for (const Goal& part : clause.body) {
        body.push_back(rename(part, node.first_variable, terms_));
      }
    } else if (how == TreeStep::branch) {
      node.alternative = candidate;
      body.push_back(goal.children[candidate]);
    } else if (how == TreeStep::fact_true) {
      node.fact = situation_.fluents[candidate];
    } else if (how == TreeStep::fact_does) {
      node.fact = substitution_.apply(goal.atom, terms_);
    }
    // The body replaces the selected goal.
    for (std::size_t i = 0; i < parent.goals.size(); ++i) {
      if (i != parent.selected) {
        append_goal(apply(parent.goals[i], substitution_, terms_), frame.from[i], node.goals,
                    child.from);
        continue;
      }
      const std::size_t from = how == TreeStep::branch ? frame.from[i] : frame.call;
      for (const Goal& part : body) {
        append_goal(apply(part, substitution_, terms_), from, node.goals, child.from);
      }
    }
    for (const Variable variable : substitution_.bound_since(0)) {
      node.unifier.emplace_back(variable, substitution_.apply(terms_.variable(variable), terms_));
    }
    for (const TermId term : frame.bound) {
      child.bound.push_back(substitution_.apply(term, terms_));
    }
    const std::size_t names = how == TreeStep::clause ? node.clause : no_node;
    if (!add(std::move(node), frame.node)) {
      --frame.next;  // so that mark_what_is_left() finds it
      return;
    }
    if (names != no_node) builder_.name_variables(program_.clauses()[names].variables);
    enter(std::move(child));
  }

  /// Enters the node made last: ends the derivation there, or continues the search.
  void enter(Frame frame) {
    frame.node = tree_.nodes.size() - 1;
    Node& node = tree_.nodes[frame.node];
    if (node.goals.empty()) return success(std::move(frame));
    node.selected = select_goal(node.goals, terms_);
    const Goal& goal = node.goals[node.selected];
    if (frames_.size() >= limits_.depth || too_deep(node.goals, limits_.term_depth, terms_)) {
      node.outcome = Outcome::limit;
      trees_.back().limited = true;
      tree_.complete = false;
      return builder_.release_names(node);
    }
    if (candidates_.resolution(goal) == Resolution::clauses) {
      const TermId form = variant(goal.atom, terms_);
      const std::size_t from = frame.from[node.selected];
      if (const auto ancestor = find_call(form, from)) {
        node.outcome = Outcome::loop;
        node.looks_like = *ancestor;
        trees_.back().looped = true;
        ++tree_.loops;
        return builder_.release_names(node);
      }
      frame.call = calls_.size();
      calls_.push_back({form, from, frame.node});
    } else {
      frame.call = frame.from[node.selected];
    }
    frames_.push_back(std::move(frame));
  }

  void success(Frame frame) {
    Node& node = tree_.nodes[frame.node];
    node.outcome = Outcome::success;
    node.answer = std::move(frame.bound);
    builder_.release_names(node);
    trees_.back().succeeded = true;
    if (trees_.size() > 1) {
      // One success refutes a negation: return to it.
      while (frames_.size() > trees_.back().root_frame) leave_quietly();
      return;
    }
    if (++tree_.answers >= limits_.answers) stopped_ = tree_.enough = true;
  }

  /// Leaves the deepest frame, which has no more candidates.
  void leave() {
    Node& node = tree_.nodes[frames_.back().node];
    if (node.children.empty() && node.outcome == Outcome::open) node.outcome = Outcome::failure;
    leave_quietly();
  }

  void leave_quietly() {
    builder_.release_names(tree_.nodes[frames_.back().node]);
    frames_.pop_back();
  }

  /// Builds the tree of the negated goal first, then applies its result.
  void negation(Frame& frame) {
    const Goal& goal = selected(frame);
    if (frame.next == 0) {
      frame.next = 1;
      Node node;
      Frame root;
      append_goal(goal.children[0], frame.from[tree_.nodes[frame.node].selected], node.goals,
                  root.from);
      if (!add(std::move(node), no_node)) return;
      tree_.nodes[frame.node].negated = tree_.nodes.size() - 1;
      trees_.push_back({frames_.size(), false, false, false});
      enter(std::move(root));
      return;
    }
    if (frame.next == 2) return leave();
    frame.next = 2;
    const Tree inner = trees_.back();
    trees_.pop_back();
    Node& here = tree_.nodes[frame.node];
    if (inner.succeeded) return leave();
    if (inner.limited) {
      here.outcome = Outcome::limit;
      trees_.back().limited = true;
      return leave();
    }
    if (inner.looped) {
      here.by_tables = true;
      std::vector<Variable> variables;
      const Query query = make_query({goal.children.data(), 1}, terms_, variables);
      if (prover().provable(query)) return leave();
    }
    step(frame, TreeStep::negation, 0);
  }

  /// Adds a node, or stops the search if that would exceed the limits.
  bool add(Node node, std::size_t parent) {
    stopped_ = stopped_ || !builder_.add(std::move(node), parent);
    return !stopped_;
  }

  std::optional<std::size_t> find_call(TermId form, std::size_t from) const {
    for (; from != no_call; from = calls_[from].parent) {
      if (calls_[from].variant == form) return calls_[from].node;
    }
    return std::nullopt;
  }

  Prover& prover() {
    if (!prover_) {
      prover_ = std::make_unique<Prover>(program_);
      prover_->set_situation(situation_);
    }
    return *prover_;
  }

  /// Marks where a stopped search would have continued.
  void mark_what_is_left() {
    for (const Frame& frame : frames_) {
      Node& node = tree_.nodes[frame.node];
      const Goal& goal = node.goals[node.selected];
      bool more = false;
      if (candidates_.resolution(goal) == Resolution::negation) {
        more = frame.next < 2;  // see negation()
      } else {
        const std::size_t count = candidates_.count(goal);
        for (std::size_t i = frame.next; i < count && !more; ++i) {
          more = candidates_.unify_with(goal, i, builder_.next_variable(), substitution_);
          substitution_.undo(0);
        }
      }
      if (!more && !node.children.empty()) continue;
      if (!more) {
        node.outcome = Outcome::failure;
        continue;
      }
      if (!tree_.enough) tree_.complete = false;
      node.cut = true;
      if (node.children.empty()) node.outcome = Outcome::limit;
    }
  }

  Program& program_;
  TermStore& terms_;
  const Situation& situation_;
  const Candidates candidates_;
  const DerivationLimits& limits_;
  TreeBuilder builder_;
  DerivationTree& tree_ = builder_.tree;
  std::vector<Frame> frames_;
  std::vector<Tree> trees_;  ///< innermost last
  std::vector<Call> calls_;
  Substitution substitution_;  ///< empty between steps
  std::unique_ptr<Prover> prover_;
  bool stopped_ = false;
};

}  // namespace

DerivationTree derive(Program& program, const Situation& situation, const Query& query,
                      const DerivationLimits& limits) {
  return Search(program, situation, limits).run(query);
}

std::vector<std::size_t> derivation_ends(const DerivationTree& tree) {
  std::vector<std::size_t> ends;
  std::vector<std::size_t> open;
  if (!tree.nodes.empty()) open.push_back(0);
  while (!open.empty()) {
    const std::size_t index = open.back();
    open.pop_back();
    const std::vector<std::size_t>& children = tree.nodes[index].children;
    if (children.empty()) ends.push_back(index);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return ends;
}

std::vector<std::size_t> derivation_path(const DerivationTree& tree, std::size_t end) {
  std::vector<std::size_t> path;
  for (std::size_t node = end; node != no_node; node = tree.nodes[node].parent) {
    path.push_back(node);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace tesuji::reference
