// Writes clauses in prefix form.
#include "frontend/gdl/gdl_printer.h"

#include <string_view>

namespace tesuji::frontend {

namespace {

// Recurses no deeper than the parser's nesting limit.
class KifPrinter : public GdlPrinter {
 public:
  using GdlPrinter::GdlPrinter;

  void clause(const Clause& clause) override {
    if (clause.body.empty()) {
      sentence(clause.head);
    } else {
      const std::size_t begin = text_.size();
      rule(clause, " ");
      if (text_.size() - begin > max_columns) {
        text_.resize(begin);
        rule(clause, "\n    ");
      }
    }
    text_ += '\n';
  }

  void term(const Term& term) override {
    if (term.kind == Term::Kind::variable) text_ += '?';
    if (term.kind != Term::Kind::compound) {
      text_ += symbols_.text(term.name);
      return;
    }
    text_ += '(';
    text_ += symbols_.text(term.name);
    arguments(term);
    text_ += ')';
  }

  void literal(const Literal& part) override {
    switch (part.kind) {
      case Literal::Kind::atom:
        sentence(part.atom);
        break;
      case Literal::Kind::negation:
        children("(not", part);
        break;
      case Literal::Kind::disjunction:
        children("(or", part);
        break;
      case Literal::Kind::conjunction:
        children("(and", part);
        break;
      case Literal::Kind::distinct:
        text_ += "(distinct";
        arguments(part.atom);
        text_ += ')';
        break;
      case Literal::Kind::same:
        text_ += "(not (distinct";
        arguments(part.atom);
        text_ += "))";
        break;
    }
  }

  /// A blank keeps a name at the start of the text from being read as a byte order mark.
  std::string take() override {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.insert(text_.begin(), ' ');
    return std::move(text_);
  }

 private:
  void rule(const Clause& clause, std::string_view separator) {
    text_ += "(<= ";
    sentence(clause.head);
    for (const Literal& part : clause.body) {
      text_ += separator;
      literal(part);
    }
    text_ += ')';
  }

  void arguments(const Term& compound) {
    for (const Term& argument : compound.args) {
      text_ += ' ';
      term(argument);
    }
  }

  /// `p` and `(p)` are the same sentence, though not the same term. A bare `#|` would be read as a
  /// comment.
  void sentence(const Term& atom) {
    if (atom.args.empty() && symbols_.text(atom.name).substr(0, 2) != "#|") {
      text_ += symbols_.text(atom.name);
    } else {
      term(atom);
    }
  }

  void children(const char* connective, const Literal& parent) {
    text_ += connective;
    for (const Literal& child : parent.children) {
      text_ += ' ';
      literal(child);
    }
    text_ += ')';
  }
};

}  // namespace

std::unique_ptr<GdlPrinter> make_kif_printer(const ir::SymbolTable& symbols) {
  return std::make_unique<KifPrinter>(symbols);
}

}  // namespace tesuji::frontend
