#include "passes/metarules.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::OrderingMetarule;
using ir::PremisePattern;

/// Metavariable -> the rule's variable.
using Match = std::map<std::string_view, std::uint32_t>;

/// What a metavariable matches where the literal has `_`: a variable that nothing else
/// mentions, and that is never bound.
constexpr std::uint32_t nameless = ~std::uint32_t{0};

/// Extends the match so that the pattern is the literal; false, and the match
/// possibly extended in part, if it cannot be. `bound`: where it would stand, so that
/// `_` is not for what it would bind; null for a condition, which may stand anywhere.
bool match_literal(const PremisePattern& pattern, const LiteralView& literal,
                   const std::vector<bool>* bound, Match& match) {
  if (pattern.kind != literal.kind || pattern.relation != literal.relation ||
      pattern.args.size() != literal.args.size()) {
    return false;
  }
  for (std::size_t i = 0; i < pattern.args.size(); ++i) {
    const PremisePattern::Argument& wanted = pattern.args[i];
    const LiteralArgument& given = literal.args[i];
    switch (wanted.kind) {
      case PremisePattern::Argument::Kind::any:
        if (bound != nullptr && given.kind == LiteralArgument::Kind::variable &&
            !(*bound)[given.variable]) {
          return false;
        }
        break;
      case PremisePattern::Argument::Kind::constant:
        if (given.kind != LiteralArgument::Kind::constant || given.constant != wanted.text) {
          return false;
        }
        break;
      case PremisePattern::Argument::Kind::variable: {
        if (given.kind == LiteralArgument::Kind::constant) return false;
        const std::uint32_t variable =
            given.kind == LiteralArgument::Kind::variable ? given.variable : nameless;
        const auto [found, is_new] = match.emplace(wanted.text, variable);
        if (!is_new && (found->second != variable || variable == nameless)) return false;
        break;
      }
    }
  }
  return true;
}

/// Whether the metarule's further conditions from `next` on are met by literals of
/// the rule other than `which`, for some extension of the match.
bool match_conditions(const OrderingMetarule& metarule, std::size_t next,
                      const std::vector<LiteralView>& rule, std::size_t which,
                      const std::vector<bool>& bound, const Match& match) {
  if (next == metarule.conditions.size()) {
    const auto is = [&](const std::string& name, bool wanted) {
      const auto found = match.find(name);
      if (found == match.end()) return false;
      return (found->second != nameless && bound[found->second]) == wanted;
    };
    return std::all_of(metarule.bound.begin(), metarule.bound.end(),
                       [&](const std::string& name) { return is(name, true); }) &&
           std::all_of(metarule.unbound.begin(), metarule.unbound.end(),
                       [&](const std::string& name) { return is(name, false); });
  }
  for (std::size_t i = 0; i < rule.size(); ++i) {
    Match extended = match;
    if (i != which && match_literal(metarule.conditions[next], rule[i], nullptr, extended) &&
        match_conditions(metarule, next + 1, rule, which, bound, extended)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Metarules::Metarules(std::vector<OrderingMetarule> metarules) : metarules_(std::move(metarules)) {
  for (std::size_t i = 0; i < metarules_.size(); ++i) {
    by_relation_[metarules_[i].premise.relation].push_back(i);
  }
}

std::optional<double> Metarules::priority(const std::vector<LiteralView>& rule, std::size_t which,
                                          const std::vector<bool>& bound) const {
  const auto candidates = by_relation_.find(rule[which].relation);
  if (candidates == by_relation_.end()) return std::nullopt;
  std::optional<double> smallest;
  for (const std::size_t i : candidates->second) {
    const OrderingMetarule& metarule = metarules_[i];
    if (smallest && *smallest <= metarule.priority) continue;
    Match match;
    if (match_literal(metarule.premise, rule[which], &bound, match) &&
        match_conditions(metarule, 0, rule, which, bound, match)) {
      smallest = metarule.priority;
    }
  }
  return smallest;
}

}  // namespace tesuji::passes
