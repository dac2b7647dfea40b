#include "passes/ordering/plan_profile.h"

#include "ir/text/origins.h"
#include "passes/ordering/literal_views.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;
using ir::Operation;
using Kind = Operation::Kind;

bool is_premise(const Operation& op) {
  return op.kind != Kind::exists && op.kind != Kind::unless_derived && op.kind != Kind::insert &&
         op.kind != Kind::given;
}

Literal::Kind literal_kind(const Operation& op) {
  switch (op.kind) {
    case Kind::absent:
      return Literal::Kind::negative;
    case Kind::different:
      return Literal::Kind::different;
    case Kind::same:
      return Literal::Kind::same;
    default:
      return Literal::Kind::positive;
  }
}

/// Returns a plan's rule; if it is missing, one made from the plan's operations.
ir::Rule rule_from(const ir::Plan& plan) {
  ir::Rule rule;
  rule.name = plan.rule;
  rule.variables = plan.variables;
  const auto as_clause = [](std::vector<Argument> args) {
    for (Argument& arg : args) {
      if (arg.kind == Argument::Kind::binder) arg.kind = Argument::Kind::variable;
    }
    return args;
  };
  const auto collect = [&](const auto& self, const std::vector<Operation>& ops) -> void {
    for (const Operation& op : ops) {
      self(self, op.body);
      if (!is_premise(op)) continue;
      rule.body.push_back(
          {literal_kind(op), op.relation, as_clause(op.args), as_clause(op.right), op.span});
    }
  };
  collect(collect, plan.ops);
  return rule;
}

class PlanProfiler {
 public:
  PlanProfiler(const ir::Module& module, const ir::Plan& plan, const ir::Rule& rule,
               const std::vector<std::uint64_t>& trials, ir::Origins& origins)
      : trials_(trials),
        origins_(origins),
        plan_(plan),
        rule_(rule),
        views_(views_of(module, rule)),
        told_(rule.body.size()),
        bound_(rule.variables.size()) {}

  ProfiledRule run() {
    // The plan of a head without variables ends with the first tuple.
    const std::vector<Argument>& head = plan_.ops.back().args;
    const bool once = std::none_of(head.begin(), head.end(), [](const Argument& arg) {
      return arg.kind == Argument::Kind::variable;
    });
    walk(plan_.ops, 0, 0, once);
    return {rule_.name, std::move(premises_), 0, 0, {}};
  }

 private:
  /// Whether a comparison equates a column with a copy of its variable: then it belongs to the
  /// premise before it (order_joins.h).
  [[nodiscard]] bool is_repeat(const Operation& op) const {
    return op.kind == Kind::same && op.right.size() == 1 &&
           op.right[0].kind == Argument::Kind::variable && op.right[0].id >= rule_.variables.size();
  }

  /// `place`: position of the first of these operations; `behind`: trials of the operations after
  /// them.
  void walk(const std::vector<Operation>& ops, std::size_t place, std::uint64_t behind,
            bool first_witness) {
    for (std::size_t i = 0; i < ops.size();) {
      const Operation& op = ops[i];
      std::size_t next = place + 1 + count_operations(op.body);
      for (++i; i < ops.size() && is_repeat(ops[i]); ++i) ++next;
      const std::uint64_t passed = i < ops.size() ? trials_[next] : behind;
      if (op.kind == Kind::exists) {
        const std::vector<bool> before = bound_;
        walk(op.body, place + 1, passed, true);
        bound_ = before;
      } else if (is_premise(op)) {
        add(op, trials_[place], passed, first_witness);
      }
      place = next;
    }
  }

  /// Whether an operation's arguments can be the literal's.
  [[nodiscard]] bool agree(const std::vector<Argument>& literal,
                           const std::vector<Argument>& operation) const {
    return std::equal(literal.begin(), literal.end(), operation.begin(), operation.end(),
                      [&](const Argument& wanted, const Argument& found) {
                        if (wanted.kind != Argument::Kind::variable) return wanted == found;
                        return found.kind == Argument::Kind::ignore ||
                               (found.kind != Argument::Kind::constant &&
                                (found.id == wanted.id || found.id >= rule_.variables.size()));
                      });
  }

