// Reports clauses that occur twice, or twice with different values of a goal.
#include "frontend/gdl/checks/checks.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::frontend {
namespace {

/// A text that two clauses share exactly if they are equal up to the names of their variables.
class CanonicalText {
 public:
  explicit CanonicalText(const Clause& clause) : CanonicalText(clause, clause.head.args.size()) {}

  /// Omits the head's arguments from number `columns` on.
  CanonicalText(const Clause& clause, std::size_t columns) {
    fmt::format_to(std::back_inserter(text_), "{} ", clause.head.name);
    for (std::size_t i = 0; i < columns; ++i) add(clause.head.args[i]);
    add(clause.body);
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void add(const std::vector<Literal>& literals) {
    for (const Literal& literal : literals) {
      fmt::format_to(std::back_inserter(text_), "[{}", static_cast<int>(literal.kind));
      add(literal.atom);
      add(literal.children);
      text_ += ']';
    }
  }

  void add(const Term& term) {
    if (term.kind == Term::Kind::variable) {
      const std::size_t number = variables_.try_emplace(term.name, variables_.size()).first->second;
      fmt::format_to(std::back_inserter(text_), "?{} ", number);
      return;
    }
    const bool compound = term.kind == Term::Kind::compound;
    fmt::format_to(std::back_inserter(text_), "{}{} ", compound ? "(" : "", term.name);
    for (const Term& argument : term.args) {
      add(argument);
    }
    if (compound) {
      text_ += ')';
    }
  }

  std::string text_;
  std::unordered_map<ir::Symbol, std::size_t> variables_;
};

/// Reports rules with the same conditions that give the same role different goal values.
void check_goals(const CheckContext& context) {
  std::unordered_map<std::string, const Clause*> seen;
  for (const Clause& clause : context.rulesheet.clauses) {
    const std::vector<Term>& head = clause.head.args;
    if (context.keyword(clause.head) != Keyword::goal || head.size() != 2 || clause.body.empty() ||
        head[1].kind != Term::Kind::constant) {
      continue;
    }
    const auto [first, is_new] = seen.try_emplace(CanonicalText(clause, 1).take(), &clause);
    const Term& value = first->second->head.args[1];
    if (is_new || value.name == head[1].name) continue;
    context.diagnostics
        .warning(clause.span, "goal-several",
                 fmt::format("another rule gives `{}` the goal `{}` under the same conditions",
                             context.text(head[0]), context.name(value)))
        .notes.push_back({first->second->span, "this one"});
  }
}

}  // namespace

void check_duplicates(const CheckContext& context) {
  std::unordered_map<std::string, const Clause*> seen;
  for (const Clause& clause : context.rulesheet.clauses) {
    // A role named twice gets a warning of its own.
    if (context.keyword(clause.head) == Keyword::role) {
      continue;
    }
    const auto [first, is_new] = seen.try_emplace(CanonicalText(clause).take(), &clause);
    if (!is_new) {
      context.diagnostics.note(clause.span, "duplicate-clause", "duplicate clause")
          .notes.push_back({first->second->span, "first given here"});
    }
  }
  check_goals(context);
}

}  // namespace tesuji::frontend
