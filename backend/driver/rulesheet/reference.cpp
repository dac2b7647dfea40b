#include "backend/driver/rulesheet/reference.h"

#include "backend/driver/rulesheet/rulesheet.h"
#include "backend/reference/reference_game.h"
#include "frontend/gdl/anonymous_variables.h"
#include "frontend/gdl/checks/validate.h"

#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <unordered_map>
#include <utility>

namespace tesuji::driver {

namespace {

using frontend::Literal;
using frontend::Term;
using reference::Goal;
using reference::TermId;

/// Creates terms and goals of one clause or query; numbers its variables in order of occurrence.
/// Recurses over literals, whose depth the parsers bound, but not over terms.
class Converter {
 public:
  explicit Converter(reference::TermStore& terms) : terms_(terms) {}

  TermId term(const Term& term) {
    switch (term.kind) {
      case Term::Kind::constant:
        return terms_.constant(term.name);
      case Term::Kind::variable:
        return terms_.variable(number_of(term.name));
      case Term::Kind::compound:
        break;
    }
    return atom(term);
  }

  /// Returns a compound term: as a sentence, `p` and `(p)` are the same.
  TermId atom(const Term& term) {
    open_.assign(1, {&term, 0});
    args_.clear();
    for (;;) {
      const Open top = open_.back();
      if (top.converted < top.term->args.size()) {
        ++open_.back().converted;
        const Term& arg = top.term->args[top.converted];
        if (arg.kind == Term::Kind::compound) {
          open_.push_back({&arg, 0});
        } else {
          args_.push_back(this->term(arg));
        }
        continue;
      }
      const auto args = std::span(args_).last(top.converted);
      const TermId compound = terms_.compound(top.term->name, args);
      args_.resize(args_.size() - top.converted);
      args_.push_back(compound);
      open_.pop_back();
      if (open_.empty()) return compound;
    }
  }

  std::vector<Goal> goals(const std::vector<Literal>& literals) {
    std::vector<Goal> result;
    result.reserve(literals.size());
    for (const Literal& literal : literals) result.push_back(goal(literal));
    return result;
  }

  /// Returns the names of the variables found so far, by number.
  [[nodiscard]] std::vector<std::string> names(const ir::SymbolTable& symbols) const {
    std::vector<std::string> names;
    for (const ir::Symbol symbol : variables_) names.push_back(symbols.text(symbol));
    return names;
  }

 private:
  Goal goal(const Literal& literal) {
    Goal goal;
    goal.span = literal.span;
    switch (literal.kind) {
      case Literal::Kind::atom:
        goal.kind = Goal::Kind::atom;
        goal.atom = atom(literal.atom);
        return goal;
      case Literal::Kind::distinct:
        return distinct(literal);
      case Literal::Kind::same:  // no parser makes it, but its meaning is clear
        goal.kind = Goal::Kind::negation;
        goal.children.push_back(distinct(literal));
        return goal;
      case Literal::Kind::negation:
        goal.kind = Goal::Kind::negation;
        break;
      case Literal::Kind::disjunction:
        goal.kind = Goal::Kind::disjunction;
        break;
      case Literal::Kind::conjunction:
        goal.kind = Goal::Kind::conjunction;
        break;
    }
    goal.children = goals(literal.children);
    return goal;
  }

  Goal distinct(const Literal& literal) {
    Goal goal;
    goal.kind = Goal::Kind::distinct;
    goal.left = term(literal.atom.args[0]);
    goal.right = term(literal.atom.args[1]);
    goal.span = literal.span;
    return goal;
  }

  reference::Variable number_of(ir::Symbol name) {
    const auto [place, is_new] =
        numbers_.try_emplace(name, static_cast<reference::Variable>(variables_.size()));
    if (is_new) variables_.push_back(name);
    return place->second;
  }

  /// A compound term, and the number of its converted arguments.
  struct Open {
    const Term* term = nullptr;
    std::size_t converted = 0;
  };

