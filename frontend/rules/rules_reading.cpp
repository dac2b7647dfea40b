#include "frontend/rules/rules_reading.h"

#include <fmt/format.h>

#include <string>

namespace tesuji::frontend {
namespace {

void refuse_term(const Sexpr& expression, ir::Diagnostics& diagnostics) {
  diagnostics.error(expression.span, "parse",
                    "an argument must be a constant or a variable: there are no terms inside "
                    "facts of a working memory");
}

/// Whether the list looks like a term, `(s ?x)`, and not like a list of arguments, `(?c ?c1)`.
bool is_term(const Sexpr& list) {
  const std::string_view head = list.head();
  return list.items.size() > 1 && !head.empty() && head.front() != '?' && head != "_";
}

std::optional<RuleArgument> read_argument(const Sexpr& expression, ir::SymbolTable& symbols,
                                          ir::Diagnostics& diagnostics) {
  if (expression.is_list) {
    refuse_term(expression, diagnostics);
    return std::nullopt;
  }
  RuleArgument argument;
  argument.span = expression.span;
  if (expression.is("_")) return argument;
  if (expression.is("?")) {
    diagnostics.error(expression.span, "parse", "a variable needs a name after the `?`");
    return std::nullopt;
  }
  const bool variable = expression.is_variable();
  argument.kind = variable ? RuleArgument::Kind::variable : RuleArgument::Kind::constant;
  argument.name = symbols.intern(variable ? std::string_view(expression.symbol).substr(1)
                                          : std::string_view(expression.symbol));
  return argument;
}

bool read_arguments(const std::vector<Sexpr>& items, std::size_t first,
                    std::vector<RuleArgument>& into, ir::SymbolTable& symbols,
                    ir::Diagnostics& diagnostics) {
  bool good = true;
  for (std::size_t i = first; i < items.size(); ++i) {
    const auto argument = read_argument(items[i], symbols, diagnostics);
    if (argument) into.push_back(*argument);
    good &= argument.has_value();
  }
  return good;
}

std::optional<RulePremise> read_comparison(const WordedItem& item, ir::Comparison comparison,
                                           ir::SymbolTable& symbols, ir::Diagnostics& diagnostics) {
  RulePremise premise;
  premise.kind = RulePremise::Kind::compare;
  premise.comparison = comparison;
  premise.span = item.span;
  premise.pattern.span = item.span;
  bool good = true;
  for (const Sexpr* operand : item.operands) {
    // `different ?a ?b` or, as the paper writes, `different (?a ?b)`.
    if (operand->is_list) {
      good &= read_arguments(operand->items, 0, premise.pattern.args, symbols, diagnostics);
    } else if (const auto argument = read_argument(*operand, symbols, diagnostics)) {
      premise.pattern.args.push_back(*argument);
    } else {
      good = false;
    }
  }
  if (good && premise.pattern.args.size() != 2) {
    diagnostics.error(item.span, "parse",
                      fmt::format("`{}` compares two arguments, here are {}", item.word,
                                  premise.pattern.args.size()));
    return std::nullopt;
  }
  for (const RuleArgument& argument : premise.pattern.args) {
    if (argument.kind != RuleArgument::Kind::any) continue;
    diagnostics.error(argument.span, "parse", "`_` cannot be compared");
    return std::nullopt;
  }
  if (!good) return std::nullopt;
  return premise;
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

std::optional<RulePattern> read_pattern(const Sexpr& expression, ir::SymbolTable& symbols,
                                        ir::Diagnostics& diagnostics) {
  RulePattern pattern;
  pattern.span = expression.span;
  if (!expression.is_list) {
    if (expression.symbol.front() == '?' || expression.is("_")) {
      diagnostics.error(expression.span, "parse", "a relation's name is expected here");
      return std::nullopt;
    }
    pattern.relation = symbols.intern(expression.symbol);
    return pattern;
  }
  const std::string_view name = expression.head();
  if (name.empty() || name.front() == '?' || name == "_") {
    diagnostics.error(expression.span, "parse", "a fact must begin with its relation's name");
    return std::nullopt;
  }
  pattern.relation = symbols.intern(name);
  const bool nested = expression.items.size() == 2 && expression.items[1].is_list;
  // `(n (s ?x))` is a term, not the arguments s and ?x in a list of their own.
  if (nested && is_term(expression.items[1])) {
    refuse_term(expression.items[1], diagnostics);
    return std::nullopt;
  }
  const std::vector<Sexpr>& arguments = nested ? expression.items[1].items : expression.items;
  if (!read_arguments(arguments, nested ? 0 : 1, pattern.args, symbols, diagnostics)) {
    return std::nullopt;
  }
  return pattern;
}

std::optional<RulePremise> read_premise(const WordedItem& item, ir::SymbolTable& symbols,
                                        ir::Diagnostics& diagnostics) {
  if (const auto comparison = comparison_word(item.word)) {
    return read_comparison(item, *comparison, symbols, diagnostics);
  }
  const std::optional<RuleWord> word = rule_word(item.word);
  if (word != RuleWord::present && word != RuleWord::absent) {
    diagnostics.error(item.span, "parse",
                      fmt::format("`{}` is no premise: `present`, `absent` or a comparison such "
                                  "as `different` is expected",
                                  item.word));
    return std::nullopt;
  }
  if (item.operands.size() != 1) {
    diagnostics.error(
        item.span, "parse",
        fmt::format("`{}` takes one fact, here are {}", item.word, item.operands.size()));
    return std::nullopt;
  }
  std::optional<RulePattern> pattern = read_pattern(*item.operands[0], symbols, diagnostics);
  if (!pattern) return std::nullopt;
  RulePremise premise;
  premise.kind = word == RuleWord::present ? RulePremise::Kind::present : RulePremise::Kind::absent;
  premise.pattern = std::move(*pattern);
  premise.span = item.span;
  return premise;
}

}  // namespace tesuji::frontend
