// One pass over the tokens with an explicit stack of open lists; the position of a list (clause,
// head, literal or term) determines its meaning. Rulesheets, queries and lists of terms differ in
// what may occur outside all lists.
#include "frontend/gdl/parsed_text.h"
#include "frontend/text/kif_lexer.h"
#include "ir/core/characters.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

/// What a list or symbol represents, determined by its position.
enum class Place { clause, head, literal, term };

class Parser : public ParsedText {
 public:
  /// `outermost` is the place of items that no list encloses.
  Parser(Place outermost, std::size_t nesting, ir::FileId file, ir::SymbolTable& symbols,
         ir::Diagnostics& diagnostics)
      : outermost_(outermost),
        nesting_(nesting),
        lexer_(file, diagnostics.sources()[file].text),
        symbols_(symbols),
        diagnostics_(diagnostics),
        errors_before_(diagnostics.error_count()) {}

  /// Reads to the end.
  void parse();

 private:
  /// A list whose `)` has not been read yet.
  struct OpenList {
    enum class Kind { rule, negation, disjunction, conjunction, term };
    Kind kind = Kind::term;
    Place place = Place::clause;
    Term term;                      ///< kind term: as read so far; rule: the head
    bool has_head = false;          ///< kind rule
    std::vector<Literal> literals;  ///< kinds rule, negation, disjunction, conjunction
    ir::Span span;                  ///< of the `(`, later of the whole list
  };

  [[nodiscard]] std::size_t errors() const { return diagnostics_.error_count() - errors_before_; }
  [[nodiscard]] Place place() const;
  [[nodiscard]] std::string_view outermost_name() const;
  std::string_view lower_case(std::string_view text);

  void read_all();
  void read_open(const KifToken& token);
  void read_close(const KifToken& token);
  void read_symbol(const KifToken& token);
  /// Whether the token begins, or is inside, a comment of another language.
  bool in_foreign_comment(const KifToken& token);
  /// Whether the token is inside a clause in infix form, or is the `:-` that reveals one.
  bool in_infix_clause(const KifToken& token);

  void open_list(const KifToken& token, const KifToken& functor);
  void finish(OpenList list);
  void finish_term(OpenList list);
  void attach_term(Place place, Term term);
  void attach_literal(Literal literal);

  /// Reports an error, and resumes after the open clause; `opened` counts further `(` that are not
  /// on the stack.
  ir::Diagnostic& fail(ir::Span span, std::string message, std::size_t opened = 0,
                       std::string code = "parse");
  void fail_unclosed(ir::Span where, std::string_view what);

  Place outermost_;
  std::size_t nesting_;  ///< deepest nesting accepted
  KifLexer lexer_;
  ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  std::size_t errors_before_;
  std::vector<OpenList> stack_;
  std::size_t skipping_ = 0;  ///< after an error: number of `(` of its clause still open
  // Comments in the style of other languages:
  KifToken comment_;                  ///< the first one
  std::size_t comments_ = 0;          ///< number of comments
  std::uint32_t commented_line_ = 0;  ///< line of the last comment that ends with its line
  bool in_block_comment_ = false;
  bool in_infix_clause_ = false;
  bool warned_of_and_ = false;
  std::string lowered_;  ///< scratch space of lower_case
};

/// Matches `X`, `Row`, `X1`, but not `WHITE`.
bool is_capitalised(std::string_view name) {
  return ir::is_upper(name.front()) && (name.size() == 1 || !ir::is_upper(name[1]));
}

Place Parser::place() const {
  if (stack_.empty()) {
    return outermost_;
  }
  const OpenList& top = stack_.back();
  switch (top.kind) {
    case OpenList::Kind::rule:
      return top.has_head ? Place::literal : Place::head;
    case OpenList::Kind::negation:
    case OpenList::Kind::disjunction:
    case OpenList::Kind::conjunction:
      return Place::literal;
    case OpenList::Kind::term:
      break;
  }
  return Place::term;
}

std::string_view Parser::outermost_name() const {
  return outermost_ == Place::clause ? "clause" : outermost_ == Place::literal ? "literal" : "term";
}

std::string_view Parser::lower_case(std::string_view text) {
  lowered_ = ir::lower_case(text);
  return lowered_;
}

