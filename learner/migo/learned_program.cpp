#include "learner/migo/learned_program.h"

#include "ir/core/prolog_term.h"

#include <algorithm>

namespace tesuji::learner {

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
