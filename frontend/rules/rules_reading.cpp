#include "frontend/rules/rules_reading.h"

#include "ir/core/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace tesuji::frontend {
namespace {

/// Whether the list looks like a term, `(s ?x)`, rather than a list of arguments, `(?c ?c1)`.
bool is_term(const Sexpr& list) {
  const std::string_view head = list.head();
  return list.items.size() > 1 && !head.empty() && head.front() != '?' && head != "_";
}

void add_variables(const Sexpr& expression, std::set<std::string>& names) {
  if (expression.is_variable()) names.insert(expression.symbol.substr(1));
  for (const Sexpr& item : expression.items) add_variables(item, names);
}

std::vector<const Sexpr*> pointers_to(const std::vector<Sexpr>& items) {
  std::vector<const Sexpr*> pointers;
  for (const Sexpr& item : items) pointers.push_back(&item);
  return pointers;
}

/// Returns the operands of a rule's word: `different ?a ?b` or, as in the paper, `different (?a
/// ?b)`.
std::vector<const Sexpr*> parts_of(const WordedItem& item) {
  if (item.operands.size() == 1 && item.operands[0]->is_list) {
    return pointers_to(item.operands[0]->items);
  }
  return item.operands;
}

}  // namespace

std::vector<WordedItem> worded_items(const std::vector<Sexpr>& items, std::size_t first,
                                     ir::Diagnostics& diagnostics) {
  std::vector<WordedItem> worded;
  for (std::size_t i = first; i < items.size(); ++i) {
    const Sexpr& item = items[i];
    if (!item.is_list) {
      if (i + 1 == items.size() || !items[i + 1].is_list) {
        diagnostics.error(item.span, "parse",
                          fmt::format("`{}` must be followed by a list", item.symbol));
        continue;
      }
      ++i;
      worded.push_back(
          {item.symbol, {&items[i]}, {item.span.file, item.span.begin, items[i].span.end}});
      continue;
    }
    if (item.head().empty()) {
      diagnostics.error(item.span, "parse",
                        "a premise or conclusion must begin with a word such as `present`");
      continue;
    }
    WordedItem wrapped{std::string(item.head()), {}, item.span};
    for (std::size_t operand = 1; operand < item.items.size(); ++operand) {
      wrapped.operands.push_back(&item.items[operand]);
    }
    worded.push_back(std::move(wrapped));
  }
  return worded;
}

PremiseReader::PremiseReader(const std::map<ir::Symbol, std::size_t>& functions, const Sexpr& rule,
                             ir::SymbolTable& symbols, ir::Diagnostics& diagnostics)
    : functions_(functions), symbols_(symbols), diagnostics_(diagnostics) {
  add_variables(rule, taken_);
}

std::vector<RulePremise> PremiseReader::take_computed() {
  return std::exchange(computed_, {});
}

void PremiseReader::fail(ir::Span span, std::string message) {
  diagnostics_.error(span, "parse", std::move(message));
}

// Arguments and facts --------------------------------------------------------

std::optional<RuleArgument> PremiseReader::argument(const Sexpr& expression) {
  if (expression.is_list) {
    if (is_call(expression)) return call(expression);
    ir::Diagnostic& error =
        diagnostics_.error(expression.span, "parse",
                           "an argument must be a constant or a variable: facts of a working "
                           "memory cannot contain compound terms");
    if (is_term(expression)) {
      error.notes.push_back(
          {{},
           fmt::format("`(function {} {})` makes `{}` a function, whose table is "
                       "given as facts",
                       expression.head(), expression.items.size() - 1, expression.head())});
    }
    return std::nullopt;
  }
  RuleArgument argument;
  argument.span = expression.span;
  if (expression.is("_")) return argument;
  if (expression.is("?")) {
    fail(expression.span, "a variable needs a name after the `?`");
    return std::nullopt;
  }
  const bool variable = expression.is_variable();
  argument.kind = variable ? RuleArgument::Kind::variable : RuleArgument::Kind::constant;
  argument.name = symbols_.intern(variable ? std::string_view(expression.symbol).substr(1)
                                           : std::string_view(expression.symbol));
  return argument;
}

