#include "backend/reference/reference_game.h"

#include "backend/reference/program.h"
#include "runtime/host/game/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace tesuji::reference {

namespace {

using runtime::Move;
using runtime::StateOut;
using runtime::StateView;

using Fluents = std::vector<TermId>;  ///< sorted, without duplicates

/// Fluent sets by number.
class StateSets {
 public:
  std::uint64_t number_of(Fluents fluents) {
    const auto [first, last] = numbers_.equal_range(hash_of(fluents));
    for (auto found = first; found != last; ++found) {
      if (sets_[found->second] == fluents) return found->second;
    }
    kept_ += fluents.size() + 1;
    if (kept_ > max_kept) {
      throw runtime::LimitReached(
          fmt::format("the states met so far have more than {} fluents", max_kept));
    }
    numbers_.emplace(hash_of(fluents), sets_.size());
    sets_.push_back(std::move(fluents));
    return sets_.size() - 1;
  }
  [[nodiscard]] const Fluents& operator[](std::uint64_t number) const { return sets_.at(number); }

 private:
  /// Limit on fluents in all states together; no state is ever freed.
  static constexpr std::size_t max_kept = 50'000'000;

  static std::uint64_t hash_of(const Fluents& fluents) {
    std::uint64_t hash = fluents.size();
    for (const TermId fluent : fluents) {
      hash = (hash ^ fluent) * 0x9E3779B97F4A7C15ULL;
      hash ^= hash >> 31;
    }
    return hash;
  }

  std::vector<Fluents> sets_;
  std::size_t kept_ = 0;
  std::unordered_multimap<std::uint64_t, std::uint64_t> numbers_;
};

/// Converts a reasoner's error to one of the game contract, with its line.
[[noreturn]] void throw_for_game(const ReasoningError& error) {
  const std::string place =
      error.span().known() ? fmt::format(" (line {})", error.span().begin.line) : std::string();
  if (error.code() == "limit" || error.code() == "recursion") {
    throw runtime::LimitReached(error.what() + place);
  }
  throw ReasoningError(error.code(), error.what() + place, error.span());
}

class ReferenceGame final : public runtime::Game {
 public:
  ReferenceGame(std::shared_ptr<Program> program, std::string name, const Limits& limits)
      : program_(std::move(program)), name_(std::move(name)), prover_(*program_, limits) {
    for (const TermId role : prove_column(query("role", {variable(0)}, 1))) {
      role_terms_.push_back(role);
      roles_.push_back(term_text(role, *program_));
    }
    for (const TermId role : role_terms_) {
      legal_.push_back(query("legal", {role, variable(0)}, 1));
      goal_.push_back(query("goal", {role, variable(0)}, 1));
      sees_.push_back(query("sees", {role, variable(0)}, 1));
    }
    const std::optional<ir::Symbol> sees = program_->symbols().find("sees");
    has_percepts_ = sees && !program_->clauses_for({*sees, 2}).empty();
    next_ = query("next", {variable(0)}, 1);
    terminal_ = query("terminal", {}, 0);
    initial_[0] = states_.number_of(sorted(prove_column(query("init", {variable(0)}, 1))));
  }

  std::string_view name() const override { return name_; }
  std::span<const std::string> roles() const override { return roles_; }
  std::size_t state_words() const override { return 1; }
  StateView initial() const override { return initial_; }
  std::unique_ptr<runtime::Scratch> make_scratch() const override {
    return std::make_unique<runtime::Scratch>();
  }

  void legal(StateView state, runtime::Scratch&,
             std::vector<std::vector<Move>>& moves) const override {
    const std::lock_guard lock(mutex_);
    moves.resize(roles_.size());
    enter(state, {});
    for (std::size_t role = 0; role < moves.size(); ++role) {
      moves[role].clear();
      for (const TermId move : in_order(column(legal_[role]))) {
        moves[role].push_back(number_of_move(move));
      }
    }
  }

  void next(StateView state, std::span<const Move> joint, runtime::Scratch&,
            StateOut out) const override {
    const std::lock_guard lock(mutex_);
    enter(state, does(joint));
    out[0] = states_.number_of(sorted(column(next_)));
  }

  bool terminal(StateView state, runtime::Scratch&) const override {
    const std::lock_guard lock(mutex_);
    enter(state, {});
    try {
      return prover_.provable(terminal_);
    } catch (const ReasoningError& error) {
      throw_for_game(error);
    }
  }

  void goal(StateView state, runtime::Scratch&,
            std::vector<std::vector<std::string>>& goals) const override {
    const std::lock_guard lock(mutex_);
    goals.resize(roles_.size());
    enter(state, {});
    for (std::size_t role = 0; role < goals.size(); ++role) {
      goals[role].clear();
      for (const TermId value : in_order(column(goal_[role]))) {
        goals[role].push_back(term_text(value, *program_));
      }
    }
  }

  bool has_percepts() const override { return has_percepts_; }

