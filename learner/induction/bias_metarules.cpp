#include "learner/induction/bias_metarules.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace tesuji::learner {

namespace {

using ir::ClauseMetarule;

struct FormLiteral {
  bool recursive = false;
  std::vector<std::uint32_t> args;  ///< the literal's variables
};

/// Finds forms with bodies of one length. It leaves branches early that lead to no form, or to one
/// that another order of the same literals makes first; this does not change the set of forms or
/// their order.
class FormMaker {
 public:
  enum class End : std::uint8_t { all, too_many, too_long };

  FormMaker(std::uint32_t arity, std::span<const BackgroundPredicate> predicates,
            const FormLimits& limits, const FormExamples& examples)
      : arity_(arity), predicates_(predicates), limits_(limits), examples_(examples) {
    const auto is_input = [](bool input) { return input; };
    for (const BackgroundPredicate& one : predicates) {
      arities_.insert(one.arity);
      inputs_ |= std::any_of(one.inputs.begin(), one.inputs.end(), is_input);
    }
    if (!arities_.empty()) widest_ = *arities_.rbegin();
    if (limits.recursion) {
      widest_ = std::max(widest_, arity);
      inputs_ |= std::any_of(limits.target_inputs.begin(), limits.target_inputs.end(), is_input);
    }
  }

  /// Makes all forms, unless there are more than `most` or too many orders to examine.
  End make(std::uint32_t length, std::size_t most) {
    most_ = most;
    return run(length, std::max(limits_.max_variables, arity_), 0, limits_.max_orders);
  }

  /// Whether there is a form with more than `variables` variables, of any number, or with at most
  /// this many; returns yes if that takes too long to decide.
  bool any(std::uint32_t length, std::uint32_t variables, bool more) {
    most_ = 0;
    const std::uint32_t most = more ? arity_ + length * widest_ : std::max(variables, arity_);
    return run(length, most, more ? variables + 1 : 0, limits_.max_orders / 10) != End::all;
  }

  std::vector<std::vector<FormLiteral>> take() { return std::move(found_); }

 private:
  End run(std::uint32_t length, std::uint32_t most_variables, std::uint32_t least_variables,
          std::size_t most_steps) {
    length_ = length;
    most_variables_ = most_variables;
    least_variables_ = least_variables;
    most_steps_ = most_steps;
    found_.clear();
    keys_.clear();
    body_.clear();
    body_.reserve(length);  // references into it stay valid
    chosen_.assign(length, no_predicate);
    apart_.assign(length, false);
    joins_.assign(length, {});
    places_.assign(most_variables + 1, 0);
    lacking_ = 0;
    for (std::uint32_t v = 0; v < arity_; ++v) place(v);
    steps_ = calls_ = 0;
    if (extend(arity_)) return End::all;
    return steps_ > most_steps_ ? End::too_long : End::too_many;
  }

  bool extend(std::uint32_t variables) {
    if (++steps_ > most_steps_) return false;
    if (body_.size() == length_) {
      return lacking_ > 0 || variables < least_variables_ || is_disjoint() ? true : add();
    }
    for (const std::uint32_t arity : arities_) {
      body_.push_back({false, {}});
      const bool good = choose(arity, variables, variables);
      body_.pop_back();
      if (!good) return false;
    }
    const bool recursive = std::any_of(
        body_.begin(), body_.end(), [](const FormLiteral& literal) { return literal.recursive; });
    if (!limits_.recursion || recursive || body_.empty()) return true;
    body_.push_back({true, {}});
    const bool good = choose(arity_, variables, variables);
    body_.pop_back();
    return good;
  }

  /// Chooses the remaining arguments of the last literal. `known` variables occur before it; new
  /// ones are numbered by first occurrence.
  bool choose(std::uint32_t arity, std::uint32_t known, std::uint32_t variables) {
    std::vector<std::uint32_t>& args = body_.back().args;
    const std::size_t left = arity - args.size() + (length_ - body_.size()) * widest_;
    if (lacking_ > left || variables + left < least_variables_) return true;
    if (args.size() == arity) {
      if (!note_joins(known)) return true;
      if (body_.back().recursive && !is_recursion(args, known)) return true;
      if (comes_first(known)) return true;
      types_.assign(variables, 0);
      for (std::uint32_t v = 0; v < limits_.target_types.size(); ++v) {
        types_[v] = limits_.target_types[v];
      }
      if (!fits_anywhere(variables)) return true;
      return extend(variables);
    }
    const std::uint32_t most = std::min(variables + 1, most_variables_);
    for (std::uint32_t i = 0; i < most; ++i) {
      // If many variables are wanted, tries the new one first.
      const std::uint32_t v = least_variables_ > 0 ? most - 1 - i : i;
      if (std::find(args.begin(), args.end(), v) != args.end()) continue;
      args.push_back(v);
      place(v);
      const bool good = choose(arity, known, std::max(variables, v + 1));
      unplace(v);
      body_.back().args.pop_back();
      if (!good) return false;
    }
    return true;
  }

