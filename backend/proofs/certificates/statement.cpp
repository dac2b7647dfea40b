#include "backend/proofs/certificates/statement.h"

#include "backend/proofs/certificates/cnf.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

namespace tesuji::certificates {

namespace {

[[noreturn]] void fail(const Sexpr& at, const std::string& message) {
  throw Malformed(message, at.line);
}

std::uint64_t bound_of(const Sexpr& expression, bool upper) {
  if (upper && !expression.is_list && expression.symbol == "inf") return Statement::unbounded;
  std::uint64_t value = 0;
  const std::string& text = expression.symbol;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (expression.is_list || error != std::errc() || end != text.data() + text.size()) {
    fail(expression, "a count's bounds are numbers");
  }
  return value;
}

/// Returns the name and the number of arguments of an atom.
std::pair<std::string_view, std::size_t> shape_of(const Sexpr& atom) {
  if (!atom.is_list) return {atom.symbol, 0};
  if (atom.items.empty() || atom.items[0].is_list) fail(atom, "an atom begins with a name");
  return {atom.items[0].symbol, atom.items.size() - 1};
}

class StatementReader {
 public:
  explicit StatementReader(Terms& terms) : terms_(terms) {}

  ReadStatement read(const Sexpr& expression) {
    ReadStatement result;
    result.formula = formula(expression, 0, result.degree);
    result.variables = variables_;
    return result;
  }

 private:
  using Scope = std::map<std::string, std::uint32_t>;

  Pattern term(const Sexpr& expression) {
    Scope known = scope_;
    Pattern pattern = read_pattern(expression, terms_, known);
    if (known.size() != scope_.size()) fail(expression, "no range has this variable");
    // read_pattern numbers new variables by the size of the scope; here it has no variables.
    return pattern;
  }

  Statement formula(const Sexpr& expression, std::uint32_t depth, std::uint32_t& degree) {
    if (!expression.is_list || expression.items.empty() || expression.items[0].is_list) {
      fail(expression, "a formula is a list that begins with a name");
    }
    const std::string& word = expression.items[0].symbol;
    const std::size_t size = expression.items.size() - 1;
    Statement result;
    degree = std::max(degree, depth);
    if (word == "holds" && size == 1) {
      const Sexpr& atom = expression.items[1];
      const auto [name, arity] = shape_of(atom);
      result.kind = Statement::Kind::holds;
      result.predicate = terms_.name(name);
      for (std::size_t i = 1; i <= arity; ++i) result.args.push_back(term(atom.items[i]));
    } else if (word == "=" && size == 2) {
      result.kind = Statement::Kind::same;
      result.args = {term(expression.items[1]), term(expression.items[2])};
    } else if (word == "count" && size >= 2) {
      read_count(expression, result, depth, degree);
    } else if ((word == "not" && size == 1) || (word == "next" && size == 1) || word == "and" ||
               word == "or") {
      result.kind = word == "not"    ? Statement::Kind::negation
                    : word == "next" ? Statement::Kind::next
                    : word == "and"  ? Statement::Kind::conjunction
                                     : Statement::Kind::disjunction;
      for (std::size_t i = 1; i <= size; ++i) {
        result.parts.push_back(
            formula(expression.items[i], depth + (word == "next" ? 1 : 0), degree));
      }
    } else {
      fail(expression,
           "`" + word + "` does not begin a formula with " + std::to_string(size) + " parts");
    }
    return result;
  }

  void read_count(const Sexpr& expression, Statement& result, std::uint32_t depth,
                  std::uint32_t& degree) {
    result.kind = Statement::Kind::count;
    result.lower = bound_of(expression.items[1], false);
    result.upper = bound_of(expression.items[2], true);
    for (std::size_t i = 3; i < expression.items.size(); ++i) {
      const Sexpr& range = expression.items[i];
      if (!range.begins("range") || range.items.size() != 3 || !range.items[1].is_list) {
        fail(range, "a count has parts (range (..) FORMULA)");
      }
      const Scope outer = scope_;
      std::vector<Statement::Range>& variables = result.ranges.emplace_back();
      for (const Sexpr& binding : range.items[1].items) variables.push_back(bind(binding));
      result.parts.push_back(formula(range.items[2], depth, degree));
      scope_ = outer;
    }
  }

  Statement::Range bind(const Sexpr& binding) {
    if (!binding.is_list || binding.items.empty() || binding.items[0].is_list ||
        binding.items[0].symbol.front() != '?') {
      fail(binding, "a variable's domain is a list (VARIABLE TERM..)");
    }
    Statement::Range range;
    range.variable = variables_++;
    for (std::size_t i = 1; i < binding.items.size(); ++i) {
      Scope none;
      const Pattern pattern = read_pattern(binding.items[i], terms_, none);
      if (pattern.kind != Pattern::Kind::ground) fail(binding, "a domain has no variables");
      if (std::ranges::find(range.domain, pattern.id) != range.domain.end()) {
        fail(binding, "duplicate term in a domain");
      }
      range.domain.push_back(pattern.id);
    }
    if (!scope_.emplace(binding.items[0].symbol, range.variable).second) {
      fail(binding, "a range around this one has the variable, too");
    }
    return range;
  }

  Terms& terms_;
  Scope scope_;
  std::uint32_t variables_ = 0;
};

}  // namespace

ReadStatement read_statement(const Sexpr& expression, Terms& terms) {
  return StatementReader(terms).read(expression);
}

void add_predicates(const Sexpr& statement, std::vector<WantedPredicate>& predicates) {
  if (!statement.begins("holds") || statement.items.size() != 2) {
    for (const Sexpr& part : statement.items) add_predicates(part, predicates);
    return;
  }
  const auto [name, arity] = shape_of(statement.items[1]);
  if (name == "does" || name == "next" || name == "init") {
    fail(statement, "`" + std::string(name) + "` is not a property of a state");
  }
  WantedPredicate wanted{std::string(name), arity};
  if (std::ranges::find(predicates, wanted) == predicates.end()) {
    predicates.push_back(std::move(wanted));
  }
}

}  // namespace tesuji::certificates
