// Reads infix GDL token by token; other files call parse_infix of parsed_text.h.
//
// One pass with an explicit stack of open frames. At any time the reader expects either an operand
// (a literal or term), or an operator after one (or the end of the clause).
//
// A clause needs no terminator: a fact ends before another name, a rule before a name on a new
// line. The same rule finds the next clause after an error.
#include "frontend/gdl/anonymous_variables.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/infix_frame.h"
#include "frontend/gdl/infix_lexer.h"
#include "frontend/gdl/infix_messages.h"
#include "frontend/gdl/infix_names.h"
#include "frontend/gdl/parsed_text.h"
#include "ir/core/diagnostics.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

// --- Tokens and clauses
//
// Keeps the stack of open constructs, finds where clauses begin and end, and recovers from errors.

/// Reads one text. `file` must be in the sources of `diagnostics`, which receives the errors; all
/// arguments must outlive the reader.
class InfixReader : public ParsedText {
 public:
  InfixReader(GdlGoal goal, ir::FileId file, ir::SymbolTable& symbols, ir::Diagnostics& diagnostics)
      : goal_(goal),
        lexer_(file, diagnostics.sources()[file].text),
        symbols_(symbols),
        diagnostics_(diagnostics),
        errors_before_(diagnostics.error_count()) {
    start();
  }

  /// Reads to the end.
  void parse();

 private:
  using Token = InfixToken;
  using Kind = InfixToken::Kind;
  using Frame = InfixFrame;

  [[nodiscard]] std::size_t errors() const { return diagnostics_.error_count() - errors_before_; }
  [[nodiscard]] bool at_clause_start() const { return stack_.empty() && !has_head_; }
  [[nodiscard]] const Frame* innermost() const { return stack_.empty() ? nullptr : &stack_.back(); }
  /// Whether a sentence is expected here, so that connectives have their meaning.
  [[nodiscard]] bool at_sentence() const {
    return stack_.empty() || stack_.back().holds_literals();
  }
  [[nodiscard]] bool may_begin_clause(const Token& token) const;
  /// Whether the next token is the `(` of a list whose name has just been read.
  [[nodiscard]] bool list_follows() const {
    return lexer_.peek().kind == Kind::open && lexer_.peek().adjoins;
  }

  // Clauses.
  void start();
  void end_clause_before(const Token& token);
  void finish_clause();

  // Tokens.
  void read(const Token& token);
  void read_operand(const Token& token);
  void read_operator(const Token& token);
  void read_name(const Token& token);
  void read_connective(const Token& token, std::string_view name);
  void read_variable(const Token& token);
  void read_negation(const Token& token);
  void read_open(const Token& token);
  void read_close(const Token& token);
  void read_neck(const Token& token);
  void read_end(const Token& token);

  // The stack.
  /// Returns false, and reports it, if the nesting is too deep.
  bool push(Frame frame);
  void attach_term(Frame::Kind place, Term term);
  void attach_atom(Term atom);
  /// `place`: the literal with the parentheses around it, which the spans of its negations include.
  void attach_literal(Literal literal, const ir::Span& place);

  /// Reports an error, and resumes after the open clause.
  ir::Diagnostic& fail(ir::Span span, std::string message, std::string code = "parse");
  /// Reports that the token is not what the reader expects.
  void fail_at(const Token& token);

  GdlGoal goal_;
  InfixLexer lexer_;
  ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  std::size_t errors_before_;

  std::vector<Frame> stack_;
  std::size_t depth_ = 0;  ///< number of open frames and negations
  bool awaiting_operand_ = true;
  bool opening_ = false;  ///< the next token is the `(` of the innermost frame
  bool has_head_ = false;
  Term head_;
  bool finished_ = false;  ///< query, terms: all has been read
  bool skipping_ = false;  ///< after an error, up to the next clause
  Token previous_;         ///< initially of kind end
};

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
                  .span = span},
                 span);
}

void InfixReader::attach_literal(Literal literal, const ir::Span& place) {
  awaiting_operand_ = false;
  Frame& frame = stack_.back();
  for (; !frame.negations.empty(); frame.negations.pop_back()) {
    --depth_;
    Literal negation;
    negation.kind = Literal::Kind::negation;
    negation.span = join(frame.negations.back(), place);
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

}  // namespace

ParsedText parse_infix(GdlGoal goal, ir::FileId file, ir::SymbolTable& symbols,
                       ir::Diagnostics& diagnostics) {
  InfixReader reader(goal, file, symbols, diagnostics);
  reader.parse();
  return reader;
}

// --- Constructs
//
// Interprets each token by its position.

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
  attach_literal(std::move(literal), span);
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
