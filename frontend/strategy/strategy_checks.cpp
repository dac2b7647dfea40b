#include "frontend/strategy/strategy_checks.h"

#include "frontend/strategy/strategy_parser.h"
#include "frontend/strategy/strategy_reader.h"
#include "frontend/text/prolog_terms.h"
#include "ir/core/counted.h"
#include "ir/module/proc_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tesuji::frontend {

// --- Checks

namespace {

constexpr std::array<std::pair<std::string_view, std::size_t>, 3> primitives = {
    {{"move", 2}, {"won", 1}, {"drawn", 1}}};

class NameChecker {
 public:
  NameChecker(const std::vector<StrategyClause>& clauses, ir::Diagnostics& diagnostics)
      : clauses_(clauses), diagnostics_(diagnostics) {
    for (const auto& [name, arity] : primitives) {
      candidates_.emplace_back(name);
    }
    for (const StrategyClause& clause : clauses) {
      if (definitions_.try_emplace(clause.head.predicate, &clause.head).second) {
        candidates_.push_back(clause.head.predicate);
      }
    }
  }

  void check() {
    for (const StrategyClause& clause : clauses_) {
      check_head(clause.head);
      for (const StrategyGoal& goal : clause.body) {
        check_goal(goal);
      }
    }
  }

 private:
  void check_head(const StrategyGoal& head) {
    if (primitive_arity(head.predicate)) {
      diagnostics_.error(head.name_span, "keyword",
                         fmt::format("`{}` is a primitive: the game defines it, a strategy cannot",
                                     head.predicate));
      return;
    }
    if (head.args.empty() || head.args.size() > 2) {
      diagnostics_.error(
          head.span, "arity",
          fmt::format(
              "`{}` has {}: a predicate of a strategy has a state, or a state and a later one",
              head.predicate, ir::counted(head.args.size(), "argument")));
      return;
    }
    const StrategyGoal& first = *definitions_.at(head.predicate);
    if (head.args.size() != first.args.size()) {
      report_arity(head, first);
    }
  }

  void check_goal(const StrategyGoal& goal) {
    if (!goal.constants.empty()) {
      check_fluent(goal);
      return;
    }
    if (const std::optional<std::size_t> arity = primitive_arity(goal.predicate)) {
      if (goal.args.size() != *arity) {
        diagnostics_.error(goal.span, "arity",
                           fmt::format("the primitive `{}` has arity {}, found {}", goal.predicate,
                                       *arity, goal.args.size()));
      }
      return;
    }
    const auto found = definitions_.find(goal.predicate);
    if (found == definitions_.end()) {
      report_undefined(goal);
    } else if (goal.args.size() != found->second->args.size()) {
      report_arity(goal, *found->second);
    }
  }

  /// Checks `cell(B,1,1,x)`, which the game defines, so that it cannot have clauses.
  void check_fluent(const StrategyGoal& goal) {
    if (goal.args.size() != 1) {
      diagnostics_.error(goal.span, "arity",
                         fmt::format("a fluent is a property of one state, but `{}` has {}",
                                     goal.predicate, ir::counted(goal.args.size(), "state")));
    } else if (primitive_arity(goal.predicate) || definitions_.contains(goal.predicate)) {
      diagnostics_.error(
          goal.span, "arity",
          fmt::format("`{}` is a predicate of states: it takes no constants", goal.predicate));
    }
  }

  void report_arity(const StrategyGoal& goal, const StrategyGoal& definition) {
    diagnostics_
        .error(goal.span, "arity",
               fmt::format("`{}` has arity {}, found {}", goal.predicate, definition.args.size(),
                           goal.args.size()))
        .notes.push_back({definition.span, "defined here"});
  }

  void report_undefined(const StrategyGoal& goal) {
    std::string message = fmt::format("no clause defines the predicate `{}`", goal.predicate);
    if (const std::string near = ir::nearest_name(goal.predicate, candidates_); !near.empty()) {
      message += fmt::format("; did you mean `{}`?", near);
    }
    diagnostics_.error(goal.name_span, "undefined", std::move(message));
  }

  const std::vector<StrategyClause>& clauses_;
  ir::Diagnostics& diagnostics_;
  std::map<std::string_view, const StrategyGoal*> definitions_;  ///< first heads
  std::vector<std::string> candidates_;
};

/// Walks over the call graph depth-first with an explicit stack; records the depth of finished
/// predicates.
class RecursionChecker {
 public:
  RecursionChecker(const std::vector<StrategyClause>& clauses, ir::Diagnostics& diagnostics)
      : clauses_(clauses), diagnostics_(diagnostics) {
    for (const StrategyClause& clause : clauses) {
      std::vector<const StrategyGoal*>& calls = calls_[clause.head.predicate];
      for (const StrategyGoal& goal : clause.body) {
        calls.push_back(&goal);
      }
    }
  }

  void check() {
    for (const StrategyClause& clause : clauses_) {
      if (!finished_.contains(clause.head.predicate)) {
        walk(clause.head.predicate);
      }
    }
  }

 private:
  struct Visit {
    std::string_view predicate;
    std::size_t next_call = 0;
  };

  void walk(std::string_view start) {
    path_.push_back({start});
    on_path_.insert(start);
    while (!path_.empty()) {
      Visit& visit = path_.back();
      const std::vector<const StrategyGoal*>& calls = calls_.at(visit.predicate);
      if (visit.next_call == calls.size()) {
        finished_.emplace(visit.predicate, depth_over(calls));
        on_path_.erase(visit.predicate);
        path_.pop_back();
        continue;
      }
      const std::string_view callee = calls[visit.next_call++]->predicate;
      if (on_path_.contains(callee)) {
        report_cycle(callee);
      } else if (calls_.contains(callee) && !finished_.contains(callee)) {
        on_path_.insert(callee);
        path_.push_back({callee});
      }
    }
  }