  /// Returns the literal of the operation. Of several that differ only in unused columns, the one
  /// with the same place in the source.
  [[nodiscard]] std::optional<std::size_t> literal_of(const Operation& op) {
    std::optional<std::size_t> found;
    const ir::Span place = origins_.of(op.span);
    for (std::size_t i = 0; i < rule_.body.size(); ++i) {
      const Literal& literal = rule_.body[i];
      const bool is_it = !told_[i] && literal.kind == literal_kind(op) &&
                         literal.relation == op.relation && agree(literal.args, op.args) &&
                         agree(literal.right, op.right);
      if (!is_it) continue;
      const bool is_at_place = origins_.of(literal.span) == place;
      if (!found || is_at_place) found = i;
      if (is_at_place) break;
    }
    return found;
  }

  void add(const Operation& op, std::uint64_t trials, std::uint64_t matches, bool first_witness) {
    const std::optional<std::size_t> literal = literal_of(op);
    if (!literal) return;
    told_[*literal] = true;
    const LiteralView& view = views_[*literal];
    ProfiledPremise seen;
    seen.trials = trials;
    seen.matches = matches;
    // If a column is unused, tuples that differ only in it may count as one match or several.
    const bool ignores = std::any_of(op.args.begin(), op.args.end(), [](const Argument& arg) {
      return arg.kind == Argument::Kind::ignore;
    });
    seen.first_witness = first_witness || (ignores && op.kind != Kind::absent);
    seen.new_only = op.delta;
    seen.premise.kind = view.kind;
    seen.premise.relation = view.relation;
    std::vector<ir::VariableId> mentioned;
    for (const LiteralArgument& arg : view.args) {
      ir::PremisePattern::Argument pattern;
      if (arg.kind == LiteralArgument::Kind::constant) {
        pattern = {ir::PremisePattern::Argument::Kind::constant, std::string(arg.constant)};
      } else if (arg.kind == LiteralArgument::Kind::variable) {
        pattern = {ir::PremisePattern::Argument::Kind::variable, rule_.variables[arg.variable]};
        const bool again =
            std::find(mentioned.begin(), mentioned.end(), arg.variable) != mentioned.end();
        if (!again) mentioned.push_back(arg.variable);
      }
      seen.premise.args.push_back(std::move(pattern));
    }
    for (const ir::VariableId variable : mentioned) {
      if (bound_[variable]) seen.bound.push_back(rule_.variables[variable]);
      bound_[variable] = true;
    }
    premises_.push_back(std::move(seen));
  }

  const std::vector<std::uint64_t>& trials_;
  ir::Origins& origins_;
  const ir::Plan& plan_;
  const ir::Rule& rule_;
  std::vector<LiteralView> views_;
  std::vector<bool> told_;   ///< by literal: already recorded
  std::vector<bool> bound_;  ///< by the rule's variables
  std::vector<ProfiledPremise> premises_;
};

}  // namespace

Profile make_plan_profile(const ir::Module& module,
                          const std::vector<std::vector<std::uint64_t>>& trials, bool whole,
                          const std::vector<std::uint64_t>& nanoseconds) {
  std::map<std::string_view, const ir::Rule*> rules;
  for (const ir::Rule& rule : module.rules) rules.emplace(rule.name, &rule);
  Profile profile;
  ir::Origins origins(*module.sources);
  for (std::size_t p = 0; p < module.plans.size(); ++p) {
    const ir::Plan& plan = module.plans[p];
    if (trials[p].empty() || trials[p][0] == 0) continue;
    const auto rule = rules.find(plan.rule);
    const ir::Rule made = rule == rules.end() ? rule_from(plan) : ir::Rule{};
    const ir::Rule& source = rule == rules.end() ? made : *rule->second;
    profile.push_back(PlanProfiler(module, plan, source, trials[p], origins).run());
    if (!whole) leave_out_broken(profile.back());
    profile.back().evaluations = trials[p][0];
    profile.back().nanoseconds = p < nanoseconds.size() ? nanoseconds[p] : 0;
    profile.back().place = origins.of(source.span);
  }
  return profile;
}

}  // namespace tesuji::passes
