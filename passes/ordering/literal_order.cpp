#include "passes/ordering/literal_order.h"

#include "passes/ordering/literal_views.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;

/// Minimum number of steps per evaluation that another order must save. Another order means
/// different code, which may be larger or smaller; a smaller saving pays only after tens of
/// thousands of evaluations, and is within the error of estimates.
constexpr double least_saving = 250;

/// The same for plans of calls, which are evaluated many times per state.
constexpr double least_saving_of_call = 8;

/// If orders are expected to take fewer steps than this, the search does not try to begin with each
/// of the literals.
constexpr double few_steps = 64;

/// Number of evaluations of a rule in a game: one-time costs are divided by it.
constexpr double evaluations = 1000;

/// Expectations are rough: an order whose cost is above this fraction of the source order's does
/// not replace it.
constexpr double worthwhile = 0.7;

/// Observed numbers are more reliable.
constexpr double worthwhile_as_told = 0.9;

/// Products of many small probabilities are not trusted: later literals must be selective, too.
constexpr double least_live = 0.01;

/// Maximum number of literals examined for the orders of one body. When it is reached, no more
/// orders with other first literals are tried, and the best one so far is used. Chain bodies of
/// about 100 literals stay below it.
constexpr std::uint64_t most_looks = 250'000;

class LiteralOrder {
 public:
  LiteralOrder(const ir::Module& module, const Estimates& estimates, const Ordering& ordering,
               const ir::Rule& rule)
      : module_(module),
        estimates_(estimates),
        ordering_(ordering),
        rule_(rule),
        by_steps_(ordering.by == Ordering::By::cheapest),
        known_(rule.body.size()) {
    if (ordering.metarules) views_ = views_of(module, rule);
    connect();
    own_call_ = find_own_call();
    for (std::size_t c = 0; c < rule.head_args.size(); ++c) {
      if (rule.head_args[c].kind != Argument::Kind::variable) continue;
      if (ir::is_given_to_call(module.relations[rule.head], c)) {
        given_.push_back(rule.head_args[c]);
        continue;
      }
      const ir::DomainId domain = module.relations[rule.head].columns[c];
      heads_ *= static_cast<double>(std::max<std::size_t>(1, module.domains[domain].values.size()));
    }
  }

  std::vector<std::size_t> best(std::optional<std::size_t> delta) {
    if (!delta) delta = guard();
    try_order(Choice::source, delta);
    const double saving = given_.empty() ? least_saving : least_saving_of_call;
    const bool good = !ordering_.metarules && steps_ < saving;
    chosen_steps_ = steps_;
    if (ordering_.by == Ordering::By::source || good || rule_.body.size() < 2) return order_;
    const std::vector<std::size_t> written = order_;
    const double steps_as_written = steps_;
    try_order(Choice::priority, delta);
    if (users_ && !by_steps_) return order_;
    keep_cheapest();
    try_order(Choice::gain, delta);
    keep_cheapest();
    if (std::min(fewest_, steps_as_written) >=
            (given_.empty() ? few_steps : least_saving_of_call) &&
        !delta) {
      for (std::size_t first = 0; first < rule_.body.size() && looks_ < most_looks; ++first) {
        if (rule_.body[first].kind != ir::Literal::Kind::positive || own_call_) continue;
        try_order(Choice::gain, first);
        keep_cheapest();
      }
    }
    const double most = users_ ? worthwhile_as_told * steps_as_written
                               : std::min(worthwhile * steps_as_written, steps_as_written - saving);
    if (fewest_ > most) return written;
    chosen_steps_ = fewest_;
    return cheapest_;
  }

  /// Returns the steps of the order that `best` returned, if estimates chose it.
  [[nodiscard]] double chosen_steps() const { return chosen_steps_; }
  [[nodiscard]] double tuples() const { return std::min(heads_, asking_ ? arrived_ : live_); }

