#include "backend/proofs/certificates/kif_reader.h"

#include "backend/proofs/certificates/cnf.h"

#include <algorithm>
#include <utility>

namespace tesuji::certificates {

namespace {

constexpr std::size_t deepest = 1000;       // nesting of lists
constexpr std::size_t most_of_rule = 4096;  // rules made from one rule

bool is_blank_byte(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_symbol_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > 0x20 && byte != 0x7f && c != '(' && c != ')' && c != ';';
}

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// Literals of a body: a disjunction of conjunctions.
using Alternatives = std::vector<std::vector<RuleLiteral>>;

/// Reads the clauses of one rulesheet.
class SheetReader {
 public:
  explicit SheetReader(Sheet& sheet) : sheet_(sheet) {}

  void read(const Sexpr& clause) {
    variables_.clear();
    if (!clause.begins("<=")) {
      sheet_.rules.push_back({read_atom(clause, sheet_, variables_), {}, 0, clause.line});
      finish(1);
      return;
    }
    if (clause.items.size() < 2) throw Malformed("a rule needs a head", clause.line);
    const PatternAtom head = read_atom(clause.items[1], sheet_, variables_);
    Alternatives bodies(1);
    for (std::size_t i = 2; i < clause.items.size(); ++i) {
      bodies = product(bodies, literal(clause.items[i], false), clause.line);
    }
    for (std::vector<RuleLiteral>& body : bodies) {
      sheet_.rules.push_back({head, std::move(body), 0, clause.line});
    }
    finish(bodies.size());
  }

 private:
  void finish(std::size_t rules) {
    for (std::size_t i = sheet_.rules.size() - rules; i < sheet_.rules.size(); ++i) {
      sheet_.rules[i].variables = static_cast<std::uint32_t>(variables_.size());
    }
  }

  static Alternatives product(const Alternatives& left, const Alternatives& right,
                              std::size_t line) {
    if (left.size() * right.size() > most_of_rule) {
      throw LimitExceeded("the rule in line " + std::to_string(line) + " becomes more than " +
                          std::to_string(most_of_rule) + " rules without `or`");
    }
    Alternatives result;
    for (const auto& some : left) {
      for (const auto& other : right) {
        result.push_back(some);
        result.back().insert(result.back().end(), other.begin(), other.end());
      }
    }
    return result;
  }

  /// `inner`: within `or` or `not`, the only places that allow `and`.
  Alternatives literal(const Sexpr& expression, bool negated, bool inner = false) {
    if (expression.begins("not")) {
      if (expression.items.size() != 2) throw Malformed("`not` takes one literal", expression.line);
      return literal(expression.items[1], !negated, true);
    }
    if (expression.begins("or") || (inner && expression.begins("and"))) {
      const bool all = expression.begins("and") != negated;  // whether all parts must hold
      Alternatives result(all ? 1 : 0);
      for (std::size_t i = 1; i < expression.items.size(); ++i) {
        Alternatives part = literal(expression.items[i], negated, true);
        if (all) {
          result = product(result, part, expression.line);
        } else {
          std::move(part.begin(), part.end(), std::back_inserter(result));
        }
      }
      return result;
    }
    RuleLiteral result;
    if (expression.begins("distinct")) {
      if (expression.items.size() != 3) {
        throw Malformed("`distinct` compares two terms", expression.line);
      }
      result.kind = negated ? RuleLiteral::Kind::same : RuleLiteral::Kind::distinct;
      for (const std::size_t i : {1, 2}) {
        result.atom.args.push_back(read_pattern(expression.items[i], sheet_.terms, variables_));
      }
    } else {
      if (expression.begins("and") || expression.begins("<=")) {
        throw Malformed("`" + expression.items[0].symbol + "` cannot stand in a body",
                        expression.line);
      }
      result.kind = negated ? RuleLiteral::Kind::negative : RuleLiteral::Kind::positive;
      result.atom = read_atom(expression, sheet_, variables_);
    }
    return {{std::move(result)}};
  }

