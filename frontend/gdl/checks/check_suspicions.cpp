// Reports rules that are allowed but probably not intended.
#include "frontend/gdl/checks/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::frontend {
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

}  // namespace tesuji::frontend
