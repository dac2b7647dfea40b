#include "frontend/strategy/strategy_unfold.h"

#include <map>
#include <utility>

namespace tesuji::frontend {
namespace {

using Operation = ir::ProcOperation;
using Argument = ir::Argument;

/// Bounds on unfolding: they keep descriptions short and stop helpers that double in size with each
/// level.
constexpr std::size_t max_opened_clauses = 64;
constexpr std::size_t max_alternatives = 8;
constexpr std::size_t max_depth = 64;
/// Counts of moves stop here; also keeps sums of doubling chains in range.
constexpr int max_plies = 1000;

class MoveCounter {
 public:
  explicit MoveCounter(const Strategy& strategy) : strategy_(strategy) {}

  std::optional<int> count(std::string_view predicate, std::size_t depth = 0) {
    if (predicate == "move") {
      return 1;
    }
    if (const auto known = known_.find(predicate); known != known_.end()) {
      return known->second;
    }
    const ir::Proc* const proc = strategy_.find(predicate);
    if (proc == nullptr || proc->arity != 2 || depth > max_depth) {
      return std::nullopt;
    }
    std::optional<int> result = count(proc->clauses.front(), depth);
    for (const ir::ProcClause& clause : proc->clauses) {
      if (count(clause, depth) != result) {
        result.reset();
      }
    }
    known_[predicate] = result;
    return result;
  }

 private:
  std::optional<int> count(const ir::ProcClause& clause, std::size_t depth) {
    std::vector<std::optional<int>> plies(clause.variables.size());
    plies[0] = 0;
    for (const Operation& operation : clause.ops) {
      if (operation.kind == Operation::Kind::call) {
        const std::optional<int> before = plies[operation.args[0].id];
        const std::optional<int> made = count(operation.callee, depth + 1);
        if (before && made && *before + *made <= max_plies) {
          plies[operation.args[1].id] = *before + *made;
        }
      }
    }
    return plies[1];
  }

  const Strategy& strategy_;
  std::map<std::string_view, std::optional<int>> known_;
};

class Unfolder {
 public:
  explicit Unfolder(const Strategy& strategy) : strategy_(strategy) {}

  std::vector<Conjunction> unfold(const ir::Proc& proc) {
    const StateId from = add_state();
    const StateId to = proc.arity == 2 ? add_state() : from;
    return open(proc, from, to, false, 0);
  }

 private:
  using Alternatives = std::vector<Conjunction>;

  StateId add_state() { return states_++; }

  /// Returns the clauses of `proc` for the given states. `to_known`: `to` was mentioned before, so
  /// that a clause only states how it is related to `from`.
  Alternatives open(const ir::Proc& proc, StateId from, StateId to, bool to_known,
                    std::size_t depth) {
    Alternatives result;
    for (const ir::ProcClause& clause : proc.clauses) {
      ++opened_;
      std::vector<StateId> states(clause.variables.size());
      std::vector<bool> known(clause.variables.size(), false);
      for (std::size_t i = 0; i < states.size(); ++i) {
        states[i] = i == 0 ? from : i == 1 && proc.arity == 2 ? to : add_state();
      }
      known[0] = true;
      if (proc.arity == 2) {
        known[1] = to_known;
      }
      Alternatives conjunctions(1);
      for (const Operation& operation : clause.ops) {
        if (operation.kind != Operation::Kind::yield) {
          const std::size_t room = max_alternatives / conjunctions.size();
          conjunctions = product(conjunctions, say(operation, states, known, room, depth));
        }
      }
      for (Conjunction& conjunction : conjunctions) {
        result.push_back(std::move(conjunction));
      }
    }
    return result;
  }

  static Alternatives product(const Alternatives& left, const Alternatives& right) {
    Alternatives result;
    for (const Conjunction& a : left) {
      for (const Conjunction& b : right) {
        Conjunction& both = result.emplace_back(a);
        both.statements.insert(both.statements.end(), b.statements.begin(), b.statements.end());
      }
    }
    return result;
  }

  /// Unfolds an operation of a clause into at most `room` alternatives, given the states of the
  /// clause's variables and which of them are known.
  Alternatives say(const Operation& operation, const std::vector<StateId>& states,
                   std::vector<bool>& known, std::size_t room, std::size_t depth) {
    const StateId from = states[operation.args[0].id];
    const bool negated = operation.kind == Operation::Kind::absent;
    const bool to_given =
        operation.args.size() == 2 && operation.args[1].kind != Argument::Kind::ignore;
    if (const ir::Proc* const helper = helper_to_open(operation.callee, depth)) {
      StateId to = from;
      bool to_known = true;
      if (to_given) {
        to = states[operation.args[1].id];
        to_known = known[operation.args[1].id];
      } else if (helper->arity == 2) {
        to = add_state();
        to_known = false;
      }
      Alternatives opened = open(*helper, from, to, to_known, depth + 1);
      if (opened.size() <= (negated ? max_alternatives : room)) {
        if (to_given) {
          known[operation.args[1].id] = true;
        }
        if (!negated) {
          return opened;
        }
        Statement absence;
        absence.kind = Statement::Kind::absence;
        absence.from = from;
        absence.alternatives = std::move(opened);
        return {{{std::move(absence)}}};
      }
    }
    return {{{folded(operation, from, to_given, states, known)}}};
  }

  /// Returns the predicate if it is a helper that may be unfolded; otherwise nullptr.
  [[nodiscard]] const ir::Proc* helper_to_open(std::string_view predicate,
                                               std::size_t depth) const {
    if (depth >= max_depth || outcome_of(predicate)) {
      return nullptr;
    }
    const ir::Proc* const proc = strategy_.find(predicate);
    const bool fits = proc != nullptr && opened_ + proc->clauses.size() <= max_opened_clauses;
    return fits ? proc : nullptr;
  }

  static Statement folded(const Operation& operation, StateId from, bool to_given,
                          const std::vector<StateId>& states, std::vector<bool>& known) {
    Statement statement;
    statement.predicate = operation.callee;
    statement.is_fluent = operation.is_fluent;
    statement.negated = operation.kind == Operation::Kind::absent;
    statement.from = from;
    if (!to_given) {
      return statement;
    }
    const std::uint32_t variable = operation.args[1].id;
    statement.kind = Statement::Kind::step;
    statement.to = states[variable];
    statement.introduces = !known[variable];
    known[variable] = true;
    return statement;
  }

  const Strategy& strategy_;
  StateId states_ = 0;  ///< number of states
  std::size_t opened_ = 0;
};

}  // namespace

std::optional<int> moves_made_by(const Strategy& strategy, std::string_view predicate) {
  return MoveCounter(strategy).count(predicate);
}

std::vector<Conjunction> unfold(const Strategy& strategy, const ir::Proc& proc) {
  return Unfolder(strategy).unfold(proc);
}

}  // namespace tesuji::frontend
