#include "frontend/strategy/strategy_parser.h"

#include "frontend/strategy/other_clauses.h"
#include "frontend/strategy/strategy_checks.h"
#include "frontend/strategy/strategy_lowering.h"
#include "frontend/strategy/strategy_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace tesuji::frontend {
namespace {

std::set<std::string_view> callees(const Strategy& strategy) {
  std::set<std::string_view> called;
  for (const ir::Proc& proc : strategy.procs) {
    for (const ir::ProcClause& clause : proc.clauses) {
      for (const ir::ProcOperation& operation : clause.ops) {
        called.insert(operation.callee);
      }
    }
  }
  return called;
}

std::vector<std::string> execution_order(const Strategy& strategy) {
  std::vector<std::pair<Outcome, std::string>> outcomes;
  for (const ir::Proc& proc : strategy.procs) {
    if (const std::optional<Outcome> outcome = outcome_of(proc.name); outcome && proc.arity == 2) {
      outcomes.emplace_back(*outcome, proc.name);
    }
  }
  std::sort(outcomes.begin(), outcomes.end());
  std::vector<std::string> order;
  order.reserve(outcomes.size());
  for (auto& [outcome, name] : outcomes) {
    order.push_back(std::move(name));
  }
  if (order.empty()) {
    const std::set<std::string_view> called = callees(strategy);
    for (const ir::Proc& proc : strategy.procs) {
      if (proc.arity == 2 && !called.contains(proc.name)) {
        order.push_back(proc.name);
      }
    }
  }
  return order;
}

void warn_unused(const Strategy& strategy, ir::Diagnostics& diagnostics) {
  const std::set<std::string_view> called = callees(strategy);
  for (const ir::Proc& proc : strategy.procs) {
    const bool tried =
        std::find(strategy.order.begin(), strategy.order.end(), proc.name) != strategy.order.end();
    if (!tried && !called.contains(proc.name)) {
      diagnostics.warning(proc.clauses.front().span, "unused",
                          fmt::format("nothing calls `{}`, and it is no win_k or draw_k, so it is "
                                      "never tried",
                                      proc.name));
    }
  }
}

}  // namespace

const ir::Proc* Strategy::find(std::string_view name) const {
  for (const ir::Proc& proc : procs) {
    if (proc.name == name) {
      return &proc;
    }
  }
  return nullptr;
}

std::optional<Outcome> outcome_of(std::string_view predicate) {
  constexpr std::string_view win = "win_";
  constexpr std::string_view draw = "draw_";
  Outcome outcome;
  if (predicate.substr(0, win.size()) == win) {
    outcome.kind = Outcome::Kind::win;
    predicate.remove_prefix(win.size());
  } else if (predicate.substr(0, draw.size()) == draw) {
    outcome.kind = Outcome::Kind::draw;
    predicate.remove_prefix(draw.size());
  } else {
    return std::nullopt;
  }
  const char* const end = predicate.data() + predicate.size();
  const auto [stop, error] = std::from_chars(predicate.data(), end, outcome.depth);
  if (error != std::errc() || stop != end) {
    return std::nullopt;
  }
  return outcome;
}

namespace {

std::optional<Strategy> parse(ir::FileId file, ir::Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  const std::vector<StrategyClause> clauses = read_strategy(file, diagnostics);
  const bool readable = diagnostics.error_count() == errors_before;
  if (readable && clauses.empty()) {
    diagnostics.error({file, {1, 1}, {1, 1}}, "parse", "there is no clause in this file");
  }
  if (readable) {  // otherwise clauses are missing, and much would seem undefined
    check_strategy_names(clauses, diagnostics);
    check_strategy_recursion(clauses, diagnostics);
    check_strategy_singletons(clauses, diagnostics);
  }
  Strategy strategy;
  strategy.procs = lower_strategy(clauses, diagnostics);
  if (diagnostics.error_count() != errors_before) {
    return std::nullopt;
  }
  strategy.order = execution_order(strategy);
  if (strategy.order.empty()) {
    diagnostics.error({file, {1, 1}, {1, 1}}, "undefined",
                      "no predicate of two arguments is there to choose a move with");
    return std::nullopt;
  }
  warn_unused(strategy, diagnostics);
  return strategy;
}

}  // namespace

std::optional<Strategy> parse_strategy(ir::FileId file, ir::Diagnostics& diagnostics) {
  // What is wrong with a theory's clauses as those of a strategy helps nobody.
  if (const auto place = other_clauses(file, diagnostics.sources())) {
    ir::Diagnostics own(diagnostics.sources());
    if (!parse(file, own)) {
      diagnostics.error(*place, "parse",
                        "this is no clause of a strategy, whose clauses are rules such as "
                        "win_1(A,B) :- move(A,B), won(B). Domain theories and features are read "
                        "by `features`, background knowledge by `induce`");
      return std::nullopt;
    }
  }
  return parse(file, diagnostics);
}

}  // namespace tesuji::frontend
