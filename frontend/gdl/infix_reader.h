// Reads infix GDL token by token; other files call parse_infix of parsed_text.h.
//
// One pass with an explicit stack of open frames. At any time the reader expects either an operand
// (a literal or term), or an operator after one (or the end of the clause).
//
// A clause needs no terminator: a fact ends before another name, a rule before a name on a new
// line. The same rule finds the next clause after an error.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/infix_frame.h"
#include "frontend/gdl/infix_lexer.h"
#include "frontend/gdl/parsed_text.h"
#include "ir/core/diagnostics.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

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

  // Clauses: infix_reader.cpp.
  void start();
  void end_clause_before(const Token& token);
  void finish_clause();

  // Tokens: infix_constructs.cpp.
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

  // The stack: infix_reader.cpp.
  /// Returns false, and reports it, if the nesting is too deep.
  bool push(Frame frame);
  void attach_term(Frame::Kind place, Term term);
  void attach_atom(Term atom);
  void attach_literal(Literal literal);

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

}  // namespace tesuji::frontend
