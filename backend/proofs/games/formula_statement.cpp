#include "backend/proofs/games/formula_statement.h"

#include "ir/module/term_pattern.h"

#include <cstddef>
#include <string_view>

namespace tesuji::driver {

namespace {

using ir::Argument;
using ir::Formula;
using ir::TermPattern;
using Kind = Formula::Kind;

class StatementWriter {
 public:
  StatementWriter(const std::vector<ir::FormulaVariable>& variables, const ir::Module& module,
                  const ir::Vocabulary& vocabulary)
      : variables_(variables), module_(module), vocabulary_(vocabulary) {}

  std::optional<std::string> write(const Formula& formula) {
    add(formula);
    if (unnamed_) return std::nullopt;
    return std::move(text_);
  }

 private:
  void add(const Formula& formula) {
    switch (formula.kind) {
      case Kind::atom:
        add_atom(formula);
        return;
      case Kind::same:
        add_same(formula);
        return;
      case Kind::negation:
        add_list("(not", formula);
        return;
      case Kind::next:
        add_list("(next", formula);
        return;
      case Kind::conjunction:
        add_list("(and", formula);
        return;
      case Kind::disjunction:
        add_list("(or", formula);
        return;
      case Kind::count:
        add_count(formula);
        return;
      case Kind::knows:
        unnamed_ = true;  // certificates are about single plays
        return;
    }
  }

  void add_list(std::string_view word, const Formula& formula) {
    text_ += word;
    for (const Formula& part : formula.parts) {
      text_ += ' ';
      add(part);
    }
    text_ += ')';
  }

  void add_atom(const Formula& formula) {
    const TermPattern* const pattern = vocabulary_.pattern(formula.relation);
    if (pattern == nullptr) {
      unnamed_ = true;
      return;
    }
    text_ += "(holds ";
    std::size_t column = 0;
    add_pattern(*pattern, formula.args, column);
    text_ += ')';
  }

  void add_pattern(const TermPattern& pattern, const std::vector<Argument>& args,
                   std::size_t& column) {
    if (pattern.is_leaf()) {
      add_leaf(args[column++]);
      return;
    }
    text_ += '(';
    text_ += module_.symbols->text(pattern.functor);
    for (const TermPattern& arg : pattern.args) {
      text_ += ' ';
      add_pattern(arg, args, column);
    }
    text_ += ')';
  }

  void add_leaf(const Argument& argument) {
    if (argument.kind == Argument::Kind::variable) {
      add_variable(argument.id);
    } else {
      text_ += module_.symbols->text(argument.id);
    }
  }

  void add_variable(ir::VariableId variable) { text_ += "?v" + std::to_string(variable); }

  void add_same(const Formula& formula) {
    if (formula.args.size() != formula.right.size()) {
      text_ += "(or)";
      return;
    }
    text_ += "(and";
    for (std::size_t i = 0; i < formula.args.size(); ++i) {
      text_ += " (= ";
      add_leaf(formula.args[i]);
      text_ += ' ';
      add_leaf(formula.right[i]);
      text_ += ')';
    }
    text_ += ')';
  }

  void add_count(const Formula& formula) {
    text_ += "(count " + std::to_string(formula.lower) + " " +
             (formula.upper == Formula::unbounded ? "inf" : std::to_string(formula.upper));
    for (std::size_t i = 0; i < formula.parts.size(); ++i) {
      text_ += " (range (";
      for (std::size_t k = 0; k < formula.ranges[i].size(); ++k) {
        if (k > 0) text_ += ' ';
        text_ += '(';
        add_variable(formula.ranges[i][k]);
        for (const ir::Symbol value : variables_[formula.ranges[i][k]].domain) {
          text_ += ' ';
          text_ += module_.symbols->text(value);
        }
        text_ += ')';
      }
      text_ += ") ";
      add(formula.parts[i]);
      text_ += ')';
    }
    text_ += ')';
  }

  const std::vector<ir::FormulaVariable>& variables_;
  const ir::Module& module_;
  const ir::Vocabulary& vocabulary_;
  std::string text_;
  bool unnamed_ = false;
};

}  // namespace

std::optional<std::string> statement_text(const ir::Formula& formula,
                                          const std::vector<ir::FormulaVariable>& variables,
                                          const ir::Module& module,
                                          const ir::Vocabulary& vocabulary) {
  return StatementWriter(variables, module, vocabulary).write(formula);
}

}  // namespace tesuji::driver
