#include "frontend/gdl/gdl_printer.h"

#include "frontend/gdl/infix_names.h"

#include <string_view>
#include <vector>

namespace tesuji::frontend {

// --- Prefix form

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

// --- Infix form

namespace {

// Recurses no deeper than the parser's nesting limit.
class InfixPrinter : public GdlPrinter {
 public:
  using GdlPrinter::GdlPrinter;

  void term(const Term& term) override {
    const std::string& name = symbols_.text(term.name);
    text_ += term.kind == Term::Kind::variable ? infix_variable(name) : infix_name(name);
    if (term.kind == Term::Kind::compound) arguments(term);
  }

  void clause(const Clause& clause) override {
    const std::size_t begin = text_.size();
    head(clause.head);
    if (!clause.body.empty()) {
      const std::size_t body_begin = text_.size();
      body(clause.body, " :- ", " & ");
      if (text_.size() - begin > max_columns) {
        text_.resize(body_begin);
        body(clause.body, " :-\n    ", " &\n    ");
      }
    }
    text_ += '\n';
  }

  void literal(const Literal& part) override {
    switch (part.kind) {
      case Literal::Kind::atom:
        sentence(part.atom);
        break;
      case Literal::Kind::negation:
        text_ += '~';
        grouped(part.children.front());
        break;
      case Literal::Kind::disjunction:
        disjunction(part.children);
        break;
      case Literal::Kind::conjunction:
        list(part.children, " & ");
        break;
      case Literal::Kind::distinct:
        text_ += "distinct";
        arguments(part.atom);
        break;
      case Literal::Kind::same:
        text_ += "~distinct";
        arguments(part.atom);
        break;
    }
  }

 private:
  void arguments(const Term& compound) {
    text_ += '(';
    std::string_view separator;
    for (const Term& argument : compound.args) {
      text_ += separator;
      term(argument);
      separator = ",";
    }
    text_ += ')';
  }

  /// `p` and `p()` are the same sentence, though not the same term.
  void sentence(const Term& atom) {
    text_ += infix_name(symbols_.text(atom.name));
    if (!atom.args.empty()) arguments(atom);
  }

  /// Quotes a connective as a head's name, though no valid sheet has such a head.
  void head(const Term& atom) {
    const std::string& name = symbols_.text(atom.name);
    if (name == "not" || name == "or" || name == "and") {
      text_ += '\'' + name + '\'';
      if (!atom.args.empty()) arguments(atom);
    } else {
      sentence(atom);
    }
  }

  void body(const std::vector<Literal>& literals, std::string_view neck,
            std::string_view separator) {
    text_ += neck;
    if (literals.size() == 1) {
      literal(literals.front());
    } else {
      list(literals, separator);
    }
  }

  void disjunction(const std::vector<Literal>& children) {
    if (children.size() > 1) {
      list(children, " | ");
      return;
    }
    text_ += "or(";
    if (!children.empty()) literal(children.front());
    text_ += ')';
  }

  void list(const std::vector<Literal>& literals, std::string_view separator) {
    std::string_view before;
    for (const Literal& part : literals) {
      text_ += before;
      grouped(part);
      before = separator;
    }
  }

  /// Writes parentheses around a conjunction or disjunction of literals.
  void grouped(const Literal& part) {
    const bool joined =
        (part.kind == Literal::Kind::disjunction || part.kind == Literal::Kind::conjunction) &&
        part.children.size() > 1;
    if (joined) text_ += '(';
    literal(part);
    if (joined) text_ += ')';
  }
};

}  // namespace

std::unique_ptr<GdlPrinter> make_infix_printer(const ir::SymbolTable& symbols) {
  return std::make_unique<InfixPrinter>(symbols);
}

}  // namespace tesuji::frontend
