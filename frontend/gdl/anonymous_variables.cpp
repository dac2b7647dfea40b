#include "frontend/gdl/anonymous_variables.h"

#include <cstddef>
#include <set>
#include <string>

namespace tesuji::frontend {
namespace {

/// Collects the variables first and names the anonymous ones then. It recurses;
/// the parser bounds the depth (max_nesting).
class Namer {
 public:
  explicit Namer(ir::SymbolTable& symbols) : symbols_(symbols) {}

  void add(Term& term) {
    if (term.kind == Term::Kind::variable) {
      if (term.name == ir::no_symbol) {
        anonymous_.push_back(&term);
      } else {
        taken_.insert(term.name);
      }
    }
    for (Term& argument : term.args) add(argument);
  }

  void add(Literal& literal) {
    add(literal.atom);
    for (Literal& child : literal.children) add(child);
  }

  void name_all() {
    std::size_t number = 0;
    for (Term* const term : anonymous_) {
      do {
        term->name = symbols_.intern('_' + std::to_string(++number));
      } while (taken_.contains(term->name));
    }
  }

 private:
  ir::SymbolTable& symbols_;
  std::vector<Term*> anonymous_;
  std::set<ir::Symbol> taken_;
};

}  // namespace

void name_anonymous_variables(Clause& clause, ir::SymbolTable& symbols) {
  Namer namer(symbols);
  namer.add(clause.head);
  for (Literal& literal : clause.body) namer.add(literal);
  namer.name_all();
}

void name_anonymous_variables(std::vector<Literal>& literals, ir::SymbolTable& symbols) {
  Namer namer(symbols);
  for (Literal& literal : literals) namer.add(literal);
  namer.name_all();
}

void name_anonymous_variables(std::vector<Term>& terms, ir::SymbolTable& symbols) {
  Namer namer(symbols);
  for (Term& term : terms) namer.add(term);
  namer.name_all();
}

}  // namespace tesuji::frontend