  /// Counts occurrences of variables, and the variables that lack a second one.
  void place(std::uint32_t v) {
    if (may_stand_once(v)) return;
    if (++places_[v] == 1) ++lacking_;
    if (places_[v] == 2) --lacking_;
  }
  void unplace(std::uint32_t v) {
    if (may_stand_once(v)) return;
    if (--places_[v] == 0) --lacking_;
    if (places_[v] == 1) ++lacking_;
  }
  [[nodiscard]] bool may_stand_once(std::uint32_t v) const {
    return limits_.singletons || (v < arity_ && limits_.non_datalog);
  }

  /// Whether the search tries the last literal and the one before it in the opposite order earlier,
  /// and neither has a new variable of the other: then this order is skipped.
  [[nodiscard]] bool comes_first(std::uint32_t known) const {
    if (body_.size() < 2) return false;
    const FormLiteral& last = body_.back();
    const FormLiteral& before = body_[body_.size() - 2];
    if (last.recursive || apart_[body_.size() - 1]) return false;
    std::uint32_t known_before = arity_;
    for (std::size_t i = 0; i + 2 < body_.size(); ++i) {
      for (const std::uint32_t v : body_[i].args) known_before = std::max(known_before, v + 1);
    }
    std::vector<std::uint32_t> moved;
    for (const std::uint32_t v : last.args) {
      if (v >= known_before && v < known) return false;
      moved.push_back(v < known ? v : v - (known - known_before));
    }
    if (before.recursive || last.args.size() != before.args.size()) {
      return before.recursive || last.args.size() < before.args.size();
    }
    return moved < before.args;
  }

