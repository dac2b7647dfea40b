#include "learner/induction/bias_metarules.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace tesuji::learner {

namespace {

using ir::ClauseMetarule;

struct FormLiteral {
  bool recursive = false;
  std::vector<std::uint32_t> args;  ///< variables
};

/// Adds all forms with bodies of one length.
class FormMaker {
 public:
  FormMaker(std::uint32_t arity, std::span<const BackgroundPredicate> predicates,
            const FormLimits& limits)
      : arity_(arity), predicates_(predicates), limits_(limits) {
    for (const BackgroundPredicate& one : predicates) arities_.insert(one.arity);
  }

  /// False where these are more than `most`.
  bool make(std::uint32_t length, std::size_t most) {
    length_ = length;
    most_ = most;
    found_.clear();
    keys_.clear();
    body_.reserve(length);  // references into it stay valid
    steps_ = 0;
    most_steps_ = all_orders;
    for (std::uint32_t i = 2; i <= length; ++i) most_steps_ /= i;
    return extend(arity_);
  }

  std::vector<std::vector<FormLiteral>> take() { return std::move(found_); }

 private:
  static constexpr std::size_t all_orders = 3'000'000;  // that are looked at for a length

  bool extend(std::uint32_t variables) {
    if (++steps_ > most_steps_) return false;
    if (body_.size() == length_) return is_whole(variables) ? add() : true;
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

  /// Arguments of the last literal that are left. `known` variables stand before it; new ones are
  /// numbered by where they stand first.
  bool choose(std::uint32_t arity, std::uint32_t known, std::uint32_t variables) {
    std::vector<std::uint32_t>& args = body_.back().args;
    if (args.size() == arity) {
      if (!is_connected(args, known)) return true;
      if (body_.back().recursive && !is_recursion(args, known)) return true;
      types_.assign(variables, 0);
      for (std::uint32_t v = 0; v < limits_.target_types.size(); ++v) {
        types_[v] = limits_.target_types[v];
      }
      if (!fits(0, arity_)) return true;
      return extend(variables);
    }
    const std::uint32_t most = std::min(variables + 1, std::max(limits_.max_variables, arity_));
    for (std::uint32_t v = 0; v < most; ++v) {
      if (std::find(args.begin(), args.end(), v) != args.end()) continue;
      args.push_back(v);
      const bool good = choose(arity, known, std::max(variables, v + 1));
      body_.back().args.pop_back();
      if (!good) return false;
    }
    return true;
  }

  /// Whether there are predicates for the literals from `number` on; `known` variables have values
  /// there.
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
      good = good && fits(number + 1, next);
      types_ = before;
      return good;
    };
    if (literal.recursive) return goes_with(limits_.target_types);
    return std::any_of(predicates_.begin(), predicates_.end(), [&](const auto& one) {
      if (one.arity != literal.args.size()) return false;
      for (std::size_t i = 0; i < one.inputs.size(); ++i) {
        if (one.inputs[i] && literal.args[i] >= known) return false;
      }
      return goes_with(one.types);
    });
  }

  static bool is_connected(const std::vector<std::uint32_t>& args, std::uint32_t known) {
    return args.empty() ||
           std::any_of(args.begin(), args.end(), [&](std::uint32_t v) { return v < known; });
  }

  /// It has other arguments than the head, and values where these are inputs; where the inputs are
  /// not known one argument is a new value, so that there is a step towards an end.
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

  [[nodiscard]] bool is_whole(std::uint32_t variables) const {
    for (std::uint32_t v = 0; v < variables; ++v) {
      std::size_t places = v < arity_ ? 1 : 0;
      for (const FormLiteral& literal : body_) {
        places += static_cast<std::size_t>(std::count(literal.args.begin(), literal.args.end(), v));
      }
      const bool alone = limits_.singletons || (v < arity_ && limits_.non_datalog);
      if (places < 2 && !alone) return false;
    }
    return true;
  }

  bool add() {
    if (!keys_.insert(key()).second) return true;
    if (found_.size() == most_) return false;
    found_.push_back(body_);
    return true;
  }

  /// The same for orders in which each literal finds the same variables with values: the literals
  /// with these, under the numbering of the order that makes the least key.
  [[nodiscard]] std::vector<std::uint32_t> key() const {
    std::vector<std::vector<bool>> bound;
    std::uint32_t known = arity_;
    for (const FormLiteral& literal : body_) {
      std::vector<bool>& flags = bound.emplace_back();
      for (const std::uint32_t v : literal.args) flags.push_back(v < known);
      for (const std::uint32_t v : literal.args) known = std::max(known, v + 1);
    }
    std::vector<std::size_t> order(body_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::uint32_t> best;
    do {
      std::vector<std::uint32_t> names(known, ~std::uint32_t{0});
      std::iota(names.begin(), names.begin() + arity_, std::uint32_t{0});
      std::uint32_t next = arity_;
      std::vector<std::uint32_t> one;
      for (const std::size_t i : order) {
        one.push_back(body_[i].recursive ? 1 : 0);
        one.push_back(static_cast<std::uint32_t>(body_[i].args.size()));
        for (std::size_t a = 0; a < body_[i].args.size(); ++a) {
          std::uint32_t& name = names[body_[i].args[a]];
          if (name == ~std::uint32_t{0}) name = next++;
          one.push_back(2 * name + (bound[i][a] ? 1 : 0));
        }
      }
      if (best.empty() || one < best) best = std::move(one);
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
  }

  std::uint32_t arity_;
  std::span<const BackgroundPredicate> predicates_;
  std::set<std::uint32_t> arities_;
  std::vector<std::uint32_t> types_;  ///< by variable, of fits
  const FormLimits& limits_;
  std::uint32_t length_ = 0;
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

}  // namespace

BiasForms bias_metarules(std::uint32_t arity, std::span<const BackgroundPredicate> predicates,
                         const FormLimits& limits) {
  BiasForms forms;
  FormMaker maker(arity, predicates, limits);
  for (std::uint32_t length = 1; length <= limits.max_body; ++length) {
    if (!maker.make(length, limits.max_forms - forms.metarules.size())) break;
    forms.longest = length;
    std::vector<ClauseMetarule> made;
    for (const auto& body : maker.take()) made.push_back(metarule_of(body, arity));
    std::stable_sort(made.begin(), made.end(), [](const auto& a, const auto& b) {
      return std::pair(a.recursive(), a.variables.size()) <
             std::pair(b.recursive(), b.variables.size());
    });
    for (ClauseMetarule& one : made) {
      one.name = "form_" + std::to_string(forms.metarules.size() + 1);
      forms.metarules.push_back(std::move(one));
    }
  }
  return forms;
}

FormLimits form_limits(const ir::BiasText& bias, const std::string& target, std::uint32_t arity) {
  FormLimits limits;
  if (bias.max_variables) limits.max_variables = bias.max_variables->value;
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
