#include "frontend/checks.h"
#include "frontend/gdl_visit.h"
#include "frontend/root_causes.h"
#include "frontend/value_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

using Reason = Impossible::Reason;

class UnreachableChecker {
 public:
  explicit UnreachableChecker(const CheckContext& context)
      : context_(context), values_(context.rulesheet, context.keywords) {}

  void check_rules() {
    for (const Clause& clause : context_.rulesheet.clauses) {
      if (std::optional<Impossible> found = values_.impossible(clause)) {
        dead_.push_back({&clause, std::move(*found)});
      }
    }
    for (const Dead& dead : root_causes(dead_, context_.keywords)) {
      report(dead.reason);
    }
  }

  /// Roles that no clause of `keyword` can be about, unless it is one that cannot fire,
  /// after check_rules(). `random`, the player of GDL-II, has no goals.
  void check_roles(Keyword keyword, std::string_view code, std::string_view lack) {
    std::unordered_set<ir::Symbol> seen;
    for (const Clause& clause : context_.rulesheet.clauses) {
      if (context_.keyword(clause.head) != Keyword::role) {
        continue;
      }
      const Term& role = clause.head.args.front();
      const std::string& name = context_.name(role);
      if (!seen.insert(role.name).second || values_.may_begin_with(keyword, role.name) ||
          (keyword == Keyword::goal && name == "random") || dead_for(keyword, role)) {
        continue;
      }
      context_.diagnostics.warning(role.span, std::string(code),
                                   fmt::format("no clause gives the role `{}` a {}", name, lack));
    }
  }

 private:
  [[nodiscard]] bool dead_for(Keyword keyword, const Term& role) const {
    return std::any_of(dead_.begin(), dead_.end(), [&](const Dead& dead) {
      const Term& head = dead.clause->head;
      return context_.keyword(head) == keyword && !head.args.empty() &&
             !clash(head.args.front(), role);
    });
  }

  void report(const Impossible& found) {
    switch (found.reason) {
      case Reason::relation:
        warn(found.literal->span, fmt::format("`{}` never holds", name(found)));
        return;
      case Reason::value:
        warn(found.term->span, fmt::format("no clause puts {} in this place of `{}`{}",
                                           form_of(*found.term), name(found), meant(found)));
        return;
      case Reason::variable:
        warn(found.term->span, fmt::format("what {} is elsewhere in this rule is never in this "
                                           "place of `{}`",
                                           context_.text(*found.term), name(found)));
        return;
      case Reason::disjunction:
        warn(found.literal->span, "none of the alternatives can hold");
        return;
      case Reason::comparison:
        warn(found.literal->span, found.literal->kind == Literal::Kind::distinct
                                      ? "a term is never distinct from itself"
                                      : "these terms are never the same");
        return;
    }
  }

  /// Of the relation that the rule needs.
  [[nodiscard]] const std::string& name(const Impossible& found) const {
    return context_.name(found.literal->atom);
  }

  [[nodiscard]] std::string form_of(const Term& term) const {
    const std::string& name = context_.name(term);
    if (term.kind == Term::Kind::constant) {
      return fmt::format("`{}`", name);
    }
    if (term.args.empty()) {
      return fmt::format("`{}`", context_.form(term));
    }
    return fmt::format("a term `{}` with {} argument{}", context_.form(term), term.args.size(),
                       term.args.size() == 1 ? "" : "s");
  }

  [[nodiscard]] std::string meant(const Impossible& found) const {
    std::vector<std::string> names;
    for (const ir::Symbol symbol : found.possible) {
      names.push_back(context_.symbols.text(symbol));
    }
    const std::string nearest = ir::nearest_name(context_.name(*found.term), names);
    return nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
  }

  void warn(ir::Span span, const std::string& reason) {
    context_.diagnostics.warning(span, "unreachable",
                                 fmt::format("this rule can never fire: {}", reason));
  }

  const CheckContext& context_;
  ValueSets values_;
  std::vector<Dead> dead_;  ///< all clauses that can never fire
};

}  // namespace

void check_unreachable(const CheckContext& context) {
  UnreachableChecker checker(context);
  checker.check_rules();
  checker.check_roles(Keyword::legal, "no-moves", "move");
  checker.check_roles(Keyword::goal, "no-goals", "goal value");
}

}  // namespace tesuji::frontend
