#include "frontend/rules/rules_parser.h"

#include "frontend/rules/rules_checks.h"
#include "frontend/rules/rules_reading.h"
#include "frontend/text/kif_lexer.h"
#include "ir/core/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace tesuji::frontend {
namespace {

constexpr std::int64_t max_function_arguments = 100;

class RulesParser {
 public:
  RulesParser(ir::SymbolTable& symbols, ir::Diagnostics& diagnostics)
      : symbols_(symbols), diagnostics_(diagnostics), checks_(symbols, diagnostics) {}

  /// Declares functions first, since they may be used before their declaration.
  void declare(const std::vector<Sexpr>& expressions) {
    for (const Sexpr& expression : expressions) {
      if (is_declaration(expression)) read_function(expression);
    }
  }

  void read(const Sexpr& expression) {
    if (is_declaration(expression)) return;
    if (!expression.is_list || expression.items.empty()) {
      fail(expression.span, "a rule is expected: `(rule NAME (premises ...) (conclusions ...))`");
      return;
    }
    ProductionRule rule;
    rule.span = expression.span;
    PremiseReader reader(functions_, expression, symbols_, diagnostics_);
    std::size_t first = 0;
    if (rule_word(expression.head()) == RuleWord::rule) {
      first = 1;
      if (expression.items.size() > 1 && !expression.items[1].is_list &&
          rule_word(expression.items[1].symbol) != RuleWord::premises) {
        rule.name = expression.items[1].symbol;
        first = 2;
      }
    }
    read_parts(expression.items, first, reader, rule);
    if (RuleChecks::size_of(rule) > max_premises) {
      fail(rule.span, fmt::format("a rule with more than {} premises", max_premises), "limit");
    }
    if (rule.conclusions.empty() && good_) fail(rule.span, "a rule needs a conclusion");
    good_ &= checks_.check(rule);
    const auto [found, is_new] = names_.emplace(rule.name, rule.span);
    if (!is_new && !rule.name.empty()) {
      fail(rule.span, fmt::format("there are two rules named `{}`", rule.name))
          .notes.push_back({found->second, "the first one is here"});
    }
    set_.rules.push_back(std::move(rule));
  }

  std::optional<RuleSet> take(ir::FileId file) {
    if (!good_) return std::nullopt;
    name_the_rest();
    set_.file = file;
    return std::move(set_);
  }

 private:
  ir::Diagnostic& fail(ir::Span span, std::string message, std::string code = "parse") {
    good_ = false;
    return diagnostics_.error(span, std::move(code), std::move(message));
  }

  static bool is_declaration(const Sexpr& expression) {
    return rule_word(expression.head()) == RuleWord::function;
  }

  /// Reads `(function cost 2)`: the third column of `cost` is a function of the first two.
  void read_function(const Sexpr& expression) {
    const std::vector<Sexpr>& items = expression.items;
    const bool formed =
        items.size() == 3 && !items[1].is_list && !items[2].is_list && !items[1].is_variable();
    const auto count = formed ? ir::parse_number(items[2].symbol) : std::nullopt;
    if (!count || !count->is_whole || count->whole < 1 || count->whole > max_function_arguments) {
      fail(expression.span, fmt::format("a function is declared as `(function NAME N)`, with N "
                                        "arguments from 1 to {}",
                                        max_function_arguments));
      return;
    }
    const ir::Symbol relation = symbols_.intern(items[1].symbol);
    if (is_function_sign(items[1].symbol)) {
      fail(items[1].span, fmt::format("`{}` is a function already", items[1].symbol));
      return;
    }
    const auto arguments = static_cast<std::size_t>(count->whole);
    if (!functions_.emplace(relation, arguments).second) {
      fail(expression.span, fmt::format("`{}` is declared twice", items[1].symbol));
      return;
    }
    set_.functions.push_back({relation, arguments, expression.span});
    checks_.declare(relation, arguments + 1, expression.span);
  }

  /// Reads `(premises P..) (conclusions C..)` or, in flat form, `premises (P..) conclusions (C..)`,
  /// optionally with `name N`.
  void read_parts(const std::vector<Sexpr>& items, std::size_t first, PremiseReader& reader,
                  ProductionRule& rule) {
    for (std::size_t i = first; i < items.size(); ++i) {
      const bool wrapped = items[i].is_list;
      const std::optional<RuleWord> word =
          rule_word(wrapped ? items[i].head() : std::string_view(items[i].symbol));
      if (word != RuleWord::premises && word != RuleWord::conclusions && word != RuleWord::name) {
        fail(items[i].span, "`premises` or `conclusions` is expected here");
        continue;
      }
      if (!wrapped && (i + 1 == items.size() || !items[i + 1].is_list)) {
        fail(items[i].span, fmt::format("`{}` must be followed by a list", items[i].symbol));
        continue;
      }
      const std::vector<Sexpr>& content = wrapped ? items[i].items : items[++i].items;
      read_part(*word, items[i], content, wrapped ? 1 : 0, reader, rule);
    }
  }

