#include "ir/formulas/formula_text.h"

#include "ir/core/characters.h"
#include "ir/formulas/written_formula.h"
#include "ir/module/module.h"
#include "ir/module/vocabulary.h"
#include "ir/text/text_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::ir {

namespace {

// Prints domains of variables in the language of invariants: names, lists, places.

/// Finds short texts for the possible values of variables.
class DomainTexts {
 public:
  /// Both must outlive it.
  DomainTexts(const Module& module, const Vocabulary& vocabulary);

  /// Returns the text of a sort: the name of a predicate with these values (`index`), a short list
  /// (`{1..4,b}`), otherwise a place in `scope` where the variable occurs (`dom(cell,3)`), any
  /// place, or `f(index) or {b}`.
  [[nodiscard]] std::string text(const std::vector<TermSet>& sort, std::uint32_t variable,
                                 const WrittenFormula& scope);

 private:
  using Place = std::tuple<Symbol, std::size_t, std::size_t>;  ///< name, arity, argument

  [[nodiscard]] std::string text(const TermSet& set) const;
  [[nodiscard]] std::string text(const TermPattern& shape, const TermSet& set,
                                 std::size_t& leaf) const;
  [[nodiscard]] std::string leaf_text(const std::vector<Symbol>& values) const;
  [[nodiscard]] std::string list(const std::vector<Symbol>& values) const;
  [[nodiscard]] std::string place_text(const Place& place) const;
  /// Returns a place with exactly these terms; empty if no place has.
  [[nodiscard]] std::string place(const std::vector<TermSet>& sort, std::uint32_t variable,
                                  const WrittenFormula& scope);
  /// The same, anywhere in the game.
  [[nodiscard]] std::string any_place(const std::vector<Symbol>& values);

  const Module& module_;
  const Vocabulary& vocabulary_;
  std::map<std::vector<Symbol>, Symbol> predicates_;  ///< values -> the first predicate with
                                                      ///< exactly these
  /// values -> the first place with exactly these; computed on first use
  std::optional<std::map<std::vector<Symbol>, Place>> places_;
};

/// Maximum length of a list that is printed, where a run of integers is one item.
constexpr std::size_t short_list = 6;
/// Minimum length of a run of integers that is printed as a range.
constexpr std::size_t short_run = 3;

bool successive(std::string_view a, std::string_view b) {
  std::int64_t first = 0;
  std::int64_t second = 0;
  const auto parse = [](std::string_view text, std::int64_t& into) {
    return is_canonical_integer(text) &&
           std::from_chars(text.data(), text.data() + text.size(), into).ec == std::errc();
  };
  return parse(a, first) && parse(b, second) && second > first && second - first == 1;
}

DomainTexts::DomainTexts(const Module& module, const Vocabulary& vocabulary)
    : module_(module), vocabulary_(vocabulary) {
  for (const Symbol predicate : vocabulary.predicates()) {
    std::vector<TermSet> sets;
    bool dynamic = false;
    for (const Vocabulary::Entry& entry : vocabulary.entries(predicate)) {
      if (entry.atom.args.size() != 1) continue;
      dynamic |= vocabulary.depends_on_state(entry.relation);
      vocabulary.unite(sets, vocabulary.values(entry, entry.atom.args[0], 0));
    }
    if (dynamic || sets.size() != 1 || !sets[0].shape.is_leaf()) continue;
    predicates_.emplace(std::move(sets[0].leaves[0]), predicate);
  }
}

std::string DomainTexts::text(const std::vector<TermSet>& sort, std::uint32_t variable,
                              const WrittenFormula& scope) {
  if (sort.size() == 1 && sort[0].shape.is_leaf()) {
    std::string text = leaf_text(sort[0].leaves[0]);
    if (static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) < short_list) {
      return text;
    }
    const std::string found = place(sort, variable, scope);
    return found.empty() ? text : found;
  }
  std::string result = place(sort, variable, scope);
  if (!result.empty()) return result;
  for (const TermSet& set : sort) result += (result.empty() ? "" : " or ") + text(set);
  return result;
}

std::string DomainTexts::text(const TermSet& set) const {
  std::size_t leaf = 0;
  return text(set.shape, set, leaf);
}

