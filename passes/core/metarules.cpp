#include "passes/core/metarules.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::passes {

// --- Priorities

namespace {

constexpr std::size_t most_trials = 20'000;

constexpr std::uint32_t unmatched = ~std::uint32_t{0};
/// The match of a metavariable for `_` in the literal: a variable that occurs nowhere else, and is
/// never bound.
constexpr std::uint32_t nameless = unmatched - 1;

}  // namespace

bool MetaruleMatcher::same_form(const Pattern& pattern, const LiteralView& literal) {
  return pattern.kind == literal.kind && pattern.args.size() == literal.args.size() &&
         pattern.relation == literal.relation;
}

/// One matching attempt.
class MetaruleMatcher::Search {
 public:
  Search(const MetaruleMatcher& metarule, const std::vector<LiteralView>& rule, std::size_t which,
         const std::vector<bool>& bound)
      : metarule_(metarule),
        rule_(rule),
        which_(which),
        bound_(bound),
        match_(metarule.wanted_.size(), unmatched) {}

  bool run() {
    if (!extend(metarule_.premise_, rule_[which_], true)) return false;
    return std::all_of(metarule_.parts_.begin(), metarule_.parts_.end(),
                       [&](const std::vector<Pattern>& part) { return find(part, 0); });
  }

 private:
  /// Whether literals other than the premise satisfy the part's conditions from `next` on.
  bool find(const std::vector<Pattern>& part, std::size_t next) {
    if (next == part.size()) return true;
    for (std::size_t i = 0; i < rule_.size(); ++i) {
      if (i == which_ || !same_form(part[next], rule_[i])) continue;
      if (++trials_ > most_trials) return false;
      const std::size_t before = matched_.size();
      if (extend(part[next], rule_[i], false) && find(part, next + 1)) return true;
      forget(before);
    }
    return false;
  }

  /// Matches metavariables so that the pattern equals the literal, which has the same form; returns
  /// false, possibly after matching some, if it cannot. `stands_here`: at the premise, `_` does not
  /// match an argument that the literal would bind; conditions may be anywhere.
  bool extend(const Pattern& pattern, const LiteralView& literal, bool stands_here) {
    for (std::size_t i = 0; i < pattern.args.size(); ++i) {
      const Argument& wanted = pattern.args[i];
      const LiteralArgument& given = literal.args[i];
      const bool variable = given.kind == LiteralArgument::Kind::variable;
      switch (wanted.kind) {
        case ir::PremisePattern::Argument::Kind::any:
          if (stands_here && variable && !bound_[given.variable]) return false;
          break;
        case ir::PremisePattern::Argument::Kind::constant:
          if (given.kind != LiteralArgument::Kind::constant || given.constant != wanted.constant) {
            return false;
          }
          break;
        case ir::PremisePattern::Argument::Kind::variable:
          if (given.kind == LiteralArgument::Kind::constant ||
              !match(wanted.variable, variable ? given.variable : nameless)) {
            return false;
          }
          break;
      }
    }
    return true;
  }

  bool match(std::uint32_t metavariable, std::uint32_t variable) {
    std::uint32_t& known = match_[metavariable];
    if (known != unmatched) return known == variable && variable != nameless;
    const bool bound = variable != nameless && bound_[variable];
    const Wanted wanted = metarule_.wanted_[metavariable];
    if (wanted != Wanted::either && wanted != (bound ? Wanted::bound : Wanted::unbound)) {
      return false;
    }
    known = variable;
    matched_.push_back(metavariable);
    return true;
  }

  void forget(std::size_t count) {
    for (; matched_.size() > count; matched_.pop_back()) match_[matched_.back()] = unmatched;
  }

  const MetaruleMatcher& metarule_;
  const std::vector<LiteralView>& rule_;
  std::size_t which_;
  const std::vector<bool>& bound_;
  std::vector<std::uint32_t> match_;    ///< metavariable -> the rule's variable
  std::vector<std::uint32_t> matched_;  ///< metavariables, in order
  std::size_t trials_ = 0;
};

