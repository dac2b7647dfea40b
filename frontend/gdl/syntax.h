// Names the two surface syntaxes of GDL, detects which one a text uses, and reads and prints
// rulesheets in either. Of a text with syntax errors it extracts the readable part, so that other
// faults are reported too.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// The readable part of a rulesheet with syntax errors.
struct PartialSheet {
  Rulesheet intact;             ///< the clauses without errors
  std::vector<Clause> broken;   ///< of rules with an error: heads, and places up to the error
  bool heads_are_lost = false;  ///< some clauses may lack even their head
};

/// Returns the syntax that the text's first tokens show; KIF if they show neither.
[[nodiscard]] Syntax detect_syntax(std::string_view text);

/// Parses the file's clauses; on an error returns nullopt (parsed_text.h) and stores the readable
/// part in `partial`, unless it is null.
[[nodiscard]] std::optional<Rulesheet> parse_rulesheet(ir::FileId file, Syntax syntax,
                                                       ir::SymbolTable& symbols,
                                                       ir::Diagnostics& diagnostics,
                                                       PartialSheet* partial = nullptr);

/// Parses a conjunction of literals, as in a body: `(legal white ?l) (true (step 1))` or
/// `legal(white,L) & true(step(1))`. Reports errors like the rulesheet's parser.
[[nodiscard]] std::optional<std::vector<Literal>> parse_query(ir::FileId file, Syntax syntax,
                                                              ir::SymbolTable& symbols,
                                                              ir::Diagnostics& diagnostics);

/// Parses a sequence of terms (separated by blanks in KIF, by commas or `&` in infix): `(cell 1 1
/// b) noop` or `cell(1,1,b), noop`.
[[nodiscard]] std::optional<std::vector<Term>> parse_terms(ir::FileId file, Syntax syntax,
                                                           ir::SymbolTable& symbols,
                                                           ir::Diagnostics& diagnostics);

/// Parses the only term of the text, which may nest up to max_deep_nesting. Variables written `_`
/// keep ir::no_symbol as their name: name_anonymous_variables names those of terms that belong
/// together. Also reports an empty text and a second term.
[[nodiscard]] std::optional<DeepTerm> parse_deep_term(ir::FileId file, Syntax syntax,
                                                      ir::SymbolTable& symbols,
                                                      ir::Diagnostics& diagnostics);

/// Prints one clause per line (gdl_printer.h). Parsing the printed text of a parsed rulesheet, in
/// either syntax, gives the same clauses again.
[[nodiscard]] std::string print_rulesheet(const Rulesheet& rulesheet, Syntax syntax,
                                          const ir::SymbolTable& symbols);
[[nodiscard]] std::string print_term(const Term& term, Syntax syntax,
                                     const ir::SymbolTable& symbols);
[[nodiscard]] std::string print_literal(const Literal& literal, Syntax syntax,
                                        const ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
