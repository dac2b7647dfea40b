#include "backend/rules/reference_notation.h"

#include "backend/driver/rulesheet/reference.h"

#include <fmt/format.h>

#include <filesystem>

namespace tesuji::driver {

namespace {

using frontend::Syntax;
using reference::Goal;
using reference::Names;
using reference::TermId;

class SyntaxNotation : public reference::Notation {
 public:
  SyntaxNotation(const reference::Program& program, Syntax syntax, Session& session)
      : program_(program), syntax_(syntax), session_(session) {}

  std::string term(TermId term, const Names& names) const override {
    return frontend::print_term(converted(term, names), syntax_, *session_.symbols);
  }

  std::string beginning(TermId term, const Names& names, std::size_t most) const override {
    const reference::TermStore& terms = program_.terms();
    const bool kif = syntax_ == Syntax::kif;
    std::string text;
    std::vector<std::pair<TermId, std::size_t>>
        open;  // compound terms, and number of arguments printed
    TermId next = term;
    for (;;) {
      if (most == 0) {
        text += "...";
      } else {
        --most;
        const bool compound = terms.kind(next) == reference::TermStore::Kind::compound;
        if (compound && kif) text += '(';
        text += compound ? name(terms.name(next)) : this->term(next, names);
        if (compound && !kif) text += '(';
        if (compound) open.emplace_back(next, 0);
      }
      while (!open.empty() && open.back().second == terms.args(open.back().first).size()) {
        text += ')';
        open.pop_back();
      }
      if (open.empty()) return text;
      auto& [above, written] = open.back();
      if (kif || written > 0) text += kif ? ' ' : ',';
      const auto args = terms.args(above);
      // One `...` replaces all remaining arguments.
      next = args[written];
      written = most == 0 ? args.size() : written + 1;
    }
  }

  std::string goal(const Goal& goal, const Names& names) const override {
    return frontend::print_literal(literal(goal, names), syntax_, *session_.symbols);
  }

  std::string conjunction(std::span<const Goal> goals, const Names& names) const override {
    if (goals.empty()) return "true";
    std::string text;
    for (const Goal& part : goals) {
      if (!text.empty()) text += syntax_ == Syntax::kif ? " " : " & ";
      const bool brackets = syntax_ == Syntax::infix && goals.size() > 1 &&
                            part.kind == Goal::Kind::disjunction && part.children.size() > 1;
      text += brackets ? '(' + goal(part, names) + ')' : goal(part, names);
    }
    return text;
  }

  std::string clause(TermId head, std::span<const Goal> body, const Names& names) const override {
    Goal fact;
    fact.atom = head;
    const std::string written = goal(fact, names);
    if (body.empty()) return written;
    if (syntax_ == Syntax::kif) return fmt::format("(<= {} {})", written, conjunction(body, names));
    return fmt::format("{} :- {}", written, conjunction(body, names));
  }

  std::string variable(const std::string& name) const override {
    frontend::Term variable;
    variable.kind = frontend::Term::Kind::variable;
    variable.name = session_.symbols->intern(name);
    return frontend::print_term(variable, syntax_, *session_.symbols);
  }

  std::string place(const ir::Span& span) const override {
    if (!span.known()) return "?";
    const std::filesystem::path path = (*session_.sources)[span.file].path;
    return fmt::format("{}:{}", path.filename().string(), span.begin.line);
  }

 private:
  /// Returns a name as the syntax writes it, in quotes if necessary.
  std::string name(ir::Symbol symbol) const {
    frontend::Term constant;
    constant.name = symbol;
    return frontend::print_term(constant, syntax_, *session_.symbols);
  }

  frontend::Term converted(TermId term, const Names& names) const {
    return syntax_term(term, program_, names, *session_.symbols);
  }

  // Recursion over nesting, which the parsers bound.
  frontend::Literal literal(const Goal& goal, const Names& names) const {
    frontend::Literal result;
    result.span = goal.span;
    switch (goal.kind) {
      case Goal::Kind::atom:
        result.kind = frontend::Literal::Kind::atom;
        result.atom = converted(goal.atom, names);
        return result;
      case Goal::Kind::distinct:
        result.kind = frontend::Literal::Kind::distinct;
        result.atom.kind = frontend::Term::Kind::compound;
        result.atom.name = session_.symbols->intern("distinct");
        result.atom.args = {converted(goal.left, names), converted(goal.right, names)};
        return result;
      case Goal::Kind::negation:
        result.kind = frontend::Literal::Kind::negation;
        break;
      case Goal::Kind::disjunction:
        result.kind = frontend::Literal::Kind::disjunction;
        break;
      case Goal::Kind::conjunction:
        result.kind = frontend::Literal::Kind::conjunction;
        break;
    }
    for (const Goal& child : goal.children) result.children.push_back(literal(child, names));
    return result;
  }

  const reference::Program& program_;
  Syntax syntax_;
  Session& session_;
};

}  // namespace

std::unique_ptr<reference::Notation> make_notation(const reference::Program& program, Syntax syntax,
                                                   Session& session) {
  return std::make_unique<SyntaxNotation>(program, syntax, session);
}

}  // namespace tesuji::driver
