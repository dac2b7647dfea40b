#include "passes/ordering/literal_order.h"

#include "passes/ordering/clause_views.h"

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

/// Steps an evaluation that another order has to save. What compilers make of it is other code,
/// now more and now less of it; a saving of less is made up for only after tens of thousands
/// of evaluations, and is no more than estimates may be wrong.
constexpr double least_saving = 250;

/// The same for plans of calls, of which one evaluation has many.
constexpr double least_saving_of_call = 8;

/// Where orders are expected to take fewer steps than this, none are tried that begin with
/// each of the literals.
constexpr double few_steps = 64;

/// How often a rule is evaluated in the life of a game: what is done once counts less.
constexpr double evaluations = 1000;

/// Expectations are rough: what promises no more than that over the order of the source
/// leaves it as it is.
constexpr double worthwhile = 0.7;

/// What was observed may be believed more.
constexpr double worthwhile_as_told = 0.9;

/// Products of many small chances are not believed: what comes behind has to be good, too.
constexpr double least_live = 0.01;

/// Looks at literals that the orders of one body may cost. Where they are used up, no more orders
/// are tried that begin with another literal, and the best one so far counts. Bodies of some 100
/// literals in a chain are within this.
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

  /// Of the order that `best` returned, where estimates chose it.
  [[nodiscard]] double chosen_steps() const { return chosen_steps_; }
  [[nodiscard]] double tuples() const { return std::min(heads_, asking_ ? arrived_ : live_); }

 private:
  /// What says that the head is asked for (demand.h): that there is little of it is what it
  /// is for, whatever is expected, unless that is all that there could be.
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

  /// The literal by which a rule of a relation that is computed in calls asks for other values
  /// of it. It comes first, behind what has to be bound for it: a call keeps nothing, so that each
  /// binding that is alive before it is one more call, on each level of the recursion
  /// (passes/calls/call_recursion.h counts one).
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

  /// What comes next on the way to the rule's own call: that, or the first literal that finds one
  /// match at most, for certain. Nothing where there is no such call, or it is placed, or calls are
  /// ground, which find one at most, too.
  [[nodiscard]] std::optional<std::size_t> next_for_own_call() {
    if (!waits_for_own_call() || !calls_.empty()) return std::nullopt;
    if (is_possible(*own_call_)) return own_call_;
    for (std::size_t which = 0; which < rule_.body.size(); ++which) {
      if (!placed_[which] && finds_one_at_most(which)) return which;
    }
    return std::nullopt;
  }

  /// Whether facts alone say so.
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

  /// What comes next, of the literals that bind something:
  enum class Choice : std::uint8_t {
    priority,  ///< the one with the smallest priority
    gain,      ///< the one that stops the most bindings for each step it takes
    source,    ///< the first
  };

  void keep_cheapest() {
    if (!cheapest_.empty() && steps_ >= fewest_) return;
    cheapest_ = order_;
    fewest_ = steps_;
  }

  /// Which literals have which variables.
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

  /// Puts all literals in order, and counts the steps it is expected to take.
  void try_order(Choice choice, std::optional<std::size_t> first) {
    begin_order(choice);
    if (first) place(*first);
    for (;;) {
      place_ground();
      if (order_.size() == rule_.body.size()) break;
      const std::optional<std::size_t> early = next_for_own_call();
      place(early ? *early : next());
    }
    // One witness is enough for each tuple of the head.
    const double enough = std::min(heads_, arrived_);
    if (live_ > enough) steps_ = before_ + (steps_ - before_) * enough / live_;
  }

  /// Nothing is placed yet.
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

  /// What is expected of a positive literal that stands where this is bound.
  struct Expected {
    std::vector<bool> given;  ///< columns
    double matches = 0;
    double walk = 0;    ///< steps to find them
    double search = 0;  ///< those of them that are no matches
  };

  /// Asked again and again while orders are tried.
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

  /// Matches of a positive literal, or how often another one lets a binding through.
  [[nodiscard]] double matches(std::size_t which) {
    if (by_steps_) {
      if (const auto told = users_priority(which)) return *told;
    }
    const bool positive = rule_.body[which].kind == ir::Literal::Kind::positive;
    return positive ? expected(which).matches : filter_selectivity;
  }

  /// Steps to find so many matches of a positive literal.
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

  /// Binds the variables of a literal that has been placed, or of what a call gives.
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
    // What a literal is worth depends on those that it would make ground.
    std::sort(near_.begin(), near_.end());
    near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
    for (const ir::VariableId variable : near_) {
      if (bound_[variable]) continue;
      looks_ += literals_[variable].size();
      for (const std::size_t other : literals_[variable]) outdate(other);
    }
  }

  /// The literal's rank has to be computed anew.
  void outdate(std::size_t which) {
    if (is_stale_[which] || placed_[which] || choice_ == Choice::source ||
        rule_.body[which].kind != ir::Literal::Kind::positive) {
      return;
    }
    is_stale_[which] = true;
    stale_.push_back(which);
  }

  /// The steps for the literal, and the bindings that are alive behind it.
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

  /// What an index costs that has to be sorted before the game begins: rows of static
  /// relations are in the order of their columns from the first on.
  double set_up(std::size_t which) {
    const ir::Relation& relation = module_.relations[rule_.body[which].relation];
    if (relation.storage != ir::Storage::rows) return 0;
    const std::vector<bool>& given = expected(which).given;
    if (std::is_sorted(given.begin(), given.end(), std::greater<>())) return 0;
    const auto rows = static_cast<double>(relation.facts.rows);
    return rows * std::log2(rows + 1) / evaluations;
  }

  /// Everything that is ground by now, but for calls: comparisons first, then look-ups; of each
  /// sort first what a metarule of the user gives the smaller priority.
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

  /// The literal that comes next: a call that is ground, or a walk that is expected to spare it.
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

  /// The positive literal that comes next; one is left, since what is left binds it all.
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
      // What the user's metarules look at is not known.
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

  /// Whether what has to be given to the literal is bound.
  [[nodiscard]] bool is_possible(std::size_t which) const {
    const ir::Relation& relation = module_.relations[rule_.body[which].relation];
    if (relation.storage != ir::Storage::call) return true;
    std::vector<bool> given;
    for (const Argument& arg : rule_.body[which].args) given.push_back(is_bound(arg));
    return may_call(relation, given);
  }

  /// Smaller is better; the second decides between equal ones.
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

  /// The literal together with everything that can be tested once it is there: bindings
  /// that it leaves of one, less that one, for each step (Ibaraki and Kameda's rank).
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

  /// The other literals that are left and have no open variables but these; in the source's order.
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
  bool by_steps_;                                       ///< metarules given count as expectations
  double heads_ = 1;                                    ///< tuples that the rule could derive
  std::vector<Argument> given_;                         ///< variables that a call gives
  std::vector<LiteralView> views_;                      ///< empty where no metarules are given
  bool users_ = false;                                  ///< a metarule of the user matched
  std::optional<std::size_t> own_call_;                 ///< see find_own_call
  std::vector<std::vector<Expected>> known_;            ///< per literal
  std::vector<std::vector<ir::VariableId>> variables_;  ///< per literal: without duplicates
  std::vector<bool> never_ground_;                      ///< per literal: it has a `_`
  std::vector<std::vector<std::size_t>> literals_;      ///< per variable
  std::uint64_t looks_ = 0;                             ///< at literals, for all orders so far
  std::vector<std::size_t> cheapest_;
  double fewest_ = 0;        ///< steps
  double chosen_steps_ = 0;  ///< of the order that was returned
  // The order that is being made:
  Choice choice_ = Choice::priority;
  std::vector<bool> bound_;
  std::vector<bool> placed_;                       ///< per literal
  std::vector<std::size_t> open_;                  ///< per literal: variables that are not bound
  std::vector<std::size_t> ready_;                 ///< literals that became ground
  std::vector<std::size_t> calls_;                 ///< those of them that are calls
  std::set<std::pair<Rank, std::size_t>> ranked_;  ///< positive literals that are left
  std::vector<std::optional<Rank>> ranks_;         ///< per literal: what `ranked_` has of it
  std::vector<std::size_t> stale_;                 ///< literals whose rank has changed
  std::vector<bool> is_stale_;                     ///< per literal
  std::vector<ir::VariableId> near_;               ///< room for bind
  std::vector<std::size_t> hits_;                  ///< room for made_ground, all 0
  std::size_t first_left_ = 0;                     ///< Choice::source: none before it is left
  std::vector<std::size_t> order_;
  double live_ = 1;
  double steps_ = 0;
  bool asking_ = false;  ///< the head's variables are bound; by then:
  double arrived_ = 1;   ///< .. bindings that are alive
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
