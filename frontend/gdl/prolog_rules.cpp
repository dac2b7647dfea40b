#include "frontend/gdl/prolog_rules.h"

#include "ir/core/prolog_term.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

namespace tesuji::frontend {

namespace {

using Names = std::set<ir::Symbol>;
using Relation = std::pair<ir::Symbol, std::size_t>;

Names variables_of(const Term& term) {
  Names names;
  for_each_variable(term, [&](const Term& variable) { names.insert(variable.name); });
  return names;
}

bool contains_all(const Names& all, const Names& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// Prints one clause: numbers its variables, and orders its body.
class ClausePrinter {
 public:
  ClausePrinter(const ir::SymbolTable& symbols, const PrologNames& reserved)
      : symbols_(symbols), reserved_(reserved) {}

  std::string clause(const Clause& clause) {
    const std::string head = atom(clause.head);
    Names bound;
    std::vector<const Literal*> body;
    for (const Literal& literal : clause.body) body.push_back(&literal);
    const std::string text = conjunction(std::move(body), bound);
    return text.empty() ? head + ".\n" : fmt::format("{} :- {}.\n", head, text);
  }

  std::string name_of(const Term& atom) const {
    const std::string& name = symbols_.text(atom.name);
    const bool taken = reserved_.contains({name, atom.args.size()});
    return ir::prolog_atom(taken ? name + "_in_rules" : name);
  }

 private:
  std::string variable(ir::Symbol name) {
    const auto known = variables_.find(name);
    if (known != variables_.end()) return known->second;
    std::string text;
    for (const char sign : symbols_.text(name)) {
      if (std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_') text += sign;
    }
    if (text.empty() || std::isalpha(static_cast<unsigned char>(text[0])) == 0) text = "V" + text;
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    while (!used_.insert(text).second) text += "_";
    return variables_[name] = text;
  }

  std::string term(const Term& term) {
    if (term.kind == Term::Kind::variable) return variable(term.name);
    const std::string& name = symbols_.text(term.name);
    if (term.kind == Term::Kind::constant) return ir::prolog_constant(name);
    return compound(ir::prolog_atom(name), term.args);
  }

  std::string compound(const std::string& name, const std::vector<Term>& args) {
    std::vector<std::string> texts;
    for (const Term& arg : args) texts.push_back(term(arg));
    return texts.empty() ? name : fmt::format("{}({})", name, fmt::join(texts, ","));
  }

  std::string atom(const Term& atom) { return compound(name_of(atom), atom.args); }

  /// Prints the literals: the first whose variables are bound, as far as it needs them, comes next.
  std::string conjunction(std::vector<const Literal*> left, Names& bound) {
    std::vector<std::string> texts;
    while (!left.empty()) {
      auto next = std::find_if(left.begin(), left.end(), [&](const Literal* one) {
        return is_test(*one) && ready(*one, bound);
      });
      if (next == left.end()) {
        next = std::find_if(left.begin(), left.end(),
                            [&](const Literal* one) { return ready(*one, bound); });
      }
      if (next == left.end()) next = left.begin();  // not safe: validation reports it
      texts.push_back(literal(**next, bound));
      left.erase(next);
    }
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  static bool is_test(const Literal& literal) {
    return literal.kind == Literal::Kind::negation || literal.kind == Literal::Kind::distinct ||
           literal.kind == Literal::Kind::same;
  }

  /// Returns the variables that must be bound before the literal.
  static Names needs(const Literal& literal) {
    if (literal.kind == Literal::Kind::atom) return {};
    if (literal.kind == Literal::Kind::distinct || literal.kind == Literal::Kind::same) {
      return variables_of(literal.atom);
    }
    Names all;
    Names own;
    for (const Literal& child : literal.children) {
      const Names some = needs(child);
      all.insert(some.begin(), some.end());
      if (child.kind != Literal::Kind::atom) continue;
      const Names names = variables_of(child.atom);
      own.insert(names.begin(), names.end());
    }
    if (literal.kind == Literal::Kind::negation) all.insert(own.begin(), own.end());
    if (literal.kind == Literal::Kind::conjunction) {
      std::erase_if(all, [&](ir::Symbol name) { return own.contains(name); });
    }
    return all;
  }

  static bool ready(const Literal& literal, const Names& bound) {
    return contains_all(bound, needs(literal));
  }

  std::string literal(const Literal& literal, Names& bound) {
    switch (literal.kind) {
      case Literal::Kind::atom: {
        const Names names = variables_of(literal.atom);
        bound.insert(names.begin(), names.end());
        return atom(literal.atom);
      }
      case Literal::Kind::negation: {
        Names inner = bound;
        return "\\+ " + this->literal(literal.children[0], inner);
      }
      case Literal::Kind::distinct:
      case Literal::Kind::same:
        return fmt::format(
            "{} {} {}", term(literal.atom.args[0]),
            literal.kind == Literal::Kind::same ? "==" : "\\==", term(literal.atom.args[1]));
      case Literal::Kind::conjunction: {
        std::vector<const Literal*> children;
        for (const Literal& child : literal.children) children.push_back(&child);
        return "(" + conjunction(std::move(children), bound) + ")";
      }
      case Literal::Kind::disjunction:
        break;
    }
    std::vector<std::string> texts;
    Names all;
    for (const Literal& child : literal.children) {
      Names inner = bound;
      texts.push_back(this->literal(child, inner));
      if (&child == &literal.children.front()) {
        all = inner;
      } else {
        std::erase_if(all, [&](ir::Symbol name) { return !inner.contains(name); });
      }
    }
    bound = all;
    return fmt::format("({})", fmt::join(texts, " ; "));
  }

  const ir::SymbolTable& symbols_;
  const PrologNames& reserved_;
  std::map<ir::Symbol, std::string> variables_;
  std::set<std::string> used_;
};

/// The relations that each relation calls.
std::map<Relation, std::set<Relation>> calls_of(const Rulesheet& sheet) {
  std::map<Relation, std::set<Relation>> calls;
  for (const Clause& clause : sheet.clauses) {
    auto& own = calls[{clause.head.name, clause.head.args.size()}];
    for_each_atom(clause.body,
                  [&](const Term& atom) { own.insert({atom.name, atom.args.size()}); });
  }
  return calls;
}

bool calls_itself(const Relation& relation, const std::map<Relation, std::set<Relation>>& calls) {
  std::vector<Relation> found(calls.at(relation).begin(), calls.at(relation).end());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == relation) return true;
    const auto next = calls.find(found[i]);
    if (next == calls.end()) continue;
    for (const Relation& one : next->second) {
      if (std::find(found.begin(), found.end(), one) == found.end()) found.push_back(one);
    }
  }
  return false;
}

bool is_integer(const std::string& name) {
  const std::size_t sign = name.starts_with('-') ? 1 : 0;
  return name.size() > sign && name.find_first_not_of("0123456789", sign) == std::string::npos;
}

}  // namespace

std::string prolog_rules(const Rulesheet& sheet, const ir::SymbolTable& symbols,
                         const PrologNames& reserved) {
  const ClausePrinter names(symbols, reserved);
  const auto signature = [&](const Relation& relation) {
    Term atom{Term::Kind::compound, relation.first, std::vector<Term>(relation.second), {}};
    return fmt::format("{}/{}", names.name_of(atom), relation.second);
  };
  const auto calls = calls_of(sheet);
  std::vector<std::string> defined;
  std::set<std::string> undefined{"init/1", "next/1", "legal/2", "goal/2", "terminal/0"};
  std::string tables;
  for (const auto& [relation, called] : calls) {
    defined.push_back(signature(relation));
    if (calls_itself(relation, calls)) tables += fmt::format(":- table({}).\n", defined.back());
    for (const Relation& one : called) {
      const std::string& name = symbols.text(one.first);
      if (name != "true" && name != "does") undefined.insert(signature(one));
    }
  }
  for (const std::string& one : defined) undefined.erase(one);
  std::vector<std::string> all = defined;
  all.insert(all.end(), undefined.begin(), undefined.end());
  std::string text = fmt::format(
      ":- forall((member(N/A, [{}]), functor(H, N, A), predicate_property(system:H, system)),\n"
      "          redefine_system_predicate(H)).\n",
      fmt::join(all, ", "));
  for (const std::string& one : undefined) text += fmt::format(":- dynamic({}).\n", one);
  text += tables;
  for (const Clause& clause : sheet.clauses) {
    text += ClausePrinter(symbols, reserved).clause(clause);
  }
  return text;
}

std::string constant_order(const Rulesheet& sheet, const ir::SymbolTable& symbols) {
  std::vector<ir::Symbol> order;
  Names known;
  const auto look = [&](const auto& self, const Term& term) -> void {
    if (term.kind != Term::Kind::variable && known.insert(term.name).second) {
      order.push_back(term.name);
    }
    for (const Term& arg : term.args) self(self, arg);
  };
  for (const Clause& clause : sheet.clauses) {
    look(look, clause.head);
    for_each_atom(clause.body, [&](const Term& atom) { look(look, atom); });
  }
  std::string text;
  std::size_t number = 0;
  for (const ir::Symbol symbol : order) {
    const std::string& name = symbols.text(symbol);
    if (is_integer(name)) continue;
    text += fmt::format("constant_order({},{}).\n", ir::prolog_constant(name), ++number);
  }
  return text;
}

}  // namespace tesuji::frontend
