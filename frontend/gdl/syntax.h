// Names the two surface syntaxes of GDL, and detects that of a text.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// The syntax that the text's first tokens show; KIF where nothing does.
[[nodiscard]] Syntax detect_syntax(std::string_view text);

struct PartialSheet;

/// The file's clauses; nothing where there is an error (parsed_text.h), and `partial`
/// (partial_sheet.h), unless it is null, gets what there is.
[[nodiscard]] std::optional<Rulesheet> parse_rulesheet(ir::FileId file, Syntax syntax,
                                                       ir::SymbolTable& symbols,
                                                       ir::Diagnostics& diagnostics,
                                                       PartialSheet* partial = nullptr);

/// A conjunction of literals, as in a body: `(legal white ?l) (true (step 1))` or
/// `legal(white,L) & true(step(1))`. Errors as those of the rulesheet's parser.
[[nodiscard]] std::optional<std::vector<Literal>> parse_query(ir::FileId file, Syntax syntax,
                                                              ir::SymbolTable& symbols,
                                                              ir::Diagnostics& diagnostics);

/// Terms, one after the other (blanks in KIF, commas or `&` in infix):
/// `(cell 1 1 b) noop` or `cell(1,1,b), noop`.
[[nodiscard]] std::optional<std::vector<Term>> parse_terms(ir::FileId file, Syntax syntax,
                                                           ir::SymbolTable& symbols,
                                                           ir::Diagnostics& diagnostics);

/// One term, alone in the text, that may nest up to max_deep_nesting. Variables written `_` keep
/// ir::no_symbol as their name: name_anonymous_variables names those of terms that belong together.
/// Reports an empty text and a second term, too.
[[nodiscard]] std::optional<DeepTerm> parse_deep_term(ir::FileId file, Syntax syntax,
                                                      ir::SymbolTable& symbols,
                                                      ir::Diagnostics& diagnostics);

/// One clause per line (gdl_printer.h). Parsing the text of a rulesheet that was only parsed, in
/// either syntax, gives the same clauses again.
[[nodiscard]] std::string print_rulesheet(const Rulesheet& rulesheet, Syntax syntax,
                                          const ir::SymbolTable& symbols);
[[nodiscard]] std::string print_term(const Term& term, Syntax syntax,
                                     const ir::SymbolTable& symbols);
[[nodiscard]] std::string print_literal(const Literal& literal, Syntax syntax,
                                        const ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
