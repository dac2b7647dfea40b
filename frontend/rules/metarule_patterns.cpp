#include "frontend/rules/metarule_patterns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace tesuji::frontend {
namespace {

using ir::OrderingMetarule;
using ir::PremisePattern;
using PatternArgument = PremisePattern::Argument;

/// A one-to-one mapping between the metavariables of two metarules.
class Pairing {
 public:
  /// Returns false, possibly after pairing some, if the patterns cannot be equal.
  bool pair(const PremisePattern& a, const PremisePattern& b) {
    if (a.kind != b.kind || a.relation != b.relation || a.args.size() != b.args.size()) {
      return false;
    }
    for (std::size_t i = 0; i < a.args.size(); ++i) {
      if (a.args[i].kind != b.args[i].kind) return false;
      if (a.args[i].kind == PatternArgument::Kind::variable ? !pair(a.args[i].text, b.args[i].text)
                                                            : a.args[i].text != b.args[i].text) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::set<std::string> renamed(const std::vector<std::string>& names) const {
    std::set<std::string> all;
    for (const std::string& name : names) {
      const auto found = there_.find(name);
      if (found != there_.end()) all.insert(found->second);
    }
    return all;
  }

 private:
  bool pair(const std::string& a, const std::string& b) {
    return there_.emplace(a, b).first->second == b && back_.emplace(b, a).first->second == a;
  }

  std::map<std::string, std::string> there_;
  std::map<std::string, std::string> back_;
};

std::set<std::string> set_of(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

/// Whether the conditions of `a` from `next` on equal the conditions of `b` that are not `used`.
bool same_conditions(const OrderingMetarule& a, const OrderingMetarule& b, std::size_t next,
                     const Pairing& pairing, std::vector<bool>& used) {
  if (next == a.conditions.size()) {
    return pairing.renamed(a.bound) == set_of(b.bound) &&
           pairing.renamed(a.unbound) == set_of(b.unbound);
  }
  for (std::size_t i = 0; i < b.conditions.size(); ++i) {
    Pairing extended = pairing;
    if (used[i] || !extended.pair(a.conditions[next], b.conditions[i])) continue;
    used[i] = true;
    if (same_conditions(a, b, next + 1, extended, used)) return true;
    used[i] = false;
  }
  return false;
}

}  // namespace

std::string text_of(const PremisePattern& pattern) {
  const bool is_absent = pattern.kind == PremisePattern::Kind::absent;
  const bool is_fact = is_absent || pattern.kind == PremisePattern::Kind::present;
  std::string text = is_absent ? "(absent (" : is_fact ? "(present (" : "(";
  text += pattern.relation;
  for (const PatternArgument& argument : pattern.args) {
    text += argument.kind == PatternArgument::Kind::variable ? " ?" : " ";
    text += argument.kind == PatternArgument::Kind::any ? "_" : argument.text;
  }
  return text + (is_fact ? "))" : ")");
}

std::string outline_of(const OrderingMetarule& metarule) {
  std::map<std::string, std::string> names;
  PremisePattern premise = metarule.premise;
  for (PatternArgument& argument : premise.args) {
    if (argument.kind != PatternArgument::Kind::variable) continue;
    argument.text = names.emplace(argument.text, fmt::format("v{}", names.size())).first->second;
  }
  std::vector<std::string> conditions;
  for (PremisePattern condition : metarule.conditions) {
    for (PatternArgument& argument : condition.args) {
      if (argument.kind != PatternArgument::Kind::variable) continue;
      const auto found = names.find(argument.text);
      argument.text = found == names.end() ? "" : found->second;
    }
    conditions.push_back(text_of(condition));
  }
  std::sort(conditions.begin(), conditions.end());
  std::string text = text_of(premise) + fmt::format(" {}", fmt::join(conditions, " "));
  for (const auto* list : {&metarule.bound, &metarule.unbound}) {
    std::set<std::string> known;
    for (const std::string& name : *list) {
      const auto found = names.find(name);
      known.insert(found == names.end() ? "" : found->second);
    }
    text += fmt::format(" ({})", fmt::join(known, " "));
  }
  return text;
}

bool same_pattern(const OrderingMetarule& a, const OrderingMetarule& b) {
  Pairing pairing;
  std::vector<bool> used(b.conditions.size());
  return a.conditions.size() == b.conditions.size() && pairing.pair(a.premise, b.premise) &&
         same_conditions(a, b, 0, pairing, used);
}

}  // namespace tesuji::frontend