std::string DomainTexts::text(const TermPattern& shape, const TermSet& set,
                              std::size_t& leaf) const {
  if (shape.is_leaf()) return leaf_text(set.leaves[leaf++]);
  std::string args;
  for (const TermPattern& arg : shape.args) {
    args += (args.empty() ? "" : ",") + text(arg, set, leaf);
  }
  return name_text(module_.symbols->text(shape.functor)) + "(" + args + ")";
}

std::string DomainTexts::leaf_text(const std::vector<Symbol>& values) const {
  const auto named = predicates_.find(values);
  if (named == predicates_.end() || values.empty()) return list(values);
  return name_text(module_.symbols->text(named->second));
}

std::string DomainTexts::list(const std::vector<Symbol>& values) const {
  const auto text = [&](std::size_t i) -> const std::string& {
    return module_.symbols->text(values[i]);
  };
  std::string result = "{";
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && end - i < max_range && successive(text(end - 1), text(end))) {
      ++end;
    }
    if (end - i < short_run) end = i + 1;
    if (i > 0) result += ",";
    result += name_text(text(i));
    if (end > i + 1) result += ".." + name_text(text(end - 1));
    i = end;
  }
  return result + "}";
}

std::string DomainTexts::place_text(const Place& place) const {
  const auto& [name, arity, argument] = place;
  const std::string& written = module_.symbols->text(name);
  std::string text = written == "true" ? written : name_text(written);
  if (vocabulary_.arities(name).size() > 1) text += "/" + std::to_string(arity);
  return "dom(" + text + "," + std::to_string(argument + 1) + ")";
}

std::string DomainTexts::place(const std::vector<TermSet>& sort, std::uint32_t variable,
                               const WrittenFormula& scope) {
  // The places of the variable, in the order of the text.
  std::vector<Place> places;
  std::vector<const WrittenFormula*> formulas = {&scope};
  while (!formulas.empty()) {
    const WrittenFormula* const formula = formulas.back();
    formulas.pop_back();
    for (auto part = formula->parts.rbegin(); part != formula->parts.rend(); ++part) {
      formulas.push_back(&*part);
    }
    if (formula->kind != Formula::Kind::atom) continue;
    std::vector<const WrittenTerm*> terms = {&formula->left};
    while (!terms.empty()) {
      const WrittenTerm* const term = terms.back();
      terms.pop_back();
      for (std::size_t i = 0; i < term->args.size(); ++i) {
        const WrittenTerm& arg = term->args[i];
        terms.push_back(&arg);
        if (arg.kind == WrittenTerm::Kind::variable && arg.id == variable) {
          places.emplace_back(term->id, term->args.size(), i);
        }
      }
    }
  }
  for (const Place& place : places) {
    const auto& [name, arity, argument] = place;
    if (vocabulary_.place(name, arity, argument) == sort) return place_text(place);
  }
  const bool simple = sort.size() == 1 && sort[0].shape.is_leaf();
  return simple ? any_place(sort[0].leaves[0]) : std::string{};
}

std::string DomainTexts::any_place(const std::vector<Symbol>& values) {
  if (!places_) {
    places_.emplace();
    for (const Symbol name : vocabulary_.names()) {
      for (const std::size_t arity : vocabulary_.arities(name)) {
        for (std::size_t argument = 0; argument < arity; ++argument) {
          std::vector<TermSet> sets = vocabulary_.place(name, arity, argument);
          if (sets.size() != 1 || !sets[0].shape.is_leaf()) continue;
          places_->emplace(std::move(sets[0].leaves[0]), Place{name, arity, argument});
        }
      }
    }
  }
  const auto found = places_->find(values);
  return found == places_->end() ? std::string{} : place_text(found->second);
}

using Kind = Formula::Kind;

/// How tightly the context binds a formula, which determines whether it needs brackets.
enum class Grip : std::uint8_t { loose, disjunct, conjunct, operand };

/// Whether it has the form that is printed as `forall`: `not exists X. not ..` is `forall X. ..`.
bool is_forall(const WrittenFormula& formula) {
  if (formula.kind != Kind::negation) return false;
  const WrittenFormula& count = formula.parts[0];
  return count.kind == Kind::count && count.lower == 1 && count.upper == Formula::unbounded &&
         count.parts.size() == 1 && !count.ranges[0].empty() &&
         count.parts[0].kind == Kind::negation;
}

