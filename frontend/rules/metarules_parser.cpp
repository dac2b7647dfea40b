#include "frontend/rules/metarules_parser.h"

#include "frontend/rules/rules_words.h"
#include "frontend/text/sexpr.h"
#include "ir/text/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace tesuji::frontend {
namespace {

// --- Patterns as text
//
// Prints patterns of metarules as text, and compares them.

using ir::OrderingMetarule;
using ir::PremisePattern;
using PatternArgument = PremisePattern::Argument;

/// A one-to-one mapping between the metavariables of two metarules.
class Pairing {
 public:
  /// Returns false, possibly after pairing some, if the patterns cannot be equal.
  bool pair(const PremisePattern& a, const PremisePattern& b) {
    if (a.kind != b.kind || a.relation != b.relation || a.args.size() != b.args.size()) {
      return false;
    }
    for (std::size_t i = 0; i < a.args.size(); ++i) {
      if (a.args[i].kind != b.args[i].kind) return false;
      if (a.args[i].kind == PatternArgument::Kind::variable ? !pair(a.args[i].text, b.args[i].text)
                                                            : a.args[i].text != b.args[i].text) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::set<std::string> renamed(const std::vector<std::string>& names) const {
    std::set<std::string> all;
    for (const std::string& name : names) {
      const auto found = there_.find(name);
      if (found != there_.end()) all.insert(found->second);
    }
    return all;
  }

 private:
  bool pair(const std::string& a, const std::string& b) {
    return there_.emplace(a, b).first->second == b && back_.emplace(b, a).first->second == a;
  }

  std::map<std::string, std::string> there_;
  std::map<std::string, std::string> back_;
};

std::set<std::string> set_of(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

/// Whether the conditions of `a` from `next` on equal the conditions of `b` that are not `used`.
bool same_conditions(const OrderingMetarule& a, const OrderingMetarule& b, std::size_t next,
                     const Pairing& pairing, std::vector<bool>& used) {
  if (next == a.conditions.size()) {
    return pairing.renamed(a.bound) == set_of(b.bound) &&
           pairing.renamed(a.unbound) == set_of(b.unbound);
  }
  for (std::size_t i = 0; i < b.conditions.size(); ++i) {
    Pairing extended = pairing;
    if (used[i] || !extended.pair(a.conditions[next], b.conditions[i])) continue;
    used[i] = true;
    if (same_conditions(a, b, next + 1, extended, used)) return true;
    used[i] = false;
  }
  return false;
}

/// Prints `(present (p ?a _ k))`.
std::string text_of(const PremisePattern& pattern) {
  const bool is_absent = pattern.kind == PremisePattern::Kind::absent;
  const bool is_fact = is_absent || pattern.kind == PremisePattern::Kind::present;
  std::string text = is_absent ? "(absent (" : is_fact ? "(present (" : "(";
  text += pattern.relation;
  for (const PatternArgument& argument : pattern.args) {
    text += argument.kind == PatternArgument::Kind::variable ? " ?" : " ";
    text += argument.kind == PatternArgument::Kind::any ? "_" : argument.text;
  }
  return text + (is_fact ? "))" : ")");
}

/// Returns a text that is equal for metarules of the same pattern, and for few others.
std::string outline_of(const OrderingMetarule& metarule) {
  std::map<std::string, std::string> names;
  PremisePattern premise = metarule.premise;
  for (PatternArgument& argument : premise.args) {
    if (argument.kind != PatternArgument::Kind::variable) continue;
    argument.text = names.emplace(argument.text, fmt::format("v{}", names.size())).first->second;
  }
  std::vector<std::string> conditions;
  for (PremisePattern condition : metarule.conditions) {
    for (PatternArgument& argument : condition.args) {
      if (argument.kind != PatternArgument::Kind::variable) continue;
      const auto found = names.find(argument.text);
      argument.text = found == names.end() ? "" : found->second;
    }
    conditions.push_back(text_of(condition));
  }
  std::sort(conditions.begin(), conditions.end());
  std::string text = text_of(premise) + fmt::format(" {}", fmt::join(conditions, " "));
  for (const auto* list : {&metarule.bound, &metarule.unbound}) {
    std::set<std::string> known;
    for (const std::string& name : *list) {
      const auto found = names.find(name);
      known.insert(found == names.end() ? "" : found->second);
    }
    text += fmt::format(" ({})", fmt::join(known, " "));
  }
  return text;
}

/// Whether the two differ only in the names of metavariables and the order of conditions (and in
/// name, priority and note, which do not belong to the pattern).
bool same_pattern(const OrderingMetarule& a, const OrderingMetarule& b) {
  Pairing pairing;
  std::vector<bool> used(b.conditions.size());
  return a.conditions.size() == b.conditions.size() && pairing.pair(a.premise, b.premise) &&
         same_conditions(a, b, 0, pairing, used);
}

// --- Metarules

/// Maximum nesting of terms in a pattern.
constexpr int max_depth = 100;

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

class Parser {
 public:
  explicit Parser(ir::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void read(const Sexpr& expression) {
    if (!expression.is_list || expression.items.empty()) {
      return fail(expression.span,
                  "a metarule is expected: `(metarule NAME (premises ...) (conclusions ...))`");
    }
    Draft draft;
    draft.metarule.span = expression.span;
    const std::size_t errors = diagnostics_.error_count();
    std::size_t first = 0;
    if (expression.head() == "metarule" || expression.head() == "metaregle") {
      first = 1;
      if (expression.items.size() > 1 && !expression.items[1].is_list) {
        draft.metarule.name = expression.items[1].symbol;
        first = 2;
      }
    }
    for (std::size_t i = first; i < expression.items.size(); ++i) {
      const Sexpr& item = expression.items[i];
      const auto word = rule_word(item.is_list ? item.head() : std::string_view(item.symbol));
      if (item.is_list) {
        read_part(word, item, item.items, 1, draft);
      } else if (i + 1 < expression.items.size() && expression.items[i + 1].is_list) {
        ++i;
        read_part(word, item, expression.items[i].items, 0, draft);
      } else {
        fail(item.span, fmt::format("`{}` must be followed by a list", item.symbol));
      }
    }
    check_name(draft.metarule);
    if (diagnostics_.error_count() == errors) finish(std::move(draft));
  }

  std::optional<std::vector<OrderingMetarule>> take() {
    if (!good_) return std::nullopt;
    name_the_rest();
    return std::move(metarules_);
  }

 private:
  /// A partially read metarule.
  struct Draft {
    OrderingMetarule metarule;
    std::vector<PremisePattern> conditions;
    bool assigns = false;
    std::optional<double> above;  ///< from `greater`
  };

  void fail(ir::Span span, std::string message, std::string code = "parse") {
    good_ = false;
    diagnostics_.error(span, std::move(code), std::move(message));
  }

  void read_part(std::optional<RuleWord> word, const Sexpr& where, const std::vector<Sexpr>& items,
                 std::size_t first, Draft& draft) {
    if (word == RuleWord::name) {
      const std::string_view name = only_symbol(items, first);
      if (name.empty()) fail(where.span, "a name is one word: `(name NAME)`");
      draft.metarule.name = name;
      return;
    }
    if (word != RuleWord::premises && word != RuleWord::conclusions) {
      return fail(where.span, "`premises` or `conclusions` is expected here");
    }
    // `(word ..)` or, in flat form, `word (..)`.
    for (std::size_t i = first; i < items.size(); ++i) {
      const Sexpr& item = items[i];
      if (item.is_list) {
        read_item(item.head(), item, item.items, 1, draft);
      } else if (i + 1 < items.size() && items[i + 1].is_list) {
        ++i;
        read_item(item.symbol, item, items[i].items, 0, draft);
      } else {
        fail(item.span, fmt::format("`{}` must be followed by a list", item.symbol));
      }
    }
  }

  void read_item(std::string_view text, const Sexpr& where, const std::vector<Sexpr>& items,
                 std::size_t first, Draft& draft) {
    const std::optional<RuleWord> word = rule_word(text);
    if (comparison_word(text) == ir::Comparison::greater) {
      if (items.size() == first + 2) draft.above = number(items[first + 1].symbol);
      if (!draft.above) fail(where.span, "`greater` compares the priority with a number");
      return;
    }
    if (!word) {
      return fail(where.span, fmt::format("unknown word `{}` in a metarule", text));
    }
    switch (*word) {
      case RuleWord::rule:
      case RuleWord::priority:
        return;  // the rule and the fact that it has a priority are implied
      case RuleWord::bound:
        return read_variables(items, first, draft.metarule.bound);
      case RuleWord::unbound:
        return read_variables(items, first, draft.metarule.unbound);
      case RuleWord::condition: {
        std::size_t next = skip_rule(items, first);
        if (auto pattern = read_premise(where, items, next)) {
          draft.conditions.push_back(std::move(*pattern));
        }
        return;
      }
      case RuleWord::assign_priority: {
        std::size_t next = skip_rule(items, first);
        auto pattern = read_premise(where, items, next);
        if (!pattern) return;
        if (draft.assigns) return fail(where.span, "a metarule assigns one priority");
        const auto value =
            next < items.size() && !items[next].is_list ? number(items[next].symbol) : std::nullopt;
        if (!value || *value < 0 || next + 1 != items.size()) {
          return fail(where.span, "a priority is one number, and not negative");
        }
        draft.metarule.premise = std::move(*pattern);
        draft.metarule.priority = *value;
        draft.assigns = true;
        return;
      }
      default:
        fail(where.span, fmt::format("`{}` is not allowed in a metarule", text));
    }
  }

  /// Skips the variable of the rule, which is optional.
  static std::size_t skip_rule(const std::vector<Sexpr>& items, std::size_t first) {
    return first < items.size() && items[first].is_variable() ? first + 1 : first;
  }

  void read_variables(const std::vector<Sexpr>& items, std::size_t first,
                      std::vector<std::string>& into) {
    for (std::size_t i = first; i < items.size(); ++i) {
      const Sexpr& item = items[i];
      if (!item.is_variable()) {
        fail(item.span, "a variable is expected here");
        continue;
      }
      into.push_back(item.symbol.substr(1));
    }
  }

  /// Reads `(present (p ?a))`, `present (P (?a))` or a comparison, from items[next] on.
  std::optional<PremisePattern> read_premise(const Sexpr& where, const std::vector<Sexpr>& items,
                                             std::size_t& next) {
    if (next == items.size()) {
      fail(where.span, "a premise is expected here");
      return std::nullopt;
    }
    const Sexpr& item = items[next++];
    const std::string word = item.is_list ? std::string(item.head()) : item.symbol;
    PremisePattern pattern;
    pattern.span = item.span;
    const std::optional<RuleWord> known = rule_word(word);
    // `(absent)` matches any conjunction, `(is ?z)` any function with this result.
    if (known == RuleWord::absent && item.is_list && item.items.size() == 1) {
      pattern.kind = PremisePattern::Kind::absent_all;
      pattern.relation = ir::absence_pattern;
      return pattern;
    }
    const bool computes = known == RuleWord::is;
    const bool fact = known == RuleWord::present || known == RuleWord::absent;
    if (!fact && !computes && !comparison_word(word)) {
      fail(item.span, "`present`, `absent`, `is` or a comparison is expected here");
      return std::nullopt;
    }
    const std::vector<Sexpr>* operands = &item.items;
    std::size_t first = 1;
    if (!item.is_list) {
      if (next == items.size() || !items[next].is_list) {
        fail(item.span, fmt::format("`{}` must be followed by a list", word));
        return std::nullopt;
      }
      operands = &items[next++].items;
      first = 0;
    } else if (fact) {
      if (item.items.size() != 2) {
        fail(item.span, fmt::format("`{}` takes one fact", word));
        return std::nullopt;
      }
      if (!item.items[1].is_list) {  // a relation without arguments
        pattern.relation = item.items[1].symbol;
        pattern.kind = known == RuleWord::present ? PremisePattern::Kind::present
                                                  : PremisePattern::Kind::absent;
        return pattern;
      }
      operands = &item.items[1].items;
      first = 0;
    }
    pattern.kind = !fact                        ? PremisePattern::Kind::compare
                   : known == RuleWord::present ? PremisePattern::Kind::present
                                                : PremisePattern::Kind::absent;
    if (computes) {
      pattern.kind = PremisePattern::Kind::compute;
      pattern.relation = ir::computation_pattern;
    } else if (!fact) {
      pattern.relation = ir::word_for(ir::comparison_words, *comparison_word(word));
    }
    if (fact) {
      if (first == operands->size() || (*operands)[first].is_list) {
        fail(item.span, "a fact must begin with its relation's name");
        return std::nullopt;
      }
      pattern.relation = (*operands)[first++].symbol;
    }
    // All arguments may be in one list, as in the paper; but in a game, the argument of `true` is a
    // term.
    if (first + 1 == operands->size() && (*operands)[first].is_list &&
        !takes_terms(pattern.relation)) {
      operands = &(*operands)[first].items;
      first = 0;
    }
    if (!read_arguments(*operands, first, pattern)) return std::nullopt;
    if (computes && pattern.args.size() != 1) {
      fail(item.span, "a pattern of functions is `(is ?z)`: the result alone");
      return std::nullopt;
    }
    if (!fact && !computes && pattern.args.size() != 2) {
      fail(item.span,
           fmt::format("`{}` compares two arguments, found {}", word, pattern.args.size()));
      return std::nullopt;
    }
    return pattern;
  }

  static bool takes_terms(std::string_view relation) {
    return relation == "true" || relation == "next" || relation == "init";
  }

  /// Flattens terms as lowering does: `(true (cell ?x ?y))` is `true.cell` with the arguments ?x
  /// and ?y.
  bool read_arguments(const std::vector<Sexpr>& items, std::size_t first, PremisePattern& pattern,
                      int depth = 0) {
    for (std::size_t i = first; i < items.size(); ++i) {
      if (items[i].is_list) {
        if (items[i].head().empty() || items[i].items.size() < 2 || depth == max_depth) {
          fail(items[i].span, "an argument must be a constant, a variable or a term `(f ?x ..)`");
          return false;
        }
        pattern.relation += "." + std::string(items[i].head());
        if (!read_arguments(items[i].items, 1, pattern, depth + 1)) return false;
        continue;
      }
      PremisePattern::Argument argument;
      if (items[i].is_variable()) {
        argument.kind = PremisePattern::Argument::Kind::variable;
        argument.text = items[i].symbol.substr(1);
      } else if (!items[i].is("_")) {
        argument.kind = PremisePattern::Argument::Kind::constant;
        argument.text = items[i].symbol;
      }
      pattern.args.push_back(std::move(argument));
    }
    return true;
  }

  // What a metarule must be ----------------------------------------------------

  void finish(Draft draft) {
    OrderingMetarule& metarule = draft.metarule;
    if (!draft.assigns) return fail(metarule.span, "a metarule must assign a priority");
    const std::string assigned = text_of(metarule.premise);
    const auto own = std::find_if(
        draft.conditions.begin(), draft.conditions.end(),
        [&](const PremisePattern& condition) { return text_of(condition) == assigned; });
    if (own != draft.conditions.end()) {
      draft.conditions.erase(own);
    } else if (!draft.conditions.empty()) {
      return fail(metarule.premise.span,
                  "the priority is assigned to a premise that is not a condition of the metarule",
                  "contradiction");
    }
    metarule.conditions = std::move(draft.conditions);
    if (draft.above && *draft.above < metarule.priority) {
      return fail(metarule.span,
                  fmt::format("a priority greater than {} becomes {}: metarules only lower "
                              "priorities, since the smallest counts",
                              *draft.above, metarule.priority),
                  "contradiction");
    }
    if (metarule.conditions.size() > max_conditions) {
      return fail(metarule.span,
                  fmt::format("a metarule with more than {} further conditions", max_conditions),
                  "limit");
    }
    check_variables(metarule);
    check_twin(metarule);
    metarules_.push_back(std::move(metarule));
  }

  void check_variables(const OrderingMetarule& metarule) {
    std::set<std::string> known;
    const auto learn = [&](const PremisePattern& pattern) {
      for (const PremisePattern::Argument& argument : pattern.args) {
        if (argument.kind == PremisePattern::Argument::Kind::variable) known.insert(argument.text);
      }
    };
    learn(metarule.premise);
    for (const PremisePattern& condition : metarule.conditions) learn(condition);
    for (const auto* list : {&metarule.bound, &metarule.unbound}) {
      for (const std::string& name : *list) {
        if (known.contains(name)) continue;
        fail(metarule.span, fmt::format("?{} is in no condition of the metarule", name));
      }
    }
    for (const std::string& name : metarule.bound) {
      if (std::find(metarule.unbound.begin(), metarule.unbound.end(), name) ==
          metarule.unbound.end()) {
        continue;
      }
      fail(metarule.span, fmt::format("?{} cannot be both bound and unbound", name),
           "contradiction");
    }
  }

  void check_name(const OrderingMetarule& metarule) {
    const auto [found, is_new] = names_.emplace(metarule.name, metarule.span);
    if (is_new || metarule.name.empty()) return;
    good_ = false;
    diagnostics_
        .error(metarule.span, "parse",
               fmt::format("there are two metarules named `{}`", metarule.name))
        .notes.push_back({found->second, "the first one is here"});
  }

  /// Names metarules without a name by their position, or by the next free number.
  void name_the_rest() {
    std::size_t number = 0;
    for (std::size_t i = 0; i < metarules_.size(); ++i) {
      OrderingMetarule& metarule = metarules_[i];
      if (!metarule.name.empty()) continue;
      number = std::max(number, i);
      do {
        metarule.name = fmt::format("metarule_{}", ++number);
      } while (names_.contains(metarule.name));
    }
  }

  /// Reports two metarules with the same pattern and different priorities, even if they have
  /// different metavariables.
  void check_twin(const OrderingMetarule& metarule) {
    for (const std::size_t other : likely_twins_[outline_of(metarule)]) {
      const OrderingMetarule& twin = metarules_[other];
      if (twin.priority == metarule.priority || !same_pattern(twin, metarule)) continue;
      good_ = false;
      diagnostics_
          .error(metarule.span, "contradiction",
                 fmt::format("this metarule gives {}, and another of the same pattern {}",
                             metarule.priority, twin.priority))
          .notes.push_back({twin.span, "the other one is here"});
      break;
    }
    likely_twins_[outline_of(metarule)].push_back(metarules_.size());
  }

  ir::Diagnostics& diagnostics_;
  std::vector<OrderingMetarule> metarules_;
  std::map<std::string, ir::Span> names_;
  std::map<std::string, std::vector<std::size_t>> likely_twins_;  ///< metarules by outline
  bool good_ = true;
};

std::string variables_of(std::string_view word, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string text = fmt::format("    ({}", word);
  for (const std::string& name : names) text += " ?" + name;
  return text + ")\n";
}

}  // namespace

std::optional<std::vector<OrderingMetarule>> parse_metarules(ir::FileId file,
                                                             ir::Diagnostics& diagnostics) {
  const auto expressions = read_sexprs(file, diagnostics);
  if (!expressions) return std::nullopt;
  Parser parser(diagnostics);
  for (const Sexpr& expression : *expressions) parser.read(expression);
  return parser.take();
}

std::string print_metarules(const std::vector<OrderingMetarule>& metarules) {
  std::string text;
  for (const OrderingMetarule& metarule : metarules) {
    const std::string premise = text_of(metarule.premise);
    if (!metarule.note.empty()) text += fmt::format("; {}\n", metarule.note);
    text +=
        fmt::format("(metarule {}\n  (premises\n    (condition ?r {})\n", metarule.name, premise);
    for (const PremisePattern& condition : metarule.conditions) {
      text += fmt::format("    (condition ?r {})\n", text_of(condition));
    }
    text += variables_of("bound", metarule.bound) + variables_of("unbound", metarule.unbound);
    text +=
        fmt::format("    (priority ?r {} ?p)\n    (greater ?p {}))\n", premise, metarule.priority);
    text += fmt::format("  (conclusions\n    (assign_priority ?r {} {})))\n\n", premise,
                        metarule.priority);
  }
  return text;
}

}  // namespace tesuji::frontend