MetaruleMatcher::MetaruleMatcher(const ir::OrderingMetarule& metarule) {
  Numbers numbers;
  premise_ = compile(metarule.premise, numbers);
  std::vector<Pattern> conditions;
  for (const ir::PremisePattern& condition : metarule.conditions) {
    conditions.push_back(compile(condition, numbers));
  }
  wanted_.resize(numbers.size(), Wanted::either);
  want(metarule.bound, Wanted::bound, numbers);
  want(metarule.unbound, Wanted::unbound, numbers);
  while (!conditions.empty()) parts_.push_back(take_part(conditions));
}

MetaruleMatcher::Pattern MetaruleMatcher::compile(const ir::PremisePattern& pattern,
                                                  Numbers& numbers) {
  Pattern compiled{pattern.kind, pattern.relation, {}};
  for (const ir::PremisePattern::Argument& argument : pattern.args) {
    Argument& added = compiled.args.emplace_back(Argument{argument.kind, {}, 0});
    if (argument.kind == ir::PremisePattern::Argument::Kind::constant) {
      added.constant = argument.text;
    } else if (argument.kind == ir::PremisePattern::Argument::Kind::variable) {
      const auto number = static_cast<std::uint32_t>(numbers.size());
      added.variable = numbers.emplace(argument.text, number).first->second;
    }
  }
  return compiled;
}

void MetaruleMatcher::want(const std::vector<std::string>& names, Wanted wanted,
                           const Numbers& numbers) {
  for (const std::string& name : names) {
    const auto found = numbers.find(name);
    if (found == numbers.end()) {
      possible_ = false;
      continue;
    }
    Wanted& known = wanted_[found->second];
    known = known == Wanted::either || known == wanted ? wanted : Wanted::never;
  }
}

std::vector<MetaruleMatcher::Pattern> MetaruleMatcher::take_part(std::vector<Pattern>& rest) {
  const auto variables = [](const Pattern& pattern) {
    std::set<std::uint32_t> found;
    for (const Argument& argument : pattern.args) {
      if (argument.kind == ir::PremisePattern::Argument::Kind::variable) {
        found.insert(argument.variable);
      }
    }
    return found;
  };
  const std::set<std::uint32_t> given = variables(premise_);
  std::set<std::uint32_t> known = given;
  const auto unknown = [&](const Pattern& pattern) {
    const auto all = variables(pattern);
    return std::count_if(all.begin(), all.end(), [&](auto v) { return !known.contains(v); });
  };
  const auto belongs = [&](const Pattern& pattern) {
    const auto all = variables(pattern);
    return std::any_of(all.begin(), all.end(),
                       [&](auto v) { return known.contains(v) && !given.contains(v); });
  };
  // Starts with the condition that has the fewest unknown metavariables; continues with those that
  // share metavariables.
  std::vector<Pattern> part;
  for (;;) {
    auto next = rest.end();
    for (auto i = rest.begin(); i != rest.end(); ++i) {
      if (!part.empty() && !belongs(*i)) continue;
      if (next == rest.end() || unknown(*i) < unknown(*next)) next = i;
    }
    if (next == rest.end()) return part;
    known.merge(variables(*next));
    part.push_back(std::move(*next));
    rest.erase(next);
  }
}

bool MetaruleMatcher::matches(const std::vector<LiteralView>& rule, std::size_t which,
                              const std::vector<bool>& bound) const {
  return possible_ && same_form(premise_, rule[which]) && Search(*this, rule, which, bound).run();
}

Metarules::Metarules(std::vector<ir::OrderingMetarule> metarules)
    : metarules_(std::move(metarules)) {
  for (std::size_t i = 0; i < metarules_.size(); ++i) {
    matchers_.emplace_back(metarules_[i]);
    by_relation_[metarules_[i].premise.relation].push_back(i);
    have_conditions_ |= !metarules_[i].conditions.empty();
  }
}

std::optional<double> Metarules::priority(const std::vector<LiteralView>& rule, std::size_t which,
                                          const std::vector<bool>& bound) const {
  const auto candidates = by_relation_.find(rule[which].relation);
  if (candidates == by_relation_.end()) return std::nullopt;
  std::optional<double> smallest;
  for (const std::size_t i : candidates->second) {
    const ir::OrderingMetarule& metarule = metarules_[i];
    if (smallest && *smallest <= metarule.priority) continue;
    if (matchers_[i].matches(rule, which, bound)) smallest = metarule.priority;
  }
  return smallest;
}

}  // namespace tesuji::passes