class FormulaPrinter {
 public:
  FormulaPrinter(const Invariant& invariant, const Module& module, const Vocabulary& vocabulary)
      : invariant_(invariant),
        module_(module),
        written_(write_out(invariant, module, vocabulary)),
        domains_(module, vocabulary),
        names_(written_.variables.size(), "_") {}

  std::string statement() {
    std::string text = "invariant " + invariant_name();
    if (!invariant_.parameters.empty()) {
      text += "[" + bind(invariant_.parameters, written_.formula) + "]";
    }
    text += ": ";
    return text + formula(written_.formula, Grip::loose, true) + ".";
  }

  std::string formula() {
    bind(invariant_.parameters, written_.formula);
    return formula(written_.formula, Grip::loose, true);
  }

 private:
  [[nodiscard]] std::string invariant_name() const {
    const std::string& name = invariant_.name;
    const bool capital = !name.empty() && name[0] >= 'A' && name[0] <= 'Z' &&
                         std::all_of(name.begin(), name.end(), is_word_byte);
    return capital ? name : name_text(name);
  }

  /// Gives the variables names that are unused in the context, and returns the text of their
  /// bindings.
  std::string bind(const std::vector<std::uint32_t>& variables, const WrittenFormula& scope) {
    std::string text;
    std::string domain;
    for (const std::uint32_t id : variables) {
      const WrittenVariable& variable = written_.variables[id];
      const std::string base = variable_text(variable.name);
      std::string name = base;
      for (int number = 2; !taken_.insert(name).second; ++number) {
        name = base + std::to_string(number);
      }
      names_[id] = name;
      // Variables of one domain share its text: `X,Y:index`.
      const std::string own = domains_.text(variable.sort, id, scope);
      if (!text.empty()) text += own == domain ? "," : ":" + domain + ", ";
      text += name;
      domain = own;
    }
    return text + ":" + domain;
  }

  void unbind(const std::vector<std::uint32_t>& variables) {
    for (const std::uint32_t id : variables) taken_.erase(names_[id]);
  }

  /// If `last`, a bracket closes after it: required by a quantifier, whose scope extends as far as
  /// possible.
  std::string formula(const WrittenFormula& formula, Grip grip, bool last) {
    switch (formula.kind) {
      case Kind::atom:
        return atom(formula.left);
      case Kind::same:
        return term(formula.left) + " = " + term(formula.right);
      case Kind::negation: {
        const WrittenFormula& part = formula.parts[0];
        if (part.kind == Kind::same) return term(part.left) + " != " + term(part.right);
        if (is_forall(formula)) return quantifier(formula, last);
        return "not " + this->formula(part, Grip::operand, last);
      }
      case Kind::next:
        return "next " + this->formula(formula.parts[0], Grip::operand, last);
      case Kind::knows:
        return "knows(" + term(formula.left) + ", " +
               this->formula(formula.parts[0], Grip::loose, true) + ")";
      case Kind::conjunction:
        return list(formula, "true", " and ", Grip::conjunct, grip, last);
      case Kind::disjunction:
        if (formula.parts.size() == 2 && formula.parts[0].kind == Kind::negation) {
          return implication(formula, grip, last);
        }
        return list(formula, "false", " or ", Grip::disjunct, grip, last);
      case Kind::count:
        return quantifier(formula, last);
    }
    return {};
  }

  std::string list(const WrittenFormula& formula, const char* none, const char* separator, Grip own,
                   Grip grip, bool last) {
    if (formula.parts.empty()) return none;
    const bool brackets = grip > own;
    const Grip inner = own == Grip::conjunct ? Grip::operand : Grip::conjunct;
    std::string text;
    for (std::size_t i = 0; i < formula.parts.size(); ++i) {
      const bool at_end = i + 1 == formula.parts.size();
      if (i > 0) text += separator;
      text += this->formula(formula.parts[i], inner, at_end && (last || brackets));
    }
    return brackets ? "(" + text + ")" : text;
  }

  std::string implication(const WrittenFormula& formula, Grip grip, bool last) {
    const bool brackets = grip > Grip::loose;
    std::string text = this->formula(formula.parts[0].parts[0], Grip::disjunct, false);
    text += " implies ";
    text += this->formula(formula.parts[1], Grip::loose, last || brackets);
    return brackets ? "(" + text + ")" : text;
  }

