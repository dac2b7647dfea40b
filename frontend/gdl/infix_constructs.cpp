// Interprets each token by its position.
#include "frontend/gdl/anonymous_variables.h"
#include "frontend/gdl/infix_messages.h"
#include "frontend/gdl/infix_names.h"
#include "frontend/gdl/infix_reader.h"
#include "frontend/gdl/parsed_text.h"

#include <fmt/format.h>

#include <utility>

namespace tesuji::frontend {

void InfixReader::read(const Token& token) {
  if (opening_) {
    opening_ = false;
    stack_.back().span.end = token.span.end;
    return;
  }
  switch (token.kind) {
    case Kind::odd:
    case Kind::unclosed_quote:
    case Kind::unclosed_comment:
    case Kind::invalid:
      fail(token.span, no_token(token));
      return;
    case Kind::neck:
      read_neck(token);
      return;
    case Kind::stop:
    case Kind::end:
      read_end(token);
      return;
    default:
      break;
  }
  if (finished_) {
    fail(token.span, "the text ended with the `.` before this");
  } else if (awaiting_operand_) {
    read_operand(token);
  } else {
    read_operator(token);
  }
}

void InfixReader::read_operand(const Token& token) {
  switch (token.kind) {
    case Kind::name:
    case Kind::quoted:
      read_name(token);
      return;
    case Kind::variable:
    case Kind::anonymous:
      read_variable(token);
      return;
    case Kind::negation:
      read_negation(token);
      return;
    case Kind::open:
      read_open(token);
      return;
    case Kind::close:
      read_close(token);
      return;
    default:
      fail_at(token);
      return;
  }
}

void InfixReader::read_operator(const Token& token) {
  if (token.kind == Kind::close) {
    read_close(token);
    return;
  }
  if (stack_.empty()) {
    fail_at(token);
    return;
  }
  Frame& frame = stack_.back();
  const bool literals = frame.holds_literals();
  if (token.kind == Kind::comma) {
    if (frame.kind == Frame::Kind::any) frame.end_child();
  } else if (token.kind == Kind::disjunction && literals) {
    frame.end_disjunct();
  } else if (token.kind != Kind::conjunction || !(literals || frame.kind == Frame::Kind::terms)) {
    fail_at(token);
    return;
  }
  awaiting_operand_ = true;
}

void InfixReader::read_name(const Token& token) {
  const std::string name = name_of(token);
  if (std::string why = why_no_name(name); !why.empty()) {
    fail(token.span, std::move(why));
    return;
  }
  const bool connective = at_sentence() && (name == "not" || name == "or" || name == "and");
  if (connective && token.kind == Kind::name) {
    read_connective(token, name);
    return;
  }
  if (connective && !stack_.empty()) {
    fail(token.span,
         fmt::format("`{}` is a connective: it cannot name a relation in a body", name));
    return;
  }
  const bool list = list_follows();
  if (name == "<=" && (list || at_sentence())) {
    fail(token.span, "`'<='` cannot be the name of a relation or function");
    return;
  }
  Frame frame;
  frame.kind = stack_.empty()  ? Frame::Kind::head
               : at_sentence() ? Frame::Kind::atom
                               : Frame::Kind::term;
  frame.span = token.span;
  frame.term.name = symbols_.intern(name);
  frame.term.span = token.span;
  if (list || at_sentence()) frame.term.kind = Term::Kind::compound;
  if (!list) {
    attach_term(frame.kind, std::move(frame.term));
  } else {
    opening_ = push(std::move(frame));
  }
}

/// Reads an unquoted `not`, `or` or `and` where a sentence is expected.
void InfixReader::read_connective(const Token& token, std::string_view name) {
  if (name == "not") {
    read_negation(token);
  } else if (stack_.empty()) {
    fail(token.span, fmt::format("the connective `{}` cannot be a head", name));
  } else if (name == "and") {
    fail(token.span, "`and` is not a connective of GDL: write `&` between literals");
  } else if (!list_follows()) {
    fail(token.span, "write `|` between literals, or `or(literal, literal)`");
  } else {
    Frame frame;
    frame.kind = Frame::Kind::any;
    frame.span = token.span;
    opening_ = push(std::move(frame));
  }
}

void InfixReader::read_variable(const Token& token) {
  if (list_follows()) {
    fail(token.span,
         fmt::format("the variable {} cannot be the name of a relation or function: names begin "
                     "with a lower-case letter",
                     shown(token.text)));
    return;
  }
  if (at_sentence()) {
    const Token& next = lexer_.peek();
    const bool compared = !stack_.empty() && next.span.begin.line == token.span.begin.line;
    if (std::string meant = compared ? foreign_operator(next.text) : ""; !meant.empty()) {
      fail(next.span, std::move(meant));
      return;
    }
    if (compared && next.text == "<=") {
      fail(next.span, operator_missing(next, token, innermost()));
      return;
    }
    fail(token.span, fmt::format("the variable {} cannot be a {}", shown(token.text),
                                 stack_.empty() ? "head" : "literal"));
    return;
  }
  Term term;
  term.kind = Term::Kind::variable;
  term.span = token.span;
  if (token.kind == Kind::variable) {
    const std::string name = name_of(token);
    if (std::string why = why_no_variable(name); !why.empty()) {
      fail(token.span, std::move(why));
      return;
    }
    term.name = symbols_.intern(name);
  }
  attach_term(Frame::Kind::term, std::move(term));
}

void InfixReader::read_negation(const Token& token) {
  if (stack_.empty()) {
    fail(token.span, "a head cannot be negated");
  } else if (!at_sentence()) {
    fail(token.span, "a term cannot be negated");
  } else if (depth_ >= max_nesting) {
    fail(token.span, fmt::format("negations are nested deeper than {}", max_nesting), "limit");
  } else {
    ++depth_;
    stack_.back().negations.push_back(token.span);
  }
}

/// Reads a `(` that does not follow a name.
void InfixReader::read_open(const Token& token) {
  if (stack_.empty() || !at_sentence()) {
    fail_at(token);
    return;
  }
  Frame frame;
  frame.kind = Frame::Kind::group;
  frame.span = token.span;
  static_cast<void>(push(std::move(frame)));
}

void InfixReader::read_close(const Token& token) {
  if (stack_.empty() || stack_.back().outermost()) {
    awaiting_operand_ ? fail_at(token) : static_cast<void>(fail(token.span, "unmatched `)`"));
    return;
  }
  // `f()` and `or()` are complete, `()` and `f(a,)` are not.
  const bool empty = previous_.kind == Kind::open && stack_.back().kind != Frame::Kind::group;
  if (awaiting_operand_ && !empty) {
    fail_at(token);
    return;
  }
  Frame frame = std::move(stack_.back());
  stack_.pop_back();
  --depth_;
  const ir::Span span = join(frame.span, token.span);
  if (!frame.holds_literals()) {
    frame.term.span = span;
    attach_term(frame.kind, std::move(frame.term));
    return;
  }
  Literal literal = frame.take_literal(span);
  if (literal.kind == Literal::Kind::disjunction && literal.children.empty()) {
    diagnostics_.warning(span, "empty-or", "`or` of nothing is never true");
  }
  attach_literal(std::move(literal));
}

void InfixReader::read_neck(const Token& token) {
  if (goal_ != GdlGoal::rulesheet) {
    fail(token.span, fmt::format("`{}` belongs in a rule", token.text));
  } else if (has_head_ && stack_.empty()) {
    static_cast<void>(push(Frame{}));
  } else if (at_clause_start()) {
    fail(token.span, fmt::format("a rule needs a head before `{}`", token.text));
  } else {
    fail_at(token);
  }
}

/// Reads a `.` or the end of the text.
void InfixReader::read_end(const Token& token) {
  const bool end = token.kind == Kind::end;
  if (goal_ == GdlGoal::rulesheet ? at_clause_start() : finished_ || previous_.kind == Kind::end) {
    if (!end) fail(token.span, "no clause before this `.`");
    return;
  }
  const bool complete = !awaiting_operand_ && (stack_.empty() || stack_.back().outermost());
  if (!complete) {
    fail_at(token);
    return;
  }
  if (goal_ == GdlGoal::rulesheet) {
    finish_clause();
    return;
  }
  finished_ = true;
  if (goal_ == GdlGoal::query) {
    literals = stack_.back().take_body();
    name_anonymous_variables(literals, symbols_);
  } else {
    terms = std::move(stack_.back().term.args);
    if (goal_ == GdlGoal::terms) name_anonymous_variables(terms, symbols_);
  }
}

}  // namespace tesuji::frontend