ir::Diagnostic& Parser::fail(ir::Span span, std::string message, std::size_t opened,
                             std::string code) {
  if (!stack_.empty() && stack_.front().has_head) {
    ir::Span place = stack_.front().span;
    place.end = span.end;
    broken.push_back({std::move(stack_.front().term), {}, place});
  } else {
    heads_are_lost = true;
  }
  skipping_ = stack_.size() + opened;
  for (OpenList& list : stack_) dismantle(list.term.args);
  stack_.clear();
  return diagnostics_.error(span, std::move(code), std::move(message));
}

void Parser::fail_unclosed(ir::Span where, std::string_view what) {
  const ir::Span open = stack_.front().span;
  const std::size_t missing = stack_.size();
  heads_are_lost = true;  // other clauses may have been read as parts of it
  ir::Diagnostic& diagnostic =
      fail(open, fmt::format("this {} is not closed: {} `)` missing", outermost_name(), missing));
  diagnostic.notes.push_back({where, std::string(what)});
}

void Parser::read_open(const KifToken& token) {
  const KifToken& functor = lexer_.peek();
  const bool symbol = functor.kind == KifToken::Kind::symbol;
  // Rules never nest, so a `(<=` that begins a line begins a clause, whatever is still open before
  // it.
  if (symbol && functor.text == "<=" && token.first_on_line && (skipping_ > 0 || !stack_.empty())) {
    if (!stack_.empty()) {
      fail_unclosed(token.span, "the next rule begins here");
    }
    heads_are_lost = true;
    skipping_ = 0;
  }
  if (skipping_ > 0) {
    ++skipping_;
    return;
  }
  switch (functor.kind) {
    case KifToken::Kind::symbol:
      open_list(token, lexer_.next());
      return;
    case KifToken::Kind::open:
      fail(functor.span, "a list must begin with a name, not with another list", 1);
      return;
    case KifToken::Kind::close:
      fail({token.span.file, token.span.begin, functor.span.end},
           "`()` is empty; a list must begin with a name", 1);
      return;
    case KifToken::Kind::invalid:
    case KifToken::Kind::end:
      // The fault is reported when the token itself is read; until then the list stays open.
      stack_.emplace_back().span = token.span;
      return;
  }
}

void Parser::open_list(const KifToken& token, const KifToken& functor) {
  const Place where = place();
  if (functor.text.front() == '?') {
    fail(functor.span,
         fmt::format("the variable {} cannot be the name of a relation or function",
                     shown(functor.text)),
         1);
    return;
  }
  if (stack_.size() >= nesting_) {
    fail(token.span, fmt::format("parentheses are nested deeper than {}", nesting_), 1, "limit");
    return;
  }
  const std::string_view name = lower_case(functor.text);
  OpenList list;
  list.place = where;
  list.span = token.span;
  if (name == "<=") {
    if (where != Place::clause) {
      fail(functor.span, "`<=` inside a clause: it may only begin one", 1);
      return;
    }
    list.kind = OpenList::Kind::rule;
  } else if (where == Place::literal && name == "not") {
    list.kind = OpenList::Kind::negation;
  } else if (where == Place::literal && name == "or") {
    list.kind = OpenList::Kind::disjunction;
  } else if (where == Place::literal && name == "and") {
    if (stack_.empty() || stack_.back().kind == OpenList::Kind::rule) {
      fail(functor.span,
           "`and` is not a connective of GDL: write the conjuncts one after the other in the body",
           1);
      return;
    }
    // Inside `or` and `not`, where other reasoners cannot express `and`.
    list.kind = OpenList::Kind::conjunction;
    if (!std::exchange(warned_of_and_, true)) {
      diagnostics_.warning(functor.span, "and",
                           "GDL has no `and`, and other reasoners refuse it: `tesuji convert "
                           "--to=kif` writes the rulesheet without it");
    }
  } else {
    list.term.kind = Term::Kind::compound;
    list.term.name = symbols_.intern(name);
  }
  stack_.push_back(std::move(list));
}

void Parser::read_close(const KifToken& token) {
  if (skipping_ > 0) {
    --skipping_;
    return;
  }
  if (stack_.empty()) {
    fail(token.span, "unmatched `)`");
    return;
  }
  OpenList list = std::move(stack_.back());
  stack_.pop_back();
  list.span.end = token.span.end;
  finish(std::move(list));
}