  std::string quantifier(const WrittenFormula& formula, bool last) {
    const bool forall = formula.kind == Kind::negation;
    const WrittenFormula& count = forall ? formula.parts[0] : formula;
    std::string text = forall ? "forall" : "exists" + bounds(count);
    if (count.ranges.size() == 1 && !count.ranges[0].empty()) {
      const WrittenFormula& body = forall ? count.parts[0].parts[0] : count.parts[0];
      text += " " + range(count.ranges[0], body);
      return last ? text : "(" + text + ")";
    }
    if (count.ranges.empty()) {
      text += " X:{}. true";
      return last ? text : "(" + text + ")";
    }
    text += " (";
    for (std::size_t i = 0; i < count.ranges.size(); ++i) {
      if (i > 0) text += "; ";
      text += range(count.ranges[i], count.parts[i]);
    }
    return text + ")";
  }

  static std::string bounds(const WrittenFormula& count) {
    if (count.lower == 1 && count.upper == Formula::unbounded) return {};
    const std::string upper =
        count.upper == Formula::unbounded ? "inf" : std::to_string(count.upper);
    return "[" + std::to_string(count.lower) + ".." + upper + "]";
  }

  std::string range(const std::vector<std::uint32_t>& variables, const WrittenFormula& body) {
    if (variables.empty()) return formula(body, Grip::loose, true);
    std::string text = bind(variables, body) + ". ";
    text += formula(body, Grip::loose, true);
    unbind(variables);
    return text;
  }

  [[nodiscard]] std::string atom(const WrittenTerm& atom) const {
    const std::string& name = module_.symbols->text(atom.id);
    if (atom.args.empty()) return name_text(name);
    return (name == "true" ? name : name_text(name)) + arguments(atom);
  }

  [[nodiscard]] std::string term(const WrittenTerm& term) const {
    if (term.kind == WrittenTerm::Kind::variable) return names_[term.id];
    const std::string name = name_text(module_.symbols->text(term.id));
    return term.kind == WrittenTerm::Kind::constant ? name : name + arguments(term);
  }

  [[nodiscard]] std::string arguments(const WrittenTerm& term) const {
    std::string text;
    for (const WrittenTerm& arg : term.args) text += (text.empty() ? "" : ",") + this->term(arg);
    return "(" + text + ")";
  }

  const Invariant& invariant_;
  const Module& module_;
  const WrittenInvariant written_;
  DomainTexts domains_;
  std::vector<std::string> names_;  ///< of the written variables
  std::set<std::string> taken_;     ///< of those that are bound
};

}  // namespace

bool is_formula_word(std::string_view name) {
  constexpr std::array<std::string_view, 15> words = {
      "not",       "and",    "or",     "implies",  "exists", "forall", "next", "true",
      "invariant", "domain", "except", "distinct", "false",  "dom",    "knows"};
  return std::find(words.begin(), words.end(), name) != words.end();
}

std::string name_text(std::string_view name) {
  const bool sign = name.size() > 1 && (name[0] == '+' || name[0] == '-');
  const bool integer = sign && std::all_of(name.begin() + 1, name.end(), is_digit);
  const bool plain = !name.empty() && (is_lower(name[0]) || is_digit(name[0])) &&
                     std::all_of(name.begin(), name.end(), is_word_byte);
  if (integer || (plain && !is_formula_word(name))) return std::string(name);
  std::string quoted = "'";
  for (const char c : name) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

std::string variable_text(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (!is_word_byte(c)) c = '_';
  }
  if (text.empty() || text == "_") return "X";
  if (is_lower(text[0])) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (is_digit(text[0])) text.insert(0, 1, 'X');
  return text;
}

std::string to_text(const Invariant& invariant, const Module& module) {
  return to_text(invariant, module, Vocabulary(module));
}

std::string to_text(const Invariant& invariant, const Module& module,
                    const Vocabulary& vocabulary) {
  return FormulaPrinter(invariant, module, vocabulary).statement();
}

std::string formula_text(const Invariant& invariant, const Module& module,
                         const Vocabulary& vocabulary) {
  return FormulaPrinter(invariant, module, vocabulary).formula();
}

std::string atom_text(RelationId relation, std::span<const Symbol> tuple, const Module& module,
                      const Vocabulary& vocabulary) {
  Invariant invariant;
  std::vector<Argument> args;
  for (const Symbol value : tuple) args.push_back(Argument::constant(value));
  invariant.formula = atom_of(relation, std::move(args));
  return formula_text(invariant, module, vocabulary);
}

}  // namespace tesuji::ir
