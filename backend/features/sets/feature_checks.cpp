#include "backend/features/sets/feature_checks.h"

#include "frontend/prolog/feature_aggregates.h"
#include "ir/module/term_pattern.h"
#include "passes/analysis/impossible_literals.h"
#include "passes/clauses/infer_domains.h"
#include "passes/core/pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

/// Returns `, but b, d and w are`, with as many of the values as fit into a message.
std::string shown(const std::vector<std::string>& values) {
  constexpr std::size_t most = 8;
  if (values.size() == 1) return fmt::format(", but `{}` is", values.front());
  const std::size_t kept = values.size() <= most ? values.size() - 1 : most - 1;
  std::string text = ", but ";
  for (std::size_t i = 0; i < kept; ++i)
    text += fmt::format("{}`{}`", i == 0 ? "" : ", ", values[i]);
  return text + (kept + 1 == values.size()
                     ? fmt::format(" and `{}` are", values.back())
                     : fmt::format(" and {} others are", values.size() - kept));
}

class Checks {
 public:
  Checks(const frontend::LoweredFeatures& lowered, const ir::Module& module,
         ir::Diagnostics& diagnostics)
      : lowered_(lowered), module_(module), diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t r = lowered_.game_rules; r < module_.rules.size(); ++r) {
      const ir::Rule& rule = module_.rules[r];
      for (const ir::Literal& literal : rule.body) {
        if (lowered_.upto != ir::no_id && literal.relation == lowered_.upto)
          check_values(rule, literal);
      }
      for (const passes::ImpossibleLiteral& one : passes::impossible_literals(module_, rule)) {
        const ir::RelationId relation = rule.body[one.literal].relation;
        // Values none of which counts, such as 0, are not a fault.
        if (relation != lowered_.upto && relation != lowered_.over) found_.emplace_back(r, one);
      }
    }
    warn_where_always();
  }

 private:
  /// Warns of literals that are impossible in all rules made from them: a literal whose terms have
  /// several forms is in several rules.
  void warn_where_always() {
    // A negation may have become a rule with the negated literal.
    using Key = std::pair<frontend::Place, ir::Literal::Kind>;
    const auto key = [](const ir::Literal& literal) {
      return Key(frontend::place_of(literal.span), literal.kind);
    };
    std::map<Key, std::pair<std::set<std::size_t>, std::set<std::size_t>>> rules;
    for (std::size_t r = lowered_.game_rules; r < module_.rules.size(); ++r) {
      for (const ir::Literal& literal : module_.rules[r].body) {
        rules[key(literal)].first.insert(r);
      }
    }
    const auto at = [&](const auto& one) {
      return key(module_.rules[one.first].body[one.second.literal]);
    };
    for (const auto& one : found_) rules[at(one)].second.insert(one.first);
    std::set<Key> reported;
    for (const auto& one : found_) {
      const auto& [all, impossible] = rules[at(one)];
      if (all.size() > impossible.size()) continue;
      if (all.size() == 1 || reported.insert(at(one)).second) {
        warn(module_.rules[one.first], one.second);
      }
    }
  }

  /// Checks the values of a sum or maximum: the second argument.
  void check_values(const ir::Rule& rule, const ir::Literal& upto) {
    for (const ir::Symbol value : values_of(rule, upto.args[1])) {
      const std::string& text = module_.symbols->text(value);
      if (frontend::addend(text)) continue;
      diagnostics_.error(place(upto, 1), "feature",
                         fmt::format("sum, max and min are of integers from 0 to {} here, and this "
                                     "may be `{}`",
                                     frontend::most_addend, text));
      return;
    }
  }

  /// Returns the values that the argument can have by its places in the rule, except places that
  /// only count.
  [[nodiscard]] std::vector<ir::Symbol> values_of(const ir::Rule& rule,
                                                  const ir::Argument& arg) const {
    if (arg.kind == ir::Argument::Kind::constant) return {arg.id};
    std::optional<std::vector<ir::Symbol>> values;
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::positive || literal.relation == lowered_.upto)
        continue;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (!(literal.args[c] == arg)) continue;
        const ir::Domain& domain = module_.domains[module_.relations[literal.relation].columns[c]];
        if (!values) values = domain.values;
        std::erase_if(*values, [&](ir::Symbol value) { return domain.position(value) < 0; });
      }
    }
    return values.value_or(std::vector<ir::Symbol>());
  }

  void warn(const ir::Rule& rule, const passes::ImpossibleLiteral& found) {
    const ir::Literal& literal = rule.body[found.literal];
    const std::string what = literal.kind == ir::Literal::Kind::negative
                                 ? "this negation always holds"
                                 : "this clause can never hold";
    std::string why = "no number of the program fits this comparison";
    if (!lowered_.comparisons.contains(literal.relation)) {
      why = found.constant
                ? constant_text(*found.constant, literal.relation, found.column)
                : fmt::format("no value of `{}` in this clause occurs in this place of `{}`",
                              rule.variables[literal.args[found.column].id],
                              name_of(literal.relation));
    }
    diagnostics_.warning(place(literal, found.column), "unreachable",
                         fmt::format("{}: {}", what, why));
  }

  [[nodiscard]] std::string constant_text(ir::Symbol constant, ir::RelationId id,
                                          std::size_t column) const {
    const ir::Relation& relation = module_.relations[id];
    std::vector<std::string> values;
    for (const ir::Symbol value : module_.domains[relation.columns[column]].values) {
      values.push_back(module_.symbols->text(value));
    }
    const std::string& name = module_.symbols->text(constant);
    const std::string nearest = ir::nearest_name(name, values);
    return fmt::format("`{}` is never in this place of `{}`{}{}", name, name_of(id), shown(values),
                       nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
  }

  /// Returns a feature's name for the relation: fluents of a game have their own names.
  [[nodiscard]] std::string name_of(ir::RelationId id) const {
    const ir::Relation& relation = module_.relations[id];
    if (!relation.written.empty()) return relation.written;
    const ir::TermPattern atom = ir::atom_pattern(module_, id);
    const bool fluent = relation.kind == ir::RelationKind::state && atom.args.size() == 1 &&
                        !atom.args[0].is_leaf();
    return module_.symbols->text(fluent ? atom.args[0].functor : atom.functor);
  }

  /// Returns the place of the argument, if known.
  [[nodiscard]] ir::Span place(const ir::Literal& literal, std::size_t column) const {
    const auto spans = lowered_.argument_spans.find(frontend::place_of(literal.span));
    return spans == lowered_.argument_spans.end() || column >= spans->second.size()
               ? literal.span
               : spans->second[column];
  }

  const frontend::LoweredFeatures& lowered_;
  const ir::Module& module_;
  ir::Diagnostics& diagnostics_;
  std::vector<std::pair<std::size_t, passes::ImpossibleLiteral>> found_;  ///< by rule
};

}  // namespace

bool check_features(const frontend::LoweredFeatures& lowered, ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  ir::Module module = lowered.module;  // the pipeline later adds its domains
  passes::PassContext context{diagnostics, {}};
  passes::infer_domains(module, context);
  Checks(lowered, module, diagnostics).run();
  return diagnostics.error_count() == errors;
}

}  // namespace tesuji::driver
