#include "frontend/rules/rules_parser.h"

#include "frontend/gdl/kif_lexer.h"
#include "frontend/rules/rules_reading.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace tesuji::frontend {
namespace {

class RulesParser {
 public:
  RulesParser(ir::SymbolTable& symbols, ir::Diagnostics& diagnostics)
      : symbols_(symbols), diagnostics_(diagnostics) {}

  void read(const Sexpr& expression) {
    if (!expression.is_list || expression.items.empty()) {
      fail(expression.span, "a rule is expected: `(rule NAME (premises ...) (conclusions ...))`");
      return;
    }
    ProductionRule rule;
    rule.span = expression.span;
    std::size_t first = 0;
    if (rule_word(expression.head()) == RuleWord::rule) {
      first = 1;
      if (expression.items.size() > 1 && !expression.items[1].is_list &&
          rule_word(expression.items[1].symbol) != RuleWord::premises) {
        rule.name = expression.items[1].symbol;
        first = 2;
      }
    }
    read_parts(expression.items, first, rule);
    if (size_of(rule) > max_premises) {
      fail(rule.span, fmt::format("a rule with more than {} premises", max_premises), "limit");
    }
    if (rule.conclusions.empty() && good_) fail(rule.span, "a rule needs a conclusion");
    check(rule);
    const auto [found, is_new] = names_.emplace(rule.name, rule.span);
    if (!is_new && !rule.name.empty()) {
      fail(rule.span, fmt::format("there are two rules named `{}`", rule.name))
          .notes.push_back({found->second, "here is the first"});
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

  /// `(premises P..) (conclusions C..)` or, flat, `premises (P..) conclusions (C..)`;
  /// `name N` may stand among them.
  void read_parts(const std::vector<Sexpr>& items, std::size_t first, ProductionRule& rule) {
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
      read_part(*word, items[i], content, wrapped ? 1 : 0, rule);
    }
  }

  void read_part(RuleWord word, const Sexpr& where, const std::vector<Sexpr>& items,
                 std::size_t first, ProductionRule& rule) {
    if (word == RuleWord::name) {
      const std::string_view name = only_symbol(items, first);
      if (name.empty()) fail(where.span, "a name is one word: `(name NAME)`");
      rule.name = name;
      return;
    }
    const std::size_t errors = diagnostics_.error_count();
    for (const WordedItem& item : worded_items(items, first, diagnostics_)) {
      if (word == RuleWord::premises) {
        if (auto premise = read_premise(item, symbols_, diagnostics_)) {
          rule.premises.push_back(std::move(*premise));
        }
      } else {
        read_conclusion(item, rule);
      }
    }
    good_ &= diagnostics_.error_count() == errors;
  }

  void read_conclusion(const WordedItem& item, ProductionRule& rule) {
    const std::optional<RuleWord> word = rule_word(item.word);
    if ((word != RuleWord::add && word != RuleWord::remove) || item.operands.size() != 1) {
      fail(item.span,
           fmt::format("a conclusion is `(add FACT)` or `(remove FACT)`, not `{}`", item.word));
      return;
    }
    std::optional<RulePattern> pattern = read_pattern(*item.operands[0], symbols_, diagnostics_);
    if (!pattern) return;
    rule.conclusions.push_back({word == RuleWord::add, std::move(*pattern), item.span});
  }

  /// Rules without a name are called by their places, or by the next number that is free.
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

  // Checks -------------------------------------------------------------------

  /// Premises; a variable's further places in one premise count as comparisons.
  static std::size_t size_of(const ProductionRule& rule) {
    std::size_t size = rule.premises.size();
    for (const RulePremise& premise : rule.premises) {
      std::set<ir::Symbol> seen;
      for (const RuleArgument& argument : premise.pattern.args) {
        if (argument.kind != RuleArgument::Kind::variable) continue;
        size += seen.insert(argument.name).second ? 0 : 1;
      }
    }
    return size;
  }

  void check(const ProductionRule& rule) {
    std::set<ir::Symbol> bound;
    std::map<ir::Symbol, std::size_t> places;
    for (const RulePremise& premise : rule.premises) {
      for (const RuleArgument& argument : premise.pattern.args) {
        if (argument.kind != RuleArgument::Kind::variable) continue;
        ++places[argument.name];
        if (premise.kind == RulePremise::Kind::present) bound.insert(argument.name);
      }
      if (premise.kind != RulePremise::Kind::compare) check_arity(premise.pattern);
    }
    const auto check_bound = [&](const RulePattern& pattern, std::string_view what) {
      for (const RuleArgument& argument : pattern.args) {
        if (argument.kind != RuleArgument::Kind::variable || bound.contains(argument.name)) {
          continue;
        }
        fail(argument.span,
             fmt::format("no `present` premise has the variable ?{}, which {} needs",
                         symbols_.text(argument.name), what),
             "unsafe");
      }
    };
    for (const RulePremise& premise : rule.premises) {
      if (premise.kind == RulePremise::Kind::compare) check_bound(premise.pattern, "a comparison");
      if (premise.kind != RulePremise::Kind::absent) continue;
      // A variable that stands here alone means: whatever it is.
      RulePattern shared = premise.pattern;
      std::erase_if(shared.args, [&](const RuleArgument& argument) {
        return argument.kind == RuleArgument::Kind::variable && places[argument.name] == 1;
      });
      check_bound(shared, "this `absent` premise");
    }
    for (const RuleConclusion& conclusion : rule.conclusions) {
      check_bound(conclusion.pattern, "the conclusion");
      check_arity(conclusion.pattern);
      for (const RuleArgument& argument : conclusion.pattern.args) {
        if (argument.kind == RuleArgument::Kind::any) {
          fail(argument.span, "`_` cannot stand in a conclusion", "unsafe");
        }
      }
    }
  }

  void check_arity(const RulePattern& pattern) {
    const auto [found, is_new] =
        arities_.emplace(pattern.relation, std::pair{pattern.args.size(), pattern.span});
    if (is_new || found->second.first == pattern.args.size()) return;
    fail(pattern.span,
         fmt::format("`{}` has {} here, and {} elsewhere", symbols_.text(pattern.relation),
                     ir::counted(pattern.args.size(), "argument"), found->second.first),
         "arity")
        .notes.push_back({found->second.second, "here"});
  }

  ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  RuleSet set_;
  std::map<std::string, ir::Span> names_;
  std::map<ir::Symbol, std::pair<std::size_t, ir::Span>> arities_;
  bool good_ = true;
};

/// Where the text shows that it is Prolog, outside of all lists: `:-`, or `name(`.
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
  for (const Sexpr& expression : *expressions) parser.read(expression);
  return parser.take(file);
}

}  // namespace tesuji::frontend