  /// Returns the depth of nested calls of a predicate with these calls.
  std::uint32_t depth_over(const std::vector<const StrategyGoal*>& calls) {
    std::uint32_t deepest = 0;
    for (const StrategyGoal* call : calls) {
      const auto callee = finished_.find(call->predicate);
      if (callee == finished_.end() || callee->second <= deepest) {
        continue;
      }
      deepest = callee->second;
      if (deepest == ir::deepest_proc) {
        if (!depth_settled_) {
          report_depth(*call);
        }
        depth_settled_ = true;  // its callers are too deep as well
        return deepest;
      }
    }
    return deepest + 1;
  }

  void report_depth(const StrategyGoal& call) {
    diagnostics_.error(call.span, "limit",
                       fmt::format("predicates call each other more than {} deep: `{}` is {} deep "
                                   "already",
                                   ir::deepest_proc, call.predicate, ir::deepest_proc));
  }

  /// Reports the cycle: the part of the path from `callee` on.
  void report_cycle(std::string_view callee) {
    depth_settled_ = true;  // no depth exists
    std::size_t begin = path_.size() - 1;
    while (path_[begin].predicate != callee) {
      --begin;
    }
    constexpr std::size_t shown = 8;  // at each end
    std::string cycle;
    for (std::size_t i = begin; i < path_.size(); ++i) {
      if (i == begin + shown && path_.size() - begin > 2 * shown + 1) {
        cycle += ".. -> ";
        i = path_.size() - shown;
      }
      cycle += fmt::format("{} -> ", path_[i].predicate);
    }
    const auto call_of = [&](const Visit& visit) {
      return calls_.at(visit.predicate)[visit.next_call - 1];
    };
    ir::Diagnostic& error =
        diagnostics_.error(call_of(path_.back())->span, "recursion",
                           fmt::format("a strategy cannot be recursive, but {}{}", cycle, callee));
    for (std::size_t i = begin; i + 1 < path_.size(); ++i) {
      error.notes.push_back(
          {call_of(path_[i])->span,
           fmt::format("`{}` calls `{}` here", path_[i].predicate, path_[i + 1].predicate)});
    }
    ir::abridge_steps(error);
  }

  const std::vector<StrategyClause>& clauses_;
  ir::Diagnostics& diagnostics_;
  std::map<std::string_view, std::vector<const StrategyGoal*>> calls_;
  std::vector<Visit> path_;
  std::set<std::string_view> on_path_;
  std::map<std::string_view, std::uint32_t> finished_;  ///< the depth of each, at most deepest_proc
  bool depth_settled_ = false;
};

}  // namespace

std::optional<std::size_t> primitive_arity(std::string_view name) {
  for (const auto& [primitive, arity] : primitives) {
    if (primitive == name) {
      return arity;
    }
  }
  return std::nullopt;
}

void check_strategy_names(const std::vector<StrategyClause>& clauses,
                          ir::Diagnostics& diagnostics) {
  NameChecker(clauses, diagnostics).check();
}

void check_strategy_recursion(const std::vector<StrategyClause>& clauses,
                              ir::Diagnostics& diagnostics) {
  RecursionChecker(clauses, diagnostics).check();
}

void check_strategy_singletons(const std::vector<StrategyClause>& clauses,
                               ir::Diagnostics& diagnostics) {
  for (const StrategyClause& clause : clauses) {
    struct Occurrences {
      std::size_t count = 0;
      ir::Span span;
      bool expected = false;
    };
    std::map<std::string_view, Occurrences> occurrences;
    const auto count = [&](const StrategyGoal& goal) {
      for (std::size_t i = 0; i < goal.args.size(); ++i) {
        // `not win_1(B,C)`, as published: the successor state does not matter.
        const bool successor = goal.negated && i == 1;
        const StrategyVariable& variable = goal.args[i];
        const auto found =
            occurrences.try_emplace(variable.name, Occurrences{0, variable.span, successor}).first;
        ++found->second.count;
      }
    };
    count(clause.head);
    for (const StrategyGoal& goal : clause.body) {
      count(goal);
    }
    for (const auto& [name, occurrence] : occurrences) {
      if (occurrence.count == 1 && name.front() != '_' && !occurrence.expected) {
        diagnostics.warning(
            occurrence.span, "singleton",
            fmt::format("{} occurs only once in its clause; write `_` if that is meant", name));
      }
    }
  }
}

// --- Clauses of other kinds

std::optional<ir::Span> other_clauses(ir::FileId file, const ir::SourceMap& sources) {
  ir::Diagnostics own(sources);
  const auto terms = read_prolog_terms(file, own);
  if (!terms) return std::nullopt;
  std::optional<ir::Span> place;
  for (const PrologTerm& term : *terms) {
    const bool rule = term.kind == PrologTerm::Kind::compound && term.name == ":-";
    if (rule && !term.is(":-", 1) && outcome_of(term.args[0].name)) return std::nullopt;
    if (!rule && !term.args.empty() && term.ground() && !place) place = term.span;
  }
  return place;
}

bool has_strategy_clause(ir::FileId file, const ir::SourceMap& sources) {
  ir::Diagnostics own(sources);
  const std::vector<StrategyClause> clauses = read_strategy(file, own);
  return std::any_of(clauses.begin(), clauses.end(), [](const StrategyClause& clause) {
    return outcome_of(clause.head.predicate) ||
           std::any_of(clause.body.begin(), clause.body.end(), [](const StrategyGoal& goal) {
             return primitive_arity(goal.predicate) == goal.args.size();
           });
  });
}

}  // namespace tesuji::frontend