void Parser::finish(OpenList list) {
  switch (list.kind) {
    case OpenList::Kind::rule:
      if (!list.has_head) {
        fail(list.span, "a rule needs a head: `(<= head literal ...)`");
        return;
      }
      clauses.push_back({std::move(list.term), std::move(list.literals), list.span});
      return;
    case OpenList::Kind::negation:
      if (list.literals.size() != 1) {
        fail(list.span, fmt::format("`not` takes one literal, found {}", list.literals.size()));
        return;
      }
      attach_literal({.kind = Literal::Kind::negation,
                      .atom = {},
                      .children = std::move(list.literals),
                      .span = list.span});
      return;
    case OpenList::Kind::disjunction:
      if (list.literals.empty()) {
        diagnostics_.warning(list.span, "empty-or", "`or` of nothing is never true");
      }
      attach_literal({.kind = Literal::Kind::disjunction,
                      .atom = {},
                      .children = std::move(list.literals),
                      .span = list.span});
      return;
    case OpenList::Kind::conjunction:
      if (list.literals.empty()) {
        fail(list.span, "`and` without literals");
        return;
      }
      attach_literal({.kind = Literal::Kind::conjunction,
                      .atom = {},
                      .children = std::move(list.literals),
                      .span = list.span});
      return;
    case OpenList::Kind::term:
      finish_term(std::move(list));
      return;
  }
}

void Parser::finish_term(OpenList list) {
  list.term.span = list.span;
  const bool distinct = list.place == Place::literal && symbols_.text(list.term.name) == "distinct";
  if (!distinct) {
    attach_term(list.place, std::move(list.term));
    return;
  }
  if (list.term.args.size() != 2) {
    fail(list.span, fmt::format("`distinct` compares two terms, found {}", list.term.args.size()),
         0, "arity");
    return;
  }
  attach_literal({.kind = Literal::Kind::distinct,
                  .atom = std::move(list.term),
                  .children = {},
                  .span = list.span});
}

void Parser::attach_term(Place place, Term term) {
  const ir::Span span = term.span;
  switch (place) {
    case Place::clause:
      clauses.push_back({std::move(term), {}, span});
      return;
    case Place::head:
      stack_.back().term = std::move(term);
      stack_.back().has_head = true;
      return;
    case Place::literal:
      attach_literal(
          {.kind = Literal::Kind::atom, .atom = std::move(term), .children = {}, .span = span});
      return;
    case Place::term:
      (stack_.empty() ? terms : stack_.back().term.args).push_back(std::move(term));
      return;
  }
}

void Parser::attach_literal(Literal literal) {
  (stack_.empty() ? literals : stack_.back().literals).push_back(std::move(literal));
}

void Parser::read_symbol(const KifToken& token) {
  if (skipping_ > 0) {
    return;
  }
  const Place where = place();
  const bool variable = token.text.front() == '?';
  Term term;
  term.span = token.span;
  if (variable) {
    if (token.text.size() == 1) {
      fail(token.span, "a variable needs a name after the `?`");
      return;
    }
    if (where != Place::term) {
      const std::string_view what = where == Place::clause ? "clause"
                                    : where == Place::head ? "head"
                                                           : "literal";
      fail(token.span, fmt::format("the variable {} cannot be a {}", shown(token.text), what));
      return;
    }
    term.kind = Term::Kind::variable;
    term.name = symbols_.intern(lower_case(token.text.substr(1)));
  } else {
    const std::string_view name = lower_case(token.text);
    if (name == "<=" && where == Place::term && stack_.size() == 1 &&
        stack_.back().place == Place::clause) {
      fail(token.span, "`<=` comes first in a rule, before its head: `(<= head literal ...)`");
      return;
    }
    if (where != Place::term) {
      if (name.substr(0, 2) == "#|") {
        fail(token.span, "`#|` comments are not part of GDL: begin each line with `;`");
        return;
      }
      const bool connective = name == "not" || name == "or" || name == "distinct" || name == "and";
      if (name == "<=" || (where == Place::literal && connective)) {
        fail(token.span, fmt::format("`{}` needs arguments: a `(` is missing", name));
        return;
      }
      term.kind = Term::Kind::compound;  // a proposition
    }
    if (where == Place::term && !stack_.empty() &&
        stack_.front().kind == OpenList::Kind::rule && is_capitalised(token.text)) {
      capitals.push_back(token.span);
    }
    term.name = symbols_.intern(name);
  }
  attach_term(where, std::move(term));
}

