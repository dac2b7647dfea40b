// Check: where the relations that GDL gives a meaning to may stand.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/checks/slips.h"
#include "frontend/gdl/gdl_visit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

void check_head(const CheckContext& context, const Clause& clause) {
  const Term& head = clause.head;
  const std::string& name = context.name(head);
  const auto report = [&](std::string message) -> ir::Diagnostic& {
    return context.diagnostics.error(head.span, "keyword", std::move(message));
  };
  switch (context.keyword(head)) {
    case Keyword::connective:
      report(fmt::format("`{}` is a connective: it cannot be what a clause defines", name));
      return;
    case Keyword::holds:
      report(
          "`true` only appears in bodies: use `init` for what holds at the start and `next` for "
          "what holds after a move");
      return;
    case Keyword::does:
      report("`does` only appears in bodies: it says which moves the players have chosen");
      return;
    case Keyword::role:
      if (!clause.body.empty()) {
        report(fmt::format("`role` only appears in facts: name each role, as in `{}`",
                           context.outline("role", "white")));
      } else if (head.args.size() == 1 && head.args.front().kind == Term::Kind::compound) {
        report("a role must be a constant");
      }
      return;
    case Keyword::none:
    case Keyword::init:
    case Keyword::next:
    case Keyword::legal:
    case Keyword::goal:
    case Keyword::terminal:
    case Keyword::base:
    case Keyword::input:
    case Keyword::sees:
      return;
  }
}

/// `(next (true (f)))`: a keyword one level too deep is a function like any other.
/// Connectives are left out: there are sheets that describe formulas.
void check_term(const CheckContext& context, const Term& term) {
  const Keyword keyword = context.keyword(term);
  if (term.kind == Term::Kind::compound && keyword != Keyword::none &&
      keyword != Keyword::connective) {
    context.diagnostics.warning(
        term.span, "keyword-term",
        fmt::format("inside a term `{}` is an ordinary function, not the keyword",
                    context.name(term)));
  }
  for (const Term& argument : term.args) {
    check_term(context, argument);
  }
}

/// Terms of atoms and of `distinct`.
void check_terms(const CheckContext& context, const std::vector<Literal>& literals) {
  for (const Literal& literal : literals) {
    for (const Term& argument : literal.atom.args) {
      check_term(context, argument);
    }
    check_terms(context, literal.children);
  }
}

void check_body(const CheckContext& context, const Clause& clause) {
  for_each_atom(clause.body, [&](const Term& atom) {
    const Keyword keyword = context.keyword(atom);
    if (keyword == Keyword::init || keyword == Keyword::next) {
      context.diagnostics.error(
          atom.span, "keyword",
          fmt::format("`{}` only appears in heads: use `true` for what holds now",
                      context.name(atom)));
    }
  });
}

/// Points at the first clause whose relation may be the keyword misspelt.
void note_misspelt(const CheckContext& context, std::string_view keyword, ir::Diagnostic& error) {
  const std::vector<std::string> meant{std::string(keyword)};
  for (const Clause& clause : context.rulesheet.clauses) {
    const std::string& name = context.name(clause.head);
    if (context.keyword(clause.head) != Keyword::none || meant_name(name, meant).empty()) continue;
    error.notes.push_back(
        {clause.head.span, fmt::format("did you mean `{}` by `{}`?", keyword, name)});
    return;
  }
}

}  // namespace

void check_keywords(const CheckContext& context) {
  for (const Clause& clause : context.rulesheet.clauses) {
    check_head(context, clause);
    check_body(context, clause);
    for (const Term& argument : clause.head.args) {
      check_term(context, argument);
    }
    check_terms(context, clause.body);
  }
}

void check_completeness(const CheckContext& context) {
  struct Needed {
    Keyword keyword;
    std::string_view spelling;
    std::string_view code;
    std::string_view message;
  };
  static constexpr std::array<Needed, 4> all_needed = {{
      {Keyword::role, "role", "no-role", "no role is named"},
      {Keyword::legal, "legal", "no-legal", "no clause says which moves are `legal`"},
      {Keyword::goal, "goal", "no-goal", "no clause says what the `goal` values are"},
      {Keyword::terminal, "terminal", "no-terminal", "no clause says when the game is `terminal`"},
  }};
  const std::vector<Clause>& clauses = context.rulesheet.clauses;
  const ir::Span start{context.rulesheet.file, {1, 1}, {1, 1}};
  if (clauses.empty()) {
    context.diagnostics.error(start, "no-role", "there is no clause in this file, so no role");
    return;
  }
  for (const Needed& needed : all_needed) {
    const bool defined = std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
      return context.keyword(clause.head) == needed.keyword;
    });
    if (!defined) {
      std::string message(needed.message);
      if (needed.keyword == Keyword::role) {
        message += fmt::format(": write `{}` for each player", context.outline("role", "name"));
      }
      ir::Diagnostic& error =
          context.diagnostics.error(start, std::string(needed.code), std::move(message));
      note_misspelt(context, needed.spelling, error);
    }
  }
}

}  // namespace tesuji::frontend
