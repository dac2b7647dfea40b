// Checks where GDL's keywords may occur, and the use of GDL-II's `sees` and `random`.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/checks/slips.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/infix_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// --- Places of keywords

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
      report("`does` only appears in bodies: it holds for the moves that the players have chosen");
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

/// Whether the clause is like `(=> (role ?r) (legal ?r go))`, and nothing uses it as a fact.
bool is_foreign_rule(const CheckContext& context, const Clause& clause) {
  constexpr std::array<std::string_view, 7> arrows{"=>", "==>", "->", "-->", "<=>", "<-", "<=="};
  const std::string& name = context.name(clause.head);
  if (!clause.body.empty() || clause.head.args.size() < 2 ||
      std::find(arrows.begin(), arrows.end(), name) == arrows.end()) {
    return false;
  }
  bool used = false;
  for (const Clause& other : context.rulesheet.clauses) {
    for_each_atom(other.body, [&](const Term& atom) { used |= atom.name == clause.head.name; });
  }
  return !used;
}

/// Warns of `(next (true (f)))`: nested in a term, a keyword is an ordinary function. Ignores
/// connectives: some sheets describe formulas.
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

/// Checks the terms of atoms and of `distinct`.
void check_terms(const CheckContext& context, const std::vector<Literal>& literals) {
  for (const Literal& literal : literals) {
    for (const Term& argument : literal.atom.args) {
      check_term(context, argument);
    }
    check_terms(context, literal.children);
  }
}

/// Whether the clause defines `next` or `sees`, or `sees` depends on it.
bool tells_of_next_state(const CheckContext& context, const Clause& clause) {
  const Keyword keyword = context.keyword(clause.head);
  if (keyword == Keyword::sees || keyword == Keyword::next) return true;
  const auto sees = context.symbols.find("sees");
  return keyword == Keyword::none && sees &&
         Reachable(context.graph, *sees).contains(clause.head.name);
}

/// Returns `next_at`, or `next_at_2` and so on if the sheet has that name.
std::string shared_name(const CheckContext& context, std::string_view fluent) {
  const std::string first = fmt::format("next_{}", fluent);
  std::string name = first;
  for (int number = 2; context.symbols.find(name); ++number) {
    name = fmt::format("{}_{}", first, number);
  }
  return name;
}

/// Returns the rules with which a new relation replaces `(next fluent)` in bodies.
std::string how_to_share(const CheckContext& context, const Term& fluent) {
  const bool infix = context.written.syntax == Syntax::infix;
  const auto written = [&](const std::string& name) {
    return infix ? infix_name(name) : name;
  };
  const auto applied = [&](const std::string& name, const std::string& arguments) {
    return arguments.empty() ? written(name) : context.outline(written(name), arguments);
  };
  std::string variables;
  std::string arguments;
  for (std::size_t i = 0; i < fluent.args.size(); ++i) {
    const std::string_view between = i == 0 ? "" : infix ? "," : " ";
    variables += fmt::format("{}{}{}", between, infix ? "X" : "?x", i + 1);
    arguments += fmt::format("{}{}", between, context.text(fluent.args[i]));
  }
  const std::string& name = context.name(fluent);
  const std::string shared = shared_name(context, name);
  const std::string concluded = context.outline("next", applied(name, variables));
  const std::string shared_atom = applied(shared, variables);
  const std::string bridge = infix ? fmt::format("{} :- {}", concluded, shared_atom)
                                   : fmt::format("(<= {} {})", concluded, shared_atom);
  return fmt::format(
      "for example, let the rules for `{}` conclude `{}`, add the rule `{}`, and write `{}` here",
      context.outline("next", applied(name, fluent.args.empty() ? "" : "..")),
      applied(shared, fluent.args.empty() ? "" : ".."), bridge, applied(shared, arguments));
}

