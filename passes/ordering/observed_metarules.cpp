#include "passes/ordering/observed_metarules.h"

#include "ir/core/counted.h"
#include "passes/ordering/synthesise.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::OrderingMetarule;
using ir::PremisePattern;
using PatternArgument = PremisePattern::Argument;

/// A useful condition has at most this fraction of the matches elsewhere.
constexpr double telling_share = 0.8;
/// Minimum number of trials on either side for significance.
constexpr std::uint64_t least_trials = 8;

/// Whether metarules can express the premise: their comparisons have two arguments, but those of
/// clauses may be longer.
bool is_sayable(const PremisePattern& premise) {
  return premise.kind != PremisePattern::Kind::compare || premise.args.size() == 2;
}

/// A premise whose variables are numbered by first occurrence, and which of them are bound.
struct Form {
  PremisePattern premise;
  std::vector<bool> bound;

  [[nodiscard]] bool operator<(const Form& other) const { return key() < other.key(); }

 private:
  using Key =
      std::tuple<PremisePattern::Kind, std::string,
                 std::vector<std::pair<PatternArgument::Kind, std::string>>, std::vector<bool>>;
  [[nodiscard]] Key key() const {
    std::vector<std::pair<PatternArgument::Kind, std::string>> args;
    for (const PatternArgument& argument : premise.args)
      args.emplace_back(argument.kind, argument.text);
    return {premise.kind, premise.relation, std::move(args), bound};
  }
};

/// Maps the rule's variables to metavariables: `?i4` -> `v0`.
using Names = std::map<std::string, std::string>;

/// Returns the premise with metavariables; variables without one become `_`, or, if `names` may
/// grow, get the next one.
PremisePattern rename(const PremisePattern& premise, Names& names, bool may_grow) {
  PremisePattern renamed = premise;
  for (PatternArgument& argument : renamed.args) {
    if (argument.kind != PatternArgument::Kind::variable) continue;
    const auto found = names.find(argument.text);
    if (found != names.end()) {
      argument.text = found->second;
    } else if (may_grow) {
      const std::string name = "v" + std::to_string(names.size());
      names.emplace(argument.text, name);
      argument.text = name;
    } else {
      argument = {};
    }
  }
  return renamed;
}

struct Numbers {
  std::uint64_t trials = 0;
  std::uint64_t matches = 0;
  void add(const ProfiledPremise& premise) {
    trials += premise.trials;
    matches += premise.matches;
  }
  /// Without any matches so far, counts half a match: the next trial may have one.
  [[nodiscard]] double ratio() const {
    return std::max(static_cast<double>(matches), 0.5) / static_cast<double>(trials);
  }
  [[nodiscard]] std::string note() const {
    return fmt::format("observed: {} in {}", ir::counted(matches, "match", "matches"),
                       ir::counted(trials, "trial"));
  }
};

/// Rounds to four digits: people read and change the number.
double readable(double number) {
  return with_digits(number, 4);
}

/// An occurrence of the form, and the rule's other premises about its bound variables: numbers of
/// patterns.
struct Place {
  const ProfiledPremise* premise = nullptr;
  std::set<std::size_t> context;
};

class Observation {
 public:
  explicit Observation(const Profile& profile) {
    for (const ProfiledRule& rule : profile) {
      for (const ProfiledPremise& premise : rule.premises) {
        const bool tells = premise.trials > 0 && !premise.new_only;
        if (tells && is_sayable(premise.premise)) add(rule, premise);
      }
    }
  }

  std::vector<OrderingMetarule> metarules() {
    for (const Form& form : order_) {
      std::vector<Place> places = std::move(places_[form]);
      const auto whole = [](const Place& place) { return !place.premise->first_witness; };
      if (std::any_of(places.begin(), places.end(), whole)) {
        std::erase_if(places, [&](const Place& place) { return !whole(place); });
      }
      tell(form, places);
    }
    return std::move(metarules_);
  }