  void percepts(StateView state, std::span<const Move> joint, runtime::Scratch&,
                std::vector<std::vector<std::string>>& percepts) const override {
    const std::lock_guard lock(mutex_);
    percepts.assign(roles_.size(), {});
    if (!has_percepts_) return;
    enter(state, does(joint));
    for (std::size_t role = 0; role < percepts.size(); ++role) {
      percepts[role] = names(column(sees_[role]));
    }
  }

  std::vector<std::string> fluents(StateView state) const override {
    const std::lock_guard lock(mutex_);
    return names(states_[state[0]]);
  }

  /// Any ground term over the rulesheet's names can be a fluent.
  std::optional<runtime::State> state_of(std::span<const std::string> fluents,
                                         std::string* unknown) const override {
    const std::lock_guard lock(mutex_);
    Fluents terms;
    for (const std::string& fluent : fluents) {
      const std::optional<TermId> term = read_term(fluent, *program_);
      if (!term) {
        if (unknown != nullptr) *unknown = fluent;
        return std::nullopt;
      }
      terms.push_back(*term);
    }
    return runtime::State{states_.number_of(sorted(std::move(terms)))};
  }

  std::string move_name(Move move) const override {
    const std::lock_guard lock(mutex_);
    return term_text(moves_.at(move), *program_);
  }

  /// Accepts any ground term over the rulesheet's names, as for fluents: there is no list of all
  /// moves.
  std::optional<Move> find_move(std::string_view name) const override {
    const std::lock_guard lock(mutex_);
    const std::optional<TermId> term = read_term(name, *program_);
    if (!term) return std::nullopt;
    return number_of_move(*term);
  }

 private:
  TermId variable(Variable number) { return program_->terms().variable(number); }

  /// Returns the query `(name args..)` with this number of variables.
  Query query(std::string_view name, const std::vector<TermId>& args, std::size_t variables) {
    Query query;
    const std::optional<ir::Symbol> symbol = program_->symbols().find(name);
    Goal goal;
    if (symbol) {
      goal.atom = program_->terms().compound(*symbol, args);
    } else {
      // No clause has that name, so it cannot be proved: an empty disjunction.
      goal.kind = Goal::Kind::disjunction;
    }
    query.goals.push_back(std::move(goal));
    query.variables.resize(variables);
    return query;
  }

  /// Calls prove_column and converts its errors to those of the contract.
  std::vector<TermId> column(const Query& query) const {
    try {
      return prove_column(query);
    } catch (const ReasoningError& error) {
      throw_for_game(error);
    }
  }

  /// Returns the answers to a query with one variable.
  std::vector<TermId> prove_column(const Query& query) const {
    std::vector<TermId> terms;
    for (const Answer& answer : prover_.answers(query)) terms.push_back(answer.front());
    return terms;
  }

  static Fluents sorted(Fluents fluents) {
    std::sort(fluents.begin(), fluents.end());
    fluents.erase(std::unique(fluents.begin(), fluents.end()), fluents.end());
    return fluents;
  }

  std::vector<TermId> in_order(std::vector<TermId> terms) const {
    std::sort(terms.begin(), terms.end(),
              [&](TermId a, TermId b) { return term_less(a, b, *program_); });
    return terms;
  }

  /// Returns the names, sorted bytewise.
  std::vector<std::string> names(const std::vector<TermId>& terms) const {
    std::vector<std::string> names;
    for (const TermId term : terms) names.push_back(term_text(term, *program_));
    std::sort(names.begin(), names.end());
    return names;
  }

  std::vector<Situation::Does> does(std::span<const Move> joint) const {
    std::vector<Situation::Does> does;
    for (std::size_t role = 0; role < joint.size(); ++role) {
      does.push_back({role_terms_.at(role), moves_.at(joint[role])});
    }
    return does;
  }

  void enter(StateView state, std::vector<Situation::Does> does) const {
    prover_.set_situation({states_[state[0]], std::move(does)});
  }

  Move number_of_move(TermId term) const {
    const auto [place, is_new] = move_numbers_.try_emplace(term, moves_.size());
    if (is_new) moves_.push_back(term);
    return place->second;
  }

  // The contract's functions are const; the lock guards the data that they change.
  mutable std::mutex mutex_;
  std::shared_ptr<Program> program_;
  std::string name_;
  mutable Prover prover_;
  mutable StateSets states_;
  mutable std::vector<TermId> moves_;
  mutable std::unordered_map<TermId, Move> move_numbers_;
  std::vector<TermId> role_terms_;
  std::vector<std::string> roles_;
  std::vector<Query> legal_, goal_, sees_;  ///< per role
  bool has_percepts_ = false;
  Query next_, terminal_;
  runtime::State initial_{0};
};

}  // namespace

std::shared_ptr<const runtime::Game> make_reference_game(std::shared_ptr<Program> program,
                                                         std::string name, Limits limits) {
  return std::make_shared<const ReferenceGame>(std::move(program), std::move(name), limits);
}

}  // namespace tesuji::reference