  /// Returns which variables the head or literals before this one connect with the head.
  [[nodiscard]] std::vector<bool> joined_before(std::size_t number) const {
    std::vector<bool> joined(most_variables_ + 1, false);
    std::fill(joined.begin(), joined.begin() + arity_, true);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < number; ++i) {
        const auto& args = body_[i].args;
        if (std::none_of(args.begin(), args.end(), [&](std::uint32_t v) { return joined[v]; })) {
          continue;
        }
        for (const std::uint32_t v : args) {
          changed |= !joined[v];
          joined[v] = true;
        }
      }
    }
    return joined;
  }

  /// Whether some variables of the body are not connected with the head.
  [[nodiscard]] bool is_disjoint() const {
    if (!apart_[body_.size() - 1]) return false;
    const std::vector<bool> joined = joined_before(body_.size());
    return std::any_of(body_.begin(), body_.end(), [&](const FormLiteral& literal) {
      return std::any_of(literal.args.begin(), literal.args.end(),
                         [&](std::uint32_t v) { return !joined[v]; });
    });
  }

  /// Records how the last literal joins others with the head; returns false if it must share a
  /// variable. A literal that shares no variable with the head, or with earlier literals, may only
  /// come first if it supplies an input of the literal that joins it: otherwise it can come after
  /// that one.
  bool note_joins(std::uint32_t known) {
    const std::size_t number = body_.size() - 1;
    const auto& args = body_[number].args;
    const bool apart = !is_connected(args, known);
    if (apart && !inputs_) return false;
    apart_[number] = apart || (number > 0 && apart_[number - 1]);
    joins_[number].clear();
    if (!apart_[number]) return true;
    const std::vector<bool> joined = joined_before(number);
    if (std::none_of(args.begin(), args.end(), [&](std::uint32_t v) { return joined[v]; })) {
      return true;
    }
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (args[i] < known && !joined[args[i]]) joins_[number].push_back(i);
    }
    return true;
  }

  /// Whether one of the arguments by which the literal joins others with the head is an input.
  [[nodiscard]] bool joins_by_input(std::size_t number, const std::vector<bool>& inputs) const {
    const auto& places = joins_[number];
    return places.empty() || std::any_of(places.begin(), places.end(), [&](std::size_t i) {
             return i < inputs.size() && inputs[i];
           });
  }

  [[nodiscard]] bool has_examples() const {
    return examples_.background && calls_ < examples_.max_calls;
  }

  /// Whether there are predicates for all literals with which these hold for an example, if
  /// examples are given. Starts with the example for which shorter bodies held.
  bool fits_anywhere(std::uint32_t variables) {
    if (!has_examples()) return fits(0, arity_);
    for (std::size_t i = 0; i < examples_.positive.size(); ++i) {
      const std::size_t one = (example_ + i) % examples_.positive.size();
      values_.assign(variables, unbound);
      std::copy(examples_.positive[one].begin(), examples_.positive[one].end(), values_.begin());
      if (!fits(0, arity_)) continue;
      example_ = one;
      return true;
    }
    return false;
  }

  /// Calls the predicate with the values of the literal's arguments; returns whether the later
  /// literals hold with one of its answers.
  bool holds(std::size_t number, std::size_t predicate, std::uint32_t next) {
    if (!has_examples()) return fits(number + 1, next);
    const auto& args = body_[number].args;
    std::vector<Value> given;
    for (const std::uint32_t v : args) given.push_back(values_[v]);
    const auto called = static_cast<std::uint32_t>(predicate);
    ++calls_;
    if (std::find(given.begin(), given.end(), unbound) == given.end()) {
      return examples_.background->holds(called, given) && fits(number + 1, next);
    }
    std::vector<Value> answers;
    examples_.background->solve(called, given, answers);
    calls_ += answers.size() / args.size();
    bool good = false;
    for (std::size_t i = 0; i < answers.size() && !good; i += args.size()) {
      for (std::size_t a = 0; a < args.size(); ++a) values_[args[a]] = answers[i + a];
      good = fits(number + 1, next);
    }
    for (std::size_t a = 0; a < args.size(); ++a) values_[args[a]] = given[a];
    return good;
  }

  /// Whether there are predicates for the literals from `number` on, such that no literal occurs
  /// twice; `known` variables have values there.
  bool fits(std::size_t number, std::uint32_t known) {
    if (number == body_.size()) return true;
    const FormLiteral& literal = body_[number];
    std::uint32_t next = known;
    for (const std::uint32_t v : literal.args) next = std::max(next, v + 1);
    const std::vector<std::uint32_t> before = types_;
    const auto goes_with = [&](const std::vector<std::uint32_t>& types) {
      bool good = true;
      for (std::size_t i = 0; i < types.size() && good; ++i) {
        std::uint32_t& type = types_[literal.args[i]];
        good = type == 0 || types[i] == 0 || type == types[i];
        if (type == 0) type = types[i];
      }
      good = good && (chosen_[number] == no_predicate ? fits(number + 1, next)
                                                      : holds(number, chosen_[number], next));
      types_ = before;
      return good;
    };
    chosen_[number] = no_predicate;
    if (literal.recursive) {
      return joins_by_input(number, limits_.target_inputs) && goes_with(limits_.target_types);
    }
    for (std::size_t p = 0; p < predicates_.size(); ++p) {
      const BackgroundPredicate& one = predicates_[p];
      if (one.arity != literal.args.size() || comes_twice(number, p)) continue;
      bool bound = true;
      for (std::size_t i = 0; i < one.inputs.size() && bound; ++i) {
        bound = !one.inputs[i] || literal.args[i] < known;
      }
      if (!bound || !joins_by_input(number, one.inputs)) continue;
      chosen_[number] = p;
      if (goes_with(one.types)) return true;
    }
    return false;
  }

  [[nodiscard]] bool comes_twice(std::size_t number, std::size_t predicate) const {
    for (std::size_t i = 0; i < number; ++i) {
      if (chosen_[i] == predicate && body_[i].args == body_[number].args) return true;
    }
    return false;
  }

  static bool is_connected(const std::vector<std::uint32_t>& args, std::uint32_t known) {
    return args.empty() ||
           std::any_of(args.begin(), args.end(), [&](std::uint32_t v) { return v < known; });
  }

  /// Checks recursion: it has other arguments than the head, with values where these are inputs; if
  /// inputs are unknown, one argument must be a new value, so that there is a step towards an end.
  [[nodiscard]] bool is_recursion(const std::vector<std::uint32_t>& args,
                                  std::uint32_t known) const {
    bool changed = false;
    for (std::uint32_t i = 0; i < args.size(); ++i) {
      const bool input = i < limits_.target_inputs.size() && limits_.target_inputs[i];
      if (input && args[i] >= known) return false;
      const bool counts = limits_.target_inputs.empty() || input;
      changed |= counts && args[i] >= arity_ && args[i] < known;
    }
    return changed;
  }

  bool add() {
    if (most_ == 0) return false;
    if (!keys_.insert(key()).second) return true;
    if (found_.size() == most_) return false;
    found_.push_back(body_);
    return true;
  }

  /// Returns a key that is equal for orders in which each literal finds the same variables bound:
  /// the literals with these, under the numbering of the order that makes the least key.
  [[nodiscard]] std::vector<std::uint32_t> key() const {
    std::vector<std::vector<bool>> bound;
    std::uint32_t known = arity_;
    for (const FormLiteral& literal : body_) {
      std::vector<bool>& flags = bound.emplace_back();
      for (const std::uint32_t v : literal.args) flags.push_back(v < known);
      for (const std::uint32_t v : literal.args) known = std::max(known, v + 1);
    }
    std::vector<std::uint32_t> names(known, unnamed);
    std::iota(names.begin(), names.begin() + arity_, std::uint32_t{0});
    std::vector<bool> used(body_.size(), false);
    return least_rest(bound, used, names, arity_);
  }

  static constexpr std::uint32_t unnamed = ~std::uint32_t{0};

  /// Returns the least key of the unused literals: it begins with the least key of one literal.
  [[nodiscard]] std::vector<std::uint32_t> least_rest(const std::vector<std::vector<bool>>& bound,
                                                      std::vector<bool>& used,
                                                      const std::vector<std::uint32_t>& names,
                                                      std::uint32_t next) const {
    std::vector<std::uint32_t> least;
    std::vector<std::size_t> firsts;  // literals with the least key
    std::vector<std::uint32_t> one;
    std::vector<std::uint32_t> named;
    for (std::size_t i = 0; i < body_.size(); ++i) {
      if (used[i]) continue;
      named = names;
      (void)name_literal(i, bound, named, next, one);
      if (firsts.empty() || one < least) {
        least = one;
        firsts.clear();
      }
      if (one == least) firsts.push_back(i);
    }
    std::vector<std::uint32_t> best;
    for (const std::size_t i : firsts) {
      named = names;
      const std::uint32_t after = name_literal(i, bound, named, next, one);
      used[i] = true;
      std::vector<std::uint32_t> rest = least_rest(bound, used, named, after);
      used[i] = false;
      if (i == firsts.front() || rest < best) best = std::move(rest);
    }
    least.insert(least.end(), best.begin(), best.end());
    return least;
  }

  /// Returns the key of one literal; numbers variables without a number from `next` on.
  std::uint32_t name_literal(std::size_t number, const std::vector<std::vector<bool>>& bound,
                             std::vector<std::uint32_t>& names, std::uint32_t next,
                             std::vector<std::uint32_t>& key) const {
    const FormLiteral& literal = body_[number];
    key.assign({literal.recursive ? 1U : 0U, static_cast<std::uint32_t>(literal.args.size())});
    for (std::size_t a = 0; a < literal.args.size(); ++a) {
      std::uint32_t& name = names[literal.args[a]];
      if (name == unnamed) name = next++;
      key.push_back(2 * name + (bound[number][a] ? 1 : 0));
    }
    return next;
  }

  std::uint32_t arity_;
  std::span<const BackgroundPredicate> predicates_;
  std::set<std::uint32_t> arities_;
  std::vector<std::uint32_t> types_;  ///< by variable, for fits
  const FormLimits& limits_;
  const FormExamples& examples_;
  std::size_t calls_ = 0;      ///< of the background, and its answers
  std::size_t example_ = 0;    ///< the example for which the last body held
  std::vector<Value> values_;  ///< by variable, for fits
  bool inputs_ = false;        ///< whether inputs are declared
  std::uint32_t widest_ = 0;   ///< the most arguments of a literal
  std::uint32_t length_ = 0;
  std::uint32_t most_variables_ = 0;
  std::uint32_t least_variables_ = 0;
  std::vector<std::uint32_t> places_;  ///< by variable: occurrences of those that must occur twice
  std::size_t lacking_ = 0;            ///< how many of them occur once
  static constexpr std::size_t no_predicate = ~std::size_t{0};
  std::vector<std::size_t> chosen_;  ///< by literal, for fits
  std::vector<bool> apart_;          ///< by literal: whether it, or an earlier one, shares no
                                     ///< variable
  /// By literal: the arguments by which it joins earlier literals with the head.
  std::vector<std::vector<std::size_t>> joins_;
  std::size_t most_ = 0;
  std::size_t steps_ = 0;
  std::size_t most_steps_ = 0;
  std::vector<FormLiteral> body_;
  std::vector<std::vector<FormLiteral>> found_;
  std::set<std::vector<std::uint32_t>> keys_;
};