 private:
  void add(const ProfiledRule& rule, const ProfiledPremise& premise) {
    Names names;
    Form form;
    form.premise = rename(premise.premise, names, true);
    form.bound.resize(names.size());
    Names bound;
    for (const std::string& variable : premise.bound) {
      const auto found = names.find(variable);
      if (found == names.end()) continue;
      form.bound[std::stoul(found->second.substr(1))] = true;
      bound.insert(*found);
    }
    Place place{&premise, {}};
    for (const ProfiledPremise& other : rule.premises) {
      const std::vector<PatternArgument>& args = other.premise.args;
      const bool shares =
          std::any_of(args.begin(), args.end(), [&](const PatternArgument& argument) {
            return argument.kind == PatternArgument::Kind::variable &&
                   bound.contains(argument.text);
          });
      if (&other != &premise && shares && is_sayable(other.premise)) {
        place.context.insert(number_of(rename(other.premise, bound, false)));
      }
    }
    const auto [found, is_new] = places_.try_emplace(form);
    if (is_new) order_.push_back(form);
    found->second.push_back(std::move(place));
  }

  std::size_t number_of(PremisePattern pattern) {
    const auto [found, is_new] = numbers_.try_emplace(Form{pattern, {}}, patterns_.size());
    if (is_new) patterns_.push_back(std::move(pattern));
    return found->second;
  }

  void tell(const Form& form, const std::vector<Place>& places) {
    Numbers all;
    std::map<std::size_t, Numbers> inside;  // occurrences in rules with the pattern
    for (const Place& place : places) {
      all.add(*place.premise);
      for (const std::size_t pattern : place.context) inside[pattern].add(*place.premise);
    }
    const PremisePattern* condition = nullptr;
    Numbers with;
    Numbers without = all;
    double most = 0;
    for (const auto& [pattern, those] : inside) {
      const Numbers others{all.trials - those.trials, all.matches - those.matches};
      if (std::min(those.trials, others.trials) < least_trials ||
          those.ratio() > telling_share * others.ratio()) {
        continue;
      }
      // Prefers conditions that correct the number for more trials.
      const double gain = (others.ratio() - those.ratio()) * static_cast<double>(those.trials);
      if (gain <= most) continue;
      most = gain;
      condition = &patterns_[pattern];
      with = those;
      without = others;
    }
    metarules_.push_back(metarule(form, without));
    if (condition == nullptr) return;
    metarules_.push_back(metarule(form, with));
    metarules_.back().conditions.push_back(*condition);
  }

  OrderingMetarule metarule(const Form& form, const Numbers& numbers) const {
    OrderingMetarule result;
    result.name = fmt::format("{}_{}", form.premise.relation, metarules_.size() + 1);
    result.premise = form.premise;
    for (std::size_t v = 0; v < form.bound.size(); ++v) {
      (form.bound[v] ? result.bound : result.unbound).push_back("v" + std::to_string(v));
    }
    result.priority = readable(numbers.ratio());
    result.note = numbers.note();
    return result;
  }

  std::vector<Form> order_;
  std::map<Form, std::vector<Place>> places_;
  std::vector<PremisePattern> patterns_;  ///< patterns of the rules' other premises
  std::map<Form, std::size_t> numbers_;
  std::vector<OrderingMetarule> metarules_;
};

Form form_of(const OrderingMetarule& metarule) {
  Names names;
  Form form;
  form.premise = rename(metarule.premise, names, true);
  form.bound.resize(names.size());
  for (const std::string& variable : metarule.bound) {
    const auto found = names.find(variable);
    if (found != names.end()) form.bound[std::stoul(found->second.substr(1))] = true;
  }
  return form;
}

/// Whether the metarule determines for each variable whether it is bound.
bool tells_of_all(const OrderingMetarule& metarule, const Form& form) {
  const auto bound = std::count(form.bound.begin(), form.bound.end(), true);
  return static_cast<std::size_t>(bound) + metarule.unbound.size() >= form.bound.size();
}

}  // namespace

std::vector<OrderingMetarule> observed_metarules(const Profile& profile) {
  return Observation(profile).metarules();
}

std::vector<OrderingMetarule> with_others(std::vector<OrderingMetarule> observed,
                                          const std::vector<OrderingMetarule>& others) {
  std::set<Form> known;
  // A metarule with a condition covers only some rules.
  for (const OrderingMetarule& metarule : observed) {
    if (metarule.conditions.empty()) known.insert(form_of(metarule));
  }
  for (const OrderingMetarule& other : others) {
    // A metarule that constrains only some variables also matches further forms (synthesise.h).
    const Form form = form_of(other);
    if (known.contains(form) && tells_of_all(other, form)) continue;
    observed.push_back(other);
    // The names of both lists are numbered.
    observed.back().name = fmt::format("{}_{}", other.premise.relation, observed.size());
  }
  return observed;
}

}  // namespace tesuji::passes
