// Check: clauses and conditions that are written twice.
#include "frontend/gdl/checks/checks.h"

#include <fmt/format.h>

#include <string>
#include <unordered_map>

namespace tesuji::frontend {
namespace {

/// A text that two clauses share just if they are equal but for the names of their
/// variables.
class CanonicalText {
 public:
  explicit CanonicalText(const Clause& clause) {
    add(clause.head);
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

}  // namespace

void check_duplicates(const CheckContext& context) {
  std::unordered_map<std::string, const Clause*> seen;
  for (const Clause& clause : context.rulesheet.clauses) {
    // A role that is named twice is worth a warning of its own.
    if (context.keyword(clause.head) == Keyword::role) {
      continue;
    }
    const auto [first, is_new] = seen.try_emplace(CanonicalText(clause).take(), &clause);
    if (!is_new) {
      context.diagnostics
          .note(clause.span, "duplicate-clause", "this clause is there twice; once is enough")
          .notes.push_back({first->second->span, "here for the first time"});
    }
  }
}

}  // namespace tesuji::frontend