ClauseMetarule metarule_of(const std::vector<FormLiteral>& body, std::uint32_t arity) {
  ClauseMetarule metarule;
  metarule.predicates = {{"P"}};
  metarule.arity = arity;
  std::uint32_t variables = arity;
  for (const FormLiteral& form : body) {
    ClauseMetarule::Literal literal;
    literal.args = form.args;
    if (!form.recursive) {
      literal.predicate = static_cast<std::uint32_t>(metarule.predicates.size());
      metarule.predicates.push_back({"Q" + std::to_string(literal.predicate)});
    }
    metarule.body.push_back(std::move(literal));
    for (const std::uint32_t v : form.args) variables = std::max(variables, v + 1);
  }
  for (std::uint32_t v = 0; v < variables; ++v)
    metarule.variables.push_back("V" + std::to_string(v));
  metarule.constant.assign(variables, false);
  return metarule;
}

/// Whether a literal has no variable of the head or of earlier literals.
bool starts_apart(const ClauseMetarule& metarule, std::uint32_t arity) {
  std::uint32_t known = arity;
  for (const ClauseMetarule::Literal& literal : metarule.body) {
    if (!literal.args.empty() && std::all_of(literal.args.begin(), literal.args.end(),
                                             [&](std::uint32_t v) { return v >= known; })) {
      return true;
    }
    for (const std::uint32_t v : literal.args) known = std::max(known, v + 1);
  }
  return false;
}

}  // namespace

