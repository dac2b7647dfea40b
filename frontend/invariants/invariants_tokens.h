// Base of the invariant parser: two tokens of lookahead, errors, names, terms.
#pragma once

#include "frontend/invariants/invariants_ast.h"
#include "frontend/invariants/invariants_lexer.h"
#include "ir/core/diagnostics.h"
#include "ir/core/symbol.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::frontend {

class InvariantTokens {
 public:
  InvariantTokens(ir::FileId file, ir::SymbolTable& symbols, ir::Diagnostics& diagnostics);

 protected:
  using Kind = InvariantToken::Kind;

  [[nodiscard]] const InvariantToken& peek() const { return tokens_[0]; }
  [[nodiscard]] const InvariantToken& ahead() const { return tokens_[1]; }
  InvariantToken take();

  /// Whether this sign or this (unquoted) word comes next; with Kind::end only the word is tested.
  [[nodiscard]] bool at(Kind sign, std::string_view word = {}) const;
  bool accept(Kind sign, std::string_view word = {});
  /// Reports what was expected if the sign does not come next.
  bool expect(Kind sign, std::string_view what);

  /// Reports an error at the next token, or elsewhere; returns false.
  bool fail(std::string message, std::string code = "parse");
  bool fail_at(ir::Span span, std::string message, std::string code = "parse");
  /// Reports an error after which parsing continues.
  void report(ir::Span span, std::string code, std::string message);
  [[nodiscard]] std::size_t errors() const { return errors_; }

  /// Returns the span from the beginning of `begin` to the end of the last token taken.
  [[nodiscard]] ir::Span since(ir::Span begin) const;
  [[nodiscard]] ir::SymbolTable& symbols() { return symbols_; }

  bool number(std::uint64_t& into, std::string_view what);
  [[nodiscard]] bool begins_term() const;
  bool term(Term& into);
  ir::Symbol name_symbol(const InvariantToken& token);
  ir::Symbol variable_symbol(const InvariantToken& token);

  /// Counts one level of nesting during its lifetime.
  class Level {
   public:
    explicit Level(InvariantTokens& tokens) : tokens_(tokens) { ++tokens_.depth_; }
    ~Level() { --tokens_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    /// Returns false, and reports an error, if the nesting is too deep.
    [[nodiscard]] bool good() const;

   private:
    InvariantTokens& tokens_;
  };

 private:
  ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  InvariantsLexer lexer_;
  InvariantToken tokens_[2];
  ir::Position last_end_;
  std::size_t depth_ = 0;
  std::size_t errors_ = 0;
};

}  // namespace tesuji::frontend
