#include "frontend/checks.h"
#include "frontend/gdl_visit.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

bool is_constant(const Term& term) {
  return term.kind == Term::Kind::constant;
}

/// An integer from 0 to 100, written in decimal.
bool is_goal_value(std::string_view text) {
  constexpr std::size_t most_digits = 3;
  if (text.empty() || text.size() > most_digits ||
      !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return false;
  }
  return std::stoi(std::string(text)) <= 100;
}

class Suspicions {
 public:
  explicit Suspicions(const CheckContext& context) : context_(context) {
    for (const Clause& clause : context.rulesheet.clauses) {
      if (defined_.insert(clause.head.name).second) {
        defined_names_.push_back(context.name(clause.head));
      }
    }
  }

  void check_roles() {
    for (const Clause& clause : context_.rulesheet.clauses) {
      if (context_.keyword(clause.head) != Keyword::role || clause.head.args.size() != 1) {
        continue;
      }
      const Term& role = clause.head.args.front();
      if (is_constant(role) && !roles_.emplace(role.name, clause.span).second) {
        warn(clause.span, "duplicate-role",
             fmt::format("the role `{}` is named twice; it is one player", context_.name(role)))
            .notes.push_back({roles_.at(role.name), "here for the first time"});
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
             fmt::format("`{}` is no role, so this clause says nothing", context_.name(args[0])));
      }
      if (keyword == Keyword::goal && is_constant(args[1]) &&
          !is_goal_value(context_.name(args[1]))) {
        warn(args[1].span, "goal-value",
             fmt::format("`{}` is no goal value: an integer from 0 to 100 is expected",
                         context_.name(args[1])));
      }
    }
  }

  void check_undefined() {
    std::unordered_set<ir::Symbol> reported;
    for (const Clause& clause : context_.rulesheet.clauses) {
      for_each_atom(clause.body, [&](const Term& atom) {
        if (context_.keyword(atom) == Keyword::none && !defined_.contains(atom.name) &&
            reported.insert(atom.name).second) {
          warn_undefined(atom);
        }
      });
    }
  }

  void check_unused() {
    std::unordered_set<ir::Symbol> used;
    for (const Clause& clause : context_.rulesheet.clauses) {
      for_each_atom(clause.body, [&](const Term& atom) {
        if (atom.name != clause.head.name) {
          used.insert(atom.name);
        }
      });
    }
    for (const Clause& clause : context_.rulesheet.clauses) {
      if (context_.keyword(clause.head) == Keyword::none && used.insert(clause.head.name).second) {
        warn(clause.head.span, "unused",
             fmt::format("nothing uses the relation `{}`", context_.name(clause.head)));
      }
    }
  }

  void check_dialect() {
    for (const Clause& clause : context_.rulesheet.clauses) {
      if (context_.keyword(clause.head) == Keyword::sees) {
        warn(clause.head.span, "gdl-ii",
             "`sees` belongs to GDL-II: here it is an ordinary relation, every player sees the "
             "whole state, and `random` is an ordinary player");
        return;
      }
    }
  }

 private:
  ir::Diagnostic& warn(ir::Span span, std::string code, std::string message) {
    return context_.diagnostics.warning(span, std::move(code), std::move(message));
  }

  void warn_undefined(const Term& atom) {
    const std::string& name = context_.name(atom);
    std::string message =
        fmt::format("no clause defines the relation `{}`, so it never holds", name);
    if (const std::string nearest = ir::nearest_name(name, defined_names_); !nearest.empty()) {
      message += fmt::format("; did you mean `{}`?", nearest);
    }
    warn(atom.span, "undefined", std::move(message));
  }

  const CheckContext& context_;
  std::unordered_set<ir::Symbol> defined_;
  std::vector<std::string> defined_names_;
  std::unordered_map<ir::Symbol, ir::Span> roles_;
};

}  // namespace

void check_suspicions(const CheckContext& context) {
  Suspicions suspicions(context);
  suspicions.check_roles();
  suspicions.check_players();
  suspicions.check_undefined();
  suspicions.check_unused();
  suspicions.check_dialect();
}

}  // namespace tesuji::frontend