/// Where a term is expected, a token with such a beginning is a constant like any other.
bool Parser::in_foreign_comment(const KifToken& token) {
  if (token.kind == KifToken::Kind::end) return false;
  const std::string_view text = token.text;
  if (in_block_comment_) {
    in_block_comment_ = !text.ends_with("*/");
    return true;
  }
  if (commented_line_ == token.span.begin.line) return true;
  const bool block = text.starts_with("/*");
  const bool begins = block || text.starts_with('%') || text.starts_with("//") ||
                      text.starts_with("--") || (text.starts_with('#') && text.substr(1, 1) != "|");
  if (token.kind != KifToken::Kind::symbol || !begins) return false;
  if (skipping_ > 0 ? !token.first_on_line : place() == Place::term) return false;
  if (comments_++ == 0) comment_ = token;
  if (block) {
    in_block_comment_ = !text.ends_with("*/") || text.size() < 4;
  } else {
    commented_line_ = token.span.begin.line;
  }
  return true;
}

/// Only `:-` reveals such a clause: the text before it has already been read as facts. Infix
/// clauses extend to the next line that begins with a list.
bool Parser::in_infix_clause(const KifToken& token) {
  if (in_infix_clause_) {
    in_infix_clause_ = token.kind != KifToken::Kind::end &&
                       !(token.kind == KifToken::Kind::open && token.first_on_line);
    return in_infix_clause_;
  }
  if (outermost_ != Place::clause || !stack_.empty() || skipping_ > 0 ||
      token.kind != KifToken::Kind::symbol || token.text.find(":-") == std::string_view::npos) {
    return false;
  }
  while (!clauses.empty() && clauses.back().span.begin.line == token.span.begin.line) {
    clauses.pop_back();
  }
  fail(token.span,
       "`:-` belongs to infix form, and this rulesheet is in prefix form: write `(<= head literal "
       "...)`");
  in_infix_clause_ = true;
  return true;
}

void Parser::parse() {
  read_all();
  if (comments_ > 0) {
    const std::string_view mark = comment_.text.starts_with('%') || comment_.text.starts_with('#')
                                      ? comment_.text.substr(0, 1)
                                      : comment_.text.substr(0, 2);
    ir::Diagnostic& error = diagnostics_.error(
        comment_.span, "parse",
        fmt::format("`{}` does not begin a comment in prefix form: begin each line of it with `;`",
                    mark));
    if (comments_ > 1) {
      error.notes.push_back(
          {{}, fmt::format("{} after this one", ir::counted(comments_ - 1, "such comment"))});
    }
  }
  good = errors() == 0;
}

/// Reads to the end, or until there are too many errors.
void Parser::read_all() {
  while (errors() < max_parse_errors) {
    const KifToken token = lexer_.next();
    if (in_foreign_comment(token) || in_infix_clause(token)) continue;
    switch (token.kind) {
      case KifToken::Kind::open:
        read_open(token);
        continue;
      case KifToken::Kind::close:
        read_close(token);
        continue;
      case KifToken::Kind::symbol:
        read_symbol(token);
        continue;
      case KifToken::Kind::invalid:
        if (skipping_ == 0) {
          fail(token.span, fmt::format("invalid byte 0x{:02x} in a rulesheet",
                                       static_cast<unsigned char>(token.text.front())));
        }
        continue;
      case KifToken::Kind::end:
        if (!stack_.empty()) {
          fail_unclosed(token.span, "the text ends here");
        }
        heads_are_lost = heads_are_lost || skipping_ > 0;
        return;
    }
  }
  heads_are_lost = true;  // the rest was not read
}

}  // namespace

ParsedText parse_kif(GdlGoal goal, ir::FileId file, ir::SymbolTable& symbols,
                     ir::Diagnostics& diagnostics) {
  const Place outermost = goal == GdlGoal::rulesheet ? Place::clause
                          : goal == GdlGoal::query   ? Place::literal
                                                     : Place::term;
  Parser parser(outermost, nesting_limit(goal), file, symbols, diagnostics);
  parser.parse();
  return parser;
}

}  // namespace tesuji::frontend