bool PremiseReader::arguments(const std::vector<Sexpr>& items, std::size_t first, Arguments& into) {
  bool good = true;
  for (std::size_t i = first; i < items.size(); ++i) {
    const auto read = argument(items[i]);
    if (read) into.push_back(*read);
    good &= read.has_value();
  }
  return good;
}

std::optional<RulePattern> PremiseReader::pattern(const Sexpr& expression) {
  RulePattern pattern;
  pattern.span = expression.span;
  if (!expression.is_list) {
    if (expression.symbol.front() == '?' || expression.is("_")) {
      fail(expression.span, "a relation's name is expected here");
      return std::nullopt;
    }
    pattern.relation = symbols_.intern(expression.symbol);
    return pattern;
  }
  const std::string_view name = expression.head();
  if (name.empty() || name.front() == '?' || name == "_") {
    fail(expression.span, "a fact must begin with its relation's name");
    return std::nullopt;
  }
  pattern.relation = symbols_.intern(name);
  // `(n (s ?x))` is a function of ?x (or a term); s and ?x are not a separate list of arguments.
  const bool nested =
      expression.items.size() == 2 && expression.items[1].is_list && !is_term(expression.items[1]);
  const std::vector<Sexpr>& items = nested ? expression.items[1].items : expression.items;
  if (!arguments(items, nested ? 0 : 1, pattern.args)) return std::nullopt;
  return pattern;
}

// Functions ------------------------------------------------------------------

bool PremiseReader::is_call(const Sexpr& list) const {
  if (!list.is_list || !is_term(list)) return false;
  if (is_function_sign(list.head())) return true;
  const auto relation = symbols_.find(list.head());
  return relation && functions_.contains(*relation);
}

RuleArgument PremiseReader::fresh_variable(ir::Span span) {
  std::string name;
  do {
    name = fmt::format("value_{}", ++fresh_);
  } while (!taken_.insert(name).second);
  return {RuleArgument::Kind::variable, symbols_.intern(name), span};
}

std::optional<RuleArgument> PremiseReader::call(const Sexpr& list) {
  const auto relation = symbols_.find(list.head());
  if (relation && functions_.contains(*relation)) return table_call(list, *relation);
  RulePremise premise;
  premise.kind = RulePremise::Kind::compute;
  premise.span = list.span;
  premise.pattern.span = list.span;
  premise.pattern.args.push_back(fresh_variable(list.span));
  if (!add_function(list, premise) || !check_size(premise)) return std::nullopt;
  const RuleArgument result = premise.pattern.args.front();
  computed_.push_back(std::move(premise));
  return result;
}

std::optional<RuleArgument> PremiseReader::table_call(const Sexpr& list, ir::Symbol relation) {
  const std::size_t wanted = functions_.at(relation);
  if (list.items.size() - 1 != wanted) {
    fail(list.span, fmt::format("the function `{}` has {} argument{}, but here {} {}", list.head(),
                                wanted, wanted == 1 ? "" : "s",
                                list.items.size() == 2 ? "is" : "are", list.items.size() - 1));
    return std::nullopt;
  }
  RulePremise premise;
  premise.span = list.span;
  premise.pattern.span = list.span;
  premise.pattern.relation = relation;
  if (!arguments(list.items, 1, premise.pattern.args)) return std::nullopt;
  premise.pattern.args.push_back(fresh_variable(list.span));
  const RuleArgument result = premise.pattern.args.back();
  computed_.push_back(std::move(premise));
  return result;
}

