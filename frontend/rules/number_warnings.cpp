#include "frontend/rules/number_warnings.h"

#include "ir/core/decimal.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace tesuji::frontend {
namespace {

using Premises = std::vector<RulePremise>;

class NumberWarnings {
 public:
  NumberWarnings(const std::map<ir::Symbol, ir::RelationId>& ids, const ir::Module& module,
                 ir::Diagnostics& diagnostics)
      : ids_(ids), module_(module), diagnostics_(diagnostics) {}

  /// `scopes`: premises whose variables can be used here, the innermost last.
  void look_at(const Premises& premises, std::vector<const Premises*> scopes) {
    scopes.push_back(&premises);
    for (const RulePremise& premise : premises) {
      const bool by_size = premise.kind == RulePremise::Kind::compare &&
                           premise.comparison != ir::Comparison::same &&
                           premise.comparison != ir::Comparison::different;
      if (by_size) warn(premise, 0, "compare", "this comparison never holds", scopes);
      if (premise.kind == RulePremise::Kind::compute) {
        warn(premise, 1, "compute", "this function never has a value", scopes);
      }
      look_at(premise.body, scopes);
    }
  }

 private:
  void warn(const RulePremise& premise, std::size_t first, const char* code, const char* what,
            const std::vector<const Premises*>& scopes) {
    for (std::size_t i = first; i < premise.pattern.args.size(); ++i) {
      const RuleArgument& argument = premise.pattern.args[i];
      const std::string reason = argument.kind == RuleArgument::Kind::variable
                                     ? values_without_numbers(scopes, argument.name)
                                     : constant_without_number(argument.name);
      if (reason.empty()) continue;
      diagnostics_.warning(premise.span, code, fmt::format("{}: {}", what, reason));
      break;
    }
  }

  [[nodiscard]] std::string constant_without_number(ir::Symbol constant) const {
    const std::string& name = module_.symbols->text(constant);
    return ir::parse_decimal(name) ? "" : fmt::format("`{}` is no number", name);
  }

  /// That the variable has values, and none of them is a number; empty where that is not so.
  [[nodiscard]] std::string values_without_numbers(const std::vector<const Premises*>& scopes,
                                                   ir::Symbol variable) const {
    for (const Premises* premises : scopes) {
      for (const RulePremise& premise : *premises) {
        if (premise.kind != RulePremise::Kind::present) continue;
        std::string reason = values_without_numbers(premise, variable);
        if (!reason.empty()) return reason;
      }
    }
    return {};
  }

  [[nodiscard]] std::string values_without_numbers(const RulePremise& premise,
                                                   ir::Symbol variable) const {
    const ir::Relation& relation = module_.relations[ids_.at(premise.pattern.relation)];
    for (std::size_t c = 0; c < premise.pattern.args.size(); ++c) {
      const RuleArgument& argument = premise.pattern.args[c];
      if (argument.kind != RuleArgument::Kind::variable || argument.name != variable) continue;
      const ir::Domain& domain = module_.domains[relation.columns[c]];
      const bool any =
          domain.open ||
          std::any_of(domain.values.begin(), domain.values.end(), [&](ir::Symbol value) {
            return ir::parse_decimal(module_.symbols->text(value)).has_value();
          });
      if (any || domain.values.empty()) continue;
      return fmt::format("no value of ?{} is a number (as `{}`)", module_.symbols->text(variable),
                         module_.symbols->text(domain.values.front()));
    }
    return {};
  }

  const std::map<ir::Symbol, ir::RelationId>& ids_;
  const ir::Module& module_;
  ir::Diagnostics& diagnostics_;
};

}  // namespace

void warn_of_names_as_numbers(const RuleSet& rules, const std::map<ir::Symbol, ir::RelationId>& ids,
                              const ir::Module& module, ir::Diagnostics& diagnostics) {
  NumberWarnings warnings(ids, module, diagnostics);
  for (const ProductionRule& rule : rules.rules) warnings.look_at(rule.premises, {});
}

}  // namespace tesuji::frontend
