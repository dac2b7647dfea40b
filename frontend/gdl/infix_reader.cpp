// Keeps the stack of open constructs, finds where clauses begin and end, and recovers from errors.
#include "frontend/gdl/infix_reader.h"

#include "frontend/gdl/anonymous_variables.h"
#include "frontend/gdl/infix_messages.h"
#include "frontend/gdl/parsed_text.h"

#include <fmt/format.h>

#include <utility>

namespace tesuji::frontend {
namespace {

bool is_name(const InfixToken& token) {
  return token.kind == InfixToken::Kind::name || token.kind == InfixToken::Kind::quoted;
}

/// Whether the token requires a continuation, so that no clause ends after it.
bool goes_on(InfixToken::Kind kind) {
  switch (kind) {
    case InfixToken::Kind::open:
    case InfixToken::Kind::comma:
    case InfixToken::Kind::conjunction:
    case InfixToken::Kind::disjunction:
    case InfixToken::Kind::negation:
    case InfixToken::Kind::neck:
      return true;
    default:
      return false;
  }
}

}  // namespace

/// Resets the state to the beginning of a clause, or of the whole text.
void InfixReader::start() {
  for (Frame& frame : stack_) dismantle(frame.term.args);
  stack_.clear();
  depth_ = 0;
  awaiting_operand_ = true;
  opening_ = false;
  has_head_ = false;
  if (goal_ == GdlGoal::query) stack_.emplace_back();
  if (is_terms(goal_)) stack_.emplace_back().kind = Frame::Kind::terms;
}

ir::Diagnostic& InfixReader::fail(ir::Span span, std::string message, std::string code) {
  if (has_head_ && !stack_.empty()) {
    broken.push_back({head_, {}, join(head_.span, span)});
    name_anonymous_variables(broken.back(), symbols_);
  } else {
    heads_are_lost = true;
  }
  start();
  skipping_ = true;
  return diagnostics_.error(span, std::move(code), std::move(message));
}

void InfixReader::fail_at(const Token& token) {
  const Frame* const frame = innermost();
  const bool in_parentheses = frame != nullptr && !frame->outermost();
  const ir::Span open = in_parentheses ? frame->span : ir::Span{};
  ir::Diagnostic& diagnostic =
      fail(token.span, awaiting_operand_ ? operand_missing(token, frame)
                                         : operator_missing(token, previous_, frame));
  if (in_parentheses) diagnostic.notes.push_back({open, "opened here"});
}

/// Whether a clause may begin here while another one is open: on a new line if the open one may
/// end, or after a `.`.
bool InfixReader::may_begin_clause(const Token& token) const {
  const bool sentence = is_name(token) || token.kind == Kind::variable;
  return goal_ == GdlGoal::rulesheet && sentence &&
         (previous_.kind == Kind::stop || (token.first_on_line && !goes_on(previous_.kind)));
}

bool InfixReader::push(Frame frame) {
  if (depth_ >= nesting_limit(goal_)) {
    fail(frame.span,
         fmt::format("literals or terms are nested deeper than {}", nesting_limit(goal_)), "limit");
    return false;
  }
  ++depth_;
  awaiting_operand_ = true;
  stack_.push_back(std::move(frame));
  return true;
}

void InfixReader::attach_term(Frame::Kind place, Term term) {
  awaiting_operand_ = false;
  if (place == Frame::Kind::head) {
    head_ = std::move(term);
    has_head_ = true;
  } else if (place == Frame::Kind::atom) {
    attach_atom(std::move(term));
  } else {
    stack_.back().term.args.push_back(std::move(term));
  }
}

void InfixReader::attach_atom(Term atom) {
  const ir::Span span = atom.span;
  const bool distinct = symbols_.text(atom.name) == "distinct";
  if (distinct && atom.args.size() != 2) {
    fail(span, fmt::format("`distinct` compares two terms, found {}", atom.args.size()), "arity");
    return;
  }
  attach_literal({.kind = distinct ? Literal::Kind::distinct : Literal::Kind::atom,
                  .atom = std::move(atom),
                  .children = {},
                  .span = span});
}

void InfixReader::attach_literal(Literal literal) {
  awaiting_operand_ = false;
  Frame& frame = stack_.back();
  for (; !frame.negations.empty(); frame.negations.pop_back()) {
    --depth_;
    Literal negation;
    negation.kind = Literal::Kind::negation;
    negation.span = join(frame.negations.back(), literal.span);
    negation.children.push_back(std::move(literal));
    literal = std::move(negation);
  }
  if (literal.kind != Literal::Kind::conjunction) {
    frame.conjuncts.push_back(std::move(literal));
    return;
  }
  // Parentheses around part of a conjunction have no effect.
  for (Literal& conjunct : literal.children) frame.conjuncts.push_back(std::move(conjunct));
}

void InfixReader::finish_clause() {
  Clause clause{std::move(head_), {}, {}};
  clause.span = clause.head.span;
  if (!stack_.empty()) {
    clause.body = stack_.back().take_body();
    clause.span.end = previous_.span.end;
  }
  name_anonymous_variables(clause, symbols_);
  clauses.push_back(std::move(clause));
  start();
}

/// Ends a fact before another sentence, a rule before one on a new line.
void InfixReader::end_clause_before(const Token& token) {
  const bool fact = has_head_ && stack_.empty();
  const bool rule = has_head_ && stack_.size() == 1 && !awaiting_operand_;
  if ((fact && (is_name(token) || token.kind == Kind::variable)) ||
      (rule && may_begin_clause(token))) {
    finish_clause();
  }
}

void InfixReader::parse() {
  while (errors() < max_parse_errors) {
    const Token token = lexer_.next();
    if (skipping_ && may_begin_clause(token)) skipping_ = false;
    if (!skipping_) {
      end_clause_before(token);
      const bool fresh = at_clause_start();
      read(token);
      // The token that revealed the fault may begin the next clause.
      if (skipping_ && !fresh && may_begin_clause(token)) {
        skipping_ = false;
        read(token);
      }
    }
    if (token.kind == Kind::end) {
      good = errors() == 0;
      return;
    }
    previous_ = token;
  }
  heads_are_lost = true;  // the rest was not read
}

ParsedText parse_infix(GdlGoal goal, ir::FileId file, ir::SymbolTable& symbols,
                       ir::Diagnostics& diagnostics) {
  InfixReader reader(goal, file, symbols, diagnostics);
  reader.parse();
  return reader;
}

}  // namespace tesuji::frontend