bool PremiseReader::add_function(const Sexpr& list, RulePremise& premise) {
  const std::size_t count = list.items.size() - 1;
  const auto function = function_sign(list.head(), count);
  if (!function) {
    fail(list.span, fmt::format("`{}` is not a function of {} argument{}", list.head(), count,
                                count == 1 ? "" : "s"));
    return false;
  }
  bool good = true;
  const std::size_t errors = diagnostics_.error_count();
  for (std::size_t i = 1; i < list.items.size(); ++i) {
    good &= add_steps(list.items[i], premise);
    if (i > 1 || count == 1) premise.computation.push_back({true, *function, 0});
  }
  const bool divides = *function == ir::Function::over || *function == ir::Function::div ||
                       *function == ir::Function::mod;
  if (good && divides && !list.items[2].is_list) {
    const auto divisor = ir::parse_number(list.items[2].symbol);
    if (divisor && divisor->real == 0) fail(list.items[2].span, "division by zero");
  }
  return good && diagnostics_.error_count() == errors;
}

bool PremiseReader::add_steps(const Sexpr& expression, RulePremise& premise) {
  const bool is_sign = expression.is_list && is_term(expression) &&
                       is_function_sign(expression.head()) &&
                       !functions_.contains(symbols_.intern(expression.head()));
  if (is_sign) return add_function(expression, premise);
  const auto operand = argument(expression);
  if (!operand) return false;
  if (operand->kind == RuleArgument::Kind::any) {
    fail(expression.span, "a function has no value of `_`");
    return false;
  }
  const std::string& text = symbols_.text(operand->name);
  if (operand->kind == RuleArgument::Kind::constant && !ir::parse_number(text)) {
    fail(expression.span, fmt::format("`{}` is not a number", text));
    return false;
  }
  Arguments& args = premise.pattern.args;
  const auto same = std::find_if(args.begin() + 1, args.end(), [&](const RuleArgument& other) {
    return other.kind == operand->kind && other.name == operand->name;
  });
  premise.computation.push_back(
      {false, ir::Function::plus, static_cast<std::uint32_t>(same - args.begin())});
  if (same == args.end()) args.push_back(*operand);
  return true;
}

std::optional<RulePremise> PremiseReader::computation(const WordedItem& item) {
  const std::vector<const Sexpr*> parts = parts_of(item);
  if (parts.size() != 2 || parts[0]->is_list) {
    fail(item.span, fmt::format("`{}` takes a variable and a function: `({} ?z (+ ?x ?y))`",
                                item.word, item.word));
    return std::nullopt;
  }
  RulePremise premise;
  premise.kind = RulePremise::Kind::compute;
  premise.span = item.span;
  premise.pattern.span = item.span;
  auto result = argument(*parts[0]);
  if (!result) return std::nullopt;
  if (result->kind == RuleArgument::Kind::any) {
    fail(parts[0]->span, "`_` cannot be computed");
    return std::nullopt;
  }
  if (result->kind == RuleArgument::Kind::constant) {
    const auto number = ir::parse_number(symbols_.text(result->name));
    if (!number) {
      fail(parts[0]->span, fmt::format("`{}` is not a number", symbols_.text(result->name)));
      return std::nullopt;
    }
    result->name = symbols_.intern(ir::number_text(*number));
  }
  premise.pattern.args.push_back(*result);
  if (!add_steps(*parts[1], premise) || !check_size(premise)) return std::nullopt;
  return premise;
}

bool PremiseReader::check_size(const RulePremise& premise) {
  if (ir::depth_of(premise.computation)) return true;
  diagnostics_.error(premise.span, "limit",
                     fmt::format("this function is nested too deep, or has more than {} parts",
                                 ir::max_computation_steps));
  return false;
}

// Premises -------------------------------------------------------------------

std::optional<RulePremise> PremiseReader::comparison(const WordedItem& item,
                                                     ir::Comparison comparison) {
  RulePremise premise;
  premise.kind = RulePremise::Kind::compare;
  premise.comparison = comparison;
  premise.span = item.span;
  premise.pattern.span = item.span;
  bool good = true;
  for (const Sexpr* operand : parts_of(item)) {
    if (const auto read = argument(*operand)) {
      premise.pattern.args.push_back(*read);
    } else {
      good = false;
    }
  }
  if (good && premise.pattern.args.size() != 2) {
    fail(item.span, fmt::format("`{}` compares two arguments, found {}", item.word,
                                premise.pattern.args.size()));
    return std::nullopt;
  }
  for (const RuleArgument& argument : premise.pattern.args) {
    if (argument.kind != RuleArgument::Kind::any) continue;
    fail(argument.span, "`_` cannot be compared");
    return std::nullopt;
  }
  if (!good) return std::nullopt;
  return premise;
}

