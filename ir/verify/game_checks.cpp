#include "ir/verify/game_checks.h"

#include "ir/core/characters.h"
#include "ir/nets/net.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::ir {
namespace {

constexpr int most_goal = 100;

bool is_goal_value(const SymbolTable& symbols, Symbol value) {
  const std::string& text = symbols.text(value);
  if (text.empty() || text.size() > 3) return false;
  int number = 0;
  for (const char c : text) {
    if (!is_digit(c)) return false;
    number = 10 * number + (c - '0');
  }
  return number <= most_goal && (text.size() == 1 || text[0] != '0');
}

/// A tuple that rules, plans or a net derive, as far as it is explicit there.
struct Given {
  RelationId relation = no_id;
  std::vector<std::optional<Symbol>> cells;  ///< nullopt for a variable
  Span span;
};

std::vector<std::optional<Symbol>> constants_of(const std::vector<Argument>& args) {
  std::vector<std::optional<Symbol>> cells;
  for (const Argument& argument : args) {
    const bool is_constant = argument.kind == Argument::Kind::constant;
    cells.push_back(is_constant ? std::optional(argument.id) : std::nullopt);
  }
  return cells;
}

Given given_by(const NetAtom& atom, const Span& span) {
  return {atom.relation, std::vector<std::optional<Symbol>>(atom.args.begin(), atom.args.end()),
          span};
}

/// Returns all answers that the module derives; uses plans because their rules may be absent.
std::vector<Given> all_given(const Module& module) {
  std::vector<Given> all;
  if (module.net) {
    for (const NetMove& move : module.net->moves) {
      all.push_back(given_by(move.atom, move.declaration));
    }
    for (const NetAnswer& goal : module.net->goals) {
      all.push_back(given_by(goal.atom, goal.declaration));
    }
  } else if (module.level == Level::plans) {
    for (const Plan& plan : module.plans) {
      const Operation& insert = plan.ops.back();
      if (plan.delta_of == no_id) {
        all.push_back({insert.relation, constants_of(insert.args), plan.span});
      }
    }
  } else {
    for (const Rule& rule : module.rules) {
      all.push_back({rule.head, constants_of(rule.head_args), rule.span});
    }
  }
  return all;
}

class GameChecker {
 public:
  GameChecker(const Module& module, Diagnostics& diagnostics)
      : module_(module), diagnostics_(diagnostics), given_(all_given(module)) {}

  void check() {
    check_completeness();
    check_initial_state();
    for (const Given& given : given_) {
      const Relation& relation = module_.relations[given.relation];
      if (relation.answer != Answer::legal && relation.answer != Answer::goal) continue;
      check_role(given);
      if (has_goal_values(relation)) check_goal_value(given);
    }
    if (answers(Answer::legal)) check_moves();
  }

 private:
  /// Returns a span for faults that belong to no line.
  [[nodiscard]] Span whole_text() const {
    if (module_.relations.empty()) return {};
    return {module_.relations[0].declaration.file, {0, 0}, {0, 0}};
  }

  [[nodiscard]] bool answers(Answer answer) const { return module_.find_answer(answer) != no_id; }

  void check_completeness() {
    if (module_.roles.empty())
      diagnostics_.error(whole_text(), "no-role", "no role is named (`roles`)");
    constexpr std::array<std::pair<Answer, std::string_view>, 3> needed = {
        {{Answer::legal, "no-legal"},
         {Answer::goal, "no-goal"},
         {Answer::terminal, "no-terminal"}}};
    for (const auto& [answer, code] : needed) {
      // Nets define terminal themselves, or list unanswered questions.
      if (answers(answer) || module_.net) continue;
      diagnostics_.error(whole_text(), std::string(code),
                         fmt::format("no relation answers `{}`", name_of(answer)));
    }
  }

  void check_initial_state() {
    const bool has_fluents =
        std::any_of(module_.relations.begin(), module_.relations.end(),
                    [](const Relation& relation) { return relation.kind == RelationKind::state; });
    if (!has_fluents || starts_with_fluent()) return;
    diagnostics_.warning(whole_text(), "no-fluent", "no fluent holds in the initial state");
  }

  [[nodiscard]] bool starts_with_fluent() const {
    if (module_.net) {
      return std::any_of(module_.net->fluents.begin(), module_.net->fluents.end(),
                         [](const NetFluent& fluent) { return fluent.initially; });
    }
    return std::any_of(
        module_.relations.begin(), module_.relations.end(), [this](const Relation& state) {
          if (state.kind != RelationKind::state || state.init == no_id) return false;
          return module_.relations[state.init].facts.rows > 0 ||
                 std::any_of(given_.begin(), given_.end(),
                             [&](const Given& given) { return given.relation == state.init; });
        });
  }

  void check_role(const Given& given) {
    const std::optional<Symbol> role = given.cells.front();
    if (!role || module_.roles.empty() || is_role(*role)) return;
    std::vector<std::string> names;
    for (const Symbol known : module_.roles) names.push_back(module_.symbols->text(known));
    const std::string nearest = nearest_name(module_.symbols->text(*role), names);
    diagnostics_.warning(
        given.span, "stranger",
        fmt::format("`{}` is not a role, so this has no effect{}", module_.symbols->text(*role),
                    nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest)));
  }

  [[nodiscard]] bool is_role(Symbol symbol) const {
    return std::find(module_.roles.begin(), module_.roles.end(), symbol) != module_.roles.end();
  }

  void check_goal_value(const Given& given) {
    const std::optional<Symbol> value = given.cells.back();
    if (!value || is_goal_value(*module_.symbols, *value)) return;
    diagnostics_.warning(given.span, "goal-value",
                         fmt::format("`{}` is not a goal value: expected an integer from 0 to 100",
                                     module_.symbols->text(*value)));
  }

  /// A role may have a move if its name occurs as a constant, or in the domain of a variable.
  void check_moves() {
    std::set<Symbol> may_move;
    for (const Given& given : given_) {
      const Relation& relation = module_.relations[given.relation];
      if (relation.answer != Answer::legal) continue;
      if (given.cells.front()) {
        may_move.insert(*given.cells.front());
      } else if (relation.columns.front() == no_id) {
        return;  // any role
      } else {
        const auto& values = module_.domains[relation.columns.front()].values;
        may_move.insert(values.begin(), values.end());
      }
    }
    for (const Symbol role : module_.roles) {
      if (may_move.contains(role)) continue;
      diagnostics_.warning(
          whole_text(), "no-moves",
          fmt::format("nothing gives the role `{}` a move", module_.symbols->text(role)));
    }
  }

  const Module& module_;
  Diagnostics& diagnostics_;
  std::vector<Given> given_;
};

}  // namespace

bool is_game(const Module& module) {
  if (!module.roles.empty()) return true;
  return std::any_of(module.relations.begin(), module.relations.end(),
                     [](const Relation& relation) {
                       return relation.answer != Answer::none && relation.answer != Answer::feature;
                     });
}

void check_game(const Module& module, Diagnostics& diagnostics) {
  GameChecker(module, diagnostics).check();
}

}  // namespace tesuji::ir