void check_body(const CheckContext& context, const Clause& clause) {
  for_each_atom(clause.body, [&](const Term& atom) {
    const Keyword keyword = context.keyword(atom);
    if (keyword == Keyword::next && tells_of_next_state(context, clause)) {
      ir::Diagnostic& error = context.diagnostics.error(
          atom.span, "keyword",
          fmt::format("`{}` only appears in heads: name what holds next by a relation of its own, "
                      "and use it in the rules for {}",
                      context.name(atom),
                      context.keyword(clause.head) == Keyword::next
                          ? "`next`; what holds now is `true`"
                          : "`next` and `sees`"));
      if (atom.args.size() == 1 && atom.args.front().kind != Term::Kind::variable) {
        error.notes.push_back({atom.span, how_to_share(context, atom.args.front())});
      }
      return;
    }
    if (keyword == Keyword::init || keyword == Keyword::next) {
      context.diagnostics.error(
          atom.span, "keyword",
          fmt::format("`{}` only appears in heads: use `true` for what holds now",
                      context.name(atom)));
    }
  });
}

/// Points at the first clause whose relation may be a misspelling of the keyword.
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
    if (is_foreign_rule(context, clause)) {
      const bool infix = context.written.syntax == Syntax::infix;
      context.diagnostics.error(
          clause.head.span, "keyword",
          fmt::format("`{}` does not begin a rule: did you mean `{}`?", context.name(clause.head),
                      infix ? "head :- literal & .." : "(<= head literal ..)") +
              " The head comes first");
      continue;
    }
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
      {Keyword::legal, "legal", "no-legal", "no clause defines `legal`"},
      {Keyword::goal, "goal", "no-goal", "no clause defines `goal`"},
      {Keyword::terminal, "terminal", "no-terminal", "no clause defines `terminal`"},
  }};
  const std::vector<Clause>& clauses = context.rulesheet.clauses;
  const ir::Span start{context.rulesheet.file, {1, 1}, {1, 1}};
  if (clauses.empty()) {
    context.diagnostics.error(start, "no-role",
                              "the file contains no clause, so the game has no role");
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

// --- Keywords of GDL-II

namespace {

std::unordered_set<ir::Symbol> named_roles(const CheckContext& context) {
  std::unordered_set<ir::Symbol> roles;
  for (const Clause& clause : context.rulesheet.clauses) {
    const Term& head = clause.head;
    if (context.keyword(head) == Keyword::role && head.args.size() == 1) {
      roles.insert(head.args[0].name);
    }
  }
  return roles;
}

void warn(const CheckContext& context, ir::Span span, std::string message) {
  context.diagnostics.warning(span, "gdl-ii", std::move(message));
}

/// Reports percepts of a player that does not exist.
void check_perceiver(const CheckContext& context, const Term& perceiver,
                     const std::unordered_set<ir::Symbol>& roles) {
  if (perceiver.kind == Term::Kind::compound) {
    warn(context, perceiver.span, "roles are constants, so no role perceives this");
  } else if (perceiver.kind == Term::Kind::constant && !roles.contains(perceiver.name)) {
    warn(context, perceiver.span,
         fmt::format("`{}` is not a role, so no role perceives this", context.name(perceiver)));
  }
}

}  // namespace

void check_percepts(const CheckContext& context) {
  const std::unordered_set<ir::Symbol> roles = named_roles(context);
  bool read = false;
  for (const Clause& clause : context.rulesheet.clauses) {
    if (context.keyword(clause.head) == Keyword::sees && clause.head.args.size() == 2 &&
        !roles.empty()) {
      check_perceiver(context, clause.head.args[0], roles);
    }
    for_each_atom(clause.body, [&](const Term& atom) {
      if (read || context.keyword(atom) != Keyword::sees) {
        return;
      }
      read = true;
      warn(context, atom.span,
           "`sees` only appears in heads in GDL-II, since percepts are not conditions of rules; "
           "here it is read like any other relation");
    });
  }
}

}  // namespace tesuji::frontend