std::optional<RulePremise> PremiseReader::absence(const WordedItem& item) {
  if (item.operands.size() > 1) return conjunction(item, item.operands);
  // `absent ((p ?x) (q ?x))`, in flat form.
  const Sexpr& only = *item.operands[0];
  if (only.is_list && !only.items.empty() && only.items[0].is_list) {
    return conjunction(item, pointers_to(only.items));
  }
  std::optional<RulePattern> read = pattern(only);
  if (!read) return std::nullopt;
  RulePremise premise;
  premise.kind = RulePremise::Kind::absent;
  premise.pattern = std::move(*read);
  premise.span = item.span;
  return premise;
}

std::optional<RulePremise> PremiseReader::conjunction(const WordedItem& item,
                                                      const std::vector<const Sexpr*>& members) {
  RulePremise premise;
  premise.kind = RulePremise::Kind::absent_all;
  premise.span = item.span;
  premise.pattern.span = item.span;
  std::vector<RulePremise> outside = take_computed();
  bool good = true;
  bool any = false;
  for (const Sexpr* expression : members) {
    auto read = member(*expression);
    for (RulePremise& computed : take_computed()) premise.body.push_back(std::move(computed));
    good &= read.has_value();
    if (!read) continue;
    any |= read->kind == RulePremise::Kind::present;
    premise.body.push_back(std::move(*read));
  }
  computed_ = std::move(outside);
  if (good && !any) {
    fail(item.span, fmt::format("`{}` needs a fact among its conditions", item.word));
    return std::nullopt;
  }
  if (!good) return std::nullopt;
  return premise;
}

/// Reads `(p ?x)`, `(present (p ?x))`, `(different ?x ?y)` or `(is ?z (+ ?x 1))`.
std::optional<RulePremise> PremiseReader::member(const Sexpr& expression) {
  const std::string_view head = expression.head();
  const std::optional<RuleWord> word = rule_word(head);
  if (word == RuleWord::present || word == RuleWord::is || comparison_word(head)) {
    WordedItem item{std::string(head), {}, expression.span};
    for (std::size_t i = 1; i < expression.items.size(); ++i) {
      item.operands.push_back(&expression.items[i]);
    }
    return premise(item);
  }
  if (word == RuleWord::absent) {
    fail(expression.span,
         "`absent` inside `absent`: conditions that are absent together are facts, comparisons and "
         "`is`");
    return std::nullopt;
  }
  std::optional<RulePattern> read = pattern(expression);
  if (!read) return std::nullopt;
  RulePremise premise;
  premise.pattern = std::move(*read);
  premise.span = expression.span;
  return premise;
}

std::optional<RulePremise> PremiseReader::premise(const WordedItem& item) {
  if (const auto known = comparison_word(item.word)) return comparison(item, *known);
  const std::optional<RuleWord> word = rule_word(item.word);
  if (word == RuleWord::is) return computation(item);
  if (word != RuleWord::present && word != RuleWord::absent) {
    fail(item.span, fmt::format("`{}` is not a premise: expected `present`, `absent`, `is` or a "
                                "comparison such as `different`",
                                item.word));
    return std::nullopt;
  }
  if (item.operands.empty() || (word == RuleWord::present && item.operands.size() > 1)) {
    fail(item.span, fmt::format("`{}` takes one fact, found {}", item.word, item.operands.size()));
    return std::nullopt;
  }
  if (word == RuleWord::absent) return absence(item);
  std::optional<RulePattern> read = pattern(*item.operands[0]);
  if (!read) return std::nullopt;
  RulePremise premise;
  premise.pattern = std::move(*read);
  premise.span = item.span;
  return premise;
}

}  // namespace tesuji::frontend