 private:
  /// Returns the literal for the needed tuples of the head (demand.h), which is assumed to have few
  /// matches whatever its estimate, unless all possible tuples are needed.
  [[nodiscard]] std::optional<std::size_t> guard() const {
    for (std::size_t i = 0; i < rule_.body.size(); ++i) {
      const ir::Literal& literal = rule_.body[i];
      if (literal.kind != ir::Literal::Kind::positive) continue;
      const ir::Relation& relation = module_.relations[literal.relation];
      if (relation.origin != ir::Origin::need) continue;
      const auto all = static_cast<double>(module_.product_size(relation));
      if (estimates_.rows(literal.relation) < all) return i;
    }
    return std::nullopt;
  }

  /// Returns the literal by which a rule of a relation computed in calls reads other values of it.
  /// It comes first, after the literals that bind its given columns: a call stores nothing, so each
  /// live binding before it is one more call, on each level of the recursion
  /// (passes/calls/choose_calls.h assumes one).
  [[nodiscard]] std::optional<std::size_t> find_own_call() const {
    const ir::Relation& head = module_.relations[rule_.head];
    if (head.storage != ir::Storage::call) return std::nullopt;
    for (std::size_t i = 0; i < rule_.body.size(); ++i) {
      const ir::Literal& literal = rule_.body[i];
      if (literal.kind != ir::Literal::Kind::positive || literal.relation != rule_.head) continue;
      const bool same = std::all_of(
          head.indexes[0].begin(), head.indexes[0].end(),
          [&](std::uint32_t c) { return literal.args[c] == rule_.head_args[c]; });
      if (!same) return i;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool waits_for_own_call() const { return own_call_ && !placed_[*own_call_]; }

  /// Returns the next literal on the way to the rule's own call: the call, or the first literal
  /// that certainly has at most one match. Returns nullopt if there is no such call, it is already
  /// placed, or ground calls are waiting, which also have at most one match.
  [[nodiscard]] std::optional<std::size_t> next_for_own_call() {
    if (!waits_for_own_call() || !calls_.empty()) return std::nullopt;
    if (is_possible(*own_call_)) return own_call_;
    for (std::size_t which = 0; which < rule_.body.size(); ++which) {
      if (!placed_[which] && finds_one_at_most(which)) return which;
    }
    return std::nullopt;
  }

  /// Whether facts alone imply that the literal has at most one match.
  [[nodiscard]] bool finds_one_at_most(std::size_t which) const {
    const ir::Literal& literal = rule_.body[which];
    if (literal.kind != ir::Literal::Kind::positive) return false;
    const ir::Relation& relation = module_.relations[literal.relation];
    if (relation.kind != ir::RelationKind::fixed) return false;
    const std::size_t arity = literal.args.size();
    std::set<std::vector<ir::Symbol>> seen;
    for (std::size_t row = 0; row < relation.facts.rows; ++row) {
      const ir::Symbol* cells = relation.facts.cells.data() + row * arity;
      std::vector<ir::Symbol> given;
      bool agrees = true;
      for (std::size_t c = 0; c < arity; ++c) {
        const Argument& arg = literal.args[c];
        agrees = agrees && (arg.kind != Argument::Kind::constant || arg.id == cells[c]);
        if (is_bound(arg)) given.push_back(cells[c]);
      }
      if (agrees && !seen.insert(std::move(given)).second) return false;
    }
    return true;
  }

  /// Criterion for the next literal among those that bind variables:
  enum class Choice : std::uint8_t {
    priority,  ///< the one with the smallest priority
    gain,      ///< the one that eliminates the most bindings per step
    source,    ///< the first
  };

  void keep_cheapest() {
    if (!cheapest_.empty() && steps_ >= fewest_) return;
    cheapest_ = order_;
    fewest_ = steps_;
  }

  /// Computes which literals contain which variables.
  void connect() {
    const std::size_t count = rule_.body.size();
    variables_.resize(count);
    never_ground_.resize(count);
    literals_.resize(rule_.variables.size());
    for (std::size_t i = 0; i < count; ++i) {
      for (const auto* args : {&rule_.body[i].args, &rule_.body[i].right}) {
        for (const Argument& arg : *args) {
          if (arg.kind == Argument::Kind::variable) {
            variables_[i].push_back(arg.id);
          } else if (arg.kind != Argument::Kind::constant) {
            never_ground_[i] = true;
          }
        }
      }
      std::sort(variables_[i].begin(), variables_[i].end());
      variables_[i].erase(std::unique(variables_[i].begin(), variables_[i].end()),
                          variables_[i].end());
      for (const ir::VariableId variable : variables_[i]) literals_[variable].push_back(i);
    }
    hits_.assign(count, 0);
  }

  /// Orders all literals, and counts the expected steps.
  void try_order(Choice choice, std::optional<std::size_t> first) {
    begin_order(choice);
    if (first) place(*first);
    for (;;) {
      place_ground();
      if (order_.size() == rule_.body.size()) break;
      const std::optional<std::size_t> early = next_for_own_call();
      place(early ? *early : next());
    }
    // One witness suffices for each tuple of the head.
    const double enough = std::min(heads_, arrived_);
    if (live_ > enough) steps_ = before_ + (steps_ - before_) * enough / live_;
  }

  /// Resets the state to an empty order.
  void begin_order(Choice choice) {
    const std::size_t count = rule_.body.size();
    choice_ = choice;
    bound_.assign(rule_.variables.size(), false);
    placed_.assign(count, false);
    open_.resize(count);
    ready_.clear();
    calls_.clear();
    ranked_.clear();
    ranks_.assign(count, std::nullopt);
    stale_.clear();
    is_stale_.assign(count, false);
    for (std::size_t i = 0; i < count; ++i) {
      open_[i] = variables_[i].size();
      if (open_[i] == 0 && !never_ground_[i]) ready_.push_back(i);
      outdate(i);
    }
    first_left_ = 0;
    order_.clear();
    live_ = 1;
    steps_ = 0;
    asking_ = false;
    bind(given_);
    look_for_question();
  }

  /// Once the head's variables are bound, the rest of the body is an existence test.
  void look_for_question() {
    if (asking_ || !all_bound(rule_.head_args)) return;
    asking_ = true;
    arrived_ = live_;
    before_ = steps_;
  }

  [[nodiscard]] bool is_bound(const Argument& arg) const {
    return arg.kind == Argument::Kind::constant ||
           (arg.kind == Argument::Kind::variable && bound_[arg.id]);
  }

  [[nodiscard]] bool all_bound(const std::vector<Argument>& args) const {
    return std::all_of(args.begin(), args.end(), [&](const Argument& a) { return is_bound(a); });
  }

  /// Estimates for a positive literal with these bound columns.
  struct Expected {
    std::vector<bool> given;  ///< columns
    double matches = 0;
    double walk = 0;    ///< steps to find them
    double search = 0;  ///< those of the steps that are not matches
  };

  /// Returns cached estimates, since the search needs them repeatedly.
  const Expected& expected(std::size_t which) {
    const ir::Literal& literal = rule_.body[which];
    const auto agrees = [&](const Expected& known) {
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (known.given[c] != is_bound(literal.args[c])) return false;
      }
      return true;
    };
    std::vector<Expected>& known = known_[which];
    const auto found = std::find_if(known.begin(), known.end(), agrees);
    if (found != known.end()) return *found;
    Expected made;
    for (const Argument& arg : literal.args) made.given.push_back(is_bound(arg));
    made.matches = estimates_.matches(literal.relation, literal.args, bound_);
    made.walk = estimates_.walk(literal.relation, made.given);
    made.search = made.walk - estimates_.matches(literal.relation, made.given);
    return known.emplace_back(std::move(made));
  }

  /// Returns the matches of a positive literal, or the selectivity of another one.
  [[nodiscard]] double matches(std::size_t which) {
    if (by_steps_) {
      if (const auto told = users_priority(which)) return *told;
    }
    const bool positive = rule_.body[which].kind == ir::Literal::Kind::positive;
    return positive ? expected(which).matches : filter_selectivity;
  }

  /// Returns the steps to find this many matches of a positive literal.
  [[nodiscard]] double walk(std::size_t which, double matching) {
    const Expected& known = expected(which);
    return by_steps_ ? std::max(known.search, 0.0) + matching : known.walk;
  }

  void place(std::size_t which) {
    count(which);
    order_.push_back(which);
    placed_[which] = true;
    if (ranks_[which]) ranked_.erase({*ranks_[which], which});
    bind(rule_.body[which].args);
    look_for_question();
  }

  /// Binds the variables of a placed literal, or of the given values of a call.
  void bind(const std::vector<Argument>& args) {
    near_.clear();
    for (const Argument& arg : args) {
      if (arg.kind != Argument::Kind::variable || bound_[arg.id]) continue;
      bound_[arg.id] = true;
      looks_ += literals_[arg.id].size();
      for (const std::size_t other : literals_[arg.id]) {
        if (--open_[other] == 0 && !never_ground_[other] && !placed_[other]) {
          ready_.push_back(other);
        }
        outdate(other);
        if (choice_ != Choice::gain || placed_[other]) continue;
        near_.insert(near_.end(), variables_[other].begin(), variables_[other].end());
      }
    }
    // The rank of a literal depends on the literals that it would make ground.
    std::sort(near_.begin(), near_.end());
    near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
    for (const ir::VariableId variable : near_) {
      if (bound_[variable]) continue;
      looks_ += literals_[variable].size();
      for (const std::size_t other : literals_[variable]) outdate(other);
    }
  }

  /// Marks the literal's rank as outdated.
  void outdate(std::size_t which) {
    if (is_stale_[which] || placed_[which] || choice_ == Choice::source ||
        rule_.body[which].kind != ir::Literal::Kind::positive) {
      return;
    }
    is_stale_[which] = true;
    stale_.push_back(which);
  }

  /// Adds the steps of the literal, and updates the number of live bindings.
  void count(std::size_t which) {
    const ir::Literal& literal = rule_.body[which];
    if (literal.kind != ir::Literal::Kind::positive) {
      steps_ += live_;
      live_ *= std::min(1.0, matches(which));
    } else if (all_bound(literal.args)) {
      steps_ += live_;
      live_ *= std::min(1.0, matches(which));
    } else {
      const double matching = matches(which);
      steps_ += live_ * walk(which, matching) + set_up(which);
      live_ *= matching;
    }
    live_ = std::max(live_, least_live);
  }

  /// Returns the cost of an index that must be sorted before the game begins: rows of static
  /// relations are sorted by their columns from the first on.
  double set_up(std::size_t which) {
    const ir::Relation& relation = module_.relations[rule_.body[which].relation];
    if (relation.storage != ir::Storage::rows) return 0;
    const std::vector<bool>& given = expected(which).given;
    if (std::is_sorted(given.begin(), given.end(), std::greater<>())) return 0;
    const auto rows = static_cast<double>(relation.facts.rows);
    return rows * std::log2(rows + 1) / evaluations;
  }

  /// Places all literals that are ground, except calls: comparisons first, then look-ups; within
  /// each kind by the smaller priority of the user's metarules.
  void place_ground() {
    using GroundRank = std::tuple<bool, double, std::size_t>;
    std::vector<std::pair<GroundRank, std::size_t>> ground;
    for (const std::size_t which : std::exchange(ready_, {})) {
      if (placed_[which]) continue;
      const ir::Literal& literal = rule_.body[which];
      const bool looks_up = literal.kind == ir::Literal::Kind::positive ||
                            literal.kind == ir::Literal::Kind::negative;
      const std::optional<double> given = users_priority(which);
      if (looks_up && module_.relations[literal.relation].storage == ir::Storage::call) {
        calls_.push_back(which);
        continue;
      }
      ground.push_back({{looks_up && !given, given.value_or(1), which}, which});
    }
    std::sort(ground.begin(), ground.end());
    for (const auto& [rank, which] : ground) place(which);
  }

  [[nodiscard]] std::optional<double> users_priority(std::size_t which) {
    if (!ordering_.metarules) return std::nullopt;
    const std::optional<double> given = ordering_.metarules->priority(views_, which, bound_);
    users_ |= given.has_value();
    return given;
  }

  /// Returns the next literal: a ground call, or a scan that is expected to make the call
  /// unnecessary.
  [[nodiscard]] std::size_t next() {
    if (calls_.empty()) return next_walk();
    const std::size_t call = calls_.front();
    std::pair<Rank, std::size_t> best{gain(call), call};
    for (std::size_t which = 0; which < rule_.body.size(); ++which) {
      const ir::Literal& literal = rule_.body[which];
      if (placed_[which] || literal.kind != ir::Literal::Kind::positive ||
          module_.relations[literal.relation].storage == ir::Storage::call || matches(which) > 1 ||
          (waits_for_own_call() && !finds_one_at_most(which))) {
        continue;
      }
      best = std::min(best, {gain(which), which});
    }
    if (best.second == call) calls_.erase(calls_.begin());
    return best.second;
  }

  /// Returns the next positive literal; there is one, since the remaining literals bind all
  /// variables.
  [[nodiscard]] std::size_t next_walk() {
    if (choice_ == Choice::source) {
      while (placed_[first_left_] || rule_.body[first_left_].kind != ir::Literal::Kind::positive) {
        ++first_left_;
      }
      std::size_t which = first_left_;
      while (placed_[which] || rule_.body[which].kind != ir::Literal::Kind::positive ||
             !is_possible(which)) {
        ++which;
      }
      return which;
    }
    if (ordering_.metarules) {
      // The inputs of the user's metarules are unknown.
      for (std::size_t which = 0; which < rule_.body.size(); ++which) outdate(which);
    }
    for (const std::size_t which : std::exchange(stale_, {})) {
      is_stale_[which] = false;
      if (placed_[which]) continue;
      if (ranks_[which]) ranked_.erase({*ranks_[which], which});
      ranks_[which] = choice_ == Choice::gain ? gain(which) : priority(which);
      ranked_.insert({*ranks_[which], which});
      ++looks_;
    }
    return ranked_.begin()->second;
  }

  /// Whether the literal's given columns are bound.
  [[nodiscard]] bool is_possible(std::size_t which) const {
    const ir::Relation& relation = module_.relations[rule_.body[which].relation];
    if (relation.storage != ir::Storage::call) return true;
    std::vector<bool> given;
    for (const Argument& arg : rule_.body[which].args) given.push_back(is_bound(arg));
    return may_call(relation, given);
  }

  /// Smaller is better; the second component breaks ties.
  using Rank = std::pair<double, double>;

  [[nodiscard]] Rank priority(std::size_t which) {
    if (!is_possible(which)) return {never, never};
    if (by_steps_) {
      const double matching = matches(which);
      return {matching, walk(which, matching)};
    }
    const Expected& known = expected(which);
    const double walk = known.walk;
    double priority = known.matches;
    if (const auto given = users_priority(which)) priority = std::min(priority, *given);
    return {priority, walk};
  }

  /// Returns the rank of the literal together with everything that can be tested after it:
  /// remaining bindings per binding, minus one, per step (Ibaraki and Kameda's rank).
  [[nodiscard]] Rank gain(std::size_t which) {
    if (!is_possible(which)) return {never, never};
    double left = matches(which);
    double steps = walk(which, left);
    std::vector<ir::VariableId> bound;
    for (const Argument& arg : rule_.body[which].args) {
      if (is_bound(arg) || arg.kind != Argument::Kind::variable) continue;
      bound.push_back(arg.id);
      bound_[arg.id] = true;
    }
    for (const std::size_t other : made_ground(which, bound)) {
      steps += left;
      left *= std::min(1.0, matches(other));
    }
    for (const ir::VariableId variable : bound) bound_[variable] = false;
    return {(left - 1) / std::max(steps, 1.0), left};
  }

  /// Returns the other remaining literals whose open variables are all among these; in source
  /// order.
  [[nodiscard]] std::vector<std::size_t> made_ground(std::size_t which,
                                                     const std::vector<ir::VariableId>& variables) {
    std::vector<std::size_t> touched;
    for (const ir::VariableId variable : variables) {
      looks_ += literals_[variable].size();
      for (const std::size_t other : literals_[variable]) {
        if (hits_[other]++ == 0) touched.push_back(other);
      }
    }
    std::vector<std::size_t> ground;
    for (const std::size_t other : touched) {
      if (hits_[other] == open_[other] && other != which && !never_ground_[other]) {
        ground.push_back(other);
      }
      hits_[other] = 0;
    }
    std::sort(ground.begin(), ground.end());
    return ground;
  }

  const ir::Module& module_;
  const Estimates& estimates_;
  const Ordering& ordering_;
  const ir::Rule& rule_;
  bool by_steps_;                                       ///< given metarules are used as
                                                        ///< expectations
  double heads_ = 1;                                    ///< tuples that the rule could derive
  std::vector<Argument> given_;                         ///< variables that a call binds
  std::vector<LiteralView> views_;                      ///< empty if no metarules are given
  bool users_ = false;                                  ///< a metarule of the user matched
  std::optional<std::size_t> own_call_;                 ///< see find_own_call
  std::vector<std::vector<Expected>> known_;            ///< per literal
  std::vector<std::vector<ir::VariableId>> variables_;  ///< per literal: without duplicates
  std::vector<bool> never_ground_;                      ///< per literal: it has a `_`
  std::vector<std::vector<std::size_t>> literals_;      ///< per variable
  std::uint64_t looks_ = 0;                             ///< literals examined, for all orders so
                                                        ///< far
  std::vector<std::size_t> cheapest_;
  double fewest_ = 0;        ///< steps
  double chosen_steps_ = 0;  ///< of the returned order
  // The current order:
  Choice choice_ = Choice::priority;
  std::vector<bool> bound_;
  std::vector<bool> placed_;                       ///< per literal
  std::vector<std::size_t> open_;                  ///< per literal: number of unbound variables
  std::vector<std::size_t> ready_;                 ///< literals that became ground
  std::vector<std::size_t> calls_;                 ///< those of them that are calls
  std::set<std::pair<Rank, std::size_t>> ranked_;  ///< remaining positive literals
  std::vector<std::optional<Rank>> ranks_;         ///< per literal: its entry in `ranked_`
  std::vector<std::size_t> stale_;                 ///< literals whose rank has changed
  std::vector<bool> is_stale_;                     ///< per literal
  std::vector<ir::VariableId> near_;               ///< buffer of bind
  std::vector<std::size_t> hits_;                  ///< buffer of made_ground, all 0
  std::size_t first_left_ = 0;                     ///< Choice::source: none before it remains
  std::vector<std::size_t> order_;
  double live_ = 1;
  double steps_ = 0;
  bool asking_ = false;  ///< the head's variables are bound; at that point:
  double arrived_ = 1;   ///< .. live bindings
  double before_ = 0;    ///< .. steps
};

}  // namespace

std::vector<std::size_t> order_literals(const ir::Module& module, const Estimates& estimates,
                                        const Ordering& ordering, const ir::Rule& rule,
                                        std::optional<std::size_t> delta) {
  return LiteralOrder(module, estimates, ordering, rule).best(delta);
}

ExpectedJoin expected_join(const ir::Module& module, const Estimates& estimates,
                           const ir::Rule& rule) {
  const Ordering by_estimates;
  LiteralOrder literals(module, estimates, by_estimates, rule);
  ExpectedJoin join;
  join.order = literals.best(std::nullopt);
  join.steps = literals.chosen_steps();
  join.tuples = literals.tuples();
  return join;
}

}  // namespace tesuji::passes
