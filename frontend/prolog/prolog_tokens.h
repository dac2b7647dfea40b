// Reads tokens and clauses in Prolog's syntax: the base of all readers of such texts.
#pragma once

#include "frontend/gdl/parsed_text.h"
#include "frontend/prolog/prolog_lexer.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <utility>
#include <vector>

namespace tesuji::frontend {

class PrologTokens {
 protected:
  using Kind = PrologToken::Kind;

  PrologTokens(ir::FileId file, ir::Diagnostics& diagnostics)
      : diagnostics_(diagnostics), lexer_(file, diagnostics.sources()[file].text) {
    step();
  }

  void step() {
    end_ = token_.span.end;
    token_ = lexer_.next();
  }
  bool accept(Kind kind) {
    if (token_.kind != kind) return false;
    step();
    return true;
  }

  /// Whether some token up to the end of the clause is `wanted`. Reads nothing.
  template <typename Wanted>
  [[nodiscard]] bool clause_has(const Wanted& wanted) const {
    PrologLexer ahead = lexer_;
    for (PrologToken token = token_; token.kind != Kind::stop && token.kind != Kind::end;
         token = ahead.next()) {
      if (wanted(token)) return true;
    }
    return false;
  }

  /// Collects the results of `read_one` for every clause; skips clauses where it returns nullopt
  /// (and reports an error).
  template <typename ReadOne>
  auto read_clauses(const ReadOne& read_one) {
    std::vector<typename decltype(read_one())::value_type> clauses;
    const std::size_t errors_before = diagnostics_.error_count();
    while (token_.kind != Kind::end &&
           diagnostics_.error_count() - errors_before < max_parse_errors) {
      if (auto clause = read_one()) {
        clauses.push_back(*std::move(clause));
        continue;
      }
      while (token_.kind != Kind::stop && token_.kind != Kind::end) step();
      accept(Kind::stop);
    }
    return clauses;
  }

  ir::Diagnostics& diagnostics_;
  PrologToken token_;
  ir::Position end_;  ///< of the token before token_

 private:
  PrologLexer lexer_;
};

}  // namespace tesuji::frontend