  Sheet& sheet_;
  std::map<std::string, std::uint32_t> variables_;
};

}  // namespace

std::vector<Sexpr> read_sexprs(std::string_view text) {
  std::vector<Sexpr> all;
  std::vector<Sexpr> open;
  std::size_t line = 1;
  const auto add = [&](Sexpr expression) {
    (open.empty() ? all : open.back().items).push_back(std::move(expression));
  };
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\n') ++line;
    if (is_blank_byte(c)) {
      ++at;
    } else if (c == ';') {
      while (at < text.size() && text[at] != '\n') ++at;
    } else if (c == '(') {
      if (open.size() == deepest) throw Malformed("lists are nested too deep", line);
      open.emplace_back();
      open.back().is_list = true;
      open.back().line = line;
      ++at;
    } else if (c == ')') {
      if (open.empty()) throw Malformed("one `)` too many", line);
      Sexpr list = std::move(open.back());
      open.pop_back();
      add(std::move(list));
      ++at;
    } else {
      const std::size_t begin = at;
      while (at < text.size() && is_symbol_byte(text[at])) ++at;
      if (at == begin) throw Malformed("invalid byte", line);
      add({false, lowered(text.substr(begin, at - begin)), {}, line});
    }
  }
  if (!open.empty()) throw Malformed("this list is not closed", open.front().line);
  return all;
}

Pattern read_pattern(const Sexpr& expression, Terms& terms,
                     std::map<std::string, std::uint32_t>& variables) {
  using Kind = Pattern::Kind;
  if (!expression.is_list) {
    if (expression.symbol.front() != '?') {
      return {Kind::ground, terms.constant(terms.name(expression.symbol)), {}};
    }
    if (expression.symbol.size() == 1) throw Malformed("a variable needs a name", expression.line);
    const auto number = static_cast<std::uint32_t>(variables.size());
    return {Kind::variable, variables.try_emplace(expression.symbol, number).first->second, {}};
  }
  if (expression.items.empty() || expression.items[0].is_list ||
      expression.items[0].symbol.front() == '?') {
    throw Malformed("a list must begin with a name", expression.line);
  }
  Pattern result{Kind::compound, terms.name(expression.items[0].symbol), {}};
  bool ground = true;
  std::vector<TermId> args;
  for (std::size_t i = 1; i < expression.items.size(); ++i) {
    result.args.push_back(read_pattern(expression.items[i], terms, variables));
    ground = ground && result.args.back().kind == Kind::ground;
    args.push_back(result.args.back().id);
  }
  if (!ground) return result;
  return {Kind::ground, terms.compound(result.id, args), {}};
}

PredicateId Predicates::id(NameId name, std::size_t arity) {
  const auto [place, is_new] =
      by_key_.try_emplace({name, arity}, static_cast<PredicateId>(keys_.size()));
  if (is_new) keys_.push_back({name, arity});
  return place->second;
}

std::optional<PredicateId> Predicates::find(NameId name, std::size_t arity) const {
  const auto found = by_key_.find({name, arity});
  if (found == by_key_.end()) return std::nullopt;
  return found->second;
}

PatternAtom read_atom(const Sexpr& expression, Sheet& sheet,
                      std::map<std::string, std::uint32_t>& variables) {
  const bool list = expression.is_list;
  if (list && (expression.items.empty() || expression.items[0].is_list)) {
    throw Malformed("an atom begins with a name", expression.line);
  }
  const std::string& name = list ? expression.items[0].symbol : expression.symbol;
  if (name.front() == '?') throw Malformed("a variable is not an atom", expression.line);
  PatternAtom atom;
  for (std::size_t i = 1; i < expression.items.size(); ++i) {
    atom.args.push_back(read_pattern(expression.items[i], sheet.terms, variables));
  }
  atom.predicate = sheet.predicates.id(sheet.terms.name(name), atom.args.size());
  return atom;
}

Sheet read_sheet(std::string_view text) {
  Sheet sheet;
  SheetReader reader(sheet);
  for (const Sexpr& clause : read_sexprs(text)) reader.read(clause);
  return sheet;
}

}  // namespace tesuji::certificates
