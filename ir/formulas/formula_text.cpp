#include "ir/formulas/formula_text.h"

#include "ir/core/characters.h"
#include "ir/formulas/domain_text.h"
#include "ir/formulas/written_formula.h"
#include "ir/module/vocabulary.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace tesuji::ir {
namespace {

using Kind = Formula::Kind;

/// How tightly a formula has to hold together where it stands.
enum class Grip : std::uint8_t { loose, disjunct, conjunct, operand };

/// Whether it is `exists` of what `forall` denies: `not exists X. not ..` is `forall X. ..`.
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

  /// Gives the variables names that nothing around has, and returns how they are bound.
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

  /// Whether `last`, nothing follows it before a bracket closes: what a quantifier needs, as
  /// its scope reaches as far as possible.
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
