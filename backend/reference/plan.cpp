#include "backend/reference/plan.h"

#include "backend/reference/rulebase.h"

#include <algorithm>
#include <limits>

namespace tesuji::reference {

namespace {

/// Assumed numbers of answers of a call to a derived relation: for a ground call; for each argument
/// that is not ground; for a call with several arguments, none of them ground. Calls with some
/// ground arguments are preferred to facts that are unrelated to known variables: after those, each
/// fact would need a table of its own.
constexpr double ground_call = 1.5;
constexpr double open_argument = 4;
constexpr double open_call = 50;

class Planner {
 public:
  Planner(const Rule& rule, const std::vector<bool>& ground, const TermStore& terms)
      : rule_(rule), ground_(ground), terms_(terms), done_(rule.body.size(), false) {}

  Plan make() {
    Plan plan;
    plan.ground = ground_;
    bool ready = head_ready();
    while (const Literal* literal = choose()) {
      plan.steps.push_back(step(*literal));
      for (const Variable variable : literal->variables) ground_[variable] = true;
      if (!ready && head_ready()) {
        ready = true;
        plan.head_ready = static_cast<std::uint32_t>(plan.steps.size());
      }
    }
    const auto left = std::find(done_.begin(), done_.end(), false);
    if (left != done_.end()) {
      plan.stuck = &rule_.body[static_cast<std::size_t>(left - done_.begin())];
    }
    if (!ready) plan.head_ready = static_cast<std::uint32_t>(plan.steps.size());
    mark_once(plan);
    return plan;
  }

 private:
  [[nodiscard]] bool all_ground(const std::vector<Variable>& variables) const {
    return std::all_of(variables.begin(), variables.end(),
                       [&](Variable variable) { return ground_[variable]; });
  }
  [[nodiscard]] bool head_ready() const { return all_ground(rule_.head_variables); }

  [[nodiscard]] bool term_ground(TermId term) const {
    if (terms_.ground(term)) return true;
    if (terms_.kind(term) == TermStore::Kind::variable) return ground_[terms_.number(term)];
    const auto args = terms_.args(term);
    return std::all_of(args.begin(), args.end(), [&](TermId arg) { return term_ground(arg); });
  }

  [[nodiscard]] std::vector<std::uint32_t> ground_columns(const Literal& literal) const {
    std::vector<std::uint32_t> columns;
    for (std::uint32_t column = 0; column < literal.args.size(); ++column) {
      if (term_ground(literal.args[column])) columns.push_back(column);
    }
    return columns;
  }

  /// Estimates the number of answers of a literal; higher for literals that cost more.
  [[nodiscard]] double expected(const Literal& literal) const {
    switch (literal.kind) {
      case Literal::Kind::distinct:
      case Literal::Kind::same:
        return -1;
      case Literal::Kind::unstored:
        return 0;
      case Literal::Kind::refuted:
        return ground_call;
      case Literal::Kind::stored:
        return literal.store->estimate(ground_columns(literal));
      case Literal::Kind::call:
        break;
    }
    double answers = ground_call;
    std::size_t open = 0;
    for (const TermId arg : literal.args) {
      if (term_ground(arg)) continue;
      answers *= open_argument;
      ++open;
    }
    return open > 0 && open == literal.args.size() ? answers * open_call : answers;
  }

  /// Returns the next literal and marks it as done; null if none is ready.
  const Literal* choose() {
    std::size_t best = done_.size();
    double fewest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < done_.size(); ++i) {
      if (done_[i] || !all_ground(rule_.body[i].needs)) continue;
      const double answers = expected(rule_.body[i]);
      if (best == done_.size() || answers < fewest) {
        best = i;
        fewest = answers;
      }
    }
    if (best == done_.size()) return nullptr;
    done_[best] = true;
    return &rule_.body[best];
  }

  [[nodiscard]] Step step(const Literal& literal) const {
    Step step;
    step.literal = &literal;
    if (literal.store == nullptr) return step;
    step.ground = ground_columns(literal);
    for (std::uint32_t column = 0; column < literal.args.size(); ++column) {
      if (!term_ground(literal.args[column])) step.open.push_back(column);
    }
    step.index = literal.store->index_on(step.ground);
    return step;
  }

  void mark_once(Plan& plan) const {
    std::vector<bool> needed(rule_.variable_count, false);
    for (const Variable variable : rule_.head_variables) needed[variable] = true;
    if (plan.stuck != nullptr) return;
    for (std::size_t i = plan.steps.size(); i-- > 0;) {
      const std::vector<Variable>& variables = plan.steps[i].literal->variables;
      // Variables that were ground before have the same value in every answer.
      plan.steps[i].once = std::all_of(variables.begin(), variables.end(), [&](Variable variable) {
        return !needed[variable] || plan.ground[variable] || bound_before(plan, i, variable);
      });
      for (const Variable variable : variables) needed[variable] = true;
    }
  }

  static bool bound_before(const Plan& plan, std::size_t step, Variable variable) {
    return std::any_of(plan.steps.begin(), plan.steps.begin() + static_cast<std::ptrdiff_t>(step),
                       [&](const Step& s) {
                         return std::binary_search(s.literal->variables.begin(),
                                                   s.literal->variables.end(), variable);
                       });
  }

  const Rule& rule_;
  std::vector<bool> ground_;
  const TermStore& terms_;
  std::vector<bool> done_;
};

}  // namespace

const Plan& plan_for(Rule& rule, const std::vector<bool>& ground, std::uint32_t epoch,
                     const TermStore& terms) {
  for (Plan& plan : rule.plans) {
    if (plan.ground != ground) continue;
    if (plan.epoch != epoch) {
      plan = Planner(rule, ground, terms).make();
      plan.epoch = epoch;
    }
    return plan;
  }
  rule.plans.push_back(Planner(rule, ground, terms).make());
  rule.plans.back().epoch = epoch;
  return rule.plans.back();
}

}  // namespace tesuji::reference
