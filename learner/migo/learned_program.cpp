#include "learner/migo/learned_program.h"

#include "ir/core/prolog_term.h"

#include <algorithm>

namespace tesuji::learner {

// --- Properties of a state

using runtime::Node;

StateProperties::StateProperties(runtime::StateSpace& space)
    : space_(space), definitions_(3), memos_(3) {}

StateProperties::Id StateProperties::define(const std::vector<Clause>& clauses) {
  const auto [place, fresh] = numbers_.try_emplace(clauses, static_cast<Id>(definitions_.size()));
  if (fresh) {
    definitions_.push_back(clauses);
    memos_.emplace_back();
  }
  return place->second;
}

std::optional<StateProperties::Id> StateProperties::fluent(const std::string& name) {
  const auto [place, fresh] = fluents_.try_emplace(name);
  if (!fresh) return place->second;
  const std::optional<runtime::StateTest> test = runtime::state_test(space_.game(), name);
  if (!test) return std::nullopt;
  const auto id = static_cast<Id>(definitions_.size());
  definitions_.emplace_back();
  memos_.emplace_back();
  tests_.emplace(id, *test);
  return place->second = id;
}

std::uint8_t& StateProperties::memo(Id id, const Node& node) {
  std::vector<std::uint8_t>& known = memos_[id];
  if (node.number >= known.size()) {
    known.resize(std::max<std::size_t>(space_.node_count(), node.number + std::size_t{1}));
  }
  return known[node.number];
}

bool StateProperties::holds(Id id, Node& node) {
  if (id == move) return true;
  if (id == won) return space_.won(node);
  if (id == drawn) return space_.drawn(node);
  if (const auto test = tests_.find(id); test != tests_.end()) {
    return test->second.holds(space_.state(node));
  }
  const std::uint8_t known = memo(id, node);
  if (known & holds_known) return (known & does_hold) != 0;
  const bool result = compute(definitions_[id], node);
  memo(id, node) |= holds_known | (result ? does_hold : 0);
  return result;
}

bool StateProperties::passes(const Clause& clause, Node& node) {
  if (clause.test == Test::property) return holds(clause.condition, node);
  if (clause.test == Test::lacks) return !holds(clause.condition, node);
  return any(clause.condition, node) == (clause.test == Test::some);
}

bool StateProperties::compute(const std::vector<Clause>& clauses, Node& node) {
  return std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
    if (!holds(clause.base, node)) return false;
    return passes(clause, node);
  });
}

bool StateProperties::any(Id id, Node& node) {
  const std::uint8_t known = memo(id, node);
  if (known & any_known) return (known & is_any) != 0;
  space_.expand(node);
  bool result = false;
  for (std::uint32_t edge = 0; edge < node.edge_count && !result; ++edge) {
    result = holds(id, *space_.successor(node, edge));
  }
  memo(id, node) |= any_known | (result ? is_any : 0);
  return result;
}

/// Passes the solutions in Prolog's order to `found` until it returns false.
bool StateProperties::each(Id id, Node& node, const std::function<bool(Node&)>& found) {
  if (id == move) {
    space_.expand(node);
    for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
      if (found(*space_.successor(node, edge))) return true;
    }
    return false;
  }
  for (const Clause clause : definitions_[id]) {
    const bool enough =
        each(clause.base, node, [&](Node& next) { return passes(clause, next) && found(next); });
    if (enough) return true;
  }
  return false;
}

Node* StateProperties::first(Id id, Node& node) {
  if (!any(id, node)) return nullptr;
  Node* result = nullptr;
  each(id, node, [&](Node& next) {
    result = &next;
    return true;
  });
  return result;
}

bool StateProperties::is_move(Node& from, const Node& to) {
  space_.expand(from);
  for (std::uint32_t edge = 0; edge < from.edge_count; ++edge) {
    if (space_.successor(from, edge) == &to) return true;
  }
  return false;
}

Value StateProperties::value(Node& node) {
  if (node.number >= nodes_.size())
    nodes_.resize(std::max(nodes_.size() * 2, node.number + std::size_t{1}));
  nodes_[node.number] = &node;
  return node.number;
}

// --- Programs

namespace {

class Printer {
 public:
  explicit Printer(const LearnedProgram& program)
      : program_(program), printed_(program.predicates.size()) {}

  std::string print() {
    for (const LearnedPredicate* predicate : program_.playing()) {
      print(static_cast<std::size_t>(predicate - program_.predicates.data()));
    }
    return std::move(text_);
  }

 private:
  /// Prints the predicate, then what it calls.
  void print(std::size_t number) {
    if (printed_[number]) return;
    printed_[number] = true;
    const LearnedPredicate& predicate = program_.predicates[number];
    for (const LearnedClause& clause : predicate.clauses) {
      text_ += predicate.name + "(A,B) :- " + name(clause.base) + "(A,B), ";
      switch (clause.test) {
        case StateProperties::Test::property:
          text_ += property(clause.condition);
          break;
        case StateProperties::Test::lacks:
          text_ += "not(" + property(clause.condition) + ")";
          break;
        case StateProperties::Test::none:
          text_ += "not(" + name(clause.condition) + "(B,_))";
          break;
        case StateProperties::Test::some:
          text_ += name(clause.condition) + "(B,_)";
          break;
      }
      text_ += ".\n";
    }
    for (const LearnedClause& clause : predicate.clauses) {
      for (const Callee& callee : {clause.base, clause.condition}) {
        // Predicates for play are printed in their own place.
        if (callee.kind == Callee::Kind::learned && program_.predicates[callee.number].helper) {
          print(callee.number);
        }
      }
    }
  }

  [[nodiscard]] std::string property(const Callee& callee) const {
    if (callee.kind == Callee::Kind::fluent) return ir::fluent_goal(callee.fluent, "B");
    return name(callee) + "(B)";
  }

  [[nodiscard]] std::string name(const Callee& callee) const {
    switch (callee.kind) {
      case Callee::Kind::move:
        return "move";
      case Callee::Kind::won:
        return "won";
      case Callee::Kind::drawn:
        return "drawn";
      case Callee::Kind::fluent:
      case Callee::Kind::learned:
        break;
    }
    return program_.predicates[callee.number].name;
  }

  const LearnedProgram& program_;
  std::vector<bool> printed_;
  std::string text_;
};

}  // namespace

std::string_view name_of(Goal goal) {
  return goal == Goal::win ? "win" : "draw";
}

const LearnedPredicate* LearnedProgram::find(Goal goal, std::uint32_t level) const {
  for (const LearnedPredicate& predicate : predicates) {
    if (!predicate.helper && predicate.goal == goal && predicate.level == level) return &predicate;
  }
  return nullptr;
}

std::vector<const LearnedPredicate*> LearnedProgram::playing() const {
  std::vector<const LearnedPredicate*> result;
  for (const LearnedPredicate& predicate : predicates) {
    if (!predicate.helper) result.push_back(&predicate);
  }
  std::sort(result.begin(), result.end(), [](const auto* a, const auto* b) {
    return a->goal != b->goal ? a->goal < b->goal : a->level < b->level;
  });
  return result;
}

std::string to_prolog(const LearnedProgram& program) {
  return Printer(program).print();
}

}  // namespace tesuji::learner
