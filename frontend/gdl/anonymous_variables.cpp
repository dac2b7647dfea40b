#include "frontend/gdl/anonymous_variables.h"

#include <cstddef>
#include <set>
#include <string>

namespace tesuji::frontend {
namespace {

/// Collects the variables first, then names the anonymous ones. It recurses over literals, whose
/// depth the parser bounds (max_nesting), but not over terms (max_deep_nesting).
class Namer {
 public:
  explicit Namer(ir::SymbolTable& symbols) : symbols_(symbols) {}

  void add(Term& term) {
    open_.push_back(&term);
    while (!open_.empty()) {
      Term& part = *open_.back();
      open_.pop_back();
      if (part.kind == Term::Kind::variable) {
        if (part.name == ir::no_symbol) {
          anonymous_.push_back(&part);
        } else {
          taken_.insert(part.name);
        }
      }
      for (auto arg = part.args.rbegin(); arg != part.args.rend(); ++arg) open_.push_back(&*arg);
    }
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
  std::vector<Term*> open_;  ///< to be visited, the last one first
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

void name_anonymous_variables(std::span<Term* const> terms, ir::SymbolTable& symbols) {
  Namer namer(symbols);
  for (Term* const term : terms) namer.add(*term);
  namer.name_all();
}

}  // namespace tesuji::frontend