BiasForms bias_metarules(std::uint32_t arity, std::span<const BackgroundPredicate> predicates,
                         const FormLimits& limits, const FormExamples& examples) {
  BiasForms forms;
  FormMaker maker(arity, predicates, limits, examples);
  for (std::uint32_t length = 1; length <= limits.max_body; ++length) {
    const FormMaker::End end = maker.make(length, limits.max_forms - forms.metarules.size());
    if (end == FormMaker::End::too_many) forms.cut_by = BiasForms::Cut::forms;
    if (end == FormMaker::End::too_long && maker.any(length, limits.max_variables, false)) {
      forms.cut_by = BiasForms::Cut::orders;
    }
    if (end != FormMaker::End::all) break;
    forms.longest = length;
    std::vector<ClauseMetarule> made;
    for (const auto& body : maker.take()) made.push_back(metarule_of(body, arity));
    const auto rank = [arity](const ClauseMetarule& one) {
      return std::tuple(starts_apart(one, arity), one.recursive(), one.variables.size());
    };
    std::stable_sort(made.begin(), made.end(),
                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    for (ClauseMetarule& one : made) {
      one.name = "form_" + std::to_string(forms.metarules.size() + 1);
      forms.metarules.push_back(std::move(one));
    }
  }
  // A form with one more literal may need two more for its variables.
  if (forms.longest == limits.max_body &&
      (maker.any(limits.max_body + 1, limits.max_variables, false) ||
       maker.any(limits.max_body + 2, limits.max_variables, false))) {
    forms.cut_by = BiasForms::Cut::max_body;
  }
  for (std::uint32_t length = 1; length <= forms.longest && !forms.cut_variables; ++length) {
    forms.cut_variables = maker.any(length, limits.max_variables, true);
  }
  return forms;
}

FormLimits form_limits(const ir::BiasText& bias, const std::string& target, std::uint32_t arity) {
  FormLimits limits;
  limits.max_variables =
      bias.max_variables ? bias.max_variables->value : std::max(limits.max_variables, arity);
  if (bias.max_body) limits.max_body = bias.max_body->value;
  limits.recursion = bias.recursion;
  limits.singletons = bias.singletons;
  limits.non_datalog = bias.non_datalog;
  for (const auto& direction : bias.directions) {
    if (direction.predicate.name == target && direction.predicate.arity == arity) {
      limits.target_inputs = direction.inputs;
    }
  }
  return limits;
}

}  // namespace tesuji::learner