  void read_part(RuleWord word, const Sexpr& where, const std::vector<Sexpr>& items,
                 std::size_t first, PremiseReader& reader, ProductionRule& rule) {
    if (word == RuleWord::name) {
      const std::string_view name = only_symbol(items, first);
      if (name.empty()) fail(where.span, "a name is one word: `(name NAME)`");
      rule.name = name;
      return;
    }
    const std::size_t errors = diagnostics_.error_count();
    for (const WordedItem& item : worded_items(items, first, diagnostics_)) {
      if (word == RuleWord::premises) {
        std::optional<RulePremise> premise = reader.premise(item);
        take_computed(reader, rule);
        if (premise) rule.premises.push_back(std::move(*premise));
      } else {
        read_conclusion(item, reader, rule);
      }
    }
    good_ &= diagnostics_.error_count() == errors;
  }

  static void take_computed(PremiseReader& reader, ProductionRule& rule) {
    for (RulePremise& premise : reader.take_computed()) rule.premises.push_back(std::move(premise));
  }

  void read_conclusion(const WordedItem& item, PremiseReader& reader, ProductionRule& rule) {
    const std::optional<RuleWord> word = rule_word(item.word);
    if ((word != RuleWord::add && word != RuleWord::remove) || item.operands.size() != 1) {
      fail(item.span,
           fmt::format("a conclusion is `(add FACT)` or `(remove FACT)`, not `{}`", item.word));
      return;
    }
    std::optional<RulePattern> pattern = reader.pattern(*item.operands[0]);
    take_computed(reader, rule);
    if (!pattern) return;
    rule.conclusions.push_back({word == RuleWord::add, std::move(*pattern), item.span});
  }

  /// Names rules without a name by their position, or by the next free number.
  void name_the_rest() {
    std::size_t number = 0;
    for (std::size_t i = 0; i < set_.rules.size(); ++i) {
      ProductionRule& rule = set_.rules[i];
      if (!rule.name.empty()) continue;
      number = std::max(number, i);
      do {
        rule.name = fmt::format("rule_{}", ++number);
      } while (names_.contains(rule.name));
    }
  }

  ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  RuleSet set_;
  std::map<std::string, ir::Span> names_;
  std::map<ir::Symbol, std::size_t> functions_;  ///< relations, with their numbers of arguments
  RuleChecks checks_;
  bool good_ = true;
};

/// Returns a place outside all lists that shows that the text is Prolog: `:-`, or `name(`.
std::optional<ir::Span> prolog_at(ir::FileId file, const ir::Diagnostics& diagnostics) {
  KifLexer lexer(file, diagnostics.sources()[file].text);
  std::size_t depth = 0;
  std::optional<ir::Span> term;
  for (KifToken token = lexer.next(); token.kind != KifToken::Kind::end; token = lexer.next()) {
    if (token.kind == KifToken::Kind::open) {
      ++depth;
    } else if (token.kind == KifToken::Kind::close) {
      depth -= depth > 0 ? 1 : 0;
    } else if (depth == 0 && token.kind == KifToken::Kind::symbol) {
      const bool comment = token.text.starts_with('%');
      if (token.text.find(":-") != std::string_view::npos) return token.span;
      const KifToken& next = lexer.peek();
      if (!comment && !term && next.kind == KifToken::Kind::open &&
          next.span.begin == token.span.end) {
        term = token.span;
      }
    }
  }
  return term;
}

}  // namespace

std::optional<RuleSet> parse_rules(ir::FileId file, ir::SymbolTable& symbols,
                                   ir::Diagnostics& diagnostics) {
  if (const std::optional<ir::Span> place = prolog_at(file, diagnostics)) {
    diagnostics.error(*place, "parse",
                      "this is Prolog, but production rules are expected: `(rule NAME (premises "
                      "(present (p ?x))) (conclusions (add (q ?x))))`");
    return std::nullopt;
  }
  const auto expressions = read_sexprs(file, diagnostics);
  if (!expressions) return std::nullopt;
  RulesParser parser(symbols, diagnostics);
  parser.declare(*expressions);
  for (const Sexpr& expression : *expressions) parser.read(expression);
  return parser.take(file);
}

}  // namespace tesuji::frontend
