#include "frontend/rules/rules_checks.h"

#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace tesuji::frontend {
namespace {

bool is_variable(const RuleArgument& argument) {
  return argument.kind == RuleArgument::Kind::variable;
}

std::size_t size_of(const std::vector<RulePremise>& premises) {
  std::size_t size = premises.size();
  for (const RulePremise& premise : premises) {
    size += size_of(premise.body);
    std::set<ir::Symbol> seen;
    for (const RuleArgument& argument : premise.pattern.args) {
      if (is_variable(argument)) size += seen.insert(argument.name).second ? 0 : 1;
    }
  }
  return size;
}

void add_places(const std::vector<RulePremise>& premises,
                std::map<ir::Symbol, std::size_t>& places) {
  for (const RulePremise& premise : premises) {
    for (const RuleArgument& argument : premise.pattern.args) {
      if (is_variable(argument)) ++places[argument.name];
    }
    add_places(premise.body, places);
  }
}

/// Adds the variables that the premises bind.
void add_bound(const std::vector<RulePremise>& premises, std::set<ir::Symbol>& bound) {
  for (const RulePremise& premise : premises) {
    if (premise.kind != RulePremise::Kind::present) continue;
    for (const RuleArgument& argument : premise.pattern.args) {
      if (is_variable(argument)) bound.insert(argument.name);
    }
  }
  for (bool more = true; more;) {
    more = false;
    for (const RulePremise& premise : premises) {
      if (premise.kind != RulePremise::Kind::compute) continue;
      const std::vector<RuleArgument>& args = premise.pattern.args;
      const bool ready = std::all_of(args.begin() + 1, args.end(), [&](const auto& argument) {
        return !is_variable(argument) || bound.contains(argument.name);
      });
      if (ready && is_variable(args[0])) more |= bound.insert(args[0].name).second;
    }
  }
}

}  // namespace

std::set<ir::Symbol> bound_variables(const std::vector<RulePremise>& premises) {
  std::set<ir::Symbol> bound;
  add_bound(premises, bound);
  return bound;
}

std::size_t RuleChecks::size_of(const ProductionRule& rule) {
  return frontend::size_of(rule.premises);
}

ir::Diagnostic& RuleChecks::fail(ir::Span span, std::string message, std::string code) {
  good_ = false;
  return diagnostics_.error(span, std::move(code), std::move(message));
}

void RuleChecks::declare(ir::Symbol relation, std::size_t columns, ir::Span span) {
  functions_.emplace(relation, span);
  arities_.emplace(relation, std::pair{columns, span});
}

bool RuleChecks::check(const ProductionRule& rule) {
  good_ = true;
  check_arities(rule.premises);
  const Variables bound = bound_variables(rule.premises);
  Places places;
  add_places(rule.premises, places);
  check_premises(rule.premises, bound, places);
  for (const RuleConclusion& conclusion : rule.conclusions) check_conclusion(conclusion, bound);
  return good_;
}

void RuleChecks::check_premises(const std::vector<RulePremise>& premises, const Variables& bound,
                                const Places& places) {
  for (const RulePremise& premise : premises) {
    switch (premise.kind) {
      case RulePremise::Kind::present:
        break;
      case RulePremise::Kind::compare:
        check_bound(premise.pattern, "a comparison", bound);
        break;
      case RulePremise::Kind::compute: {
        RulePattern operands = premise.pattern;
        operands.args.erase(operands.args.begin());
        check_bound(operands, "this function", bound);
        break;
      }
      case RulePremise::Kind::absent: {
        // A variable that occurs only here matches any value.
        RulePattern shared = premise.pattern;
        std::erase_if(shared.args, [&](const RuleArgument& argument) {
          return is_variable(argument) && places.at(argument.name) == 1;
        });
        check_bound(shared, "this `absent` premise", bound);
        break;
      }
      case RulePremise::Kind::absent_all: {
        Variables inside = bound;
        add_bound(premise.body, inside);
        check_premises(premise.body, inside, places);
        break;
      }
    }
  }
}

void RuleChecks::check_bound(const RulePattern& pattern, std::string_view what,
                             const Variables& bound) {
  for (const RuleArgument& argument : pattern.args) {
    if (!is_variable(argument) || bound.contains(argument.name)) continue;
    fail(argument.span,
         fmt::format("no `present` premise has the variable ?{}, which {} needs",
                     symbols_.text(argument.name), what),
         "unsafe");
  }
}

void RuleChecks::check_conclusion(const RuleConclusion& conclusion, const Variables& bound) {
  check_bound(conclusion.pattern, "the conclusion", bound);
  check_arity(conclusion.pattern);
  for (const RuleArgument& argument : conclusion.pattern.args) {
    if (argument.kind != RuleArgument::Kind::any) continue;
    fail(argument.span, "`_` is not allowed in a conclusion", "unsafe");
  }
  const auto function = functions_.find(conclusion.pattern.relation);
  if (function == functions_.end()) return;
  fail(conclusion.span,
       fmt::format("`{}` is a function, whose table is given: no rule can change it",
                   symbols_.text(conclusion.pattern.relation)),
       "function")
      .notes.push_back({function->second, "it is declared here"});
}

void RuleChecks::check_arities(const std::vector<RulePremise>& premises) {
  for (const RulePremise& premise : premises) {
    if (premise.kind == RulePremise::Kind::present || premise.kind == RulePremise::Kind::absent)
      check_arity(premise.pattern);
    check_arities(premise.body);
  }
}

void RuleChecks::check_arity(const RulePattern& pattern) {
  const auto [found, is_new] =
      arities_.emplace(pattern.relation, std::pair{pattern.args.size(), pattern.span});
  if (is_new || found->second.first == pattern.args.size()) return;
  fail(pattern.span,
       fmt::format("`{}` has {} here, and {} elsewhere", symbols_.text(pattern.relation),
                   ir::counted(pattern.args.size(), "argument"), found->second.first),
       "arity")
      .notes.push_back({found->second.second, "here"});
}

}  // namespace tesuji::frontend
