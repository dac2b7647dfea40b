// Reports clauses that are allowed but probably not intended, among them those that occur twice, or
// twice with different values of a goal.
#include "frontend/gdl/checks/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// --- Rules

namespace {

bool is_constant(const Term& term) {
  return term.kind == Term::Kind::constant;
}

/// Whether the text is a decimal integer from 0 to 100, as runtime::goal_value accepts it.
bool is_goal_value(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value >= 0 && value <= 100 &&
         !text.starts_with('-');
}

class Suspicions {
 public:
  explicit Suspicions(const CheckContext& context) : context_(context) {}

  void check_roles() {
    for (const Clause& clause : context_.rulesheet.clauses) {
      if (context_.keyword(clause.head) != Keyword::role || clause.head.args.size() != 1) {
        continue;
      }
      const Term& role = clause.head.args.front();
      if (!is_constant(role)) continue;
      if (roles_.emplace(role.name, clause.span).second) {
        in_order_.push_back(&role);
      } else {
        warn(clause.span, "duplicate-role",
             fmt::format("the role `{}` is named twice; it is one player", context_.name(role)))
            .notes.push_back({roles_.at(role.name), "first given here"});
      }
    }
  }

  void check_players() {
    for (const Clause& clause : context_.rulesheet.clauses) {
      const Keyword keyword = context_.keyword(clause.head);
      const std::vector<Term>& args = clause.head.args;
      if ((keyword != Keyword::legal && keyword != Keyword::goal) || args.size() != 2) {
        continue;
      }
      if (!roles_.empty() && is_constant(args[0]) && !roles_.contains(args[0].name)) {
        warn(args[0].span, "stranger",
             fmt::format("`{}` is not a role, so this clause has no effect{}",
                         context_.name(args[0]), meant_role(args[0])));
      }
      if (keyword == Keyword::goal) {
        check_goal_value(args[1]);
      }
    }
  }

  /// Reports roles whose only goal value is 0; `random`, the player of GDL-II, is exempt.
  void check_winners() {
    for (const Term* role : in_order_) {
      const Clause* loses = nullptr;
      bool may_win = false;
      for (const Clause& clause : context_.rulesheet.clauses) {
        const std::vector<Term>& args = clause.head.args;
        if (context_.keyword(clause.head) != Keyword::goal || args.size() != 2) continue;
        if (is_constant(args[0]) && args[0].name != role->name) continue;
        if (loses == nullptr) loses = &clause;
        may_win = may_win || clause.body.empty() || !is_constant(args[1]) ||
                  context_.name(args[1]) != "0";
      }
      if (loses == nullptr || may_win || context_.name(*role) == "random") continue;
      warn(loses->span, "no-goals",
           fmt::format("no clause gives the role `{}` a goal value above 0", context_.name(*role)));
    }
  }

 private:
  void check_goal_value(const Term& value) {
    if (is_constant(value) && !is_goal_value(context_.name(value))) {
      warn(value.span, "goal-value",
           fmt::format("`{}` is not a goal value: expected an integer from 0 to 100",
                       context_.name(value)));
    } else if (value.kind == Term::Kind::compound) {
      warn(value.span, "goal-value",
           fmt::format("`{}` is not a goal value: expected an integer from 0 to 100, and GDL has "
                       "no arithmetic",
                       context_.form(value)));
    }
  }

  [[nodiscard]] std::string meant_role(const Term& player) const {
    std::vector<std::string> names;
    for (const auto& [role, span] : roles_) names.push_back(context_.symbols.text(role));
    std::sort(names.begin(), names.end());
    const std::string nearest = ir::nearest_name(context_.name(player), names);
    return nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
  }

  ir::Diagnostic& warn(ir::Span span, std::string code, std::string message) {
    return context_.diagnostics.warning(span, std::move(code), std::move(message));
  }

  const CheckContext& context_;
  std::unordered_map<ir::Symbol, ir::Span> roles_;
  std::vector<const Term*> in_order_;  ///< the same, in source order
};

}  // namespace

void check_suspicions(const CheckContext& context) {
  Suspicions suspicions(context);
  suspicions.check_roles();
  suspicions.check_players();
  if (context.broken == 0) suspicions.check_winners();
}

// --- Repeated clauses

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