  reference::TermStore& terms_;
  std::vector<Open> open_;    ///< scratch space of atom()
  std::vector<TermId> args_;  ///< scratch space for converted arguments
  std::vector<ir::Symbol> variables_;
  std::unordered_map<ir::Symbol, reference::Variable> numbers_;
};

}  // namespace

std::shared_ptr<reference::Program> load_reference(const std::string& path, Session& session) {
  const std::optional<frontend::Rulesheet> sheet = parse_and_check(path, session);
  if (!sheet) return nullptr;
  if (!frontend::validate(*sheet, *session.symbols, session.diagnostics, session.validation)) {
    return nullptr;
  }
  return reference_program(*sheet, session.symbols);
}

std::optional<LoadedGame> load_reference_game(const std::string& path, Session& session,
                                              const reference::Limits& limits) {
  if (is_ir_path(path, session)) {
    session.diagnostics.error(
        {}, "usage", "`" + path + "` is IR text; the reference engine reads rulesheets only");
    return std::nullopt;
  }
  std::shared_ptr<reference::Program> program = load_reference(path, session);
  if (!program) return std::nullopt;
  LoadedGame loaded;
  try {
    loaded.game = reference::make_reference_game(
        std::move(program), std::filesystem::path(path).stem().string(), limits);
  } catch (const reference::ReasoningError& error) {
    session.diagnostics.error(error.span(), error.code(), error.what());
    return std::nullopt;
  }
  return loaded;
}

std::shared_ptr<reference::Program> reference_program(
    const frontend::Rulesheet& rulesheet, std::shared_ptr<const ir::SymbolTable> symbols) {
  auto program = std::make_shared<reference::Program>(std::move(symbols));
  for (const frontend::Clause& clause : rulesheet.clauses) {
    Converter converter(program->terms());
    reference::Clause converted;
    converted.head = converter.atom(clause.head);
    converted.body = converter.goals(clause.body);
    converted.variables = converter.names(program->symbols());
    converted.span = clause.span;
    program->add(std::move(converted));
  }
  return program;
}

reference::Query reference_query(const std::vector<frontend::Literal>& literals,
                                 reference::Program& program) {
  Converter converter(program.terms());
  reference::Query query;
  query.goals = converter.goals(literals);
  query.variables = converter.names(program.symbols());
  return query;
}

std::optional<reference::TermId> reference_term(const frontend::Term& term,
                                                reference::Program& program) {
  const TermId converted = Converter(program.terms()).term(term);
  if (!program.terms().ground(converted)) return std::nullopt;
  return converted;
}

TermPair reference_terms(frontend::DeepTerm& left, frontend::DeepTerm& right,
                         reference::Program& program, ir::SymbolTable& symbols) {
  Term* const both[] = {&left.term(), &right.term()};
  frontend::name_anonymous_variables(both, symbols);
  Converter converter(program.terms());
  TermPair pair;
  pair.left = converter.term(left.term());
  pair.right = converter.term(right.term());
  pair.variables = converter.names(symbols);
  return pair;
}

frontend::Term syntax_term(reference::TermId term, const reference::Program& program,
                           const std::vector<std::string>& variable_names,
                           ir::SymbolTable& symbols) {
  const reference::TermStore& terms = program.terms();
  Term result;
  switch (terms.kind(term)) {
    case reference::TermStore::Kind::constant:
      result.kind = Term::Kind::constant;
      result.name = terms.name(term);
      return result;
    case reference::TermStore::Kind::variable: {
      const reference::Variable number = terms.number(term);
      result.kind = Term::Kind::variable;
      result.name = symbols.intern(number < variable_names.size() ? variable_names[number]
                                                                  : fmt::format("_{}", number));
      return result;
    }
    case reference::TermStore::Kind::compound:
      break;
  }
  result.kind = Term::Kind::compound;
  result.name = terms.name(term);
  for (const TermId arg : terms.args(term)) {
    result.args.push_back(syntax_term(arg, program, variable_names, symbols));
  }
  return result;
}

}  // namespace tesuji::driver
